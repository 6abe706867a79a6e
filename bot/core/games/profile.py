"""The profile that each game fills in for chats.

`GameProfile` has a game's words, rule sheet, seats, ladders, rolls, result columns and lesson. All other code asks
the profile of a table's game and knows no game by name.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from bot.core.games.commentary import Find, Kinds, Memory, Stake, Stuck
from bot.core.games.ladder import Ladder
from bot.core.games.lesson import Lesson
from bot.core.games.naming import Naming
from bot.core.games.rule_sheet import RuleSheet, Values
from bot.core.games.seat_layouts import Seating
from bot.core.games.sitting import Sitting
from bot.core.i18n.translator import N_, Line, Translator
from engine.dice import Device
from engine.events import Event, Lost
from engine.game import Move
from engine.players.reasons.fact import Fact
from engine.plies import Ply
from engine.summary import SeatSummary

Rules = Mapping[str, Any]
"""A table's rules as JSON: a preset and the differences from it."""
Position = Mapping[str, Any]
"""A position of the line protocol with all fields."""
Choices = Mapping[Move, Sequence[Event]]
"""The moves to choose from, each with its effects."""
Names = Callable[[int], Line]
"""The name of a seat's player, with their signs."""


class GameWords(Protocol):
    """The words for a game's positions, moves and events."""

    def emblem(self, colours: str) -> str:
        """Return the signs of these colours or sides."""

    def side(self, t: Translator, colours: str) -> str:
        """Return the names of these colours or sides."""

    def piece(self, t: Translator, piece: str) -> str:
        """Return a piece's name in a sentence, such as `yellow 2`."""

    def square(self, t: Translator, name: str) -> str:
        """Return a square's name in a few words."""

    def brief(
        self,
        t: Translator,
        events: Sequence[Event],
        own: str,
        names: Names,
        after: Any = None,
        *,
        numbered: bool = True,
    ) -> Line:
        """Return what was done with a number as briefly as possible: `piece 1, 5 → 7`; empty if other text covers it.

        `own` are the colours of the turn's seat, which is named before. `after`: the state, to say whose piece was
        captured and to count what has arrived. Not `numbered`: without the numbers of pieces, for readers who have
        no board before them.
        """

    def plain_move(self, t: Translator, events: Sequence[Event]) -> tuple[str, str]:
        """Return the piece and its new square in words if only a plain move was made; else empty texts."""

    def clause(self, t: Translator, event: Event, told: str = "") -> str | None:
        """Return an event as a clause to be read aloud; None if other text covers it.

        `told` is the piece of the clauses before, if any.
        """

    def label(self, t: Translator, move: Move, events: Sequence[Event]) -> str:
        """Return a move's button label; `events` are its effects."""

    def squares(self, t: Translator, colours: str, position: Position) -> str:
        """Return where a seat's pieces are, for the alt text."""

    def remarks(self, t: Translator, position: Position) -> tuple[str, ...]:
        """Return other remarks on a position: squares shared, numbers left, stakes won."""


@dataclass(frozen=True, slots=True)
class ResultColumn:
    """A column of the result card: its heading, and each seat's figure."""

    label: str
    value: Callable[[SeatSummary], int]


@dataclass(frozen=True, slots=True)
class Moment:
    """A typical moment as a picture shows it: the state after it, its events, and what was rolled with sticks."""

    state: Any
    events: tuple[Event, ...]
    throw: str = ""


def _nothing_known(_rules: Rules) -> Mapping[str, object]:
    return {}


def _always_matters(_name: str, _values: Values, _sitting: Sitting) -> bool:
    return True


def _no_reminders(_t: Translator, _position: Position) -> tuple[str, ...]:
    return ()


def _no_holdings(_position: Position) -> list[tuple[str, str]]:
    return []


def _no_news(_before: Any, _ply: Ply[Any], _memory: Memory) -> list[Find]:
    return []


def _no_outlook(_state: Any, _memory: Memory) -> list[Find]:
    return []


def _nothing_broken(_ply: Ply[Any], _seats: Collection[int]) -> bool:
    return False


def _no_reproof(_state: Any) -> str | None:
    return None


def _no_stake(_state: Any) -> Stake | None:
    return None


def _only_stuck(_before: Any, _after: Any, _event: Lost) -> tuple[Stuck, int | None, str]:
    return Stuck(N_("no move")), None, ""


def _no_moment(_opening: Any) -> Moment | None:
    return None


def _nobody_arrived(_state: Any) -> tuple[int, ...]:
    return ()


def _steps_apart(_t: Translator, _state: Any, steps: int) -> str:
    return str(steps)


def _no_need(_t: Translator, _pieces: int, _steps: int) -> str:
    return ""


def _no_last_need(_t: Translator, _state: Any, _seats: Sequence[int]) -> str:
    return ""


def _no_last_number(_state: Any, _seats: Sequence[int]) -> int:
    return 0


def _no_hints(_t: Translator, _position: Position, _choices: Choices) -> tuple[str, ...]:
    return ()


def _no_reason(_t: Translator, _fact: Fact, _naming: Naming) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class BonusWords:
    """What a bonus is for: the request to use it, and the news of it where a text begins with it."""

    prompt: str
    first: str


