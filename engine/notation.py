"""A game as one readable text, as chess has PGN, and back.

    [Game "palma"]
    [Rules {"preset": "classic"}]
    [Players ["Ana", "Bo"]]
    [Result "1/2"]

    1.D: D 2.D: 1 3.J: 1 4.D: 3 5.J: 1 6.D: 5 D1+in 2 D1+2 7.J: 2 8.D: D1+2 … 71.D: 3 D5+3 1/2

Headers are `[Name value]`, the value in JSON. Then come the moves, a number and the seat's colours before each turn,
and at last the place of each seat, or `*` for a game that has not ended. Line ends, spaces and `{comments}` mean
nothing. Reading checks the form only; whether the game is as it says is for `engine.verify`.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NoReturn, Self

from engine import catalog
from engine.errors import EngineError
from engine.game import Move, Result
from engine.match import Automation, Match, taken_back

WIDTH = 96
UNFINISHED = "*"

_KNOWN = (
    "Game",
    "Rules",
    "Seats",
    "Teams",
    "Players",
    "Date",
    "Id",
    "Automations",
    "Commitment",
    "Contributions",
    "Seed",
    "Result",
    "Reason",
)
_SPACE = re.compile(r"\s*")
_NOTHING = re.compile(r"(?:\s+|\{[^}]*\})*")
_WORD = re.compile(r"[^\s{]*")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_TURN = re.compile(r"(?:\d+\.)?(?:[A-Z]+:)?")
_MOVE = re.compile(r"[A-Za-z0-9+]{1,16}")
_PLACES = re.compile(r"[1-9]\d?(?:/[1-9]\d?)+")
_HEX = re.compile(r"[0-9a-f]{64}")


class BadNotation(EngineError):
    """A text that is no game; `line` counts from 1."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}")
        self.line = line


@dataclass(frozen=True, slots=True)
class Record:
    """All that an exported game says. Only the game's name and its moves, takebacks among them, must be there."""

    game: str
    moves: tuple[Move, ...] = ()
    rules: Mapping[str, Any] | None = None
    seats: tuple[str, ...] | None = None
    teams: tuple[tuple[int, ...], ...] | None = None
    players: tuple[str, ...] = ()
    date: str | None = None
    game_id: str | None = None
    automations: tuple[Automation, ...] = ()
    commitment: str | None = None
    contributions: tuple[str, ...] = ()
    seed: bytes | None = field(default=None, repr=False)
    result: Result | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)
    """Headers of other programs, kept as they are."""
    markers: tuple[tuple[int, str], ...] | None = field(default=None, compare=False, repr=False)
    """As read: the turn numbers and seats, each with the number of moves before it."""

    @classmethod
    def of(cls, match: Match[Any], **about: Any) -> Self:
        """The record of a match, with its result; `about` gives the other fields."""
        return cls(
            game=match.game.name,
            moves=match.log,
            rules=match.rules,
            seats=match.seats,
            teams=match.teams,
            result=match.result,
            **about,
        )

    def match(self) -> Match[Any]:
        """The moves played again; raises BadRules, IllegalPly, UnknownGame."""
        return Match.fold(catalog.game(self.game), self.rules, self.seats, self.teams, self.moves)


def write(record: Record) -> str:
    """The text of a game; raises BadRules, IllegalPly, UnknownGame if it is none."""
    match = record.match()
    labels = dict(markers(match))
    words: list[str] = []
    for number, move in enumerate(match.log):
        if number in labels:
            words.append(labels[number])
        words.append(move)
    words.append(_places(record.result))
    body = textwrap.wrap(" ".join(words), WIDTH, break_long_words=False, break_on_hyphens=False)
    return "\n".join([*(_header(name, value) for name, value in _headers(record)), "", *body, ""])


def markers(match: Match[Any]) -> tuple[tuple[int, str], ...]:
    """What stands before each turn, its number and seat, with the number of moves before it.

    After a takeback the turn that goes on is named again.
    """
    labels = seat_labels(match)
    found: list[tuple[int, str]] = []
    entries = 0
    for branch, kept, back in match.branches():
        plies = 0
        for number, turn in enumerate(replace(match, plies=branch, taken=()).turns(), start=1):
            new, plies = max(plies, kept), plies + len(turn)
            if new < plies:
                found.append((entries + new - kept, f"{number}.{labels[turn[0].seat]}:"))
        entries += len(branch) - kept + bool(back)
    return tuple(found)


def seat_labels(match: Match[Any]) -> tuple[str, ...]:
    """The colours of each seat, as the position names them; where it has no seats, its sides are the seats."""
    position = match.game.position(match.opening)
    return tuple(position.get("seats") or position["pieces"])


def _headers(record: Record) -> list[tuple[str, Any]]:
    values = {
        "Game": record.game,
        "Rules": None if record.rules is None else dict(record.rules),
        "Seats": record.seats,
        "Teams": record.teams,
        "Players": record.players or None,
        "Date": record.date,
        "Id": record.game_id,
        "Automations": record.automations or None,
        "Commitment": record.commitment,
        "Contributions": record.contributions or None,
        "Seed": None if record.seed is None else record.seed.hex(),
        "Result": _places(record.result),
        "Reason": None if record.result is None else record.result.reason,
    }
    return [(name, value) for name, value in values.items() if value is not None] + sorted(record.extra.items())


def _header(name: str, value: Any) -> str:
    line = f"[{name} {_plain(json.dumps(value, ensure_ascii=False, allow_nan=False))}]"
    if len(line) > WIDTH and isinstance(value, (list, tuple, dict)):
        return f"[{name} {_plain(json.dumps(value, ensure_ascii=False, allow_nan=False, indent=1))}]"
    return line


