"""What comes into the core and goes out: requests, presses, outcomes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar

from bot.core.messages.content import Document, Screen, Text
from data.records import ChatKey, PersonKey

NAME_LENGTH = 48


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

    def normalized(self) -> Person:
        """Return the same person with a name that is one line of bounded length."""
        printable = "".join(char if char.isprintable() else " " for char in self.name)
        return replace(self, name=" ".join(printable.split())[:NAME_LENGTH] or "?")


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
class ThreadOffer:
    """How a table gets a thread of its own below the chat where somebody acts, and nobody else's.

    `lacks`: the permissions that the bot lacks for it there, as the platform calls them, to be translated. `post`
    posts a line for all, and returns the thread that can be opened below it and the line's message, None if the
    platform did not take it. `open` then opens the thread below that message, by a name of at most 100 characters,
    and returns whether it did. `withdraw` takes the line away again.
    """

    post: Callable[[Screen], Awaitable[tuple[ChatKey, str] | None]]
    open: Callable[[str, str], Awaitable[bool]]
    withdraw: Callable[[str], Awaitable[None]]
    lacks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SharedTable:
    """A table to which others are to be led: by its code, the secret one if it is private and they are to sit.

    `joins`: they can take a seat. `chat` and `message`: where its newest board stands, if it does; `near`: whoever
    asks has it before their eyes.
    """

    code: str
    joins: bool
    chat: ChatKey
    message: str | None = None
    near: bool = True


@dataclass(frozen=True, slots=True)
class ShareLinks:
    """Addresses that lead to a table, to the table in a group of one's choice, and to the bot."""

    table: str | None = None
    group: str | None = None
    invite: str | None = None


@dataclass(frozen=True, slots=True)
class Request:
    """A command: its name and options as texts, by the names of the registry.

    `alone`: whether a notice reaches nobody but this person. `people`: whom the platform knows to be meant by an
    option that names a person. `file`: what came with it, not yet fetched. `private`: whether the platform says that
    nobody else is in the chat. `thread`: how a thread is opened here, None where there are none. `share`:
    gives the addresses of a table, None where the platform has none.
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

    kind: ClassVar[str] = "command"


@dataclass(frozen=True, slots=True)
class Press:
    """A pressed button: the message it stood under and its token, neither of them trusted.

    `carried`: whether the platform itself knows that the message has this very button; else it may be forged.
    `private`, `thread`: as in a `Request`. `client`: from where it came, such as an address, where a platform knows
    that; only for limits, and never stored.
    """

    chat: ChatKey
    person: Person
    message: str
    token: str
    carried: bool = False
    private: bool = False
    thread: ThreadOffer | None = None
    client: str = ""

    kind: ClassVar[str] = "press"

    @property
    def table(self) -> str:
        """The table that the token names."""
        return self.token.partition(".")[0]


@dataclass(frozen=True, slots=True)
class LongAnswer:
    """How an answer that a group should not read, or not in full, can be read elsewhere.

    `short` is said of it there, and the command with these options asks for the whole of it, in any chat; about
    `person`, if it is not about whoever asks. `withheld`: in a group there is no answer but `short`.
    """

    short: Text
    command: str
    options: Mapping[str, str] = field(default_factory=dict)
    person: Person | None = None
    withheld: bool = False

    @classmethod
    def beginning(cls, text: Text, command: str, options: Mapping[str, str]) -> LongAnswer:
        """Make one of an answer whose first line says what it is about."""
        return cls(Text(text.lines[:1]), command, options)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The answer to a command or press.

    `screen`: for a press the new face of the pressed message, for a command a message to all. It is never a board:
    boards are shown by the publisher only, in order, so that an older picture never replaces a newer one. `notice`:
    for the presser alone, and `document` a file that comes with it. `table`: whose boards the publisher should bring
    up to date now. `long`: how the answer can be read elsewhere, if it is a long one. `throttled`: a command was
    thrown away because its giver is too fast and was told so already; a platform where words to one person cost
    nobody else anything tells them again. `below`: the screen is a new message after a press, too. `told`: all have
    been told already, by the line of a thread. `personal`: the screen asks whoever acted alone
    something; a platform that can shows it to nobody else. `discreet`: nobody else may read the notice. Where that
    is impossible, the person only sees that they were heard.

    The fastest road: a platform whose answer to a press can itself carry the message's new face keeps the press open
    under the message's id, and lets the publisher's next `edit` or `retire` of that message be the answer.
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
