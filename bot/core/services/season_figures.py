"""What a season's people did besides points: rating points, luck and accuracy where analysed, puzzle streaks."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from bot.core.domain.chat_settings import settings_of
from bot.core.domain.daily_puzzle import day_of
from bot.core.services.analysed_games import analysed_seats
from bot.core.services.table_repository import TableRepository
from data.records import PersonKey
from data.result_records import AnalysisSeat
from data.season_records import ClosedSeason, SeasonGame
from data.store import Store

LEAST = 3
"""The least number of analysed games for luck and accuracy, and of days for a streak."""
Figures = dict[PersonKey, dict[str, Any]]


class SeasonFigures:
    """Gathers the figures of a season that is over, from what the store has."""

    def __init__(self, store: Store, tables: TableRepository) -> None:
        self._store, self._tables = store, tables

    async def of(self, season: ClosedSeason, games: Sequence[SeasonGame]) -> Figures:
        """Return the figures of each person, by name; raises StoreError.

        `climb` in rating points. `luck` in hundredths of a win a game, `error` in win chances given away by 100
        choices, in hundredths. `streak` in days.
        """
        found: Figures = {}
        climbs = dict[PersonKey, float]()
        for game in games:
            for player, climb in {seat.player: seat.climb for seat in game.seats}.items():
                climbs[player] = climbs.get(player, 0.0) + climb
        for player, risen in climbs.items():
            found.setdefault(player, {})["climb"] = round(risen)
        for player, seats in (await self._analysed(games)).items():
            if len(seats) >= LEAST:
                own, choices = found.setdefault(player, {}), sum(seat.choices for seat in seats)
                own["luck"] = round(100 * sum(seat.luck for seat in seats) / len(seats))
                if choices:
                    own["error"] = round(1e4 * sum(seat.error for seat in seats) / choices)
        for player, days in (await self._streaks(season)).items():
            if days >= LEAST:
                found.setdefault(player, {})["streak"] = days
        return found

    async def _analysed(self, games: Sequence[SeasonGame]) -> dict[PersonKey, list[AnalysisSeat]]:
        found = dict[PersonKey, list[AnalysisSeat]]()
        for _, seats in await analysed_seats(self._store, self._tables, [game.table for game in games]):
            for seat in seats:
                found.setdefault(seat.player, []).append(seat)
        return found

    async def _streaks(self, season: ClosedSeason) -> dict[PersonKey, int]:
        """Return everybody's longest run of days: among the answers that are kept, or one that still goes on."""
        settings = await settings_of(self._store, season.chat)
        first, last = day_of(season.began, settings), day_of(season.ended - 1, settings)
        longest = {
            player: min(days, last - first + 1)
            for player, days in (await self._store.streaks(season.chat, first, last)).items()
        }
        for player, days in (await self._store.solved_days(season.chat, first, last)).items():
            longest[player] = max(longest.get(player, 0), longest_run(days))
        return longest


def longest_run(days: Sequence[int]) -> int:
    """Return the length of the longest run of consecutive days; the days are in order, perhaps repeated."""
    most = run = min(1, len(days))
    for before, day in pairwise(days):
        run = run + (day == before + 1) if day - before in (0, 1) else 1
        most = max(most, run)
    return most
