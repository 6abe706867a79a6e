"""Telegram's Mini App: what people may do there, and that the chat's board follows."""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections.abc import AsyncIterator
from typing import Any

import pytest
from aiohttp import WSServerHandshakeError

from bot.core.ratelimit.flood_guard import PERSON, FloodGuard
from bot.platforms.web.apps.bearer import LIFE
from bot.platforms.web.chat import EMPTY
from data.records import HAND, ChatKey, PersonKey
from tests.fakes.clock import FakeClock
from tests.fakes.mini_app import ADDRESS, OTHER_BOT, App, AppHouse, app_house, init_data
from tests.fakes.telegram_world import ANA, BEA, CAI
from tests.fakes.web_site import until


@pytest.fixture
async def house() -> AsyncIterator[AppHouse]:
    async with app_house() as found:
        yield found


# people at the table ------------------------------------------------------------------------------------------------


async def test_a_game_is_played_in_the_app_and_the_chat_follows(house: AppHouse) -> None:
    code = await house.room.begun()
    apps: dict[str, App] = {str(one.id): await house.opened(one, code) for one in (ANA, BEA)}
    for _ in range(12):
        who = await house.room.acting(code, (ANA, BEA))
        app, before = apps[str(who.id)], (await house.room.table(code)).version
        await app.caught_up()
        assert await app.press() is None
        await house.room.settle()
        after = await house.room.table(code)
        assert after.version > before
        assert any(token.startswith(f"{code}.{after.version}.") for token in house.room.board(code).tokens)
    who = await house.room.acting(code, (ANA, BEA))
    board = house.room.board(code)
    await house.room.press(who, board, board.tokens[0])
    version = (await house.room.table(code)).version
    for app in apps.values():  # a press in the chat shows in the app
        await app.reach(lambda app=app: f".{version}." in app.board()["body"]["rows"][0][0][1])


async def test_who_does_not_play_watches_and_moves_for_nobody(house: AppHouse) -> None:
    code = await house.room.begun()
    watcher = await house.opened(CAI, code)
    version = (await house.room.table(code)).version
    (shown,) = watcher.boards()
    assert shown["body"]["rows"] == []
    token = house.room.board(code).tokens[0]
    assert await watcher.do("press", message=str(shown["id"]), token=token) is not None
    await house.room.settle()
    assert (await house.room.table(code)).version == version


async def test_the_app_is_for_its_table_alone(house: AppHouse) -> None:
    code = await house.room.begun()
    app = await house.opened(ANA, code)
    assert "chat" in (await app.say("/mydata") or "")
    assert "chat" in (await app.say(f"/close {code}") or "")
    await app.do("person", name="Mallory", language="it")
    names = [seat.name for seat in (await house.room.table(code)).seats]
    assert names == ["Ana", "Bea"]


async def test_a_session_presses_nothing_at_another_table(house: AppHouse) -> None:
    code = await house.room.begun()
    other = await house.room.opened("/play palma")  # where Ana sits too
    app = await house.opened(ANA, code)
    version = (await house.room.table(other)).version
    (shown,) = app.boards()
    for message in (str(shown["id"]), "1"):
        assert await app.do("press", message=message, token=f"{other}.{version}.fill") is not None
    await house.room.settle()
    assert (await house.room.table(other)).version == version


async def test_each_introduction_counts_once_and_opens_one_table(house: AppHouse) -> None:
    code = await house.room.begun()
    data = init_data(ANA, house.now, code)
    status, bearer, table = await house.ask(data)
    assert (status, table) == (200, code)
    assert (await house.ask(data))[0] == 403
    app = await house.join(bearer)
    await app.reach(lambda: bool(app.boards()))
    assert (await house.ask(init_data(ANA, house.now, token=OTHER_BOT), code))[0] == 403
    assert (await house.ask(init_data(ANA, house.now, x="1"), "../etc"))[0] == 403
    for bad in ("", "x.y", bearer[:-1] + ("0" if bearer[-1] != "0" else "1")):
        with pytest.raises(WSServerHandshakeError):
            await house.join(bad)


async def test_an_unknown_table_is_told(house: AppHouse) -> None:
    status, bearer, _ = await house.ask(init_data(ANA, house.now), "zzzzzz")
    assert status == 200
    app = await house.join(bearer)
    told = await app.until(lambda frame: frame["is"] == "done")
    assert told["notice"]


async def test_without_a_table_the_menu_opens_the_persons_own(house: AppHouse) -> None:
    assert (await house.ask(init_data(ANA, house.now, n="1")))[:1] == (403,)
    code = await house.room.begun()
    assert (await house.ask(init_data(ANA, house.now, n="2")))[2] == code
    status, said, _ = await house.ask(init_data(CAI, house.now, n="3"))
    assert (status, "/play" in said) == (403, True)


