"""A table's code, which names it and is no secret, and the secret code, which opens a private table: `abc234-xyz789`.

Every button carries the code, so whoever is in a chat may know those of its tables.
"""

from __future__ import annotations

import hmac

from bot.core.domain.table import Table

LENGTH = 6
_ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"  # 32 signs, none easily taken for another


def written(data: bytes) -> str:
    """Write bytes as signs of a code, one each."""
    return "".join(_ALPHABET[byte % 32] for byte in data)


def secret_code(table: Table) -> str:
    """Return a table's code and the word that opens it if it is private.

    It follows from the seed, which its game hides.
    """
    digest = hmac.digest(table.seed, f"palmares door 1 {table.id}".encode(), "sha256")
    return f"{table.id}-{written(digest[:LENGTH])}"
