"""Snails as chats know them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.core.games.ladder import Ladder
from bot.core.games.lesson import Lesson, LessonStep
from bot.core.games.profile import GameProfile, Names, Position, ResultColumn, Rules
from bot.core.games.rule_sheet import RuleSheet, Sentence, where
from bot.core.games.seat_layouts import Seating
from bot.core.i18n.text_format import words
from bot.core.i18n.translator import Line, Translator
from engine.dice import device_for
from engine.events import Event, Lost, Moved
from engine.game import Move
from tests.fakes.snails.game import NAME, PRESET, SIDES

LANES = {"A": "amber", "Z": "zinc"}


class SnailWords:
    """Snails in words."""

    def emblem(self, colours: str) -> str:
        return "🐌" * len(colours)

    def side(self, t: Translator, colours: str) -> str:
        return " and ".join(LANES[letter] for letter in colours)

    def piece(self, t: Translator, piece: str) -> str:
        return f"snail {piece[1:]}"

    def square(self, t: Translator, name: str) -> str:
        return name

    def clause(self, t: Translator, event: Event, told: str = "") -> str | None:
        match event:
            case Moved(piece=piece, to=to):
                return f"{self.piece(t, piece)} creeps to {to}"
            case Lost():
                return "no snail can use it"
        return None

    def brief(
        self,
        t: Translator,
        events: Sequence[Event],
        own: str,
        names: Names,
        after: object = None,
        *,
        numbered: bool = True,
    ) -> Line:
        return words(", ".join(filter(None, (self.clause(t, event) for event in events))))

    def plain_move(self, t: Translator, events: Sequence[Event]) -> tuple[str, str]:
        return "", ""

    def label(self, t: Translator, move: Move, events: Sequence[Event]) -> str:
        return f"🐌{move[1:]}"

    def squares(self, t: Translator, colours: str, position: Position) -> str:
        return ", ".join(position["pieces"][colours])

    def remarks(self, t: Translator, position: Position) -> tuple[str, ...]:
        return ()


def _seatings(_colours: int) -> tuple[Seating, ...]:
    return (Seating(SIDES),)


def _family(_rules: Rules) -> str:
    return "all"


def _throw_label(_odds: Mapping[Move, int]) -> str:
    return "Toss the coin"


def _columns(_opening: Any) -> tuple[ResultColumn, ...]:
    return (ResultColumn("Twos", lambda seat: seat.best_throws),)


PROFILE = GameProfile(
    name=NAME,
    title="Snails",
    presets={PRESET: "short lanes"},
    words=SnailWords(),
    letters="".join(SIDES),
    seat_words={name: letter for letter, name in LANES.items()},
    sheet=RuleSheet(
        (Sentence("aim", "Bring both of your snails to the end of their lane."),),
        (
            Sentence("length.4", "A lane has 4 squares.", where("length", 4)),
            Sentence("length.6", "A lane has 6 squares.", where("length", 6)),
        ),
        {("length", 4): "lanes of 4 squares", ("length", 6): "lanes of 6 squares"},
    ),
    seatings=_seatings,
    ladders=(Ladder(NAME, NAME, "all", "Snail racing", least=2),),
    family_of=_family,
    prompts={
        "throw": "{player}, toss the coin!",
        "move": "{player}, which snail goes {value}?",
    },
    device=device_for({"1": 1, "2": 1}),
    device_title="The coin in this chat",
    throw_label=_throw_label,
    columns=_columns,
    lesson=Lesson(
        NAME,
        {"preset": PRESET},
        SIDES,
        (
            LessonStep("This is a snail. It goes 2.", {"A": ["0", "4"], "Z": ["1", "0"]}, {"throw": 2}, right=()),
            LessonStep("Well crept!", {"A": ["2", "4"], "Z": ["1", "0"]}),
        ),
    ),
)
