"""Run tournaments: take what is due, do one step after the other, open tables, and show it.

Everything is stored before it is shown, and each step can be repeated. So a process that dies between two steps
leaves a tournament that the next look takes up.
"""

from __future__ import annotations

import asyncio
import logging

from bot.core.domain.chat_settings import settings_of
from bot.core.features.context import FeatureContext
from bot.core.features.tournaments.calling import CheckInCalls
from bot.core.features.tournaments.cups import cup_honours
from bot.core.features.tournaments.posting import TournamentPosts, mark_of
from bot.core.features.tournaments.tables import TournamentTables, shared
from bot.core.i18n.refusal import STALE, Refusal
from bot.core.i18n.time_zones import zone_of
from bot.core.services.thinking import Lane, NoThought
from bot.core.services.tournaments import Tournaments
from bot.core.tournaments import life
from bot.core.tournaments.calling import is_calling
from bot.core.tournaments.series import following
from bot.core.tournaments.tournament import Result, Stage, Tournament
from data.errors import StoreError
from engine.dice import SEED_BYTES

_log = logging.getLogger(__name__)

EVERY = 2.0
"""Seconds from the end of one look to the next."""
AT_ONCE = 50
STEPS = 40
"""Steps of one tournament in one look; the rest waits for the next."""
SOON = 5.0
"""Seconds until what a platform refused for now is shown again."""
SMALL = 16
"""Entrants whose draw takes less than 5 ms; larger ones are drawn in another process."""
DRAWING = 30.0
"""Seconds that a draw may take there."""
AGAIN = 60.0
"""Seconds until a failed tournament is tried again."""


class TournamentRunner:
    """Moves tournaments on."""

    def __init__(self, context: FeatureContext, tournaments: Tournaments, posts: TournamentPosts) -> None:
        self._service, self._tournaments, self._posts = context.service, tournaments, posts
        self._thinking = context.thinking
        self._tables = TournamentTables(context, tournaments)
        self._calls = CheckInCalls(context, tournaments)
        self._failed: dict[str, float] = {}

    async def look(self) -> None:
        """Do what is due; an error at one tournament never stops the others. Raises StoreError."""
        now = self._service.clock.now()
        self._failed = {code: until for code, until in self._failed.items() if until > now}
        due = await self._service.store.due_tournaments(now, AT_ONCE + len(self._failed))
        await asyncio.gather(*(self._kept(code) for code in due if code not in self._failed))
        await self._tables.threads.tidy()

    async def _kept(self, code: str) -> None:
        """Advance a tournament; an error is logged and retried later, and doesn't stop the others."""
        try:
            await self.advance(code)
        except StoreError:
            raise
        except Exception:  # noqa: BLE001 - logged; others go on
            _log.exception("tournament %s fails", code)
            self._failed[code] = self._service.clock.now() + AGAIN

    async def advance(self, code: str) -> None:
        """Do all steps of a tournament that are due now, and show what came of them; raises StoreError."""
        tournament = await self._tournaments.get(code)
        if tournament is None:
            self._failed[code] = self._service.clock.now() + AGAIN
            return
        for _ in range(STEPS):
            try:
                after = await self._step(tournament)
            except Refusal as refusal:  # another process was faster
                _log.info("tournament %s waits: %s", code, refusal.sentence)
                tournament = await self._tournaments.named(code)
                break
            if after is tournament:
                break
            drawn, tournament = mark_of(after) != mark_of(tournament), after
            if drawn and tournament.stage is Stage.PLAYING:  # before its tables: many take their time
                await self._posts.show(tournament)
        if tournament.stage is Stage.OVER:
            await self._service.store.award(await asyncio.to_thread(cup_honours, tournament))
        if tournament.stage is Stage.CHECKIN:
            tournament = await self._calls.call(tournament)
        shown = await self._posts.show(tournament)
        await self._repeated(tournament)
        now = self._service.clock.now()
        soon = not shown or is_calling(tournament, now)
        await self._tournaments.look_again(tournament, now, SOON if soon else None)

    async def _step(self, tournament: Tournament) -> Tournament:
        waiting = life.unopened(tournament) if tournament.paused is None else ()
        if tournament.stage is Stage.PLAYING and waiting:
            return await self._tables.open(tournament, waiting[0][1])
        now = self._service.clock.now()
        results = await self._results(tournament, now)
        counted = [code for code, result in results.items() if result.is_over]
        if not results and not life.is_due(tournament, now):
            return tournament
        after = await self._stepped(tournament, now, results)

        def taken(one: Tournament) -> Tournament:
            if one.version != tournament.version:
                raise Refusal(STALE)  # somebody entered, left or paused meanwhile: the next look steps again
            return after if after is not tournament else one

        changed = await self._tournaments.change(tournament.id, taken, now, counted=counted)
        self._tables.threads.over(counted)
        return changed

    async def _stepped(self, tournament: Tournament, now: float, results: dict[str, Result]) -> Tournament:
        """Return a tournament after one step, computed elsewhere if it may have to draw many."""
        if len(tournament.entrants) <= SMALL:
            return life.step(tournament, now, results)
        try:
            return await self._thinking.do(
                life.step, tournament, now, results, owner=f"tournament {tournament.id}", lane=Lane.REPORTS,
                seconds=DRAWING,
            )  # fmt: skip
        except NoThought as error:
            _log.warning("a draw is made here: %s", error)
            return await asyncio.to_thread(life.step, tournament, now, results)

    async def _results(self, tournament: Tournament, now: float) -> dict[str, Result]:
        """Return the results that have come since, and those of a round whose time is over."""
        if tournament.stage is not Stage.PLAYING:
            return {}
        finished = set(await self._service.store.finished_tables(tournament.id))
        found = await self._tables.results({*finished, *life.wants(tournament, now)}, now=now)
        pairings = {pairing.table: pairing for pairing in tournament.pairings}
        return {code: shared(pairings[code], result) for code, result in found.items() if code in pairings}

    async def _repeated(self, tournament: Tournament) -> None:
        """Announce the next edition of a series once this one is over; again does nothing."""
        if tournament.terms.every and tournament.stage in (Stage.OVER, Stage.CANCELLED):
            now, settings = self._service.clock.now(), await settings_of(self._service.store, tournament.chat)
            edition = following(tournament, self._service.entropy(SEED_BYTES), now, zone_of(settings.zone or "UTC"))
            if edition is not None and await self._tournaments.announce(edition, now):
                await self._posts.show(edition)
