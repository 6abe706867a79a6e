"""Follow the race of a game's sides for its story: the lead, and the records of the chat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from bot.core.domain.road import Road
from bot.core.games.commentary import Find, Memory
from engine.events import Captured
from engine.match import Match
from engine.plies import Ply

CLEAR, OF_TEAMS, EARLY = 50, 25, 8
"""Divisors of a side's way: the least lead, that of a team, and the least progress before anybody leads."""
NEAR = 10
"""Hundredths of the way behind that are no longer far: who comes closer step by step makes no comeback."""
BEHIND = 25
"""Hundredths of the way that a side was behind, since it last led, for its lead to be a comeback."""
RECENT = 6
"""Rounds for which a comeback did not lead."""
BEST = "best"
"""The note of the chat's records at the start, quickest capture, longest drought, comeback, and of its games."""
FEATS = "feats"
"""The note with the same of this game: the turn of its first capture, its longest drought, 0 for none."""
FELL = "fell"
"""The note of the records that fell: the turn and seat of a capture, the turns and seat of a drought."""
FLIP = "taken"
"""The note of who leads, since which turn, who led before, whether it is a comeback, and that turn's last capture."""
LOW = "low"
"""The note of how far each side has been behind since it last led, and the turn in which it last led."""
GROUND = "ground"
"""The note of the hundredths of the way that each side had done a turn ago."""
FRONT = "front"
"""The note of the changes of the lead that the story told, its last leading side, and all of them as bits."""
NAMED = "named"
"""The note of the turn of the last sentence about a new leader."""
SAID = "said since"
"""The note of the sentences since then, once there was one."""
TURNS = "turns"
"""The note of how many turns each seat has begun."""
BLOW = "last hit"
"""The note of the last capture: the steps lost, who captured whom, the square, and the turn."""
WORST = "worst"
"""The note of the most steps that each seat lost by a capture since the last recap."""
HURT = "hurt"
"""The note of each side's latest dear loss by a capture: the steps, the square, and the turn."""
DEAR, LATELY = 10, 2
"""The least steps of it, and the rounds for which it costs a side the lead."""
HIT = "hit"
"""The note of the last capture of a turn: who captured whom, and the square."""
DROUGHT = 5
"""Turns without a piece in play that may be a record."""


def race(match: Match[Any], before: Any, ply: Ply[Any], road: Road, memory: Memory, turn: int) -> Iterator[Find]:
    """Yield what may be news of the race, with the road after the ply."""
    if ply.next_seat is not None:  # at Palma, another seat may end a turn
        if TURNS not in memory:
            memory[TURNS] = [0] * len(match.game.way(before))
        memory[TURNS][ply.next_seat] += 1
    _note_losses(match, before, ply, road, memory, turn)
    yield from _records(ply, memory, turn)
    if not ply.ends_turn:
        return
    sides, come, order = road.sides, road.come, road.order
    ahead, second = order[:2]
    deepest = memory.setdefault("behind", [0] * len(sides))
    for side, done in enumerate(come):
        deepest[side] = max(deepest[side], come[ahead] - done)
    then, memory[GROUND] = memory.get(GROUND, [0] * len(sides)), [*come]
    _note_flip(road, memory, turn)
    led, swaps = memory.setdefault("led", [0] * len(sides)), memory.setdefault("swaps", [0, -1])
    if not road.is_led or come[ahead] * EARLY < 100:
        return
    if _is_clear(road, ahead, second):
        led[ahead] += 1
        swaps[0] += swaps[1] not in (-1, ahead)
        swaps[1] = ahead
    known = memory.get(FRONT, [0, -1])[1]
    if _is_clear(road, ahead, second if known < 0 else known):
        yield from _new_leader(road, ply.seat, memory, turn, then)


def _is_clear(road: Road, ahead: int, other: int) -> bool:
    """Return whether a side leads another by pieces that have arrived, where these count first, or by far enough."""
    if road.by_pieces and road.arrived[ahead] > road.arrived[other]:
        return True
    least = CLEAR if len(road.sides[ahead]) == 1 else OF_TEAMS
    return (road.come[ahead] - road.come[other]) * least >= 100


def note_leader(road: Road, memory: Memory) -> None:
    """Note whom a sentence has in front, and count the changes that readers have seen."""
    ahead = road.order[0]
    changes, known, *ever = memory.get(FRONT, [0, -1])
    memory[FRONT] = [changes + (known not in (-1, ahead)), ahead, sum(ever) | 1 << ahead]


