"""Whatever fails, games end, nothing is lost or doubled, and every chat shows the last board."""

from __future__ import annotations

import asyncio
import itertools
import os
import random
from collections.abc import Iterable

import pytest

from bot.core.domain.table import open_match
from bot.platforms.telegram import http
from data.open_store import open_store
from data.records import Status
from tests.fakes.clock import FakeClock
from tests.fakes.telegram_faults import BROKEN, CUT, CUT_AFTER, HANG, Fault, flood
from tests.fakes.telegram_params import Params
from tests.fakes.telegram_room import TelegramRoom, telegram_room
from tests.fakes.telegram_server import FakeTelegram
from tests.fakes.telegram_world import ANA, BEA, Chat

GAMES, CHATS = (50, 20) if "PALMARES_GAMES" in os.environ else (3, 2)
SHOWING = ("sendMessage", "sendPhoto", "editMessageText", "editMessageMedia", "editMessageReplyMarkup")


REFUSALS = {
    "send": (Fault(403, "Forbidden: bot was kicked from the supergroup chat"),),
    "edit": (
        Fault(400, "Bad Request: message to edit not found"),
        Fault(400, "Bad Request: message can't be edited"),
    ),
    "answ": (Fault(400, "Bad Request: query is too old and response timeout expired or query ID is invalid"),),
    "getU": (Fault(404, "Not Found"), Fault(409, "Conflict: terminated by other getUpdates request")),
}
"""Further errors of a call, by how its method begins."""


