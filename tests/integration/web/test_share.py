"""/share on the page leads to the chat in which the table is; calm boards there know what stands below them."""

from __future__ import annotations

import asyncio
from pathlib import Path

from bot.core.board_messages.planner import BURIED
from data.records import ChatKey
from tests.fakes.web_site import real_site, visitor


async def test_the_link_is_the_pages_own_address_and_stands_as_one(tmp_path: Path) -> None:
    async with real_site(tmp_path / "share.db") as (url, store, _), visitor(url) as page:
        await page.hello("año-nuevo")
        await page.say("/play palma")
        code = (await store.all_tables())[0].id
        notice = await page.do("say", text="/share")
        assert notice is not None
        (link,) = [part for line in notice for part in line if len(part) == 5]
        address = f"{url}#/c/a%C3%B1o-nuevo"
        assert (link[0], link[4]) == (address, address)
        assert any(f"/join {code}" in part[0] for line in notice for part in line)


async def test_the_page_counts_what_stands_below_a_board(tmp_path: Path) -> None:
    async with real_site(tmp_path / "calm.db") as (url, store, messenger), visitor(url) as page:
        await page.say("/play palma")
        chat = ChatKey("web", "salon")
        (table,) = await store.all_tables()
        async with asyncio.timeout(10):  # the page has a board a moment before the store knows its message
            while not (boards := await store.boards(table.id)):  # noqa: ASYNC110 - nothing tells of it
                await asyncio.sleep(0.01)
        (board,) = boards
        assert messenger.below(chat, board.message) == 0
        for number in range(BURIED):
            await page.say(f"so they say, {number}")
        assert messenger.below(chat, board.message) == BURIED
        await messenger.delete(chat, str(max(page.messages)))
        assert messenger.below(chat, board.message) == BURIED - 1
        assert messenger.below(ChatKey("web", "other"), board.message) == 0
        assert messenger.below(chat, "no number") is None
