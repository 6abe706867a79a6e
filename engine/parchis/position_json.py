"""Positions of Parchís as JSON objects, both ways, with the check that a position is possible.

A position in phase `move` or `bonus` that nothing can move is accepted, though play never stops there: readers use it
to ask whether a roll can be played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from engine.errors import BadPosition, echo
from engine.parchis.board import HOME, LETTERS, PIECES, piece_name, pieces_by_name
from engine.parchis.presets import rules_json
from engine.parchis.seating import as_letters
from engine.parchis.setup import Setup, setup_of
from engine.parchis.state import Phase, State
from engine.parchis.turn_flow import NUMBERS, Play


def position_of(state: State) -> dict[str, Any]:
    setup = state.setup
    position: dict[str, Any] = {
        "game": "parchis",
        "rules": rules_json(setup.rules),
        "seats": as_letters(setup.seats),
        "teams": None if setup.teams is None else [list(team) for team in setup.teams],
        "pieces": {LETTERS[colour]: list(state.squares(colour)) for colour in setup.colours},
        "arrivals": {str(square): [LETTERS[a // PIECES], LETTERS[b // PIECES]] for square, a, b in state.arrivals},
        "seat": state.seat,
        "phase": state.phase.value,
        "throw": state.throw or None,
        "sixes": state.sixes,
        "last": None if state.last < 0 else piece_name(state.last),
        "bonus": state.bonus or None,
        "again": state.again,
        "starter": None if state.starter < 0 else state.starter,
        "opening": _opening_json(state),
        "finished": list(state.finished),
    }
    if setup.rules.turns_by_colour:
        position["colour"] = LETTERS[setup.slots[state.slot].own[0]]
    if setup.rules.diceless:
        order = _pool_order(setup)
        position["pools"] = [list(state.pools[slot]) for slot in order]
        position["cycles"] = [state.cycles[slot] for slot in order]
    return position


def _opening_json(state: State) -> dict[str, Any] | None:
    if state.phase is not Phase.OPENING:
        return None
    return {"to_throw": list(state.to_throw), "thrown": {str(seat): value for seat, value in state.thrown}}


def _pool_order(setup: Setup) -> list[int]:
    """Return the slots in the order of their pools: by seat, or by colour with `turns_by_colour`."""
    slots = range(len(setup.slots))
    return list(slots) if setup.by_colour else sorted(slots, key=lambda slot: setup.slots[slot].seat)


def state_of(position: Mapping[str, Any]) -> State:
    """Read a JSON position; absent fields are as at the start of a turn. Raises BadPosition, BadRules."""
    if not isinstance(position, Mapping):
        raise BadPosition("a position is an object")
    if position.get("game", "parchis") != "parchis":
        raise BadPosition(f"not a position of parchis: {echo(position.get('game'))}")
    setup = setup_of(position.get("rules"), position.get("seats"), position.get("teams"))
    reader = _Reader(setup, position)
    state = reader.state()
    return _filled(state, position)


class _Reader:
    """Reads and checks the fields of one position."""

    def __init__(self, setup: Setup, position: Mapping[str, Any]) -> None:
        self.setup = setup
        self.position = position

    def state(self) -> State:
        """Read the state, without the pools of a diceless game."""
        setup, steps = self.setup, self.steps()
        default = Phase.PICK if setup.rules.diceless else Phase.THROW
        complete = [side for side, colours in enumerate(setup.sides) if self._complete(steps, colours)]
        phase = self.phase(default, complete)
        finished = self.finished(complete)
        slot = self.slot()
        throw = self.number("throw", (1, 2, 3, 4, 5, 6), needed=phase is Phase.MOVE)
        bonus = self.number("bonus", (10, 20), needed=phase is Phase.BONUS)
        sixes = self.sixes(phase, throw)
        to_throw, thrown = self.opening(phase)
        if phase is Phase.OPENING:
            slot = setup.first_slot(to_throw[0])
        return State(
            setup=setup,
            steps=steps,
            phase=phase,
            slot=slot,
            arrivals=self.arrivals(steps),
            throw=throw if phase in (Phase.MOVE, Phase.BONUS, Phase.OVER) else 0,
            sixes=sixes,
            last=self.last(),
            bonus=bonus if phase is Phase.BONUS else 0,
            again=self.flag("again", default=throw == 6) if phase in (Phase.MOVE, Phase.BONUS) else False,
            starter=-1 if phase is Phase.OPENING else self.seat("starter"),
            to_throw=to_throw,
            thrown=thrown,
            finished=finished,
        )

    # pieces -------------------------------------------------------------------------------------------------------

    def steps(self) -> tuple[int, ...]:
        given = self.position.get("pieces")
        given = {} if given is None else given
        if not isinstance(given, Mapping):
            raise BadPosition("pieces are an object: lists of squares by colour")
        steps = [HOME] * (PIECES * self.setup.rules.colours)
        for letter, squares in given.items():
            colour = LETTERS.find(letter) if isinstance(letter, str) and len(letter) == 1 else -1
            if colour not in self.setup.colours:
                raise BadPosition(f"{echo(letter)} is not a colour of this game")
            if not isinstance(squares, list | tuple) or len(squares) > self.setup.rules.pieces:
                raise BadPosition(f"{letter} has a list of at most {self.setup.rules.pieces} squares")
            for index, square in enumerate(squares):
                steps[PIECES * colour + index] = self.step(colour, square)
        self._check_crowds(steps)
        return tuple(steps)

    def step(self, colour: int, square: Any) -> int:
        if not isinstance(square, str):
            raise BadPosition(f"squares are texts, not {echo(square)}")
        try:
            return self.setup.board.step(colour, square)
        except ValueError as error:
            raise BadPosition(str(error)) from error

    def _cells(self, steps: Sequence[int]) -> dict[int, list[int]]:
        there: dict[int, list[int]] = {}
        for colour in self.setup.colours:
            for piece in self.setup.pieces_of(colour):
                cell = self.setup.board.cells[colour][steps[piece]]
                if cell:
                    there.setdefault(cell, []).append(piece)
        return there

    def _check_crowds(self, steps: Sequence[int]) -> None:
        """Refuse more than two pieces on a cell, and foreign pieces together off shelters (P7, P44)."""
        for cell, pieces in self._cells(steps).items():
            names = ", ".join(map(piece_name, pieces))
            if len(pieces) > 2:
                raise BadPosition(f"{names} stand on one square; two is the most")
            if len(pieces) == 2 and not self.setup.board.safe[cell]:
                a, b = (piece // PIECES for piece in pieces)
                if not self.setup.pairs[a][b]:
                    raise BadPosition(f"{names} cannot share square {cell}, which is not a shelter")

    def arrivals(self, steps: Sequence[int]) -> tuple[tuple[int, int, int], ...]:
        """Read the given order of arrival, or use the order of the seats."""
        given = self.position.get("arrivals") or {}
        if not isinstance(given, Mapping):
            raise BadPosition("arrivals are an object: lists of colours by square")
        there = {str(cell): pieces for cell, pieces in self._cells(steps).items() if cell <= self.setup.board.length}
        rank = {colour: index for index, colour in enumerate(c for seat in self.setup.seats for c in sorted(seat))}
        order = {square: sorted(pieces, key=lambda piece: rank[piece // PIECES]) for square, pieces in there.items()}
        for square, letters in given.items():
            pieces = order.get(square, [])
            colours = [LETTERS[piece // PIECES] for piece in pieces]
            if not isinstance(letters, list | tuple) or Counter(map(str, letters)) != Counter(colours):
                raise BadPosition(f"arrivals of square {echo(square)} are not the colours that stand there")
            pieces.sort(key=lambda piece: letters.index(LETTERS[piece // PIECES]))
        mixed = ((int(square), p) for square, p in order.items() if len({piece // PIECES for piece in p}) == 2)
        return tuple(sorted((square, p[0], p[1]) for square, p in mixed))

    def _complete(self, steps: Sequence[int], colours: Sequence[int]) -> bool:
        goal = self.setup.board.goal
        return all(steps[piece] == goal for colour in colours for piece in self.setup.pieces_of(colour))

    # the turn -----------------------------------------------------------------------------------------------------

    def phase(self, default: Phase, complete: Sequence[int]) -> Phase:
        given = self.position.get("phase")
        if given is None:
            given = default
        if not isinstance(given, str) or given not in tuple(Phase):
            raise BadPosition(f"phase is one of {', '.join(Phase)}")
        phase = Phase(given)
        if phase in (Phase.THROW, Phase.PICK) and phase is not default:
            raise BadPosition(f"a game {'without' if default is Phase.PICK else 'with'} dice has no {echo(given)}")
        enough = len(self.setup.sides) - 1 if self.setup.rules.play_on else 1
        if (phase is Phase.OVER) != (len(complete) >= enough):
            raise BadPosition("the game is over when, and only when, enough sides have all their pieces in the goal")
        return phase

    def finished(self, complete: Sequence[int]) -> tuple[int, ...]:
        given = self.position.get("finished")
        if not self.setup.rules.play_on:
            if given:
                raise BadPosition("sides finish one by one only with play_on")
            return ()
        if given is None:
            return tuple(complete)
        if not isinstance(given, list | tuple) or any(type(side) is not int for side in given):
            raise BadPosition("finished is a list of sides")
        if sorted(given) != list(complete):
            raise BadPosition("finished are the sides that have all their pieces in the goal")
        return tuple(given)

    def slot(self) -> int:
        seat = self.seat("seat")
        letter = self.position.get("colour")
        if letter is None or not self.setup.rules.turns_by_colour:
            return self.setup.first_slot(seat)
        for index, slot in enumerate(self.setup.slots):
            if slot.seat == seat and LETTERS[slot.own[0]] == letter:
                return index
        raise BadPosition(f"colour {echo(letter)} is not one of seat {seat}")

    def seat(self, name: str) -> int:
        given = self.position.get(name)
        seat = 0 if given is None else given
        if type(seat) is not int or not 0 <= seat < len(self.setup.seats):
            raise BadPosition(f"{name} is a seat from 0 to {len(self.setup.seats) - 1}")
        return seat

    def number(self, name: str, legal: Sequence[int], *, needed: bool) -> int:
        given = self.position.get(name)
        if given is None:
            if needed:
                raise BadPosition(f"this phase needs {name}")
            return 0
        if type(given) is not int or given not in legal:
            raise BadPosition(f"{name} is one of {', '.join(map(str, legal))}, or null")
        return given

    def sixes(self, phase: Phase, throw: int) -> int:
        present = phase is Phase.MOVE and throw == 6
        given = self.position.get("sixes")
        if given is None:
            return int(present)
        if type(given) is not int or given < present or (given > 2 and not self.setup.rules.diceless):
            raise BadPosition("sixes is how many 6s this turn has had, the present one included: at most 2 with dice")
        return given

    def flag(self, name: str, *, default: bool) -> bool:
        given = self.position.get(name)
        if given is not None and type(given) is not bool:
            raise BadPosition(f"{name} is true or false")
        return default if given is None else given

    def last(self) -> int:
        given = self.position.get("last")
        if given is None:
            return -1
        piece = pieces_by_name().get(given) if isinstance(given, str) else None
        if piece is None or not any(piece in self.setup.pieces_of(colour) for colour in self.setup.colours):
            raise BadPosition(f"last is a piece of this game, not {echo(given)}")
        return piece

    def opening(self, phase: Phase) -> tuple[tuple[int, ...], tuple[tuple[int, int], ...]]:
        if phase is not Phase.OPENING:
            return (), ()
        given = self.position.get("opening")
        if given is None:
            return self.setup.seat_order, ()
        if not isinstance(given, Mapping) or not isinstance(given.get("thrown", {}), Mapping):
            raise BadPosition("opening has to_throw, a list of seats, and thrown, the throws by seat")
        seats = range(len(self.setup.seats))
        thrown = {}
        for seat, value in given.get("thrown", {}).items():
            if seat not in [str(number) for number in seats] or type(value) is not int or not 1 <= value <= 6:
                raise BadPosition("opening.thrown has throws from 1 to 6 by seat")
            thrown[int(seat)] = value
        waiting = given.get("to_throw", [seat for seat in self.setup.seat_order if seat not in thrown])
        if not isinstance(waiting, list | tuple) or any(type(s) is not int or s not in seats for s in waiting):
            raise BadPosition("opening.to_throw is a list of seats")
        waiting = [seat for seat in waiting if seat not in thrown]
        order = [seat for seat in self.setup.seat_order if seat in waiting]
        if not waiting or waiting != order or len(waiting) + len(thrown) < 2:
            raise BadPosition("opening.to_throw are the seats still to throw, in the order of turns")
        return tuple(waiting), tuple(sorted(thrown.items()))


def _filled(state: State, position: Mapping[str, Any]) -> State:
    """Return the state with the pools of a diceless game."""
    setup = state.setup
    if not setup.rules.diceless:
        if position.get("pools") or position.get("cycles"):
            raise BadPosition("only a game without dice has pools")
        return state
    order = _pool_order(setup)
    cycles = _listed(position.get("cycles"), "cycles", len(order)) or [1] * len(order)
    if any(type(cycle) is not int or cycle < 1 for cycle in cycles):
        raise BadPosition("cycles count from 1")
    by_slot = {slot: cycles[index] for index, slot in enumerate(order)}
    play = Play(state)
    pools = {slot: play.full_pool(slot, cycle) for slot, cycle in by_slot.items()}
    if state.phase is Phase.OPENING:
        pools = dict.fromkeys(pools, NUMBERS)  # P95: the opening decides who has the null
    for slot, pool in zip(order, _listed(position.get("pools"), "pools", len(order)), strict=False):
        pools[slot] = tuple(_pool(pool))
    slots = range(len(order))
    return state._replace(pools=tuple(pools[slot] for slot in slots), cycles=tuple(by_slot[slot] for slot in slots))


def _listed(given: Any, name: str, length: int) -> list[Any]:
    if given is None:
        return []
    if not isinstance(given, list | tuple) or len(given) != length:
        raise BadPosition(f"{name} is a list of {length}")
    return list(given)


def _pool(given: Any) -> list[int]:
    """Read a pool (P94): never empty, in order, the null last."""
    if not isinstance(given, list | tuple) or any(type(n) is not int or not 0 <= n <= 6 for n in given):
        raise BadPosition("a pool is a list of numbers from 1 to 6, and 0 for the null")
    if not given or len(set(given)) != len(given):
        raise BadPosition("a pool has each number once at most, and is never empty")
    return sorted(given, key=lambda number: number or 7)