async def test_a_plain_page_enters_no_apps_room(house: AppHouse) -> None:
    code = await house.room.begun()
    app = await house.opened(ANA, code)
    session = await house.client()
    async with session.post(f"{house.site.address}session") as answer:
        assert answer.status == 401  # nor does it come in without an invitation
    assert app.welcome["chat"].startswith("app-")


async def test_a_closed_app_no_longer_shows_its_table() -> None:
    async with app_house(grace=0.01) as house:
        code = await house.room.begun()
        app = await house.opened(ANA, code)
        room = ChatKey("web", app.welcome["chat"], HAND)
        assert room in await _rooms(house, code)
        await app.socket.close()
        async with asyncio.timeout(10):
            while room in await _rooms(house, code):  # noqa: ASYNC110 - nothing tells of it
                await asyncio.sleep(0.01)


async def test_an_app_that_comes_back_keeps_its_table() -> None:
    async with app_house(grace=0.3) as house:
        code = await house.room.begun()
        app = await house.opened(ANA, code)
        room = ChatKey("web", app.welcome["chat"], HAND)
        await app.socket.close()
        await house.join(app.bearer)
        await asyncio.sleep(0.6)
        assert room in await _rooms(house, code)


async def test_an_app_that_comes_many_times_in_a_row_sees_its_table_in_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.platforms.web.apps.session.AGAIN", 0.05)
    clock = FakeClock()
    async with app_house(flood_guard=FloodGuard(clock)) as house:
        code = await house.room.begun()
        app = await house.opened(ANA, code)
        room = ChatKey("web", app.welcome["chat"], HAND)
        for _ in range(PERSON["command"].calls):
            await app.hello()
        await app.caught_up()
        await house.room.core.service.store.drop_places(code, room)
        await app.hello()
        await app.caught_up()
        assert room not in await _rooms(house, code)  # too many commands
        clock.time += PERSON["command"].seconds
        async with asyncio.timeout(10):
            while room not in await _rooms(house, code):  # noqa: ASYNC110 - nothing tells of it
                await asyncio.sleep(0.01)


async def test_a_room_that_no_app_comes_back_to_shows_nothing_more(house: AppHouse) -> None:
    """As after a kill: nobody closes it."""
    code = await house.room.begun()
    app = await house.opened(ANA, code)
    room = ChatKey("web", app.welcome["chat"], HAND)
    await app.socket.close()
    for waits in (EMPTY - 1, 2.0):
        assert room in await _rooms(house, code)
        house.room.server.clock.time += waits
        who = await house.room.acting(code, (ANA, BEA))
        board = house.room.board(code)
        token = next(token for token in board.tokens if ".throw" in token or ".move" in token)
        await house.room.server.press(who, board, token)
        await house.room.settle()
    assert room not in await _rooms(house, code)


async def _rooms(house: AppHouse, code: str) -> set[ChatKey]:
    display = await house.room.core.service.anywhere(code)
    return {place.chat for place in display.record.places}


async def test_an_open_app_gets_new_bearers(house: AppHouse) -> None:
    code = await house.room.begun()
    app = await house.opened(ANA, code)
    first = app.bearer
    assert first
    house.room.server.clock.time += LIFE + 1
    with pytest.raises(WSServerHandshakeError):
        await house.join(first)
    await app.hello()
    await app.reach(lambda: app.bearer != first)
    again = await house.join(app.bearer)
    await again.reach(lambda: bool(again.boards()))


# on Telegram --------------------------------------------------------------------------------------------------------


async def test_boards_open_the_app(house: AppHouse) -> None:
    code = await house.room.begun()
    ways = house.room.board(code).ways
    assert ways == {"🎲 Open the board": f"https://t.me/palmares_bot?startapp={code}"} or any(
        way.endswith(f"?startapp={code}") for way in ways.values()
    )
    private = house.room.server.chat(ANA.id)
    await house.room.say(ANA, "/play game=palma bots=casual", private)
    await house.room.click(ANA, "Start", private)
    (own,) = [message for message in house.room.server.live(private) if message.apps]
    (address,) = own.apps.values()
    assert address.startswith(f"{ADDRESS}/telegram?table=")


async def test_a_free_seat_is_taken_in_the_app(house: AppHouse) -> None:
    code = await house.room.opened("/play game=palma pace=none")
    app = await house.opened(BEA, code)
    (board,) = app.boards()
    sit = next(token for row in board["body"]["rows"] for _, token, *_ in row if ".sit:" in token)
    assert await app.do("press", message=str(board["id"]), token=sit) is None
    await house.room.settle()
    names = [seat.name for seat in (await house.room.table(code)).seats]
    assert names == ["Ana", "Bea"]
    display = await house.room.core.service.anywhere(code)
    assert display.plays_from(PersonKey("telegram", str(BEA.id))) == display.table.chat


