"""kill -9 at random moments of a game: nothing that was acknowledged is lost, and every button still works.

Three times in the ordinary suite; PALMARES_KILLS=20 for more.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import os
import random
import sqlite3
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.bootstrap import application
from bot.core.common.clock import SystemClock
from bot.core.dispatch.dispatcher import deliver_later
from bot.core.dispatch.middleware import TOO_FAST
from bot.core.messages.requests import Person, Press
from data.open_store import open_store
from data.records import ChatKey, MoveRecord, PersonKey
from tests.fakes.page_process import Bot

KILLS = int(os.environ.get("PALMARES_KILLS", "3"))
ROUNDS, MOST = 30, 50
"""After how many presses at most the bot is killed, and how many there may be until it is dead: fewer than a person
may make at once, so that nothing is refused, however fast the machine is."""
PATIENCE = 60.0
REST, TRIES = 3.0, 10
"""Seconds until somebody who was too fast presses again, and how often at most."""
CHAT = ChatKey("web", "salon")
LOST = (aiohttp.ClientError, ConnectionError, asyncio.IncompleteReadError, EOFError, TypeError)
"""What a page sees of a server that dies: a refused or broken connection, or no frame where one should be."""


class Player:
    """A page without a screen: it presses what it sees, and remembers what was acknowledged."""

    def __init__(self, session: aiohttp.ClientSession, url: str, chance: random.Random) -> None:
        self._session = session
        self._url = url
        self._chance = chance
        self._ids = itertools.count(1)
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self.user = ""
        self.messages: dict[int, dict[str, Any]] = {}
        self.said: list[int] = []
        self._lines = itertools.count()
        self.pressed: list[str] = []

    async def connect(self) -> None:
        """Comes (back) and catches up with a page that forgot everything, as after a reload."""
        async with self._session.post(f"{self._url}session") as answer:
            answer.raise_for_status()
        self._socket = await self._session.ws_connect(f"{self._url}socket")
        self.messages.clear()
        await self._socket.send_json({"do": "hello", "chat": CHAT.chat, "locale": "en", "have": {}})
        while not (await self._frame()).get("caught_up"):
            pass

    async def close(self) -> None:
        """Goes."""
        if self._socket is not None:
            await self._socket.close()

    def buttons(self) -> list[tuple[int, str]]:
        """The newest board's buttons, as message and token; a question below it is not answered."""
        with_buttons = [
            message
            for _, message in sorted(self.messages.items())
            if message["body"]["rows"] and "board" in message["body"]
        ]
        newest = with_buttons[-1:]
        return [(message["id"], button[1]) for message in newest for row in message["body"]["rows"] for button in row]

    async def say(self) -> None:
        """Says a numbered line; remembered once it is acknowledged."""
        number = next(self._lines)
        done = await self._ask("say", text=f"line {number}")
        assert done["notice"] is None
        self.said.append(number)

    async def command(self, line: str) -> None:
        """Gives a command."""
        await self._ask("say", text=line)

    async def press(self, message: int, token: str) -> bool:
        """Presses, again after a while when that was too fast; remembered once it is acknowledged. Whether the core
        did it.
        """
        for _ in range(TRIES):
            done = await self._ask("press", message=str(message), token=token)
            if done["notice"] is None or done["notice"][0][0][0] != TOO_FAST:
                break
            await asyncio.sleep(REST)
        if done["notice"] is None:
            self.pressed.append(token)
        return done["notice"] is None

    async def play(self, rounds: int, played: asyncio.Event) -> None:
        """Play and talk until the connection breaks; set `played` after `rounds` rounds."""
        for count in range(MOST):
            if count == rounds:
                played.set()
            await self.until_to_play()
            choices = [(message, token) for message, token in self.buttons() if _is_move(token) or ".again" in token]
            message, token = self._chance.choice(choices)
            if await self.press(message, token):
                while (message, token) in self.buttons():
                    await self._frame()
            if count % 4 == 0:
                await self.say()
        while True:
            await self._frame()

    async def until_to_play(self) -> None:
        """Reads on until there is something to press, taking seats and starting where that is what is offered."""
        while not any(_is_move(token) or ".again" in token for _, token in self.buttons()):
            start = [(m, token) for m, token in self.buttons() if ".fill" in token or token.endswith(".start")]
            if not start or not await self.press(*start[0]):
                await self._frame()

    async def until_shown(self, versions: Mapping[str, int]) -> None:
        """Reads on until the newest board shows its table as it is; the bot catches up when it has started."""
        while any(int(token.split(".")[1]) < versions[token.split(".")[0]] for _, token in self.buttons()):
            await self._frame()
        await self.until_to_play()

    async def _ask(self, what: str, **values: Any) -> dict[str, Any]:
        assert self._socket is not None
        id_ = f"{self._chance.getrandbits(64):x}-{next(self._ids)}"
        await self._socket.send_json({"do": what, "id": id_, "as": 1, **values})
        while (frame := await self._frame()).get("id") != id_:
            pass
        return frame

    async def _frame(self) -> dict[str, Any]:
        assert self._socket is not None
        async with asyncio.timeout(PATIENCE):  # aiohttp's own timeout restarts with every ping
            frame: dict[str, Any] = await self._socket.receive_json()
        if frame["is"] == "welcome":
            self.user = f"{frame['prefix']}-1"
        if frame["is"] == "messages":
            for message in frame["messages"]:
                if message["revision"] >= self.messages.get(message["id"], message)["revision"]:
                    self.messages[message["id"]] = message
            for gone in frame["gone"]:
                self.messages.pop(gone, None)
        return frame


