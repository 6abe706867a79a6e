"""The doors: who may come in, under which name, and what happens to those who talk nonsense."""

from __future__ import annotations

import contextlib
import json
from typing import Any

import pytest
from aiohttp import ClientSession, CookieJar, WSMsgType, WSServerHandshakeError
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.platforms.web.identity import clean_name, host_allowed, is_secret, new_secret, prefix_of, same_origin
from bot.platforms.web.platform import COOKIE
from bot.platforms.web.protocol import BadFrame, read
from tests.fakes.web_site import Browser, Site

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
FRAMES = st.fixed_dictionaries(
    {"do": st.sampled_from(["hello", "say", "press", "person", "pause", "fly", 7, None])},
    optional={
        "id": st.text(max_size=70) | st.from_regex(r"[a-z0-9-]{1,64}", fullmatch=True) | JSON,
        "as": st.integers(-1, 8) | JSON,
        "text": st.text(max_size=60) | JSON,
        "chat": st.text(max_size=45) | JSON,
        "locale": st.text(max_size=5) | JSON,
        "have": st.dictionaries(st.text(max_size=4), st.integers() | JSON, max_size=3) | JSON,
        "message": st.text(max_size=22) | JSON,
        "token": st.text(max_size=70) | JSON,
        "name": st.text(max_size=50) | JSON,
        "language": st.text(max_size=5) | JSON,
        "pause": st.sampled_from(["calm", "quick", "none"]) | JSON,
    },
)


@pytest.mark.parametrize(
    ("netloc", "allowed"),
    [
        ("localhost", True),
        ("localhost:8080", True),
        ("palmares.localhost", True),
        ("127.0.0.1:1", True),
        ("127.9.9.9", True),
        ("[::1]:8080", True),
        ("casa.lan:8080", True),
        ("evil.example", False),
        ("127.0.0.1.evil.example", False),
        ("localhost.evil.example", False),
        ("notlocalhost", False),
        ("192.168.1.7", False),
        ("", False),
        ("[::1", False),
        ("user@evil.example", False),
        ("localhost@evil.example", False),
    ],
)
def test_only_names_of_this_machine_and_configured_ones_are_served(netloc: str, allowed: bool) -> None:
    assert host_allowed(netloc, {"casa.lan"}) is allowed


@pytest.mark.parametrize(
    ("origin", "same"),
    [
        ("http://localhost:8080", True),
        ("https://localhost:8080", True),
        ("http://LOCALHOST:8080", True),
        ("http://localhost:8081", False),
        ("http://localhost", False),
        ("http://evil.example", False),
        ("http://localhost:8080.evil.example", False),
        ("null", False),
        ("file://localhost:8080", False),
        ("http://[", False),
        (None, False),
    ],
)
def test_only_our_own_page_may_act(origin: str | None, same: bool) -> None:
    assert same_origin(origin, "localhost:8080") is same


async def test_a_page_under_a_foreign_name_is_not_served(site: Site) -> None:
    async with ClientSession() as session:
        for path in ("", "app.js", "picture/1/0123456789abcdef.png", "socket"):
            async with session.get(site.url + path, headers={"Host": "evil.example"}) as answer:
                assert answer.status == 421


@pytest.mark.parametrize("origin", [None, "http://evil.example", "null", "http://127.0.0.1:1"])
async def test_a_foreign_page_may_neither_start_a_session_nor_listen(site: Site, origin: str | None) -> None:
    headers = {} if origin is None else {"Origin": origin}
    jar = CookieJar(unsafe=True)
    jar.update_cookies({COOKIE: new_secret()})
    async with ClientSession(headers=headers, cookie_jar=jar) as session:
        async with session.post(f"{site.url}session") as answer:
            assert answer.status == 403
            assert "Set-Cookie" not in answer.headers
        with pytest.raises(WSServerHandshakeError) as refused:
            await session.ws_connect(f"{site.url}socket")
        assert refused.value.status == 403


async def test_the_cookie_is_secret_lasting_and_for_this_site_only(site: Site) -> None:
    headers = {"Origin": site.origin}
    async with ClientSession(headers=headers) as session:
        async with session.post(f"{site.url}session") as answer:
            header = answer.headers["Set-Cookie"]
        assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= set(header.split("; "))
        secret = header.split(";")[0].removeprefix(f"{COOKIE}=")
        assert is_secret(secret)
        async with session.post(f"{site.url}session", headers={"Cookie": f"{COOKIE}={secret}"}) as answer:
            assert answer.headers["Set-Cookie"].startswith(f"{COOKIE}={secret};")
        async with session.get(site.url) as answer:
            assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize("forged", ["", "x", "0" * 31, "0" * 33, "G" * 32, "A" * 32, "../" * 11])
async def test_a_forged_cookie_is_nobody(site: Site, forged: str) -> None:
    headers = {"Origin": site.origin, "Cookie": f"{COOKIE}={forged}"}
    async with ClientSession(headers=headers) as session:
        with pytest.raises(WSServerHandshakeError) as refused:
            await session.ws_connect(f"{site.url}socket")
        assert refused.value.status == 401
        async with session.post(f"{site.url}session") as answer:
            assert f"{COOKIE}={forged};" not in answer.headers["Set-Cookie"]


