"""The puzzle of the day on each platform: asked for or come by itself, answered by several, each told alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.core.application import Application
from bot.core.services.puzzle_codec import puzzle_of
from bot.platforms.discord.components import PREFIX
from data.open_store import open_store
from data.records import ChatKey
from data.store import Store
from tests.fakes.buttons import read
from tests.fakes.clock import FakeClock
from tests.fakes.discord_clock import ManualClock
from tests.fakes.discord_place import bot_on, ids_of, key_of, point_library_at
from tests.fakes.discord_server import DiscordServer
from tests.fakes.telegram_room import telegram_room
from tests.fakes.telegram_world import User
from tests.fakes.web_site import real_site, visitor, words

ALERT = 200
"""How many characters Telegram shows of an answer to a press."""
DAY = 86400.0


async def both_ways(store: Store, chat: ChatKey, tokens: list[str]) -> tuple[str, str]:
    """The button of the best move, and that of the worst."""
    parts = [read(one.removeprefix(PREFIX)) for one in tokens]
    record = await store.puzzle(chat, parts[0].version)
    assert record is not None
    found = puzzle_of(record)
    assert found is not None
    by_move = {part.arguments[0]: one for part, one in zip(parts, tokens, strict=True)}
    return by_move[found.right[0]], by_move[found.ranking[-1].move]


async def a_day_later(core: Application, clock: FakeClock) -> None:
    """Let a day pass, and have features do what they do again and again."""
    clock.time += DAY
    for work in core.beside:
        await work.look()


async def test_on_telegram() -> None:
    ada, ben = User(4000, "Ada", language_code="es"), User(4001, "Ben", language_code="en")
    async with telegram_room() as room:
        chat = room.server.chat(-1009, "supergroup")
        chat.admins.add(ada.id)
        await room.say(ada, "/acertijo", chat)
        shown = room.server.of(chat)[-1]
        assert "Acertijo del día" in shown.text
        right, wrong = await both_ways(room.store, ChatKey("telegram", "-1009"), shown.tokens)
        before = [(one.id, one.text, one.edits) for one in room.server.of(chat)]
        told = await room.press(ada, shown, right)
        assert told is not None
        assert "✅" in told
        assert len(told) <= ALERT
        told = await room.press(ben, shown, wrong)
        assert told is not None
        assert "❌" in told
        assert "Best: " in told
        assert len(told) <= ALERT
        assert [(one.id, one.text, one.edits) for one in room.server.of(chat)] == before, "told to each alone"
        await room.say(ada, "/ajustes acertijo=12", chat)
        clock = room.core.service.clock
        assert isinstance(clock, FakeClock)
        clock.time = (clock.time // DAY + 0.6) * DAY
        await a_day_later(room.core, clock)
        await room.settle()
        assert room.server.of(chat)[-1].tokens, "it has come by itself"
        assert "1 of 2" in room.server.of(chat)[-1].text or "1 de 2" in room.server.of(chat)[-1].text


async def test_on_discord(monkeypatch: pytest.MonkeyPatch) -> None:
    server, store = DiscordServer(ManualClock()), await open_store("sqlite:///:memory:")
    await server.start()
    point_library_at(server, monkeypatch)
    try:
        async with bot_on(server, store) as place:
            channel, ada, ben = place.channel(), place.user("Ada", "it"), place.user("Ben", "en-GB")
            await place.gave(ada, channel, "puzzle")
            shown = place.board(channel)
            right, wrong = await both_ways(store, key_of(channel), ids_of(shown))
            calls = len(server.calls)
            made = await place.pressed(ada, shown, right)
            assert "✅" in (made.notice or "")
            assert len(server.calls) == calls + 1, "one call a press"
            made = await place.pressed(ben, shown, wrong)
            assert "❌" in (made.notice or "")
            assert shown.edits == 0
            assert place.board(channel) is shown
    finally:
        await server.stop()
        await store.close()


async def test_on_the_page(tmp_path: Path) -> None:
    async with real_site(tmp_path / "puzzle.db") as (url, store, _), visitor(url) as page, visitor(url) as other:
        await page.say("/puzzle")
        shown = page.board()
        tokens = [button[1] for row in shown["body"]["rows"] for button in row]
        right, wrong = await both_ways(store, ChatKey("web", "salon"), tokens)
        assert "✅" in (await page.press(token=right) or "")
        await other.until(lambda frame: any(one["body"]["rows"] for one in other.messages.values()))
        assert "❌" in (await other.press(token=wrong) or "")
        assert "✅" in (await page.press(token=wrong) or ""), "one try a person"
        assert page.board()["revision"] == shown["revision"]
        assert "%" not in (words(shown["body"]["lines"]) or "")
