"""Convert a screen to the library's arguments: content, picture with its alt text, components, mentions."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import Any

import discord

from bot.core.i18n.text_format import truncate, width
from bot.core.messages.content import Document, Screen, Text
from bot.platforms.discord.components import view
from bot.platforms.discord.markdown import markdown, mentioned, unlinked

CONTENT, EMBED, ALT = 2000, 4096, 1024
SLOW_LINE = 50_000.0
"""Bytes a second."""
_ENDINGS = {"image/png": "png", "image/gif": "gif", "image/jpeg": "jpg", "image/webp": "webp"}


@dataclass(frozen=True, slots=True)
class TextPayload:
    """A text in the content, or a long one in an embed, with its mentions in the content."""

    content: str
    embed: str | None
    call: discord.AllowedMentions

    @classmethod
    def of(cls, text: Text) -> TextPayload:
        """Convert a text. Only the people it mentions are pinged."""
        written = markdown(text)
        if width(written) > EMBED:
            written = markdown(unlinked(text))
        people = [discord.Object(user) for user in mentioned(text)]
        call = discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=people)
        if width(written) <= CONTENT:
            return cls(written, None, call)
        called = " ".join(f"<@{person.id}>" for person in people)  # an embed pings nobody
        return cls(called, _fitting(written), call)

    def to_send(self) -> dict[str, Any]:
        long = {} if self.embed is None else {"embeds": [discord.Embed(description=self.embed)]}
        return {"content": self.content or None, "allowed_mentions": self.call, **long}


@dataclass(frozen=True, slots=True)
class MessagePayload:
    """A screen prepared once for any way of sending; each try takes fresh files and components."""

    screen: Screen
    words: TextPayload

    @classmethod
    def of(cls, screen: Screen) -> MessagePayload:
        return cls(screen, TextPayload.of(screen.text))

    @property
    def upload(self) -> float:
        """Return the seconds to upload its picture over a slow line."""
        return len(self.screen.picture.data) / SLOW_LINE if self.screen.picture is not None else 0.0

    def to_send(self) -> dict[str, Any]:
        sent, files, components = self.words.to_send(), self._files(), view(self.screen.rows)
        if files:
            sent["files"] = files
        if components is not None:
            sent["view"] = components
        return sent

    def to_edit(self) -> dict[str, Any]:
        """Return the arguments that turn a message into this one, which also remove what it lacks."""
        kept = {"embeds": [], "attachments": self._files(), "view": view(self.screen.rows)}
        return {**kept, **self.words.to_send()}

    def _files(self) -> list[discord.File]:
        picture = self.screen.picture
        if picture is None:
            return []
        name = f"board.{_ENDINGS.get(picture.media_type, 'bin')}"
        return [discord.File(io.BytesIO(picture.data), name, description=truncate(picture.alt, ALT))]


def file_of(document: Document) -> discord.File:
    """Return a text as a file to send; each try needs a fresh one."""
    return discord.File(io.BytesIO(document.text.encode()), document.name)


def _fitting(text: str) -> str:
    """Return a text cut to an embed; whole lines at its end are left out."""
    lines = text.split("\n")
    if width(text) <= EMBED:
        return text
    while len(lines) > 1 and width("\n".join(lines)) > EMBED - 2:
        lines.pop()
    return truncate("\n".join([*lines, "…"]), EMBED)
