"""Render the rule books as pages, from the Markdown in docs/rules, which the package includes."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path

ADDRESS = "/rules"
"""The page's path of all books."""
_FOLDERS = (Path(__file__).parent / "rules", Path(__file__).parents[3] / "docs" / "rules")
"""The books' folders in an installed bot, and in the sources."""
_PAGE = """<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} · Palmarés</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/book.css">
</head>
<body>
<main>
{body}</main>
</body>
</html>
"""


def books() -> Mapping[str, Path]:
    """Return the file of each book by its address on the page; empty if the books are not installed."""
    folder = next((folder for folder in _FOLDERS if folder.is_dir()), None)
    if folder is None:
        return {}
    return {f"{ADDRESS}/{file.relative_to(folder).as_posix()}": file for file in sorted(folder.rglob("*.md"))}


def book_page(file: Path) -> bytes:
    """Return a book as a page; its headings have the same anchors as on GitHub. Raises OSError.

    The Markdown library is imported with the first book, not at each start.
    """
    from markdown_it import MarkdownIt

    # the books are ours: the anchors of their rules are HTML
    markdown = MarkdownIt("commonmark", {"html": True}).enable("table")
    tokens = markdown.parse(file.read_text("utf-8"))
    headings = [(token, text.content) for token, text in pairwise(tokens) if token.type == "heading_open"]
    for token, heading in headings:
        token.attrSet("id", _anchor(heading))
    language = file.parent.name if len(file.parent.name) == 2 else "en"
    body = markdown.renderer.render(tokens, markdown.options, {})
    return _PAGE.format(language=language, title=html.escape(headings[0][1]), body=body).encode()


def _anchor(heading: str) -> str:
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
