"""Boards that the page puts together itself: their documents, and the sprites that these name.

Documents are kept for a while. `drawn_boards.py` restores those that are gone, as after a restart.
"""

from __future__ import annotations

import asyncio
import json
import logging
import struct
from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from bot.core.common.lru import LruDict
from bot.core.messages.content import Describe, Picture, Undrawn
from bot.platforms.web.bundle import Asset
from data.records import ChatKey
from render.layers.art import ART

_log = logging.getLogger(__name__)

KEPT = 256
"""How many documents are kept, some 4 KB each with their compressed form."""
CHATS, KNOWN, FEW = 256, 1024, 8_000
"""Chats whose sprites are remembered, how many of each, and the most bytes of sprites that come with a document."""
DENSE = 2
"""How many pixels each way a dense board has for one of the others."""
MOST_PARTS = 256
"""How many sprites one request can ask for: more than any board has."""


@dataclass(frozen=True, slots=True)
class Board:
    """A message's board: its document, and what describes and draws it."""

    document: Asset
    shown: Undrawn
    sprites: Mapping[str, str]
    """Sprites that no earlier board of the chat had, in base64."""
    brief: str
    """The document for a page that has the chat's last one; see `_brief`."""


class Boards:
    """Keeps the boards of messages."""

    def __init__(self) -> None:
        self._now = LruDict[int, Board](KEPT)
        self._kept = LruDict[tuple[int, str], Board](KEPT)
        self._films = LruDict[int, Board](CHATS)
        """Boards that pages show before a message's new picture, until they are sent."""
        self._looks = LruDict[tuple[int, str, str, int], Asset](KEPT)
        """Other looks of boards, by message, digest, theme and density."""
        self._known = LruDict[ChatKey, set[str]](CHATS)
        self._last = LruDict[ChatKey, tuple[int, Asset]](CHATS)
        """The board that a chat got last: its message, and its document."""

    async def document(self, picture: Picture | None) -> Asset | None:
        """Return the document of a picture that is a board; None for others, and if it can't be described."""
        return None if picture is None or picture.board is None else await _described(picture.board.describe)

    async def film(self, picture: Picture | None) -> Asset | None:
        """Return the document of the board that is shown before a picture; None if there is none."""
        return None if picture is None or picture.film is None else await _described(picture.film.describe)

    def keep(
        self, chat: ChatKey, message: int, picture: Picture | None, document: Asset | None, film: Asset | None
    ) -> None:
        """Keep the board of a message with its document, if it shows one, or the `film` before its picture."""
        for boards, shown, asset in (
            (self._films, picture.film if picture is not None else None, film),
            (self._now, picture.board if picture is not None else None, document),
        ):
            boards.pop(message, None)
            if shown is not None and asset is not None:
                boards[message] = self._keep(chat, message, shown, asset)

    def _keep(self, chat: ChatKey, message: int, shown: Undrawn, document: Asset) -> Board:
        last, sprites = self._last.get(chat), self._fresh(chat, document)
        brief = _brief(document, *last) if last is not None else document.data.decode()
        board = self._kept[message, document.digest] = Board(document, shown, sprites, brief)
        self._last[chat] = message, document
        return board

    async def restore(self, message: int, digest: str, shown: Undrawn) -> None:
        """Keep a board again under the digest by which pages know it."""
        if (document := await _described(shown.describe)) is not None:
            self._kept[message, digest] = Board(document, shown, {}, "")

    def _fresh(self, chat: ChatKey, document: Asset) -> dict[str, str]:
        """Return the sprites that pages of a chat lack who saw its boards so far; none if they are many.

        They save pages a request. A page that came later asks for what it lacks.
        """
        told = json.loads(document.data)
        names, known = {told["base"], *told["art"]}, self._known.get(chat, set())
        fresh = {name: ART.file(name) or b"" for name in names - known}
        self._known[chat] = names | known if len(known) < KNOWN else names
        if sum(map(len, fresh.values())) > FEW:
            return {}
        return {name: b64encode(data).decode() for name, data in fresh.items() if data}

    def __contains__(self, message: int) -> bool:
        return message in self._now

    def told(self, message: int, digest: str, *, brief: bool = False) -> dict[str, Any]:
        """Return a message's document with its new sprites, which saves its page requests; nothing if it is gone.

        `brief`: the page has the chat's last board.
        """
        board = self._now.get(message)
        if board is None or board.document.digest != digest:
            return {}
        document = board.brief if brief else board.document.data.decode()
        return {"layers": {"document": document, "sprites": board.sprites}}

    def told_film(self, message: int) -> dict[str, Any]:
        """Return, once, the board that pages show before a message's new picture; nothing if there is none."""
        board = self._films.pop(message, None)
        if board is None:
            return {}
        return {"film": {**(sized(board.document) or {}), "document": board.brief, "sprites": board.sprites}}

    def board(self, message: int, digest: str) -> Undrawn | None:
        """Return a board that is kept, by its digest."""
        board = self._kept.get((message, digest))
        return None if board is None else board.shown

    async def of(self, message: int, digest: str, theme: str = "", *, dense: bool = False) -> Asset | None:
        """Return a document by its digest, or the same board in another look; None if it is gone.

        `dense`: at rest, with twice as many pixels each way.
        """
        board = self._kept.get((message, digest))
        if board is None or not (theme or dense):
            return None if board is None else board.document
        density = DENSE if dense else 1
        look = (message, digest, theme, density)
        found = self._looks.get(look) or await _described(board.shown.describe, theme, density)
        if found is not None and (message, digest) in self._kept:  # else its message was forgotten meanwhile
            self._looks[look] = found
        return found

    def forget(self, message: int) -> None:
        self._now.pop(message, None)
        self._films.pop(message, None)
        for key in [key for key in self._kept if key[0] == message]:
            del self._kept[key]
        for look in [look for look in self._looks if look[0] == message]:
            del self._looks[look]


