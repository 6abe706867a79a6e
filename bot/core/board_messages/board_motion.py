"""Put a board in motion before it is sent, if that is ready in time; else the still goes out, and it may follow."""

from __future__ import annotations

import asyncio
import logging
import math
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
from bot.core.messages.ports import Abilities
from bot.core.views.board import unseen_of
from data.records import BoardRecord, ChatKey
from render.content.unseen import Unseen, in_theme

_log = logging.getLogger(__name__)

DrawMotion = Callable[[Unseen, str, float], bytes | None]
"""Takes what is unseen, a media type, and the most seconds that it may move; None if there is nothing to be shown."""

PATIENCE = 0.25
"""Seconds that a board waits for its motion where a call more would cost: a video of a round takes a tenth of one."""
BRIEF = 0.08
"""Seconds that it waits where calls cost nothing: there the motion may follow the still."""
LATE = 1.5
"""Seconds after which nobody wants a board to move any more that they have seen standing still."""
AT_ONCE = 1
"""How many are made at a time: stills are drawn by the same threads."""
HALF_LIFE = 5.0
"""Seconds after which a machine is taken to be half as busy as it was when a motion was made last."""
KEPT = 32
"""How many motions are kept, for other chats and for their turn in the queue; each has 250 KB at most."""
LONGEST, LIVE = 2.95, 1.5
"""Seconds that a board moves at most, and where a clock of seconds runs."""
SHORTEST = 0.5
"""Seconds below which nobody could follow a board that moves."""
WATCHED = 300.0
"""Seconds after their last act for which people are taken to have seen each board that came."""
STEPS = 1024
"""How many messages are known that tell bots' turns one by one."""


@dataclass(slots=True)
class Workload:
    """Knows how long a motion takes on this machine now, from those that were made last."""

    _each: float = 0.0
    _at: float = 0.0

    def wait(self, queued: int, now: float) -> float:
        """Return in how many seconds one more would be ready, behind so many."""
        return self._each * math.pow(0.5, (now - self._at) / HALF_LIFE) * (queued + 1)

    def note(self, seconds: float, now: float) -> None:
        """Note how long one took; half of that counts, and half what is known."""
        known = self.wait(0, now)
        self._each, self._at = (known + seconds) / 2 if known else seconds, now


@dataclass(frozen=True, slots=True)
class Making:
    """A motion that is being made, and the screen whose still it is to replace."""

    data: asyncio.Task[bytes | None]
    screen: Screen
    moving: Callable[[bytes], Screen]
    patience: float
    ends: float
    """When, by the loop's clock, nobody wants it any more."""

    async def in_time(self) -> Screen:
        """Return the screen with the motion if it is ready in time, else with the still."""
        if not self.data.done() and self.patience > 0:
            await asyncio.wait({self.data}, timeout=self.patience)
        return self._done() or self.screen

    async def later(self, news: asyncio.Event) -> Screen | None:
        """Return the screen with the motion once it is ready; None if there is `news` before, or it is too late."""
        waiting = asyncio.ensure_future(news.wait())
        try:
            left = max(0.0, self.ends - asyncio.get_running_loop().time())
            await asyncio.wait({self.data, waiting}, timeout=left, return_when=asyncio.FIRST_COMPLETED)
        finally:
            waiting.cancel()
        return None if news.is_set() else self._done()

    def _done(self) -> Screen | None:
        data = self.data.result() if self.data.done() and not self.data.cancelled() else None
        return None if data is None else self.moving(data)