@pytest.mark.timeout(120 + 60 * KILLS)
async def test_nothing_acknowledged_is_lost_and_every_button_works(tmp_path: Path) -> None:
    chance = random.Random("kill -9")
    bot = Bot(tmp_path, seed="kill").start()
    try:
        headers, jar = {"Origin": bot.url.rstrip("/")}, aiohttp.CookieJar(unsafe=True)
        async with aiohttp.ClientSession(headers=headers, cookie_jar=jar) as session:
            player = Player(session, bot.url, chance)
            await player.connect()
            await player.command("/settings pause=none")
            await player.command("/play parchis")
            await player.until_to_play()
            for kill in range(KILLS):
                # both are waited for: the bot must be dead, and not only its connection, before it starts again
                played = asyncio.Event()
                playing, killing = await asyncio.gather(
                    player.play(chance.randint(1, ROUNDS), played),
                    _kill(bot, played, chance.uniform(0, 0.02)),
                    return_exceptions=True,
                )
                assert isinstance(playing, LOST), playing
                assert killing is None
                await player.close()
                await _nothing_is_lost(bot, player)
                bot.start()
                await player.connect()
                await player.until_to_play()
                await _every_button_works(bot, player, tmp_path / f"copy{kill}.sqlite3")
            assert len(player.pressed) > KILLS
            assert bot.complaints() == ""
            await player.close()
    finally:
        bot.close()


async def _kill(bot: Bot, played: asyncio.Event, seconds: float) -> None:
    async with asyncio.timeout(PATIENCE):
        await played.wait()
    await asyncio.sleep(seconds)  # the random moment within a press is what this test is about
    await asyncio.to_thread(bot.kill)


async def _nothing_is_lost(bot: Bot, player: Player) -> None:
    """Each acknowledged press is in the log or the table's version, each acknowledged line in the chat."""
    store = await open_store(f"sqlite:///{bot.database}")
    try:
        logs: dict[str, list[MoveRecord]] = {}
        for token in player.pressed:
            name, version, action = token.split(".", 2)
            table = await store.table(name)
            assert table is not None
            assert table.version > int(version), f"{token} was acknowledged and is lost"
            logs[name] = logs.get(name) or await store.moves(name)
            made = [move for move in logs[name] if move.version == int(version) + 1]
            if _is_move(token):
                assert made, f"{token} was acknowledged and is not in the log"
            if action.startswith("move:"):
                assert made[0].move == action.removeprefix("move:")
        bodies = [json.loads(message.body) for message in await store.messages(CHAT, limit=1000)]
        texts = [body["lines"][0][0][0] for body in bodies if body["kind"] == "say"]
        kept = {int(text.split()[1]) for text in texts}
        assert len(kept) == len(texts), "a line was said twice"
        assert all(line in kept for line in player.said if line > min(kept)), "a line was acknowledged and is lost"
    finally:
        await store.close()


def _versions(bot: Bot) -> dict[str, int]:
    with contextlib.closing(sqlite3.connect(bot.database)) as live:
        return dict(live.execute("SELECT id, version FROM tables"))


async def _every_button_works(bot: Bot, player: Player, copy: Path) -> None:
    """Press each button of the newest board, each in a separate world."""
    who = Person(PersonKey("web", player.user), "Ana", "en")
    await player.until_shown(_versions(bot))
    for message, token in player.buttons():
        with (
            contextlib.closing(sqlite3.connect(bot.database)) as live,
            contextlib.closing(sqlite3.connect(copy)) as to,
        ):
            live.backup(to)
        store = await open_store(f"sqlite:///{copy}")
        try:
            async with application(store, {}, SystemClock(), lambda scene: b"") as core:
                outcome = await core.dispatcher.press(Press(CHAT, who, str(message), token), deliver_later)
        finally:  # an open store keeps the process from ending
            await store.close()
        said = outcome.notice.plain if outcome.notice is not None else ""
        assert said.startswith("I'll ping you") == token.endswith(".callme"), f"{token}: {said}"
        assert not said or token.endswith((".callme", ".analyse")), f"{token}: {said}"  # these two answer with words
        await asyncio.to_thread(copy.unlink)
    message, token = player.buttons()[0]
    assert await player.press(message, token)


def _is_move(token: str) -> bool:
    return token.endswith(".throw") or ".move:" in token
