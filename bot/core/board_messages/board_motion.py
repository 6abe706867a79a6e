"""Animate boards.

If the animation isn't ready in time, the still picture is sent, and the animation may follow.
"""

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
from bot.core.messages.content import Picture, Screen, Undrawn
from bot.core.messages.ports import Abilities
from bot.core.views.board import is_over, unseen_of
from data.records import BoardRecord, ChatKey
from render.content.layered import LAYERED
from render.content.unseen import Unseen, in_theme

_log = logging.getLogger(__name__)

DrawMotion = Callable[[Unseen, str, float], bytes | None]
"""Takes what is unseen, a media type and the longest duration in seconds; None if nothing moves."""

PATIENCE = 0.25
"""Seconds that a board waits for its animation where an extra call would cost something."""
BRIEF = 0.08
"""Seconds that it waits where calls are free: the animation may follow the still."""
LAST = 0.6
"""Seconds that a result card waits for the animation of the game's last move."""
LATE = 1.5
"""Seconds after which an animation no longer replaces a still that people have seen."""
AT_ONCE = 1
"""Animations made at the same time: the same threads draw stills."""
HALF_LIFE = 5.0
"""Seconds after which the last measured duration counts half."""
KEPT = 32
"""Number of animations kept, for other chats and for their turn in the queue; 250 KB each at most."""
LONGEST, LIVE = 2.95, 1.5
"""Longest animation in seconds, and the longest on a live clock."""
SHORTEST = 0.5
"""Seconds below which nobody could follow an animation."""
WATCHED = 300.0
"""Seconds after their last act during which people count as having seen each new board."""
STEPS = 1024
"""Number of messages remembered that show bots' turns one by one."""


@dataclass(slots=True)
class Workload:
    """Estimates how long an animation takes now, from the last ones."""

    _each: float = 0.0
    _at: float = 0.0

    def wait(self, queued: int, now: float) -> float:
        """Return the seconds until one more would be ready, behind `queued` others."""
        return self._each * math.pow(0.5, (now - self._at) / HALF_LIFE) * (queued + 1)

    def note(self, seconds: float, now: float) -> None:
        """Record a duration; it counts half, the earlier estimate the other half."""
        known = self.wait(0, now)
        self._each, self._at = (known + seconds) / 2 if known else seconds, now


@dataclass(frozen=True, slots=True)
class Bench:
    """Where animations of one sort are made, `AT_ONCE`."""

    load: Workload = field(default_factory=Workload)
    making: set[asyncio.Task[bytes | None]] = field(default_factory=set)
    room: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(AT_ONCE))


