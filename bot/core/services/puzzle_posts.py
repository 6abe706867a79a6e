"""When a chat's puzzle of the day comes by itself: noted beside its settings, so that no clock asks all chats."""

from __future__ import annotations

from bot.core.domain.chat_settings import ChatSettings
from bot.core.domain.daily_puzzle import next_post
from data.records import ChatKey
from data.store import Store


async def schedule(store: Store, chat: ChatKey, settings: ChatSettings, now: float) -> None:
    """Note when the next puzzle is due by a chat's settings, or that none is; raises StoreError."""
    await store.schedule_puzzles(chat, next_post(settings, now))


async def wake(store: Store, chat: ChatKey, settings: ChatSettings, now: float) -> None:
    """Let the puzzles of a chat go on where they had paused, since somebody cares for them; raises StoreError."""
    due = next_post(settings, now)
    if due is not None:
        await store.wake_puzzles(chat, due)
