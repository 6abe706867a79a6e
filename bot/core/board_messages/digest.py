"""What tells two faces of a board message apart, so that nobody is sent the one that they see already.

Behind the digest stands a mark where the message itself has called who is to act: it was posted for them.
"""

from __future__ import annotations

from hashlib import blake2b

from bot.core.domain.table import StartedTable, Table
from bot.core.messages.content import Screen
from data.records import BoardRecord

_BYTES = 12
_CALLED = "!"
HUSHED = "hushed"
"""The face of an old board whose replacement must not mention anyone: a blocked person asked for it."""


def digest_of(screen: Screen, table: Table) -> str:
    """Return a digest, 24 hexadecimal digits, of a table's face: text, picture, buttons, and what they are good for.

    A button carries the version of the table under which it was made. It stays good while neither a move was made nor
    the seats were laid out anew, so the digest has those moments in the version's place. Where nothing can be pressed
    they are nothing to anybody.
    """
    plies = table.plies if isinstance(table, StartedTable) else 0
    good = (table.status.value, table.lobby.laid, table.started, plies) if screen.rows else ()
    rows = [[(button.label, _sense(button.token), button.tone.value) for button in row] for row in screen.rows]
    alt = screen.picture.alt if screen.picture is not None else None
    face = blake2b(repr((good, screen.text, rows, alt)).encode("utf-8", "surrogatepass"), digest_size=_BYTES)
    if screen.picture is not None:
        face.update(screen.picture.data)
    if screen.places:
        deeds = [[(button.label, _sense(button.token)) for button in place.deeds] for place in screen.places]
        face.update(repr(deeds).encode("utf-8", "surrogatepass"))
    for language, told in screen.told:
        face.update(repr((language, told.text)).encode("utf-8", "surrogatepass"))
    return face.hexdigest()


def face_of(digest: str, *, called: bool) -> str:
    """Return what is noted of a board message, in `BoardRecord.face`."""
    return digest + _CALLED if called else digest


def shows(board: BoardRecord, digest: str) -> bool:
    """Return whether a message has the face of this digest already."""
    return board.face.removesuffix(_CALLED) == digest


def has_called(board: BoardRecord) -> bool:
    """Return whether a board was posted for whoever it still speaks to, and so has called them."""
    return board.face.endswith(_CALLED)


def is_doubted(board: BoardRecord) -> bool:
    """Return whether nobody knows what a message shows; `Store.doubt_boards` notes it one version too low then."""
    return not board.face.removesuffix(_CALLED)


def _sense(token: str) -> str:
    """Say what a button does, whatever the version under which it was made."""
    table, _, rest = token.split(".", 2)
    return f"{table}.{rest}"
