"""A page that is open to friends: nobody gets in without the link, and nobody under another's name."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientResponse, ClientSession, CookieJar, WSMsgType, WSServerHandshakeError

from bot.cli import admin
from bot.core.ratelimit.sliding_window import RateLimit
from bot.platforms.web import invitation
from bot.platforms.web.config import WebConfig
from bot.platforms.web.invitation import COOKIE, Invitation, link, renew
from bot.platforms.web.rate_limits import WISHES, WebLimits, Wish
from data.errors import StoreFailed
from tests.fakes.web_site import Page, Site, counting_site

FRIENDS = "https://play.example.org"
OPEN = WebConfig(port=0, address=FRIENDS)
INSIDE = (
    *("", "app.js", "style.css", "signs.svg", "replay.html", "replay.js", "front.gif", "socket", "nothing"),
    *("rules/parchis.md", "picture/1/0123456789abcdef.png", "c/salon/game/abcd", "c/salon/game/abcd/steps.json"),
    *("c/salon/game/abcd/3.png", "c/salon/game/abcd/3.txt"),
)
OUTSIDE = ("door.js", "door.css", "icon.svg", "icon-192.png", "manifest.webmanifest")


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Site]:
    """A page that is open to friends."""
    async with counting_site(tmp_path, OPEN) as found:
        yield found


def token_of(site: Site) -> str:
    """Return what the link that the start printed carries."""
    (line,) = (line for line in site.said if FRIENDS in line)
    found = re.search(rf"{FRIENDS}/#invite=([0-9a-f]{{32}})$", line)
    assert found is not None
    return found[1]


@asynccontextmanager
async def stranger(site: Site, **headers: str) -> AsyncIterator[ClientSession]:
    """A browser that was never here."""
    headers = {"Origin": site.origin} | {name.replace("_", "-"): value for name, value in headers.items()}
    async with ClientSession(headers=headers, cookie_jar=CookieJar(unsafe=True)) as session:
        yield session


async def enter(site: Site, session: ClientSession, token: str, **headers: str) -> ClientResponse:
    """Hand an invitation in."""
    headers = {name.replace("_", "-"): value for name, value in headers.items()}
    answer = await session.post(f"{site.url}invitation", data=token, headers=headers)
    await answer.read()
    return answer


@asynccontextmanager
async def friend(site: Site, *, chat: str = "salon", **headers: str) -> AsyncIterator[Page]:
    """A page of a browser that has come in by the link."""
    async with stranger(site, **headers) as session:
        assert (await enter(site, session, token_of(site))).status == 204
        async with session.post(f"{site.url}session") as answer:
            assert answer.status == 204
        page = Page(session, await session.ws_connect(f"{site.url}socket"))
        await page.hello(chat)
        yield page
        await page.socket.close()


@pytest.mark.parametrize("cookie", [None, "", "0" * 32, "é" * 16, "TOKEN"])
async def test_without_the_link_nothing_is_to_be_had(site: Site, cookie: str | None) -> None:
    """The link's own half is no cookie either."""
    given = token_of(site) if cookie == "TOKEN" else cookie
    headers = {} if given is None else {"Cookie": f"{COOKIE}={given}"}
    async with stranger(site, **headers) as session:
        for path in INSIDE:
            async with session.get(site.url + path) as answer:
                assert answer.status == 401, path
                assert await answer.text() == "An invitation is needed.\n"
                assert "Set-Cookie" not in answer.headers
                assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
        async with session.post(f"{site.url}session") as answer:
            assert answer.status == 401
            assert "Set-Cookie" not in answer.headers
        with pytest.raises(WSServerHandshakeError) as refused:
            await session.ws_connect(f"{site.url}socket")
        assert refused.value.status == 401


@pytest.mark.parametrize(
    ("wished", "language", "said"),
    [
        ("en-GB,en;q=0.9", "en", "You need an invitation"),
        ("es-MX", "es", "una invitación"),
        ("it", "it", "invito"),
        ("xx", "en", "You need an invitation"),
        ("", "en", "You need an invitation"),
    ],
)
async def test_people_are_told_what_is_missing_in_their_language(
    site: Site, wished: str, language: str, said: str
) -> None:
    async with stranger(site, Accept="text/html,*/*;q=0.8", Accept_Language=wished) as session:
        for path in ("", "c/salon/game/abcd", "rules/parchis.md"):
            async with session.get(site.url + path) as answer:
                assert (answer.status, answer.content_type) == (401, "text/html")
                page = await answer.text()
            assert f'<html lang="{language}">' in page
            assert said in page
            assert not re.search(r"{\w+}", page)
        for path in OUTSIDE:
            async with session.get(site.url + path) as answer:
                assert answer.status == 200, path


