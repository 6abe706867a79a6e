"""The turns of a message that stays: where they don't all fit, what happened goes before comments and quiet turns."""

from __future__ import annotations

from bot.core.domain.storytelling import told_from, weight
from bot.core.domain.table import StartedTable
from bot.core.games.chapters import CHAPTERS
from bot.core.i18n.text_format import plain, width
from bot.core.i18n.translator import Line, Translator
from bot.core.views.narration import Narrator
from bot.core.views.news import News, fitting
from bot.core.views.told_turns import FEW, LIGHT, Paragraph


def excerpt(table: StartedTable, span: slice, limit: int, t: Translator, *, full: bool = False) -> list[Line]:
    """Return what a message has of these plies: what happened in any case. `full`: with all moves, where they fit.

    Where they don't fit, quiet turns are counted, except those that bring a piece out.
    Then light comments go, and last all others.
    """
    told: list[Paragraph] = []
    turns: list[int] = []
    story = told_from(table, span.start)
    for light in (True, False):
        kept = [each for each in story if light or weight(table, each) >= LIGHT or each.find.kind in CHAPTERS]
        narrator = Narrator(table, t, told=kept, merged=True, full=full)
        told, turns = [*narrator.tell(table.match.plies[span], span.start)], narrator.turns_told
        for at, paragraph in _shorter(narrator, comments=not light):
            if _fits(told, limit):
                break
            told[at] = paragraph
        if _fits(told, limit):
            return [line for paragraph in told for line in paragraph]
    return fitting(News(tuple(told), turns=tuple(turns)), limit, t, most=len(told))


def _shorter(narrator: Narrator, *, comments: bool) -> list[tuple[int, Paragraph]]:
    """Return the shorter forms of paragraphs with their numbers, the first to be used first."""
    ways = [
        (level, rank or (0 if turns > FEW else LIGHT), at, paragraph)
        for at, (rank, turns) in enumerate(zip(narrator.weights, narrator.turns_told, strict=True))
        if comments or not rank
        for level, paragraph in enumerate(narrator.shorter[at])
    ]
    return [(at, paragraph) for _, _, at, paragraph in sorted(ways, key=lambda way: way[:3])]


def _fits(told: list[Paragraph], limit: int) -> bool:
    return sum(map(room, told)) <= limit


def room(paragraph: Paragraph) -> int:
    return sum(width(plain(line)) + 1 for line in paragraph)
