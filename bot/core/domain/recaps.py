"""Recaps at moments of a long game: who leads by how much, what changed, and what each side needs before the end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bot.core.domain.race import BLOW, FLIP, FRONT, NAMED, SAID, WORST
from bot.core.domain.road import Road
from bot.core.games.chapters import NEWS_OF_TEAMS
from bot.core.games.commentary import Find, Memory
from bot.core.games.profiles import profile_of
from engine.match import Match
from engine.plies import Ply

SAGA = "saga"
"""The note of the recaps: how many, the turn of the last, whether half-time was, and who led then (-1: nobody)."""
NONE = (0, 0, 0, -1)
SEEN = "seen"
"""The note of how many hundredths of the way each side was behind in a recap, at most."""
TRIED = "tried"
"""The note of the turn of the last recap, told or not: a game may have used up its sentences."""
EARLIEST = 3
"""Rounds before half-time."""
CROWD, ROUNDS, OF_TEAMS = 4, 10, 5
"""Players from which on rounds are long, rounds before the first recap with fewer, and before the first of teams."""
SOME, SOON, HALF, PAST, FINISH = 10, 42, 50, 60, 85
"""Hundredths of the leader's way: something to tell, half-time is near, is there and is past, and the end is near."""
COSTLY = 12
"""Steps that a capture must cost to be part of a recap."""
FRESH = 2
"""Rounds for which a capture is part of a recap, unless another one follows."""
TIGHT, NECK = 12, 5
"""Squares, and hundredths of the way, of a close race."""
CHANGE, APART = 8, 15
"""Hundredths of the way: a gap that changed since the last recap, and a real one."""
LAST = "finale"
"""The note of the sentence about the end that readers know, 1 to 3, and its turn."""
SIGHT, CLOSE = 30, 6
"""Squares from which on the end is in sight, and within which a last piece may arrive with one number."""
SHOWDOWN = 3
"""What readers know of the end once two last pieces may arrive."""
CALM, NEWS = 2, 2
"""Turns after a sentence about a new leader without a recap of half-time, and rounds without another one."""
AFTER = 3
"""Sentences after one about a new leader before a recap says who leads."""
APART_AT_END = 3
"""Rounds between two sentences about the end."""