async def test_the_link_is_exchanged_for_a_cookie_that_opens_everything(site: Site) -> None:
    async with stranger(site) as session:
        header = (await enter(site, session, token_of(site))).headers["Set-Cookie"]
        assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= set(header.split("; "))
        assert "Secure" not in header
        assert token_of(site) not in header
        for path in ("", "app.js", "replay.html", "front.gif"):
            async with session.get(site.url + path) as answer:
                assert answer.status == 200, path
        async with session.get(f"{site.url}nothing") as answer:
            assert answer.status == 404
    async with friend(site) as ana:
        await ana.say("anybody?")
        assert ana.texts() == ["anybody?"]
        assert ana.welcome["invitation"] == {"address": FRIENDS, "token": token_of(site)}  # not this machine's name
    async with friend(site, Host="play.example.org", Origin=FRIENDS.replace("https", "http")) as bea:
        assert bea.welcome["invitation"]["address"] == "http://play.example.org"  # the name under which she has it


async def test_behind_tls_the_cookie_never_goes_without(site: Site) -> None:
    async with stranger(site) as session:
        headers = {"Host": "play.example.org", "Origin": FRIENDS}
        async with session.post(f"{site.url}invitation", data=token_of(site), headers=headers) as answer:
            assert "Secure" in answer.headers["Set-Cookie"].split("; ")


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1"])
async def test_a_foreign_page_cannot_hand_it_in(site: Site, origin: str) -> None:
    async with stranger(site) as session:
        answer = await enter(site, session, token_of(site), Origin=origin)
        assert answer.status == 403
        assert "Set-Cookie" not in answer.headers
    async with stranger(site) as session:
        assert (await enter(site, session, token_of(site), Host="evil.example")).status == 421


async def test_a_wrong_link_is_refused_in_the_reader_s_language_and_not_for_ever(tmp_path: Path) -> None:
    limits = WebLimits(wishes={**WISHES, Wish.INVITATION: RateLimit(3, 3600.0)})
    async with counting_site(tmp_path, OPEN, limits=limits) as site, stranger(site, Accept_Language="es") as session:
        here = {"X_Forwarded_For": "192.0.2.7"}
        for wrong in ("0" * 32, token_of(site).upper() + "0", "x" * 5000):
            answer = await enter(site, session, wrong, **here)
            assert answer.status == 403
            assert "enlace" in await answer.text()
        answer = await enter(site, session, token_of(site), **here)
        assert (answer.status, answer.headers["Retry-After"]) == (429, "60")
        assert (await enter(site, session, token_of(site), X_Forwarded_For="192.0.2.8")).status == 204


async def test_a_new_invitation_ends_what_came_by_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(invitation, "KNOWN", 0.0)
    database = f"sqlite:///{tmp_path / 'web.db'}"
    async with counting_site(tmp_path, OPEN, limits=WebLimits(heartbeat=0.5)) as site, friend(site) as ana:
        assert await admin.run(database, "invitation", friends_address=FRIENDS) == 0
        assert capsys.readouterr().out == f"{link(FRIENDS, token_of(site))}\n"
        await ana.say("still here")
        assert await admin.run(database, "new-invitation", friends_address=FRIENDS) == 0
        printed = capsys.readouterr().out.strip()
        assert printed.startswith(f"{FRIENDS}/#invite=")
        assert token_of(site) not in printed
        while (await ana.socket.receive(timeout=30)).type is not WSMsgType.CLOSED:
            pass
        async with ana.session.post(f"{site.url}session") as answer:
            assert answer.status == 401
        assert (await enter(site, ana.session, token_of(site))).status == 403
        assert (await enter(site, ana.session, printed.rpartition("=")[2])).status == 204
        async with ana.session.post(f"{site.url}session") as answer:
            assert answer.status == 204


