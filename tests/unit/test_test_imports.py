"""Tests stand alone: what several share is in tests/fakes or in a helper in their folder; conftests hold fixtures."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FILES = sorted(
    path.relative_to(ROOT).as_posix() for folder in ("tests", "benchmarks") for path in (ROOT / folder).rglob("*.py")
)
CONFTESTS = [path for path in FILES if path.endswith("/conftest.py")]


@cache
def imports_of(path: str) -> tuple[str, ...]:
    """Return the modules of tests and benchmarks that a file imports."""
    return tuple(_imports_of(path))


def _imports_of(path: str) -> Iterator[str]:
    for node in ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            continue
        for name in names:
            if name.partition(".")[0] in {"tests", "benchmarks"} and (ROOT / f"{name.replace('.', '/')}.py").exists():
                yield name


def test_no_file_imports_a_test_or_a_conftest() -> None:
    for path in FILES:
        for name in imports_of(path):
            last = name.rpartition(".")[2]
            assert not last.startswith(("conftest", "test_")), f"{path} imports {name}"


def test_what_tests_of_several_folders_share_is_in_fakes() -> None:
    for path in FILES:
        beside = path.rpartition("/")[0].replace("/", ".")
        for name in imports_of(path):
            if name.startswith("tests."):
                home = name.rpartition(".")[0]
                assert home == beside or f"{home}.".startswith("tests.fakes."), f"{path} imports {name}"


@pytest.mark.parametrize("path", CONFTESTS)
def test_a_conftest_holds_fixtures_and_hooks_only(path: str) -> None:
    """And what these need themselves, which nobody else can import then."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    functions = [node for node in tree.body if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
    marked = [node for node in functions if any("fixture" in ast.unparse(mark) for mark in node.decorator_list)]
    assert marked, f"{path} has no fixture"
    assert not [node.name for node in functions if node.name.startswith("test_")]
    assert not [node.name for node in tree.body if isinstance(node, ast.ClassDef)]
