"""Identify what a board message shows, so that identical content isn't sent twice.

A mark after the digest means that the message itself notified the player to act.
"""

from __future__ import annotations

from hashlib import blake2b

from bot.core.domain.table import StartedTable, Table
from bot.core.messages.content import Part, Screen, Text
from data.records import BoardRecord

_BYTES = 12
_TAIL = 64
"""Bytes of a picture that count: a PNG ends with a checksum of its pixels and one of its compressed bytes."""
_CALLED = "!"
_PLAIN = Part("")[1:]
HUSHED = "hushed"
"""The face of an old board whose replacement must not mention anyone: a blocked person caused it."""


def digest_of(screen: Screen, table: Table) -> str:
    """Return a digest (24 hexadecimal digits) of a table's text, picture, buttons and their validity.

    A button stays valid until a move is made or the seats change, so the digest has those moments instead of the
    version. They don't count when there are no buttons.
    """
    plies = table.plies if isinstance(table, StartedTable) else 0
    good = (table.status.value, table.lobby.laid, table.started, plies) if screen.rows else ()
    rows = [[(button.label, _sense(button.token), button.tone.value) for button in row] for row in screen.rows]
    told = repr((good, _values_of(screen.text), rows))
    face = blake2b(told.encode("utf-8", "surrogatepass"), digest_size=_BYTES)
    if screen.picture is not None:
        shows = screen.picture.shows.encode("utf-8", "surrogatepass")
        face.update(shows or screen.picture.data[-_TAIL:])
        if screen.picture.board is not None:
            face.update(screen.picture.board.position.encode("utf-8", "surrogatepass"))
    if screen.places:
        deeds = [[(button.label, _sense(button.token)) for button in place.deeds] for place in screen.places]
        face.update(repr(deeds).encode("utf-8", "surrogatepass"))
    for language, other in screen.told:
        face.update(repr((language, _values_of(other.text))).encode("utf-8", "surrogatepass"))
    return face.hexdigest()


def _values_of(text: Text) -> list[list[object]]:
    """Return what a text consists of: of most parts the words alone, since emphasis and names take long to write."""
    return [[part.text if part[1:] == _PLAIN else tuple(part) for part in line] for line in text.lines]


def face_of(digest: str, *, called: bool) -> str:
    """Return the value of `BoardRecord.face`."""
    return digest + _CALLED if called else digest


def shows(board: BoardRecord, digest: str) -> bool:
    """Return whether a message already shows what this digest stands for."""
    return board.face.removesuffix(_CALLED) == digest


def has_called(board: BoardRecord) -> bool:
    """Return whether posting the board notified the player it is for."""
    return board.face.endswith(_CALLED)


def is_doubted(board: BoardRecord) -> bool:
    """Return whether the message's content is unknown; `Store.doubt_boards` then stores one version too low."""
    return not board.face.removesuffix(_CALLED)


def _sense(token: str) -> str:
    """Return a button's token without its version."""
    table, _, rest = token.split(".", 2)
    return f"{table}.{rest}"
