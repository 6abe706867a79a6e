"""The page runs in every browser that it says it runs in: nothing newer is in its scripts and style sheets.

Nobody has such old browsers here. So each name of the language and of the browser that a script uses stands in
`tests/fakes/browser_names.txt`. MDN says since when a name can be used; one comes in if all of `OLDEST` know it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from bot.core.i18n.translator import languages
from bot.platforms.web.bundle import assets
from bot.platforms.web.platform import PAGE
from bot.platforms.web.texts import OLDEST
from tests.fakes.script_names import called, nodes, own_names, properties, text

OLD = PAGE / "old.js"
MODULES = sorted(set(PAGE.glob("*.js")) - {OLD})
NAMES = (Path(__file__).parents[2] / "fakes/browser_names.txt").read_text("utf-8")
SHEETS = sorted(PAGE.glob("*.css"))


def _listed(section: str) -> frozenset[str]:
    """Return the words of a section of the list."""
    return frozenset(NAMES.split(f"[{section}]")[1].split("[")[0].split())


SYNTAX = _listed("syntax")
"""What ECMAScript 2022 has, of that what is used; `static` blocks came to Safari only in 16.4."""
SYNTAX_OF_2009 = _listed("syntax of 2009")
"""What any browser reads."""
PROPERTIES = _listed("properties")
"""Names of the language and of browsers that all have had since 2020 or longer."""
NEWER: Mapping[str, tuple[float, float, float]] = {
    "DisplayNames": (81, 86, 14.1),
    "findLast": (97, 104, 15.4),
    "replaceChildren": (86, 78, 14),
    "showModal": (37, 98, 15.4),
    "timeout": (103, 100, 16),  # of AbortSignal
}
"""Younger ones: since which Chrome, Firefox and Safari."""
SENT = _listed("sent")
"""Names of what the server sends."""
FUNCTIONS = _listed("functions")
"""What is called or made without a dot."""
STYLE: Mapping[str, tuple[float, float, float]] = {
    "@container": (105, 110, 16),
    "color-mix(": (111, 113, 16.2),
    "cqw": (105, 110, 16),
    "cqh": (105, 110, 16),
    "dvh": (108, 101, 15.4),
    "inset:": (87, 66, 14.1),
    "translate:": (104, 72, 14.1),
    "rotate:": (104, 72, 14.1),
    "scale:": (104, 72, 14.1),
    ":is(": (88, 78, 14),
    ":focus-visible": (86, 85, 15.4),
}
"""What style sheets need, and since when it is known."""
UNKNOWN = ("light-dark(", "anchor(", "text-wrap:", "field-sizing:", "interpolate-size", "oklch(from", "rgb(from")
"""What younger browsers alone have."""


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_a_module_is_written_in_a_language_that_they_read(path: Path) -> None:
    assert {node.type for node in nodes(path) if node.is_named} <= SYNTAX
    assert not any("v" in text(node) or "d" in text(node) for node in nodes(path) if node.type == "regex_flags")
    assert not any(
        re.search(r"\(\?<[=!]|\(\?[ims-]+:", text(node)) for node in nodes(path) if node.type == "regex_pattern"
    )


def test_the_script_for_older_ones_is_read_by_any() -> None:
    assert {node.type for node in nodes(OLD) if node.is_named} <= SYNTAX_OF_2009


def test_scripts_use_no_name_that_they_do_not_know() -> None:
    own = {name for path in MODULES for name in own_names(path)}
    used = {name for path in MODULES for name in properties(path)} - own
    assert used - PROPERTIES - SENT == set(NEWER)
    assert used >= PROPERTIES | SENT, "the lists have no name that is not used"
    assert {name for path in MODULES for name in called(path)} - own == FUNCTIONS


def test_an_own_name_hides_no_younger_one() -> None:
    younger = (
        "groupBy withResolvers toReversed toSorted toSpliced with isWellFormed checkVisibility fromAsync canParse"
    )
    younger += (
        " startViewTransition showPopover togglePopover setHTML union intersection difference isSubsetOf escape"
    )
    used = {name for path in MODULES for name in properties(path)}
    assert used & set(younger.split()) == set()


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.stem)
def test_a_style_sheet_needs_nothing_that_they_do_not_know(path: Path) -> None:
    rules = re.sub(r"/\*.*?\*/", "", path.read_text("utf-8"), flags=re.DOTALL)
    assert [word for word in UNKNOWN if re.search(rf"(?<![\w-]){re.escape(word)}", rules)] == []
    named = set(re.findall(r"@[a-z-]+", rules))
    assert named <= {"@media", "@keyframes", "@container", "@supports"}
    functions = set(re.findall(r"(?<![\w:-])[a-z][a-z-]*\(", rules))
    assert {function.removesuffix("(") for function in functions} <= _listed("style functions")
    for line in rules.splitlines():  # where a picture has its own words, the plain one stands before it
        if found := re.fullmatch(r'\s*content: (.+) / "";', line):
            assert f"content: {found[1]};" in rules


def test_all_that_is_needed_is_younger_than_none_of_them() -> None:
    oldest = tuple(map(float, OLDEST.values()))
    for since in (*NEWER.values(), *STYLE.values()):
        assert all(first <= known for first, known in zip(since, oldest, strict=True))


@pytest.mark.parametrize(
    "page", sorted(Path(__file__).parents[3].glob("docs/playing*.md")), ids=lambda path: path.name
)
def test_the_pages_for_players_name_the_oldest(page: Path) -> None:
    (line,) = re.findall(r"^- \*\*\w+\*\*\s?: Chrome[^-]*", page.read_text("utf-8"), flags=re.MULTILINE)
    assert all(version in line for version in OLDEST.values())


@pytest.mark.parametrize("language", languages())
def test_too_old_browsers_and_those_without_scripts_are_told_in_each_language(language: str) -> None:
    files = assets(PAGE)
    assert f'"{language}": "' in files["/old.js"].data.decode()
    assert all(version in files["/old.js"].data.decode() for version in OLDEST.values())
    for page in ("/", "/replay.html"):
        html = files[page].data.decode()
        assert f'<p lang="{language}">' in html.split("<noscript>")[1].split("</noscript>")[0]
        assert html.index('src="/old.js"') < html.index('type="module"')
