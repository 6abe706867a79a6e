"""The page as a chat: what is said is there for all, and still there when the server comes back."""

from __future__ import annotations

from typing import Any

import pytest

from bot.core.messages.content import Picture, Screen
from bot.core.messages.ports import MessageGone
from bot.platforms.web.chat import WebMessenger
from bot.platforms.web.identity import PLATFORM
from bot.platforms.web.message_format import digest_of, text_lines
from data.records import ChatKey
from data.sqlite.store import open_sqlite
from tests.fakes.counting_core import drawing, note
from tests.fakes.web_site import Browser, Site

CHAT = ChatKey(PLATFORM, "salon")
LEFT = note("It goes on below.")


async def test_what_one_says_all_hear(browser: Browser) -> None:
    ana, bruno = await browser(), await browser()
    assert await ana.say("Hola <b>a todos</b>") is None
    await bruno.until(lambda frame: frame["is"] == "messages")
    assert ana.texts() == bruno.texts() == ["Hola <b>a todos</b>"]
    body = next(iter(bruno.messages.values()))["body"]
    assert body["author"]["user"] == f"{ana.welcome['prefix']}-1"


async def test_another_chat_hears_nothing(browser: Browser) -> None:
    ana, bruno = await browser(), await browser(chat="cocina")
    await ana.say("here")
    await bruno.say("there")
    assert bruno.texts() == ["there"]


async def test_a_greeting_of_somebody_alone_is_greeted_with_three_buttons_once_a_minute(browser: Browser) -> None:
    ana = await browser()
    for word in ("Hola!", "hola", "is anybody here?"):
        await ana.say(word)
    greeted = [message["body"] for _, message in sorted(ana.messages.items()) if message["body"]["rows"]]
    assert [[button[0] for button in row] for body in greeted for row in body["rows"]] == [
        ["Play", "Learn", "How it works"]
    ]
    bruno = await browser()
    await bruno.say("buenas tardes")
    assert bruno.texts()[-1] == "buenas tardes", "people greet each other"


async def test_a_message_delivered_twice_is_one(browser: Browser) -> None:
    ana = await browser()
    await ana.say("once", id="same")
    await ana.say("once", id="same")
    assert ana.texts() == ["once"]
    other = await browser()
    await other.say("another's", id="same")
    assert other.texts() == ["once", "another's"]


async def test_a_line_s_writer_knows_it_again_and_the_bot_s_own_messages_are_nobody_s(browser: Browser) -> None:
    ana = await browser()
    await ana.say("mine", id="frame-7")
    await ana.say("/rules", id="frame-8")
    assert [message.get("said") for _, message in sorted(ana.messages.items())] == ["frame-7", "frame-8", None]


async def test_a_page_that_comes_back_gets_what_it_missed_and_only_that(browser: Browser) -> None:
    ana, bruno = await browser(), await browser()
    await ana.say("/play parchis")
    await bruno.until(lambda frame: frame["is"] == "messages" and frame["messages"][0]["body"]["rows"] != [])
    await bruno.socket.close()
    await ana.say("while you were away")
    await ana.press()
    again = await browser(bruno, hello=False)
    again.messages = bruno.messages
    missed = await again.hello()
    assert len(missed["messages"]) == 2
    assert again.messages == ana.messages


async def test_messages_that_the_server_forgot_leave_the_page(browser: Browser, site: Site) -> None:
    ana = await browser()
    for text in ("one", "two", "three"):
        await ana.say(text)
    await site.store.prune_messages(CHAT, keep=1)
    await ana.hello()
    assert ana.texts() == ["three"]


async def test_a_restart_shows_the_same_chat_and_its_buttons_work(browser: Browser, site: Site) -> None:
    ana = await browser()
    await ana.say("/play parchis")
    before = dict(ana.messages)
    await site.platform.drain()
    assert (await ana.socket.receive()).type.name in ("CLOSE", "CLOSING", "CLOSED")
    await site.platform.open(site.core)  # type: ignore[arg-type]
    site.url = site.platform.address
    ana.session.headers["Origin"] = site.origin
    again = await browser(ana)
    assert again.messages == before
    assert await again.press() is None
    assert again.texts()[-1] == "Count: 1 you"


async def test_posting_the_same_nonce_gives_the_same_message(site: Site) -> None:
    first = await site.messenger.post(CHAT, Screen(note("a")), nonce="n")
    assert await site.messenger.post(CHAT, Screen(note("b")), nonce="n") == first
    assert await site.messenger.post(CHAT, Screen(note("b")), nonce="m") != first


