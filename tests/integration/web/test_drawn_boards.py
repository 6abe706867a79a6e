"""Boards are drawn when somebody asks, once, from their positions; by night in the dark, unless a theme is chosen."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession

from bot.core.domain.chat_settings import change_settings
from bot.platforms.web.still import still_of
from data.records import ChatKey
from render.content.layered import LAYERED
from render.content.scene import Scene
from render.content.unseen import Unseen
from tests.fakes.lobby_page import lobby_of, offered, token_of
from tests.fakes.pictures import FakePictures
from tests.fakes.web_site import NO_PICTURES, Page, real_site, visitor


def told(scene: Scene) -> bytes:
    """Say what a picture is of."""
    return f"{scene.theme} {scene.waiting} {scene.state} {scene.names}".encode()


async def asked(url: str, message: dict[str, Any], query: str = "", ending: str = "png") -> tuple[bytes, str]:
    """Ask for a message's picture: its bytes, and how long it may be kept."""
    digest = message["body"]["picture"]["digest"]
    address = f"{url}picture/{message['id']}/{digest}.{ending}{query}"
    async with ClientSession() as session, session.get(address) as answer:
        assert answer.status == 200
        return await answer.read(), answer.headers["Cache-Control"]


async def test_a_board_is_drawn_when_somebody_asks_and_but_once(tmp_path: Path) -> None:
    drawn: list[str] = []

    def draw(scene: Scene) -> bytes:
        drawn.append(scene.theme)
        return told(scene)

    async with real_site(tmp_path / "night.db", FakePictures(draw)) as (url, store, _), visitor(url) as ana:
        lobby = await lobby_of(ana)
        assert lobby["body"]["picture"]["dims"]
        assert drawn == []
        assert await store.picture(lobby["id"]) is None
        for theme, query in (("classic", ""), ("dark", "?dark")):
            for answer, kept in await asyncio.gather(*[asked(url, lobby, query) for _ in range(3)]):
                assert answer.startswith(f"{theme} True".encode())
                assert "immutable" in kept
        assert drawn == ["classic", "dark"]
        ana.messages.clear()
        await ana.hello("elsewhere")
        await change_settings(store, ChatKey("web", "elsewhere"), theme="high-contrast")
        lobby = await lobby_of(ana)
        assert "dims" not in lobby["body"]["picture"]
        assert (await asked(url, lobby))[0].startswith(b"high-contrast")


async def test_after_a_restart_boards_of_now_and_of_before_are_drawn_from_their_tables(tmp_path: Path) -> None:
    database = tmp_path / "restart.db"
    by_day: dict[int, bytes] = {}
    async with real_site(database, FakePictures(told)) as (url, store, _), visitor(url) as ana:
        await lobby_of(ana)
        await ana.press(token=offered(ana, ".sit")[0], person=2)
        while not (start := offered(ana, ".start")):
            await ana.frame()
        await ana.press(token=start[0])
        past: list[str] = []
        for _ in range(9):
            while (plays := offered(ana, ".throw", ".move:")) in ([], past):
                await ana.frame()
            assert await ana.press(token=plays[0], person=int(ana.board()["body"]["turn"][-1])) is None
            past = plays
        while offered(ana, ".throw", ".move:") in ([], past):
            await ana.frame()
        await ana.say("/learn palma")
        boards = [message for message in ana.messages.values() if message["body"]["picture"]]
        assert len(boards) > 3
        for message in boards:
            assert await store.picture(message["id"]) is None
            by_day[message["id"]], _ = await asked(url, message)
    async with real_site(database, FakePictures(told)) as (url, _, _), visitor(url) as bea:
        boards = [message for message in bea.messages.values() if message["body"]["picture"]]
        assert {message["id"] for message in boards} == set(by_day)
        for message in boards:
            assert (await asked(url, message))[0] == by_day[message["id"]]
            dark, kept = await asked(url, message, "?dark")
            assert dark == by_day[message["id"]].replace(b"classic", b"dark")
            assert "immutable" in kept
            assert json.loads((await asked(url, message, ending="board"))[0])["base"] == "classic"


async def test_a_moving_board_moves_by_night_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PATIENCE", "BRIEF"):  # however busy the machine is
        monkeypatch.setattr(f"bot.core.board_messages.board_motion.{name}", 10.0)

    def move(unseen: Unseen, kind: str, _longest: float) -> bytes:
        shown = {"base": unseen.end.theme, "art": [kind], "shows": str(unseen.end.state), "size": [8, 8]}
        return json.dumps({**shown, "things": [], "rest": []}, separators=(",", ":")).encode()

    site = real_site(tmp_path / "moving.db", NO_PICTURES, draw_motion=move)
    async with site as (url, _, _), visitor(url) as ana:
        await lobby_of(ana)
        await ana.press(token=token_of(ana, ".fill"))
        await ana.until(lambda _: bool(offered(ana, ".throw", ".move:")))
        await ana.press(token=offered(ana, ".throw", ".move:")[0])
        await ana.until(lambda _: bool(moving(ana)))
        (message, *_) = moving(ana)
        document = message["layers"]["document"]
        assert message["body"]["picture"]["dims"]
        assert (await asked(url, message, ending="board"))[0].decode() == document
        dark, kept = await asked(url, message, "?dark", "board")
        assert dark.decode() == document.replace("classic", "dark")
        assert "immutable" in kept


async def test_the_board_of_the_front_is_dark_by_night(tmp_path: Path) -> None:
    async with real_site(tmp_path / "front.db") as (url, _, _), ClientSession() as session:
        found: dict[str, bytes] = {}
        for query in ("", "?still", "?dark", "?still&dark"):
            async with session.get(f"{url}front.gif{query}") as answer:
                assert answer.content_type == "image/gif"
                found[query] = await answer.read()
        assert len(set(found.values())) == 4
        for moves, stands in (("", "?still"), ("?dark", "?still&dark")):
            assert found[stands] == still_of(found[moves])


def moving(page: Page) -> list[dict[str, Any]]:
    """Return the messages whose board moves."""
    found = [one for one in page.messages.values() if "layers" in one]
    return [one for one in found if json.loads(one["layers"]["document"])["art"] == [LAYERED]]
