"""Recaps at moments of a long game: who leads, which event of the game changed that, and what to look for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bot.core.domain.race import BLOW, FLIP
from bot.core.domain.road import Road
from bot.core.games.commentary import Find, Memory
from bot.core.games.profiles import profile_of
from engine.match import Match
from engine.plies import Ply

SAGA = "saga"
"""The note of the recaps: how many, the turn of the last, whether half-time was, and who led then (-1: nobody)."""
NONE = (0, 0, 0, -1)
TRIED = "tried"
"""The note of the turn of the last recap, told or not: a game may have used up its sentences."""
EARLIEST = 3
"""Rounds before half-time."""
CROWD, ROUNDS, OF_TEAMS = 4, 10, 5
"""Players from which on rounds are long, rounds before the first recap with fewer, and those between two of teams."""
SOME, SOON, HALF, PAST, FINISH = 10, 42, 50, 60, 85
"""Hundredths of the leader's way: something to tell, half-time is near, is there and is past, and the end is near."""
COSTLY = 12
"""Steps that a capture must cost to be part of a recap."""
TIGHT, CHANGE, APART, AHEAD = 4, 8, 15, 25
"""Hundredths of the way: a close race, a gap that changed since the last recap, a real one, and a large one."""
RIVAL = 25
"""Hundredths of the way that a rival may be behind for the end to be a race."""


def recap(match: Match[Any], ply: Ply[Any], road: Road, memory: Memory, turn: int) -> list[Find]:
    """Return what a recap may say after a ply, if one is due: what changed, and what to look for."""
    if not ply.ends_turn or ply.next_seat is None:
        return []
    sides, come, order = road.sides, road.come, road.order
    count, since, halved, front = memory.setdefault(SAGA, [*NONE])
    if memory[FLIP][0] != order[0]:
        return []  # the lead is shared
    seats, first = sum(map(len, sides)), come[order[0]]
    half = HALF <= first < PAST and not halved and turn >= EARLIEST * seats
    apart = seats * (seats + 2 if seats >= CROWD else ROUNDS) * (count + 3) // 3
    if match.teams:
        apart = seats * OF_TEAMS
    soon = SOON <= first < HALF and not halved  # half-time says it all again
    tried = max(since, *memory.get(TRIED, [0]))
    if not half and (soon or turn - tried < apart or not SOME <= first < FINISH):
        return []
    found = list(_half(road, memory) if half else _thread(road, front, since, memory))
    if not found:
        return []
    memory[TRIED] = [turn]
    if half and match.teams:
        return found  # what each team still needs is enough
    return [*found, *profile_of(match.game.name).outlook(ply.state, memory)]


def note_recap(road: Road, memory: Memory, turn: int, *, is_half: bool) -> None:
    """Note a recap that people read: the next one says what changed since."""
    count, _, halved, _ = memory.get(SAGA, NONE)
    memory.update({SAGA: [count + 1, turn, int(halved or is_half), road.order[0]], "then": [*road.come]})
    memory[BLOW] = [0] * 4


def last_piece(road: Road, seat: int) -> Find:
    """Return the recap before the end, of a player with one piece left."""
    sides, share, own = road.sides, road.share, road.side_of(seat)
    furthest = max(range(len(sides)), key=lambda at: (share[at], at == own))
    rival = furthest if furthest != own else next(at for at in road.order if at != own)
    gap = share[own] - share[rival]
    kind = "near-late" if gap < 0 else "near" if gap <= RIVAL else "near-alone"
    return Find(kind, sides[own][0], (sides[rival][0],))


def _half(road: Road, memory: Memory) -> Iterator[Find]:
    sides, order = road.sides, road.order
    leader, rival = sides[order[0]][0], sides[order[1]][0]
    cost, hunter, prey = memory.get("worst", (0, 0, 0))
    if cost > 2 * COSTLY and prey not in sides[order[0]]:
        kind = "half-own" if hunter in sides[order[0]] else "half-hit"
        yield Find(kind, leader, (rival, hunter, prey))
    yield Find("at-half", leader, (rival,))


def _thread(road: Road, front: int, since: int, memory: Memory) -> Iterator[Find]:
    """Yield what may have changed since the last recap, told in the turn `since`; the kinds' weights choose."""
    sides, come, goals, (ahead, second, *_) = road.sides, road.come, road.arrived, road.order
    leader, rival = sides[ahead][0], sides[second][0]
    cost, hunter, prey, square = memory.get(BLOW, (0, 0, 0, 0))
    is_hit, is_steady = cost > COSTLY, memory[FLIP][1] <= since
    if front < 0:
        if is_hit and hunter not in sides[ahead]:
            yield Find("opening-hit", leader, (rival, hunter, prey), square)
        if come[second]:
            yield Find("opening", leader, (rival,))
        return
    if ahead != front == memory[FLIP][2]:
        yield from _new_leader(road, memory)
        return
    furthest = max(range(len(sides)), key=come.__getitem__)
    if come[furthest] - come[ahead] > TIGHT:
        yield Find("splits", leader, (sides[furthest][0],))
        yield Find("chased", leader, (sides[furthest][0],))
    if is_hit and is_steady:
        kind = "shaken" if prey in sides[ahead] else "leader-hit" if hunter in sides[ahead] else "rival-hit"
        yield Find(kind, leader, (rival, hunter, prey), square)
    then = memory.get("then", [0] * len(sides))
    gaps = [share[ahead] - share[second] for share in (then, come)]
    even = goals[ahead] == goals[second]
    yield from (Find(kind, leader, (rival,)) for kind in _gap(*gaps, even=even, is_steady=is_steady))


def _new_leader(road: Road, memory: Memory) -> Iterator[Find]:
    """Yield how the lead changed: by a capture, if the turn that brought it had one."""
    ahead, _, former, _, *hit = memory[FLIP]
    leaders, losers = road.sides[ahead], road.sides[former]
    if len(hit) == 3:
        hunter, prey, square = hit
        if hunter == leaders[0] or (prey in losers and hunter not in losers):
            own = "turned-own" if prey in losers else "turned-over"
            kind = own if hunter == leaders[0] else "turned"
            yield Find(kind, leaders[0], (losers[0], hunter, prey), square)
    yield Find("overtakes", leaders[0], (losers[0],))


def _gap(then: int, now: int, *, even: bool, is_steady: bool) -> Iterator[str]:
    """Yield the kinds that fit the gap between the first two sides at the last recap and now."""
    if even and now <= TIGHT:
        yield "neck"
        return
    if even and then - now >= CHANGE and is_steady:
        yield "closing"
    elif now >= AHEAD:
        yield "far"
    if now >= APART and now - then >= CHANGE and is_steady:
        yield "away"
    if is_steady:
        yield "steady"
