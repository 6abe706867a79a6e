"""The last text of a board message after a newer one: what was played instead of the old question.

A message has the turns that it asked for one after the other, after the turns before them that no other message has.
So a chat's history has every roll of a game once.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from bot.core.domain.table import StartedTable, Table
from bot.core.i18n.text_format import code, plain, text_of, width, words
from bot.core.i18n.translator import Line, Translator
from bot.core.messages.content import Text
from bot.core.views.board import TEXT_LIMIT, heading, sign
from bot.core.views.game_begins import introduction
from bot.core.views.message_turns import begun_by, span_of
from bot.core.views.narration import Narrator
from bot.core.views.news import LEFT_OUT, News, fitting
from bot.core.views.told_turns import Paragraph
from data.records import Status


def left_text(
    table: Table, version: int, t: Translator, *, shown: bool = True, coded: bool = False, merged: bool = True
) -> Text:
    """Return the last text of a message that showed a table at a version, at most TEXT_LIMIT characters.

    It has the turn whose action the message asked for, as far as known now. Not `shown`: the chat no longer shows the
    table. `coded`: with the table's code, for readers who see another table too. `merged`: those of quiet
    turns have gone.
    """
    if not shown:
        gone = t.text("Table {code} is no longer shown here.", code=code(table.id))
        return text_of(heading(table, t), gone)
    if not begun_by(table, version):
        begun = introduction(table, t) if table.status is Status.PLAYING else []
        above, below = heading(table, t), _instead(table, version, t)
        while _room((above, *begun, *below)) > TEXT_LIMIT and len(begun) > 1:
            begun.pop()  # long names leave less room for the rules
        return text_of(above, *begun, *below)
    title = sign(table, coded=coded)
    excerpt = _most_remarkable(table, version, TEXT_LIMIT - width(plain(title)) - 1, t, merged=merged)
    return text_of(title, *(excerpt or _instead(table, version, t)))


def _most_remarkable(table: Table, version: int, limit: int, t: Translator, *, merged: bool) -> list[Line]:
    """Return the turns that a version's message has; if not all fit, without the least remarkable ones."""
    span = span_of(table, version, merged=merged) if isinstance(table, StartedTable) else None
    if span is None or not isinstance(table, StartedTable):
        return []
    narrator = Narrator(table, t, merged=True)
    told = [*narrator.tell(table.match.plies[span], span.start)]
    kept, turns = list(range(len(told))), narrator.turns_told
    quiet = sorted(range(len(told)), key=lambda at: (narrator.weights[at], -_room(told[at])))
    room = limit - LEFT_OUT
    while sum(_room(told[at]) for at in kept) > room and quiet:
        at = quiet.pop(0)
        told[at] = narrator.shorter[at]
    while sum(_room(told[at]) for at in kept) + LEFT_OUT * _gaps(kept) > room and len(kept) > 1:
        kept.remove(min(kept[:-1], key=lambda at: (narrator.weights[at], -_room(told[at]))))
    paragraphs: list[Paragraph] = []
    counts: list[int] = []
    for at, after in pairwise((-1, *kept)):
        if left := sum(turns[at + 1 : after]):
            gap = words(t.plural("… {n} quiet turn …", "… {n} quiet turns …", left))
            paragraphs.append((gap,))
            counts.append(0)
        paragraphs.append(told[after])
        counts.append(turns[after])
    return fitting(News(tuple(paragraphs), turns=tuple(counts)), limit, t, most=len(paragraphs))


def _gaps(kept: Sequence[int]) -> int:
    return sum(after - at > 1 for at, after in pairwise((-1, *kept)))


def _room(paragraph: Paragraph) -> int:
    return sum(width(plain(line)) + 1 for line in paragraph)


def _instead(table: Table, version: int, t: Translator) -> list[Line]:
    status = table.status
    if status is Status.CANCELLED:
        return [words(t("The table is closed."))]
    if status is Status.OVER:
        return [words(t("The game is over, see below."))]
    if status is Status.PLAYING and not begun_by(table, version):
        return [words(t("The game has begun! It goes on below."))]
    return [words(t("It goes on in a newer message below."))]
