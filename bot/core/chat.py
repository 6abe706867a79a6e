"""Where the core and the platforms meet: what comes in, what goes out, and what a platform must be able to do."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from bot.core.screen import Document, Screen, Text
from data.records import ChatKey, PersonKey


@dataclass(frozen=True, slots=True)
class Person:
    """Who acts: key, the name the platform shows, and the language (`es`, `pt-BR`) and zone that it tells, if any.

    `bot`: this is a program with an account of its own, which can be named and cannot play.
    """

    key: PersonKey
    name: str
    locale: str | None = None
    bot: bool = False
    zone: str | None = None


@dataclass(frozen=True, slots=True)
class File:
    """A file that came with a command: how many bytes it is said to have, and how they are fetched."""

    size: int
    read: Callable[[], Awaitable[bytes]]


def written(text: str) -> File:
    """Take a text as if it were a file."""
    data = text.encode("utf-8", "replace")

    async def read() -> bytes:
        return data

    return File(len(data), read)


@dataclass(frozen=True, slots=True)
class Request:
    """A command: its name and options as texts, by the names of the registry.

    `alone`: whether a notice reaches nobody but this person. `people`: whom the platform knows to be meant by an
    option that names a person. `file`: what came with it, not yet fetched. `private`: whether the platform says that
    nobody else is in the chat.
    """

    chat: ChatKey
    person: Person
    command: str
    options: Mapping[str, str] = field(default_factory=dict)
    alone: bool = True
    people: Mapping[str, Person] = field(default_factory=dict)
    file: File | None = None
    private: bool = False


@dataclass(frozen=True, slots=True)
class Press:
    """A pressed button: the message it stood under and its token, neither of them trusted.

    `carried`: whether the platform itself knows that the message has this very button; else it may be forged.
    `private`: as in a `Request`.
    """

    chat: ChatKey
    person: Person
    message: str
    token: str
    carried: bool = False
    private: bool = False


@dataclass(frozen=True, slots=True)
class LongAnswer:
    """How an answer that would fill a group can be read elsewhere: `short` is said of it there, and the command with
    these options asks for the whole of it, in any chat; about `person`, if it is not about whoever asks.
    """

    short: Text
    command: str
    options: Mapping[str, str] = field(default_factory=dict)
    person: Person | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """The answer to a command or press.

    `screen`: for a press the new face of the pressed message, for a command a message to all. It is never a board:
    boards are shown by the publisher only, in order, so that an older picture never replaces a newer one. `notice`:
    for the presser alone, and `document` a file that comes with it. `table`: whose boards the publisher should bring
    up to date now. `long`: how the answer can be read elsewhere, if it is a long one. `throttled`: a command was
    thrown away because its giver is too fast and was told so already; a platform where words to one person cost
    nobody else anything tells them again.

    The fastest road: a platform whose answer to a press can itself carry the message's new face keeps the press open
    under the message's id, and lets the publisher's next `edit` or `retire` of that message be the answer.
    """

    screen: Screen | None = None
    notice: Text | None = None
    table: str | None = None
    document: Document | None = None
    long: LongAnswer | None = None
    throttled: bool = False


class MessageGone(Exception):
    """The message (or its chat) is no longer there to be edited."""


class TryLater(Exception):
    """The platform asks to wait: nothing was done, and may be tried again after so many seconds.

    `everywhere`: that holds for all its chats.
    """

    def __init__(self, seconds: float, *, everywhere: bool = False) -> None:
        super().__init__(f"try again in {seconds:g} s")
        self.seconds = seconds
        self.everywhere = everywhere


class NotAllowed(Exception):
    """The bot may not do this in the chat: it was sent away or blocked, or lacks a right. Waiting does not help."""


class ChatGone(NotAllowed):
    """The chat is not there any more, or goes on elsewhere: nobody can let the bot in again."""


class Authority(Protocol):
    """What a platform knows of people's rights; never taken from what they write."""

    async def is_admin(self, chat: ChatKey, person: PersonKey) -> bool:
        """Whether a person administers a chat now; in a private chat everybody does. When in doubt they do not."""


class Messenger(Protocol):
    """What a platform can do with messages; given to the publisher, one per platform.

    `films`: the media types of films that play by themselves there, the best one first; any platform plays GIFs.
    `deletes`: how many messages one call can take away.
    Besides what is said below, each may raise TryLater, NotAllowed, and anything else when it failed for now.
    """

    @property
    def films(self) -> tuple[str, ...]:
        """Media types."""

    @property
    def deletes(self) -> int:
        """How many."""

    async def post(self, chat: ChatKey, screen: Screen, *, nonce: str) -> str:
        """Posts a message and gives its id; the same nonce gives the same message again where the platform can."""

    async def edit(self, chat: ChatKey, message: str, screen: Screen) -> None:
        """Replaces a message; raises MessageGone."""

    async def retire(self, chat: ChatKey, message: str, text: Text, *, pictured: bool) -> None:
        """Take a message's buttons away and give it other words, in one call; its picture stays.

        `pictured`: whether it has one, as far as is known. Raises MessageGone.
        """

    async def delete(self, chat: ChatKey, *messages: str) -> None:
        """Take messages away altogether, `deletes` of them at most; raises MessageGone for a single one."""
