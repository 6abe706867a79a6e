"""What tells two faces of a board message apart, so that nobody is sent the one that they see already."""

from __future__ import annotations

from hashlib import blake2b

from bot.core.domain.table import StartedTable, Table
from bot.core.messages.content import Screen

_BYTES = 12


def digest_of(screen: Screen, table: Table) -> str:
    """Return a digest, 24 hexadecimal digits, of a table's face: text, picture, buttons, and what they are good for.

    A button carries the version of the table under which it was made. It stays good while neither a move was made nor
    the seats were laid out anew, so the digest has those moments in the version's place.
    """
    plies = table.plies if isinstance(table, StartedTable) else 0
    good = (table.status.value, table.lobby.laid, table.started, plies)
    rows = [[(button.label, _sense(button.token), button.tone.value) for button in row] for row in screen.rows]
    alt = screen.picture.alt if screen.picture is not None else None
    face = blake2b(repr((good, screen.text, rows, alt)).encode("utf-8", "surrogatepass"), digest_size=_BYTES)
    if screen.picture is not None:
        face.update(screen.picture.data)
    return face.hexdigest()


def _sense(token: str) -> str:
    """Say what a button does, whatever the version under which it was made."""
    table, _, rest = token.split(".", 2)
    return f"{table}.{rest}"
