"""The turns of a message that stays: what happened, and comments as far as there is room."""

from __future__ import annotations

from bot.core.domain.story import LEADS
from bot.core.domain.storytelling import told_from, weight
from bot.core.domain.table import StartedTable
from bot.core.games.chapters import CHAPTERS
from bot.core.games.commentary import ALWAYS
from bot.core.i18n.text_format import plain, width, words
from bot.core.i18n.translator import N_, Line, Translator
from bot.core.views.narration import Narrator
from bot.core.views.news import News, fitting
from bot.core.views.told_turns import Paragraph

LEVELS = (0, 30, 60, 64, 68, ALWAYS)
"""The least weights of comments that stay where not all have room."""
QUIET = (
    N_("🕊 Nothing to report."),
    N_("🕊 A quiet stretch."),
    N_("🕊 Even the board yawns."),
    N_("🕊 You could hear a pin drop."),
)
"""What a message says without an event."""


def excerpt(table: StartedTable, span: slice, limit: int, t: Translator) -> list[Line]:
    """Return what a message has of these plies: the events, without plain moves.

    Where they don't fit, comments go, the lightest first. Without an event it says so.
    """
    story = told_from(table, span.start)
    for least in LEVELS:
        kept = [
            each
            for each in story
            if weight(table, each) >= least or (least < ALWAYS and each.find.kind in LEADS | CHAPTERS.keys())
        ]
        narrator = Narrator(table, t, told=kept, events=True)
        told = narrator.tell(table.match.plies[span], span.start)
        if not told:
            return [words(t(QUIET[span.start // 2 % len(QUIET)]))] if narrator.has_left_out else []
        if sum(map(room, told)) <= limit:
            return [line for paragraph in told for line in paragraph]
    return fitting(News(tuple(told), turns=tuple(narrator.turns_told)), limit, t, most=len(told))


def room(paragraph: Paragraph) -> int:
    return sum(width(plain(line)) + 1 for line in paragraph)
