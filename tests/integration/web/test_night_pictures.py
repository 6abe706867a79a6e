"""By night a table's board is drawn once more, for readers who ask for it, unless its chat has chosen a theme."""

from __future__ import annotations

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


async def asked(url: str, message: dict[str, Any], query: str = "", ending: str = "png") -> tuple[bytes, str]:
    """Ask for a message's picture: its bytes, and how long it may be kept."""
    digest = message["body"]["picture"]["digest"]
    address = f"{url}picture/{message['id']}/{digest}.{ending}{query}"
    async with ClientSession() as session, session.get(address) as answer:
        assert answer.status == 200
        return await answer.read(), answer.headers["Cache-Control"]


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
        for nowhere in ("?dark", "?dark=elsewhere", "?dark=../salon"):
            data, kept = await asked(url, lobby, nowhere)
            assert data.startswith(b"classic")
            assert kept == "no-store"
        data, kept = await asked(url, lobby, "?dark=salon")
        assert data.startswith(b"dark True")
        assert "immutable" in kept
        ana.messages.clear()
        await ana.hello("elsewhere")
        await change_settings(store, ChatKey("web", "elsewhere"), theme="high-contrast")
        lobby = await lobby_of(ana)
        assert "dims" not in lobby["body"]["picture"]
        assert (await asked(url, lobby, "?dark=elsewhere"))[0].startswith(b"high-contrast")


async def test_after_a_restart_boards_of_now_and_of_before_are_drawn_from_their_tables(tmp_path: Path) -> None:
    def draw(scene: Scene) -> bytes:
        return f"{scene.theme} {scene.waiting} {scene.state} {scene.trail}".encode()

    database = tmp_path / "restart.db"
    by_day: dict[int, bytes] = {}
    async with real_site(database, FakePictures(draw)) as (url, _, _), visitor(url) as ana:
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
        boards = [message for message in ana.messages.values() if message["body"]["picture"]]
        assert len(boards) > 2
        for message in boards:
            by_day[message["id"]], _ = await asked(url, message)
    async with real_site(database, FakePictures(draw)) as (url, _, messenger), visitor(url) as bea:
        boards = [message for message in bea.messages.values() if message["body"]["picture"]]
        assert {message["id"] for message in boards} == set(by_day)
        for message in boards:
            messenger.night.forget(message["id"])
            dark, kept = await asked(url, message, "?dark=salon")
            assert dark == by_day[message["id"]].replace(b"classic", b"dark")
            assert "immutable" in kept


async def test_a_moving_board_moves_by_night_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PATIENCE", "BRIEF"):  # however busy the machine is
        monkeypatch.setattr(f"bot.core.board_messages.board_motion.{name}", 10.0)

    def move(unseen: Unseen, kind: str, _longest: float) -> bytes:
        return json.dumps({"base": unseen.end.theme, "art": [kind], "rest": str(unseen.end.state)}).encode()

    site = real_site(tmp_path / "moving.db", NO_PICTURES, draw_motion=move)
    async with site as (url, _, messenger), visitor(url) as ana:
        await lobby_of(ana)
        await ana.press(token=token_of(ana, ".fill"))
        await ana.until(lambda _: bool(offered(ana, ".throw", ".move:")))
        await ana.press(token=offered(ana, ".throw", ".move:")[0])
        await ana.until(lambda _: bool(moving(ana)))
        (message, *_) = moving(ana)
        assert message["body"]["picture"]["dims"]
        address = f"{url}picture/{message['id']}/{message['layers']['digest']}.board"
        async with ClientSession() as session:
            async with session.get(address) as answer:
                assert answer.content_type == LAYERED
                assert await answer.text() == message["layers"]["document"]
                assert json.loads(message["layers"]["document"])["art"] == [LAYERED]
            async with session.get(f"{address}?dark=salon") as answer:
                assert await answer.text() == message["layers"]["document"].replace("classic", "dark")
                assert "immutable" in answer.headers["Cache-Control"]
            messenger.boards.forget(message["id"])
            async with session.get(address) as answer:
                assert answer.status == 404  # then the page shows the picture


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
    return [one for one in page.messages.values() if "layers" in one]
