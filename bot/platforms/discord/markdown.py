"""Render texts as Discord's Markdown: names and words are escaped, so that only the core sets emphasis."""

from __future__ import annotations

import re

from bot.core.messages.content import Part, Style, Text

PLATFORM = "discord"

_SIGNS = re.compile(r"[\\*_~`|<>\[\]()#@]|(?<=\S)/")
_LIST = re.compile(r"^(\s*)(?=[-+]|\d+\.)")
_NUMBER = re.compile(r"^(\s*\d+)(?=\.)")
_USER = re.compile(r"[1-9][0-9]{0,19}")
_PLAIN = Part("")[1:]


def escape(text: str) -> str:
    """Return words escaped, so that they create no emphasis, mention, link, heading or list."""
    return _SIGNS.sub(r"\\\g<0>", text)


def markdown(text: Text) -> str:
    """Return a text as the content of a message."""
    return "\n".join(_line("".join(map(_part, line))) for line in text.lines)


def unlinked(text: Text) -> Text:
    """Return a text without its links' addresses, which Discord counts as characters."""
    lines = (
        tuple(part._replace(link=None) if part.link != part.text else part for part in line) for line in text.lines
    )
    return Text(tuple(lines))


def mentioned(text: Text) -> tuple[int, ...]:
    """Return the ids of the people that a text mentions."""
    users = (_user(part) for line in text.lines for part in line)
    return tuple(dict.fromkeys(user for user in users if user is not None))


def _line(line: str) -> str:
    """Return a line that starts no list."""
    if _NUMBER.match(line):
        return _NUMBER.sub(r"\1\\", line)
    return _LIST.sub(r"\1\\", line)


def _user(part: Part) -> int | None:
    person = part.mention
    if person is None or person.platform != PLATFORM or not _USER.fullmatch(person.user):
        return None
    return int(person.user)


def _part(part: Part) -> str:
    if part[1:] == _PLAIN:  # most parts are bare words
        return escape(part.text) if part.text.strip() else part.text
    user = _user(part)
    if user is not None:
        return f"<@{user}>"
    if part.chat is not None and part.chat.platform == PLATFORM:
        return f"<#{part.chat.thread or part.chat.chat}>"
    if part.link is not None:  # in angle brackets, to avoid a preview
        return f"<{part.link}>" if part.text == part.link else f"[{escape(part.text)}](<{part.link}>)"
    if part.moment is not None:
        return f"<t:{int(part.moment)}:R>"
    if not part.text.strip():
        return part.text
    if part.command:
        return f"<{part.text}:{part.command}>"
    if part.style in (Style.CODE, Style.COMMAND):
        return f"`{part.text.replace('`', 'ʼ')}`"
    words = escape(part.text)
    if part.style is Style.STRONG:
        return f"**{words}**"
    return f"*{words}*" if part.style is Style.EMPHASIS else words