async def test_what_all_see_of_a_person_does_not_let_one_in_as_them(browser: Browser, site: Site) -> None:
    ana = await browser()
    await ana.say("hello")
    public = str(next(iter(ana.messages.values()))["body"]["author"]["user"])
    assert ana.secret() not in json.dumps(list(ana.messages.values())) + json.dumps(ana.welcome)
    prefix = public.removesuffix("-1")
    assert prefix == prefix_of(ana.secret())
    for guess in (prefix, prefix * 2, prefix + "0" * 16):
        assert prefix_of(guess) != prefix


async def test_every_answer_is_locked_down(site: Site) -> None:
    async with ClientSession() as session:
        for path in ("", "app.js", "style.css", "icon.svg", "nothing", "picture/1/0123456789abcdef.png"):
            async with session.get(site.url + path) as answer:
                policy = answer.headers["Content-Security-Policy"]
                assert "default-src 'none'" in policy
                assert "unsafe" not in policy
                assert answer.headers["X-Content-Type-Options"] == "nosniff"
        for path in ("../web_adapter.py", "%2e%2e/web_adapter.py", "web/index.html", ".env", "//etc/passwd"):
            async with session.get(site.url + path) as answer:
                assert answer.status == 404
        async with session.get(site.url) as answer:
            page, tag = await answer.text(), answer.headers["ETag"]
        async with session.get(site.url, headers={"If-None-Match": tag}) as answer:
            assert answer.status == 304
    assert "http://" not in page
    assert "https://" not in page
    assert "style=" not in page


NONSENSE = [
    "",
    "{",
    "[]",
    "null",
    "7",
    '"hello"',
    "[" * 5000,
    '{"do":"hello"}',
    '{"do":["hello"]}',
    '{"do":"say","id":"1","as":1,"text":"before hello"}',
    '{"do":"hello","chat":"../x","have":{}}',
    '{"do":"hello","chat":"salon","have":[]}',
    '{"do":"hello","chat":"salon","have":{"x":1}}',
    '{"do":"hello","chat":"salon","locale":"\\u0000"}',
]


@pytest.mark.parametrize("text", NONSENSE)
async def test_nonsense_ends_the_talk_politely(browser: Browser, text: str) -> None:
    ana = await browser()
    rude = await browser(hello=False)
    await rude.socket.send_str(text)
    closed = await rude.socket.receive(timeout=5)
    assert (closed.type, closed.data) == (WSMsgType.CLOSE, 1008)
    await ana.say("still here")
    assert ana.texts() == ["still here"]


@pytest.mark.parametrize("person", [0, 7, -1, 1.0, "1", None, True])
async def test_there_are_persons_one_to_six(browser: Browser, person: Any) -> None:
    ana = await browser()
    await ana.socket.send_json({"do": "say", "id": "1", "as": person, "text": "x"})
    assert (await ana.socket.receive(timeout=5)).data == 1008


async def test_bytes_and_floods_end_the_talk(browser: Browser) -> None:
    rude = await browser()
    await rude.socket.send_bytes(b"\xff" * 100)
    assert (await rude.socket.receive(timeout=5)).data == 1008
    rude = await browser()
    await rude.socket.send_str("x" * 600_000)
    assert (await rude.socket.receive(timeout=5)).data == 1009
    ana = await browser()
    await ana.say("still here")
    assert ana.texts() == ["still here"]


async def test_a_body_is_bounded(site: Site) -> None:
    async with ClientSession(headers={"Origin": site.origin}) as session:
        async with session.post(f"{site.url}session", data=b"x" * 1_000_000) as answer:
            assert answer.status in (204, 413)
        async with session.get(site.url) as answer:
            assert answer.status == 200


async def test_a_long_message_is_refused_and_a_fitting_one_is_not(browser: Browser) -> None:
    ana = await browser()
    assert "2000" in (await ana.say("x" * 2_001) or "")
    assert ana.texts() == []
    assert await ana.say("ñ" * 2_000) is None
    assert ana.texts() == ["ñ" * 2_000]
    assert await ana.say(" \n\t ") is None
    assert await ana.say("a\x00b\x1bc") is None
    assert ana.texts()[1:] == ["abc"]


@given(JSON.map(json.dumps) | FRAMES.map(json.dumps) | st.text())
def test_reading_never_fails_in_another_way(text: str) -> None:
    with contextlib.suppress(BadFrame):
        read(text)


@given(st.text())
def test_a_clean_name_is_short_visible_and_stays(text: str) -> None:
    name = clean_name(text)
    assert len(name) <= 32
    assert clean_name(name) == name
    assert name.isprintable()


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(frames=st.lists(FRAMES.map(json.dumps) | st.text(max_size=40), min_size=1, max_size=6))
async def test_the_server_outlives_garbage(browser: Browser, frames: list[str]) -> None:
    rude = await browser()
    for frame in frames:
        if rude.socket.closed:
            break
        try:
            await rude.socket.send_str(frame)
        except (ConnectionError, UnicodeEncodeError):
            break
    await rude.socket.close()
    ana = await browser(chat="quiet")
    assert await ana.say("/help") is not None
    await ana.socket.close()
    await rude.session.close()
    await ana.session.close()
