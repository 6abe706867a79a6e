"""What one client can take from the page, whatever names, cookies and chats it makes up."""

from __future__ import annotations

import asyncio
import gc
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any
from weakref import ref

import pytest
from aiohttp import ClientSession, ClientWebSocketResponse, CookieJar, WSMsgType, WSServerHandshakeError

from bot.core.dispatch.middleware import TOO_FAST
from bot.core.messages.content import Button, Screen
from bot.core.messages.requests import Outcome, Request
from bot.core.ratelimit.sliding_window import RateLimit
from bot.http.client_address import LOOPBACK, client_of, network
from bot.platforms.web.context import Visitor, WebContext
from bot.platforms.web.cups import ChatCups
from bot.platforms.web.outbox import BACKLOG_BYTES
from bot.platforms.web.rate_limits import ANSWERS, WISHES, ClientLimiter, TooOften, WebLimits, Wish
from bot.platforms.web.session import Session
from tests.fakes.counting_core import FakeCore, note
from tests.fakes.web_site import Browser, Site, counting_site, until, visitor

PROXIES = [network("10.0.0.0/8"), network("2001:db8:ffff::1")]


def at_most(wish: Wish, calls: int) -> WebLimits:
    """Allow this many wishes of a kind an hour."""
    return WebLimits(wishes={**WISHES, wish: RateLimit(calls, 3600.0)})


@pytest.mark.parametrize(
    ("peer", "forwarded", "client"),
    [
        ("192.0.2.7", [], "192.0.2.7"),
        ("127.0.0.1", [], LOOPBACK),
        ("127.8.8.8", [], LOOPBACK),
        ("::1", [], LOOPBACK),
        ("", [], LOOPBACK),
        ("2001:db8:1:2:3:4:5:6", [], "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::9", [], "2001:db8:1:2::/64"),
        ("fe80::1%eth0", [], "fe80::/64"),
        ("::ffff:192.0.2.7", [], "192.0.2.7"),
        # an address that is no proxy is not believed
        ("192.0.2.7", ["198.51.100.1"], "192.0.2.7"),
        ("2001:db8:1::1", ["198.51.100.1"], "2001:db8:1::/64"),
        # a proxy is, about whom it has seen itself
        ("127.0.0.1", ["198.51.100.1"], "198.51.100.1"),
        ("127.0.0.1", ["198.51.100.1:5555"], "198.51.100.1"),
        ("127.0.0.1", ["[2001:db8:1:2::9]:80"], "2001:db8:1:2::/64"),
        ("127.0.0.1", ["1.1.1.1, 2.2.2.2,198.51.100.1"], "198.51.100.1"),
        ("127.0.0.1", ["1.1.1.1", "198.51.100.1"], "198.51.100.1"),
        ("10.1.2.3", ["1.1.1.1, 198.51.100.1, 10.9.9.9"], "198.51.100.1"),
        ("2001:db8:ffff::1", ["198.51.100.1"], "198.51.100.1"),
        ("10.1.2.3", ["10.4.4.4"], "10.4.4.4"),
        ("127.0.0.1", ["127.0.0.1"], LOOPBACK),
        # nonsense ends where it begins
        ("127.0.0.1", ["198.51.100.1, unknown"], LOOPBACK),
        ("10.1.2.3", ["198.51.100.1, _hidden, 10.9.9.9"], "10.9.9.9"),
        ("127.0.0.1", [""], LOOPBACK),
        ("127.0.0.1", ["[::"], LOOPBACK),
    ],
)
def test_a_client_is_known_by_an_address_that_it_cannot_make_up(peer: str, forwarded: list[str], client: str) -> None:
    assert client_of(peer, forwarded, PROXIES) == client


def test_a_wish_too_many_counts_for_nobody_else_and_passes() -> None:
    now = [0.0]
    clients = ClientLimiter(at_most(Wish.LINE, 2), lambda: now[0])
    for _ in range(2):
        clients.count("a", Wish.LINE)
    with pytest.raises(TooOften):
        clients.count("a", Wish.LINE)
    clients.count("b", Wish.LINE)
    clients.count("a", Wish.PRESS)
    now[0] = 3601.0
    clients.count("a", Wish.LINE)


def test_what_is_remembered_of_clients_does_not_grow_without_end() -> None:
    clients = ClientLimiter(WebLimits())
    for number in range(12_000):
        clients.count(str(number), Wish.HELLO)
        with clients.pages.held(str(number)):
            pass
    assert len(clients._wishes[Wish.HELLO]._windows) == 10_000
    assert not clients.pages._open


