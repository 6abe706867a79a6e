"""Discord's Activity: whom it lets in, at which table, and a game of people on every platform."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from typing import Any

import pytest
from aiohttp import ClientSession, CookieJar

from bot.core.domain.deadlines import to_act
from bot.core.messages.requests import Outcome, Person, Request
from data.records import ChatKey, PersonKey
from tests.fakes.activity import APPLICATION, CHANNEL, CLIENTS, DiscordSide, discord_side
from tests.fakes.messenger import FakeMessenger
from tests.fakes.mini_app import App, AppHouse, app_house
from tests.fakes.telegram_world import ANA, BEA, CAI
from tests.fakes.web_site import Page

DORA, ELSA = "170000000000000001", "170000000000000002"
HERE = ChatKey("discord", CHANNEL)


@pytest.fixture
async def side() -> AsyncIterator[DiscordSide]:
    async with discord_side() as found:
        yield found


@pytest.fixture
async def house(side: DiscordSide) -> AsyncIterator[AppHouse]:
    async with app_house(discord=side, beside={"discord": FakeMessenger()}) as found:
        yield found


async def command(house: AppHouse, user: str, name: str, **options: str) -> Outcome:
    """Let somebody on Discord give a command in the channel."""
    person = Person(PersonKey("discord", user), "Dora" if user == DORA else "Elsa")

    async def deliver(outcome: Outcome) -> Outcome:
        return outcome

    found = await house.room.core.dispatcher.command(Request(HERE, person, name, options), deliver)
    await house.room.settle()
    return found


async def let_in(house: AppHouse, side: DiscordSide, user: str, instance: str | None = None) -> tuple[int, str, str]:
    said = {"code": side.code(user), "instance": instance or side.enter(user)}
    return await house.begin("discord", said)


async def test_who_opens_it_comes_to_the_table_of_the_channel(house: AppHouse, side: DiscordSide) -> None:
    status, told, _ = await let_in(house, side, DORA)
    assert (status, "/play" in told) == (403, True)
    table = (await command(house, DORA, "play", game="palma")).table
    status, bearer, code = await let_in(house, side, DORA)
    assert (status, code) == (200, table)
    app = await house.join(bearer, "discord")
    assert app.people == [{"n": 1, "name": "Dora", "language": None, "user": DORA}]


@pytest.mark.parametrize("fault", ["code", "instance", "stranger", "foreign", "form"])
async def test_a_false_visitor_is_refused(house: AppHouse, side: DiscordSide, fault: str) -> None:
    await command(house, DORA, "play", game="palma")
    instance, code = side.enter(DORA), side.code(DORA)
    said: object = {
        "code": {"code": "made_up", "instance": instance},
        "instance": {"code": code, "instance": "i-2-gc-2"},
        "stranger": {"code": side.code(ELSA), "instance": instance},
        "foreign": {"code": code, "instance": "../../users/@me"},
        "form": [code, instance],
    }[fault]
    status, bearer, _ = await house.begin("discord", said)
    assert status == 403
    assert "." not in bearer.strip(".")


async def test_a_code_counts_once(house: AppHouse, side: DiscordSide) -> None:
    await command(house, DORA, "play", game="palma")
    said = {"code": side.code(DORA), "instance": side.enter(DORA)}
    assert (await house.begin("discord", said))[0] == 200
    assert (await house.begin("discord", said))[0] == 403


async def test_discord_away_is_told(house: AppHouse, side: DiscordSide) -> None:
    side.down = True
    status, told, _ = await let_in(house, side, DORA)
    assert (status, "Discord" in told) == (403, True)


async def test_a_bearer_of_one_app_opens_no_other(house: AppHouse, side: DiscordSide) -> None:
    await command(house, DORA, "play", game="palma")
    _, bearer, _ = await let_in(house, side, DORA)
    with pytest.raises(Exception, match="401"):
        await house.join(bearer, "telegram")


async def test_discords_proxy_is_the_only_other_origin(house: AppHouse, side: DiscordSide) -> None:
    async with ClientSession() as session:
        await session.get(f"{house.site.address}discord")  # asks for the application's id
        answers = {}
        for origin in (f"https://{APPLICATION}.discordsays.com", "https://1.discordsays.com", "https://discord.com"):
            address = f"{house.site.address}discord/session"
            async with session.post(address, data="{}", headers={"Origin": origin}) as answer:
                answers[origin] = "page itself" in await answer.text()
            async with session.post(f"{house.site.address}session", headers={"Origin": origin}) as answer:
                assert answer.status == 403
        assert list(answers.values()) == [False, True, True]
        async with session.get(f"{house.site.address}discord") as answer:
            assert f'data-app="{APPLICATION}"' in await answer.text()
            assert CLIENTS in answer.headers["Content-Security-Policy"]


# everybody at one table ---------------------------------------------------------------------------------------------


async def page_of(house: AppHouse) -> Page:
    """Open the plain page of an invited friend."""
    headers = {"Origin": house.site.address.rstrip("/")}
    session = await house.stack.enter_async_context(ClientSession(headers=headers, cookie_jar=CookieJar(unsafe=True)))
    invitation = house.site._invitation
    assert invitation is not None
    async with session.post(f"{house.site.address}invitation", data=await invitation.token()) as answer:
        assert answer.status == 204
    async with session.post(f"{house.site.address}session") as answer:
        assert answer.status == 204
    page = Page(session, await session.ws_connect(f"{house.site.address}socket"))
    await page.hello()
    return page


async def test_people_of_every_platform_play_one_game(house: AppHouse, side: DiscordSide) -> None:
    """Ana and Cai in Telegram's app, Bea in its group, Dora in Discord's app, and a friend on the page."""
    code = await house.room.opened("/play game=parchis pace=none colours=6", BEA)
    await house.room.say(CAI, f"/join {code}")
    await command(house, DORA, "join", table=code)
    page = await page_of(house)
    try:
        await page.say(f"/join {code}")
        await house.room.settle()
        await house.room.click(ANA, "Start")
        ana = await house.opened(ANA, code)
        _, bearer, table = await let_in(house, side, DORA)
        assert table == code
        dora = await house.join(bearer, "discord")
        cai = await house.opened(CAI, code)
        apps: dict[tuple[str, str], App] = {
            ("telegram", str(ANA.id)): ana,
            ("telegram", str(CAI.id)): cai,
            ("discord", DORA): dora,
        }
        rng, pressed = random.Random(4), dict[str, int]()
        for _ in range(60):
            table_now = await house.room.table(code)
            seat = to_act(table_now)
            assert seat is not None
            person = seat.person
            assert person is not None
            if person == PersonKey("telegram", str(BEA.id)):
                board = house.room.board(code)
                await house.room.press(BEA, board, rng.choice(board.tokens))
            else:
                one: Page = apps.get((person.platform, person.user), page)
                mark = f"{code}.{table_now.version}."
                while not any(mark in token for token in _tokens(one)):
                    await one.frame()
                message = next(m for m in one.messages.values() if any(mark in token for token in _of(m)))
                token = rng.choice(
                    [token for token in _of(message) if mark in token and not token.endswith(".rollon")]
                )
                assert await one.press(message=str(message["id"]), token=token) is None
            await house.room.settle()
            after = await house.room.table(code)
            assert after.version > table_now.version
            pressed[f"{person.platform} {person.user}"] = pressed.get(f"{person.platform} {person.user}", 0) + 1
        assert len(pressed) == 5
    finally:
        await page.socket.close()


def _of(message: dict[str, Any]) -> list[str]:
    return [button[1] for row in message["body"]["rows"] for button in row]


def _tokens(page: Page) -> list[str]:
    return [token for message in page.messages.values() for token in _of(message)]
