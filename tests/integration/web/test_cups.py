"""The page about a chat's tournaments: who may see which, and how it hears of changes."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.core.common.clock import SystemClock
from bot.core.tournaments.codec import record_of
from bot.core.tournaments.terms import Format
from bot.platforms.web.texts import CUP_WORDS
from data.records import ChatKey, RestrictionRecord
from data.sqlite.store import open_sqlite
from tests.fakes.tournament_games import announced, play
from tests.fakes.web_site import Page, real_site, site_over, visitor, words

PLAY = {"game": "palma", "pace": "daily:24"}


async def cups(page: Page, **wanted: Any) -> dict[str, Any]:
    """Ask for the tournaments of the page's chat."""
    await page.socket.send_json({"do": "cups", "id": "cups", "as": 1, **wanted})
    done = await page.until(lambda frame: frame["is"] == "done" and frame["id"] == "cups")
    told: dict[str, Any] = done["cups"]
    return told


async def opened(page: Page, chat: str = "salon", locale: str = "en") -> None:
    """Say hello as the page about tournaments does."""
    await page.socket.send_json({"do": "hello", "chat": chat, "locale": locale, "have": {}, "cups": True})
    await page.until(lambda frame: frame["is"] == "welcome")


async def test_it_hears_of_changes_and_of_nothing_else(tmp_path: Path) -> None:
    async with (
        real_site(tmp_path / "cups.db") as (url, _, _),
        visitor(url) as ana,
        visitor(url, hello=False) as watcher,
        visitor(url, hello=False) as stranger,
    ):
        await opened(watcher)
        assert (await cups(watcher))["cup"] is None
        await ana.say("hello")
        await ana.say("/tournament swiss palma start=30 name=Copa")
        assert (await watcher.frame())["is"] == "cups"
        told = await cups(watcher)
        assert [title for _, title, _ in told["list"]] == ["Copa"]
        assert "Nobody has entered yet." in (words(told["cup"]["about"]) or "")
        code = told["cup"]["code"]
        await ana.say(f"/tournament code={code}")
        await watcher.until(lambda frame: frame["is"] == "cups")
        assert "1 entrant" in (words((await cups(watcher, cup=code))["cup"]["about"]) or "")
        assert watcher.messages == {}
        await opened(stranger, chat="elsewhere")
        told = await cups(stranger, cup=code)
        assert (told["cup"], told["list"]) == (None, [])


@pytest.mark.parametrize("form", [Format.SWISS, Format.KNOCKOUT])
async def test_standings_and_tables_of_any_round_in_the_readers_language(tmp_path: Path, form: Format) -> None:
    async with real_site(tmp_path / "cups.db") as (url, store, _), visitor(url, hello=False) as page:
        done, _ = play(announced(5, format=form, chat=ChatKey("web", "salon"), play=PLAY), random.Random(5))
        await store.create_tournament(record_of(done, None))
        await opened(page, locale="es")
        told = await cups(page)
        assert told["language"] == "es"
        assert set(told["words"]) == set(CUP_WORDS)
        cup = told["cup"]
        assert [row[1] for row in cup["rows"]] == [1, 2, 3, 4, 5]
        assert cup["scored"] is (form is Format.SWISS)
        assert len(cup["rounds"]) == len(done.rounds)
        assert cup["at"] == len(done.rounds) - 1
        if form is Format.KNOCKOUT:
            assert cup["rounds"][-1] == "Final"
        first = (await cups(page, at=0))["cup"]
        assert [table[0] for table in first["tables"]] == [one.table for one in done.rounds[0].pairings]
        assert all(over and here for _, _, over, here, _ in first["tables"])
        winner = min(done.rounds[0].pairings[0].people, key=done.rounds[0].pairings[0].place_of)
        assert f"✓ P{winner}" in (words([first["tables"][0][1]]) or "")


async def test_a_name_that_the_operator_hides_is_gone_from_a_page_that_has_shown_it() -> None:
    store = await open_sqlite(":memory:")
    async with site_over(store, SystemClock()) as (site, core), visitor(site.address, hello=False) as page:
        done, _ = play(announced(3, chat=ChatKey("web", "salon"), play=PLAY), random.Random(5))
        await store.create_tournament(record_of(done, None))
        await opened(page)
        assert "P1" in str((await cups(page))["cup"])
        await store.restrict(RestrictionRecord(done.entrants[1].person, hidden=True, at=1.0))
        await core.service.restrictions.refresh()
        told = str((await cups(page))["cup"])
        assert "P1" not in told
        assert "P2" in told


async def test_what_no_page_asks_ends_the_connection(tmp_path: Path) -> None:
    async with real_site(tmp_path / "cups.db") as (url, _, _):
        for wrong in ({"cup": "../x"}, {"at": -1}, {"at": "1"}, {"at": True}):
            async with visitor(url, hello=False) as page:
                await opened(page)
                await page.socket.send_json({"do": "cups", "id": "cups", "as": 1, **wrong})
                assert (await page.socket.receive()).type is aiohttp.WSMsgType.CLOSE
