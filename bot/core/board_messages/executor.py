"""Carry out one platform call at a time, and store its result only after the platform accepted it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial

from bot.core.board_messages.audience import audience
from bot.core.board_messages.board_motion import BRIEF, LONGEST, BoardMotion, Making, may_follow, seen_before
from bot.core.board_messages.digest import HUSHED, digest_of, face_of, has_called, shows
from bot.core.board_messages.mention_filter import quiet_screen, uncalled
from bot.core.board_messages.news import told_since
from bot.core.board_messages.planner import Action, ActionKind
from bot.core.board_messages.questions import Question, answer_to, question_of
from bot.core.board_messages.screen_renderer import ScreenRenderer
from bot.core.board_messages.subject import subject_of
from bot.core.common.changes import copied
from bot.core.common.clock import Clock
from bot.core.domain.chat_settings import ChatSettings
from bot.core.domain.table import Table, begun
from bot.core.i18n.translator import Translator, languages
from bot.core.messages.content import Part, Screen, Style, Text
from bot.core.messages.metrics import Metrics
from bot.core.messages.ports import ChatGone, MessageGone, Messenger, NotAllowed
from bot.core.services.languages import Languages
from bot.core.services.ownership import Ownership
from bot.core.services.table_display import Role, TableDisplay
from bot.core.views.announcement import announcement_screen
from bot.core.views.app_button import with_app
from bot.core.views.left_behind import left_text
from bot.core.views.message_turns import begun_by, is_told_later
from bot.core.views.turn_reminder import call_screen
from data.records import OPEN, BoardRecord, ChatKey, PersonKey, Status
from data.store import Store

_log = logging.getLogger(__name__)


MakeScreen = Callable[[Translator], Screen]
Late = tuple[str, Making]
"""A message whose animation was not ready in time, and the animation."""


@dataclass(frozen=True, slots=True)
class ActionExecutor:
    """Carries out a chat's planned actions."""

    store: Store
    languages: Languages
    renderer: ScreenRenderer
    motion: BoardMotion
    clock: Clock
    messengers: Mapping[str, Messenger]
    measures: Metrics
    ownership: Ownership
    late: dict[tuple[ChatKey, str], Late] = field(default_factory=dict)
    """By chat and table, for the task that shows it."""

    def ahead(self, deed: Action, display: TableDisplay, chat: ChatKey, shown: list[BoardRecord]) -> None:
        """Start the animation for an action that waits for its turn."""
        if not self._moves(display, chat):
            return
        if deed.do is ActionKind.EDIT and deed.board is not None:
            self.ahead_of(display, chat, self.motion.seen_in(deed.board, display.table))
        elif deed.do is ActionKind.POST:
            self.ahead_of(display, chat, self._seen_last(display, chat, [board for board in shown if not board.call]))

    def ahead_of(self, display: TableDisplay, chat: ChatKey, seen: int, longest: float = LONGEST) -> None:
        """Start an animation from the position after `seen` plies; errors appear when the board is drawn."""
        if not self._moves(display, chat):
            return
        stored, abilities = display.stored(chat), self.messengers[chat.platform].abilities
        t, since = self.languages.of_readers(chat, stored), told_since(display, chat)
        with suppress(Exception):
            self.motion.ahead(display.table, seen, since, t, ChatSettings.of(stored), abilities, longest)

    async def move_late(self, chat: ChatKey, table: str, news: asyncio.Event) -> None:
        """Send an animation that was not ready in time, unless `news` comes first."""
        if (late := self.late.pop((chat, table), None)) is None:
            return
        message, making = late
        if (screen := await making.later(news)) is not None and await self.ownership.owns(chat):
            with suppress(MessageGone):
                await self.messengers[chat.platform].edit(chat, message, screen)

    async def do(
        self,
        deed: Action,
        display: TableDisplay,
        chat: ChatKey,
        shown: list[BoardRecord],
        unused: Callable[[], None] = lambda: None,
    ) -> list[BoardRecord] | None:
        """Carry out an action; return the chat's messages after it, or None to stop.

        `unused` is called if no platform call was needed.
        """
        if deed.do is ActionKind.POST:
            posted = await self._post(display, chat, [board for board in shown if not board.call])
            return None if posted is None else [*shown, posted]
        if deed.do is ActionKind.CALL:
            return [*shown, await self._call(display, chat)]
        others = [board for board in shown if board != deed.board]
        if deed.question is not None:
            return [*others, *await self._ask(deed.question, display, chat, deed.board)]
        if deed.board is None:
            return None
        if deed.do is ActionKind.EDIT:
            edited = await self._edit(display, deed.board, unused)
            return None if edited is None else [*others, *edited]
        messenger = self.messengers[chat.platform]
        if deed.do is ActionKind.DROP:
            _log.info("an old message of table %s keeps its buttons", deed.board.table)
        elif deed.do is ActionKind.HUSH:
            return await self._hush(deed.board, deed.also, shown)
        elif deed.do is ActionKind.ANSWER:
            asked = deed.board
            answer = await self._for_readers(lambda t: answer_to(display.table, asked, t), display, chat)
            with suppress(MessageGone):
                await messenger.edit(chat, deed.board.message, answer)
        else:
            await self._retire(display, deed.board)
        await self.store.drop_board(deed.board)
        return others

    async def _retire(self, display: TableDisplay, board: BoardRecord) -> None:
        messenger = self.messengers[board.chat.platform]
        merges = messenger.abilities.merges and display.role(board.chat) is Role.PLAY
        if merges and is_told_later(display.table, board.version, board.since):
            with suppress(MessageGone, NotAllowed):  # it may be too old to delete
                await messenger.delete(board.chat, board.message)
                return
        translators = self._translators(display, board.chat, lasting=True)
        text, *words = [self._last_words(display, board, t) for t in translators]
        told = dict(zip((t.language for t in translators[1:]), words, strict=True))
        pictured = begun_by(display.table, board.version)
        with suppress(MessageGone):
            await messenger.retire(board.chat, board.message, text, pictured=pictured, told=told)

    async def step(self, display: TableDisplay, board: BoardRecord, pause: float) -> None:
        """Edit a board to show an intermediate position without buttons; nothing is stored.

        The next step follows after `pause` seconds. Raises the messenger's errors.
        """
        screen = await self._face(display, board.chat)
        if screen is not None:
            screen = await self._in_motion(screen, display, board, longest=pause - BRIEF, late=False)
            self.motion.stepped(board.chat, board.message, len(begun(display.table).match.plies))
            await self.messengers[board.chat.platform].edit(board.chat, board.message, replace(screen, rows=()))

    async def _hush(
        self, first: BoardRecord, also: tuple[BoardRecord, ...], shown: list[BoardRecord]
    ) -> list[BoardRecord]:
        """Delete calls that are over, several in one platform call if possible.

        Return the remaining messages.
        """
        messenger = self.messengers[first.chat.platform]
        gone = (first, *also)[: messenger.abilities.deletes]
        with suppress(MessageGone, NotAllowed):  # a call that stays does no harm
            await messenger.delete(first.chat, *(board.message for board in gone))
        for board in gone:
            await self.store.drop_board(board)
        return [board for board in shown if board not in gone]

    def _translators(self, display: TableDisplay, chat: ChatKey, *, lasting: bool = False) -> tuple[Translator, ...]:
        """Return the translators for a chat's readers, the chat's own first.

        A `lasting` text is read later too, so it is made in all languages.
        """
        stored, messenger = display.stored(chat), self.messengers[chat.platform]
        read = frozenset(languages()) if lasting and messenger.abilities.detailed else messenger.languages(chat)
        return (self.languages.of_readers(chat, stored), *self.languages.spoken(chat, read, stored))

    async def _for_readers(self, make: MakeScreen, display: TableDisplay, chat: ChatKey) -> Screen:
        t, *others = self._translators(display, chat)
        screen = await self._seen(make(t), display, chat)
        told = [(each.language, await self._seen(make(each), display, chat)) for each in others]
        return replace(screen, told=tuple(told)) if told else screen

    async def _seen(self, screen: Screen, display: TableDisplay, chat: ChatKey) -> Screen:
        return await quiet_screen(display.seen_from(chat, screen), self.store, display)

    def _last_words(self, display: TableDisplay, board: BoardRecord, t: Translator) -> Text:
        """Return a retired board's final text, or the table's code if that fails."""
        table, chat = display.table, board.chat
        try:
            shown, coded = display.role(chat) is not None, display.is_crowded(chat)
            merged = self.messengers[chat.platform].abilities.merges
            return left_text(table, board.version, t, board.since, shown=shown, coded=coded, merged=merged)
        except Exception:  # noqa: BLE001 - logged; its buttons go all the same
            _log.exception("cannot describe what happened at table %s after version %d", board.table, board.version)
            return Text(((Part(board.table, Style.CODE),),))

    async def _edit(
        self, display: TableDisplay, last: BoardRecord, unused: Callable[[], None]
    ) -> list[BoardRecord] | None:
        """Edit a message; return it as a list, empty if it is gone, None if it can't be drawn."""
        table = display.table
        screen = await self._face(display, last.chat)
        if screen is None:
            return None
        called = has_called(last) and audience(table, last.version) == audience(table, table.version)
        digest = digest_of(screen, table)
        since = last.since or last.version
        edited = _board(table, last.chat, last.message, screen, digest, since, called=called)
        if shows(last, digest):  # no edit for identical content
            unused()
        else:
            screen = await self._in_motion(screen, display, last)
            try:
                await self.messengers[last.chat.platform].edit(last.chat, last.message, screen)
            except MessageGone:
                await self.store.drop_board(last)
                return []
        noted = await self._noted(edited, display)
        return None if noted is None else [noted]

    async def _post(self, display: TableDisplay, chat: ChatKey, boards: list[BoardRecord]) -> BoardRecord | None:
        table = display.table
        face = await self._face(display, chat)
        if face is None:
            return None
        hushed = bool(boards) and boards[-1].face == HUSHED
        there = table.clock.there and self.messengers[chat.platform].abilities.rings
        screen = uncalled(face) if hushed or there else face
        moves = self._moves(display, chat)
        making = self._making(screen, display, chat, self._seen_last(display, chat, boards)) if moves else None
        sent = screen if making is None else await making.in_time()
        try:
            message = await self.messengers[chat.platform].post(chat, sent, nonce=_nonce(table, boards))
        except MessageGone as error:
            raise ChatGone(f"the chat is gone: {error}") from None
        self._note_late(display, chat, message, making, sent)
        called = isinstance(audience(table, table.version), PersonKey) and (hushed or not there)
        board = _board(table, chat, message, face, digest_of(face, table), table.version, called=called)
        return await self._noted(board, display)

    def _seen_last(self, display: TableDisplay, chat: ChatKey, boards: list[BoardRecord]) -> int:
        """Return the plies that readers of a new message have seen."""
        newest = self.motion.seen_in(boards[-1], display.table) if boards else None
        return seen_before(display.table, told_since(display, chat), newest, self.clock.now())

    def _moves(self, display: TableDisplay, chat: ChatKey) -> bool:
        """Return whether a table's boards move in a chat."""
        settings, abilities = ChatSettings.of(display.stored(chat)), self.messengers[chat.platform].abilities
        return display.role(chat) is not Role.ANNOUNCEMENT and self.motion.moves(settings, abilities)

    async def _in_motion(
        self,
        screen: Screen,
        display: TableDisplay,
        board: BoardRecord,
        *,
        longest: float = LONGEST,
        late: bool = True,
    ) -> Screen:
        """Animate a board from the position that a message shows, if wanted and ready in time.

        `late`: the message may be edited once the animation is ready.
        """
        making = None
        if self._moves(display, board.chat):
            seen = self.motion.seen_in(board, display.table)
            making = self._making(screen, display, board.chat, seen, longest)
        sent = screen if making is None else await making.in_time()
        if late:
            self._note_late(display, board.chat, board.message, making, sent)
        return sent

    def _making(
        self, screen: Screen, display: TableDisplay, chat: ChatKey, seen: int, longest: float = LONGEST
    ) -> Making | None:
        stored = display.stored(chat)
        t, settings = self.languages.of_readers(chat, stored), ChatSettings.of(stored)
        since, abilities = told_since(display, chat), self.messengers[chat.platform].abilities
        return self.motion.of(screen, display.table, seen, since, t, settings, abilities, longest)

    def _note_late(
        self, display: TableDisplay, chat: ChatKey, message: str, making: Making | None, sent: Screen
    ) -> None:
        self.late.pop((chat, display.table.id), None)
        if making is None or sent is not making.screen or sent.picture is None:
            return
        if may_follow(sent.picture, self.messengers[chat.platform].abilities):
            self.late[chat, display.table.id] = (message, making)

    async def _noted(self, board: BoardRecord, display: TableDisplay) -> BoardRecord | None:
        """Store what a message shows; None if another process owns its chat now.

        If that process no longer knows the message, its buttons are removed.
        """
        if not await self.ownership.owns(board.chat, leaving=True):
            shown = await self.store.boards(board.table)
            if all((board.chat, board.message) != (one.chat, one.message) for one in shown):
                await self._retire(display, board)
            return None
        await self.store.save_board(board)
        self.measures.shown(board.table, self.clock.now())
        return board

    async def _call(self, display: TableDisplay, chat: ChatKey) -> BoardRecord:
        table = display.table
        screen = await self._for_readers(lambda t: call_screen(begun(table), t), display, chat)
        screen = replace(screen, about=subject_of(table))
        nonce = f"{table.id}:{table.version}:c"
        message = await self.messengers[chat.platform].post(chat, screen, nonce=nonce)
        called = BoardRecord(table.id, chat, message, table.version, live=False, call=True)
        await self.store.save_board(called)
        return called

    async def _ask(
        self, question: Question, display: TableDisplay, chat: ChatKey, last: BoardRecord | None
    ) -> list[BoardRecord]:
        """Post or edit the message of a question.

        Return it as a list, empty if it is gone.
        """
        table, messenger = display.table, self.messengers[chat.platform]
        screen = await self._for_readers(lambda t: question_of(table, question, t), display, chat)
        screen = replace(screen, about=subject_of(table))
        if last is None:
            nonce = f"{table.id}:{table.version}:{question.nonce}"
            message = await messenger.post(chat, screen, nonce=nonce)
        else:
            try:
                await messenger.edit(chat, message := last.message, screen)
            except MessageGone:
                await self.store.drop_board(last)
                return []
        asked = BoardRecord(table.id, chat, message, table.version, live=False, call=True, face=question.face)
        await self.store.save_board(asked)
        return [asked]

    async def _face(self, display: TableDisplay, chat: ChatKey) -> Screen | None:
        table, stored = display.table, display.stored(chat)
        try:
            told = table.status is Status.OVER and table.links.tournament is None
            if display.role(chat) is Role.ANNOUNCEMENT and not told:
                screen = await self._for_readers(lambda t: announcement_screen(table, t), display, chat)
            else:
                since, settings = told_since(display, chat), ChatSettings.of(stored)
                coded, own = display.is_crowded(chat), self.languages.of_readers(chat, stored)
                moving = self._moves(display, chat)
                drawn = await self.renderer.of(chat, table, since, own, settings, coded=coded, moving=moving)
                alone = display.role(chat) is Role.PLAY or chat.room is not None  # an app shows nothing else
                if alone and self.messengers[chat.platform].abilities.detailed:
                    drawn = self.renderer.detailed(drawn, table, own, settings)
                retold = partial(self.renderer.retold, drawn, chat, table, since, settings, coded=coded)
                screen = await self._for_readers(lambda t: drawn if t is own else retold(t), display, chat)
        except Exception:  # noqa: BLE001 - logged; the next change will be shown
            _log.exception("table %s cannot be drawn at version %d", table.id, table.version)
            return None
        if self.messengers[chat.platform].abilities.app and table.status is Status.PLAYING:
            screen = with_app(screen, table, self.languages.of_readers(chat, stored))
        return copied(screen, about=subject_of(table, board=True))


def _nonce(table: Table, boards: list[BoardRecord]) -> str:
    """Return the nonce of a post: table and version, and for a repeated version the replaced message."""
    version = table.version
    again = boards and boards[-1].version == version
    return f"{table.id}:{version}" + (f":{boards[-1].message[-8:]}" if again else "")


def _board(
    table: Table, chat: ChatKey, message: str, screen: Screen, digest: str, since: int, *, called: bool
) -> BoardRecord:
    """Return the record of a message; it is live while something may follow or be pressed."""
    live = bool(screen.rows) or table.status in OPEN
    face = face_of(digest, called=called)
    return BoardRecord(table.id, chat, message, table.version, live, face=face, since=since)