async def test_a_finished_game_is_replayed_and_tried_and_the_app_goes_on(house: AppHouse) -> None:
    code = await house.room.begun()
    app, watcher = await house.opened(ANA, code), await house.opened(CAI, code)
    assert (await _tried(house, app.bearer, 0)).get("problem")  # it is not over
    await house.room.play_out(code, (ANA, BEA))
    for bearer in (app.bearer, watcher.bearer):
        status, game = await _replayed(house, bearer, "steps.json")
        assert (status, json.loads(game)["code"]) == (200, code)
        status, board = await _replayed(house, bearer, "2.board")
        assert (status, json.loads(board)["size"]) == (200, [800, 900])
        assert (await _tried(house, bearer, 2))["choices"]
    for bearer in ("", f"{app.bearer[:-4]}0000"):
        assert (await _replayed(house, bearer, "steps.json"))[0] == 401
        with pytest.raises(WSServerHandshakeError):
            await _tried(house, bearer, 2)
    await house.room.click(BEA, "Rematch")
    told = await app.until(lambda frame: frame["is"] == "next")
    after = (await house.room.table()).id
    assert after != code
    again = await house.join(told["bearer"])
    await again.reach(lambda: bool(again.boards()))
    assert again.boards()[-1]["body"]["board"][0] == after


async def _replayed(house: AppHouse, bearer: str, path: str) -> tuple[int, str]:
    """Ask for a part of the game that a bearer is for; return the status and the answer."""
    session, headers = await house.client(), {"Authorization": f"Bearer {bearer}"} if bearer else {}
    async with session.get(f"{house.site.address}telegram/game/{path}", headers=headers) as answer:
        return answer.status, await answer.text()


async def _tried(house: AppHouse, bearer: str, ply: int) -> dict[str, Any]:
    """Try a position of the game that a bearer is for; return what there is to choose, or the problem."""
    session, protocols = await house.client(), ("palmares", f"bearer.{bearer}")
    address = f"{house.site.address}telegram/game/socket?ply={ply}&language=en"
    async with session.ws_connect(address, protocols=protocols) as socket:
        while True:
            told: dict[str, Any] = await socket.receive_json(timeout=60)
            if told.get("problem") or told["choices"] or told["over"]:
                return told


async def test_share_has_the_apps_link(house: AppHouse) -> None:
    code = await house.room.begun()
    await house.room.say(ANA, "/share")
    said = [message.text for message in house.room.server.of(house.room.group)]
    assert any(f"?startapp={code}" in text for text in said)


async def test_the_menu_of_private_chats_has_the_app(house: AppHouse) -> None:
    await until(lambda: bool(house.room.server.menu_button))
    assert house.room.server.menu_button["web_app"]["url"] == f"{ADDRESS}/telegram"


async def test_only_the_apps_page_may_be_framed(house: AppHouse) -> None:
    session = await house.client()
    async with session.get(f"{house.site.address}telegram") as answer:
        assert answer.status == 200
        assert "frame-ancestors https://web.telegram.org" in answer.headers["Content-Security-Policy"]
        assert 'data-host="telegram"' in await answer.text()
    async with session.get(f"{house.site.address}telegram/game") as answer:
        assert "frame-ancestors 'self' https://web.telegram.org" in answer.headers["Content-Security-Policy"]
    async with session.get(house.site.address) as answer:
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]


async def test_all_that_the_page_loads_comes_without_an_invitation(house: AppHouse) -> None:
    session = await house.client()
    pages = sheets = ""
    for path in ("telegram", "telegram/game"):
        async with session.get(f"{house.site.address}{path}") as answer:
            pages += await answer.text()
    for path in ("style.css", "replay.css"):
        async with session.get(f"{house.site.address}{path}") as answer:
            sheets += await answer.text()
    named = {*re.findall(r'(?:src|href)="(/[^"#]+)"', pages), *re.findall(r'url\("?(/[^")]+)', sheets)}
    assert {"/app.js", "/telegram.js", "/style.css", "/signs.svg", "/replay.js"} <= named
    for path in sorted(named):
        async with session.get(f"{house.site.address.rstrip('/')}{path}") as answer:
            assert answer.status == 200, path
    async with session.get(house.site.address) as answer:
        assert answer.status == 401


async def test_no_secret_reaches_the_log(house: AppHouse, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    code = await house.room.begun()
    app = await house.opened(ANA, code)
    await house.ask(init_data(ANA, house.now, token=OTHER_BOT), code)
    assert app.bearer not in caplog.text
    assert "hash=" not in caplog.text


async def test_one_person_has_one_key(house: AppHouse) -> None:
    """Ana in the app is Ana in the chat."""
    code = await house.room.begun()
    app = await house.opened(ANA, code)
    assert app.people[0]["user"] == str(ANA.id)
    table = await house.room.table(code)
    assert PersonKey("telegram", str(ANA.id)) in table.people
