"""A shared table in words: a link where the platform has one, and a command for elsewhere."""

from __future__ import annotations

from bot.core.i18n.text_format import text_of
from bot.core.i18n.translator import N_, Line, Translator
from bot.core.messages.content import Part, Text
from bot.core.messages.requests import SharedTable, ShareLinks

_SEAT = N_("This link gives people a seat at the table: {link}")
_LOOK = N_("This link lets people watch the table: {link}")
_HIDDEN = N_("The table is private. For a link that lets people sit, type this to me in private: {command}")
_INVITE = N_("The table has no link. This one adds me to a server: {link}")


def share_text(shared: SharedTable, links: ShareLinks | None, t: Translator, *, seats: bool, hidden: bool) -> Text:
    """Return the links and the command.

    `seats`: newcomers can take one, at a private table only by its secret code. `hidden`: the link with that code
    must not be shown here.
    """
    lines: list[Line] = []
    if links is not None and links.table is not None:
        lines.append(t.text(_SEAT if seats else _LOOK, link=_link(links.table)))
    if links is not None and links.group is not None:
        lines.append(t.text("This one brings the table to another group: {link}", link=_link(links.group)))
    if links is not None and links.app is not None:
        lines.append(t.text("This one opens the board: {link}", link=_link(links.app)))
    if links is not None and links.table is None and links.invite is not None:
        lines.append(t.text(_INVITE, link=_link(links.invite)))
    verb = "join" if shared.joins else "watch"
    command = t.command(f"/{verb} {shared.code}")
    lines.append(t.text("From anywhere else: {command}", command=command))
    if hidden:
        ask = t.command(f"/share {shared.code}")
        lines.append(t.text(_HIDDEN, command=ask))
    return text_of(*lines)


def _link(address: str) -> Part:
    return Part(address, link=address)
