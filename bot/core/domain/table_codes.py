"""A table's public code, and the secret code that opens a private table: `abc234-xyz789`.

Every button carries the public code, so all members of a chat may know those of its tables.
"""

from __future__ import annotations

import hmac

from bot.core.domain.table import Table

LENGTH = 6
_ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"  # 32 signs, none easily taken for another


def written(data: bytes) -> str:
    return "".join(_ALPHABET[byte % 32] for byte in data)


def secret_code(table: Table) -> str:
    """Return a table's code with the word that opens it if it is private.

    The word follows from the seed, which its game keeps secret.
    """
    digest = hmac.digest(table.seed, f"palmares door 1 {table.id}".encode(), "sha256")
    return f"{table.id}-{written(digest[:LENGTH])}"
