"""The last text of a board message after a newer one: what was played instead of the old question.

A message has the turns that it asked for one after the other, after the turns before them that no other message has.
So a chat's history has every turn of a game once; quiet ones are counted.
"""

from __future__ import annotations

from bot.core.domain.table import StartedTable, Table
from bot.core.i18n.text_format import code, plain, text_of, width, words
from bot.core.i18n.translator import Line, Translator
from bot.core.messages.content import Text
from bot.core.views.board import TEXT_LIMIT, heading, sign
from bot.core.views.excerpt import excerpt, room
from bot.core.views.game_begins import introduction
from bot.core.views.message_turns import begun_by, span_of
from data.records import Status

FRAME_LIMIT = 1900
"""The limit of a message without a picture, with the rules."""


def left_text(
    table: Table,
    version: int,
    t: Translator,
    since: int = 0,
    *,
    shown: bool = True,
    coded: bool = False,
    merged: bool = True,
) -> Text:
    """Return the last text of a message that showed a table at a version, at most TEXT_LIMIT characters.

    It has the turns whose actions the message asked for from version `since` on, as far as known now. Not `shown`:
    the chat no longer shows the table. `coded`: with the table's code, for readers who see another table too.
    `merged`: those of quiet turns have gone.
    """
    if not shown:
        gone = t.text("Table {code} is no longer shown here.", code=code(table.id))
        return text_of(heading(table, t), gone)
    if not begun_by(table, version):
        begun = introduction(table, t) if table.status is Status.PLAYING else []
        above, below = heading(table, t), _instead(table, version, t)
        while room((above, *begun, *below)) > FRAME_LIMIT and len(begun) > 1:
            begun.pop()  # long names leave less room for the rules
        return text_of(above, *begun, *below)
    title = sign(table, coded=coded)
    span = span_of(table, version, since, merged=merged) if isinstance(table, StartedTable) else None
    if span is None or not isinstance(table, StartedTable):
        return text_of(title, *_instead(table, version, t))
    return text_of(title, *excerpt(table, span, TEXT_LIMIT - width(plain(title)) - 1, t))


def _instead(table: Table, version: int, t: Translator) -> list[Line]:
    status = table.status
    if status is Status.CANCELLED:
        return [words(t("The table is closed."))]
    if status is Status.OVER:
        return [words(t("The game is over, see below."))]
    if status is Status.PLAYING and not begun_by(table, version):
        return [words(t("The game has begun! See below."))]
    return [words(t("This goes on in a newer message below."))]
