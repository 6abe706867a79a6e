"""How strong a new table's bots are: of a rating, or as strong as the person who opens it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot.core.domain.new_table import rules_of
from bot.core.domain.table import Table
from bot.core.domain.table_values import USUAL_LEVEL
from bot.core.games.levels import AUTO, MATCHED, is_rating
from bot.core.games.profiles import profile_of
from bot.core.rankings.bot_levels import matching
from bot.core.rankings.ladders import family
from bot.core.rankings.ratings import bot_of
from bot.core.services.table_service import TableService
from data.records import PersonKey

KNOWN = 3
"""Rated games after which bots follow a person's rating."""


async def with_bots(
    service: TableService, person: PersonKey, options: Mapping[str, str], *, alone: bool
) -> dict[str, str]:
    """Return the options of /play with a level or a mixture in place of a rating or of `auto`; raises Refusal.

    Who is `alone` with the bot, or asks for bots in seats, gets `auto` unless they name something else. Before a few
    rated games `auto` is the usual level.
    """
    word = options.get("bots", AUTO if alone or "computers" in options else "")
    if word != AUTO and not is_rating(word):
        return dict(options)
    game, rules = rules_of(options)
    of_rules = profile_of(game).family_of(rules)
    if is_rating(word):
        return {**options, "bots": bot_of(game, of_rules, int(word))}
    return {**options, "bots": await _own(service, person, game, of_rules), MATCHED: "yes"}


async def matched_again(service: TableService, table: Table) -> Table:
    """Return the lobby of a rematch with bots that follow the rating of its host, if they did before."""
    if not table.options.matched:
        return table
    before, now = table.options.bots, await _own(service, table.host, table.game, family(table))
    seats = tuple(replace(seat, computer=now) if seat.computer == before else seat for seat in table.seats)
    return replace(table, seats=seats, options=replace(table.options, bots=now))


async def _own(service: TableService, person: PersonKey, game: str, family: str) -> str:
    """Return the level or mixture with a person's rating; the usual level before a few rated games."""
    rated = await service.store.rated(game, family, [person])
    known = bool(rated) and rated[0].games >= KNOWN
    return matching(game, family, rated[0].mu) if known else USUAL_LEVEL
