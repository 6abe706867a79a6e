"""Each sentence of a rule sheet names the rules that it tells, and the rule books have them in every language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.core.games.profiles import PROFILES
from bot.core.i18n.grammar import grammar
from bot.core.i18n.translator import FALLBACK, languages, translator
from bot.core.messages.content import Screen
from bot.core.views.rules import rule_book, rules_text
from bot.platforms.discord.markdown import markdown
from bot.platforms.discord.payloads import EMBED, MessagePayload
from bot.platforms.telegram.html import html
from bot.platforms.web.message_format import text_lines

BOOKS = Path(__file__).parents[4] / "docs" / "rules"
ADDRESS = "https://example.org/docs/rules"


def anchors(page: Path) -> set[str]:
    return set(re.findall(r'<a id="(.+)"></a>', page.read_text(encoding="utf-8")))


@pytest.mark.parametrize("game", PROFILES)
def test_every_sentence_names_its_rules_and_no_other_is_numbered(game: str) -> None:
    sheet = PROFILES[game].sheet
    names = [sentence.name for sentence in (*sheet.general, *sheet.details)]
    assert set(PROFILES[game].rule_numbers) == set(names)
    assert all(PROFILES[game].rule_numbers.values())


def test_languages_say_rightly_whether_they_have_rule_books() -> None:
    for language in set(languages()) - {FALLBACK}:
        found = {(BOOKS / language / f"{game}.md").is_file() for game in PROFILES}
        assert found == {grammar(language).rule_books}, language


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", PROFILES)
def test_each_number_leads_to_its_rule_in_the_readers_language(game: str, language: str) -> None:
    text = rules_text(game, {}, translator(language), books=ADDRESS)
    links = [part for line in text.lines for part in line if part.link is not None]
    assert len(links) > 8
    page = BOOKS / rule_book(ADDRESS, game, language).removeprefix(f"{ADDRESS}/")
    assert links[-1].text == links[-1].link == f"{ADDRESS}/{page.relative_to(BOOKS).as_posix()}"
    for part in links[:-1]:
        address, _, anchor = (part.link or "").partition("#")
        assert address == links[-1].link
        assert anchor == part.text.lower()
        assert anchor in anchors(page)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", PROFILES)
def test_every_number_is_an_anchor_of_the_book_shown_or_not(game: str, language: str) -> None:
    page = BOOKS / rule_book(ADDRESS, game, language).removeprefix(f"{ADDRESS}/")
    numbers = {number.lower() for numbers in PROFILES[game].rule_numbers.values() for number in numbers}
    assert numbers - anchors(page) == set()


def test_without_an_address_the_numbers_are_words() -> None:
    text = rules_text("parchis", {}, translator("en"))
    assert "(P33, P34, P35)" in text.plain
    assert all(part.link is None for line in text.lines for part in line)


def test_each_platform_links_the_numbers() -> None:
    text = rules_text("palma", {}, translator("es"), books=ADDRESS)
    to_h10 = f"{ADDRESS}/es/palma.md#h10"
    assert f"[H10](<{to_h10}>)" in markdown(text)
    assert f'<a href="{to_h10}">H10</a>' in html(text)
    assert ["H10", "plain", None, None, to_h10] in [part for line in text_lines(text) for part in line]


@pytest.mark.parametrize("language", languages())
def test_a_sheet_that_would_be_too_long_for_discord_does_without_addresses(language: str) -> None:
    text = rules_text("parchis", {"preset": "diceless"}, translator(language), books=f"{ADDRESS}/{'x' * 100}")
    shown = MessagePayload.of(Screen(text)).words.embed
    assert shown is not None
    assert len(shown) <= EMBED
    assert not shown.endswith("…")
    assert "P81" in shown
