"""Find the words that docs/glossary.md advises against: in prose, docstrings, comments and log lines."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

from tests.unit.markdown import ROOT, prose

FOLDERS = ("bot", "engine", "render", "data", "palmares", "tests", "tools", "benchmarks", "deploy", "docs")
WORDS = re.compile(
    r"\b(?:whoever|anew|so many|(?:is|are|was|were|be) told|of its own|beside|mend(?:s|ed|ing)?|signs? of life)\b",
    re.IGNORECASE,
)
_QUOTED = re.compile(r'"[^"]*"|“[^”]*”|«[^»]*»|`[^`]*`|\*[^*\n]+\*')
_LEVELS = {"debug", "info", "warning", "error", "exception", "critical"}


def in_text(text: str) -> list[str]:
    """Return the words of a text, in their order, outside its quotations and code."""
    return [found.group().lower() for found in WORDS.finditer(" ".join(_QUOTED.sub("", text).split()))]


def in_page(page: str) -> list[str]:
    """Return the words of a Markdown file."""
    return in_text(prose(page))


def in_source(source: str) -> list[str]:
    """Return the words of the docstrings, comments and log lines of a Python file."""
    if not WORDS.search(" ".join(source.split())):
        return []
    return [word for text in (*_documented(source), *_commented(source)) for word in in_text(text)]


def python_files() -> Iterator[Path]:
    """Yield the Python files of the project."""
    for folder in FOLDERS:
        yield from (ROOT / folder).rglob("*.py")


def _parsed(source: str) -> ast.AST:
    try:
        return ast.parse(source)
    except (
        SystemError
    ):  # before 3.11.8, Python miscounts its depth where something else is parsed meanwhile (gh-106905)
        return ast.parse(source)


def _documented(source: str) -> Iterator[str]:
    """Yield docstrings, those below constants too, and the texts of log lines."""
    for node in ast.walk(_parsed(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.value.value
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _LEVELS:
            yield from (
                each.value for each in node.args if isinstance(each, ast.Constant) and type(each.value) is str
            )


def _commented(source: str) -> Iterator[str]:
    """Yield comments, those of adjacent lines as one."""
    if not WORDS.search(" ".join(" ".join(re.findall(r"#([^\n]*)", source)).split())):  # tokens are slow to get
        return
    block: list[str] = []
    last = 0
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type != tokenize.COMMENT:
            continue
        if token.start[0] != last + 1:
            yield " ".join(block)
            block = []
        block.append(token.string.lstrip("#"))
        last = token.start[0]
    yield " ".join(block)