def recap(match: Match[Any], ply: Ply[Any], road: Road, memory: Memory, turn: int) -> list[Find]:
    """Return what a recap may say after a ply, if one is due: who leads, what changed, and what is at stake."""
    if not ply.ends_turn or ply.next_seat is None:
        return []
    sides, come, order = road.sides, road.come, road.order
    count, since, halved, front = memory.setdefault(SAGA, [*NONE])
    if memory[FLIP][0] != order[0] or not road.is_led or (match.teams and road.lead(*order[:2]) <= 0):
        return []  # the lead is shared
    if (
        road.by_pieces
        and road.arrived[order[0]] == road.arrived[order[1]]
        and road.furthest_of(order[1:]) != order[1]
    ):
        return []  # somebody with fewer pieces in the goal is nearer
    seats, first = sum(map(len, sides)), come[order[0]]
    half = HALF <= first < PAST and not halved and turn >= EARLIEST * seats
    apart = seats * (seats + 2 if seats >= CROWD else ROUNDS) * (count + 3) // 3
    if match.teams:
        apart = seats * (OF_TEAMS + count // 3)
    soon = SOON <= first < HALF and not halved  # half-time says it all again
    tried = max(since, *memory.get(TRIED, [0]))
    if not half and (soon or turn - tried < apart or not SOME <= first < FINISH):
        return []
    if _is_known(memory, turn, CALM if half else NEWS * seats):
        return []
    found = [*_thread(road, front, since, memory, turn, is_half=half)]
    if match.teams:
        found = [find for find in found if find.kind in NEWS_OF_TEAMS]
    if not found:
        return []
    memory[TRIED] = [turn]
    if half and match.teams:
        return found  # what each team still needs is enough
    return [*found, *profile_of(match.game.name).outlook(ply.state, memory)]


def _is_known(memory: Memory, turn: int, calm: int) -> bool:
    """Return whether readers have just read who leads: a few turns ago, or with hardly a sentence since."""
    return turn - memory.get(NAMED, [-calm])[0] < calm or memory.get(SAID, [AFTER])[0] < AFTER


def note_recap(road: Road, memory: Memory, turn: int, *, is_half: bool) -> None:
    """Note a recap that people read: the next one says what changed since."""
    count, _, halved, _ = memory.get(SAGA, NONE)
    halved = halved or is_half or road.come[road.order[0]] >= HALF
    memory.update({SAGA: [count + 1, turn, int(halved), road.order[0]], "then": [*road.come]})
    memory.pop(WORST, None)
    seen, first = memory.setdefault(SEEN, [0] * len(road.come)), road.come[road.order[0]]
    memory[SEEN] = [max(gap, first - done) for gap, done in zip(seen, road.come, strict=True)]


def last_pieces(ply: Ply[Any], road: Road, memory: Memory, turn: int) -> list[Find]:
    """Return what the sides need: once with the end in sight, and once when a last piece, or two, may arrive."""
    if (
        not ply.ends_turn
        or ply.next_seat is None
        or 1 not in road.left
        or not road.is_led
        or memory[FLIP][0] != road.order[0]
    ):
        return []
    known, last = memory.setdefault(LAST, [0, 0])
    nearest = min(road.to_go)
    doors = [left == 1 and way <= CLOSE for left, way in zip(road.left, road.to_go, strict=True)].count(True)
    now = min(doors, 2) + 1 if doors and road.has_goal else int(nearest <= SIGHT)
    if now <= known or (known and now < SHOWDOWN and turn - last < APART_AT_END * sum(map(len, road.sides))):
        return []
    memory[LAST] = [now, turn]
    leader, rival = (road.sides[side][0] for side in road.order[:2])
    return [Find("showdown" if now == SHOWDOWN else "near", leader, (rival,))]


def _thread(road: Road, front: int, since: int, memory: Memory, turn: int, *, is_half: bool) -> Iterator[Find]:
    """Yield what may have changed since the last recap, told in the turn `since`; the kinds' weights choose.

    The lead has changed if readers know another leader, by a recap or by a sentence since.
    """
    sides, come, goals, (ahead, second, *_) = road.sides, road.come, road.arrived, road.order
    leader, rival = sides[ahead][0], sides[second][0]
    if memory.get(FRONT, [0, -1])[1] not in (-1, ahead):
        yield from _new_leader(road, memory, turn)
        return
    if is_half:
        yield Find("at-half", leader, (rival,))
    if front < 0:
        is_close = road.lead(ahead, second) <= TIGHT and come[ahead] - come[second] < NECK
        if come[second]:
            yield Find("opening-close" if is_close else "opening", leader, (rival,))
        return
    if ahead != front:
        yield Find("leads-now", leader, (rival,))
        return
    cost, _, prey, square, at = memory.get(BLOW, (0, 0, 0, 0, 0))
    worst = max((lost for seat, lost in enumerate(memory.get(WORST, ())) if seat in sides[ahead]), default=0)
    is_fresh = at > since and turn - at <= FRESH * sum(map(len, sides))
    if cost > COSTLY and cost >= worst and prey in sides[ahead] and is_fresh:
        yield Find("shaken", leader, (rival,), square)
    then = memory.get("then", [0] * len(sides))
    gaps = [share[ahead] - share[second] for share in (then, come)]
    even, is_tight = goals[ahead] == goals[second], road.lead(ahead, second) <= TIGHT and gaps[1] < NECK
    is_news = len(sides[ahead]) == 1 or come[ahead] - then[ahead] >= CHANGE
    for kind in _gap(*gaps, even=even, is_tight=is_tight):
        if kind != "steady" or is_news:
            yield Find(kind, leader, (rival,))


def _new_leader(road: Road, memory: Memory, turn: int) -> Iterator[Find]:
    """Yield that the lead changed, and who lost it: by a capture, if the turn of it had one, not long ago."""
    ahead, since, former, _, *hit = memory[FLIP]
    known = memory[FRONT][1]
    leader, rival, loser = (road.sides[side][0] for side in (ahead, road.order[1], known))
    if len(hit) == 3 and former == known and turn - since <= FRESH * sum(map(len, road.sides)):
        hunter, prey, square = hit
        if hunter in road.sides[ahead] or prey in road.sides[former]:
            yield Find("turned", leader, (rival, loser), square)
    yield Find("overtakes", leader, (rival, loser))


def _gap(then: int, now: int, *, even: bool, is_tight: bool) -> Iterator[str]:
    """Yield the kinds that fit the gap between the first two sides at the last recap and now."""
    if even and is_tight:
        yield "neck"
        return
    if even and then - now >= CHANGE and now < APART:
        yield "closing"
    if now >= APART and now - then >= CHANGE:
        yield "away"
    yield "steady"
