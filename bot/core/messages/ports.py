"""Where the core and the platforms meet: what comes in, what goes out, and what a platform must be able to do."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Protocol

from bot.core.messages.content import Screen, Text
from data.records import ChatKey, PersonKey

NOT_TOLD: Mapping[str, Text] = MappingProxyType({})
"""What is told in one language only."""


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

    async def is_admin(self, chat: ChatKey, person: PersonKey, players: Collection[PersonKey] = ()) -> bool:
        """Tell whether a person administers a chat now; when in doubt they do not.

        In a private chat everybody does. `players` are those of the table that it is about, if it is about one: where
        everybody administers, none of them does there.
        """


class Messenger(Protocol):
    """What a platform can do with messages; given to the publisher, one per platform.

    `films`: the media types of films that play by themselves there, the best one first; any platform plays GIFs.
    `deletes`: how many messages one call can take away. `threads`: tables can have threads of their own. `costless`:
    calls cost nothing there, so that a chat that has not chosen is told each bot's turn. `motion`: the media type in
    which boards can move there, empty where they cannot; `moves`: they do in a chat that has not chosen.
    `rule_books`: the address of the folder with the rule books that the platform serves itself, empty where it serves
    none. `detailed`: there is room for a board's details.
    `below` and `languages` ask nobody: they tell what is known.
    Besides what is said below, each may raise TryLater, NotAllowed, and anything else when it failed for now.
    """

    @property
    def films(self) -> tuple[str, ...]:
        """Media types."""

    @property
    def deletes(self) -> int:
        """How many."""

    @property
    def threads(self) -> bool:
        """Whether there are threads."""

    @property
    def costless(self) -> bool:
        """Whether calls cost nothing."""

    @property
    def motion(self) -> str:
        """A media type, or nothing."""

    @property
    def moves(self) -> bool:
        """Whether boards move unless a chat wants them still."""

    @property
    def detailed(self) -> bool:
        """Whether details are shown."""

    @property
    def rule_books(self) -> str:
        """An address."""

    def below(self, chat: ChatKey, message: str) -> int | None:
        """Return how many messages are known to stand below one; None where the platform does not tell."""

    def languages(self, chat: ChatKey) -> frozenset[str]:
        """Return in which languages people read a chat where each sees boards in their own.

        None where all see the same.
        """

    async def post(self, chat: ChatKey, screen: Screen, *, nonce: str) -> str:
        """Post a message and return its id; the same nonce gives the same message again where the platform can."""

    async def edit(self, chat: ChatKey, message: str, screen: Screen) -> None:
        """Replace a message; raises MessageGone."""

    async def retire(
        self, chat: ChatKey, message: str, text: Text, *, pictured: bool, told: Mapping[str, Text] = NOT_TOLD
    ) -> None:
        """Take a message's buttons away and give it other words, in one call; its picture stays.

        `pictured`: whether it has one, as far as is known. `told`: the words in other languages. Raises MessageGone.
        """

    async def delete(self, chat: ChatKey, *messages: str) -> None:
        """Take messages away altogether, `deletes` of them at most; raises MessageGone for a single one."""
