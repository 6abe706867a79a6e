"""A rule book says the same in each language: the same rules, as many paragraphs, the same code and figures."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2] / "docs" / "rules"
TRANSLATIONS = {page: ROOT / page.name for page in sorted(ROOT.glob("*/*.md"))}
EACH = pytest.mark.parametrize(
    ("page", "original"), TRANSLATIONS.items(), ids=[f"{page.parent.name}-{page.stem}" for page in TRANSLATIONS]
)


def rules(page: Path) -> dict[str, str]:
    """Each numbered rule by its number."""
    pieces = re.split(r'^<a id="(\w+)"></a>$|^## .+$', page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {name: rule for name, rule in zip(pieces[1::2], pieces[2::2], strict=True) if name}


@EACH
def test_it_has_the_same_rules(page: Path, original: Path) -> None:
    assert list(rules(page)) == list(rules(original))


@EACH
def test_each_rule_has_as_many_paragraphs(page: Path, original: Path) -> None:
    there = rules(original)
    for name, rule in rules(page).items():
        assert len(re.split(r"\n\s*\n", rule.strip())) == len(re.split(r"\n\s*\n", there[name].strip())), name


@EACH
def test_each_rule_has_the_same_code(page: Path, original: Path) -> None:
    there = rules(original)
    for name, rule in rules(page).items():
        assert set(re.findall(r"`([^`]+)`", rule)) == set(re.findall(r"`([^`]+)`", there[name])), name


@EACH
def test_each_rule_has_the_figures_of_the_original(page: Path, original: Path) -> None:
    """A translation may have more: *the 20 and the 10* are what English calls bonuses."""
    there = rules(original)
    for name, rule in rules(page).items():
        assert set(re.findall(r"\d+", there[name])) <= set(re.findall(r"\d+", rule)), name
