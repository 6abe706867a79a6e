"""Let people play a bot on the imitations of Telegram and Discord, and press again where nothing comes of it."""

from __future__ import annotations

import asyncio
import random
import re
from collections import defaultdict
from dataclasses import dataclass, field
from itertools import islice
from time import monotonic
from typing import Any

from data.records import ChatKey, shard_of
from tests.fakes.bot_process import until
from tests.fakes.discord_people import People
from tests.fakes.discord_server import DiscordServer
from tests.fakes.discord_state import Interaction
from tests.fakes.telegram_server import FakeTelegram
from tests.fakes.telegram_world import User

IDLE = 10
"""One chat of so many has somebody who only begins, and so many seconds for a turn."""
PACE = 60.0
PRESSING = 3.0
"""Seconds after which somebody presses again."""
BEGINNING = 15.0
"""Seconds within which all have come."""
RECENT = 6
"""How many of the bot's messages back somebody looks for buttons."""
_WANTED = re.compile(r"(?P<table>\w+)\.(?P<version>\d+)\.(?P<verb>fill|throw|move|again)\b")


@dataclass(frozen=True)
class Offer:
    """A button on a message."""

    message: Any
    token: str
    table: str
    version: int
    verb: str

    @property
    def moves(self) -> bool:
        """Tell whether it makes a move."""
        return self.verb in ("throw", "move")


@dataclass
class Press:
    """A press, and what became of it: `made` is what the imitation knows of it."""

    offer: Offer
    made: Any


@dataclass
class Board:
    """Messages by the chat that they are in, read as they come."""

    found: defaultdict[str, list[Any]] = field(default_factory=lambda: defaultdict(list))
    read: int = 0


class OnTelegram:
    """People on the imitation of Telegram."""

    name = "telegram"
    asking = 15.0
    """Seconds after which somebody asks for a table again; what was said waits for the bot."""

    def __init__(self, server: FakeTelegram) -> None:
        """Play on a server."""
        self.server = server
        self._board = Board()

    def look(self) -> None:
        """Read what is new."""
        for message in self.server.messages[self._board.read :]:
            if message.author is None:
                self._board.found[str(message.chat.id)].append(message)
        self._board.read = len(self.server.messages)

    def come(self, number: int) -> tuple[str, Any, Any, set[str]]:
        """Return the chat of somebody new, who it is, where they are, and by which leases they are heard."""
        user = User(500 + number, f"Player {number}")
        # most of them in private chats, where Telegram counts no messages a minute
        chat = self.server.chat(user.id if number % 4 else -1001234567890 - number)
        shard = shard_of(ChatKey("telegram", str(chat.id)))
        return str(chat.id), user, chat, {f"telegram/{shard}", "telegram-poller/0"}

    async def begin(self, user: Any, chat: Any, *, idles: bool) -> None:
        """Ask for a table."""
        await self.server.say(user, f"/play palma first=D lot=no{' pace=1m' if idles else ''}", chat)

    async def press(self, user: Any, offer: Offer) -> Any:
        """Press a button."""
        return await self.server.press(user, offer.message, offer.token)

    def answered(self, made: Any) -> bool:
        """Tell whether a press was answered."""
        return made in self.server.answers

    def accepted(self, made: Any) -> bool:
        """Tell whether a press was taken: then there is nothing to be said."""
        return made in self.server.answers and not self.server.answers[made]

    def tokens(self, chat: str) -> list[tuple[Any, str]]:
        """Return what can be pressed in a chat, the newest message first."""
        recent = [one for one in self._board.found[chat][-RECENT:] if not one.gone]
        return [(message, token) for message in reversed(recent) for token in message.tokens]


