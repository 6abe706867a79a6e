"""Keep one message a chat up to date with a tournament: a new one for each stage and round, edited in between.

A post is claimed in the store just before its call, and confirmed after it. A claim that nobody confirms lapses, and
the post is sent again with the same nonce. So no crash loses a post. It comes twice only on a platform that knows no
nonces, if the process died between the call and the confirmation.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import sys
from collections.abc import Collection
from dataclasses import replace

from bot.core.common.lru import LruDict
from bot.core.features.claimed_posts import SENDING
from bot.core.features.context import FeatureContext
from bot.core.features.tournaments.announcement_view import seal_line
from bot.core.features.tournaments.cards import card_of
from bot.core.features.tournaments.feats import feats_of
from bot.core.features.tournaments.standing_view import TournamentView
from bot.core.features.tournaments.view import digest_of, heading, tournament_screen
from bot.core.i18n.translator import Translator
from bot.core.messages.content import Picture, Screen, Text
from bot.core.messages.ports import MessageGone, NotAllowed, TryLater
from bot.core.ratelimit.platform_limiter import Priority, Ticket
from bot.core.services.analysed_games import analysed_seats
from bot.core.tournaments.calling import is_calling
from bot.core.tournaments.tournament import Stage, Tournament
from data.errors import StoreError
from data.event_records import TournamentPost
from data.records import ChatKey

_log = logging.getLogger(__name__)

PAUSE = 15.0
"""Seconds between two edits of a message."""
AT_ONCE = 8
"""Chats that are shown a tournament at the same time."""
PICTURES = 16
"""How many pictures are kept: chats with the same theme and language have the same."""
KNOWN = 4096
"""How many messages are remembered as edited lately."""


class TournamentPosts:
    """Show tournaments in their chats."""

    def __init__(self, context: FeatureContext) -> None:
        self._service, self._painters, self._theme = context.service, context.painters, context.theme
        self._messengers, self._limiter_of = context.messengers, context.limiter_of
        self._edited = LruDict[tuple[str, ChatKey], float](KNOWN)
        self._drawn = LruDict[tuple[object, ...], bytes](PICTURES)
        self._ends = LruDict[tuple[str, str], TournamentView](PICTURES)
        self._drawing = asyncio.Lock()

    async def show(self, tournament: Tournament, only: Collection[ChatKey] | None = None) -> bool:
        """Bring chats of a tournament up to date, all or only some; return whether all of these are.

        Raises StoreError.
        """
        view, gate = await self._view(tournament), asyncio.Semaphore(AT_ONCE)

        async def shown(post: TournamentPost) -> bool:
            async with gate:
                return await self._shown(view, post)

        posts = await self._service.store.tournament_posts(tournament.id)
        here = [one for one in posts if one.chat.platform in self._messengers and (only is None or one.chat in only)]
        return all(await asyncio.gather(*map(shown, here)))

    async def _view(self, tournament: Tournament) -> TournamentView:
        """Return a tournament with its standings, and at its end what is known of its games; raises StoreError."""
        alone = frozenset(
            name for name, one in self._messengers.items() if one.abilities.private and one.threads is None
        )
        view = replace(await asyncio.to_thread(TournamentView.of, tournament), alone=alone)
        if tournament.stage is not Stage.OVER:
            return view
        codes = [pairing.table for pairing in tournament.pairings if pairing.is_over]
        analysed = await analysed_seats(self._service.store, self._service.tables, codes)
        return replace(view, feats=feats_of(tournament, analysed))

    async def show_here(self, tournament: Tournament, chat: ChatKey) -> bool:
        """Show a new tournament in its chat; return False if the bot can't post there by itself."""
        await self.show(tournament, {chat})
        posts = await self._service.store.tournament_posts(tournament.id)
        return any(post.message for post in posts)

    async def show_below(self, tournament: Tournament, chat: ChatKey) -> bool:
        """Send a chat's message of a tournament again, in place of the one before; return False if it has none.

        Raises StoreError, and what the platform raises.
        """
        view = await self._view(tournament)
        for post in await self._service.store.tournament_posts(tournament.id):
            if post.mark and post.chat == chat and chat.platform in self._messengers:
                await self._post(view, post, await self._service.languages.of_chat(chat))
                return True
        return False

    async def _shown(self, view: TournamentView, post: TournamentPost) -> bool:
        """Bring one chat up to date; return whether it is. An error there never stops the others."""
        try:
            return await self._bring(view, post)
        except NotAllowed:
            if post.chat != view.tournament.chat:
                await self._service.store.drop_tournament_post(post)
            return True
        except StoreError:
            raise
        except Exception as error:  # noqa: BLE001 - logged; the other chats are shown it
            _log.log(
                logging.INFO if isinstance(error, TryLater) else logging.ERROR,
                "cannot show tournament %s in a chat: %s", view.tournament.id, error,
            )  # fmt: skip
            return False

    async def _bring(self, view: TournamentView, post: TournamentPost) -> bool:
        if is_calling(view.tournament, self._service.clock.now()):
            return True  # the message that comes after the private calls names who wasn't reached
        t = await self._service.languages.of_chat(post.chat)
        face, mark = digest_of(view, t, post.chat), mark_of(view.tournament)
        if max(_rank(post.mark), _rank(post.claimed)) > _rank(mark):
            return True  # another process has gone further meanwhile
        if post.claimed and self._service.clock.now() < post.sending + SENDING:
            return False  # another process is sending it
        missed = await self._ended(view.tournament, post.claimed or _next_round(post.mark))
        if missed is not None and missed.tournament.rounds[-1].is_over:  # a process died while it posted that round
            await self._post(missed, post, t)
            return False
        if post.mark != mark or post.claimed:
            return await self._post(view, post, t)
        if post.face == face or not post.message:
            return True  # shown already, or somebody has deleted it
        return await self._edit(view, replace(post, face=face), t)

    async def _edit(self, view: TournamentView, post: TournamentPost, t: Translator) -> bool:
        """Change a chat's message, unless that was done just now; return whether it was changed."""
        now, key = self._service.clock.now(), (post.tournament, post.chat)
        if 0 <= now - self._edited.get(key, float("-inf")) < PAUSE:
            return False
        self._edited[key] = now
        screen = await self.screen(view, post.chat, t)
        try:
            async with self._limiter_of(post.chat).slot(post.chat, Ticket(Priority.OTHER_BOARD, now), post.message):
                await self._messengers[post.chat.platform].edit(post.chat, post.message, screen)
        except MessageGone:
            post = replace(post, message="")  # somebody deleted it: the next stage has a message again
        await self._service.store.save_tournament_post(post)
        return True

    async def _post(self, view: TournamentView, old: TournamentPost, t: Translator) -> bool:
        """Claim a post, send it and confirm it; return whether the chat is up to date then.

        The claim comes last before the call, so that little can happen between the two. Afterwards the message before
        gets its last results, and loses its buttons.
        """
        store, messenger, mark = self._service.store, self._messengers[old.chat.platform], mark_of(view.tournament)
        limiter, screen = self._limiter_of(old.chat), await self.screen(view, old.chat, t)
        async with limiter.slot(old.chat, Ticket(Priority.OTHER_BOARD, self._service.clock.now())):
            now = self._service.clock.now()
            if not await store.claim_tournament_post(old, mark, now):
                return False  # another process has
            try:
                message = await messenger.post(old.chat, screen, nonce=_nonce(old, mark))
            except Exception:
                await store.free_tournament_post(old, mark, now)
                raise
        again = old.claimed == mark  # another process may have sent it, with what was known then
        face = "" if again else digest_of(view, t, old.chat)
        await store.save_tournament_post(TournamentPost(old.tournament, old.chat, mark, message, face, mark, now))
        if old.message:
            await self._retire(view, old, t)
        return not again

    async def _retire(self, view: TournamentView, post: TournamentPost, t: Translator) -> None:
        """Take the buttons off the message before: a round's shows how it ended, others keep a few words."""
        messenger, limiter = self._messengers[post.chat.platform], self._limiter_of(post.chat)
        ended = await self._ended(view.tournament, post.mark)
        try:
            async with limiter.slot(post.chat, Ticket(Priority.TIDY, self._service.clock.now()), post.message):
                if ended is not None:
                    screen = await self.screen(ended, post.chat, t)
                    await messenger.edit(post.chat, post.message, replace(screen, rows=()))
                    return
                seal = (seal_line(view.tournament, t),) if post.mark == Stage.ENTRIES else ()
                kept = Text((heading(view.tournament, t), *seal))
                await messenger.retire(post.chat, post.message, kept, pictured=_pictured(post))
        except (MessageGone, NotAllowed, TryLater):
            _log.debug("an old message of a tournament keeps its buttons")

    async def _ended(self, tournament: Tournament, mark: str) -> TournamentView | None:
        """Return a tournament as it was at the end of a round that is over; None if a post is of something else."""
        number, key = _rank(mark) - _rank("round 0"), (tournament.id, mark)
        if tournament.is_arena or not 0 < number <= len(tournament.rounds) or mark == mark_of(tournament):
            return None
        async with self._drawing:
            if key not in self._ends:
                then = replace(tournament, stage=Stage.PLAYING, rounds=tournament.rounds[:number])
                self._ends[key] = await asyncio.to_thread(TournamentView.of, then)
            return self._ends[key]

    async def screen(self, view: TournamentView, chat: ChatKey, t: Translator) -> Screen:
        """Return the message of a tournament in a chat, with its picture."""
        screen, card = tournament_screen(view, t, chat), card_of(view, t)
        if card is None:
            return screen
        theme = await self._theme(chat)
        shown = (view.tournament.id, view.tournament.version, view.tournament.stage, len(view.tournament.rounds))
        key = (*shown, view.feats, theme.name, t.language)
        async with self._drawing:  # many chats want the same picture at once
            if key not in self._drawn:
                self._drawn[key] = await asyncio.to_thread(card.draw, self._painters, theme)
            drawn = self._drawn[key]
        return replace(screen, picture=Picture(drawn, card.alt))


