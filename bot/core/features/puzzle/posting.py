"""Automatic puzzle posts, at the hour that each chat chose.

A downtime skips the days that pass meanwhile; today's puzzle comes late.
"""

from __future__ import annotations

import logging

from bot.core.domain.chat_settings import settings_of
from bot.core.domain.daily_puzzle import KEPT, UNANSWERED, day_of, last_post, next_post
from bot.core.features.claimed_posts import send_claimed
from bot.core.features.context import FeatureContext
from bot.core.features.puzzle.display import PuzzleDisplay
from data.errors import StoreError
from data.event_records import PuzzlePost

_log = logging.getLogger(__name__)

EVERY = 15.0
"""Seconds from the end of one look to the next."""
AT_ONCE = 100
"""The number of chats of a platform served after one look; others wait for the next."""
PATIENCE = 20.0
"""Seconds to search a chat's games for a puzzle."""
PRUNED = 200
"""The number of old puzzles deleted at one look."""
PRUNING = 3600.0
"""Seconds between deletions, once all old ones are gone."""


class PuzzlePosts:
    """Post puzzles where a chat has chosen an hour, while people there answer them."""

    def __init__(self, context: FeatureContext, display: PuzzleDisplay) -> None:
        self._context, self._service, self._display = context, context.service, display
        self._pruned = float("-inf")

    async def look(self) -> None:
        """Post what is due, one after the other; raises StoreError."""
        now = self._service.clock.now()
        if not 0 <= now - self._pruned < PRUNING:
            done = await self._service.store.prune_puzzles(int(now // 86400) - KEPT, PRUNED)
            self._pruned = now if done < PRUNED else float("-inf")
        due = [
            post
            for name in self._context.messengers
            for post in await self._service.store.due_puzzles(name, now, AT_ONCE)
        ]
        for post in due:
            try:
                await self._post(post)
            except StoreError:
                raise
            except Exception:  # noqa: BLE001 - logged; other chats still get their puzzles
                _log.exception("failed to post a puzzle")
                await self._leave_out(post)

    async def _leave_out(self, post: PuzzlePost) -> None:
        """Skip to the next day after an error before the post was claimed."""
        try:
            settings = await settings_of(self._service.store, post.chat)
            tomorrow = next_post(settings, self._service.clock.now())
            await self._service.store.claim_puzzles(post.chat, post.due, tomorrow, post.unanswered)
        except StoreError as error:
            _log.warning("a puzzle stays due: %s", error)

    async def _post(self, post: PuzzlePost) -> None:
        """Post a chat's puzzle, if it is still the day for it; raises StoreError."""
        store, chat, now = self._service.store, post.chat, self._service.clock.now()
        settings = await settings_of(store, chat)
        tomorrow = next_post(settings, now)
        if tomorrow is None:
            await store.schedule_puzzles(chat, None)
            return
        today = day_of(now, settings)
        if day_of(last_post(settings, now), settings) != today:
            await store.claim_puzzles(chat, post.due, tomorrow, post.unanswered)
            return
        unanswered = post.unanswered + 1
        coming = None if unanswered >= UNANSWERED else tomorrow
        t = await self._service.languages.of_chat(chat)
        screen = await self._display.screen(chat, settings, today, t, PATIENCE, last=coming is None)

        async def claim(until: float) -> bool:
            return await store.claim_puzzles(chat, post.due, until, post.unanswered)

        sent = await send_claimed(self._context, chat, screen, f"puzzle:{today}", claim)
        if sent is None:
            return
        if sent.again is not None:
            coming, unanswered = sent.again, post.unanswered
        await store.claim_puzzles(chat, sent.claimed, coming if sent.allowed else None, unanswered)
