"""The profile of Palma."""

from __future__ import annotations

from collections.abc import Mapping

from bot.core.games.ladder import Ladder
from bot.core.games.palma import commentary, words
from bot.core.games.palma.bots import BOTS
from bot.core.games.palma.how_to_play import moment
from bot.core.games.palma.lesson import LESSON
from bot.core.games.palma.practice import PRACTICE
from bot.core.games.palma.reasons import reason
from bot.core.games.palma.rule_numbers import RULE_NUMBERS
from bot.core.games.palma.rule_sheet import SHEET
from bot.core.games.palma.watch import watch
from bot.core.games.profile import GameProfile, ResultColumn, Rules
from bot.core.games.seat_layouts import Seating
from bot.core.games.wordings import AGAIN
from bot.core.i18n.translator import N_
from engine.dice import STICKS
from engine.game import Move
from engine.palma.board import SIDES
from engine.palma.events import Rethrow
from engine.palma.presets import read_rules
from engine.palma.state import State

NAME = "palma"


def _seatings(_colours: int) -> tuple[Seating, ...]:
    return (Seating(SIDES),)


def _family(rules: Rules) -> str:
    return "penalty" if read_rules(rules).penalty else "classic"


def _throw_label(odds: Mapping[Move, int]) -> str:
    return N_("🌗 Throw the sticks") if "5" in odds else N_("🎲 Draw")


def _columns(_opening: State) -> tuple[ResultColumn, ...]:
    return (
        ResultColumn(N_("Fives"), lambda seat: seat.best_throws),
        ResultColumn(N_("Best turn"), lambda seat: seat.longest),
    )


PALMA = GameProfile(
    name=NAME,
    title=N_("Palma"),
    presets={"classic": N_("classic rules"), "quick": N_("quick game"), "penalty": N_("with back-slides")},
    words=words,
    letters="".join(SIDES),
    seat_words={name: letter for names in (words.SIDES, words.PIECES) for letter, name in names.items()},
    sheet=SHEET,
    seatings=_seatings,
    ladders=(
        Ladder("palma", NAME, "classic", N_("Palma"), least=6),
        Ladder("penalty", NAME, "penalty", N_("Palma with back-slides"), least=6),
    ),
    family_of=_family,
    prompts={
        "opening": N_("{player}, draw for the start!"),
        "throw": N_("{player}, your turn. Throw the sticks!"),
        "again": AGAIN[0],
        "move": N_("{player}, you rolled a {value}. Which piece?"),
        "passed": N_("{player}, use the {value} that {other} can't. Which piece?"),
    },
    more_prompts={"again": AGAIN[1:]},
    device=STICKS,
    device_title=N_("The sticks in this chat"),
    throw_label=_throw_label,
    columns=_columns,
    lesson=LESSON,
    practice=PRACTICE,
    rule_numbers=RULE_NUMBERS,
    bots=BOTS,
    kinds=commentary.KINDS,
    watch=watch,
    stuck=commentary.stuck,
    stake=commentary.stake,
    reason=reason,
    moment=moment,
    moment_words=N_("a slide"),
    arrived=words.arrived,
    pieces=words.pieces,
    to_go=words.to_go,
    distance=words.distance,
    need=words.need,
    last_need=words.last_need,
    again=(Rethrow,),
    arrived_words=N_("{n} in the last holes"),
    score_words=N_("📊 Pieces in the last holes (distance covered): {sides}."),
)