def _note_flip(road: Road, memory: Memory, turn: int) -> None:
    """Note who leads, and if that changed, who led before and whether it is a comeback; a tie changes nothing."""
    ahead, come, hit = road.order[0], road.come, memory.pop(HIT, [])
    low = memory.setdefault(LOW, [0] * 2 * len(come))
    leader = memory.setdefault(FLIP, [-1, 0, -1, 0])[0]
    if leader != ahead and road.is_led:
        depth, led = low[2 * ahead : 2 * ahead + 2]
        is_back = depth >= BEHIND and turn - led > RECENT * len(road.sides)
        memory[FLIP] = [ahead, turn, leader, int(is_back), *hit]
    for side, done in enumerate(come):
        gap = come[ahead] - done
        low[2 * side] = max(low[2 * side], gap) if gap >= NEAR else 0
    if (leader := memory[FLIP][0]) >= 0:
        low[2 * leader : 2 * leader + 2] = [0, turn]


def _new_leader(road: Road, seat: int, memory: Memory, turn: int, then: Sequence[int]) -> Iterator[Find]:
    """Yield a change of the clear lead, unless readers know this leader already.

    `then`: how far the sides had come a turn ago.
    """
    ahead, since, former, is_back, *_ = memory[FLIP]
    sides, known = road.sides, memory.get(FRONT, [0, -1])[1]
    if ahead == known or ahead != road.order[0] or former < 0 or (known < 0 and not memory["swaps"][0]):
        return
    leader, victim = sides[ahead][0], sides[known if known >= 0 else former][0]
    if seat in sides[ahead]:
        lost, square, at = memory.get(HURT, [0] * 3 * len(sides))[3 * former : 3 * former + 3]
        is_fresh = at < turn <= at + LATELY * sum(map(len, sides))
        if known < 0:
            yield Find("lead-first", leader)
        elif former == known and is_fresh and lost > road.lead(ahead, former) > 0:
            yield Find("lead-since", leader, (victim,), square)
        else:
            yield Find("lead" if former == known else "lead-new", leader, (victim,))
        if is_back and road.furthest == ahead:
            yield Find("comeback", leader, (victim,))
    elif known < 0:
        return  # a first leader takes the lead by their own move
    elif since == turn and former == known and road.come[former] < then[former]:
        yield Find("lead-falls", leader, (victim,))
    else:
        yield Find("lead-too", leader, (victim,))


def _records(ply: Ply[Any], memory: Memory, turn: int) -> Iterator[Find]:
    """Note the first capture and the longest drought, and yield those that break a record of the chat."""
    feats, best = memory.setdefault(FEATS, [0, 0]), memory.get(BEST, ())
    best = best if len(best) in (3, 4) and any(best[:3]) else ()  # a stored note may be anything
    fell = memory.setdefault(FELL, [0, -1, 0, -1]) if best else []
    for event in ply.events:
        if isinstance(event, Captured) and event.owner != event.seat and not feats[0]:
            feats[0] = max(1, turn)
            if best and feats[0] < best[0]:
                fell[:2] = [feats[0], event.seat]
                yield Find("quickest", event.seat, (event.owner,), feats[0])
    if not ply.ends_turn:
        return
    shut = memory.get("shut", (0,))
    dry = max(range(len(shut)), key=shut.__getitem__)  # at Palma, another seat may have ended its turn
    if shut[dry] <= max(DROUGHT - 1, feats[1]):
        return
    feats[1] = shut[dry]
    if best and feats[1] > best[1]:
        is_new = fell[3] != dry
        fell[2:] = [feats[1], dry]
        if is_new:
            yield Find("longest", dry, n=feats[1])


def _note_losses(match: Match[Any], before: Any, ply: Ply[Any], road: Road, memory: Memory, turn: int) -> None:
    """Note the last capture, none within a team, and the worst of each seat, by anybody."""
    for event in ply.events:
        if isinstance(event, Captured):
            cost = match.game.steps(before)[event.owner] - match.game.steps(ply.state)[event.owner]
            worst = memory.setdefault(WORST, [0] * len(match.game.way(before)))
            worst[event.owner] = max(worst[event.owner], cost)
            if event.square.isdecimal() and road.side_of(event.seat) != road.side_of(event.owner):
                hit = memory[HIT] = [event.seat, event.owner, int(event.square)]
                memory[BLOW] = [cost, *hit, turn]
                _note_hurt(road, event.owner, cost, int(event.square), memory, turn)


def _note_hurt(road: Road, owner: int, cost: int, square: int, memory: Memory, turn: int) -> None:
    """Note a dear loss of a side, unless it had a dearer one lately."""
    at, hurt = 3 * road.side_of(owner), memory.setdefault(HURT, [0] * 3 * len(road.sides))
    is_old = turn - hurt[at + 2] > LATELY * sum(map(len, road.sides))
    if cost >= DEAR and (is_old or cost >= hurt[at]):
        hurt[at : at + 3] = [cost, square, turn]
