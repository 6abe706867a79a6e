"""Boards come in layers with their messages, their sprites from an address. A picture of one is drawn on demand."""

from __future__ import annotations

import json
import struct
from base64 import b64decode
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession

from bot.core.domain.chat_settings import change_settings
from bot.core.views.pictures import Later, pictured
from bot.platforms.web.boards import MOST_PARTS, Boards
from data.records import ChatKey
from render import picture
from render.content.layered import LAYERED
from render.films.moving import draw_motion
from tests.fakes.lobby_page import lobby_of, offered, token_of
from tests.fakes.random_games import random_game
from tests.fakes.unseen_plies import unseen
from tests.fakes.web_site import Page, real_site, visitor

WEBP = b"RIFF"


def layers(page: Page) -> dict[str, Any]:
    """Return what the newest board's message says of its layers."""
    found: dict[str, Any] = board(page)["layers"]
    return found


def address_of(url: str, message: dict[str, Any]) -> str:
    """Return where the document of a message's board is."""
    return f"{url}picture/{message['id']}/{message['body']['picture']['digest']}.board"


def at_rest(document: dict[str, Any]) -> list[Any]:
    """Return what lies on a board at rest."""
    names = document["art"]
    things = [[names[sprite], *place] for sprite, *place in document["things"]]
    runs = zip(document["rest"][::2], document["rest"][1::2], strict=True)
    return [document["base"], *(thing for first, count in runs for thing in things[first : first + count])]


def board(page: Page) -> dict[str, Any]:
    """Return the newest message with a board."""
    return [message for _, message in sorted(page.messages.items()) if "layers" in message][-1]


def files(pack: bytes) -> list[bytes]:
    """Return the sprites of a pack."""
    found, at = [], 0
    while at < len(pack):
        (length,) = struct.unpack_from(">I", pack, at)
        found.append(pack[at + 4 : at + 4 + length])
        at += 4 + length
    return found


async def test_a_board_comes_with_its_document_and_each_sprite_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("PATIENCE", "BRIEF"):  # however busy the machine is
        monkeypatch.setattr(f"bot.core.board_messages.board_motion.{name}", 10.0)
    site = real_site(tmp_path / "boards.db", picture, draw_motion=draw_motion)
    async with site as (url, _, messenger), visitor(url) as ana, ClientSession() as session:
        lobby = (await lobby_of(ana))["layers"]
        assert lobby["sprites"] == {}  # they are too many
        assert json.loads(lobby["document"])["film"] == []
        await ana.press(token=token_of(ana, ".fill"))
        await ana.until(lambda _: bool(offered(ana, ".throw", ".move:")))
        await ana.press(token=offered(ana, ".throw", ".move:")[0])
        # the bots' turns follow by themselves: nothing changes any more once Ana is asked again
        await ana.until(
            lambda _: bool(json.loads(layers(ana)["document"])["film"]) and bool(offered(ana, ".throw", ".move:"))
        )
        frame = json.dumps(board(ana))
        document = json.loads(layers(ana)["document"])
        assert len(layers(ana)["document"]) < 3000
        assert len(frame) < 10_000
        names = [document["base"], *document["art"]]
        async with session.get(f"{url}art?of={','.join(names)}") as answer:
            assert "immutable" in answer.headers["Cache-Control"]
            found = files(await answer.read())
        assert len(found) == len(names)
        assert all(data.startswith(WEBP) for data in found)
        address = address_of(url, board(ana))
        async with session.get(address) as answer:
            assert answer.content_type == LAYERED
            assert answer.headers["Content-Encoding"] == "gzip"
            assert await answer.json(content_type=None) == document
        async with session.get(f"{address}?dark") as answer:
            dark = await answer.json(content_type=None)
        assert dark["base"] != document["base"]
        assert dark["moves"] == document["moves"]
        async with visitor(url) as bea:  # who comes later gets the document of the board on the table
            assert layers(bea) == layers(ana)
        messenger.boards.forget(board(ana)["id"])  # as after a restart
        async with session.get(address) as answer:
            again = await answer.json(content_type=None)
        assert at_rest(again) == at_rest(document)
        assert again["film"] == []
        async with session.get(f"{address}?whole") as answer:  # for a page whose document another process has made
            assert answer.headers["Cache-Control"] == "no-store"
            told, *sprites = files(await answer.read())
        assert at_rest(json.loads(told)) == at_rest(document)
        assert len(sprites) == 1 + len(json.loads(told)["art"])
        assert all(data.startswith(WEBP) for data in sprites)
        async with session.get(address.replace(".board", ".png")) as answer:
            assert (await answer.read()).startswith(b"\x89PNG")


async def test_a_board_brings_the_sprites_that_no_board_of_its_chat_had() -> None:
    boards, chat, match = Boards(), ChatKey("web", "here"), random_game("four", 1)

    async def kept(chat: ChatKey, ply: int) -> dict[str, str]:
        shown = pictured(Later(picture), unseen(match, ply, 1).end, "")
        document = await boards.document(shown)
        assert document is not None
        boards.keep(chat, 7, shown, document, None)
        sprites: dict[str, str] = boards.told(7, document.digest)["layers"]["sprites"]
        return sprites

    assert await kept(chat, 60) == {}  # all are new, and they are too many
    brought = [await kept(chat, ply) for ply in range(61, 80)]
    assert sum(map(bool, brought)) > 5
    assert all(b64decode(data).startswith(WEBP) for each in brought for data in each.values())
    names = [name for each in brought for name in each]
    assert len(names) == len(set(names))
    assert await kept(ChatKey("web", "elsewhere"), 61) == {}
    assert await kept(chat, 61) == {}


async def test_a_chat_with_a_theme_has_no_other(tmp_path: Path) -> None:
    async with real_site(tmp_path / "theme.db", picture) as (url, store, _), visitor(url, chat="plain") as ana:
        await change_settings(store, ChatKey("web", "plain"), theme="high-contrast")
        lobby = await lobby_of(ana)
        assert "dims" not in lobby["body"]["picture"]
        assert json.loads(lobby["layers"]["document"])["size"][0] == 800


async def test_there_is_nothing_else(tmp_path: Path) -> None:
    many = ",".join(["0" * 12] * (MOST_PARTS + 1))
    parts = ("", "?of=", "?of=x", "?of=../secret", f"?of={'0' * 11}", f"?of={many}")
    boards = ("1/0.board", "x.board", f"1/{'0' * 16}.board")
    async with real_site(tmp_path / "none.db") as (url, _, _), ClientSession() as session:
        for path in (*(f"art{query}" for query in parts), *(f"picture/{name}" for name in boards)):
            async with session.get(f"{url}{path}") as answer:
                assert answer.status == 404, path


async def test_a_sprite_that_is_gone_is_empty_and_not_kept(tmp_path: Path) -> None:
    site = real_site(tmp_path / "gone.db")
    names = f"{'0' * 12},{'1' * 12}"
    async with site as (url, _, _), ClientSession() as session, session.get(f"{url}art?of={names}") as answer:
        assert answer.headers["Cache-Control"] == "no-store"
        assert files(await answer.read()) == [b"", b""]