async def test_the_invitation_outlives_a_restart_and_the_person_stays_theirs(tmp_path: Path) -> None:
    async with counting_site(tmp_path, OPEN) as site, friend(site) as ana:
        await ana.do("person", name="Ana", language=None)
        known, cookies = token_of(site), {cookie.key: cookie.value for cookie in ana.session.cookie_jar}
    async with counting_site(tmp_path, OPEN) as site:
        assert token_of(site) == known
        headers = {"Origin": site.origin, "Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())}
        async with ClientSession(headers=headers) as session:
            again = Page(session, await session.ws_connect(f"{site.url}socket"))
            await again.hello()
            assert [one["name"] for one in again.people] == ["Ana"]
            await again.socket.close()


async def test_it_is_never_logged(site: Site, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(0)
    async with friend(site) as ana:
        await ana.say("/rules")
    async with stranger(site) as session:
        await enter(site, session, "0" * 32)
    assert token_of(site) not in caplog.text


async def test_where_only_this_machine_is_served_nobody_needs_one(tmp_path: Path) -> None:
    async with counting_site(tmp_path) as site, stranger(site) as session:
        assert len(site.said) == 1
        async with session.get(site.url) as answer:
            assert answer.status == 200
        assert (await enter(site, session, "0" * 32)).status == 404


@pytest.mark.parametrize(
    ("config", "invites", "friends"),
    [
        (WebConfig(), False, "http://127.0.0.1:9"),
        (WebConfig("::1"), False, "http://[::1]:9"),
        (WebConfig("localhost", hosts=("palmares.localhost",)), False, "http://palmares.localhost:9"),
        (WebConfig(opened=True), True, "http://127.0.0.1:9"),
        (WebConfig("192.0.2.7"), True, "http://192.0.2.7:9"),
        (WebConfig(hosts=("casa.lan",)), True, "http://casa.lan:9"),
        (WebConfig(address=FRIENDS), True, FRIENDS),
        (WebConfig("192.0.2.7", address=FRIENDS, hosts=("casa.lan",)), True, FRIENDS),
    ],
)
def test_others_need_one_as_soon_as_they_can_reach_the_page(config: WebConfig, invites: bool, friends: str) -> None:
    assert config.invites is invites
    assert config.friends_address(9) == friends
    assert "play.example.org" in config.names or not config.address


def test_what_listens_everywhere_is_named_as_others_reach_it() -> None:
    config = WebConfig("0.0.0.0")  # noqa: S104
    found = re.fullmatch(r"http://([0-9.]+):9", config.friends_address(9))
    assert found is not None
    assert found[1] in config.names - {"0.0.0.0"}  # noqa: S104


async def test_a_store_that_fails_shuts_nobody_out_who_is_in(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    invited = Invitation(site.store, lambda: now[0])
    cookie = await invited.cookie()

    async def fail(*_: object) -> bytes:
        raise StoreFailed("the disk is full")

    monkeypatch.setattr(site.store, "secret", fail)
    now[0] += 2 * invitation.KNOWN
    assert await invited.knows(cookie)
    assert not await invited.knows("0" * 32)
    monkeypatch.undo()
    await renew(site.store)
    assert await invited.knows(cookie)  # for a moment
    now[0] += 2 * invitation.KNOWN
    assert not await invited.knows(cookie)


# names ------------------------------------------------------------------------------------------------------------


async def called(page: Page, person: int = 1) -> str:
    """Return how somebody of a page is called now."""
    return next(str(one["name"]) for one in page.people if one["n"] == person)


@pytest.mark.parametrize("name", ["Ana", "ana", "  ANA ", "\uff21na"])
async def test_nobody_is_called_as_somebody_of_another_browser_is(site: Site, name: str) -> None:
    async with friend(site) as ana, friend(site) as bea:
        await ana.do("person", name="Ana", language=None)
        notice: Any = await bea.do("person", name=name, language=None)
        assert "already called" in str(notice)
        assert await called(bea) != name
        assert await ana.do("person", name="ANA", language=None) is None  # her own she may write as she likes
        assert await ana.do("person", name="Ana", language=None, person=2) is None
        assert await bea.do("person", name="Anna", language=None) is None


async def test_a_name_stays_taken_by_whoever_wrote_under_it_and_has_left(site: Site) -> None:
    async with friend(site) as ana:
        await ana.do("person", name="Ana", language=None)
        await ana.say("back soon")
    async with friend(site) as bea:
        assert "already called" in str(await bea.do("person", name="Ana", language=None))


async def test_whoever_comes_in_with_a_name_that_is_taken_gets_a_number(site: Site) -> None:
    async with friend(site) as ana, friend(site, chat="elsewhere") as bea:
        await ana.do("person", name="Ana", language=None)
        await bea.do("person", name="Ana", language=None)  # nobody is called so there
        assert await called(bea) == "Ana"
        await bea.hello("salon")
        assert await called(bea) == "Ana 2"
        assert await called(ana) == "Ana"
        await ana.hello("salon")
        assert await called(ana) == "Ana"


async def test_people_of_one_address_are_bounded(tmp_path: Path) -> None:
    limits = WebLimits(wishes={**WISHES, Wish.PERSON: RateLimit(3, 3600.0)})
    async with counting_site(tmp_path, OPEN, limits=limits) as site:
        async with friend(site, X_Forwarded_For="192.0.2.7") as ana:
            for person in (1, 2, 3):
                assert await ana.do("person", person, name=f"A{person}", language=None) is None
            assert await ana.do("person", 4, name="A4", language=None) is not None
            assert await ana.do("person", 3, name="Once more", language=None) is None
        async with friend(site, X_Forwarded_For="203.0.113.9, 192.0.2.7") as same:
            assert await same.do("person", name="Other", language=None) is not None
        async with friend(site, X_Forwarded_For="192.0.2.8") as other:
            assert await other.do("person", name="Other", language=None) is None
