"""The README and the players' page say the same in each language: parts, commands, code, pictures, links, figures."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PIL import Image

ROOT = Path(__file__).parents[2]
PAGES = ("README", "docs/playing")
LANGUAGES = sorted(page.name.split(".")[1] for page in ROOT.glob("README.*.md"))
ORIGINALS = {ROOT / f"{page}.{language}.md": ROOT / f"{page}.md" for page in PAGES for language in LANGUAGES}
READMES = [ROOT / name for name in ("README.md", *(f"README.{language}.md" for language in LANGUAGES))]
EACH = pytest.mark.parametrize(("page", "original"), ORIGINALS.items(), ids=lambda path: path.name)
_PLACEHOLDER = re.compile(r"(?<=_TOKEN=)[\w-]+|(?<=git clone )\w+")
"""What readers replace in a command; each language has its own word."""
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
    """Return what stands in back-ticks; each language has its own time zone as an example."""
    return {re.sub(r"(?<=zone=)\S+", "…", " ".join(code.split())) for code in re.findall(r"`([^`]+)`", part)}


def blocks(page: Path) -> list[str]:
    """Return the blocks of code, with the same mark for each word that readers replace."""
    return [_PLACEHOLDER.sub("…", block) for block in _FENCED.findall(text(page))]


def targets(part: str) -> list[str]:
    """Return where links and pictures lead, by the names of the original: pages and headings have translated ones."""
    found = re.findall(r"\]\(([^)]+)\)", part)
    return sorted(
        re.sub(r"rules/\w\w/", "rules/", re.sub(r"playing(\.\w\w)?\.md(#.*)?", "playing.md", one)) for one in found
    )


@EACH
def test_it_has_the_same_parts_in_the_same_order(page: Path, original: Path) -> None:
    assert [rank for rank, _ in parts(page)] == [rank for rank, _ in parts(original)]


@EACH
def test_it_has_the_same_code_and_commands_in_each_part(page: Path, original: Path) -> None:
    assert blocks(page) == blocks(original)
    for (_, here), (_, there) in zip(parts(page), parts(original), strict=True):
        assert codes(here) == codes(there)


@EACH
def test_it_has_the_same_pictures_and_links_in_each_part(page: Path, original: Path) -> None:
    for (_, here), (_, there) in list(zip(parts(page), parts(original), strict=True))[1:]:
        assert targets(here) == targets(there)


@EACH
def test_its_tables_have_the_same_figures(page: Path, original: Path) -> None:
    rows, original_rows = (re.findall(r"^\|.*\|$", prose(one), re.MULTILINE) for one in (page, original))
    assert len(rows) == len(original_rows)
    for row, other in zip(rows, original_rows, strict=True):
        assert row.count(" | ") == other.count(" | ")
        assert re.findall(r"\d[\d.,]*", row) == re.findall(r"\d[\d.,]*", other), row


@EACH
def test_its_lists_are_as_long(page: Path, original: Path) -> None:
    for (_, here), (_, there) in zip(parts(page), parts(original), strict=True):
        for sign in (r"^- ", r"^\d+\. "):
            assert len(re.findall(sign, here, re.MULTILINE)) == len(re.findall(sign, there, re.MULTILINE))


@EACH
def test_each_leads_to_the_others(page: Path, original: Path) -> None:
    pages = [original, *(other for other, of in ORIGINALS.items() if of == original)]
    for one in pages:
        line = text(one).splitlines()[2]
        assert set(re.findall(r"\]\((.*?)\)", line)) == {other.name for other in pages} - {one.name}


@pytest.mark.parametrize("page", READMES, ids=lambda path: path.name)
def test_a_readme_is_read_in_a_few_minutes(page: Path) -> None:
    assert len(text(page).splitlines()) <= 120
    assert len(text(page).split()) <= 900
    assert page.stat().st_size <= 7 * 1024


def test_the_moving_picture_shows_some_ten_seconds() -> None:
    with Image.open(ROOT / "docs" / "pictures" / "capture.gif") as picture:
        durations = []
        for number in range(getattr(picture, "n_frames", 1)):
            picture.seek(number)
            durations.append(picture.info["duration"])
    assert 8_000 < sum(durations) < 12_000
