"""A language that nobody speaks: every sentence marked, accented, 40 % longer, and with its places in another order.

It shows what escapes translation, and what breaks if a language is longer than those that we know.
"""

from __future__ import annotations

import math
import re
import shutil
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from io import BytesIO
from pathlib import Path
from string import Formatter

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from bot.core.i18n import translator as texts
from bot.core.i18n.grammar import LOCALES
from bot.core.i18n.translator import DOMAIN
from bot.locales.update import extract, refresh, write
from tests.fakes.catalogues import forget

LANGUAGE = "sv"
"""A language that Telegram and Discord know, so that people can have it, and that has no catalogue."""
OPEN, CLOSE = "⟦", "⟧"
LONGER = 0.4
_ACCENTS = str.maketrans("aeiouyncsAEIOUYNCS", "äëïöüýñçšÄËÏÖÜÝÑÇŠ")
_COMMAND = re.compile(r"(/[a-z]+)")
_MARKED = re.compile(f"{OPEN}[^{OPEN}{CLOSE}]*{CLOSE}")


def marked(sentence: str) -> str:
    """Return a sentence in this language; its commands stay, and the last of its places comes first."""
    pieces = [(words, place) for words, place, _, _ in Formatter().parse(sentence)]
    turned = [place for _, place in reversed(pieces) if place is not None]
    said = ""
    for words, place in pieces:
        said += (
            "".join(part if part.startswith("/") else part.translate(_ACCENTS) for part in _COMMAND.split(words))
            .replace("{", "{{")
            .replace("}", "}}")
        )
        said += "" if place is None else f"{{{turned.pop(0)}}}"
    return f"{OPEN}{said}{'~' * math.ceil(LONGER * len(sentence))}{CLOSE}"


def unmarked(text: str) -> str:
    """Return what of a text is no sentence of the catalogue."""
    while (rest := _MARKED.sub(" ", text)) != text:
        text = rest
    return text


def pseudo_language(folder: Path) -> AbstractContextManager[str]:
    """Add the language to the others, which are copied into a folder, for a while."""
    catalogue = read_po(BytesIO(), locale=LANGUAGE)
    refresh(catalogue, extract())
    for message in catalogue:
        if message.id:
            message.string = marked(message.id) if isinstance(message.id, str) else tuple(map(marked, message.id))
    return added(folder, LANGUAGE, catalogue)


@contextmanager
def added(folder: Path, language: str, catalogue: Catalog) -> Iterator[str]:
    """Add a language to the others, which are copied into a folder, for a while."""
    for file in LOCALES.glob(f"*/LC_MESSAGES/{DOMAIN}.po"):
        (folder / file.relative_to(LOCALES)).parent.mkdir(parents=True)
        shutil.copy(file, folder / file.relative_to(LOCALES))
    path = folder / language / "LC_MESSAGES" / f"{DOMAIN}.po"
    path.parent.mkdir(parents=True)
    path.write_bytes(write(catalogue))
    texts.LOCALES = folder
    forget()
    try:
        yield language
    finally:
        texts.LOCALES = LOCALES
        forget()