def _nonce(old: TournamentPost, mark: str) -> str:
    """Return the nonce of a post: the same for all who send what comes under a mark after the same message."""
    digest = hashlib.sha256(f"{mark} {old.message}".encode()).hexdigest()
    return f"cup:{old.tournament}:{digest[:12]}"


def _pictured(post: TournamentPost) -> bool:
    """Return whether a post has a picture: from the first round on."""
    return post.mark not in (Stage.ENTRIES, Stage.CHECKIN, Stage.CANCELLED)


def _rank(mark: str) -> int:
    """Return how far a tournament is at a post: a mark never follows a later one."""
    early = ("", Stage.ENTRIES, Stage.CHECKIN, Stage.PLAYING)
    if mark in early:
        return early.index(mark)
    number = mark.removeprefix("round ")
    return len(early) + int(number) if number.isdecimal() else sys.maxsize


def _next_round(mark: str) -> str:
    """Return the mark of the round that a chat has to hear of first, by its last post; empty if it has had none."""
    return f"round {max(0, _rank(mark) - _rank('round 0')) + 1}" if mark else ""


def mark_of(tournament: Tournament) -> str:
    """Return the name of the post that a tournament is at: one for each stage and round, one for a whole arena."""
    if tournament.stage is Stage.PLAYING and not tournament.is_arena:
        return f"round {len(tournament.rounds)}"
    if tournament.stage is Stage.CHECKIN:
        return "checkin"
    return tournament.stage.value