def _plain(text: str) -> str:
    """Escape what does not show: marks that turn the writing, odd line ends, halves of characters."""
    return "".join(char if char.isprintable() or char == "\n" else json.dumps(char)[1:-1] for char in text)


def _places(result: Result | None) -> str:
    return UNFINISHED if result is None else "/".join(map(str, result.places))


def read(text: str) -> Record:
    """The record of a text; raises BadNotation."""
    return _Reader(text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")).record()


def _after(pattern: re.Pattern[str], text: str, at: int) -> int:
    """Where a pattern that may match nothing ends."""
    found = pattern.match(text, at)
    return at if found is None else found.end()


class _Reader:
    """One pass over a text. `at` is the place in it, for the line of an error."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.headers: dict[str, Any] = {}
        self.places: dict[str, int] = {}
        self.moves: list[Move] = []
        self.markers: list[tuple[int, str]] = []
        self.end: str | None = None

    def record(self) -> Record:
        self._skip()
        while self.text.startswith("[", self.at):
            self._header()
            self._skip()
        if "Game" not in self.headers:
            self._fail('there is no [Game "…"] header')
        while self.at < len(self.text):
            self._word()
            self._skip()
        if self.end is None:
            self._fail(f"the moves do not end with the places, or {UNFINISHED}")
        return self._record()

    def _fail(self, why: str, at: int | None = None) -> NoReturn:
        raise BadNotation(self.text.count("\n", 0, self.at if at is None else at) + 1, why)

    def _skip(self) -> None:
        """Go over spaces and comments."""
        self.at = _after(_NOTHING, self.text, self.at)
        if self.text.startswith("{", self.at):
            self._fail("this comment has no end")

    def _header(self) -> None:
        start = self.at
        found = _NAME.match(self.text, self.at + 1)
        if found is None:
            self._fail("a header is [Name value]")
        name = found.group()
        if name in self.headers:
            self._fail(f"a second header {name}")
        value_at = _after(_SPACE, self.text, found.end())
        try:
            self.headers[name], end = _DECODER.raw_decode(self.text, value_at)
        except RecursionError:
            self._fail(f"the value of {name} is too deep")
        except ValueError as error:
            self._fail(f"the value of {name} is not JSON: {error}", getattr(error, "pos", value_at))
        self.places[name] = start
        self.at = end
        self._skip()
        if not self.text.startswith("]", self.at):
            self._fail(f"the header {name} does not end with ]")
        self.at += 1

    def _word(self) -> None:
        end = _after(_WORD, self.text, self.at)
        word = self.text[self.at : end]
        if self.end is not None:
            self._fail(f"after the end, {self.end}, comes {word[:20]!r}")
        if word == UNFINISHED or _PLACES.fullmatch(word):
            self.end = word
        elif taken_back(word):
            self.moves.append(word)
        else:
            length = _after(_TURN, word, 0)
            if length:
                self.markers.append((len(self.moves), word[:length]))
            if word[length:]:
                if not _MOVE.fullmatch(word, length):
                    self._fail(f"{word[:20]!r} is not a move")
                self.moves.append(word[length:])
        self.at = end

    def _record(self) -> Record:
        return Record(
            game=self._text("Game") or "",
            moves=tuple(self.moves),
            rules=self._rules(),
            seats=self._texts("Seats"),
            teams=self._teams(),
            players=self._texts("Players") or (),
            date=self._text("Date"),
            game_id=self._text("Id"),
            automations=self._automations(),
            commitment=self._hex("Commitment"),
            contributions=self._texts("Contributions") or (),
            seed=self._seed(),
            result=self._result(),
            extra={name: value for name, value in self.headers.items() if name not in _KNOWN},
            markers=tuple(self.markers),
        )

    def _bad(self, name: str, wanted: str) -> NoReturn:
        self._fail(f"the value of {name} must be {wanted}", self.places[name])

    def _text(self, name: str) -> str | None:
        value = self.headers.get(name)
        if name in self.headers and not isinstance(value, str):
            self._bad(name, "a text")
        return value

    def _texts(self, name: str) -> tuple[str, ...] | None:
        value = self.headers.get(name)
        if name not in self.headers:
            return None
        if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
            self._bad(name, "a list of texts")
        return tuple(value)

    def _rules(self) -> dict[str, Any] | None:
        rules = self.headers.get("Rules")
        if "Rules" in self.headers and not isinstance(rules, dict):
            self._bad("Rules", "an object")
        return rules

    def _teams(self) -> tuple[tuple[int, ...], ...] | None:
        teams = self.headers.get("Teams")
        if "Teams" not in self.headers:
            return None
        if not isinstance(teams, list) or not all(
            isinstance(team, list) and all(type(seat) is int for seat in team) for team in teams
        ):
            self._bad("Teams", "lists of seat numbers")
        return tuple(map(tuple, teams))

    def _automations(self) -> tuple[Automation, ...]:
        try:
            return tuple(map(Automation, self._texts("Automations") or ()))
        except ValueError:
            self._bad("Automations", f"some of {', '.join(Automation)}")

    def _hex(self, name: str) -> str | None:
        text = self._text(name)
        if text is not None and not _HEX.fullmatch(text):
            self._bad(name, "64 hexadecimal digits")
        return text

    def _seed(self) -> bytes | None:
        text = self._hex("Seed")
        return None if text is None else bytes.fromhex(text)

    def _result(self) -> Result | None:
        claimed = self._text("Result")
        if claimed is not None and claimed != self.end:
            self._bad("Result", f"what the moves end with, {self.end}")
        reason = self._text("Reason")
        if self.end is None or self.end == UNFINISHED:
            return None
        return Result(tuple(map(int, self.end.split("/"))), reason or "")


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


_DECODER = json.JSONDecoder(parse_constant=_no_constant)
