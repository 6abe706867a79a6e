"""Whatever a page or a script of the CI names is there: paths, names in them, modules, make's targets, tests."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    path.relative_to(ROOT).as_posix()
    for pattern in ("*.md", "docs/**/*.md", ".github/**/*.md", ".github/**/*.y*ml", ".ci/*")
    for path in ROOT.glob(pattern)
    if path.name != "CHANGELOG.md"  # it tells of what was, under the names of its day
)
SCRIPTS = [page for page in PAGES if not page.endswith(".md")]  # test_document_commands.py reads the Markdown
FOLDERS = ("bot", "engine", "render", "data", "tests", "tools", "benchmarks", "docs", "deploy", ".ci", ".github")
EXAMPLES = {"features/coin"}
"""What a page tells its reader to make."""
PATH = re.compile(r"([A-Za-z.][\w.<>*-]*(?:/[\w.<>*-]+)*/?)(?:::?\s*(\w+))?")
"""A path, and perhaps a name in it: `engine/game.py: Game`, `tests/unit/test_x.py::test_y`."""
ENDINGS = (".py", ".md", ".toml", ".po", ".sql", ".sh", ".yaml", ".yml", ".service", ".json")


@cache
def tree() -> frozenset[str]:
    """Every file and folder of the project, from its root."""
    files = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if "__pycache__" not in path.parts]
    above = [path for path in ROOT.iterdir() if path.name in FOLDERS or path.is_file()]
    return frozenset(path.relative_to(ROOT).as_posix() for path in (*files, *above))


def text_of(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def is_there(path: str) -> bool:
    """Tell whether a path leads somewhere, from the root or from any folder; `<language>` is any name."""
    pattern = re.sub(r"<\w+>|\\\*", "[^/]+", re.escape(path.rstrip("/")).replace(r"\<", "<").replace(r"\>", ">"))
    return any(re.search(rf"(?:^|/){pattern}$", known) for known in tree())


def named_paths(page: str) -> Iterator[tuple[str, str | None]]:
    """The paths of our own in back-ticks, or anywhere in a script, each with the name that is to be found in it."""
    if page.startswith((".ci/", ".github/workflows")):
        words = [word for word in re.split(r"[\s'\"]+", text_of(page)) if word.startswith(("tests/", ".ci/"))]
    else:
        words = re.findall(r"`([^`\n]+)`", text_of(page))
    for word in words:
        match = PATH.fullmatch(word)
        if match is None or word in EXAMPLES:
            continue
        path, name = match.groups()
        first = path.partition("/")[0]
        if ("/" in path and (first in FOLDERS or is_there(first))) or path.endswith(ENDINGS):
            yield path, name


def test_each_path_is_there_with_what_is_named_in_it() -> None:
    for page, (path, name) in [(each, named) for each in PAGES for named in named_paths(each)]:
        assert is_there(path), f"{page} names {path}"
        if name is not None:
            nodes = ast.walk(ast.parse(text_of(path)))
            assert name in {getattr(node, "name", None) for node in nodes}, f"{page} names {name} in {path}"


@pytest.mark.parametrize("page", [*SCRIPTS, "Makefile"])
def test_each_module_that_is_to_be_run_can_be(page: str) -> None:
    for module in re.findall(r"python3? (?:-P )?-m ((?:bot|engine|render|benchmarks)[\w.]*)", text_of(page)):
        path = module.rstrip(".").replace(".", "/")
        assert {f"{path}.py", f"{path}/__main__.py"} & tree(), f"{page} runs {module}"


@pytest.mark.parametrize("page", SCRIPTS)
def test_each_target_of_make_is_one(page: str) -> None:
    targets = set(re.findall(r"^([\w-]+):", text_of("Makefile"), re.MULTILINE))
    for target in re.findall(r"(?:`|^\s*)make ([a-z-]+)", text_of(page), re.MULTILINE):
        assert target in targets, f"{page} says make {target}"


def test_a_path_that_is_not_there_is_noticed() -> None:
    assert is_there("bot/locales/<language>/LC_MESSAGES/palmares.po")
    assert is_there("store.py")
    assert not is_there("data/stor.py")
    assert not is_there("tore.py")
