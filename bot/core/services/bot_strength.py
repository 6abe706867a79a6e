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
from engine import players

KNOWN = 3
"""Rated games after which bots follow a person's rating."""


async def with_bots(
    service: TableService, person: PersonKey, options: Mapping[str, str], *, alone: bool
) -> dict[str, str]:
    """Return the options of /play with a level or a mixture in place of a rating or of `auto`; raises Refusal.

    Who is `alone` with the bot, or asks for bots in seats, gets `auto` unless they name a level or a rating. Before a
    few rated games `auto` is the usual level.
    """
    usual = AUTO if alone or "computers" in options else ""
    word = options.get("bots", usual)
    style = word if word in players.styles() else players.style_of(word)
    word = usual or USUAL_LEVEL if word == style else players.plain(word)
    if word != AUTO and not is_rating(word):
        return {**options, "bots": players.styled(word, style)} if style else dict(options)
    game, rules = rules_of(options)
    of_rules = profile_of(game).family_of(rules)
    if is_rating(word):
        return {**options, "bots": players.styled(bot_of(game, of_rules, int(word)), style)}
    own = await _own(service, person, game, of_rules)
    return {**options, "bots": players.styled(own, style), MATCHED: "yes"}


async def matched_again(service: TableService, table: Table) -> Table:
    """Return the lobby of a rematch with bots that follow the rating of its host, if they did before."""
    if not table.options.matched:
        return table
    before = table.options.bots
    now = players.styled(await _own(service, table.host, table.game, family(table)), players.style_of(before))
    seats = tuple(replace(seat, computer=now) if seat.computer == before else seat for seat in table.seats)
    return replace(table, seats=seats, options=replace(table.options, bots=now))


async def _own(service: TableService, person: PersonKey, game: str, family: str) -> str:
    """Return the level or mixture with a person's rating; the usual level before a few rated games."""
    rated = await service.store.rated(game, family, [person])
    known = bool(rated) and rated[0].games >= KNOWN
    return matching(game, family, rated[0].mu) if known else USUAL_LEVEL
