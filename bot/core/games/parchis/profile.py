"""The profile of Parchís."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.core.games.ladder import Ladder
from bot.core.games.parchis import commentary, distances, endgame, prompts, words
from bot.core.games.parchis.bots import BOTS
from bot.core.games.parchis.how_to_play import moment
from bot.core.games.parchis.lesson import LESSON
from bot.core.games.parchis.outlook import outlook
from bot.core.games.parchis.practice import PRACTICE
from bot.core.games.parchis.reasons import reason
from bot.core.games.parchis.rule_numbers import RULE_NUMBERS
from bot.core.games.parchis.rule_sheet import SHEET
from bot.core.games.parchis.seat_layouts import seatings
from bot.core.games.parchis.stuck import stuck
from bot.core.games.parchis.watch import watch
from bot.core.games.profile import BonusWords, GameProfile, ResultColumn, Rules
from bot.core.games.rule_sheet import Values
from bot.core.games.sitting import Sitting
from bot.core.games.wordings import AGAIN
from bot.core.i18n.translator import N_
from engine.dice import device_for
from engine.game import Move
from engine.parchis.board import LETTERS
from engine.parchis.events import BarrierOpened
from engine.parchis.game import OUTCOMES
from engine.parchis.presets import QUICK, rules_of
from engine.parchis.state import Phase, State
from engine.parchis.working_position import CAPTURE_BONUS, GOAL_BONUS

NAME = "parchis"


def _family(rules: Rules) -> str:
    """Return the family of rules; with two pieces a game with dice is short, and another game."""
    read = rules_of(rules)
    if read.diceless:
        return "diceless"
    return "quick" if read.pieces == QUICK.pieces else "dice"


def _throw_label(_odds: Mapping[Move, int]) -> str:
    return N_("🎲 Roll")


def _columns(opening: State) -> tuple[ResultColumn, ...]:
    captures = ResultColumn(N_("Captures"), lambda seat: seat.captures)
    sixes = ResultColumn(N_("Sixes"), lambda seat: seat.best_throws)
    best = ResultColumn(N_("Best turn"), lambda seat: seat.longest)
    return (captures, best) if opening.setup.rules.diceless else (captures, sixes, best)


def _matters(name: str, values: Values, sitting: Sitting) -> bool:
    """Return whether a switch has any effect at such a table.

    It has none in three cases. Players with one colour each have no friends to capture (P70-P74). A game without dice
    has no third 6 (P53). With two sides the first winner decides every place (P81).
    """
    long_six = values.get("six_all_out") != "none"
    needs = {
        "all_out": long_six,
        "six_choice": long_six,
        "third_six_spares_shelter": values.get("source") != "pool",
        "own_pair": sitting.shared,
        "team_pair": sitting.teams,
        "entry_evicts_friend": sitting.shared or sitting.teams,
        "stuck_helps": sitting.teams or (sitting.shared and bool(values.get("turns_by_colour"))),
        "turns_by_colour": sitting.shared,
        "play_on": sitting.sides > 2,
    }
    return needs.get(name, True)


def _reproof(state: State) -> str | None:
    return N_("Pick a number first.") if state.phase is Phase.PICK else None


def _facts(rules: Rules) -> dict[str, Any]:
    return {
        "n": rules["colours"],
        "pieces": rules["pieces"],
        "out": rules["pieces"] - 1,
        "ring": 17 * rules["colours"],
        "long": rules["six_all_out"],
        "squares": ", ".join(map(str, sorted(words.shelter_squares(rules)))),
    }


PARCHIS = GameProfile(
    name=NAME,
    title=N_("Parchís"),
    presets={
        "spanish": N_("Spanish rules"),
        "italian": N_("Italian rules"),
        "diceless": N_("without dice"),
        "quick": N_("quick game"),
    },
    words=words,
    letters=LETTERS,
    seat_words={name: letter for letter, name in words.COLOURS.items()},
    sheet=SHEET,
    seatings=seatings,
    ladders=(
        Ladder("parchis", NAME, "dice", N_("Parchís"), least=20),
        Ladder("diceless", NAME, "diceless", N_("Parchís without dice"), least=15),
        Ladder("quick", NAME, "quick", N_("Quick Parchís"), least=6),
    ),
    family_of=_family,
    prompts={
        "opening": N_("{player}, roll for the start: the highest number begins!"),
        "throw": N_("{player}, your turn. Roll the die!"),
        "again": AGAIN[0],
        "move": N_("{player}, you rolled a {value}. Which piece?"),
        "picked": N_("{player}, you play a {value}. Which piece?"),
        "pick": N_("{player}, your turn. Pick a number!"),
        "pick again": N_("{player}, pick another number!"),
    },
    bonuses={
        CAPTURE_BONUS: BonusWords(
            N_("{player}, you move {steps} for the capture! Which piece?"),
            N_("{player} moves {steps} for the capture"),
        ),
        GOAL_BONUS: BonusWords(
            N_("{player}, you move {steps} for the piece in the goal! Which piece?"),
            N_("{player} moves {steps} for the goal"),
        ),
    },
    reproof=_reproof,
    more_prompts={"again": AGAIN[1:]},
    device=device_for(OUTCOMES),
    device_title=N_("The die in this chat"),
    throw_label=_throw_label,
    columns=_columns,
    lesson=LESSON,
    practice=PRACTICE,
    rule_numbers=RULE_NUMBERS,
    bots=BOTS,
    styles=True,
    matters=_matters,
    facts=_facts,
    reminders=prompts.reminders,
    holdings=prompts.holdings,
    hints=prompts.hints,
    kinds=commentary.KINDS,
    watch=watch,
    outlook=outlook,
    broken=commentary.broken,
    stuck=stuck,
    stake=commentary.stake,
    reason=reason,
    moment=moment,
    moment_words=N_("a capture"),
    untold=(BarrierOpened,),
    arrived=words.arrived,
    pieces=words.pieces,
    by_pieces=True,
    to_go=distances.to_go,
    distance=distances.distance,
    last_need=endgame.last_need,
    last_number=endgame.last_number,
    arrived_words=N_("{n} in the goal"),
    score_words=N_("📊 Pieces in the goal (distance covered): {sides}."),
)
