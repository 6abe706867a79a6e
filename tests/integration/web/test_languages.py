"""Each browser reads the boards of one table in its own language."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from tests.fakes.web_site import Page, real_site, visitor, words


@asynccontextmanager
async def reader(url: str, locale: str) -> AsyncIterator[Page]:
    """Open a page in a browser of a language."""
    async with visitor(url, hello=False) as page:
        await page.hello(locale=locale)
        yield page


async def board_until(page: Page, *told: str) -> dict[str, Any]:
    """Read on until the newest board has texts in these languages as well as its chat's."""
    while True:
        if any(message["body"]["rows"] for message in page.messages.values()):
            body: dict[str, Any] = page.board()["body"]
            if set(body.get("told", {})) == set(told):
                return body
        await page.frame()


async def test_a_board_is_told_in_the_language_of_everybody_who_looks(tmp_path: Path) -> None:
    async with real_site(tmp_path / "x.db") as (url, _, _), reader(url, "en") as ana, reader(url, "it-IT") as bea:
        await ana.say("/play parchis")
        body = await board_until(bea, "it")
        assert "▶ Start with bots" in [button[0] for row in body["rows"] for button in row]
        italian = body["told"]["it"]
        assert "▶ Comincia con i bot" in [label for row in italian["labels"] for label in row]
        assert words(italian["lines"]) != words(body["lines"])
        assert [len(row) for row in italian["labels"]] == [len(row) for row in body["rows"]]


async def test_who_comes_later_has_the_open_boards_told_in_their_language(tmp_path: Path) -> None:
    async with real_site(tmp_path / "x.db") as (url, _, _), reader(url, "en") as ana:
        await ana.say("/play palma")
        await board_until(ana)
        async with reader(url, "es-MX") as luz:
            body = await board_until(luz, "es")
            assert words(body["told"]["es"]["lines"]) != words(body["lines"])
            await luz.do("person", person=2, name="Ugo", language="it")
            await board_until(luz, "es", "it")


async def test_only_the_person_to_act_is_named_as_such_and_a_board_left_behind_keeps_its_languages(
    tmp_path: Path,
) -> None:
    async with real_site(tmp_path / "x.db") as (url, _, _), reader(url, "en") as ana, reader(url, "it") as bea:
        await ana.say("/play palma first=D rolls=each")
        await board_until(ana, "it")
        assert "turn" not in ana.board()["body"]
        await board_until(bea, "it")
        seat = next(token for token in tokens(bea) if ".sit:" in token)
        await bea.press(token=seat)
        lobby = ana.board()["id"]
        await ana.until(lambda _: any(".start" in token for token in tokens(ana)))
        await ana.press(token=next(token for token in tokens(ana) if ".start" in token))
        while not any(token.endswith(".throw") for token in tokens(ana)):
            await ana.frame()
        assert ana.board()["body"]["turn"] in (f"{ana.welcome['prefix']}-1", f"{bea.welcome['prefix']}-1")
        while ana.messages[lobby]["body"]["rows"]:
            await ana.frame()
        left = ana.messages[lobby]["body"]
        assert "turn" not in left
        assert words(left["told"]["it"]["lines"]) != words(left["lines"])
        assert set(left["told"]) == {"it"}  # which somebody here reads; the store has all of them
        await ana.do("person", person=2, name="Eva", language="es")
        while set(ana.messages[lobby]["body"]["told"]) != {"es"}:
            await ana.frame()


def tokens(page: Page) -> list[str]:
    """Return the tokens of all buttons."""
    return [button[1] for message in page.messages.values() for row in message["body"]["rows"] for button in row]
