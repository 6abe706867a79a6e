"""The rule books as pages, and the links to them from /rules."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from bot.core.games.profiles import PROFILES
from bot.core.i18n.grammar import grammar
from bot.core.i18n.translator import languages
from bot.platforms.web.rule_books import book_page, books
from tests.fakes.web_site import real_site, visitor


def test_there_is_a_book_of_each_game_and_of_tournaments_in_each_language_that_declares_them() -> None:
    folders = ("", *(f"{language}/" for language in languages() if grammar(language).rule_books))
    assert set(books()) == {f"/rules/{folder}{game}.md" for folder in folders for game in (*PROFILES, "tournaments")}


@pytest.mark.parametrize("address", books())
def test_every_rule_and_every_heading_can_be_linked_to(address: str) -> None:
    page = book_page(books()[address]).decode()
    game = Path(address).stem
    known = set(re.findall(r'\bid="([^"]+)"', page))
    if game in PROFILES:
        numbers = {number.lower() for numbers in PROFILES[game].rule_numbers.values() for number in numbers}
        assert numbers <= known
    assert set(re.findall(r'href="#([^"]+)"', page)) <= known
    assert "<table>" in page
    assert f'<html lang="{address.split("/")[2] if address.count("/") == 3 else "en"}">' in page


@pytest.mark.parametrize(("locale", "folder"), [("en", ""), ("es", "es/"), ("it", "it/")])
async def test_rules_lead_into_the_book_of_the_readers_language(tmp_path: Path, locale: str, folder: str) -> None:
    async with real_site(tmp_path / "books.db") as (url, _, _), visitor(url, hello=False) as ana:
        await ana.hello(locale=locale)
        await ana.say("/rules parchis full")
        shown = json.dumps(list(ana.messages.values()), ensure_ascii=False)
        assert f'"/rules/{folder}parchis.md#p33"' in shown
        async with ana.session.get(f"{url}rules/{folder}parchis.md") as answer:
            assert (answer.status, answer.content_type) == (200, "text/html")
            assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
            assert 'id="p33"' in await answer.text()
            known = {"If-None-Match": answer.headers["ETag"]}
        async with ana.session.get(f"{url}rules/{folder}parchis.md", headers=known) as answer:
            assert answer.status == 304
