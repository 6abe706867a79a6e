"""/import: a game comes back out of the file that /export gave, checked throw by throw, as one of the chat's past."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from bot.core.chat import File, Outcome, Request
from bot.core.chat_rights import may_open
from bot.core.desk import Desk
from bot.core.feature import Feature
from bot.core.features.importing import CannotImport, table_of
from bot.core.ratelimit.sliding_window import Limit, SlidingWindowLimiter
from bot.core.refusal import Refusal
from bot.core.texts import N_
from data.records import ChatKey, MoveRecord, PersonKey, TableRecord
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

NO_FILE = N_("With /import comes the file that /export gave: attach it, or answer the message that has it.")
TOO_LARGE = N_("That file is too large for a game.")
TOO_MANY = N_("Those are many games at once. Bring in the next one a little later.")
NO_GAME = N_("That is not the text of a whole game, as /export gives it once the game is over.")
FORGED = N_("Something in that game is not as it should be, so I do not take it. This tells what: {command}")
KNOWN = N_("I have the game {code} already.")


class Bringing:
    """Takes one file at a time: to check a game asks for seconds of work."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._one_by_one = asyncio.Semaphore(1)
        self._of_person = SlidingWindowLimiter[PersonKey](PERSON, _REMEMBERED)
        self._of_chat = SlidingWindowLimiter[ChatKey](CHAT, _REMEMBERED)

    @property
    def feature(self) -> Feature:
        """/import."""
        return Feature({"import": self.bring})

    async def bring(self, request: Request) -> Outcome:
        """Stores the game of a file, and shows how it ended; raises Refusal."""
        file = request.file
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
            raise Refusal(KNOWN, code=table.id) from None
        return Outcome(table=table.id)

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


def _checked(data: bytes, chat: ChatKey) -> tuple[TableRecord, Sequence[MoveRecord]]:
    record = read(data.decode())
    moves, backs = len(record.moves), sum(map(bool, map(taken_back, record.moves)))
    if moves > MOVES or moves * backs > REMEMBERED_PLIES or len(record.contributions) > WORDS:
        raise Refusal(TOO_LARGE)
    made = table_of(record, chat)
    if not all(each.passed for each in check(record)):
        raise Refusal(FORGED, command="python -m engine verify FILE")
    return made
