"""Keep one message a chat up to date with a tournament: a new one for each stage and round, edited in between.

A post is claimed in the store just before its call. So a crash can lose a post, and nothing is posted twice; the next
change posts what was lost.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace

from bot.core.features.context import FeatureContext
from bot.core.features.tournaments.cards import card_of
from bot.core.features.tournaments.view import TournamentView, digest_of, tournament_screen
from bot.core.i18n.translator import Translator
from bot.core.messages.content import Picture, Screen, Text
from bot.core.messages.ports import MessageGone, Messenger, NotAllowed, TryLater
from bot.core.ratelimit.platform_limiter import PlatformRateLimiter, Priority, Ticket
from bot.core.tournaments.tournament import Stage, Tournament
from data.errors import StoreError
from data.records import ChatKey
from data.tournament_records import TournamentPost

_log = logging.getLogger(__name__)

PATIENCE = 30.0
"""Seconds after which an edit that waits for its turn is given up; the next change makes it."""


class TournamentPosts:
    """Show tournaments in their chats."""

    def __init__(self, context: FeatureContext) -> None:
        self._service, self._painters, self._theme = context.service, context.painters, context.theme
        self._messengers, self._limiters = context.messengers, context.limiters

    async def show(self, tournament: Tournament) -> bool:
        """Bring all chats of a tournament up to date, one after the other; return whether all are.

        Raises StoreError.
        """
        done, view = True, await asyncio.to_thread(TournamentView.of, tournament)
        for post in await self._service.store.tournament_posts(tournament.id):
            if post.chat.platform not in self._messengers:
                continue
            try:
                await self._bring(view, post)
            except TryLater:
                done = False  # the next look does it
            except NotAllowed:
                if post.chat != tournament.chat:
                    await self._service.store.drop_tournament_post(post)
            except MessageGone:
                _log.info("a message of tournament %s is gone", tournament.id)
            except StoreError:
                raise
            except Exception:  # noqa: BLE001 - logged; the other chats are shown it
                _log.exception("cannot show tournament %s in a chat", tournament.id)
                done = False
        return done

    async def _bring(self, view: TournamentView, post: TournamentPost) -> None:
        tournament = view.tournament
        t = await self._service.languages.of_chat(post.chat)
        face, mark = digest_of(view, t), mark_of(tournament)
        if post.face == face and post.mark == mark:
            return
        messenger, now = self._messengers[post.chat.platform], self._service.clock.now()
        limiter = self._limiters.get(post.chat.platform) or PlatformRateLimiter(self._service.clock)
        ticket = Ticket(Priority.OTHER_BOARD, now)
        if post.mark == mark and post.message:
            screen = await self.screen(view, post.chat, t)
            async with limiter.slot(post.chat, ticket, post.message):
                await messenger.edit(post.chat, post.message, screen)
            await self._service.store.save_tournament_post(replace(post, face=face))
            return
        if not await self._service.store.claim_tournament_post(post, mark):
            return
        screen = await self.screen(view, post.chat, t)
        async with limiter.slot(post.chat, ticket):
            message = await messenger.post(post.chat, screen, nonce=f"cup:{tournament.id}:{mark}")
        await self._service.store.save_tournament_post(replace(post, mark=mark, message=message, face=face))
        if post.message:
            await self._retire(messenger, limiter, post, screen)

    async def _retire(
        self, messenger: Messenger, limiter: PlatformRateLimiter, post: TournamentPost, screen: Screen
    ) -> None:
        """Take the buttons off the message before; its picture stays."""
        try:
            async with limiter.slot(post.chat, Ticket(Priority.TIDY, self._service.clock.now()), post.message):
                await messenger.retire(post.chat, post.message, Text(screen.text.lines[:1]), pictured=_pictured(post))
        except (MessageGone, NotAllowed, TryLater):
            _log.debug("an old message of a tournament keeps its buttons")

    async def screen(self, view: TournamentView, chat: ChatKey, t: Translator) -> Screen:
        """Return the message of a tournament in a chat, with its picture."""
        screen, card = tournament_screen(view, t), card_of(view, t)
        if card is None:
            return screen
        theme = await self._theme(chat)
        data = await asyncio.to_thread(card.draw, self._painters, theme)
        return replace(screen, picture=Picture(data, card.alt))


def _pictured(post: TournamentPost) -> bool:
    """Return whether a post has a picture: from the first round on."""
    return post.mark not in (Stage.ENTRIES, Stage.CHECKIN, Stage.CANCELLED)


def mark_of(tournament: Tournament) -> str:
    """Return the name of the post that a tournament is at: one for each stage and round, one for a whole arena."""
    if tournament.stage is Stage.PLAYING and not tournament.is_arena:
        return f"round {len(tournament.rounds)}"
    if tournament.stage is Stage.CHECKIN:
        return "checkin"
    return tournament.stage.value
