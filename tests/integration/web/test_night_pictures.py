"""By night a table's board is drawn once more, for readers who ask for it, unless its chat has chosen a theme."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from aiohttp import ClientSession

from bot.core.domain.chat_settings import change_settings
from data.records import ChatKey
from render.content.scene import Scene
from tests.fakes.pictures import FakePictures
from tests.fakes.web_site import Page, real_site, visitor


async def asked(url: str, message: dict[str, Any], query: str = "") -> tuple[bytes, str]:
    """Ask for a message's picture: its bytes, and how long it may be kept."""
    digest = message["body"]["picture"]["digest"]
    async with ClientSession() as session, session.get(f"{url}picture/{message['id']}/{digest}.png{query}") as answer:
        assert answer.status == 200
        return await answer.read(), answer.headers["Cache-Control"]


async def lobby_of(page: Page) -> dict[str, Any]:
    """Open a table, and wait for its board."""
    await page.say("/play palma first=D")
    while not (shown := [message for message in page.messages.values() if message["body"].get("places")]):
        await page.frame()
    return shown[-1]


async def test_a_board_is_dark_for_who_asks_and_drawn_but_once(tmp_path: Path) -> None:
    drawn: list[str] = []

    def draw(scene: Scene) -> bytes:
        drawn.append(scene.theme)
        return f"{scene.theme} {scene.waiting} {scene.names}".encode()

    async with real_site(tmp_path / "night.db", FakePictures(draw)) as (url, store, messenger), visitor(url) as ana:
        lobby = await lobby_of(ana)
        assert lobby["body"]["picture"]["dims"]
        assert (await asked(url, lobby))[0].startswith(b"classic True")
        assert drawn == ["classic"]
        for _ in range(2):
            data, kept = await asked(url, lobby, "?dark")
            assert data.startswith(b"dark True")
            assert "immutable" in kept
        assert drawn == ["classic", "dark"]
        messenger.night.forget(lobby["id"])  # as after a restart
        data, kept = await asked(url, lobby, "?dark")
        assert data.startswith(b"classic")
        assert kept == "no-store"
        ana.messages.clear()
        await ana.hello("elsewhere")
        await change_settings(store, ChatKey("web", "elsewhere"), theme="high-contrast")
        lobby = await lobby_of(ana)
        assert "dims" not in lobby["body"]["picture"]
        assert (await asked(url, lobby, "?dark"))[0].startswith(b"high-contrast")
