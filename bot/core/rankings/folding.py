"""Compute what rated games bring, from the stored state before them.

Games count in the order of the moment at which they ended; those of the same moment in that of their tables' ids.
Ratings are a fold over them. Each player's history is stored, so a game needs only that of its players, and when the
opponents whom they have ever met were there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from bot.core.rankings.ratings import COMPUTERS, Presence, Ratings, Skill
from data.errors import StaleRatings
from data.records import PersonKey
from data.result_records import (
    COMPUTER,
    FORMER,
    CorrectionRecord,
    LongerRecord,
    OpponentRecord,
    PastRecord,
    RatedBatch,
    RatedRecord,
    RatingChange,
    ResultRecord,
)
from data.store import Store

AT_ONCE = 8
"""Games that a whole ladder is folded by: some 20 ms, in which nobody else writes to a file."""


@dataclass(frozen=True, slots=True)
class _Before:
    """The stored state before some games: their players, opponents, and what was known of both."""

    players: Mapping[PersonKey, RatedRecord]
    past: Mapping[PersonKey, PastRecord]
    """Of players who have a later game."""
    opponents: Sequence[OpponentRecord]


async def batch_of(store: Store, results: Sequence[ResultRecord], *, fresh: bool) -> RatedBatch:
    """Return what consecutive games of a ladder bring; `fresh` ones are not stored yet. Raises StoreError."""
    first = results[0]
    game, family, order = first.game, first.family, first.order
    counted = {seat.player for result in results for seat in result.seats if seat.counted}
    people = sorted((one for one in counted if one.platform != COMPUTER), key=lambda one: (one.platform, one.user))
    players = {one.player: one for one in await store.rated(game, family, people)}
    late = [one for one in people if one in players and players[one].latest >= order]
    past = {one.player: one for one in await store.past(game, family, late, order)} if late else {}
    opponents = await store.opponents(game, family, people, order) if players else []
    before = _Before(players, past, opponents)
    ratings = Ratings()
    for player, skill in _skills(before).items():
        ratings.know(game, family, player, skill)
    here = {*people, COMPUTERS}
    pairs = {(one.player, one.other) for one in opponents if one.met and one.other in here}
    if pairs:
        ratings.recall(await store.meetings(game, family, pairs, order))
    ratings.remember(game, family, _presences(before), [(one.player, one.other) for one in opponents if one.met])
    changes = [change for result in results for change in ratings.add(result)]
    ahead = frozenset(one for one in people if one in players and players[one].latest > order)
    known = list(dict.fromkeys([*people, *(one.other for one in opponents if one.other != COMPUTERS)]))
    versions = {one: rated.version for one, rated in players.items()}
    versions |= {one.other: one.version for one in opponents if one.version}
    return RatedBatch(
        tuple(results),
        tuple(changes),
        tuple(ratings.history),
        tuple(_rated(before, ratings, results, changes, fresh=fresh)),
        ahead,
        tuple(
            one for one in ratings.history if fresh and one.player in ahead and (one.player, one.other) not in pairs
        ),
        tuple(_come(before, changes)) if fresh else (),
        tuple(known),
        (len(versions), sum(versions.values())),
    )


def _skills(before: _Before) -> dict[PersonKey, Skill]:
    found = {}
    for player, rated in before.players.items():
        past = before.past.get(player)
        if past is None:
            found[player] = Skill(rated.mu, rated.sigma)
        elif past.mu is not None and past.sigma is not None:
            found[player] = Skill(past.mu, past.sigma)
    return found


def _presences(before: _Before) -> dict[PersonKey, Presence]:
    """Return when everybody was there, as far as was known before the games."""
    found = {
        one.other: Presence(one.first, one.last)
        for one in before.opponents
        if one.met and one.first is not None and one.last is not None
    }
    for player, rated in before.players.items():
        past = before.past.get(player)
        if past is None:
            found[player] = Presence(rated.first, rated.last)
        elif past.mu is not None:
            found[player] = Presence(rated.first, rated.first if past.last is None else past.last)
        else:
            found.pop(player, None)
    return found


def _rated(
    before: _Before,
    ratings: Ratings,
    results: Sequence[ResultRecord],
    changes: Sequence[RatingChange],
    *,
    fresh: bool,
) -> Iterable[RatedRecord]:
    """Yield the new ratings of all players of the games."""
    orders = {result.table: result.order for result in results}
    own, met = defaultdict[PersonKey, list[RatingChange]](list), defaultdict[PersonKey, set[PersonKey]](set)
    for change in changes:
        own[change.player].append(change)
    for one in before.opponents:
        met[one.player].add(one.other)
    for player, mine in sorted(own.items(), key=lambda one: (one[0].platform, one[0].user)):
        first, last = orders[mine[0].table], orders[mine[-1].table]
        skill = Skill(mine[-1].mu, mine[-1].sigma)
        others = met[player].union(ratings.met(results[0].game, results[0].family, player))
        people = len({(one.platform, one.account) for one in others if one.platform not in (COMPUTER, FORMER)})
        games, wins = (len(mine), sum(change.won for change in mine)) if fresh else (0, 0)
        stays = [orders[change.table][0] for change in mine if change.stayed]
        old = before.players.get(player)
        if old is None:
            yield RatedRecord(
                player,
                skill.mu,
                skill.sigma,
                skill.points,
                games,
                wins,
                people,
                shared=False,
                first=first[0],
                last=max(stays, default=first[0]),
                latest=last,
                version=0,
            )
            continue
        if player in before.past:
            stayed = before.past[player].stayed
            stays += [] if stayed is None else [stayed]
        else:
            stays.append(old.last)
        came = min(old.first, first[0])
        new = replace(
            old,
            games=old.games + games,
            wins=old.wins + wins,
            people=people,
            first=came,
            last=max(stays, default=came),
        )
        if last >= old.latest:
            new = replace(new, mu=skill.mu, sigma=skill.sigma, points=skill.points, latest=last)
        yield new


def _come(before: _Before, changes: Sequence[RatingChange]) -> Iterable[LongerRecord]:
    """Yield to whose later games the presence of a player is news."""
    known, stayed = _presences(before), {change.player for change in changes if change.stayed}
    for one in before.opponents:
        presence = known.get(one.player)
        if one.ahead and presence is None:
            yield LongerRecord(one.player, one.other, None)
        elif one.ahead and presence is not None and one.player in stayed:
            yield LongerRecord(one.player, one.other, presence.last)


async def note(store: Store, result: ResultRecord) -> bool:
    """Store a rated game and what it brings; return False if it is stored already.

    Raises StaleRatings if another process has changed one of the ratings meanwhile, and StoreError.
    """
    return await store.add_rated(result, await batch_of(store, [result], fresh=True))


async def correct(store: Store, correction: CorrectionRecord) -> None:
    """Compute a marked game again and mark what follows from it; raises StaleRatings and StoreError."""
    result = await store.result(correction.table)
    counts = result is not None and result.rated and result.order == (correction.at, correction.table)
    await store.correct(correction, await batch_of(store, [result], fresh=False) if result and counts else None)


async def fold_on(store: Store, game: str, family: str, since: tuple[float, str]) -> bool:
    """Fold the next games of a ladder that is folded again; return whether there are more. Raises as `correct`."""
    if since == (0.0, ""):
        await store.clear_ladder(game, family)
    results, orders = await store.rated_page(game, family, since, AT_ONCE)
    if not orders:
        return not await store.folded(game, family)
    batch = await batch_of(store, results, fresh=True) if results else None
    await store.fold_on(game, family, since, orders, batch)
    return True


async def fold_all(store: Store) -> None:
    """Fold all ladders that are to be folded again, and compute all marked games; raises StoreError."""
    while True:
        with suppress(StaleRatings):  # the bot does the same
            if not await step(store):
                return


async def step(store: Store) -> bool:
    """Do one short piece of the work that is left; return whether there was any. Raises StoreError."""
    for game, family, at, table in await store.refolds():
        await fold_on(store, game, family, (at, table))
        return True
    correction = await store.next_correction()
    if correction is None:
        return False
    await correct(store, correction)
    return True