@dataclass(frozen=True, slots=True)
class BoardMotion:
    """Makes moving pictures in the executor's threads, one after the other.

    How long the queue takes is known from those before: one that would come too late is not begun. So a busy machine
    makes fewer, and answers do not wait in vain. What is made is kept: other chats show it too, and it may be made
    ahead, while its board waits for its turn or a bot's turn before it is looked at. All together they take a bounded
    share of a processor.
    """

    draw: DrawMotion | None
    executor: Executor
    _load: Workload = field(default_factory=Workload)
    _budget: MotionBudget = field(default_factory=MotionBudget)
    _making: set[asyncio.Task[bytes | None]] = field(default_factory=set)
    _made: LruDict[tuple[object, ...], asyncio.Task[bytes | None]] = field(default_factory=lambda: LruDict(KEPT))
    _bench: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(AT_ONCE))
    _stepped: LruDict[tuple[ChatKey, str], int] = field(default_factory=lambda: LruDict(STEPS))

    def of(
        self, screen: Screen, table: Table, seen: int, since: int, t: Translator, settings: ChatSettings,
        abilities: Abilities, longest: float = LONGEST,
    ) -> Making | None:  # fmt: skip
        """Make a table's picture move on from the position after `seen` plies; None where it stands still.

        `since` is the ply from which it tells what happened. It stands still where the chat wants that, where nothing
        moves, and where it would come too late.
        """
        if screen.picture is None or self.draw is None:
            return None
        patience = BRIEF if abilities.costless else PATIENCE
        most = LATE if abilities.costless else patience
        begun = self._begun(table, seen, since, t, settings, abilities, longest, most)
        if begun is None:
            return None
        data, unseen, longest, hopeful = begun
        still, kind, draw = screen.picture, abilities.motion, self.draw

        def moving(motion: bytes) -> Screen:
            picture = Picture(motion, still.alt, kind, still.data)
            if still.redraw is not None:
                picture = replace(picture, redraw=lambda theme: draw(in_theme(unseen, theme), kind, longest))
            return replace(screen, picture=picture)

        now = asyncio.get_running_loop().time()
        return Making(data, screen, moving, patience if hopeful <= patience else 0.0, now + LATE)

    def ahead(
        self, table: Table, seen: int, since: int, t: Translator, settings: ChatSettings, abilities: Abilities,
        longest: float = LONGEST,
    ) -> None:  # fmt: skip
        """Begin what `of` will ask for, before it does."""
        self._begun(table, seen, since, t, settings, abilities, longest, LATE)

    def _begun(
        self, table: Table, seen: int, since: int, t: Translator, settings: ChatSettings, abilities: Abilities,
        longest: float, most: float,
    ) -> tuple[asyncio.Task[bytes | None], Unseen, float, float] | None:  # fmt: skip
        """Begin a motion that is ready in so many seconds at `most`, or find it.

        Return it, what it shows, how long it moves at most, and in how many seconds it will be ready.
        """
        kind, draw = abilities.motion, self.draw
        wanted = settings.motion is Motion.MOVING if settings.motion is not None else abilities.moves
        if draw is None or not (kind and wanted) or not isinstance(table, StartedTable) or longest < SHORTEST:
            return None
        if table.options.pace.kind is TimeControlKind.LIVE:
            longest = min(longest, LIVE)
        marks = {"chances": settings.chances, "reach": settings.reach}
        shown = (table.id, table.version, len(table.match.plies), seen, since)
        key = (*shown, t.language, settings.theme, *marks.values(), kind, longest)
        known = self._made.get(key)
        now = asyncio.get_running_loop().time()
        wait = self._load.wait(len(self._making), now)
        if known is None and (wait > most or not self._budget.allows(now)):
            return None
        unseen = unseen_of(table, seen, since, t, settings.theme, **marks)
        if unseen is None:
            return None
        if known is None:
            known = self._made[key] = asyncio.create_task(self._make(partial(draw, unseen, kind, longest)))
            self._making.add(known)
            known.add_done_callback(self._making.discard)
        return known, unseen, longest, wait

    async def _make(self, draw: Callable[[], bytes | None]) -> bytes | None:
        loop = asyncio.get_running_loop()
        async with self._bench:
            begun = loop.time()
            try:
                data, spent = await loop.run_in_executor(self.executor, _timed, draw)
            except Exception:  # noqa: BLE001 - logged; the still goes out
                _log.exception("a board cannot be shown in motion")
                return None
            self._load.note(loop.time() - begun, loop.time())
            self._budget.spend(spent)
            return data

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