@dataclass(frozen=True, slots=True)
class GameProfile:
    """A game for chats. Sentences are in English, marked by `N_`, and translated where they are shown.

    Fields with a default are optional.
    """

    name: str
    """The game's name in the engine's catalogue."""
    title: str
    presets: Mapping[str, str]
    """The names of its presets in words."""
    words: GameWords
    letters: str
    """The letters of all colours or sides, in board order; the result card's colours count by it."""
    seat_words: Mapping[str, str]
    """Names that people may type instead of a letter: sentences whose translations name a seat, without `{n}`."""
    sheet: RuleSheet
    seatings: Callable[[int], tuple[Seating, ...]]
    """The seatings that a lobby offers on a board of this many colours, the default first; a button has its index."""
    ladders: tuple[Ladder, ...]
    family_of: Callable[[Rules], str]
    """The family of rules: that of one of the ladders."""
    prompts: Mapping[str, str]
    """The requests to act, by situation: a phase of the position, `again`, `pick again`, `picked`, `passed`."""
    device: Device
    """What is rolled in a turn."""
    device_title: str
    """The heading of a chat's roll statistics."""
    throw_label: Callable[[Mapping[Move, int]], str]
    """The label of the button for a roll with these odds."""
    columns: Callable[[Any], tuple[ResultColumn, ...]]
    """The columns of the result card, for a game that began with this state."""
    lesson: Lesson
    more_prompts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Other wordings of some requests, told in turn with those of `prompts`."""
    reproof: Callable[[Any], str | None] = _no_reproof
    """What must be done in this state before anything else; None if nothing must."""
    practice: Lesson | None = None
    """Positions with a real choice, each with one right move; the bots' evaluation explains why others are worse."""
    rule_numbers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The rule numbers of a sentence of the sheet, by the sentence's name."""
    bots: Mapping[str, Mapping[str, Sequence[str]]] = field(default_factory=dict)
    """Bots' names, by a colour's letter and by level; each name is there once."""
    styles: bool = False
    """Whether bots' styles make a difference."""
    matters: Callable[[str, Values, Sitting], bool] = _always_matters
    """Whether a switch, among all values, has any effect at such a table."""
    facts: Callable[[Rules], Mapping[str, object]] = _nothing_known
    """The placeholders of the rule sheet's sentences, for rules with every switch named."""
    reminders: Callable[[Translator, Position], tuple[str, ...]] = _no_reminders
    """Remarks on a position, above the line with the player to act."""
    hints: Callable[[Translator, Position, Choices], tuple[str, ...]] = _no_hints
    """Why the choices are what they are, if that is not obvious."""
    kinds: Kinds = field(default_factory=dict)
    """The kinds of news, with their wordings."""
    watch: Callable[[Any, Ply[Any], Memory], list[Find]] = _no_news
    """What may be news in a ply after this state; it keeps notes for later plies."""
    outlook: Callable[[Any, Memory], Iterable[Find]] = _no_outlook
    """What to look for in a state, from the notes of the plies before."""
    broken: Callable[[Ply[Any], Collection[int]], bool] = _nothing_broken
    """Whether in a ply another player broke a barrier with a piece of these seats."""
    stuck: Callable[[Any, Any, Lost], tuple[Stuck, int | None, str]] = _only_stuck
    """Why a number moved nothing, given the states around the ply; the seat and square of a barrier in the way."""
    stake: Callable[[Any], Stake | None] = _no_stake
    """What the next roll, in this state, may bring to the player to act."""
    reason: Callable[[Translator, Fact, Naming], str] = _no_reason
    """A fact for or against a move, as a clause to the player to move."""
    moment: Callable[[Any], Moment | None] = _no_moment
    """A typical moment of a game that began with this state, for the picture of how to play."""
    moment_words: str = ""
    """That moment in a few words."""
    bonuses: Mapping[int, BonusWords] = field(default_factory=dict)
    """The words for bonuses, by their number of steps."""
    arrived: Callable[[Any], tuple[int, ...]] = _nobody_arrived
    """How many pieces each seat has where they have to arrive, in a state."""
    pieces: Callable[[Any], tuple[int, ...]] = _nobody_arrived
    """How many pieces each seat has in all, in a state."""
    again: tuple[type[Event], ...] = ()
    """The events that bring another roll at once."""
    untold: tuple[type[Event], ...] = ()
    """The events that no text tells."""
    by_pieces: bool = False
    """Whether the pieces that have arrived count before the way."""
    to_go: Callable[[Any], tuple[int, ...]] = _nobody_arrived
    """How many steps each seat's pieces still have to go in all, in a state."""
    distance: Callable[[Translator, Any, int], str] = _steps_apart
    """How far sides are apart in words, given a state and the steps."""
    need: Callable[[Translator, int, int], str] = _no_need
    """What a side still needs in words, given its pieces and steps, if there is more to say than these."""
    last_need: Callable[[Translator, Any, Sequence[int]], str] = _no_last_need
    """What the last pieces of some seats need in words, if there is more to say than how far they have to go."""
    last_number: Callable[[Any, Sequence[int]], int] = _no_last_number
    """The number with which the only piece left of some seats may arrive at once; 0 if there is none."""
    arrived_words: str = ""
    """Their number `n` at the end of a game."""
    score_words: str = ""
    """The score of all `sides` at the end of a recap, those first who would be placed first."""
    holdings: Callable[[Position], list[tuple[str, str]]] = _no_holdings
    """What is still in hand, by the colours of its owners, for a chapter."""
