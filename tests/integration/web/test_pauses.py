"""A choice of the pause between bots' turns on the page: it holds for the chat, and no message announces it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from data.records import ChatKey
from tests.fakes.web_site import Browser, Page, real_site, visitor


async def tune(page: Page, pause: str | None = None) -> str:
    """Choose a pause, or only ask for it; return which one holds then."""
    await page.socket.send_json({"do": "pause", "id": "p", "as": 1, **({} if pause is None else {"pause": pause})})
    done: dict[str, Any] = await page.until(lambda frame: frame["is"] == "done")
    assert done["notice"] is None
    return str(done["pause"])


async def test_it_holds_for_the_chat_and_is_said_to_nobody(tmp_path: Path) -> None:
    async with real_site(tmp_path / "pauses.db") as (url, store, _), visitor(url) as ana, visitor(url) as bruno:
        assert await tune(ana) == "calm"
        assert await tune(ana, "quick") == "quick"
        assert await tune(bruno) == "quick"
        assert await tune(bruno, "none") == "none"
        assert await tune(ana) == "none"
        assert ana.texts() == bruno.texts() == []
        await ana.say("/settings")
        assert "Bots don't pause: one message tells all their turns." in ana.texts()[-1]
        await ana.say("/settings pause=calm")
        assert await tune(bruno) == "calm"
        await ana.hello("elsewhere")
        assert await tune(ana, "quick") == "quick"
        assert await tune(bruno) == "calm"
        settled = await store.chat(ChatKey("web", "elsewhere"))
        assert settled is not None
        assert '"pause":"short"' in settled.settings


async def test_there_are_three_of_them(browser: Browser) -> None:
    page = await browser()
    await page.socket.send_json({"do": "pause", "id": "p", "as": 1, "pause": "endless"})
    assert (await page.socket.receive(timeout=5)).data == 1008
