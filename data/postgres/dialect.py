"""Translate a role's statement for PostgreSQL."""

# ruff: noqa: S608 - constants only

from __future__ import annotations

import re
from functools import cache

# Literals, quoted names and casts are left alone; `user` is a word of PostgreSQL's own.
_TOKEN = re.compile(r"""'(?:[^']|'')*'|"[^"]*"|::|:(?P<name>\w+)|\b(?P<word>user)\b""")


@cache  # statements are constants
def numbered(statement: str) -> tuple[str, tuple[str, ...]]:
    """Return a statement with its parameters by number, `$1` on, and their names in that order."""
    names: list[str] = []

    def token(found: re.Match[str]) -> str:
        if name := found["name"]:
            if name not in names:
                names.append(name)
            return f"${names.index(name) + 1}"
        return '"user"' if found["word"] else found[0]

    return _TOKEN.sub(token, statement), tuple(names)


def reworded(statement: str, phrase: tuple[str, str]) -> str:
    """Replace the one phrase that PostgreSQL says otherwise; raises ValueError if the statement does not have it.

    A statement with more than one such phrase is written in full.
    """
    ours, theirs = phrase
    if ours not in statement:
        raise ValueError(f"{ours!r} is no phrase of {statement!r}")
    return statement.replace(ours, theirs)


def listed(parameter: str) -> tuple[str, str]:
    """Return the phrase for all texts in a JSON list parameter, in SQLite and PostgreSQL."""
    texts = f"SELECT json_array_elements_text(CAST(:{parameter} AS JSON))"
    return f"SELECT value FROM json_each(:{parameter})", texts


def paired(parameter: str) -> tuple[str, str]:
    """Return the phrase for all pairs of texts in a JSON list parameter, in SQLite and PostgreSQL."""
    ours = f"SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]') FROM json_each(:{parameter})"
    return (
        ours,
        f"SELECT value ->> 0, value ->> 1 FROM json_array_elements(CAST(:{parameter} AS JSON)) AS each(value)",
    )


def gathered(columns: str) -> tuple[str, str]:
    """Return the phrase for all rows as a JSON list of lists of these columns, in SQLite and PostgreSQL."""
    theirs = f"SELECT coalesce(json_agg(json_build_array({columns})), '[]')"
    return f"SELECT json_group_array(json_array({columns}))", theirs
