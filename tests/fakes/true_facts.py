"""Look up by the rules alone whether a fact that is named as a reason is true, by playing what follows of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from engine.events import Captured, Entered, Lost, Moved, Passed, Won
from engine.game import Game
from engine.palma.events import Rethrow, Slid, StakeWon
from engine.palma.state import Phase as PalmaPhase
from engine.parchis.events import ThirdSix
from engine.parchis.state import Phase
from engine.players.reasons.fact import Fact, PalmaFact, ParchisFact


@dataclass(frozen=True)
class Look:
    """A line of play, to look facts up in: the positions before and after it, and what happened."""

    game: Game[Any]
    before: Any
    after: Any
    events: list[Any]

    @property
    def mover(self) -> Any:
        return self.before.setup.slots[self.before.slot]

    def moved(self, piece: str) -> bool:
        return step_of(self.before, piece) != step_of(self.after, piece)

    def of(self, kind: type) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]

    def own(self, seat: int) -> bool:
        return bool(self.before.setup.side_of_seat[seat] == self.mover.side)

    def hunters(self, state: Any, piece: str) -> set[str]:
        return hunters(self.game, state, self.mover, piece)


# Parchís ------------------------------------------------------------------------------------------


def seat_of(state: Any, piece: str) -> int:
    return next(seat for seat, own in enumerate(state.setup.seats) if "YBRGPO".index(piece[0]) in own)


def step_of(state: Any, piece: str) -> int:
    return int(state.steps[4 * "YBRGPO".index(piece[0]) + int(piece[1]) - 1])


@lru_cache(maxsize=64)
def captures(game: Game[Any], state: Any, slots: tuple[int, ...]) -> set[tuple[str, str]]:
    """Return who captures whom, if these slots were to throw or pick now: by playing all of it."""
    found = set()
    for slot in slots:
        if state.setup.rules.diceless:
            ready = state._replace(slot=slot, phase=Phase.PICK, throw=0, bonus=0, sixes=0, last=-1)
            thrown = [game.apply(ready, move).state for move in game.moves(ready) if move != "n0"]
        else:
            ready = state._replace(slot=slot, phase=Phase.MOVE, bonus=0, sixes=0, last=-1)
            thrown = [ready._replace(throw=number, again=False) for number in range(1, 7)]
        for waiting in thrown:
            if waiting.phase is not Phase.MOVE or waiting.slot != slot:
                continue
            for move in game.moves(waiting):
                events = game.apply(waiting, move).events
                found |= {(event.piece, event.by) for event in events if isinstance(event, Captured)}
    return found


def sides(state: Any) -> list[int]:
    return [state.setup.side_of_seat[slot.seat] for slot in state.setup.slots]


def hunters(game: Game[Any], state: Any, mover: Any, piece: str) -> set[str]:
    playing = {side for side, own in enumerate(state.setup.sides) if any_left(state, own)}
    foes = tuple(at for at, side in enumerate(sides(state)) if side != mover.side and side in playing)
    return {by for victim, by in captures(game, state, foes) if victim == piece}


def any_left(state: Any, colours: tuple[int, ...]) -> bool:
    goal = state.setup.board.goal
    return any(state.steps[4 * colour + n] != goal for colour in colours for n in range(4))


def prey(game: Game[Any], state: Any, mover: Any) -> set[str]:
    mine = tuple(at for at, slot in enumerate(state.setup.slots) if slot.seat == mover.seat)
    own = set(state.setup.sides[mover.side])
    return {victim for victim, _ in captures(game, state, mine) if "YBRGPO".index(victim[0]) not in own}


def ahead(state: Any, piece: str) -> list[str]:
    """Return the ring squares within six steps before a piece that stands on the ring."""
    board, colour, step = state.setup.board, "YBRGPO".index(piece[0]), step_of(state, piece)
    if not 0 <= step <= board.mouth:
        return []
    squares = [board.square(colour, at) for at in range(step + 1, min(step + 6, board.goal - 1) + 1)]
    return [square for square in squares if square.isdecimal()]


def standing(state: Any, square: str) -> list[str]:
    return [
        f"{'YBRGPO'[colour]}{n + 1}"
        for colour in state.setup.colours
        for n in range(4)
        if state.steps[4 * colour + n] >= 0 and state.squares(colour)[n] == square
    ]


def bars(state: Any, square: str) -> bool:
    """Tell whether two pieces on a square let nobody pass (P40 to P42, P70, P73)."""
    there = standing(state, square)
    if len(there) < 2:
        return False
    one, other = ("YBRGPO".index(piece[0]) for piece in there)
    rules = state.setup.rules
    friendly = (rules.team_pair if state.setup.teams else rules.own_pair) == "barrier"
    side = state.setup.side_of_colour
    return one == other or (friendly and side[one] == side[other]) or rules.mixed_pair_blocks


def behind(state: Any, square: str, side: int) -> list[str]:
    of = state.setup.side_of_colour
    pieces = [f"{'YBRGPO'[colour]}{n + 1}" for colour in state.setup.colours for n in range(4) if of[colour] != side]
    return [piece for piece in pieces if square in ahead(state, piece)]


def sheltered(state: Any, piece: str, square: str) -> bool:
    return square.isdecimal() and int(square) in state.setup.board.shelters and step_of(state, piece) >= 0


def square_of(state: Any, piece: str) -> str:
    return str(state.squares("YBRGPO".index(piece[0]))[int(piece[1]) - 1])


def seats(state: Any, pieces: Iterable[str]) -> set[int]:
    return {seat_of(state, piece) for piece in pieces}


def is_capture(fact: Fact, look: Look) -> bool:
    caught = [event for event in look.of(Captured) if event.by == fact.piece and (event.owner,) == fact.seats]
    return bool(caught) and look.own(fact.seats[0]) == (fact.kind is ParchisFact.CAPTURES_OWN)


def is_saved(fact: Fact, look: Look) -> bool:
    was, moved = look.hunters(look.before, fact.piece), look.moved(fact.piece)
    same = len(was) == fact.count and seats(look.before, was) == set(fact.seats)
    safe = not look.hunters(look.after, fact.piece) and step_of(look.after, fact.piece) >= 0
    return same and safe and moved == (fact.kind is ParchisFact.ESCAPES)


def is_in_danger(fact: Fact, look: Look) -> bool:
    now = look.hunters(look.after, fact.piece)
    if not now or seats(look.after, now) != set(fact.seats):
        return False
    if fact.kind is ParchisFact.AT_THE_DOOR:
        return all(step_of(look.after, each) < 0 for each in now)
    stays = fact.kind is ParchisFact.STAYS_EXPOSED
    went = stays or look.moved(fact.piece) == (fact.kind is ParchisFact.EXPOSED)
    return len(now) == fact.count and bool(look.hunters(look.before, fact.piece)) == stays and went


def is_safe(fact: Fact, look: Look) -> bool:
    there = square_of(look.after, fact.piece) == fact.place
    return look.moved(fact.piece) and there and sheltered(look.after, fact.piece, fact.place)


def has_left_safety(fact: Fact, look: Look) -> bool:
    left = square_of(look.before, fact.piece) == fact.place and sheltered(look.before, fact.piece, fact.place)
    return left and not sheltered(look.after, fact.piece, square_of(look.after, fact.piece))


def is_barrier(fact: Fact, look: Look) -> bool:
    held = behind(look.after, fact.place, look.mover.side)
    new = bars(look.after, fact.place) and not bars(look.before, fact.place)
    own = all(look.own(seat) for seat in seats(look.after, standing(look.after, fact.place)))
    return new and own and len(held) == fact.count and seats(look.after, held) == set(fact.seats)


def is_opened(fact: Fact, look: Look) -> bool:
    held = behind(look.before, fact.place, look.mover.side)
    opened = bars(look.before, fact.place) and not bars(look.after, fact.place)
    return opened and len(held) == fact.count and seats(look.before, held) == set(fact.seats)


def is_barred(fact: Fact, look: Look) -> bool:
    first = next(square for square in ahead(look.after, fact.piece) if bars(look.after, square))
    owners = seats(look.after, standing(look.after, first))
    return not any(map(look.own, owners)) and owners == set(fact.seats) and look.moved(fact.piece)


def hunts(fact: Fact, look: Look) -> bool:
    new = prey(look.game, look.after, look.mover) - prey(look.game, look.before, look.mover)
    return sum((seat_of(look.after, victim),) == fact.seats for victim in new) == fact.count > 0


def keeps_a_five(fact: Fact, look: Look) -> bool:
    ready = look.after._replace(slot=look.before.slot, phase=Phase.PICK, throw=0, bonus=0, sixes=0, last=-1)
    return any(move.endswith("+in") for move in look.game.moves(look.game.apply(ready, "n5").state))


def is_at_an_end(fact: Fact, look: Look) -> bool:
    state, goal = look.before, look.before.setup.board.goal
    own = state.setup.seats[seat_of(state, fact.piece)]
    steps = [state.steps[4 * colour + n] for colour in own for n in range(4)]
    on_way = [step for step in steps if 0 <= step < goal]
    end = min(on_way) if fact.kind is ParchisFact.LAST else max(on_way)
    return step_of(state, fact.piece) == end and on_way.count(end) == 1 and len(on_way) > 1


PARCHIS_TRUE: dict[ParchisFact, Callable[[Fact, Look], bool]] = {
    ParchisFact.WINS: lambda fact, look: not any_left(look.after, look.before.setup.sides[look.mover.side]),
    ParchisFact.CAPTURES: is_capture,
    ParchisFact.CAPTURES_OWN: is_capture,
    ParchisFact.GOAL: lambda fact, look: any(
        event.piece == fact.piece and event.to == "F" for event in look.of(Moved)
    ),
    ParchisFact.ENTERS: lambda fact, look: any(event.piece == fact.piece for event in look.of(Entered)),
    ParchisFact.PASSES: lambda fact, look: bool(look.before.steps == look.after.steps),
    ParchisFact.AGAIN: lambda fact, look: (
        look.after.slot == look.before.slot and look.after.phase in (Phase.THROW, Phase.PICK)
    ),
    ParchisFact.ESCAPES: is_saved,
    ParchisFact.RELIEVED: is_saved,
    ParchisFact.EXPOSED: is_in_danger,
    ParchisFact.BARED: is_in_danger,
    ParchisFact.STAYS_EXPOSED: is_in_danger,
    ParchisFact.AT_THE_DOOR: is_in_danger,
    ParchisFact.SAFE: is_safe,
    ParchisFact.LEAVES_SAFETY: has_left_safety,
    ParchisFact.CORRIDOR: lambda fact, look: (
        square_of(look.after, fact.piece).startswith("c") and not square_of(look.before, fact.piece).startswith("c")
    ),
    ParchisFact.BARRIER: is_barrier,
    ParchisFact.OPENS: is_opened,
    ParchisFact.BARRED: is_barred,
    ParchisFact.HUNTS: hunts,
    ParchisFact.GOAL_NEXT: lambda fact, look: (
        look.moved(fact.piece)
        and all(arrives(look.game, look.after, look.before.slot, fact.piece, number) for number in fact.numbers)
    ),
    ParchisFact.THIRD_SIX: lambda fact, look: any(
        isinstance(event, ThirdSix) and event.piece == fact.piece and not event.spared
        for event in look.game.apply(look.after, "6").events
    ),
    ParchisFact.KEEPS_FIVE: keeps_a_five,
    ParchisFact.LAST: is_at_an_end,
    ParchisFact.FIRST: is_at_an_end,
}


def arrives(game: Game[Any], state: Any, slot: int, piece: str, number: int) -> bool:
    if state.setup.rules.diceless:
        ready = state._replace(slot=slot, phase=Phase.PICK, throw=0, bonus=0, sixes=0, last=-1)
        waiting = game.apply(ready, f"n{number}").state
    else:
        waiting = state._replace(slot=slot, phase=Phase.MOVE, throw=number, bonus=0, sixes=0, last=-1)
    return any(
        isinstance(event, Moved) and event.piece == piece and event.to == "F"
        for move in game.moves(waiting)
        for event in game.apply(waiting, move).events
    )


def unsaid(game: Game[Any], before: Any, after: Any, facts: tuple[Fact, ...]) -> list[str]:
    """Return the mover's pieces in danger of which nothing is said."""
    mover = before.setup.slots[before.slot]
    if any(fact.kind is ParchisFact.WINS for fact in facts):
        return []
    told = {fact.piece for fact in facts if fact.speaks_against}
    pieces = [f"{'YBRGPO'[colour]}{n + 1}" for colour in before.setup.sides[mover.side] for n in range(4)]
    return [piece for piece in pieces if piece not in told and hunters(game, after, mover, piece)]


