"""Follow the race of a game's sides for its story: the lead, the calm, chapters, and the records of the chat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from bot.core.games.commentary import Find, Memory
from engine.events import Captured
from engine.game import Game
from engine.match import Match
from engine.plies import Ply

CLEAR, EARLY = 28, 8
"""Divisors of a side's way: the least lead, and the least progress before anybody leads."""
TIGHT = 5
"""Hundredths of the way that make a close race."""
CALM = 14
"""Turns without a sentence after which the calm itself is news."""
EARLIEST = 3
"""Rounds before the first chapter."""
ROUNDS = 10
"""Rounds from one chapter to the next."""
SOME, MOST = 10, 90
"""Hundredths of the leader's way between which such a chapter has something to tell."""
SOON = 42
"""Hundredths of the leader's way from which on half-time is near."""
PREY = 3
"""Pieces lost from which on a side is the hunted one of a chapter."""
BEST = "best"
"""The note with the records of the chat as they were at the start: quickest capture, longest drought, comeback."""
FEATS = "feats"
"""The note with the same of this game: the turn of its first capture, its longest drought, 0 for none."""
FELL = "fell"
"""The note of the records that fell: the turn and seat of a capture, the turns and seat of a drought."""
TURNS = "turns"
"""The note of how many turns each seat has begun."""
DROUGHT = 5
"""Turns without a piece in play that may be a record."""


def race(match: Match[Any], before: Any, ply: Ply[Any], memory: Memory, turn: int, bare: int) -> Iterator[Find]:
    """Yield what may be news of the race; `bare`: turns since the last sentence, chapters aside."""
    if ply.next_seat is not None:  # at Palma, another seat may end a turn
        turns = memory.setdefault(TURNS, [0] * len(match.game.steps(before)))
        turns[ply.next_seat] += 1
    _note_losses(match, before, ply, memory)
    yield from _records(ply, memory, turn)
    if not ply.ends_turn:
        return
    sides, come = progress(match, ply)
    order = sorted(range(len(sides)), key=lambda side: (-come[side], side))
    ahead, behind = order[0], order[1]
    deepest = memory.setdefault("behind", [0] * len(sides))
    for side, done in enumerate(come):
        deepest[side] = max(deepest[side], come[ahead] - done)
    led, swaps = memory.setdefault("led", [0] * len(sides)), memory.setdefault("swaps", [0, -1])
    if (come[ahead] - come[behind]) * CLEAR >= 100 and come[ahead] * EARLY >= 100:
        led[ahead] += 1
        if swaps[1] not in (-1, ahead):
            swaps[0] += 1
            kind = "lead" if ply.seat in sides[ahead] else "lead-falls"
            yield Find(kind, sides[ahead][0], (sides[swaps[1]][0],), come[ahead])
        swaps[1] = ahead
    if bare >= CALM:
        yield Find("lull", sides[ahead][0], n=bare)
    kind = _chapter(come[ahead], come[behind], turn, sum(map(len, sides)), memory)
    if kind:
        lost = memory.get("lost", [0] * sum(map(len, sides)))
        losses = [sum(lost[seat] for seat in side) for side in sides]
        prey = max(order[1:], key=lambda side: losses[side])
        if kind != "close" and losses[prey] >= PREY and losses[prey] > losses[ahead]:
            kind = "half-hunted" if kind == "half" else "hunted"
            yield Find(kind, sides[ahead][0], (sides[prey][0],), come[ahead], losses[prey])
        else:
            yield Find(kind, sides[ahead][0], (sides[behind][0],), come[ahead], come[behind])


def near_the_end(match: Match[Any], ply: Ply[Any], seat: int) -> Find:
    """Return the chapter before the end: a player has one piece left."""
    sides, come = progress(match, ply)
    own = next(at for at, side in enumerate(sides) if seat in side)
    rival = max((at for at in range(len(sides)) if at != own), key=lambda at: (come[at], -at))
    return Find("near", seat, (sides[rival][0],), come[own], come[rival])


def progress(match: Match[Any], ply: Ply[Any]) -> tuple[tuple[tuple[int, ...], ...], list[int]]:
    """Return the sides, and the hundredths of their way that they have done."""
    sides = match.teams or tuple((seat,) for seat in range(len(match.game.way(ply.state))))
    return sides, made(match.game, ply.state, sides)


def made(game: Game[Any], state: Any, sides: Sequence[Sequence[int]]) -> list[int]:
    """Return the hundredths of its way that each side has done."""
    steps, way = game.steps(state), game.way(state)
    return [100 * sum(steps[seat] for seat in side) // sum(way[seat] for seat in side) for side in sides]


def _records(ply: Ply[Any], memory: Memory, turn: int) -> Iterator[Find]:
    """Note the first capture and the longest drought, and yield those that break a record of the chat."""
    feats, best = memory.setdefault(FEATS, [0, 0]), memory.get(BEST, ())
    best = best if len(best) == 3 else ()  # a stored note may be anything
    fell = memory.setdefault(FELL, [0, -1, 0, -1]) if best else []
    for event in ply.events:
        if isinstance(event, Captured) and event.owner != event.seat and not feats[0]:
            feats[0] = max(1, turn)
            if best and feats[0] < best[0]:
                fell[:2] = [feats[0], event.seat]
                yield Find("quickest", event.seat, (event.owner,), feats[0])
    shut = memory.get("shut", (0,))
    dry = max(range(len(shut)), key=shut.__getitem__)  # at Palma, another seat may have ended its turn
    if not ply.ends_turn or shut[dry] <= max(DROUGHT - 1, feats[1]):
        return
    feats[1] = shut[dry]
    if best and feats[1] > best[1]:
        is_new = fell[3] != dry
        fell[2:] = [feats[1], dry]
        if is_new:
            yield Find("longest", dry, n=feats[1])


def _note_losses(match: Match[Any], before: Any, ply: Ply[Any], memory: Memory) -> None:
    """Note how many pieces each seat lost, and the capture that cost the most steps."""
    for event in ply.events:
        if isinstance(event, Captured) and event.owner != event.seat:
            steps = match.game.steps(before)
            memory.setdefault("lost", [0] * len(steps))[event.owner] += 1
            cost = steps[event.owner] - match.game.steps(ply.state)[event.owner]
            if cost > memory.setdefault("worst", [0, 0, 0])[0]:
                memory["worst"] = [cost, event.seat, event.owner]


def _chapter(first: int, second: int, turn: int, seats: int, memory: Memory) -> str:
    """Return the kind of chapter that is due, for the progress of the first two sides; mostly none."""
    since, halved = memory.setdefault("chapter", [0, 0])
    if first >= 50 and not halved and turn >= EARLIEST * seats:
        memory["chapter"] = [turn, 1]
        return "half"
    soon = not halved and first >= SOON  # half-time says it all again
    if soon or turn - since < ROUNDS * seats or not SOME <= first <= MOST:
        return ""
    memory["chapter"] = [turn, halved]
    return "close" if first - second < TIGHT else "round"
