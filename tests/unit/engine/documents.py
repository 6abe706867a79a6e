"""The pages of docs/, read as data: headings, parts, tables, fenced blocks."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[3]
DOCS = ROOT / "docs"
RULE_BOOKS = {"parchis": DOCS / "rules" / "parchis.md", "palma": DOCS / "rules" / "palma.md"}
LANGUAGES = sorted(page.parent.name for page in (DOCS / "rules").glob("*/parchis.md"))
"""The other languages of the rule books."""
TRANSLATED = {
    (game, language): DOCS / "rules" / language / f"{game}.md" for game in RULE_BOOKS for language in LANGUAGES
}
TOURNAMENTS = DOCS / "rules" / "tournaments.md"
PROTOCOL = DOCS / "protocol.md"
PAGES = [*RULE_BOOKS.values(), *TRANSLATED.values(), PROTOCOL]

Tables = list[list[list[str]]]


def text(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def headings(page: Path) -> list[str]:
    return re.findall(r"^#+ (.+)$", text(page), re.MULTILINE)


def part(page: Path, title: str) -> str:
    """What stands under a heading, up to the next of its rank."""
    found = re.search(rf"^(#+) {re.escape(title)}\n(.*?)(?=^\1 |\Z)", text(page), re.MULTILINE | re.DOTALL)
    assert found is not None, f"{page.name} has no part {title!r}"
    return found.group(2)


def tables(markdown: str) -> Tables:
    """The tables of a part: their rows, heads first, and the cells without their back-ticks."""
    found: Tables = []
    for block in re.findall(r"(?:^\|.*\n)+", markdown + "\n", re.MULTILINE):
        rows = [[cell.strip() for cell in row.strip("|").split(" | ")] for row in block.splitlines()]
        found.append([rows[0], *rows[2:]])
    return found


def words(cell: str) -> list[str]:
    """What a cell has in back-ticks."""
    return re.findall(r"`([^`]+)`", cell)


def value(word: str) -> Any:
    """A word of a table as JSON has it."""
    try:
        return json.loads(word)
    except ValueError:
        return word


def sources(*folders: str) -> list[Path]:
    """The Python files of some folders."""
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))
