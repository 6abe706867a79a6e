"""A game as one readable text, as PGN is for chess, and back.

    [Game "palma"]
    [Rules {"preset": "classic"}]
    [Players ["Ana", "Bo"]]
    [Result "1/2"]

    1.D: D 2.D: 1 3.J: 1 4.D: 3 5.J: 1 6.D: 5 D1+in 2 D1+2 7.J: 2 8.D: D1+2 … 71.D: 3 D5+3 1/2

Headers are `[Name value]`, with the value in JSON. The moves follow, with a number and the seat's colours before each
turn, then the places, or `*` if unfinished; line ends, spaces and `{comments}` have no meaning.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NoReturn, Self

from engine import catalog
from engine.dice import SCHEMES, FairDice, terms
from engine.errors import BadNotation, clipped
from engine.game import Move, Result
from engine.headers import PLACES, UNFINISHED, Headers
from engine.match import Match, taken_back
from engine.plies import Automation

WIDTH = 96
HINT = "{hint}"
"""The comment before a move that had a hint."""
DICE = 2
"""The version of the dice derivation for new games."""

_SPACE = re.compile(r"\s*")
_NOTHING = re.compile(r"(?:\s+|\{[^}]*\})*")
_WORD = re.compile(r"[^\s{]*")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_TURN = re.compile(r"(?:\d+\.)?(?:[A-Z]+:)?")
_MOVE = re.compile(r"[A-Za-z0-9+]{1,16}")


@dataclass(frozen=True, slots=True)
class Record:
    """The content of an exported game. Only the game's name and the moves, takebacks included, are required."""

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
    """Headers of other programs, unchanged."""
    dice: int = 1
    """The version of the dice derivation."""
    demonstration: bool = False
    """Whether the seed was known in advance, as in a demonstration."""
    contributors: tuple[str, ...] = ()
    """Who made each contribution, in order."""
    ended: str | None = None
    """Why the game ended, if the moves do not end it."""
    places: tuple[int, ...] = ()
    """The place of each seat in that case, if known."""
    counted: tuple[int, ...] = ()
    """The place of each seat in the rating, if different from the moves' result."""
    stakes: Mapping[str, int] = field(default_factory=dict)
    """The points of each hole's stake."""
    hints: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """The log entries, from 1, for which a program showed the seat the best move."""
    key: bytes | None = None
    """The signer's public key (Ed25519)."""
    signature: bytes | None = None
    markers: tuple[tuple[int, str], ...] | None = field(default=None, compare=False, repr=False)
    """As read: turn numbers and seats, each with the number of moves before it."""
    lines: Mapping[str, int] = field(default_factory=dict, compare=False, repr=False)
    """As read: the line of each header, from 1."""
    move_lines: tuple[int, ...] = field(default=(), compare=False, repr=False)
    """As read: the line of each move."""

    @classmethod
    def of(cls, match: Match[Any], **about: Any) -> Self:
        """Make the record of a match, with its result; `about` has the other fields."""
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
        """Replay the moves; raises BadRules, IllegalPly, UnknownGame."""
        return Match.fold(catalog.game(self.game), self.rules, self.seats, self.teams, self.moves)

    def fair_dice(self) -> FairDice | None:
        """Return the dice of the game if its seed is known; raises BadRules, UnknownGame."""
        if self.seed is None:
            return None
        start = Match.start(catalog.game(self.game), self.rules, self.seats, self.teams)
        agreed = terms_of(start) if self.dice > 1 else None
        return FairDice(self.seed, self.game_id or "", self.contributions, agreed)


def terms_of(match: Match[Any]) -> str:
    """Return the terms of a match, as its dice commit to them; without seats, those of the default game."""
    return terms(match.game.name, match.rules, seat_labels(match), match.teams)


def signed_text(record: Record) -> bytes:
    """Return the bytes to sign: the text without its signature, in UTF-8.

    Line breaks and comments make no difference. Raises what `write` raises.
    """
    return _written(replace(record, signature=None), {}).encode()


def write(record: Record) -> str:
    """Write a game as text, with a comment before each hinted move.

    Raises BadRules, IllegalPly, UnknownGame if it is not a game.
    """
    return _written(record, {entry: HINT for entries in record.hints.values() for entry in entries})


def _written(record: Record, comments: Mapping[int, str]) -> str:
    """Write a game as text, with comments before log entries, counted from 1."""
    match = record.match()
    labels = dict(markers(match))
    words: list[str] = []
    for number, move in enumerate(match.log):
        if number in labels:
            words.append(labels[number])
        if number + 1 in comments:
            words.append(comments[number + 1])
        words.append(move)
    words.append(_places(record.result))
    body = textwrap.wrap(" ".join(words), WIDTH, break_long_words=False, break_on_hyphens=False)
    return "\n".join([*(_header(name, value) for name, value in _headers(record)), "", *body, ""])


