"""A position of a past game is tried out: played on against bots, without a trace."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientWebSocketResponse, WSMsgType

from bot.core.domain.table import StartedTable
from bot.core.services.table_codec import record_of
from bot.platforms.web.rate_limits import WebLimits
from engine.game import TurnKind
from tests.fakes.finished_tables import finished
from tests.fakes.web_site import Page, real_site, visitor

CODES = {"palma": "abc234", "parchis": "abc235"}


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[tuple[str, Page, dict[str, StartedTable], Path]]:
    """A site with a finished game of each kind in the chat `room`, and somebody who looks at them."""
    path, tables = tmp_path / "trials.db", {}
    for game, seats in (("palma", ["D", "J"]), ("parchis", ["Y", "B", "R", "G"])):
        table = finished(game, {}, seats)
        log = tuple(move._replace(version=1) for move in table.log)
        tables[game] = replace(table, id=CODES[game], version=1, log=log)
    async with real_site(path) as (url, store, _), visitor(url, chat="room") as ana:
        for table in tables.values():
            await store.add_past(record_of(table), table.log)
        yield url, ana, tables, path


@asynccontextmanager
async def trying(url: str, page: Page, code: str, ply: int | str) -> AsyncIterator[ClientWebSocketResponse]:
    """Try a position."""
    async with page.session.ws_connect(f"{url}c/room/game/{code}/socket?ply={ply}&language=en") as socket:
        yield socket


async def told(socket: ClientWebSocketResponse) -> dict[str, Any]:
    """Read on until somebody has to act, the trial is over, or it is refused."""
    while True:
        position: dict[str, Any] = await socket.receive_json(timeout=60)
        if position.get("problem") or position["choices"] or position["over"]:
            return position


def kept(path: Path) -> list[str]:
    """Return all that a database has, but for its heartbeat."""
    with closing(sqlite3.connect(path)) as store:
        return [line for line in store.iterdump() if "uptime" not in line and "heartbeat" not in line]


async def counted(url: str, page: Page, game: str, path: Path) -> list[str]:
    """Return what is kept once somebody has looked at a game, which counts it for the records of its chat."""
    async with page.session.get(f"{url}c/room/game/{CODES[game]}/steps.json"):
        for _ in range(600):
            if any('"chat_records"' in line and game in line for line in kept(path)):
                break
            await asyncio.sleep(0.1)
    return kept(path)


@pytest.mark.parametrize("game", CODES)
async def test_a_position_is_played_on_to_its_end_and_nothing_is_kept(
    site: tuple[str, Page, dict[str, StartedTable], Path], game: str
) -> None:
    url, ana, tables, path = site
    table = tables[game]
    plies = table.match.plies
    ply = next(at for at in range(len(plies) * 7 // 8, len(plies)) if plies[at - 1].kind is TurnKind.THROW)
    before = await counted(url, ana, game, path)
    async with trying(url, ana, CODES[game], ply) as socket:
        position, presses = await told(socket), 0
        while not position["over"]:
            document = json.loads(position["document"])
            assert document["base"] in position["document"]
            assert {move for _, move in position["choices"]} == {move for move, *_ in position["spots"]}
            assert position["alt"].rstrip()
            await socket.send_json({"at": position["at"], "move": position["choices"][-1][1]})
            position, presses = await told(socket), presses + 1
            assert presses < 400
        assert presses
        assert position["choices"] == position["spots"] == []
        assert "🥇" in position["says"]
        assert position["story"]
    assert sorted(set(kept(path)) ^ set(before)) == []


async def test_the_dice_are_new_each_time(site: tuple[str, Page, dict[str, StartedTable], Path]) -> None:
    url, ana, tables, _ = site
    table = tables["parchis"]
    match = table.match
    ply = next(at for at in range(30, len(match.plies)) if match.at(at).turn.kind is TurnKind.THROW)
    stories = set()
    for _ in range(8):
        async with trying(url, ana, CODES["parchis"], ply) as socket:
            position = await told(socket)
            await socket.send_json({"at": position["at"], "move": ""})
            stories.add(str((await told(socket))["story"][:1]))
    assert len(stories) > 2


async def test_what_no_page_sends_changes_nothing(site: tuple[str, Page, dict[str, StartedTable], Path]) -> None:
    url, ana, *_ = site
    async with trying(url, ana, CODES["parchis"], 40) as socket:
        position = await told(socket)
        late, wrong = (
            {"at": position["at"] - 1, "move": position["choices"][0][1]},
            {"at": position["at"], "move": "Z9"},
        )
        for said in ("", "[]", "{", "[" * 5000, json.dumps(late), json.dumps(wrong), json.dumps({"at": "1"})):
            await socket.send_str(said)
            assert (await told(socket)) == position


async def test_a_page_that_lacks_sprites_gets_them(site: tuple[str, Page, dict[str, StartedTable], Path]) -> None:
    url, ana, *_ = site
    async with trying(url, ana, CODES["parchis"], 40) as socket:
        position = await told(socket)
        await socket.send_json({"at": -1, "move": "", "sprites": True})
        again = await told(socket)
        document, sprites = json.loads(again["document"]), again.pop("sprites")
        assert again == position
        assert list(sprites) == [document["base"], *document["art"]]
        assert all(sprites.values())


async def test_a_game_under_way_cannot_be_tried(site: tuple[str, Page, dict[str, StartedTable], Path]) -> None:
    url, ana, tables, _ = site
    await ana.say("/play parchis rolls=each")
    while not any(".fill" in token for token in _tokens(ana)):
        await ana.frame()
    await ana.press(token=next(token for token in _tokens(ana) if ".fill" in token))
    while not any(token.endswith(".throw") for token in _tokens(ana)):
        await ana.frame()
    code = _tokens(ana)[-1].partition(".")[0]
    end = len(tables["palma"].match.plies)
    for name, ply, problem in (
        (code, 0, "once it's over"),
        (CODES["palma"], end, "earlier position"),
        (CODES["palma"], end + 1, "can't be shown"),
        ("zzz999", 0, "can't be shown"),
    ):
        async with trying(url, ana, name, ply) as socket:
            assert problem in (await told(socket))["problem"]
            assert (await socket.receive(timeout=60)).type is WSMsgType.CLOSE


async def test_one_client_tries_a_few_positions_at_a_time(
    site: tuple[str, Page, dict[str, StartedTable], Path],
) -> None:
    url, ana, *_ = site
    each = WebLimits().trials_each
    sockets = [await ana.session.ws_connect(f"{url}c/room/game/abc234/socket?ply=9") for _ in range(each)]
    for socket in sockets:
        assert "problem" not in await told(socket)
    async with trying(url, ana, "abc234", 9) as socket:
        assert "a while" in (await told(socket))["problem"]
    await sockets[0].close()
    async with trying(url, ana, "abc234", 9) as socket:
        assert "problem" not in await told(socket)
    for socket in sockets:
        await socket.close()


def _tokens(page: Page) -> list[str]:
    return [button[1] for message in page.messages.values() for row in message["body"]["rows"] for button in row]
