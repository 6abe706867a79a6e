"""Being forgotten on the page: by who is named in a message, never by its words; boards are drawn again, not lost."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from bot.core.application import Application
from bot.core.common.clock import SystemClock
from bot.platforms.web.chat import WebMessenger
from data.records import ChatKey, PersonKey
from data.sqlite.store import SqliteStore, open_sqlite
from render.content.scene import Scene
from tests.fakes.pictures import FakePictures
from tests.fakes.web_site import Page, site_over, visitor, words

Place = tuple[str, SqliteStore, WebMessenger]
SALON, GARDEN = ChatKey("web", "salon"), ChatKey("web", "garden")


def named_picture(scene: Scene) -> bytes:
    """Draw the names, as real pictures do."""
    return f"{scene.state} {scene.names}".encode()


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[tuple[Place, Application]]:
    store = await open_sqlite(str(tmp_path / "games.sqlite3"))
    async with site_over(store, SystemClock(), FakePictures(named_picture)) as (platform, core):
        yield (platform.address, store, platform.messenger), core


@pytest.fixture
def place(site: tuple[Place, Application]) -> Place:
    return site[0]


async def named(page: Page, name: str) -> Page:
    await page.do("person", name=name, language="en")
    return page


async def sees(page: Page, good: Callable[[list[str]], bool]) -> None:
    """Reads on until the page's texts are good."""
    while not good(page.texts()):
        await page.frame()


def code_of(page: Page) -> str:
    return str(page.board()["body"]["rows"][0][0][1]).partition(".")[0]


async def opened(host: Page, *others: Page, line: str = "/play palma first=D auto=no rolls=each") -> str:
    """A game that has begun; its code."""
    await host.say(line)
    await sees(host, lambda texts: any("free" in text for text in texts))
    code = code_of(host)
    for other in others:
        await other.say(f"/join {code}")
    if others:
        assert await host.say(f"/start {code}") is None
    return code


async def played(store: SqliteStore, code: str, *pages: Page, presses: int = 12) -> None:
    """Press the first button for the player to act, `times` times."""
    for _ in range(presses):
        for page in pages:
            await page.hello()
            buttons = [
                (message["id"], row[0][1])
                for message in page.messages.values()
                for row in message["body"]["rows"]
                if row[0][1].startswith(f"{code}.")
            ]
            if buttons and await page.do("press", message=str(buttons[-1][0]), token=buttons[-1][1]) is None:
                break


async def stored(store: SqliteStore, chat: ChatKey = SALON) -> dict[int, dict[str, Any]]:
    return {message.id: json.loads(message.body) for message in await store.messages(chat, limit=400)}


async def drawn(page: Page, url: str, number: int, body: dict[str, Any]) -> str:
    """Return the picture of a message; empty without one."""
    if not body["picture"]:
        return ""
    async with page.session.get(f"{url}picture/{number}/{body['picture']['digest']}.png") as answer:
        assert answer.status == 200
        return await answer.text()


async def forgotten(page: Page) -> None:
    await page.say("/deletemydata")
    question = next(one for one in reversed(page.messages.values()) if "really delete" in str(one["body"]["lines"]))
    assert await page.press(message=str(question["id"]), token=question["body"]["rows"][0][0][1]) is None
    await page.hello(page.welcome["chat"])
    await sees(page, lambda texts: "…" not in texts)


async def test_a_name_that_is_a_word_takes_no_message_of_others_away(place: Place) -> None:
    url, store, _ = place
    async with visitor(url) as palma, visitor(url) as ana, visitor(url) as bea:
        await named(palma, "Palma")
        await palma.say("hello")
        for page, chat in ((ana, "salon"), (bea, "garden")):
            await page.hello(chat)
            await opened(page, line="/play palma")
            await page.say("Palma is a fine game")
            await page.say("/rules palma")
        before = {**await stored(store), **await stored(store, GARDEN)}
        await forgotten(palma)
        after = {**await stored(store), **await stored(store, GARDEN)}
        lost = [words(body["lines"]) for number, body in before.items() if after.get(number) != body]
        assert lost == ["hello"]


