"""Keep the frames of a page small: what a board is made of comes before its message where both would be too large."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Mapping
from typing import Any

MOST = 3000
"""How many bytes a frame has at most as it is sent, compressed."""
_PACK = 3600
"""How many characters of sprites come together. They are base64, so a quarter fewer bytes are sent."""

_AROUND = 200
"""How many bytes a frame with a part of a document has besides, and what a part loses without the one before it."""

Frame = Mapping[str, Any]


def parted(frame: Frame) -> Iterator[Frame]:
    """Yield a frame with one message, after frames with what would make it too large.

    These are `board` frames. `at` names a board as its address does, `dims` says whether it is dark at night. They
    have its document, the part that it `begins` with, or some of its sprites.
    """
    if _size(frame) > MOST:
        for part in ("layers", "film"):
            yield from _ahead(frame, part)
    yield frame


def written(frame: Frame) -> str:
    """Return a frame as pages get it."""
    return json.dumps(frame, ensure_ascii=False, separators=(",", ":"))


def _ahead(frame: Frame, part: str) -> Iterator[Frame]:
    """Yield the sprites of a message's board, then its document if that is needed, taking them from the frame."""
    (message,) = frame["messages"]
    board = message.get(part)
    if board is None:
        return
    picture = message["body"]["picture"]
    digest = picture["digest"] if part == "layers" else board["digest"]
    told = {"is": "board", "at": f"{message['id']}/{digest}", "dims": picture.get("dims", False)}
    for pack in _packs(board["sprites"]):
        yield {**told, "sprites": pack}
    message[part] = {**board, "sprites": {}}
    if _size(frame) > MOST:
        *pieces, last = _pieces(message[part].pop("document"))
        for piece in pieces:
            yield {**told, "begins": piece}
        yield {**told, "document": last}


def _packs(sprites: Mapping[str, str]) -> Iterator[dict[str, str]]:
    pack: dict[str, str] = {}
    for name, data in sprites.items():
        if pack and sum(map(len, pack.values())) + len(data) > _PACK:
            yield pack
            pack = {}
        pack[name] = data
    if pack:
        yield pack


def _pieces(document: str) -> list[str]:
    """Return a document in as few parts as fit a frame each: nearly always one."""
    count = -(-_size({"document": document}) // (MOST - _AROUND))
    length = -(-len(document) // count)
    return [document[at : at + length] for at in range(0, len(document), length)]


def _size(frame: Frame) -> int:
    """Return how many bytes a frame has when aiohttp has compressed it."""
    packer = zlib.compressobj(zlib.Z_BEST_SPEED, wbits=-zlib.MAX_WBITS)
    return len(packer.compress(written(frame).encode()) + packer.flush())