@dataclass(frozen=True, slots=True)
class Making:
    """An animation in progress, and the screen whose still it replaces."""

    data: asyncio.Task[bytes | None]
    screen: Screen
    moving: Callable[[bytes], Screen]
    patience: float
    ends: float
    """The time, by the loop's clock, after which it is useless."""

    async def in_time(self) -> Screen:
        """Return the screen with the animation if it is ready in time, else with the still."""
        if not self.data.done() and self.patience > 0:
            await asyncio.wait({self.data}, timeout=self.patience)
        return self._done() or self.screen

    async def later(self, news: asyncio.Event) -> Screen | None:
        """Return the screen with the finished animation; None if `news` comes first or it is too late."""
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
    """Makes animations in the executor's threads, one at a time.

    Those of pages are only described, which takes milliseconds, so they don't queue behind those that are drawn.
    One expected too late is not started. Results are kept for other chats, and may be made ahead while a board waits
    for its turn. Together they take a limited share of a processor.
    """

    draw: DrawMotion | None
    executor: Executor
    _drawn: Bench = field(default_factory=Bench)
    _described: Bench = field(default_factory=Bench)
    _budget: MotionBudget = field(default_factory=MotionBudget)
    _made: LruDict[tuple[object, ...], asyncio.Task[bytes | None]] = field(default_factory=lambda: LruDict(KEPT))
    _stepped: LruDict[tuple[ChatKey, str], int] = field(default_factory=lambda: LruDict(STEPS))

    def of(
        self, screen: Screen, table: Table, seen: int, since: int, t: Translator, settings: ChatSettings,
        abilities: Abilities, longest: float = LONGEST,
    ) -> Making | None:  # fmt: skip
        """Animate a table's picture from the position after `seen` plies.

        `since` is the ply from which the text reports. None if the chat wants stills, if nothing moves, or if the
        animation would come too late.
        """
        if screen.picture is None or self.draw is None:
            return None
        follows, is_last = may_follow(screen.picture, abilities), is_card(screen.picture, abilities)
        patience = BRIEF if follows else LAST if is_last else PATIENCE
        most = LATE if follows else patience
        begun = self._begun(table, seen, since, t, settings, abilities, longest, most)
        if begun is None:
            return None
        data, unseen, longest, hopeful = begun
        still, kind, draw = screen.picture, abilities.motion, self.draw

        def described(board: Undrawn | None, motion: bytes, theme: str, density: int) -> bytes | None:
            if density > 1:
                return None if board is None else board.describe(theme, density)
            return draw(in_theme(unseen, theme), kind, longest) if theme else motion

        def moving(motion: bytes) -> Screen:
            board, describe = still.board, partial(described, still.board, motion)
            if board is not None:
                return replace(screen, picture=replace(still, board=replace(board, describe=describe)))
            if kind == LAYERED:
                return replace(screen, picture=replace(still, film=Undrawn("", describe, lambda _: b"")))
            return replace(screen, picture=Picture(motion, still.description, kind, still))

        now = asyncio.get_running_loop().time()
        return Making(data, screen, moving, patience if hopeful <= patience else 0.0, now + LATE)

    def moves(self, settings: ChatSettings, abilities: Abilities) -> bool:
        """Return whether a chat wants its boards to move."""
        wanted = abilities.moves if settings.motion is None else settings.motion is Motion.MOVING
        return self.draw is not None and bool(abilities.motion) and wanted

    def ahead(
        self, table: Table, seen: int, since: int, t: Translator, settings: ChatSettings, abilities: Abilities,
        longest: float = LONGEST,
    ) -> None:  # fmt: skip
        """Start the animation that `of` will need."""
        self._begun(table, seen, since, t, settings, abilities, longest, LATE)

    def _begun(
        self, table: Table, seen: int, since: int, t: Translator, settings: ChatSettings, abilities: Abilities,
        longest: float, most: float,
    ) -> tuple[asyncio.Task[bytes | None], Unseen, float, float] | None:  # fmt: skip
        """Start or find an animation that is ready within `most` seconds.

        Return its task, its content, its longest duration, and the seconds until it is ready.
        """
        kind, draw = abilities.motion, self.draw
        if draw is None or not isinstance(table, StartedTable) or longest < SHORTEST:
            return None
        if is_over(table) and kind != LAYERED:
            return None  # the result takes the board's place at once
        if table.options.pace.kind is TimeControlKind.LIVE:
            longest = min(longest, LIVE)
        marks = {"chances": settings.chances, "reach": settings.reach}
        shown = (table.id, table.version, len(table.match.plies), seen, since)
        key = (*shown, t.tag, settings.theme, *marks.values(), kind, longest)
        known = self._made.get(key)
        now = asyncio.get_running_loop().time()
        bench = self._described if kind == LAYERED else self._drawn
        wait = bench.load.wait(len(bench.making), now)
        if known is None and (wait > most or not self._budget.allows(now)):
            return None
        unseen = unseen_of(table, seen, since, t, settings.theme, **marks)
        if unseen is None:
            return None
        if known is None:
            known = self._made[key] = asyncio.create_task(self._make(bench, partial(draw, unseen, kind, longest)))
            bench.making.add(known)
            known.add_done_callback(bench.making.discard)
        return known, unseen, longest, wait

    async def _make(self, bench: Bench, draw: Callable[[], bytes | None]) -> bytes | None:
        loop = asyncio.get_running_loop()
        async with bench.room:
            begun = loop.time()
            try:
                data, spent = await loop.run_in_executor(self.executor, _timed, draw)
            except Exception:  # noqa: BLE001 - logged; the still is sent
                _log.exception("a board cannot be animated")
                return None
            bench.load.note(loop.time() - begun, loop.time())
            self._budget.spend(spent)
            return data

    def stepped(self, chat: ChatKey, message: str, plies: int) -> None:
        self._stepped[chat, message] = plies

    def seen_in(self, board: BoardRecord, table: Table) -> int:
        """Return the number of plies that a message shows."""
        if not isinstance(table, StartedTable):
            return 0
        return max(table.plies_since(board.version), self._stepped.get((board.chat, board.message), 0))


def is_card(still: Picture, abilities: Abilities) -> bool:
    """Return whether a picture is a result card whose game's last move is shown before it."""
    return abilities.motion == LAYERED and still.board is None


def may_follow(still: Picture, abilities: Abilities) -> bool:
    """Return whether an animation may follow a still picture: nothing follows a result card."""
    return abilities.costless and not is_card(still, abilities)


def _timed(draw: Callable[[], bytes | None]) -> tuple[bytes | None, float]:
    """Draw, and return the processor seconds as well."""
    began = time.thread_time()
    return draw(), time.thread_time() - began


def seen_before(table: Table, since: int, newest: int | None, now: float) -> int:
    """Return the number of plies that the readers of a new message have seen.

    `since`: plies at their last act. `newest`: plies on the chat's newest board, if any; seen if they acted recently.
    """
    if newest is None or not isinstance(table, StartedTable) or not table.standing:
        return since
    acted = table.standing[max(since - 1, 0)].at
    return max(since, newest) if now - acted <= WATCHED else since