class OnDiscord:
    """People on the imitation of Discord, each on a server of their own."""

    name = "discord"
    asking = 5.0
    """Seconds after which somebody asks for a table again: after three they are told that nobody answered."""

    def __init__(self, server: DiscordServer) -> None:
        """Play on a server."""
        self.server = server
        self.people = People(server)
        self._board = Board()

    def look(self) -> None:
        """Read what is new."""
        for message in islice(self.server.messages.values(), self._board.read, None):
            if message.author is None and not message.ephemeral:
                self._board.found[message.channel].append(message)
        self._board.read = len(self.server.messages)

    def come(self, number: int) -> tuple[str, Any, Any, set[str]]:
        """Return the chat of somebody new, who it is, where they are, and by which leases they are heard."""
        guild = (1 << 38) + number
        channel = self.people.channel(str(guild << 22))
        return (
            channel.id,
            self.people.user(f"Player {number}"),
            channel,
            {f"discord/{guild % self.server.recommended}"},
        )

    async def begin(self, user: Any, chat: Any, *, idles: bool) -> None:
        """Ask for a table."""
        wishes = {"pace": "1m"} if idles else {}
        await self.people.say(user, chat, "play", game="palma", lot=False, rules="first=D", **wishes)

    async def press(self, user: Any, offer: Offer) -> Any:
        """Press a button."""
        return await self.people.press(user, offer.message, offer.token)

    def answered(self, made: Interaction) -> bool:
        """Tell whether a press was answered."""
        return made.answer is not None

    def accepted(self, made: Interaction) -> bool:
        """Tell whether a press was taken: the answer is a board that all see."""
        return made.answer in (4, 7) and made.original is not None and not made.original.ephemeral

    def tokens(self, chat: str) -> list[tuple[Any, str]]:
        """Return what can be pressed in a chat, the newest message first."""
        recent = [one for one in self._board.found[chat][-RECENT:] if not one.gone]
        return [
            (message, part["custom_id"])
            for message in reversed(recent)
            for part in message.pressable
            if "custom_id" in part
        ]


class Player:
    """Somebody who plays against a bot in a chat of their own."""

    def __init__(self, place: OnTelegram | OnDiscord, number: int, thinking: float) -> None:
        """Come to a place, and think for so many seconds before each press, more or less."""
        self.place = place
        self.thinking = thinking
        self.chat, self.user, self.where, self.leases = place.come(number)
        self.idles = number % IDLE == 0
        self.presses: list[Press] = []
        self.waits: list[tuple[float, float]] = []
        """When somebody wished to go on, and when the chat did."""

    def offers(self) -> list[Offer]:
        """Return what can be pressed, the newest message first."""
        return [
            Offer(message, token, found["table"], int(found["version"]), found["verb"])
            for message, token in self.place.tokens(self.chat)
            if (found := _WANTED.search(token))
        ]

    def offered(self) -> Offer | None:
        """Return what is pressed next: at the newest version of the newest table that there is."""
        offers = self.offers()
        return max((one for one in offers if one.table == offers[0].table), key=lambda one: one.version, default=None)

    async def play(self, going: asyncio.Event) -> None:
        """Play until told to stop."""
        await asyncio.sleep(random.uniform(0.0, BEGINNING))
        while not going.is_set():
            began = monotonic()
            if await self._gone_on(going) or not going.is_set():
                self.waits.append((began, monotonic()))
            if self.idles and any(press.offer.verb == "fill" for press in self.presses):
                await going.wait()
            with_haste = random.uniform(0.5, 1.5) * self.thinking
            await until(going.is_set, with_haste)

    async def _gone_on(self, going: asyncio.Event) -> bool:
        """Press until there is something else to press; tell whether that came before it was time to stop."""
        asked = 0.0 if not self.presses else monotonic()
        while not going.is_set():
            offer = self.offered()
            if offer is None:
                if monotonic() - asked > self.place.asking:
                    asked = monotonic()
                    await self.place.begin(self.user, self.where, idles=self.idles)
                await asyncio.sleep(0.1)
                continue
            made = await self.place.press(self.user, offer)
            self.presses.append(Press(offer, made))
            if await until(lambda before=offer: self._is_past(before), PRESSING):  # type: ignore[misc]
                return True
        return False

    def _is_past(self, before: Offer) -> bool:
        now = self.offered()
        return now is not None and (now.table, now.version) != (before.table, before.version)
