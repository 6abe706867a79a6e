"""What each sentence of the rule sheet says, asked of the engine: a position and what must come of it.

Yellow is at play in the first seat, blue is a foe. Squares are named by yellow's steps from its start, so that they
are the same on every board; 0, 7, 12 and 17 are shelters.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from bot.core.games.sitting import Sitting, sitting_of
from engine.parchis.game import PARCHIS
from engine.parchis.state import State

FINISHED = ("F", "F", "F", "F")


@dataclass(frozen=True)
class Case:
    """A table: every switch with its value, the colours of its seats, and its teams."""

    values: Mapping[str, Any]
    seats: tuple[str, ...]
    teams: tuple[tuple[int, ...], ...] | None

    @property
    def sitting(self) -> Sitting:
        return sitting_of(self.seats, self.teams)

    @property
    def rules(self) -> dict[str, Any]:
        return {"preset": "spanish", **self.values}

    @property
    def die(self) -> bool:
        return bool(self.values["source"] == "die")

    @property
    def by_colour(self) -> bool:
        return self.sitting.shared and bool(self.values["turns_by_colour"])

    @property
    def helps(self) -> bool:
        return bool(self.values["stuck_helps"]) and (self.sitting.teams or self.by_colour)

    @property
    def side(self) -> str:
        """The colours of yellow's side."""
        team = next((team for team in self.teams or () if 0 in team), (0,))
        return "".join(self.seats[seat] for seat in team)

    @property
    def friend(self) -> str:
        """Another colour of yellow's side, or nothing."""
        return self.side[1:2]

    @property
    def foes(self) -> str:
        """The colours of the others."""
        return "".join(letter for seat in self.seats for letter in seat if letter not in self.side)

    def camp(self, letter: str) -> str:
        """A square that a colour reaches early, far from its goal."""
        return str(17 * "YBRGPO".index(letter) + 11)

    def square(self, step: int | str) -> str:
        """A yellow step as a square's text; texts stay."""
        return step if isinstance(step, str) else str((4 + step) % (17 * self.values["colours"]) + 1)

    def at(self, phase: str, pieces: Mapping[str, tuple[int | str, ...]], **more: Any) -> State:
        """A position, yellow to play unless `more` says otherwise."""
        squares = {letter: [self.square(step) for step in steps] for letter, steps in pieces.items()}
        if self.values["turns_by_colour"]:
            more.setdefault("colour", "Y")
        seats, teams = list(self.seats), None if self.teams is None else [list(team) for team in self.teams]
        return PARCHIS.from_position(
            {"rules": self.rules, "seats": seats, "teams": teams, "pieces": squares, "phase": phase, **more}
        )

    def moves(self, number: int, **pieces: tuple[int | str, ...]) -> set[str]:
        """What a number lets yellow do."""
        return set(PARCHIS.moves(self.at("move", pieces, throw=number)))

    def move(self, number: int, move: str, **pieces: tuple[int | str, ...]) -> After:
        """What comes of a move."""
        return After(self.at("move", pieces, throw=number), move)

    def number(self, number: int, more: Mapping[str, Any] | None = None, **pieces: tuple[int | str, ...]) -> After:
        """What comes of a number thrown or picked."""
        state = self.at("throw" if self.die else "pick", pieces, **(more or {}))
        return After(state, str(number) if self.die else f"n{number}")


class After:
    """A state, what led to it, and what it reads like."""

    def __init__(self, state: State, move: str) -> None:
        step = PARCHIS.apply(state, move)
        self.state, self.events = step.state, [event.to_json() for event in step.events]
        self.position = PARCHIS.position(step.state)
        self.moves = set(PARCHIS.moves(step.state))

    def told(self, kind: str) -> list[dict[str, Any]]:
        return [event for event in self.events if event["type"] == kind]

    def captured(self) -> list[str]:
        """The colours of the pieces that were captured."""
        return [event["piece"][0] for event in self.told("captured")]

    def where(self, piece: str) -> str:
        return str(self.position["pieces"][piece[0]][int(piece[1]) - 1])

    @property
    def again(self) -> bool:
        """Whether yellow throws or picks another time in this turn."""
        return not self.told("turn") and self.position["phase"] in ("throw", "pick") and self.position["seat"] == 0


Claim = Callable[[Case], "bool | None"]
"""Whether what a sentence says is so at a table; None where nothing there can show it."""
CLAIMS: dict[str, Claim] = {}


def claim(name: str) -> Callable[[Claim], Claim]:
    """Ties a sentence to its question."""

    def keep(asked: Claim) -> Claim:
        CLAIMS[name] = asked
        return asked

    return keep


def started(case: Case) -> After:
    """The opening: the first two seats tie with 6s, then the second of them has more."""
    state = PARCHIS.start(case.rules, list(case.seats), None if case.teams is None else [*map(list, case.teams)])
    order = list(state.setup.seat_order)
    for seat in order:
        assert PARCHIS.turn(state).seat == seat
        state = PARCHIS.apply(state, "6" if seat in order[:2] else "2").state
    for seat in order[:1]:
        assert PARCHIS.turn(state).seat == seat, "those who tie throw again, and nobody else"
        state = PARCHIS.apply(state, "3").state
    after = After(state, "5")
    assert after.position["seat"] == after.position["starter"] == order[1]
    return after