async def test_retiring_takes_the_buttons_changes_the_words_and_keeps_the_picture(
    browser: Browser, site: Site
) -> None:
    ana = await browser()
    await ana.say("/play parchis")
    board = ana.board()
    await site.messenger.retire(CHAT, str(board["id"]), LEFT, pictured=True)
    await ana.until(lambda frame: frame["is"] == "messages")
    retired = ana.messages[board["id"]]
    assert retired["body"] == {**board["body"], "rows": [], "lines": text_lines(LEFT)}
    assert await site.messenger.picture(board["id"], digest_of(drawing(0))) == drawing(0)
    await site.messenger.retire(CHAT, str(board["id"]), LEFT, pictured=True)


async def test_a_message_that_is_gone_says_so(site: Site) -> None:
    for name in ("77", "no number", ""):
        with pytest.raises(MessageGone):
            await site.messenger.edit(CHAT, name, Screen(note("x")))
        with pytest.raises(MessageGone):
            await site.messenger.retire(CHAT, name, LEFT, pictured=True)


async def test_a_picture_has_an_address_of_its_own_and_is_kept(browser: Browser, site: Site) -> None:
    ana = await browser()
    await ana.say("/play parchis")
    board = ana.board()
    picture = board["body"]["picture"]
    assert (picture["width"], picture["height"], picture["alt"]) == (64, 64, "The number 0")
    url = f"{site.url}picture/{board['id']}/{picture['digest']}.png"
    async with ana.session.get(url) as answer:
        assert await answer.read() == drawing(0)
        assert answer.content_type == "image/png"
        assert "immutable" in answer.headers["Cache-Control"]
    await ana.press()
    assert ana.board()["body"]["picture"]["digest"] != picture["digest"]
    async with ana.session.get(url) as answer:
        assert await answer.read() == drawing(0)  # a reader on a slow line still sees the picture of the words
    never = digest_of(drawing(7))
    guesses = [f"{board['id']}/{each}.png" for each in ("0" * 16, never, picture["digest"][::-1])]
    for wrong in (
        *guesses,
        "999/0123456789abcdef.png",
        "1/x.png",
        "../../etc/passwd",
        f"{10**30}/0123456789abcdef.png",
    ):
        async with ana.session.get(f"{site.url}picture/{wrong}") as answer:
            assert answer.status == 404


async def test_a_film_is_a_picture_that_says_what_it_is(browser: Browser, site: Site) -> None:
    ana = await browser()
    data = b"GIF89a" + (480).to_bytes(2, "little") + (473).to_bytes(2, "little") + bytes(9)
    name = await site.messenger.post(CHAT, Screen(note("film"), Picture(data, "A film", "image/gif")), nonce="1")
    await ana.until(lambda frame: frame["is"] == "messages")
    picture = ana.messages[int(name)]["body"]["picture"]
    assert (picture["width"], picture["height"], picture["ending"]) == (480, 473, "gif")
    async with ana.session.get(f"{site.url}picture/{name}/{picture['digest']}.gif") as answer:
        assert await answer.read() == data
        assert answer.content_type == "image/gif"


async def test_a_page_that_does_not_listen_is_let_go(browser: Browser, site: Site) -> None:
    ana, deaf = await browser(), await browser()
    for _ in range(600):
        for session in tuple(site.platform._sessions):
            if session.prefix == deaf.welcome["prefix"]:
                session.send({"is": "nothing"})
    await ana.say("still here")
    assert ana.texts() == ["still here"]
    while not deaf.socket.closed:
        await deaf.socket.receive(timeout=5)


class Ear:
    """A page that only listens."""

    def __init__(self, heard: list[dict[str, Any]]) -> None:
        self.send = heard.append


async def test_a_message_taken_away_is_gone_for_all() -> None:
    store = await open_sqlite(":memory:")
    try:
        messenger, heard = WebMessenger(store, lambda: 0.0), list[dict[str, Any]]()
        message = await messenger.post(CHAT, Screen(note("here")), nonce="1")
        messenger.listen(CHAT, Ear(heard))
        await messenger.delete(CHAT, message)
        assert heard == [{"is": "messages", "chat": "salon", "messages": [], "gone": [int(message)]}]
        assert await messenger.find(CHAT, message) is None
        for lost in (message, "x", "99"):
            with pytest.raises(MessageGone):
                await messenger.delete(CHAT, lost)
    finally:
        await store.close()
