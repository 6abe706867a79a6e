"""Compares what was pressed, what is stored and what is shown."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence

from benchmarks.chaos_crowd import Blow, Crowd, tail
from benchmarks.chaos_players import PACE, Player, Press

SILENT = 20.0
"""Seconds within which a chat recovers from one strike."""
LATE = 3 * PACE
"""Seconds after which the clock must have played for absent players."""
_MOVES = """
SELECT tables.platform, tables.chat, tables.id, moves.version, count(*), count(DISTINCT ply)
FROM moves JOIN tables ON tables.id = table_id WHERE automation IS NULL GROUP BY 1, 2, 3, 4
"""
_TABLES = "SELECT platform, chat, id, version, status FROM tables ORDER BY seq"
_LATE = """
SELECT table_id, at - lag(at) OVER (PARTITION BY table_id ORDER BY at) FROM
    (SELECT table_id, version, min(at) AS at FROM moves WHERE automation = 'late' GROUP BY table_id, version) AS late
"""


async def lasting(crowd: Crowd, players: Sequence[Player]) -> list[str]:
    """Return a line for each difference between what is stored or shown and what it should be by now."""
    stored: defaultdict[tuple[str, str], set[tuple[str, int]]] = defaultdict(set)
    for platform, chat, table, version, *_ in await crowd.server.tell(_MOVES):
        stored[platform, chat].add((table, version))
    newest = {(platform, chat): rest for platform, chat, *rest in await crowd.server.tell(_TABLES)}
    found = []
    for player in players:
        where = player.place.name, player.chat
        name = f"{where[0]} chat {where[1]}"
        moves = [press for press in player.presses if press.offer.moves]
        pressed = {(press.offer.table, press.offer.version) for press in moves}
        accepted = {(press.offer.table, press.offer.version) for press in moves if player.place.accepted(press.made)}
        if lost := accepted - set(made_by(accepted, stored[where]).values()):
            found.append(f"{name}: acknowledged and not stored: {sorted(lost)}")
        if invented := stored[where] - made_by(pressed, stored[where]).keys():
            found.append(f"{name}: stored and never pressed: {sorted(invented)}")
        player.place.look()
        if where not in newest:
            found.append(f"{name} has no table")
            continue
        table, version, status = newest[where]
        shown = [offer.version for offer in player.offers() if offer.table == table]
        if player.place.name == "telegram" and any(
            press.offer.table == table and press.offer.version == version for press in unanswered([player])
        ):
            found.append(f"{name}: a press had neither an answer nor a newer board")
        if max(shown, default=None) != version and (shown or status in ("lobby", "playing")):
            found.append(
                f"{name} shows version {max(shown, default=None)} of {table}, stored is {version} ({status})"
            )
    return found


def unanswered(players: Iterable[Player]) -> list[Press]:
    """Return the presses that were not answered while their buttons were valid."""
    return [press for player in players for press in player.presses if not player.place.answered(press.made)]


def made_by(
    presses: Iterable[tuple[str, int]], stored: Collection[tuple[str, int]]
) -> dict[tuple[str, int], tuple[str, int]]:
    """Return the press behind each stored move, all by table and version.

    A press makes the next move after its own version; reminders and returning players may come between.
    """
    made = {}
    for table, version in sorted(presses):
        later = [move for name, move in stored if name == table and move > version]
        if later:
            made[table, min(later)] = (table, version)
    return made


async def passing(crowd: Crowd, players: Sequence[Player], seconds: float) -> list[str]:
    """Return a line for each fault during play."""
    found = [f"a shard of Discord was identified twice at once: {shard}" for shard in crowd.discord.gateway.overlaps]
    lates = await crowd.server.tell(_LATE)
    found += [
        f"table {table}: turns of the clock {gap:.0f} s apart" for table, gap in lates if gap and gap < 0.9 * PACE
    ]
    idle = sum(player.idles for player in players)
    if seconds > LATE and len({table for table, _ in lates}) < idle:
        found.append(f"the clock played at {len({table for table, _ in lates})} of {idle} tables where nobody did")
    for player in players:
        for began, end in player.waits:
            blows = blows_on(player, crowd.blows, began, end)
            if end - began > SILENT * max(1, len(blows)):
                name = f"{player.place.name} chat {player.chat} ({', '.join(sorted(player.leases))})"
                struck = ", ".join(f"{blow.what} at {blow.at - crowd.began:.1f} s" for blow in blows) or "nothing"
                when = f"from {began - crowd.began:.1f} s on"
                found.append(f"{name} was silent for {end - began:.1f} s, {when}; whoever hears it: {struck}")
    for log in sorted(crowd.folder.glob("*.log")):
        if "Traceback" in log.read_text("utf-8", "replace"):
            found.append(f"{log.name} has a traceback:\n{tail(log)}")
    return found


def blows_on(player: Player, blows: Sequence[Blow], began: float, end: float) -> list[Blow]:
    """Return the strikes on a player's processes, during a wait or shortly before."""
    return [
        blow
        for blow in blows
        if began - SILENT < blow.at < end and (blow.leases is None or blow.leases & player.leases)
    ]


def longest_silences(players: Sequence[Player], blows: Sequence[Blow]) -> dict[str, float]:
    """Return the players' longest wait by kind of strike, longest first."""
    longest: dict[str, float] = {}
    for player in players:
        for began, end in player.waits:
            struck = [blow.what for blow in blows_on(player, blows, began, end)]
            cause = f"{len(struck)} blows" if len(struck) > 1 else (struck or ["nothing"])[0]
            longest[cause] = max(longest.get(cause, 0.0), end - began)
    return dict(sorted(longest.items(), key=lambda found: -found[1]))
