"""Follow the race of a game's sides for its story: the lead, the calm, chapters, and the records of the chat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from bot.core.games.commentary import Find, Memory
from bot.core.games.profiles import profile_of
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
"""Rounds from one chapter to the next, for two or three players."""
CROWD, TURNS_APART = 4, 10
"""Players from which on chapters are this many turns apart, and one more for each player."""
GAIN, LOSS = 12, 8
"""Hundredths of a side's way, won or lost since the last chapter, that a chapter is about."""
SOME, FINISH = 10, 80
"""Hundredths of the leader's way from which on chapters have something to tell, and of the finish."""
ARRIVALS = frozenset({"in-goal", "one-left", "all-in"})
"""The kinds of a piece that arrives, with the number of its player's pieces that have arrived and of all."""
SOON = 47
"""Hundredths of the leader's way from which on half-time is near."""
HALF_TIME = 2
SPLIT = 0
"""The number of the chapter among all of a side that leads by its pieces, and another by its way."""
FEW = 3
"""The most pieces that a leader may miss for the finish to have begun."""
RIVAL = 25
"""Hundredths of the way that a rival may be behind for the end to be a race."""
PREY = 3
"""Pieces lost from which on a side is the hunted one of a chapter."""
BEST = "best"
"""The note with the records of the chat as they were at the start: quickest capture, longest drought, comeback."""
FEATS = "feats"
"""The note with the same of this game: the turn of its first capture, its longest drought, 0 for none."""
FELL = "fell"
"""The note of the records that fell: the turn and seat of a capture, the turns and seat of a drought."""
FRONT = "front"
"""The note of the changes of the lead that the story told, and of the side that it last had in front."""
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
    order = ranked(match.game, ply.state, sides)
    ahead, furthest = order[0], max(come)
    deepest = memory.setdefault("behind", [0] * len(sides))
    for side, done in enumerate(come):
        deepest[side] = max(deepest[side], furthest - done)
    led, swaps = memory.setdefault("led", [0] * len(sides)), memory.setdefault("swaps", [0, -1])
    chaser = max(come[side] for side in order[1:])
    if (come[ahead] - chaser) * CLEAR >= 100 and come[ahead] * EARLY >= 100:
        led[ahead] += 1
        former, swaps[1] = swaps[1], ahead
        if former not in (-1, ahead):
            swaps[0] += 1
            yield from _new_leader(sides, former, ahead, ply.seat, memory)
    if bare >= CALM:
        yield Find("lull", sides[ahead][0], n=bare)
    if due := _chapter_is_due(come[ahead], turn, sum(map(len, sides)), memory):
        yield _chapter(match, ply, order, memory, half=due == HALF_TIME)


def note_leader(match: Match[Any], ply: Ply[Any], memory: Memory, *, is_new: bool) -> None:
    """Note whom a sentence of this ply has in front, and count the changes that readers have seen."""
    sides, _ = progress(match, ply)
    ahead = ranked(match.game, ply.state, sides)[0]
    front = memory.setdefault(FRONT, [0, -1])
    front[0] += is_new or front[1] not in (-1, ahead)
    front[1] = ahead


def _new_leader(sides: Sequence[Sequence[int]], former: int, ahead: int, seat: int, memory: Memory) -> Iterator[Find]:
    """Yield a change of the clear lead, unless readers know this leader already."""
    known, falls = memory.get(FRONT, [0, -1])[1], seat not in sides[ahead]
    if known != ahead and (not falls or known in (-1, former)):
        victim = former if known < 0 else known
        yield Find("lead-falls" if falls else "lead", sides[ahead][0], (sides[victim][0],))


def near_the_end(match: Match[Any], ply: Ply[Any], seat: int) -> Find:
    """Return the chapter before the end, of a player with one piece left: a close race, or only the numbers."""
    sides, come = progress(match, ply)
    own = next(at for at, side in enumerate(sides) if seat in side)
    rival = max((at for at in range(len(sides)) if at != own), key=come.__getitem__)
    if not 0 <= come[own] - come[rival] <= RIVAL:  # the rival is the favourite, or far behind: only count
        left = missing(match.game, ply.state, sides)
        return Find("finish", sides[own][0], (sides[rival][0],), left[own], left[rival])
    return Find("near", seat, (sides[rival][0],), come[own], come[rival])


def leaves_one(match: Match[Any], ply: Ply[Any], find: Find) -> bool:
    """Return whether a find is an arrival after which its side has one piece left."""
    if find.kind not in ARRIVALS:
        return False
    sides, _ = progress(match, ply)
    side = next(side for side in sides if find.seat in side)
    return find.m * len(side) - arrived(match.game, ply.state, [side])[0] == 1


def progress(match: Match[Any], ply: Ply[Any]) -> tuple[tuple[tuple[int, ...], ...], list[int]]:
    """Return the sides, and the hundredths of their way that they have done."""
    sides = match.teams or tuple((seat,) for seat in range(len(match.game.way(ply.state))))
    return sides, made(match.game, ply.state, sides)


