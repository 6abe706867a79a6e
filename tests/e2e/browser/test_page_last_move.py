"""The move that ends a game is played on the board before the result takes its place."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Page, WebSocket, expect

from data.records import ChatKey, PersonKey
from render import picture
from render.films.moving import draw_motion
from tests.fakes.last_moves import nearly_won
from tests.fakes.page_steps import write
from tests.fakes.page_visit import Visit
from tests.fakes.web_site import real_site

pytestmark = pytest.mark.browser

# Notes what the table shows, once a frame: the board's state, or that there is an image; and whether words are seen.
WATCH = """() => {
  window.states = [];
  const note = () => {
    const shown = document.querySelector("#table .picture");
    const words = document.querySelector("#table .text > p");
    const seen = words && getComputedStyle(words).opacity !== "0";
    window.cheers ??= document.querySelector(".confetti") ? window.states.at(-1) : undefined;
    const state = `${shown?.nodeName === "IMG" ? "card" : (shown?.dataset.at ?? "none")}${seen ? "" : " silent"}`;
    if (window.states.at(-1) !== state) window.states.push(state);
    requestAnimationFrame(note);
  };
  note();
}"""
CARD = "#table img.picture[alt*=wins]"


@pytest_asyncio.fixture(loop_scope="session")
async def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Any]:
    """The page, whose results wait for their last move however busy the machine is."""
    monkeypatch.setattr("bot.core.board_messages.board_motion.LAST", 60.0)
    async with real_site(tmp_path / "last.db", picture, draw_motion=draw_motion) as (url, store, _):
        yield SimpleNamespace(url=url, store=store)


async def prefix(page: Page) -> str:
    """Return the public name of a page's browser: the server says it to each new socket."""
    told: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    def heard(text: str | bytes) -> None:
        frame = json.loads(text)
        if frame["is"] == "welcome" and not told.done():
            told.set_result(frame["prefix"])

    def opened(socket: WebSocket) -> None:
        socket.on("framereceived", heard)

    page.on("websocket", opened)
    await page.reload()
    return await told


async def ready(site: Any, page: Page, chat: str, code: str, game: str) -> None:
    """Show a page the game that its person wins with the next move."""
    person = PersonKey("web", f"{await prefix(page)}-1")
    await nearly_won(site.store, ChatKey("web", chat), code, person, game)
    await write(page, "/board")
    await expect(page.locator(f"#table [data-token^='{code}.']").first).to_be_visible()
    await expect(page.locator("#table canvas.picture")).to_have_attribute("data-at", "rest")


async def expect_in_view(page: Page) -> None:
    """On a phone in both positions, the result, what to press and the line to write on are seen without scrolling."""
    for width, height in ((844, 390), (390, 844)):
        await page.set_viewport_size({"width": width, "height": height})
        for seen in (".picture", ".text > p:nth-child(2)", ".rows [data-token$='.again']", ".rows .steps"):
            await expect(page.locator(f"#table {seen}").first).to_be_in_viewport(ratio=0.9)
        await expect(page.locator("#line")).to_be_in_viewport(ratio=1)


async def win(page: Page) -> None:
    await page.locator("#table .rows [data-token*='.move:']").first.click()


@pytest.mark.parametrize(("game", "code"), [("parchis", "abc241"), ("palma", "abc242")])
async def test_the_last_move_is_played_for_all_before_the_result(
    visit: Visit, site: Any, game: str, code: str
) -> None:
    chat = f"last-{game}"
    ana, bea = await visit(site, chat=chat), await visit(site, chat=chat, reduced_motion="reduce")
    await ready(site, ana, chat, code, game)
    await expect(bea.locator("#table canvas.picture")).to_be_visible()
    for page in (ana, bea):
        await page.evaluate(WATCH)
    await win(ana)
    for page in (ana, bea):
        await expect(page.locator(CARD)).to_be_visible()
        await expect(page.locator("#table .text > p").first).to_be_visible()
    *before, last = (await ana.evaluate("window.states"))[1:]
    assert last == "card"
    assert "film silent" in before
    assert await ana.evaluate("window.cheers") in {
        "film silent",
        "rest silent",
        "card",
    }  # once the winner has the crown
    await expect_in_view(ana)
    assert all(state.endswith(" silent") and not state.startswith("card") for state in before), before
    assert not any("film" in state for state in await bea.evaluate("window.states"))


async def test_nothing_waits_for_the_last_move(visit: Visit, site: Any) -> None:
    chat = "last-hurry"
    page = await visit(site, chat=chat)
    await ready(site, page, chat, "abc243", "parchis")
    await page.evaluate(WATCH)
    await win(page)
    await page.get_by_role("button", name="Rematch", exact=True).click()
    await expect(page.locator("#table [data-token$='.again']")).to_have_count(0)
    await expect(page.locator("#table canvas.picture")).to_be_visible()
    states = await page.evaluate("window.states")
    assert "film silent" in states
    assert "card" not in states
