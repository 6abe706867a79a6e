"""Two pages after the same thing, over the real core: one has it, and the other gets a private notice."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.fakes.web_site import Page, real_site, visitor, words


@pytest.fixture
async def pages(tmp_path: Path) -> AsyncIterator[tuple[Page, Page]]:
    """Two browsers at one chat."""
    async with (
        real_site(tmp_path / "race.db") as (url, _, _),
        visitor(url) as first,
        visitor(url) as second,
    ):
        yield first, second


async def settled(page: Page, verb: str) -> tuple[str, str]:
    """The newest board's first button of a kind, as message and token."""
    while not any(message["body"]["rows"] for message in page.messages.values()):
        await page.frame()
    board = page.board()
    tokens = [token for row in board["body"]["rows"] for _, token, _ in row]
    return str(board["id"]), next(token for token in tokens if verb in token)


@pytest.mark.parametrize("pause", [0, 0.002, 0.02])
async def test_one_of_two_has_the_seat_and_the_other_is_told(pages: tuple[Page, Page], pause: float) -> None:
    async def after(page: Page, seconds: float) -> str | None:
        await asyncio.sleep(seconds)  # how close the race is
        return words(await page.do("press", message=message, token=token))

    await pages[0].say("/play parchis")
    for first, second in (pages, pages[::-1], pages):
        message, token = await settled(pages[0], ".sit:")
        told = await asyncio.gather(after(first, 0), after(second, pause))
        assert [notice for notice in told if notice] != []
        assert told.count(None) == 1
        assert any("has that seat already" in notice for notice in told if notice)
        version = int(token.split(".")[1])
        while f".{version}." in str(pages[0].board()["body"]["rows"]):
            await pages[0].frame()


async def test_a_press_on_a_board_that_has_gone_is_told_so(pages: tuple[Page, Page]) -> None:
    ana, bruno = pages
    await ana.say("/play palma")
    message, token = await settled(ana, ".sit:")
    await bruno.hello()
    filling = await settled(ana, ".fill")
    assert await ana.press(message=filling[0], token=filling[1]) is None
    assert await bruno.do("press", message=message, token=token)