def ranked(game: Game[Any], state: Any, sides: Sequence[Sequence[int]]) -> list[int]:
    """Return the sides in the order of their places if the game ended now; of equals the one further on its way."""
    places, come = game.ranking(state), made(game, state, sides)
    return sorted(range(len(sides)), key=lambda side: (places[sides[side][0]], -come[side], side))


def made(game: Game[Any], state: Any, sides: Sequence[Sequence[int]]) -> list[int]:
    """Return the hundredths of its way that each side has done."""
    steps, way = game.steps(state), game.way(state)
    return [100 * sum(steps[seat] for seat in side) // sum(way[seat] for seat in side) for side in sides]


def arrived(game: Game[Any], state: Any, sides: Sequence[Sequence[int]]) -> list[int]:
    """Return how many pieces of each side have arrived; 0 in games that count none."""
    each = profile_of(game.name).arrived(state)
    return [sum(each[seat] for seat in side if each) for side in sides]


def missing(game: Game[Any], state: Any, sides: Sequence[Sequence[int]]) -> list[int]:
    """Return how many pieces of each side still have to arrive; 0 in games that count none."""
    pieces, goals = profile_of(game.name).pieces(state), arrived(game, state, sides)
    return [sum(pieces[seat] for seat in side if pieces) - come for side, come in zip(sides, goals, strict=True)]


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


def _chapter_is_due(first: int, turn: int, seats: int, memory: Memory) -> int:
    """Return HALF_TIME, 1 if another chapter is due, for the leader's progress; mostly 0."""
    since, halved = memory.setdefault("chapter", [0, 0])
    if first >= 50 and not halved and turn >= EARLIEST * seats:
        memory["chapter"] = [turn, 1]
        return HALF_TIME
    soon = not halved and first >= SOON  # half-time says it all again
    apart = TURNS_APART + seats if seats >= CROWD else ROUNDS * seats
    apart *= 2 if seats > CROWD and first < FINISH else 1  # a long game
    if soon or turn - since < apart or first < SOME:
        return 0
    memory["chapter"] = [turn, halved]
    return 1


def _chapter(match: Match[Any], ply: Ply[Any], order: Sequence[int], memory: Memory, *, half: bool) -> Find:
    """Return the chapter: what stands out since the last one, and another kind than that was."""
    sides, come = progress(match, ply)
    ahead, behind = order[0], order[1]
    goals = arrived(match.game, ply.state, sides)
    left = missing(match.game, ply.state, sides)
    furthest = max(range(len(sides)), key=come.__getitem__)
    is_split = come[furthest] - come[ahead] >= TIGHT and goals[ahead] > goals[furthest]
    is_close = goals[ahead] == goals[behind] and max(abs(come[ahead] - come[at]) for at in (behind, furthest)) < TIGHT
    duel = "-duel" if len(sides) == 2 else ""
    lost = memory.get("lost", [0] * sum(map(len, sides)))
    losses = [sum(lost[seat] for seat in side) for side in sides]
    prey = max(order[1:], key=lambda side: losses[side])
    then, last = memory.get("then", [0] * len(sides)), memory.setdefault("chapters", [-1, 0])
    won = [now - before for now, before in zip(come, then, strict=True)]
    climber = max(order[1:], key=won.__getitem__)
    faller = min(range(len(sides)), key=won.__getitem__)
    is_hunted = losses[prey] >= PREY and losses[prey] > max(losses[ahead], last[1])
    leader, rivals = sides[ahead][0], [sides[side][0] for side in range(len(sides))]
    found = (
        (is_split, Find("split", leader, (rivals[furthest],))),
        (is_hunted, Find("hunted", leader, (rivals[prey],), come[ahead], losses[prey])),
        (won[faller] <= -LOSS and faller != ahead, Find("slump", rivals[faller], (leader,), -won[faller])),
        (won[climber] >= GAIN and sum(then) > 0, Find("surge", rivals[climber], (leader,), won[climber])),
        (is_close, Find("close", leader, (rivals[behind],))),
        (True, Find(f"round{duel}", leader, (rivals[behind],))),
        (
            come[ahead] >= FINISH and 0 < left[ahead] <= FEW,
            Find("finish", leader, (rivals[behind],), left[ahead], left[behind]),
        ),
    )
    memory["then"] = [*come]
    if half and not is_split:
        hunted = replace(found[1][1], kind="half-hunted")
        return hunted if is_hunted else Find(f"half{duel}", leader, (rivals[behind],))
    finish = len(found) - 1
    # another sentence about who is in front would contradict the numbers after it
    fitting = [at for at, (fits, _) in enumerate(found) if fits and (not is_split or at in (SPLIT, finish))]
    others = [at for at in fitting if at != last[0]] or fitting
    at = finish if finish in others else others[0]
    memory["chapters"] = [at, losses[prey] if at == 1 else last[1]]
    return found[at][1]
