"""Find the chats that show a table: its own, those of remote players, and those that watch."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, tzinfo
from enum import Enum

from bot.core.common.changes import copied
from bot.core.domain import deadlines
from bot.core.domain.chat_settings import ChatSettings
from bot.core.domain.person_settings import PersonSettings
from bot.core.domain.table import Table
from bot.core.i18n.time_zones import in_zone, zone_of
from bot.core.messages.content import Part, Screen, Text
from data.records import BoardRecord, ChatKey, ChatRecord, PersonKey, TableDisplayRecord


class Role(Enum):
    """The role of a chat for a table that it shows."""

    PLAY = "play"
    WATCH = "watch"
    ANNOUNCEMENT = "announcement"
    """The table is in a thread of the chat, which only shows its link and result."""


@dataclass(frozen=True, slots=True)
class TableDisplay:
    """A table and the messages that show it, at one version."""

    table: Table
    record: TableDisplayRecord

    @property
    def chats(self) -> tuple[ChatKey, ...]:
        """Return the chats that show the table or keep messages of it, its own first."""
        placed = (place.chat for place in self.record.places)
        return tuple(dict.fromkeys((self.table.chat, *placed, *(board.chat for board in self.record.boards))))

    def role(self, chat: ChatKey) -> Role | None:
        """Return the role of a chat; None if it does not show the table."""
        if chat == self.table.chat and not self.table.links.private:
            return Role.PLAY
        people = [place.person for place in self.record.places if place.chat == chat]
        if self.is_private(chat):
            return Role.PLAY
        if self.table.links.private and self.is_left(chat):
            return Role.WATCH if None in people else None
        if chat == self.table.chat or (people and chat.is_hand):
            return Role.PLAY
        if not people:
            return None
        if chat == self.table.links.announcement:
            return Role.ANNOUNCEMENT
        return Role.PLAY if any(people) else Role.WATCH

    def plays_from(self, person: PersonKey) -> ChatKey:
        """Return where a person plays; a place above a thread, which counts in seasons, means the thread."""
        return dict(self.table.links.private).get(person) or self.place(self.came_from(person))

    def is_private(self, chat: ChatKey) -> bool:
        """Return whether it is the private chat of somebody who plays there."""
        return any(chat == one for _, one in self.table.links.private)

    def is_kept(self, chat: ChatKey) -> bool:
        """Return whether a tournament's table keeps one message in a chat, neither its thread nor private (T58)."""
        links = self.table.links
        threaded = links.announcement is not None and chat == self.table.chat
        return links.tournament is not None and not threaded and not self.is_private(chat)

    def came_from(self, person: PersonKey) -> ChatKey:
        """Return the chat in whose seasons the game counts for a person."""
        return next((place.chat for place in self.record.places if place.person == person), self.table.chat)

    def is_left(self, chat: ChatKey) -> bool:
        """Return whether all who came from a chat play from their private chats."""
        there = {person for person in self.table.people if self.came_from(person) == chat}
        return bool(there) and there <= {person for person, _ in self.table.links.private}

    def place(self, chat: ChatKey) -> ChatKey:
        """Return the chat that a person plays from if they sit down in `chat`; the announcement chat has no board."""
        return self.table.chat if chat == self.table.links.announcement else chat

    def messages(self, chat: ChatKey) -> list[BoardRecord]:
        """Return a chat's messages of the table, oldest first."""
        return [board for board in self.record.boards if board.chat == chat]

    def is_crowded(self, chat: ChatKey) -> bool:
        """Return whether a chat shows another open table too: messages need the code."""
        return chat in self.record.crowded

    def stored(self, chat: ChatKey) -> ChatRecord | None:
        return next((record for record in self.record.chats if record.key == chat), None)

    def settings(self, person: PersonKey) -> PersonSettings | None:
        """Return the settings of a person at the table; None if they are not known here."""
        table = self.table
        if table.version != self.record.version or not table.sits(person):
            return None
        texts = (record.settings for record in self.record.people if record.key == person)
        return PersonSettings.load(next(texts, "{}"))

    def zone(self, chat: ChatKey) -> tzinfo:
        """Return a chat's time zone: its own, else that of the player to act there, else UTC."""
        chosen = ChatSettings.of(self.stored(chat)).zone
        if chosen is not None:
            return zone_of(chosen)
        seat = deadlines.to_act(self.table)
        if seat is None or seat.person is None or self.plays_from(seat.person) != chat:
            return UTC
        settings = self.settings(seat.person)
        return (settings.clock if settings is not None else None) or UTC

    def seen_from(self, chat: ChatKey, screen: Screen) -> Screen:
        """Return a screen for a chat: it mentions only its players; watchers get no buttons."""
        screen = in_zone(screen, self.zone(chat))
        lines = tuple(tuple(self._seen(part, chat) for part in line) for line in screen.text.lines)
        rows = screen.rows if self.role(chat) is Role.PLAY else ()
        return copied(screen, text=Text(lines), rows=rows)

    def _seen(self, part: Part, chat: ChatKey) -> Part:
        if part.mention is None or self.plays_from(part.mention) == chat:
            return part
        return part._replace(mention=None)
