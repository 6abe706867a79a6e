"""A position of the second grade: what its solution achieves, and what is wrong with another move."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.features.learning.view import play_rows, step_screen, step_table
from bot.core.games.game_words import title
from bot.core.games.lesson import Lesson
from bot.core.games.profiles import profile_of
from bot.core.i18n.text_format import capital, strong, text_of, words
from bot.core.i18n.translator import Translator
from bot.core.messages.button_tokens import ButtonVerb
from bot.core.messages.content import Screen, Text
from bot.core.messages.requests import Person
from bot.core.views.alt_text import describe
from bot.core.views.board import scene_of
from bot.core.views.pictures import Pictures, pictured
from bot.core.views.reasons import because, naming_of
from engine.game import Move
from engine.players.reasons import Reason

PRACTISE = ButtonVerb("solve", 4)
"""Game, number of the position, move or the word to stop, the pupil's id."""
MOST = 2
"""The number of reasons given against a move."""


def solved(lesson: Lesson, number: int, pupil: Person, reasons: Sequence[Reason], t: Translator) -> list[str]:
    """Return that a position is solved, and what its right move achieves."""
    table, right = step_table(lesson, number, pupil), _right(lesson, number)
    told = because(lesson.game, reasons, right, naming_of(table, 0, t), t)
    return [t("✅ That's the best move!"), *(f"• {reason}" for reason in told)]


def worse(lesson: Lesson, number: int, pupil: Person, move: Move, reasons: Sequence[Reason], t: Translator) -> Text:
    """Return what is wrong with a move, without revealing the right one."""
    naming, tell = naming_of(step_table(lesson, number, pupil), 0, t), profile_of(lesson.game).reason
    against = [capital(tell(t, reason.fact, naming)) for reason in reasons if reason.of == move][:MOST]
    if against:
        return text_of(words(t("Not the best.")), *(words(f"• {each}.") for each in against))
    better = [tell(t, reason.fact, naming) for reason in reasons[:1]]
    if better:
        return t.note("Not the best. With another move, {reason}.", reason=better[0])
    return t.note("Not the best. Look again!")


def problem_screen(
    lesson: Lesson, number: int, pupil: Person, t: Translator, pictures: Pictures, theme: str, told: Sequence[str]
) -> Screen:
    """Show a position, below the text about the one before it."""
    return step_screen(lesson, number, pupil, t, pictures, theme, PRACTISE, told)


def done_screen(
    lesson: Lesson, number: int, pupil: Person, t: Translator, pictures: Pictures, theme: str, told: Sequence[str]
) -> Screen:
    """Show that all positions are solved, below the text about the last one."""
    table = step_table(lesson, number, pupil, _right(lesson, number))
    match = table.match
    alt = describe(table, match.game.position(match.state), {}, t)
    lines = (
        *map(words, told),
        (strong(title(t, lesson.game)),),
        words(t("All solved! In a casual game, I'll give you a hint whenever you ask.")),
        t.text("Just type {command}.", command=t.command("/hint")),
    )
    return Screen(
        text_of(*lines), pictured(pictures, scene_of(table, 0, t, (), theme), alt), play_rows(lesson.game, t)
    )


def _right(lesson: Lesson, number: int) -> Move:
    (right,) = lesson.steps[number].right or ("",)
    return right
