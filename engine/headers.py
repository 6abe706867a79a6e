"""Reads the headers of an exported game and checks their types. `engine.verify` checks whether they are true."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import pairwise
from typing import Any, NoReturn

from engine.dice import SCHEMES
from engine.errors import BadNotation, clipped
from engine.plies import Automation

PLACES = re.compile(r"[1-9]\d?(?:/[1-9]\d?)+", re.ASCII)
UNFINISHED = "*"
"""Stands after the moves of an unfinished game."""
MOST_POINTS = 100
"""The highest number of points of a stake."""
KNOWN = (
    "Game",
    "Rules",
    "Seats",
    "Teams",
    "Players",
    "Date",
    "Id",
    "Dice",
    "Automations",
    "Commitment",
    "Contributions",
    "Contributors",
    "Seed",
    "Demonstration",
    "Result",
    "Reason",
    "Ended",
    "Places",
    "Counted",
    "Stakes",
    "Hints",
    "Key",
    "Signature",
)
"""Headers with a meaning here; those of other programs are kept unchanged."""
_HEX = re.compile(r"(?:[0-9a-f]{2})+")


class Headers:
    """Headers by name, each with its first line; every method raises BadNotation."""

    def __init__(self, values: Mapping[str, Any], lines: Mapping[str, int]) -> None:
        self._values = values
        self.lines = lines
        for name, value in values.items():
            if _has_nul(value):
                self._bad(name, "without a NUL")

    def others(self) -> dict[str, Any]:
        """Return the headers of other programs."""
        return {name: value for name, value in self._values.items() if name not in KNOWN}

    def text(self, name: str) -> str | None:
        value = self._values.get(name)
        if name in self._values and not isinstance(value, str):
            self._bad(name, "a text")
        return value

    def texts(self, name: str) -> tuple[str, ...] | None:
        value = self._values.get(name)
        if name not in self._values:
            return None
        if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
            self._bad(name, "a list of texts")
        return tuple(value)

    def rules(self) -> dict[str, Any] | None:
        """Return the rules as given, unchecked."""
        rules = self._values.get("Rules")
        if "Rules" in self._values and not isinstance(rules, dict):
            self._bad("Rules", "an object")
        return rules

    def teams(self) -> tuple[tuple[int, ...], ...] | None:
        """Return the seat numbers of each team."""
        teams = self._values.get("Teams")
        if "Teams" not in self._values:
            return None
        if not isinstance(teams, list) or not all(
            isinstance(team, list) and all(type(seat) is int for seat in team) for team in teams
        ):
            self._bad("Teams", "lists of seat numbers")
        return tuple(map(tuple, teams))

    def automations(self) -> tuple[Automation, ...]:
        """Return the kinds of automatic steps."""
        try:
            return tuple(map(Automation, self.texts("Automations") or ()))
        except ValueError:
            self._bad("Automations", f"some of {', '.join(Automation)}")

    def hexadecimal(self, name: str, size: int) -> bytes | None:
        """Return a value of `size` bytes, written as two hexadecimal digits each."""
        text = self.text(name)
        if text is not None and (len(text) != 2 * size or not _HEX.fullmatch(text)):
            self._bad(name, f"{2 * size} hexadecimal digits")
        return None if text is None else bytes.fromhex(text)

    def dice(self) -> int:
        """Return the version of the dice derivation; without the header it is 1."""
        name = self.text("Dice")
        if name is None:
            return 1
        if name not in SCHEMES:
            self._bad("Dice", f"one of {', '.join(SCHEMES)}")
        return SCHEMES.index(name) + 1

    def places(self, name: str) -> tuple[int, ...]:
        """Return the place of each seat; empty without the header."""
        text = self.text(name)
        if text is not None and not PLACES.fullmatch(text):
            self._bad(name, "a place for each seat, as 2/1")
        return () if text is None else tuple(map(int, text.split("/")))

    def stakes(self) -> dict[str, int]:
        """Return the points of each stake, by hole."""
        stakes = self._values.get("Stakes", {})
        if not isinstance(stakes, dict) or not all(
            type(points) is int and 1 <= points <= MOST_POINTS for points in stakes.values()
        ):
            self._bad("Stakes", f"points from 1 to {MOST_POINTS} by hole")
        return stakes

    def hints(self) -> dict[str, tuple[int, ...]]:
        """Return the log entries that had hints, by seat."""
        hints = self._values.get("Hints", {})
        if not isinstance(hints, dict) or not all(_are_entries(entries) for entries in hints.values()):
            self._bad("Hints", "numbers of plies, from 1 and each once, by seat")
        return {seat: tuple(entries) for seat, entries in hints.items()}

    def demonstration(self) -> bool:
        """Return whether the dice were known in advance."""
        if "Demonstration" in self._values and self._values["Demonstration"] is not True:
            self._bad("Demonstration", "true")
        return "Demonstration" in self._values

    def result(self, end: str) -> None:
        """Check that the result agrees with the moves, and that only a finished game has a reason."""
        claimed = self.text("Result")
        if claimed is not None and claimed != end:
            self._bad("Result", f"what the moves end with, {clipped(end)}")
        if end == UNFINISHED and "Reason" in self._values:
            self._bad("Reason", "left out of a game that its moves do not end")

    def _bad(self, name: str, wanted: str) -> NoReturn:
        raise BadNotation(self.lines[name], f"the value of {clipped(name)} must be {wanted}", name)


def _are_entries(value: Any) -> bool:
    """Return whether a JSON value is a list of increasing numbers from 1."""
    if not isinstance(value, list) or not value or not all(type(entry) is int and entry > 0 for entry in value):
        return False
    return all(one < next_one for one, next_one in pairwise(value))


def _has_nul(value: Any) -> bool:
    """Return whether any text in a JSON value has a NUL: databases can't store one."""
    found = [value]
    while found:
        each = found.pop()
        if isinstance(each, str) and "\0" in each:
            return True
        if isinstance(each, dict):
            found += [*each, *each.values()]
        elif isinstance(each, list):
            found += each
    return False