async def test_boards_are_drawn_again_without_the_name_and_nothing_of_others_goes(
    site: tuple[Place, Application],
) -> None:
    (url, store, _), core = site
    async with visitor(url) as zoe, visitor(url) as ana:
        await named(zoe, "Zoë Xanthippe")
        await named(ana, "Ana")
        code = await opened(zoe, ana)
        await played(store, code, zoe, ana, presses=30)
        await ana.say("what a game")
        await core.publisher.idle()  # boards of quiet turns have gone
        before = await stored(store)
        pictures = {number: await drawn(ana, url, number, body) for number, body in before.items()}
        assert sum("Zoë" in picture for picture in pictures.values()) > 3
        await forgotten(zoe)
        await ana.hello()
        after = await stored(store)
        boards = {number for number, body in before.items() if body.get("board")}
        assert len(boards) > 3
        gone = boards - set(after)
        assert gone <= set(sorted(boards)[-2:]), "only a quiet turn's board goes, as a later one has that turn"
        said = {
            number for number, body in before.items() if body["author"] is None or body["author"]["name"] == "Ana"
        }
        assert {number for number in said - boards if before[number].get("kind") != "bot"} <= set(after)
        kept = json.dumps([*after.values(), *ana.messages.values()], ensure_ascii=False)
        assert "Zoë" not in kept
        assert "former player" in kept
        for number in sorted(boards - gone)[:-1]:
            picture = await drawn(ana, url, number, after[number])
            assert picture == pictures[number].replace("Zoë Xanthippe", "former player 🤖"), "as it was"
            assert after[number]["rows"] == []
        assert all(words(body["lines"]) != "…" for body in after.values()), "none stays empty"


async def test_a_board_of_a_game_that_is_over_is_drawn_again_too(place: Place) -> None:
    url, store, _ = place
    async with visitor(url) as zoe, visitor(url) as ana:
        await named(zoe, "Zoë Xanthippe")
        await named(ana, "Ana")
        code = await opened(zoe, ana)
        await played(store, code, zoe, ana, presses=4)
        await zoe.say(f"/resign {code}")
        question = next(
            one for one in reversed(zoe.messages.values()) if "really resign at" in str(one["body"]["lines"])
        )
        await zoe.press(message=str(question["id"]), token=question["body"]["rows"][0][0][1])
        await sees(zoe, lambda texts: any("🥇" in text for text in texts))
        count = len([body for body in (await stored(store)).values() if body.get("board")])
        await forgotten(zoe)
        await ana.hello()
        after = await stored(store)
        assert len([body for body in after.values() if body.get("board")]) == count
        (end,) = [words(body["lines"]) or "" for body in after.values() if "🥇" in str(body["lines"])]
        assert "former player" in end
        assert "Zoë" not in json.dumps(list(after.values()), ensure_ascii=False)
        assert any(row for body in after.values() for row in body["rows"]), "the next table can be opened"


async def test_what_a_message_says_of_somebody_in_a_ranking_or_a_farewell_goes(place: Place) -> None:
    url, store, _ = place
    async with visitor(url) as zoe, visitor(url) as ana:
        await named(zoe, "Zoë Xanthippe")
        code = await opened(zoe, ana)
        await played(store, code, zoe, ana, presses=3)
        await ana.say("/games")
        await zoe.say("/stats")
        await ana.say("/rules palma full")
        rules = len(await stored(store))
        await forgotten(zoe)
        texts = [words(body["lines"]) or "" for body in (await stored(store)).values()]
        assert not any("Zoë" in text for text in texts)
        assert any("hounds" in text for text in texts), "what names nobody stays"
        assert rules


async def test_a_new_name_leaves_one_s_other_choices_and_the_browser_tells_its_zone(place: Place) -> None:
    url, store, _ = place
    async with visitor(url) as ana:
        await ana.socket.send_json(
            {"do": "hello", "chat": "salon", "locale": "en", "zone": "Asia/Kathmandu", "have": {}}
        )
        await ana.until(lambda frame: bool(frame.get("caught_up")))
        await ana.say("/profile mentions=no")
        await ana.say("/play palma")
        await named(ana, "Anabel")
        person = await store.person(PersonKey("web", f"{ana.welcome['prefix']}-1"))
        assert person is not None
        assert json.loads(person.settings) == {"mentions": False, "guessed": "Asia/Kathmandu"}
        assert person.name == "Anabel"
