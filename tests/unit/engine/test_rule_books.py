"""The rule books say the same in all languages, and every rule can be linked to by its number."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.core import Locale

from tests.unit.engine.documents import LANGUAGES, ROOT, RULE_BOOKS, TOURNAMENTS, TRANSLATED, tables, text, words

ORIGINALS = [*RULE_BOOKS.values(), TOURNAMENTS]
CUPS = [TOURNAMENTS.parent / language / TOURNAMENTS.name for language in LANGUAGES]
BOOKS = [*ORIGINALS, *TRANSLATED.values(), *CUPS]
EACH = pytest.mark.parametrize(
    ("original", "page"),
    [*((RULE_BOOKS[game], page) for (game, _), page in TRANSLATED.items()), *((TOURNAMENTS, page) for page in CUPS)],
    ids=lambda page: f"{page.parent.name}-{page.stem}",
)
_RULE = re.compile(r"[PHT]\d{1,2}(?!\d)")


def sections(page: Path) -> list[tuple[str, str]]:
    """The parts of a page: the number of each rule, or nothing for other headings, with what stands under it."""
    pieces = re.split(r"^#+ (.+)\n", text(page), flags=re.MULTILINE)[1:]
    heads = [found.group() if (found := re.match(r"[PHT]\d{1,2}(?=\. )", head)) else "" for head in pieces[::2]]
    return list(zip(heads, pieces[1::2], strict=True))


def codes(words_of: str) -> list[str]:
    """What stands in back-ticks, whatever order a language puts it in."""
    return sorted(words(words_of))


def numbers(cell: str) -> list[str]:
    return sorted(re.findall(r"\d+", cell))


@pytest.mark.parametrize("page", BOOKS, ids=lambda page: f"{page.parent.name}-{page.stem}")
def test_every_rule_has_an_anchor_of_its_number(page: Path) -> None:
    told = [head for head, _ in sections(page) if head]
    assert re.findall(r'^<a id="(.+)"></a>\n\n### ([PHT]\d+)\. ', text(page), re.MULTILINE) == [
        (rule.lower(), rule) for rule in told
    ]
    assert len(re.findall("<a id=", text(page))) == len(told)


@EACH
def test_a_translation_has_the_same_rules_in_the_same_order(original: Path, page: Path) -> None:
    assert [head for head, _ in sections(page)] == [head for head, _ in sections(original)]


@EACH
def test_a_translation_names_the_same_switches_moves_and_rules_in_each_part(original: Path, page: Path) -> None:
    for (head, here), (_, there) in zip(sections(page), sections(original), strict=True):
        assert codes(here) == codes(there), head
        prose, original_prose = (re.sub(r"`[^`]*`", "", part) for part in (here, there))
        assert set(_RULE.findall(prose)) == set(_RULE.findall(original_prose)), head
        for sign in (r"^- ", r"^\d+\. ", r"^\*[A-Z]\w+\.\*"):
            found = [len(re.findall(sign, part, re.MULTILINE)) for part in (here, there)]
            assert found[0] == found[1], (head, sign)


@EACH
def test_the_tables_of_a_translation_have_the_same_cells(original: Path, page: Path) -> None:
    mine, theirs = tables(text(page)), tables(text(original))
    assert [[len(row) for row in table] for table in mine] == [[len(row) for row in table] for table in theirs]
    for table, other in zip(mine, theirs, strict=True):
        for row, other_row in zip(table, other, strict=True):
            for cell, other_cell in zip(row, other_row, strict=True):
                assert codes(cell) == codes(other_cell), cell
                assert numbers(cell) == numbers(other_cell), (cell, other_cell)


@pytest.mark.parametrize("page", BOOKS, ids=lambda page: f"{page.parent.name}-{page.stem}")
def test_each_book_leads_to_the_others(page: Path) -> None:
    line = text(page).splitlines()[2]
    assert sorted(re.findall(r"\w+", re.sub(r"\(.*?\)", "", line))) == sorted(
        (Locale.parse(language).get_display_name() or "").capitalize() for language in ("en", *LANGUAGES)
    )
    there = {(page.parent / target).resolve() for target in re.findall(r"\]\((.*?)\)", line)}
    assert there == {other for other in BOOKS if other.stem == page.stem and other != page}


def test_the_code_names_rules_of_tournaments_that_are_in_the_book() -> None:
    told = {head for head, _ in sections(TOURNAMENTS)}
    places = [
        ROOT / "bot/core/tournaments",
        ROOT / "bot/core/features/tournaments",
        ROOT / "tests/unit/core/tournaments",
    ]
    named = {
        rule for place in places for file in place.glob("*.py") for rule in re.findall(r"\bT\d{1,2}\b", text(file))
    }
    assert named
    assert named <= told