class Weather:
    """One call in five fails, in every way there is."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.storms = 0

    def __call__(self, method: str, params: Params) -> Fault | None:
        if self.rng.random() >= 0.2:
            return None
        self.storms += 1
        wait = self.rng.randint(1, 40)
        faults = [BROKEN, CUT, CUT_AFTER, flood(wait), Fault(502, "Bad Gateway"), Fault(504, "Timeout")]
        return self.rng.choice([*faults, *REFUSALS.get(method[:4], ())])


async def press_through(room: TelegramRoom, code: str, chat: Chat, rng: random.Random) -> bool:
    """Somebody presses the newest board until it has worked."""
    who = await room.actor(code, [ANA, BEA])
    if who is None:
        return False
    shown = [one for one in room.server.live(chat) if one.tokens[0].startswith(f"{code}.")]
    newest = shown[-1]
    await room.press(who, newest, rng.choice(newest.tokens))
    return True


async def test_one_call_in_five_fails() -> None:
    """Games in several chats, with updates repeated and out of order besides."""
    async with telegram_room(rates=True) as room:
        rng, weather = random.Random(1), Weather(1)
        games: list[tuple[Chat, str]] = []
        for n in range(GAMES):
            chat = room.server.chat(-100 - n % CHATS)
            await room.say(ANA, "/play palma first=D", chat)
            games.append((chat, await room.code(chat)))
            await room.click(ANA, "Start with bots", chat)
        room.server.trouble = weather
        room.server.deliver = lambda batch: rng.sample(batch * 2, 2 * len(batch))
        going = list(games)
        while going:
            going = [game for game in going if await press_through(room, game[1], game[0], rng)]
        assert weather.storms > 20
        room.server.trouble = lambda method, params: None
        await let_in_again(room, {chat.id: chat for chat, _ in games}.values())
        for chat, code in games:
            await assert_nothing_is_lost(room, chat, code)


async def let_in_again(room: TelegramRoom, chats: Iterable[Chat]) -> None:
    """Where the bot was last told that it was sent away, somebody acts; what is behind is then looked for."""
    for chat in chats:
        await room.say(ANA, "/help", chat)
    watch = asyncio.create_task(room.core.publisher.watch())
    for _ in range(1000):
        await room.core.publisher.idle()
        if not await room.store.dirty_boards(1):
            break
    watch.cancel()
    await room.settle()


async def assert_nothing_is_lost(room: TelegramRoom, chat: Chat, code: str) -> None:
    table = await room.table(code)
    assert table.status is Status.OVER
    log = await room.store.moves(code)
    assert [entry.ply for entry in log] == list(range(table.plies))
    match = open_match(table, [entry.move for entry in log])
    record = await room.store.table(code)
    assert record is not None
    assert match.game.dump(match.state) == record.snapshot
    (board,) = await room.store.boards(code)
    last = [one for one in room.server.of(chat) if f"· {code}" in one.text][-1]
    assert (board.message, board.version) == (str(last.id), table.version)
    assert table.seed.hex()[:8] in last.text


async def test_retry_after_is_honoured_exactly() -> None:
    async with telegram_room() as room:
        waits = [3, 17, 41]

        def trouble(method: str, params: Params) -> Fault | None:
            return flood(waits.pop(0)) if method == "sendMessage" and waits else None

        room.server.trouble = trouble
        began = room.server.clock.time
        await room.say(ANA, "/play")
        assert len(room.server.live(room.group)) == 1
        times = [call.at - began for call in room.server.calls if call.method == "sendMessage"]
        assert times[0] == 0
        assert [later - sooner for sooner, later in itertools.pairwise(times)] == [3, 17, 41]


async def test_a_message_that_was_deleted_is_posted_anew() -> None:
    async with telegram_room() as room:
        code = await room.opened("/play palma")
        room.server.of(room.group)[0].gone = True
        await room.say(BEA, "/join")
        assert "Bea" in room.board(code).text
        assert len(await room.store.boards(code)) == 1


async def test_calls_that_are_never_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "UPLOAD", 0.2)
    async with telegram_room(patience=0.2) as room:
        hung: list[str] = []

        def trouble(method: str, params: Params) -> Fault | None:
            if method in (*SHOWING, "answerCallbackQuery") and hung.count(method) < 1:
                hung.append(method)
                return HANG
            return None

        room.server.trouble = trouble
        code = await room.started("/play palma first=D")
        for _ in range(4):
            await press_through(room, code, room.group, random.Random(1))
        assert {"sendMessage", "sendPhoto", "answerCallbackQuery"} <= set(hung)
        (board,) = await room.store.boards(code)
        assert board.version == (await room.table(code)).version


async def test_asking_for_updates_fails_and_goes_on() -> None:
    async with telegram_room() as room:
        faults = [BROKEN, CUT, flood(9), Fault(409, "Conflict: terminated by other getUpdates request"), CUT_AFTER]

        def trouble(method: str, params: Params) -> Fault | None:
            return faults.pop(0) if method == "getUpdates" and faults else None

        room.server.trouble = trouble
        for _ in range(6):
            await room.say(ANA, "/play")
        assert faults == []
        assert len(await room.store.all_tables()) == 3
        assert 9 in room.server.clock.slept


async def test_a_press_is_answered_while_boards_cannot_be_shown() -> None:
    """The board waits for Telegram; who presses does not."""
    async with telegram_room() as room:
        code = await room.started("/play palma first=D")
        down = True

        def trouble(method: str, params: Params) -> Fault | None:
            return BROKEN if down and method in SHOWING else None

        room.server.trouble = trouble
        board = room.board(code)
        query = await room.server.press(ANA, board, board.tokens[0])
        await room.server.drained()
        await room.platform.idle()
        assert room.server.answers[query] is None
        down = False
        await room.settle()
        (shown,) = await room.store.boards(code)
        assert shown.version == (await room.table(code)).version


async def test_a_new_process_goes_on_where_the_last_one_stopped() -> None:
    store, server = await open_store("sqlite:///:memory:"), FakeTelegram(FakeClock())
    await server.start()
    try:
        async with telegram_room(store, server) as room:
            code = await room.started("/play palma first=D", BEA)
        await server.say(ANA, "/help", room.group)  # while nobody listens
        rng = random.Random(1)
        for _ in range(4):
            async with telegram_room(store, server) as room:
                await room.settle()
                assert await room.step(code, [ANA, BEA], None, rng)
        helped = [message for message in server.of(room.group) if message.reply_to]
        assert len(helped) == 1  # what was done is confirmed: no process did it again
    finally:
        await server.stop()
        await store.close()


async def test_on_stopping_what_was_accepted_is_finished() -> None:
    store, server = await open_store("sqlite:///:memory:"), FakeTelegram(FakeClock())
    await server.start()
    try:
        async with telegram_room(store, server) as room:
            group = room.group
            for number in range(5):
                await server.say(ANA, "/play palma", server.chat(-200 - number))
            await server.say(ANA, "/help", group)
            await server.drained()
        assert len(await store.all_tables()) == 5
        assert [len(server.live(server.chats[-200 - number])) for number in range(5)] == [1] * 5
        assert len(server.of(group)) == 1
    finally:
        await server.stop()
        await store.close()
