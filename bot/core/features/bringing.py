"""/import: a game comes back out of what /export gave, checked throw by throw, as one of the chat's past.

A game that is known already is shown again, to whoever has its text.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from bot.core.boards.faces import Faces
from bot.core.chat import File, Outcome, Request, written
from bot.core.chat_rights import may_open
from bot.core.chat_settings import settings_of
from bot.core.desk import Desk
from bot.core.feature import Feature
from bot.core.features.importing import CannotImport, table_of
from bot.core.ratelimit.sliding_window import Limit, SlidingWindowLimiter
from bot.core.refusal import Refusal
from bot.core.screen import Screen
from bot.core.table import Table
from bot.core.tables import Unreadable
from bot.core.texts import N_
from data.records import OPEN, ChatKey, MoveRecord, PersonKey, TableRecord
from data.store import TableExists
from engine.errors import EngineError
from engine.match import taken_back
from engine.notation import read
from engine.verify import check

MOST = 200_000
"""The most bytes of a game's text; the longest random games have a tenth of it."""
MOVES, WORDS, REMEMBERED_PLIES = 20_000, 100, 500_000
"""The most moves, the most words mixed into the dice, and the most plies that all takebacks together remember."""
PERSON, CHAT = Limit(12, 3600.0, burst=4), Limit(30, 3600.0, burst=10)
_REMEMBERED = 10_000

NO_FILE = N_(
    "With /import comes what /export gave: attach the file, answer the message that has it, or add a short text."
)
TOO_LARGE = N_("That file is too large for a game.")
TOO_MANY = N_("Those are many games at once. Bring in the next one a little later.")
NO_GAME = N_("That is not the text of a whole game, as /export gives it once the game is over.")
FORGED = N_("Something in that game is not as it should be, so I do not take it. This tells what: {command}")
KNOWN = N_("I have another game with the code {code} already.")
_CHECK = "—"
"""Stands between a game and how to check it, where /export gives both in one message."""


class Bringing:
    """Takes one file at a time: to check a game asks for seconds of work."""

    def __init__(self, desk: Desk, faces: Faces) -> None:
        self._desk = desk
        self._faces = faces
        self._one_by_one = asyncio.Semaphore(1)
        self._of_person = SlidingWindowLimiter[PersonKey](PERSON, _REMEMBERED)
        self._of_chat = SlidingWindowLimiter[ChatKey](CHAT, _REMEMBERED)

    @property
    def feature(self) -> Feature:
        """/import."""
        return Feature({"import": self.bring})

    async def bring(self, request: Request) -> Outcome:
        """Stores the game of a file or text, and shows how it ended; raises Refusal."""
        text = request.options.get("text", "")
        file = request.file or (written(text) if text else None)
        if file is None:
            raise Refusal(NO_FILE)
        if file.size > MOST:
            raise Refusal(TOO_LARGE)
        await may_open(self._desk, request.chat, request.person.key)
        self._count(request)
        table, moves = await self._game(file, request.chat)
        try:
            await self._desk.store.add_past(table, moves)
        except TableExists:
            return Outcome(screen=await self._known(request, table, moves))
        return Outcome(table=table.id)

    async def _known(self, request: Request, brought: TableRecord, moves: Sequence[MoveRecord]) -> Screen:
        """How a game that is stored already has ended, if it is the very one that was brought; raises Refusal.

        Then nobody learns more by it than they have read, wherever it was played. Nothing is to be pressed: its own
        message, where it was played, has the buttons.
        """
        desk = self._desk
        try:
            known = await desk.tables.get(brought.id)
        except Unreadable:
            known = None
        if known is None or not _same(known, brought, moves):
            raise Refusal(KNOWN, code=brought.id)
        t = await desk.languages.of_chat(request.chat, request.person)
        theme = (await settings_of(desk.store, request.chat)).theme
        screen = await self._faces.of(known, 0 if known.match is None else len(known.match.plies), t, theme)
        return replace(screen, rows=())

    async def _game(self, file: File, chat: ChatKey) -> tuple[TableRecord, Sequence[MoveRecord]]:
        async with self._one_by_one:
            data = await file.read()
            if len(data) > MOST:
                raise Refusal(TOO_LARGE)
            try:
                return await asyncio.to_thread(_checked, data, chat)
            except (CannotImport, EngineError, ValueError):  # UnicodeDecodeError is a ValueError
                raise Refusal(NO_GAME) from None

    def _count(self, request: Request) -> None:
        """Refuses whoever, and whichever chat, brings in too many."""
        now = self._desk.clock.now()
        own, others = self._of_person.window(request.person.key), self._of_chat.window(request.chat)
        if own.wait(now) or others.wait(now):
            raise Refusal(TOO_MANY)
        own.take(now)
        others.take(now)


def _game_in(text: str) -> str:
    """A text without what /export says below a short game, in the same message."""
    game, _, below = text.rpartition(_CHECK)
    return text if not game or {'"', "]"} & set(below) else game


def _same(known: Table, brought: TableRecord, moves: Sequence[MoveRecord]) -> bool:
    """Whether a stored game is over, and is what its text says."""
    record = known.record
    return (
        record.status not in OPEN
        and record.seed == brought.seed
        and [seat.colours for seat in record.seats] == [seat.colours for seat in brought.seats]
        and [move.move for move in known.log] == [move.move for move in moves]
    )


def _checked(data: bytes, chat: ChatKey) -> tuple[TableRecord, Sequence[MoveRecord]]:
    record = read(_game_in(data.decode()))
    moves, backs = len(record.moves), sum(map(bool, map(taken_back, record.moves)))
    if moves > MOVES or moves * backs > REMEMBERED_PLIES or len(record.contributions) > WORDS:
        raise Refusal(TOO_LARGE)
    made = table_of(record, chat)
    if not all(each.passed for each in check(record)):
        raise Refusal(FORGED, command="python -m engine verify FILE")
    return made
