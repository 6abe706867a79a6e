"""Put a board in motion before it is sent, if that is ready in time; else the still goes out."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from functools import partial

from bot.core.board_messages.motion_budget import MotionBudget
from bot.core.common.lru import LruDict
from bot.core.domain.chat_settings import ChatSettings, Motion
from bot.core.domain.table import StartedTable, Table
from bot.core.domain.time_control import TimeControlKind
from bot.core.i18n.translator import Translator
from bot.core.messages.content import Picture, Screen
from bot.core.messages.ports import Messenger
from bot.core.views.board import unseen_of
from data.records import BoardRecord, ChatKey
from render.content.unseen import Unseen, in_theme

_log = logging.getLogger(__name__)

DrawMotion = Callable[[Unseen, str, float], bytes | None]
"""Takes what is unseen, a media type, and the most seconds that it may move; None if there is nothing to be shown."""

PATIENCE = 0.08
"""Seconds that a board waits for its motion, which takes 10 to 40 ms where nothing else is to be done."""
RESPITE, LONGEST_RESPITE = 10.0, 160.0
"""Seconds for which no board waits after one has waited in vain; twice as long each time, up to the longest."""
AT_ONCE = 2
"""How many are made at a time, those included for which nobody waits any more."""
LONGEST, LIVE = 2.95, 1.5
"""Seconds that a board moves at most, and where a clock of seconds runs."""
SHORTEST = 0.5
"""Seconds below which nobody could follow a board that moves."""
WATCHED = 300.0
"""Seconds after their last act for which people are taken to have seen each board that came."""
STEPS = 1024
"""How many messages are known that tell bots' turns one by one."""


@dataclass(slots=True)
class Respite:
    """Knows until when nobody should wait, since somebody has waited in vain."""

    _until: float = 0.0
    _length: float = 0.0

    def lasts(self, now: float) -> bool:
        """Tell whether nobody should wait yet."""
        return now < self._until

    def note(self, now: float, *, ready: bool) -> None:
        """Note whether what was waited for was ready in time."""
        self._length = 0.0 if ready else min(max(RESPITE, 2 * self._length), LONGEST_RESPITE)
        self._until = now + self._length


@dataclass(frozen=True, slots=True)
class BoardMotion:
    """Makes moving pictures in the executor's threads, two at a time and no more: others stand still.

    Nor is one begun soon after another was not ready in time: the machine is busy then, and would have answers wait
    in vain. So at most one in RESPITE seconds does. All together they take a bounded share of a processor.
    """

    draw: DrawMotion | None
    executor: Executor
    _respite: Respite = field(default_factory=Respite)
    _budget: MotionBudget = field(default_factory=MotionBudget)
    _making: set[asyncio.Future[tuple[bytes | None, float]]] = field(default_factory=set)
    _stepped: LruDict[tuple[ChatKey, str], int] = field(default_factory=lambda: LruDict(STEPS))

    async def of(
        self, screen: Screen, table: Table, seen: int, since: int, t: Translator, settings: ChatSettings,
        messenger: Messenger, longest: float = LONGEST,
    ) -> Screen:  # fmt: skip
        """Return a table's screen with a picture that moves on from the position after `seen` plies.

        `since` is the ply from which it tells what happened. The same screen where the chat wants boards still, where
        nothing moves, and where the moving picture is not ready in time, or too large.
        """
        kind, draw = messenger.motion, self.draw
        wanted = settings.motion is Motion.MOVING if settings.motion is not None else messenger.moves
        if draw is None or not (kind and wanted) or not isinstance(table, StartedTable) or screen.picture is None:
            return screen
        if longest < SHORTEST:
            return screen
        now = asyncio.get_running_loop().time()
        if len(self._making) >= AT_ONCE or self._respite.lasts(now) or not self._budget.allows(now):
            return screen
        if table.options.pace.kind is TimeControlKind.LIVE:
            longest = min(longest, LIVE)
        marks = {"chances": settings.chances, "reach": settings.reach}
        unseen = unseen_of(table, seen, since, t, settings.theme, **marks)
        if unseen is None:
            return screen
        data = await self._made(partial(draw, unseen, kind, longest))
        if data is None:
            return screen
        moving = Picture(data, screen.picture.alt, kind, screen.picture.data)
        if screen.picture.redraw is not None:
            moving = replace(moving, redraw=lambda theme: draw(in_theme(unseen, theme), kind, longest))
        return replace(screen, picture=moving)

    async def _made(self, draw: Callable[[], bytes | None]) -> bytes | None:
        loop = asyncio.get_running_loop()
        making = loop.run_in_executor(self.executor, _timed, draw)
        self._making.add(making)
        making.add_done_callback(self._done)
        await asyncio.wait({making}, timeout=PATIENCE)
        self._respite.note(loop.time(), ready=making.done())
        return making.result()[0] if making.done() and making.exception() is None else None

    def _done(self, making: asyncio.Future[tuple[bytes | None, float]]) -> None:
        self._making.discard(making)
        if making.cancelled():
            return
        if (error := making.exception()) is not None:
            _log.error("a board cannot be shown in motion", exc_info=error)
        else:
            self._budget.spend(making.result()[1])

    def stepped(self, chat: ChatKey, message: str, plies: int) -> None:
        """Note that a message has told bots' turns up to a ply."""
        self._stepped[chat, message] = plies

    def seen_in(self, board: BoardRecord, table: Table) -> int:
        """Return after how many plies a message shows its table."""
        if not isinstance(table, StartedTable):
            return 0
        return max(table.plies_since(board.version), self._stepped.get((board.chat, board.message), 0))


def _timed(draw: Callable[[], bytes | None]) -> tuple[bytes | None, float]:
    """Draw, and tell how many seconds of a processor that took."""
    began = time.thread_time()
    return draw(), time.thread_time() - began


def seen_before(table: Table, since: int, newest: int | None, now: float) -> int:
    """Return after how many plies the readers of a new message saw its table last.

    `since`: after their last act; `newest`: on the newest board in their chat, if there is one, which they have seen
    too if they acted only just now.
    """
    if newest is None or not isinstance(table, StartedTable) or not table.standing:
        return since
    acted = table.standing[max(since - 1, 0)].at
    return max(since, newest) if now - acted <= WATCHED else since
