"""The worst words of the list in docs/glossary.md are in no document, and in no more docstrings than before.

`plain_words.txt` has the numbers that are left. Lower one when you rewrite a page or a folder; none may rise.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

from tests.unit.markdown import PAGES, ROOT
from tests.unit.plain_words import in_page, in_source, in_text, python_files

LEFT = Path(__file__).with_name("plain_words.txt")


@cache
def left() -> dict[str, int]:
    """Return how many words each page and folder may still have; those that are not named may have none."""
    lines = [line for line in LEFT.read_text("utf-8").splitlines() if line and not line.startswith("#")]
    return {place: int(number) for place, number in (line.rsplit(maxsplit=1) for line in lines)}


@pytest.mark.parametrize("page", PAGES)
def test_a_document_says_it_plainly(page: str) -> None:
    found = in_page(page)
    assert len(found) <= left().get(page, 0), found


def test_no_folder_has_more_of_these_words_than_before() -> None:
    found: dict[str, dict[str, list[str]]] = defaultdict(dict)
    for path in python_files():
        if words := in_source(path.read_text("utf-8")):
            found[path.parent.relative_to(ROOT).as_posix()][path.name] = words
    more = {folder: files for folder, files in found.items() if sum(map(len, files.values())) > left().get(folder, 0)}
    assert more == {}


def test_each_place_of_the_list_is_there() -> None:
    assert [place for place in left() if not (ROOT / place).exists()] == []


def test_quotations_and_code_do_not_count_and_all_else_does() -> None:
    assert in_text("Whoever is *told* “anew” and\nis told `beside` it") == ["whoever", "is told"]
    source = '''def f(beside):
    """Whoever comes anew."""
    log.warning("%s is told", beside)
    return "whoever"  # so
    # many
'''
    assert sorted(in_source(source)) == ["anew", "is told", "so many", "whoever"]