async def test_a_connection_that_the_server_ends_leaves_nothing_behind(
    browser: Browser, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[ref[Any]] = []

    class Watched(Session):
        def __init__(self, *arguments: Any) -> None:
            super().__init__(*arguments)
            made.extend((ref(self), ref(self._socket)))

    monkeypatch.setattr("bot.platforms.web.platform.Session", Watched)
    gc.disable()  # as rarely as the bot lets it look, nobody will come to fetch what holds itself
    try:
        for _ in range(3):
            page = await browser()
            await page.socket.send_str("nonsense")
            while not page.socket.closed:
                await page.socket.receive(timeout=5)
        await until(lambda: all(each() is None for each in made))  # closed on our side a moment later
    finally:
        gc.enable()
    assert len(made) == 6


async def test_a_page_without_a_sign_of_life_is_let_go_and_a_silent_one_is_not(tmp_path: Path) -> None:
    async with counting_site(tmp_path, limits=WebLimits(heartbeat=0.5)) as site, visitor(site.url) as silent:
        async with ClientSession(headers={"Origin": site.origin}, cookie_jar=CookieJar(unsafe=True)) as session:
            await (await session.post(f"{site.url}session")).read()
            dead = await session.ws_connect(f"{site.url}socket", autoping=False)
            reading = asyncio.create_task(silent.socket.receive())  # it answers pings, and nothing else
            pings = 0
            async with asyncio.timeout(30):
                while (message := await dead.receive()).type is WSMsgType.PING:
                    pings += 1
            assert pings >= 1
            assert message.type in (WSMsgType.CLOSED, WSMsgType.ERROR)
            assert not reading.done()
            reading.cancel()
            await asyncio.gather(reading, return_exceptions=True)
        assert await silent.say("still here") is None


async def test_a_client_may_have_so_many_pages_whatever_cookies_it_has(tmp_path: Path) -> None:
    async with counting_site(tmp_path, limits=WebLimits(pages_each=3)) as site, AsyncExitStack() as pages:
        for _ in range(2):
            await pages.enter_async_context(visitor(site.url))
        async with visitor(site.url):
            with pytest.raises(WSServerHandshakeError) as refused:
                await pages.enter_async_context(visitor(site.url))
            assert refused.value.status == 429
            forged = "198.51.100.1, 2001:db8::1"
            await pages.enter_async_context(visitor(site.url, X_Forwarded_For=forged))  # somebody else, by a proxy
        await until(lambda: len(site.platform._sessions) == 3)
        await pages.enter_async_context(visitor(site.url))


@pytest.mark.parametrize(
    ("language", "words"), [("es;q=0.9", "demasiadas"), ("it-IT,en", "troppe"), ("sv", "Too many"), ("", "Too many")]
)
async def test_a_page_without_room_is_told_so_in_its_reader_s_language(
    tmp_path: Path, language: str, words: str
) -> None:
    async with counting_site(tmp_path, limits=WebLimits(pages_each=1)) as site, visitor(site.url) as page:
        headers = {"Accept-Language": language}
        async with page.session.post(f"{site.url}session", headers=headers) as answer:
            assert answer.ok
            assert "Retry-After" in answer.headers
            assert words in await answer.text()
        headers |= {"X-Forwarded-For": "198.51.100.1"}
        async with page.session.post(f"{site.url}session", headers=headers) as answer:
            assert answer.status == 204
            assert "Retry-After" not in answer.headers


async def test_all_clients_together_may_have_so_many_pages(tmp_path: Path) -> None:
    async with counting_site(tmp_path, limits=WebLimits(pages=2)) as site, AsyncExitStack() as pages:
        for number in range(2):
            await pages.enter_async_context(visitor(site.url, X_Forwarded_For=f"198.51.100.{number}"))
        with pytest.raises(WSServerHandshakeError) as refused:
            await pages.enter_async_context(visitor(site.url, X_Forwarded_For="198.51.100.9"))
        assert refused.value.status == 429


async def test_hellos_are_bounded_on_one_connection_and_on_many(tmp_path: Path) -> None:
    async with counting_site(tmp_path, limits=at_most(Wish.HELLO, 3)) as site:
        async with visitor(site.url) as page:
            await page.hello("cocina")
            await page.hello("patio")
            await page.socket.send_json({"do": "hello", "chat": "salon", "have": {}})
            assert await _code(page.socket) == 1013
        async with visitor(site.url, hello=False) as page:
            await page.socket.send_json({"do": "hello", "chat": "salon", "have": {}})
            assert await _code(page.socket) == 1013
        async with visitor(site.url, X_Forwarded_For="198.51.100.1") as other:
            assert await other.say("hello") is None


async def test_a_line_too_many_is_not_said_and_given_back(tmp_path: Path) -> None:
    async with counting_site(tmp_path, limits=at_most(Wish.LINE, 2)) as site:
        async with visitor(site.url) as ana:
            await ana.say("one")
        async with visitor(site.url, chat="patio") as ana:  # another browser, another chat
            await ana.say("two")
            await ana.socket.send_json({"do": "say", "id": "x", "as": 1, "text": "three"})
            done = await ana.until(lambda frame: frame["is"] == "done" and frame["id"] == "x")
            assert done["back"] is True
            assert "Slow down!" in str(done["notice"])
            assert ana.texts() == ["two"]
            await ana.say("/play parchis")
            assert await ana.press() is None


@pytest.mark.parametrize(("wish", "again"), [(Wish.COMMAND, "say"), (Wish.COMMAND, "person"), (Wish.PRESS, "press")])
async def test_commands_names_and_presses_are_bounded_for_all_people_of_a_client(
    tmp_path: Path, wish: Wish, again: str
) -> None:
    async with counting_site(tmp_path, limits=at_most(wish, 1)) as site:
        async with visitor(site.url) as ana:
            await ana.say("/play parchis")
            if wish is Wish.PRESS:
                assert await ana.press() is None
        async with visitor(site.url) as ana:
            board = ana.board()
            values = {
                "say": {"text": "/help"},
                "person": {"name": "Bea"},
                "press": {"message": str(board["id"]), "token": board["body"]["rows"][0][0][1]},
            }
            asked = len(site.core.requests) + len(site.core.presses)
            assert "Slow down!" in str(await ana.do(again, person=2, **values[again]))
            assert len(site.core.requests) + len(site.core.presses) == asked


async def test_a_client_opens_so_many_tables_an_hour_whatever_chats_it_makes_up(tmp_path: Path) -> None:
    async with counting_site(tmp_path, limits=at_most(Wish.TABLE, 2)) as site:
        for chat in ("one", "two"):
            async with visitor(site.url, chat=chat) as ana:
                assert await ana.say("/play parchis") is None
        async with visitor(site.url, chat="two") as ana:
            for line in ("/play palma", "/import"):
                assert "A lot of tables" in (await ana.say(line) or "")
            for token in ("t1.0.again", "t1.0.open:parchis:bots", "t1.0.begin"):
                assert "A lot of tables" in (await ana.press(token=token) or "")
            assert len(site.core.tables) == 2
            assert site.core.presses == []
            assert "turn" in (await ana.press() or "")


async def test_the_same_answer_stands_in_a_chat_once_and_whoever_asks_again_reads_it_alone(
    browser: Browser, site: Site
) -> None:
    ana, bruno = await browser(), await browser()
    assert await ana.say("/rules") is None
    for page in (ana, bruno, bruno):
        assert await page.say("/rules") == "The rules: count."
    await bruno.say("enough")
    assert bruno.texts() == ["/rules", "The rules: count.", "enough"]
    other = await browser(chat="cocina")
    assert await other.say("/rules") is None


async def test_one_address_fills_no_chat_with_answers(browser: Browser, site: Site) -> None:
    ana, burst = await browser(), ANSWERS.burst or 0
    asked = 0

    async def command(request: Request) -> Outcome:
        nonlocal asked
        asked += 1
        return Outcome(screen=Screen(note(f"Answer {asked}"), rows=rows))

    site.core.answer_command = command  # type: ignore[method-assign]
    rows: tuple[tuple[Button, ...], ...] = ()
    told = [await ana.say("/rules") for _ in range(burst + 5)]
    assert told == [None] * burst + [f"Answer {burst + more}" for more in range(1, 6)]
    assert len(ana.texts()) == 2 * burst
    rows = ((Button("On", "learn.1"),),)
    assert await ana.say("/rules") == TOO_FAST
    assert len(ana.texts()) == 2 * burst


async def test_a_command_that_was_thrown_away_is_given_back_with_a_word(browser: Browser, site: Site) -> None:
    async def command(request: Request) -> Outcome:
        return Outcome(throttled=True)

    site.core.answer_command = command  # type: ignore[method-assign]
    ana = await browser()
    await ana.socket.send_json({"do": "say", "id": "1", "as": 1, "text": "/rules"})
    done = await ana.until(lambda frame: frame["is"] == "done")
    assert done["back"]
    assert TOO_FAST in str(done["notice"])
    assert ana.texts() == []


def test_a_slow_page_is_let_go_before_much_waits_for_it(tmp_path: Path) -> None:
    dropped: list[None] = []
    nobody: Any = None
    core: Any = FakeCore(nobody, nobody)
    context = WebContext(core, nobody, ClientLimiter(WebLimits()), set(), ChatCups(core.service))
    page = Session(context, nobody, Visitor("ab", "c"), lambda: dropped.append(None))
    page.send({"all": "x" * 2 * BACKLOG_BYTES})  # a whole history may be long
    assert not dropped
    page.send({"more": "x"})
    assert dropped
    assert page._outbox.length == 1


async def _code(socket: ClientWebSocketResponse) -> int | None:
    async with asyncio.timeout(30):
        while not socket.closed:
            await socket.receive()
    return socket.close_code
