"""Represent the core's input and output: requests, presses, outcomes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar

from bot.core.messages.content import Document, Screen, Text
from data.records import ChatKey, PersonKey

NAME_LENGTH = 48


@dataclass(frozen=True, slots=True)
class Person:
    """The acting person: key, displayed name, and language (`es`, `pt-BR`) and time zone, if known.

    `bot`: a program with an account, which can be named and cannot play.
    """

    key: PersonKey
    name: str
    locale: str | None = None
    bot: bool = False
    zone: str | None = None

    def normalized(self) -> Person:
        """Return the same person with a one-line name of limited length."""
        printable = "".join(char if char.isprintable() else " " for char in self.name)
        name = " ".join(printable.split())[:NAME_LENGTH] or "?"
        return self if name == self.name else replace(self, name=name)


@dataclass(frozen=True, slots=True)
class File:
    """A file that came with a command: its declared bytes, and how to fetch it."""

    size: int
    read: Callable[[], Awaitable[bytes]]


def written(text: str) -> File:
    """Return a text as a file."""
    data = text.encode("utf-8", "replace")

    async def read() -> bytes:
        return data

    return File(len(data), read)


@dataclass(frozen=True, slots=True)
class ThreadOffer:
    """How a table gets its own thread below the current chat.

    `lacks`: the missing permissions, in the platform's words, to be translated. `post` posts an announcement; it
    returns the future thread and the message, None if the platform refused. `open` opens the thread below that
    message, by a name of at most 100 characters; it returns whether it did. `withdraw` removes the announcement.
    """

    post: Callable[[Screen], Awaitable[tuple[ChatKey, str] | None]]
    open: Callable[[str, str], Awaitable[bool]]
    withdraw: Callable[[str], Awaitable[None]]
    lacks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SharedTable:
    """A table that others are invited to: its code, the secret one if it is private and they may sit.

    `joins`: they can take a seat. `chat` and `message`: its newest board, if any; `near`: the asker can see it.
    """

    code: str
    joins: bool
    chat: ChatKey
    message: str | None = None
    near: bool = True


@dataclass(frozen=True, slots=True)
class ShareLinks:
    """Links to a table, to the table in a group of one's choice, to the bot, and to the table in an app."""

    table: str | None = None
    group: str | None = None
    invite: str | None = None
    app: str | None = None


@dataclass(frozen=True, slots=True)
class Request:
    """A command: its name and options as texts, by the names of the registry.

    `alone`: only this person can read a notice here; False in a Telegram group. `private`: the platform confirms
    that only this person and the bot are in the chat. `people`: by option, the person whom the platform found for it.
    `file`: an attachment, not yet fetched. `thread`: how to open a thread here, None if impossible. `share`: returns
    the links to a table, None if there are none. `within`: the table's thread in which it was asked, if it concerns
    the chat above.
    """

    chat: ChatKey
    person: Person
    command: str
    options: Mapping[str, str] = field(default_factory=dict)
    alone: bool = True
    people: Mapping[str, Person] = field(default_factory=dict)
    file: File | None = None
    private: bool = False
    thread: ThreadOffer | None = None
    share: Callable[[SharedTable], ShareLinks] | None = None
    within: ChatKey | None = None

    kind: ClassVar[str] = "command"

    def named(self, option: str) -> tuple[Person | None, str]:
        """Return the person whom the platform found for an option, and what was typed, without an `@`.

        For a person chosen from a list, the platform gives their account: their name stands for it.
        """
        known, typed = self.people.get(option), self.options.get(option, "").strip().removeprefix("@")
        if known is not None and typed == known.key.user:
            return known, known.normalized().name
        return known, typed


@dataclass(frozen=True, slots=True)
class Press:
    """A pressed button: its message and its token, neither of them trusted.

    `carried`: the platform confirms that the message has this button; else it may be forged. `private`, `thread`: as
    in a `Request`, and so is `within`. `client`: the origin, such as an address, if known; only for limits, never
    stored.
    """

    chat: ChatKey
    person: Person
    message: str
    token: str
    carried: bool = False
    private: bool = False
    thread: ThreadOffer | None = None
    client: str = ""
    within: ChatKey | None = None

    kind: ClassVar[str] = "press"

    @property
    def table(self) -> str:
        """The table that the token names."""
        return self.token.partition(".")[0]


@dataclass(frozen=True, slots=True)
class LongAnswer:
    """How to read elsewhere an answer too long or too personal for a group.

    `short` is shown in the group. The command with these options shows the whole answer in any chat, about `person`
    if not about the asker. `withheld`: in a group only `short` is shown.
    """

    short: Text
    command: str
    options: Mapping[str, str] = field(default_factory=dict)
    person: Person | None = None
    withheld: bool = False

    @classmethod
    def beginning(cls, text: Text, command: str, options: Mapping[str, str]) -> LongAnswer:
        """Make one of an answer whose first line is its summary."""
        return cls(Text(text.lines[:1]), command, options)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The answer to a command or press.

    `screen`: after a press the message's new content, after a command a message to all; never a board, since the
    publisher keeps their order. `notice`: for this person alone; `document`: a file with it. `table`: whose boards
    the publisher updates now. `long`: how to read a long answer elsewhere. `throttled`: a command was dropped because
    the person is too fast and knows it; platforms with free private notices repeat the notice. `below`: after a
    press, post the screen as a new message instead of changing the pressed one. `told`: the chat already has the
    answer, a thread's announcement; add no other. `personal`: the screen concerns only this person; platforms show it
    to them alone if they can, else to all. `discreet`: the notice may not be shown to others; without a private way,
    the platform drops it and only acknowledges. `opens`: the code of a table; a platform that can opens it for the
    person in private after a press.

    If the answer to a press can carry the message's new content, the platform keeps the press open. The publisher's
    next `edit` or `retire` of that message is then the answer.
    """

    screen: Screen | None = None
    notice: Text | None = None
    table: str | None = None
    document: Document | None = None
    long: LongAnswer | None = None
    throttled: bool = False
    below: bool = False
    told: bool = False
    personal: bool = False
    discreet: bool = False
    opens: str = ""
