"""What the core needs from a platform, and the errors of its calls."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol

from bot.core.messages.content import Screen, Text
from data.records import ChatKey, PersonKey

NOT_TOLD: Mapping[str, Text] = MappingProxyType({})
"""No text in other languages."""


class MessageGone(Exception):
    """The message (or its chat) can no longer be edited."""


class TryLater(Exception):
    """The platform asks to wait: nothing was done, and the call may be repeated.

    `seconds`: how long. `everywhere`: for all chats of the platform.
    """

    def __init__(self, seconds: float, *, everywhere: bool = False) -> None:
        super().__init__(f"try again in {seconds:g} s")
        self.seconds = seconds
        self.everywhere = everywhere


class NotAllowed(Exception):
    """The bot may not do this in the chat: it was removed, blocked or lacks a permission."""


class ChatGone(NotAllowed):
    """The chat is gone or has moved: nobody can let the bot in again."""


class Authority(Protocol):
    """Knows people's rights in a chat; never from what they write."""

    async def is_admin(self, chat: ChatKey, person: PersonKey, players: Collection[PersonKey] = ()) -> bool:
        """Return whether a person administers a chat now; False if in doubt.

        In a private chat everybody does. `players`: those of the table concerned; where everybody is an
        administrator, they are not.
        """


@dataclass(frozen=True, slots=True)
class Abilities:
    """What a platform can show and do; each platform says where it differs from the defaults."""

    films: tuple[str, ...] = ("image/gif",)
    """Media types of videos that start by themselves, the best first. Each platform plays GIFs."""
    deletes: int = 1
    """How many messages one call can delete."""
    merges: bool = True
    """Whether the message of a quiet turn goes, and a later one tells it too.

    Else it stays with its line: deleting it would cost a call, and the answer to the press changes it anyway.
    """
    threads: bool = False
    """Whether a table can have its own thread."""
    rings: bool = True
    """Whether a mention in a new message rings on people's phones; then people who are there get none."""
    costless: bool = False
    """Whether calls are free. Then a chat without a setting sees each bot's turn."""
    motion: str = ""
    """The media type of animated boards; empty if the platform has none.

    A platform that puts boards together itself has that of their documents.
    """
    moves: bool = False
    """Whether boards are animated in a chat without a setting."""
    rule_books: str = ""
    """The address of the folder of rule books that the platform serves; empty if it serves none."""
    detailed: bool = False
    """Whether there is room for a board's details."""
    private: bool = True
    """Whether the bot can write to a person alone, if they admit it."""
    app: bool = False
    """Whether a button can open the table in an app within the chat."""


class Threads(Protocol):
    """Opens threads by itself, and archives them."""

    async def open(self, chat: ChatKey, line: Screen, name: str, *, nonce: str) -> tuple[ChatKey, str] | None:
        """Post a line and open a thread below it; return the thread's chat and the line's message.

        None if the chat can have no threads, or the bot may not open them. The same nonce gives the same thread.
        Raises TryLater, and any other error of the moment.
        """

    async def hide(self, chat: ChatKey, thread: ChatKey) -> None:
        """Delete the line in a chat above a thread, which stays; raises MessageGone, NotAllowed, TryLater."""

    async def close(self, thread: ChatKey) -> None:
        """Archive a thread; a new message there opens it again."""


class Messenger(Protocol):
    """Posts and changes a platform's messages.

    `below` and `languages` return what is known, without a call. Each call may raise TryLater, NotAllowed, and any
    other error of the moment.
    """

    @property
    def abilities(self) -> Abilities:
        """Return what the platform can do; it does not change while the bot runs."""

    @property
    def threads(self) -> Threads | None:
        """Return what opens threads without being asked; None if the platform has none."""

    def below(self, chat: ChatKey, message: str) -> int | None:
        """Return how many messages are known below one; None if the platform does not say."""

    def languages(self, chat: ChatKey) -> frozenset[str]:
        """Return the languages of a chat's readers if each sees boards in their own; empty if all see the same."""

    async def private(self, person: PersonKey) -> ChatKey | None:
        """Return the chat with this person alone; None if the platform has none, or the person doesn't admit it."""

    async def post(self, chat: ChatKey, screen: Screen, *, nonce: str) -> str:
        """Post a message and return its id; if the platform can, the same nonce gives the same message."""

    async def edit(self, chat: ChatKey, message: str, screen: Screen) -> None:
        """Replace a message; raises MessageGone."""

    async def retire(
        self, chat: ChatKey, message: str, text: Text, *, pictured: bool, told: Mapping[str, Text] = NOT_TOLD
    ) -> None:
        """Remove a message's buttons and replace its text in one call; its picture stays.

        `pictured`: whether it has one, if known. `told`: the text in other languages. Raises MessageGone.
        """

    async def delete(self, chat: ChatKey, *messages: str) -> None:
        """Delete messages, at most `abilities.deletes` of them; raises MessageGone for a single one."""
