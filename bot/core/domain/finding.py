"""Bring people of all chats together who look for a game: what they wish for, and who is called to a table."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from bot.core.common.entropy import Entropy
from bot.core.domain import series
from bot.core.domain.new_table import join, new_table, rules_of, seats_for
from bot.core.domain.rating_band import band_of
from bot.core.domain.table import Table
from bot.core.domain.tempo import SETTINGS, tempo_named
from bot.core.domain.time_control import TimeControl, TimeControlKind
from bot.core.i18n.refusal import Refusal
from bot.core.i18n.translator import N_
from bot.core.messages.requests import Person
from data.event_records import SeekerRecord, SeekerState
from data.records import ChatKey, PersonKey

PATIENCE = 1800.0
"""Seconds for which somebody waits unless they ask again."""
CONFIRM = 15.0
"""Seconds to answer a call."""
PENALTY = 300.0
"""Seconds for which somebody who missed a call can't look again."""
BAND = "band"
"""The option that says which ratings the others have."""
PACE, PLAYERS = "60s", "2"
"""What is played if nobody says."""

Wish = Mapping[str, str]
Pair = frozenset[PersonKey]


def wish_of(options: Mapping[str, str]) -> dict[str, str]:
    """Return the options of a table for people who don't know each other; raises Refusal."""
    game, rules = rules_of(options)
    wish = {name: options[name] for name in ("variant",) if name in options}
    word = options.get("pace", PACE)
    tempo = tempo_named(word)
    pace = TimeControl.parse(word) if tempo is None else SETTINGS[tempo].pace
    if pace.kind is not TimeControlKind.LIVE:
        raise Refusal(N_("To play at once, choose a clock of seconds, such as 60s."))
    seats = seats_for(game, rules, int(options.get("players", PLAYERS)))
    if (band := band_of(options.get("band", ""))) is not None:
        wish[BAND] = f"{band[0]}-{band[1]}"
    return {**wish, "game": game, "pace": str(pace), **seats}


def text_of(wish: Wish) -> str:
    """Return a wish as it is stored, `game=palma pace=live:60`: the same text for the same wish."""
    return " ".join(f"{name}={wish[name]}" for name in sorted(wish))


def read(seeker: SeekerRecord) -> dict[str, str]:
    return {name: value for name, _, value in (word.partition("=") for word in seeker.wish.split())}


def table_wish(seeker: SeekerRecord) -> str:
    """Return what somebody wishes to play, with any others."""
    return " ".join(word for word in seeker.wish.split() if not word.startswith(f"{BAND}="))


def players(wish: Wish) -> int:
    return len(wish["seats"].split(","))


def table_of(seekers: Sequence[SeekerRecord], home: ChatKey, code: str, entropy: Entropy, now: float) -> Table:
    """Return the game of people who have found each other, begun; it belongs to a chat of theirs. Raises Refusal."""
    first, *others = sorted(seekers, key=lambda one: one.chat != home)
    table = new_table(home, Person(first.person, first.name), read(first), entropy, now)
    table = replace(table, id=code)
    for one in others:
        table = join(table, Person(one.person, one.name), None)
    return series.begun(table, now)


def complete(called: Sequence[SeekerRecord]) -> bool:
    """Return whether everyone who was called to a table is here."""
    here = all(one.state is SeekerState.HERE for one in called)
    return here and bool(called) and len(called) == players(read(called[0]))


def together(waiting: Sequence[SeekerRecord], apart: Collection[Pair]) -> list[list[SeekerRecord]]:
    """Return who is called to a table each: the most patient, with those of the nearest rating.

    `waiting`: the most patient first. `apart`: pairs of people who don't sit together.
    """
    wishes: dict[str, list[SeekerRecord]] = {}
    for one in waiting:
        wishes.setdefault(table_wish(one), []).append(one)
    return [group for there in wishes.values() for group in _groups(there, players(read(there[0])), apart)]


def _groups(there: list[SeekerRecord], size: int, apart: Collection[Pair]) -> list[list[SeekerRecord]]:
    left, found = list(there), []
    while len(left) >= size:
        first = left.pop(0)
        group = [first]
        for one in sorted(left, key=lambda other: (abs(other.points - first.points), other.since)):
            if len(group) < size and all(_may_meet(one, other, apart) for other in group):
                group.append(one)
        if len(group) == size:
            found.append(group)
            left = [one for one in left if one not in group]
    return found


def _may_meet(one: SeekerRecord, other: SeekerRecord, apart: Collection[Pair]) -> bool:
    accounts = {(each.person.platform, each.person.account) for each in (one, other)}
    fit = _fits(one, other) and _fits(other, one)
    return fit and len(accounts) == 2 and frozenset((one.person, other.person)) not in apart


def _fits(one: SeekerRecord, other: SeekerRecord) -> bool:
    """Return whether somebody's rating is in the band that another asks for."""
    band = band_of(read(other).get(BAND, ""))
    return band is None or band[0] <= one.points <= band[1]
