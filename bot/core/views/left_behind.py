"""The last text of a board message after a newer one: what was played instead of the old question."""

from __future__ import annotations

from bot.core.domain.table import StartedTable, Table
from bot.core.i18n.text_format import code, plain, text_of, width, words
from bot.core.i18n.translator import Line, Translator
from bot.core.messages.content import Text
from bot.core.views.board import TEXT_LIMIT, heading, sign
from bot.core.views.narration import Narrator, Paragraph
from bot.core.views.news import News, fitting
from data.records import Status


def left_text(table: Table, version: int, t: Translator, *, shown: bool = True, coded: bool = False) -> Text:
    """Return the last text of a message that showed a table at a version, at most TEXT_LIMIT characters.

    It has the turn whose action the message asked for, as far as known now. Not `shown`: the chat no longer shows the
    table. `coded`: with the table's code, for readers who see another table too.
    """
    if not shown:
        gone = t.text("Table {code} is no longer shown here.", code=code(table.id))
        return text_of(heading(table, t), gone)
    if not begun_by(table, version):
        return text_of(heading(table, t), *_instead(table, version, t))
    title = sign(table, coded=coded)
    told = News(tuple(turn_at(table, version, t)))
    excerpt = fitting(told, TEXT_LIMIT - width(plain(title)) - 1, t)
    return text_of(title, *(excerpt or _instead(table, version, t)))


def turn_at(table: Table, version: int, t: Translator) -> list[Paragraph]:
    """Return what was done in the turn under way at a version; empty if nothing was done since."""
    if not isinstance(table, StartedTable):
        return []
    plies, asked = table.match.plies, table.plies_since(version)
    if asked >= len(plies):
        return []
    first = next((number for number in range(asked, 0, -1) if plies[number - 1].ends_turn), 0)
    after = next((number for number in range(asked + 1, len(plies)) if plies[number - 1].ends_turn), len(plies))
    return Narrator(table, t).tell(plies[first:after], first)


def begun_by(table: Table, version: int) -> bool:
    """Return whether the game had begun at a version: before that a message shows no picture."""
    started = table.started
    return started is not None and version >= started


def _instead(table: Table, version: int, t: Translator) -> list[Line]:
    status = table.status
    if status is Status.CANCELLED:
        return [words(t("The table is closed."))]
    if status is Status.OVER:
        return [words(t("The game is over, see below."))]
    if status is Status.PLAYING and not begun_by(table, version):
        return [words(t("The game has begun! It goes on below."))]
    return [words(t("It goes on in a newer message below."))]
