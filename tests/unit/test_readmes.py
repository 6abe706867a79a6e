"""The README in other languages says the same: its parts, commands, code, pictures, links and figures."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ORIGINAL = ROOT / "README.md"
TRANSLATED = [ROOT / "README.es.md", ROOT / "README.it.md"]
EACH = pytest.mark.parametrize("page", TRANSLATED, ids=lambda page: page.name)
_FENCED = re.compile(r"^ *```.*?^ *```$", re.MULTILINE | re.DOTALL)


def text(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def prose(page: Path) -> str:
    return _FENCED.sub("", text(page))


def parts(page: Path) -> list[tuple[str, str]]:
    """Each part by the rank of its heading."""
    pieces = re.split(r"^(#+) .+$", prose(page), flags=re.MULTILINE)
    return list(zip(pieces[1::2], pieces[2::2], strict=True))


def codes(part: str) -> set[str]:
    return {" ".join(code.split()) for code in re.findall(r"`([^`]+)`", part)}


def targets(part: str) -> list[str]:
    """Where links and pictures lead, the reader's rule book standing for all."""
    return sorted(
        re.sub(r"docs/rules/(es|it)/", "docs/rules/", found) for found in re.findall(r"\]\(([^)]+)\)", part)
    )


@EACH
def test_it_has_the_same_parts_in_the_same_order(page: Path) -> None:
    assert [rank for rank, _ in parts(page)] == [rank for rank, _ in parts(ORIGINAL)]


@EACH
def test_it_has_the_same_code_and_commands_in_each_part(page: Path) -> None:
    assert _FENCED.findall(text(page)) == _FENCED.findall(text(ORIGINAL))
    for (_, here), (_, there) in zip(parts(page), parts(ORIGINAL), strict=True):
        assert codes(here) == codes(there)


@EACH
def test_it_has_the_same_pictures_and_links_in_each_part(page: Path) -> None:
    for (_, here), (_, there) in list(zip(parts(page), parts(ORIGINAL), strict=True))[1:]:
        assert targets(here) == targets(there)


@EACH
def test_its_tables_have_the_same_figures(page: Path) -> None:
    rows, original_rows = (re.findall(r"^\|.*\|$", prose(one), re.MULTILINE) for one in (page, ORIGINAL))
    assert len(rows) == len(original_rows)
    for row, original in zip(rows, original_rows, strict=True):
        assert row.count(" | ") == original.count(" | ")
        assert re.findall(r"\d[\d.,]*", row) == re.findall(r"\d[\d.,]*", original), row


@EACH
def test_its_lists_are_as_long(page: Path) -> None:
    for (_, here), (_, there) in zip(parts(page), parts(ORIGINAL), strict=True):
        for sign in (r"^- ", r"^\d+\. "):
            assert len(re.findall(sign, here, re.MULTILINE)) == len(re.findall(sign, there, re.MULTILINE))


@pytest.mark.parametrize("page", [ORIGINAL, *TRANSLATED], ids=lambda page: page.name)
def test_each_leads_to_the_others(page: Path) -> None:
    line = text(page).splitlines()[2]
    others = {other.name for other in (ORIGINAL, *TRANSLATED)} - {page.name}
    assert set(re.findall(r"\]\((.*?)\)", line)) == others
