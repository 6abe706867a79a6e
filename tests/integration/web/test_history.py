"""A chat forgets what was said long ago, and never the board on which a game is being played."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from bot.platforms.web.chat import WebMessenger
from bot.platforms.web.identity import PLATFORM
from bot.platforms.web.message_format import person_body
from bot.platforms.web.protocol import HISTORY
from data.records import ChatKey, PersonKey
from data.sqlite import migrations
from tests.fakes.web_site import Page, real_site, visitor

CHAT = ChatKey(PLATFORM, "salon")
MIGRATIONS = {each.name: each for each in migrations.migrations()}
SLACK = 20
"""How many messages there may be over the bound until they are pruned."""


async def playing(page: Page) -> int:
    """Begin a game against computers; its board."""
    await page.say("/play parchis rolls=each")
    while not any(".fill" in token for token in tokens(page)):
        await page.frame()
    await page.press(token=next(token for token in tokens(page) if ".fill" in token))
    while not any(token.endswith(".throw") for token in tokens(page)):
        await page.frame()
    return int(page.board()["id"])


def tokens(page: Page) -> list[str]:
    """The tokens of all buttons."""
    return [button[1] for message in page.messages.values() for row in message["body"]["rows"] for button in row]


async def talk(messenger: WebMessenger, lines: int, since: int = 0) -> None:
    """Let somebody else say this many lines."""
    bea = PersonKey(PLATFORM, f"{'b' * 16}-1")
    for number in range(since, since + lines):
        await messenger.write(CHAT, person_body(bea, "Bea", f"line {number}"), nonce=f"said:{number}")


async def until_said(page: Page, text: str) -> None:
    """Read on until a line is there."""
    while page.texts()[-1] != text:
        await page.frame()


async def test_a_board_that_is_played_on_outlives_all_that_is_said_below_it(tmp_path: Path) -> None:
    async with real_site(tmp_path / "chat.db") as (url, store, messenger), visitor(url) as ana:
        board = await playing(ana)
        await talk(messenger, 3 * HISTORY)
        await until_said(ana, f"line {3 * HISTORY - 1}")
        stored = [record.id for record in await store.messages(CHAT, limit=10_000)]
        assert stored[0] == board
        assert len(stored) <= HISTORY + SLACK + 1
        assert sorted(ana.messages) == stored  # a page that was open all the time has heard of all that had to go
        async with visitor(url) as late:
            assert len(late.messages) == HISTORY + 1
            assert late.messages[board]["body"] == ana.messages[board]["body"]
        assert await ana.press() is None
    async with real_site(tmp_path / "chat.db") as (url, _, messenger), visitor(url) as again:
        await talk(messenger, SLACK, since=3 * HISTORY)
        assert board in again.messages


async def test_a_board_that_an_earlier_version_lost_is_shown_again_after_the_next_start(tmp_path: Path) -> None:
    database = tmp_path / "chat.db"
    async with real_site(database) as (url, _, _), visitor(url) as ana:
        board = await playing(ana)
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("DELETE FROM messages WHERE id = ?", (board,))
        connection.execute("DROP INDEX boards_by_chat")
        connection.executescript(MIGRATIONS["live_boards"].sql)
    async with real_site(database) as (url, _, _), visitor(url) as again:
        while not any(token.endswith(".throw") for token in tokens(again)):
            await again.frame()
