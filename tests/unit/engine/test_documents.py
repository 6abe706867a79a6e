"""The rule books in docs/ and the code know the same rules, presets and switches."""

from __future__ import annotations

import ast
import re
import tokenize
from functools import cache
from pathlib import Path

import pytest

from engine import catalog
from tests.unit.engine.documents import PAGES, ROOT, RULE_BOOKS, headings, part, sources, tables, text, value, words

GAMES = pytest.mark.parametrize("game", ["parchis", "palma"])

# --- rule ids -------------------------------------------------------------------------------------------------------


@cache
def rules_told() -> frozenset[str]:
    ids = [found.group() for page in RULE_BOOKS.values() for head in headings(page) if (found := _ID.match(head))]
    assert len(set(ids)) == len(ids)
    return frozenset(ids)


_ID = re.compile(r"[PH]\d{1,2}(?=\.)")
_CITED = re.compile(r"\b[PH]\d{1,2}\b")
_IN_NAME = re.compile(r"(?<=_)[ph]\d{1,2}(?=_|$)")


@cache
def cited(path: Path) -> frozenset[str]:
    """The ids in a file's docstrings, comments and names of tests."""
    with tokenize.open(path) as file:
        source = file.read()
    tree = ast.parse(source)
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            found.update(_CITED.findall(node.value.value))
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
            found.update(rule.upper() for rule in _IN_NAME.findall(node.name))
    if re.search(r"#.*\b[PH]\d", source):  # tokens are slow to come by
        tokens = tokenize.generate_tokens(iter(source.splitlines(keepends=True)).__next__)
        for token in tokens:
            if token.type == tokenize.COMMENT:
                found.update(_CITED.findall(token.string))
    return frozenset(found)


def test_rule_ids_are_in_order_and_of_their_game() -> None:
    for page, letter, last in ((RULE_BOOKS["parchis"], "P", 95), (RULE_BOOKS["palma"], "H", 30)):
        ids = [found.group() for head in headings(page) if (found := _ID.match(head))]
        assert {rule[0] for rule in ids} == {letter}
        numbers = [int(rule[1:]) for rule in ids]
        assert numbers == sorted(numbers)
        assert numbers[-1] == last


def test_every_rule_that_code_and_tests_cite_is_told() -> None:
    unknown = {
        path.relative_to(ROOT): ids - rules_told() for path in sources("engine", "tests") if (ids := cited(path))
    }
    assert {path: sorted(ids) for path, ids in unknown.items() if ids} == {}


def test_every_rule_that_is_told_is_named_in_a_test() -> None:
    here = Path(__file__)
    named = frozenset().union(*(cited(path) for path in sources("tests") if path != here))
    assert sorted(rules_told() - named) == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_rule_that_a_page_mentions_is_told(page: Path) -> None:
    prose = re.sub(r"`[^`]*`", "", text(page))  # `P1` is a purple piece
    assert set(_CITED.findall(prose)) <= rules_told()


# --- presets and switches -------------------------------------------------------------------------------------------


@GAMES
def test_presets_are_as_in_the_table(game: str) -> None:
    head, *rows = tables(part(RULE_BOOKS[game], "Presets"))[0]
    presets = catalog.game(game).describe()["presets"]
    assert [words(name)[0] for name in head[2:]] == list(presets)
    assert [words(row[0])[0] for row in rows] == [
        switch for switch in next(iter(presets.values())) if switch != "preset"
    ]
    for row in rows:
        switch = words(row[0])[0]
        assert set(_CITED.findall(row[1])), f"{switch} names no rule"
        for (name, preset), cell in zip(presets.items(), row[2:], strict=True):
            if cell == "—":
                assert (name, switch) == ("diceless", "third_six_spares_shelter")
            else:
                assert value(words(cell)[0]) == preset[switch]


@GAMES
def test_switches_are_as_in_the_table(game: str) -> None:
    _, *rows = tables(part(RULE_BOOKS[game], "Presets"))[1]
    told = {words(row[0])[0]: [value(word) for word in words(row[1])] for row in rows}
    assert told == catalog.game(game).describe()["switches"]


@GAMES
def test_the_preset_of_who_names_none(game: str) -> None:
    found = re.search(r"names\s+no\s+preset\s+plays `(\w+)`", part(RULE_BOOKS[game], "Presets"), re.IGNORECASE)
    assert found is not None
    rules = catalog.game(game)
    assert rules.position(rules.start())["rules"]["preset"] == found.group(1)
