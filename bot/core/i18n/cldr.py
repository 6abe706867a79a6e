"""Names of CLDR in Babel's files, read without the rest: Babel keeps all that it knows of a language, 1.4 MB."""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from babel.localedata import resolve_locale_filename


def names_in(language: str, kind: str) -> Mapping[Any, Any]:
    """Return a part of what CLDR has in a language, such as the names of `languages`."""
    with Path(resolve_locale_filename(language)).open("rb") as file:
        found: Mapping[Any, Any] = pickle.load(file)[kind]  # noqa: S301 - Babel's own file
    return found


def calendar_names(language: str, kind: str) -> Iterator[tuple[int, str]]:
    """Yield `months` or `days` by their numbers, in full and abbreviated; 0 is Monday."""
    for widths in names_in(language, kind).values():
        for width in ("wide", "abbreviated"):
            names = widths.get(width)
            if isinstance(names, Mapping):  # not one that refers to another
                yield from names.items()
