"""Import a game from an export, checked roll by roll, as one of the chat's past games.

A known game is shown again, to anybody who has its text.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace

from bot.core.board_messages.screen_renderer import ScreenRenderer
from bot.core.board_messages.subject import subject_of
from bot.core.domain.chat_settings import settings_of
from bot.core.domain.table import StartedTable
from bot.core.features.export.faults_view import at, false, header, unreadable
from bot.core.features.export.game_import import CannotImport, Known, checks_of, keep, table_of
from bot.core.i18n.refusal import Refusal
from bot.core.i18n.translator import N_
from bot.core.messages.content import Screen
from bot.core.messages.requests import File, Outcome, Request, written
from bot.core.ratelimit.keyed_windows import KeyedWindows
from bot.core.ratelimit.sliding_window import RateLimit
from bot.core.services.actors import may_open_table
from bot.core.services.signing import SigningKeys
from bot.core.services.table_service import TableService
from data.records import ChatKey, PersonKey
from engine.errors import BadNotation, EngineError
from engine.match import taken_back
from engine.notation import read

MOST = 200_000
"""The limit on a game's text in bytes; the longest random games have a tenth of it."""
MOVES, WORDS, REMEMBERED_PLIES = 20_000, 100, 500_000
"""Limits on moves, on words mixed into the dice, and on plies that all takebacks together remember."""
PERSON, CHAT = RateLimit(12, 3600.0, burst=4), RateLimit(30, 3600.0, burst=10)

NO_FILE = N_(
    "/import needs what /export gave you: attach the file, reply to the message that has it, "
    "or add the text if it's short."
)
TOO_LARGE = N_("That file is too big for a game.")
TOO_MANY = N_("That's a lot of games at once! Import the next one a bit later.")
NO_GAME = N_("That's not a finished game. Use a file from /export. {reason}")
FORGED = N_("Something in that game doesn't check out, so I won't import it. {reason} More details: {command}")
NO_TEXT = N_("this isn't UTF-8 text.")
KNOWN = N_("I already have another game with the code {code}.")
_CHECK = "—"
"""The separator between a game and how to check it, if /export gives both in one message."""


class GameImporter:
    """Import one file at a time: the check takes seconds."""

    def __init__(self, service: TableService, renderer: ScreenRenderer) -> None:
        self._service = service
        self._renderer = renderer
        self._one_by_one = asyncio.Semaphore(1)
        self._of_person = KeyedWindows[PersonKey](PERSON)
        self._of_chat = KeyedWindows[ChatKey](CHAT)

    async def bring(self, request: Request) -> Outcome:
        """Store the game of a file or text, and show how it ended; raises Refusal."""
        text = request.options.get("text", "")
        file = request.file or (written(text) if text else None)
        if file is None:
            raise Refusal(NO_FILE)
        if file.size > MOST:
            raise Refusal(TOO_LARGE)
        await may_open_table(self._service, request.chat, request.person.key)
        self._count(request)
        past = await self._game(file, request.chat)
        try:
            return Outcome(table=await keep(self._service.tables, replace(past, host=request.person.key)))
        except Known as known:
            if not known.same:
                raise Refusal(KNOWN, code=known.code) from None
            return Outcome(screen=await self._known(request, known.code))

    async def _known(self, request: Request, code: str) -> Screen:
        """Show how a stored game ended; raises Refusal.

        The text is the same as the stored one, so the answer reveals nothing new. There are no buttons: the game's
        own message has them.
        """
        service = self._service
        known = await service.tables.get(code)
        if known is None:
            raise Refusal(KNOWN, code=code)
        t = await service.languages.of_chat(request.chat, request.person)
        settings = await settings_of(service.store, request.chat)
        plies = len(known.match.plies) if isinstance(known, StartedTable) else 0
        screen = await self._renderer.of(request.chat, known, plies, t, settings)
        return replace(screen, rows=(), about=subject_of(known))

    async def _game(self, file: File, chat: ChatKey) -> StartedTable:
        async with self._one_by_one:
            data = await file.read()
            if len(data) > MOST:
                raise Refusal(TOO_LARGE)
            return await asyncio.to_thread(_checked, data, chat, await self._service.keys())

    def _count(self, request: Request) -> None:
        """Refuse people and chats that import too much."""
        now = self._service.clock.now()
        person_window, chat_window = self._of_person.window(request.person.key), self._of_chat.window(request.chat)
        if person_window.wait(now) or chat_window.wait(now):
            raise Refusal(TOO_MANY)
        person_window.take(now)
        chat_window.take(now)


def _game_in(text: str) -> str:
    """Return a text without what /export adds below a short game in the same message."""
    game, _, below = text.rpartition(_CHECK)
    return text if not game or {'"', "]"} & set(below) else game


def _checked(data: bytes, chat: ChatKey, keys: SigningKeys) -> StartedTable:
    """Return the game of a text that passes all checks; raises Refusal with line and reason."""
    try:
        record = read(_game_in(data.decode()))
    except UnicodeDecodeError as error:
        raise Refusal(NO_GAME, reason=at(data.count(b"\n", 0, error.start) + 1, NO_TEXT)) from None
    except BadNotation as error:
        raise Refusal(NO_GAME, reason=unreadable(error)) from None
    moves, backs = len(record.moves), sum(map(bool, map(taken_back, record.moves)))
    if moves > MOVES or moves * backs > REMEMBERED_PLIES or len(record.contributions) > WORDS:
        raise Refusal(TOO_LARGE)
    failed = [check for check in checks_of(record) if not check.passed]
    # a wrong roll makes later moves wrong, never the other way round
    wrong = min(failed, key=lambda check: (check.line or 0, check.name != "dice"), default=None)
    if wrong is not None and record.seed is not None:
        raise Refusal(FORGED, reason=false(wrong), command="palmares verify FILE")
    try:
        return table_of(record, chat, keys=keys)
    except CannotImport as error:
        raise Refusal(NO_GAME, reason=header(error.line, error.header)) from None
    except EngineError:
        raise Refusal(NO_GAME, reason=false(wrong) if wrong is not None else "") from None
