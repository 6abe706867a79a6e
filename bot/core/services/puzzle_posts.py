"""Schedule a chat's puzzle of the day; stored next to its settings, to avoid reading all chats."""

from __future__ import annotations

from bot.core.domain.chat_settings import ChatSettings
from bot.core.domain.daily_puzzle import next_post
from data.records import ChatKey
from data.store import Store


async def schedule(store: Store, chat: ChatKey, settings: ChatSettings, now: float) -> None:
    """Store when a chat's next puzzle is due, or that none is; raises StoreError."""
    await store.schedule_puzzles(chat, next_post(settings, now))


async def wake(store: Store, chat: ChatKey, settings: ChatSettings, now: float) -> None:
    """Resume a chat's paused puzzles after activity; raises StoreError."""
    due = next_post(settings, now)
    if due is not None:
        await store.wake_puzzles(chat, due)