def sized(document: Asset | None) -> dict[str, Any] | None:
    """Return the digest and the size of a document's board."""
    if document is None:
        return None
    width, height = json.loads(document.data)["size"]
    return {"digest": document.digest, "width": width, "height": height}


def _brief(document: Asset, message: int, before: Asset) -> str:
    """Return a document in which what an earlier one has, `from`, stands for itself by its numbers there.

    A run in `art` and `things` is the number of its first sprite or thing, and their count.
    """
    told, known = json.loads(document.data), json.loads(before.data)
    names, known_names = told["art"], known["art"]
    placed = [(known_names[sprite], *place) for sprite, *place in known["things"]]
    there = {thing: number for number, thing in enumerate(placed)}
    things = [there.get((names[thing[0]], *thing[1:]), thing) for thing in told["things"]]
    numbers = {name: number for number, name in enumerate(known_names)}
    art = [numbers.get(name, name) for name in names]
    brief = {**told, "art": _runs(art), "things": _runs(things), "from": f"{message}/{before.digest}"}
    return json.dumps(brief, separators=(",", ":"))


def _runs(values: Sequence[Any]) -> list[Any]:
    """Return values with each series of numbers one after the other as a run: its first one, and their count."""
    told: list[Any] = []
    for before, value in pairwise((None, *values)):
        if not isinstance(value, int):
            told.append(value)
        elif isinstance(before, int) and value == before + 1:
            told[-1][1] += 1
        else:
            told.append([value, 1])
    return told


async def _described(describe: Describe, theme: str = "", density: int = 1) -> Asset | None:
    try:
        return await asyncio.to_thread(_written, describe, theme, density)
    except Exception:  # noqa: BLE001 - logged; the text says what is there
        _log.exception("a board cannot be described")
        return None


def _written(describe: Describe, theme: str, density: int) -> Asset | None:
    document = describe(theme, density)
    return None if document is None else Asset.of(document)


def packed(names: Sequence[str]) -> tuple[bytes, bool]:
    """Return sprites as one file, each after its length in four bytes, and whether none is gone.

    A sprite that is gone has no bytes.
    """
    files = [ART.file(name) or b"" for name in names]
    return _joined(files), all(files)


def whole(document: Asset) -> bytes:
    """Return a document and then its sprites as one file, packed as sprites are.

    Several processes may serve an app: a document of one may name sprites that the next one lacks.
    """
    return _joined([document.data, *sprites_of(document.data).values()])


def sprites_of(document: str | bytes) -> dict[str, bytes]:
    """Return all that a document names, the empty board first; empty where it is gone."""
    told = json.loads(document)
    return {name: ART.file(name) or b"" for name in (told["base"], *told["art"])}


def _joined(files: Sequence[bytes]) -> bytes:
    return b"".join(struct.pack(">I", len(data)) + data for data in files)