# Palma --------------------------------------------------------------------------------------------


def hole(state: Any, side: int, piece: str) -> int:
    return int(state.pieces[side][int(piece[1:]) - 1])


def slides(fact: Fact, look: Look) -> bool:
    (slid,) = look.of(Slid)
    forward = int(slid.to) > int(slid.origin)
    there = hole(look.after, look.before.mover, fact.piece) == int(fact.place)
    return slid.to == fact.place and there and forward == (fact.kind is PalmaFact.SLIDES)


def palma_end(fact: Fact, look: Look) -> bool:
    here = hole(look.before, look.before.mover, fact.piece)
    on_way = [each for each in look.before.pieces[look.before.mover] if 0 <= each < 25]
    end = min(on_way) if fact.kind is PalmaFact.LAST else max(on_way)
    return here == end and len(on_way) > 1 and on_way.count(end) == 1


def throws(fact: Fact, look: Look) -> list[list[Any]]:
    return [plays(look.game, look.after, look.before.mover, number) for number in fact.numbers]


def has(events: list[Any], kind: type, **values: str) -> bool:
    return any(isinstance(each, kind) and all(getattr(each, n) == v for n, v in values.items()) for each in events)


PALMA_TRUE: dict[PalmaFact, Callable[[Fact, Look], bool]] = {
    PalmaFact.WINS: lambda fact, look: look.of(Won)[0].seats == (look.before.mover,),
    PalmaFact.SLIDES: slides,
    PalmaFact.SLIDES_BACK: slides,
    PalmaFact.RETHROW: lambda fact, look: (
        has(look.events, Rethrow, hole=fact.place) and look.after.seat == look.before.mover
    ),
    PalmaFact.STAKE: lambda fact, look: has(look.events, StakeWon, hole=fact.place),
    PalmaFact.ENTERS: lambda fact, look: (
        hole(look.after, look.before.mover, fact.piece) == 0
        and (hole(look.before, look.before.mover, fact.piece) == -1)
    ),
    PalmaFact.ARRIVES: lambda fact, look: (
        hole(look.before, look.before.mover, fact.piece)
        < 25
        <= int(fact.place)
        == hole(look.after, look.before.mover, fact.piece)
    ),
    PalmaFact.SLIDE_NEXT: lambda fact, look: all(
        has(events, Slid, piece=fact.piece, to=fact.place) for events in throws(fact, look)
    ),
    PalmaFact.RETHROW_NEXT: lambda fact, look: all(
        has(events, Rethrow, hole=fact.place) for events in throws(fact, look)
    ),
    PalmaFact.NO_USE: lambda fact, look: (
        set(fact.numbers)
        == {number for number in (1, 2, 3, 5) if not plays(look.game, look.after, look.before.mover, number)}
    ),
    PalmaFact.LAST: palma_end,
    PalmaFact.FIRST: palma_end,
}


def plays(game: Game[Any], state: Any, side: int, number: int) -> list[Any]:
    """Return all that a side's movements of a throw bring; nothing if it cannot use the throw."""
    ready = state._replace(phase=PalmaPhase.THROW, seat=side, mover=side, throw=None, stack=(side,), owner=side)
    thrown = game.apply(ready, str(number))
    if any(isinstance(event, Lost | Passed) for event in thrown.events):
        return []
    return [event for move in game.moves(thrown.state) for event in game.apply(thrown.state, move).events]


TRUE: dict[str, dict[Any, Callable[[Fact, Look], bool]]] = {"palma": PALMA_TRUE, "parchis": PARCHIS_TRUE}
"""For each game, and each kind of fact, what makes it true."""
