"""People who play a bot on the imitations of Telegram and Discord, and press again if nothing happens."""

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
"""In one of this many chats, a player only starts a game, whose turns last PACE seconds."""
PACE = 60.0
PRESSING = 3.0
"""Seconds after which a player presses again."""
BEGINNING = 15.0
"""Seconds within which all players arrive."""
RECENT = 6
"""How many recent messages of the bot a player searches for buttons."""
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
        return self.verb in ("throw", "move")


@dataclass
class Press:
    """A press; `made` is the imitation's record of it."""

    offer: Offer
    made: Any


@dataclass
class Board:
    """Messages by chat, read as they come."""

    found: defaultdict[str, list[Any]] = field(default_factory=lambda: defaultdict(list))
    read: int = 0


class OnTelegram:
    """People on the imitation of Telegram."""

    name = "telegram"
    asking = 15.0
    """Seconds after which a player asks for a table again; messages wait for the bot."""

    def __init__(self, server: FakeTelegram) -> None:
        self.server = server
        self._board = Board()

    def look(self) -> None:
        for message in self.server.messages[self._board.read :]:
            if message.author is None:
                self._board.found[str(message.chat.id)].append(message)
        self._board.read = len(self.server.messages)

    def come(self, number: int) -> tuple[str, Any, Any, set[str]]:
        """Return a new player's chat id, user and place, and the leases of the processes that serve it."""
        user = User(500 + number, f"Player {number}")
        # mostly private chats, where Telegram has no limit per minute
        chat = self.server.chat(user.id if number % 4 else -1001234567890 - number)
        shard = shard_of(ChatKey("telegram", str(chat.id)))
        return str(chat.id), user, chat, {f"telegram/{shard}", "telegram-poller/0"}

    async def begin(self, user: Any, chat: Any, *, idles: bool) -> None:
        await self.server.say(user, f"/play palma first=D lot=no rolls=each{' pace=1m' if idles else ''}", chat)

    async def press(self, user: Any, offer: Offer) -> Any:
        return await self.server.press(user, offer.message, offer.token)

    def answered(self, made: Any) -> bool:
        return made in self.server.answers

    def accepted(self, made: Any) -> bool:
        """Return whether a press was accepted: its answer is then empty."""
        return made in self.server.answers and not self.server.answers[made]

    def tokens(self, chat: str) -> list[tuple[Any, str]]:
        """Return a chat's buttons, those of the newest message first."""
        recent = [one for one in self._board.found[chat][-RECENT:] if not one.gone]
        return [(message, token) for message in reversed(recent) for token in message.tokens]


class OnDiscord:
    """People on the imitation of Discord, each on their own server."""

    name = "discord"
    asking = 5.0
    """Seconds after which a player asks for a table again; after three, Discord reports no answer."""

    def __init__(self, server: DiscordServer) -> None:
        self.server = server
        self.people = People(server)
        self._board = Board()

    def look(self) -> None:
        for message in islice(self.server.messages.values(), self._board.read, None):
            if message.author is None and not message.ephemeral:
                self._board.found[message.channel].append(message)
        self._board.read = len(self.server.messages)

    def come(self, number: int) -> tuple[str, Any, Any, set[str]]:
        """Return a new player's chat id, user and place, and the leases of the processes that serve it."""
        guild = (1 << 38) + number
        channel = self.people.channel(str(guild << 22))
        return (
            channel.id,
            self.people.user(f"Player {number}"),
            channel,
            {f"discord/{guild % self.server.recommended}"},
        )

    async def begin(self, user: Any, chat: Any, *, idles: bool) -> None:
        wishes = {"pace": "1m"} if idles else {}
        await self.people.say(user, chat, "play", game="palma", lot=False, rules="first=D", **wishes)

    async def press(self, user: Any, offer: Offer) -> Any:
        return await self.people.press(user, offer.message, offer.token)

    def answered(self, made: Interaction) -> bool:
        return made.answer is not None

    def accepted(self, made: Interaction) -> bool:
        """Return whether a press was accepted: its answer is then a public board."""
        return made.answer in (4, 7) and made.original is not None and not made.original.ephemeral

    def tokens(self, chat: str) -> list[tuple[Any, str]]:
        """Return a chat's buttons, those of the newest message first."""
        recent = [one for one in self._board.found[chat][-RECENT:] if not one.gone]
        return [
            (message, part["custom_id"])
            for message in reversed(recent)
            for part in message.pressable
            if "custom_id" in part
        ]


class Player:
    """A player against a bot, in their own chat."""

    def __init__(self, place: OnTelegram | OnDiscord, number: int, thinking: float) -> None:
        """Join a place, and think for about this many seconds before each press."""
        self.place = place
        self.thinking = thinking
        self.chat, self.user, self.where, self.leases = place.come(number)
        self.idles = number % IDLE == 0
        self.presses: list[Press] = []
        self.waits: list[tuple[float, float]] = []
        """When the player wanted to continue, and when the chat did."""

    def offers(self) -> list[Offer]:
        """Return the offered buttons, the newest message first."""
        return [
            Offer(message, token, found["table"], int(found["version"]), found["verb"])
            for message, token in self.place.tokens(self.chat)
            if (found := _WANTED.search(token))
        ]

    def offered(self) -> Offer | None:
        """Return the button to press: the newest version of the newest table."""
        offers = self.offers()
        return max((one for one in offers if one.table == offers[0].table), key=lambda one: one.version, default=None)

    async def play(self, going: asyncio.Event) -> None:
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
        """Press until there is another board; return whether it came in time."""
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
