"""Run the whole bot on an imitated Telegram that keeps its limits, in virtual time: what people wait for, measured.

People who think, bystanders and the bot's own pauses all wait on one clock, which stands still while a call is on the
wire or the store is asked. So minutes pass in no time, and the figures are the same on every machine.
"""

from __future__ import annotations

import asyncio
import random
from bisect import bisect_left
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from bot.bootstrap import application
from bot.core.common.entropy import seeded
from bot.platforms.telegram.client import say_hello
from bot.platforms.telegram.config import TelegramConfig
from bot.platforms.telegram.platform import TelegramPlatform
from data.open_store import open_store
from tests.fakes.telegram_room import GROUP, PICTURES, TelegramRoom
from tests.fakes.telegram_server import TOKEN, FakeTelegram
from tests.fakes.telegram_world import Chat, Message, User
from tests.fakes.timeline import Timeline

NO_MESSAGES = ("setMessageReaction", "getChatMember")


class BroughtTelegram(FakeTelegram):
    """Brings updates at once, and tells of every change of a chat."""

    def __init__(self, clock: Any) -> None:
        super().__init__(clock, rates=True)
        self.bring: Callable[[dict[str, Any]], bool] = lambda update: True
        self.changed = asyncio.Event()

    async def push(self, kind: str, told: dict[str, Any]) -> None:
        self._last += 1
        assert self.bring({"update_id": self._last, kind: told})

    async def _answer(self, method: str, params: dict[str, Any]) -> Any:
        answer = await super()._answer(method, params)
        self.changed.set()
        self.changed = asyncio.Event()
        return answer


class Counted:
    """Somebody whose work takes no virtual time."""

    def __init__(self, thing: Any, clock: Timeline) -> None:
        self._thing = thing
        self._clock = clock

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._thing, name)
        if not asyncio.iscoroutinefunction(found):
            return found
        clock = self._clock

        async def counted(*args: Any, **kwargs: Any) -> Any:
            with clock.work():
                return await found(*args, **kwargs)

        return counted


class Timed:
    """A group in virtual time, and what is seen there."""

    def __init__(self, room: TelegramRoom, clock: Timeline) -> None:
        self.room = room
        self.clock = clock
        self.server: Any = room.server
        self.group = room.group

    async def until(self, holds: Callable[[], Any], most: float = 3600.0) -> Any:
        """Wait until something holds; return what it is."""
        end = self.clock.now() + most
        while not (found := holds()):
            assert self.clock.now() < end, "it never came"
            changed = self.server.changed
            if not (found := holds()):
                await changed.wait()
        return found

    async def say(self, user: User, line: str, chat: Chat | None = None) -> None:
        await self.server.say(user, line, chat or self.group)

    def newest(self, code: str) -> Message | None:
        """Return the newest board of a table that has buttons."""
        live = [one for one in self.server.live(self.group) if any(t.startswith(f"{code}.") for t in one.tokens)]
        return max(live, key=version_of, default=None)

    def lobby(self, known: set[str]) -> Message | None:
        """Return the message of a table that is not known yet."""
        for one in self.server.live(self.group):
            if one.tokens[0].partition(".")[0] not in known and any(".sit:" in token for token in one.tokens):
                return one
        return None

    async def open(self, line: str, *people: User) -> str:
        """Open a game that has begun; return the table's code."""
        known = {one.tokens[0].partition(".")[0] for one in self.server.live(self.group) if one.tokens}
        await self.say(people[0], line)
        lobby = await self.until(lambda: self.lobby(known))
        code = str(lobby.tokens[0].partition(".")[0])
        for user in people[1:]:
            await self.say(user, f"/join {code}")
            await self.until(lambda name=user.first_name: name in (self.newest(code) or lobby).text)
        await self.say(people[0], f"/start {code}")
        await self.until(lambda: (board := self.newest(code)) is not None and board.photo is not None)
        return code

    async def step(self, code: str, people: list[User], rng: random.Random) -> float | None:
        """Press for the called player; return the seconds until the next board, None once the game is over."""
        board = self.newest(code)
        assert board is not None
        asked = board.text.splitlines()[-1]
        named = {asked.index(user.first_name): user for user in people if user.first_name in asked}
        if not named or board.tokens[0].endswith(".again"):
            return None
        who = named[min(named)]
        version, began = version_of(board), self.clock.now()
        await self.server.press(who, board, rng.choice([one for one in board.tokens if not one.endswith(".rollon")]))
        await self.until(lambda: version_of(self.newest(code)) > version)
        return self.clock.now() - began

    async def play(self, code: str, people: list[User], thinks: float, presses: int) -> list[float]:
        """Let people play who think for `thinks` seconds; return how long each press waited for its board."""
        rng, waits = random.Random(code), list[float]()
        while len(waits) < presses:
            await self.clock.sleep(thinks)
            waited = await self.step(code, people, rng)
            if waited is None:
                break
            waits.append(waited)
        return waits

    def calls(self, since: float = 0.0) -> list[float]:
        """Return when the group was written to; reactions and questions about members are no messages."""
        return sorted(
            call.at
            for call in self.server.calls
            if call.params.get("chat_id") == self.group.id and call.at >= since and call.method not in NO_MESSAGES
        )

    def most_in(self, seconds: float) -> int:
        """Return the most calls that any span of this many seconds holds."""
        calls = self.calls()
        return max(bisect_left(calls, at + seconds) - first for first, at in enumerate(calls))


def version_of(message: Message | None) -> int:
    """Tell which state of its table a message shows."""
    return int(message.tokens[0].split(".")[1]) if message is not None else -1


@asynccontextmanager
async def timed_room(clock: Timeline) -> AsyncIterator[Timed]:
    """Run a bot; to be used in what the clock runs."""
    loop = asyncio.get_running_loop()
    usual: Any = loop.run_in_executor

    async def in_executor(*args: Any) -> Any:
        with clock.work():
            return await usual(*args)

    inner, server = await open_store("sqlite:///:memory:"), BroughtTelegram(clock)
    store: Any = Counted(inner, clock)
    await server.start()
    platform = TelegramPlatform(TelegramConfig(TOKEN, server.api), clock)
    client, messenger = platform.client, platform.messenger
    asked = Counted(client.request, clock).do_request
    client.request.do_request = asked  # type: ignore[method-assign]
    rights = {"telegram": platform.authority}
    loop.run_in_executor = in_executor  # type: ignore[method-assign,assignment]
    try:
        await say_hello(client)
        wishes: Any = {"entropy": seeded("1"), "authorities": rights, "limiters": {"telegram": platform.limiter}}
        async with application(store, {"telegram": messenger}, clock, PICTURES, **wishes) as core:
            platform.listen(core)
            server.bring = platform.accept
            server.chat(GROUP)
            try:
                yield Timed(TelegramRoom(server, messenger, platform, core, store), clock)
            finally:
                await platform.drain()
                await core.publisher.stop(0.0)
    finally:
        loop.run_in_executor = usual  # type: ignore[method-assign]
        await platform.close()
        await server.stop()
        await inner.close()