def markers(match: Match[Any]) -> tuple[tuple[int, str], ...]:
    """Return the label of each turn, its number and seat, with the number of moves before it.

    A turn that continues after a takeback is labelled again.
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
    """Return the colours of each seat, or the sides of a game without seats."""
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
        "Dice": SCHEMES[record.dice - 1] if record.dice > 1 else None,
        "Automations": record.automations or None,
        "Commitment": record.commitment,
        "Contributions": record.contributions or None,
        "Seed": None if record.seed is None else record.seed.hex(),
        "Result": _places(record.result),
        "Reason": None if record.result is None else record.result.reason,
    }
    others = {
        "Contributors": record.contributors or None,
        "Counted": "/".join(map(str, record.counted)) or None,
        "Demonstration": record.demonstration or None,
        "Ended": record.ended,
        "Hints": {seat: list(entries) for seat, entries in record.hints.items()} or None,
        "Places": "/".join(map(str, record.places)) or None,
        "Stakes": dict(record.stakes) or None,
        **record.extra,
    }
    proof = {
        "Key": None if record.key is None else record.key.hex(),
        "Signature": None if record.signature is None else record.signature.hex(),
    }
    named = [*values.items(), *sorted(others.items()), *proof.items()]
    return [(name, value) for name, value in named if value is not None or name in record.extra]


def _header(name: str, value: Any) -> str:
    line = f"[{name} {_plain(json.dumps(value, ensure_ascii=False, allow_nan=False))}]"
    if len(line) > WIDTH and isinstance(value, (list, tuple, dict)):
        return f"[{name} {_plain(json.dumps(value, ensure_ascii=False, allow_nan=False, indent=1))}]"
    return line


def _plain(text: str) -> str:
    """Escape invisible characters: text direction marks, odd line ends, surrogates."""
    return "".join(char if char.isprintable() or char == "\n" else json.dumps(char)[1:-1] for char in text)


def _places(result: Result | None) -> str:
    return UNFINISHED if result is None else "/".join(map(str, result.places))


def read(text: str) -> Record:
    """Read a game from text; raises BadNotation."""
    return _Reader(text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")).record()


def decoded(data: bytes) -> str:
    """Decode a file as UTF-8; raises BadNotation."""
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise BadNotation(data.count(b"\n", 0, error.start) + 1, "the text is not UTF-8") from None


def _after(pattern: re.Pattern[str], text: str, at: int) -> int:
    """Return where a match of the pattern at this place ends, or the place if there is none."""
    found = pattern.match(text, at)
    return at if found is None else found.end()


class _Reader:
    """One pass over a text; `at` is the current place."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.counted = (0, 1)
        self.headers: dict[str, Any] = {}
        self.lines: dict[str, int] = {}
        self.moves: list[Move] = []
        self.move_lines: list[int] = []
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
        return self._record(Headers(self.headers, self.lines), self.end)

    def _fail(self, why: str, at: int | None = None, header: str = "") -> NoReturn:
        raise BadNotation(self.text.count("\n", 0, self.at if at is None else at) + 1, why, header)

    def _line(self) -> int:
        """Return the line of the current place. The place only moves forward, so a long text is counted once."""
        before, line = self.counted
        self.counted = (self.at, line + self.text.count("\n", before, self.at))
        return self.counted[1]

    def _skip(self) -> None:
        self.at = _after(_NOTHING, self.text, self.at)
        if self.text.startswith("{", self.at):
            self._fail("this comment has no end")

    def _header(self) -> None:
        found = _NAME.match(self.text, self.at + 1)
        if found is None:
            self._fail("a header is [Name value]")
        name, shown = found.group(), clipped(found.group())
        if name in self.headers:
            self._fail(f"a second header {shown}", header=name)
        self.lines[name] = self._line()
        value_at = _after(_SPACE, self.text, found.end())
        try:
            self.headers[name], end = _DECODER.raw_decode(self.text, value_at)
        except RecursionError:
            self._fail(f"the value of {shown} is too deep", header=name)
        except ValueError as error:
            why = f"the value of {shown} is not JSON: {getattr(error, 'msg', error)}"
            self._fail(why, getattr(error, "pos", value_at), name)
        self.at = end
        self._skip()
        if not self.text.startswith("]", self.at):
            self._fail(f"the header {shown} does not end with ]", header=name)
        self.at += 1

    def _word(self) -> None:
        end = _after(_WORD, self.text, self.at)
        word = self.text[self.at : end]
        if self.end is not None:
            self._fail(f"after the end, {clipped(self.end)}, comes {word[:20]!r}")
        if word == UNFINISHED or PLACES.fullmatch(word):
            self.end = word
        elif taken_back(word):
            self._move(word)
        else:
            length = _after(_TURN, word, 0)
            if length:
                self.markers.append((len(self.moves), word[:length]))
            if word[length:]:
                if not _MOVE.fullmatch(word, length):
                    self._fail(f"{word[:20]!r} is not a move")
                self._move(word[length:])
        self.at = end

    def _move(self, move: Move) -> None:
        self.moves.append(move)
        self.move_lines.append(self._line())

    def _record(self, headers: Headers, end: str) -> Record:
        headers.result(end)
        commitment = headers.hexadecimal("Commitment", 32)
        reason = headers.text("Reason") or ""
        return Record(
            game=headers.text("Game") or "",
            moves=tuple(self.moves),
            rules=headers.rules(),
            seats=headers.texts("Seats"),
            teams=headers.teams(),
            players=headers.texts("Players") or (),
            date=headers.text("Date"),
            game_id=headers.text("Id"),
            dice=headers.dice(),
            automations=headers.automations(),
            commitment=None if commitment is None else commitment.hex(),
            contributions=headers.texts("Contributions") or (),
            contributors=headers.texts("Contributors") or (),
            seed=headers.hexadecimal("Seed", 32),
            demonstration=headers.demonstration(),
            result=None if end == UNFINISHED else Result(tuple(map(int, end.split("/"))), reason),
            ended=headers.text("Ended"),
            places=headers.places("Places"),
            counted=headers.places("Counted"),
            stakes=headers.stakes(),
            hints=headers.hints(),
            key=headers.hexadecimal("Key", 32),
            signature=headers.hexadecimal("Signature", 64),
            extra=headers.others(),
            markers=tuple(self.markers),
            lines=headers.lines,
            move_lines=tuple(self.move_lines),
        )


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Read a JSON object; reject duplicate names, which readers and programs could resolve differently."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a name comes twice in an object")
    return found


_DECODER = json.JSONDecoder(parse_constant=_no_constant, object_pairs_hook=_object)
