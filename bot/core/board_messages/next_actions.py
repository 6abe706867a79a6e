"""Choose a table's next action in a chat, by the plan and the chat's settings.

A chat may want its boards redrawn without a change, and limit new messages per minute.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from bot.core.board_messages.planner import Action, ActionKind, plan_next, priority_of
from bot.core.common.lru import LruDict
from bot.core.domain.chat_settings import MESSAGES, BoardMode, ChatSettings
from bot.core.messages.ports import Messenger
from bot.core.ratelimit.keyed_windows import KeyedWindows
from bot.core.ratelimit.platform_limiter import Priority
from bot.core.ratelimit.sliding_window import RateLimit, SlidingWindow
from bot.core.services.table_display import TableDisplay
from data.records import BoardRecord, ChatKey

REMEMBERED = 10_000
"""Number of boards remembered that wait to be shown again."""
SHOWS = (ActionKind.POST, ActionKind.EDIT)


class NextActions:
    """Tracks for all chats which boards to show again, and how many new messages each has had."""

    def __init__(self, messengers: Mapping[str, Messenger]) -> None:
        self._messengers = messengers
        self._anew = LruDict[tuple[ChatKey, str], None](REMEMBERED)
        self._chat_windows = KeyedWindows[ChatKey](_chat_limit(max(MESSAGES)))

    def want_anew(self, chat: ChatKey, table: str) -> None:
        self._anew[chat, table] = None

    def next(self, display: TableDisplay, chat: ChatKey, shown: list[BoardRecord]) -> Action | None:
        """Return the next action for a table in a chat, given its messages; None if nothing is needed."""
        kept = display.is_kept(chat)
        wanted = display.table.options.board or ChatSettings.of(display.stored(chat)).board
        mode = BoardMode.CALM if kept else wanted
        boards = [board for board in shown if not board.call]
        messenger, below = self._messengers[chat.platform], None
        if mode is not BoardMode.FIXED and boards and not kept:
            below = messenger.below(chat, boards[-1].message)
        deed = plan_next(display, chat, shown, mode, below, rings=messenger.abilities.rings)
        if (deed is None or deed.do not in SHOWS) and boards and self._wants_anew(display, chat):
            return Action(ActionKind.EDIT, boards[-1])
        return deed

    def terms(self, display: TableDisplay, chat: ChatKey, deed: Action) -> tuple[Priority, tuple[SlidingWindow, ...]]:
        """Return an action's priority and the windows it must pass besides the platform's limits."""
        return priority_of(deed, display, chat), self._windows(display, chat, deed)

    @contextmanager
    def fulfilled(self, chat: ChatKey, table: str, deed: Action) -> Iterator[None]:
        """Clear a board's request once the call inside succeeds; a request made meanwhile stays."""
        wished = deed.do in SHOWS and (chat, table) in self._anew
        if wished:
            del self._anew[chat, table]
        try:
            yield
        except Exception:
            if wished:
                self._anew[chat, table] = None
            raise

    def _windows(self, display: TableDisplay, chat: ChatKey, deed: Action) -> tuple[SlidingWindow, ...]:
        if deed.do not in (ActionKind.POST, ActionKind.CALL) and (
            deed.do is not ActionKind.ASK or deed.board is not None
        ):
            return ()
        most = ChatSettings.of(display.stored(chat)).messages
        return () if most is None else (self._chat_windows.window(chat, _chat_limit(most)),)

    def _wants_anew(self, display: TableDisplay, chat: ChatKey) -> bool:
        return (chat, display.table.id) in self._anew and display.role(chat) is not None


def _chat_limit(most: int) -> RateLimit:
    """Return the limit for `most` new messages a minute; a third may come at once."""
    return RateLimit(most, 60.0, burst=max(1, most // 3))
