"""Each link of a document leads to a file of the project, and to a heading that is there."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from tests.unit.markdown import PAGES, ROOT, anchors, text, without_blocks

_LINK = re.compile(r"\]\(<?([^)>\s]+)>?(?: \"[^\"]*\")?\)")


def leads(there: Path, anchor: str) -> bool:
    """Tell whether a file is part of the project and has an anchor, if there is one."""
    if not there.exists() or not there.is_relative_to(ROOT):
        return False
    return not anchor or (there.suffix == ".md" and anchor in anchors(there.relative_to(ROOT).as_posix()))


def broken(page: str) -> list[str]:
    """Return the links of a page that lead nowhere in the project."""
    found = []
    for target in _LINK.findall(without_blocks(page)):
        if re.match(r"[a-z]+:", target):
            continue
        file, _, anchor = target.partition("#")
        there = ((ROOT / page).parent / file).resolve() if file else ROOT / page
        if not leads(there, anchor):
            found.append(target)
    return found


def test_each_link_leads_somewhere() -> None:
    assert {page: links for page in PAGES if (links := broken(page))} == {}


def test_headings_step_down_one_level_at_a_time() -> None:
    for page in PAGES:
        ranks = [len(marks) for marks in re.findall(r"^(#+) ", without_blocks(page), re.MULTILINE)]
        assert all(after <= before + 1 for before, after in pairwise(ranks)), page


def test_a_link_that_leads_nowhere_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    page = "docs/glossary.md"
    for target, leads in (
        ("rules/palma.md", True),
        ("rules/palma.md#h1", True),
        ("#glossary", True),
        ("https://example.org/x", True),
        ("rules/chess.md", False),
        ("rules/palma.md#no-such-rule", False),
        ("#no-such-part", False),
        ("../../outside.md", False),
    ):
        monkeypatch.setattr("tests.unit.test_document_links.without_blocks", lambda _, t=target: f"see [it]({t})")
        assert (broken(page) == []) is leads, target
    assert text(page)
