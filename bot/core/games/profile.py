"""What a chat needs to know of one game: the type that each game fills in once.

`GameProfile` holds the words of a game, its rule sheet, seats, ladders, throws, result columns and lesson. Everything
else in the program asks the profile of a table's game and knows no game by name.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from bot.core.games.commentary import Headline, Stake
from bot.core.games.ladder import Ladder
from bot.core.games.lesson import Lesson
from bot.core.games.naming import Naming
from bot.core.games.rule_sheet import RuleSheet, Values
from bot.core.games.seat_layouts import Seating
from bot.core.games.sitting import Sitting
from bot.core.i18n.translator import Translator
from engine.dice import Device
from engine.events import Event
from engine.game import Move
from engine.players.reasons.fact import Fact
from engine.plies import Ply
from engine.summary import SeatSummary

Rules = Mapping[str, Any]
"""A table's rules as JSON: a preset and what differs from it."""
Position = Mapping[str, Any]
"""A position of the line protocol, every field written out."""
Choices = Mapping[Move, Sequence[Event]]
"""The moves to choose from, each with what it would do."""


class GameWords(Protocol):
    """How a game's positions, moves and events are told."""

    def emblem(self, colours: str) -> str:
        """Return the signs of these colours or sides."""

    def side(self, t: Translator, colours: str) -> str:
        """Name these colours or sides."""

    def piece(self, t: Translator, piece: str) -> str:
        """Name a piece in a sentence, such as `yellow 2`."""

    def brief(self, t: Translator, events: Sequence[Event], own: str) -> str:
        """Say as shortly as can be what was done with a number: `piece 1, 5 → 7`; empty if that is told elsewhere.

        `own` are the colours of the seat whose turn is told, which is named before.
        """

    def clause(self, t: Translator, event: Event, told: str = "") -> str | None:
        """Say what an event is, to be read aloud; None if it is told elsewhere or not at all.

        `told` is the piece that the clauses before were about, if any.
        """

    def label(self, t: Translator, move: Move, events: Sequence[Event]) -> str:
        """Return a move as on its button; `events` is what it would do."""

    def squares(self, t: Translator, colours: str, position: Position) -> str:
        """Say where a seat's pieces stand, for those who do not see the picture."""

    def remarks(self, t: Translator, position: Position) -> tuple[str, ...]:
        """Say what else there is to know of a position: squares shared, numbers left, stakes won."""


@dataclass(frozen=True, slots=True)
class ResultColumn:
    """A column of the result card: its heading, and the figure of a seat below it."""

    label: str
    value: Callable[[SeatSummary], int]


def _nothing_known(_rules: Rules) -> Mapping[str, object]:
    return {}


def _always_matters(_name: str, _values: Values, _sitting: Sitting) -> bool:
    return True


def _no_reminders(_t: Translator, _position: Position) -> tuple[str, ...]:
    return ()


def _no_headlines(_ply: Ply[Any]) -> tuple[Headline, ...]:
    return ()


def _nothing_broken(_ply: Ply[Any], _seats: Collection[int]) -> bool:
    return False


def _no_reproof(_state: Any) -> str | None:
    return None


def _no_stake(_state: Any) -> Stake | None:
    return None


def _no_hints(_t: Translator, _position: Position, _choices: Choices) -> tuple[str, ...]:
    return ()


def _no_reason(_t: Translator, _fact: Fact, _naming: Naming) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class GameProfile:
    """A game as chats know it. Sentences are in English, as `N_` marks them, and translated where they are shown.

    What has a default is for games that have something to say there.
    """

    name: str
    """The game's name in the engine's catalogue."""
    title: str
    presets: Mapping[str, str]
    """The names of its presets in words."""
    words: GameWords
    letters: str
    """The letters of all colours or sides, in the order of the board; the result card's colours count by it."""
    seat_words: Mapping[str, str]
    """What people may write instead of a letter: sentences of which each translation names a seat (`{n}` is left
    out), with the letter."""
    sheet: RuleSheet
    seatings: Callable[[int], tuple[Seating, ...]]
    """The seatings that a lobby offers on a board of so many colours, the usual one first: a button has its index."""
    ladders: tuple[Ladder, ...]
    family_of: Callable[[Rules], str]
    """The family of rules: that of one of the ladders."""
    prompts: Mapping[str, str]
    """What whoever is to act shall do, by the situation: a phase of the position, `again`, `pick again`, `picked`,
    `passed`."""
    device: Device
    """What is thrown in a turn."""
    device_title: str
    """The heading of how it has fallen in a chat."""
    throw_label: Callable[[Mapping[Move, int]], str]
    """The button of a throw with these odds."""
    columns: Callable[[Any], tuple[ResultColumn, ...]]
    """The columns of the result card, for a game that began with this state."""
    lesson: Lesson
    reproof: Callable[[Any], str | None] = _no_reproof
    """What must be done in this state before anything else that somebody may try; None where nothing must."""
    practice: Lesson | None = None
    """Positions with a real choice, each with one right move; why the others are worse is found by the judgement."""
    rule_numbers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The rules of the rule book that a sentence of the sheet tells, by the sentence's name."""
    bots: Mapping[str, Mapping[str, Sequence[str]]] = field(default_factory=dict)
    """What bots may be called, by the letter of a colour and by their level; no name stands there twice."""
    nouns: Mapping[str, str] = field(default_factory=dict)
    """What a language calls the game within a sentence, where that is not its title."""
    aliases: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """What people of any language call the game and its presets besides, by the engine's name."""
    matters: Callable[[str, Values, Sitting], bool] = _always_matters
    """Whether a switch, among all values, makes any difference at such a table."""
    facts: Callable[[Rules], Mapping[str, object]] = _nothing_known
    """What the sentences of the rule sheet leave open, for rules with every switch named."""
    reminders: Callable[[Translator, Position], tuple[str, ...]] = _no_reminders
    """What a board says of a position above whose turn it is."""
    hints: Callable[[Translator, Position, Choices], tuple[str, ...]] = _no_hints
    """Why the choices are what they are, where that is not plain to see."""
    headlines: Callable[[Ply[Any]], tuple[Headline, ...]] = _no_headlines
    """What was remarkable about a ply."""
    broken: Callable[[Ply[Any], Collection[int]], bool] = _nothing_broken
    """Whether in a ply somebody else broke up a barrier that these seats have a piece in."""
    stake: Callable[[Any], Stake | None] = _no_stake
    """What the next roll, in this state, may bring to who is to act."""
    reason: Callable[[Translator, Fact, Naming], str] = _no_reason
    """A fact that speaks for or against a move, as a clause to whoever is to move."""
    epilogue: Callable[[Translator, Position], tuple[str, ...]] = _no_reminders
    """What is told of the last position below the places."""
