"""The Markdown files of the project, read as data: prose, code, anchors."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDERS = ("docs", ".github", "bot", "engine", "render", "data", "tests", "tools", "benchmarks", "deploy")
FILES = sorted([*ROOT.glob("*.md"), *(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.md"))])
PAGES = [path.relative_to(ROOT).as_posix() for path in FILES]
CHANGELOG = "CHANGELOG.md"
"""It speaks of what was, under the names of its day."""
_BLOCK = re.compile(r"^( *)```(\w*)[^\n]*\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
_SPAN = re.compile(r"(`+)(.+?)\1", re.DOTALL)


@cache
def text(page: str) -> str:
    """Return a page as it is written."""
    return (ROOT / page).read_text(encoding="utf-8")


def without_blocks(page: str) -> str:
    """Return a page without its fenced code, each block an empty line."""
    return _BLOCK.sub("", text(page))


def prose(page: str) -> str:
    """Return a page without any code and without the targets of links."""
    return re.sub(r"\]\([^)]*\)", "]", _SPAN.sub("", without_blocks(page)))


def blocks(page: str) -> Iterator[tuple[str, str]]:
    """Yield each block of fenced code with its language."""
    for _, language, code in _BLOCK.findall(text(page)):
        yield language, code


def spans(page: str) -> Iterator[str]:
    """Yield the code within sentences, on one line each."""
    for _, code in _SPAN.findall(without_blocks(page)):
        yield " ".join(code.split())


@cache
def anchors(page: str) -> frozenset[str]:
    """Return what a link may lead to within a page: its headings as GitHub makes anchors of them, and its own."""
    found: set[str] = set()
    for heading in re.findall(r"^#+ (.+)$", without_blocks(page), re.MULTILINE):
        shown = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading.replace("`", "")).strip()
        name = again = re.sub(r"[^\w\- ]", "", shown.lower()).replace(" ", "-")
        number = 0
        while again in found:
            number += 1
            again = f"{name}-{number}"
        found.add(again)
    return frozenset(found | set(re.findall(r'<a id="([^"]+)">', text(page))))
