"""How strong a new table's bots are: of a rating, or as strong as the person who opens it."""

from __future__ import annotations

from collections.abc import Mapping

from bot.core.domain.new_table import rules_of
from bot.core.games.levels import AUTO, is_rating
from bot.core.games.profiles import profile_of
from bot.core.rankings.bot_levels import matching
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
    family = profile_of(game).family_of(rules)
    if is_rating(word):
        return {**options, "bots": bot_of(game, family, int(word))}
    rated = await service.store.rated(game, family, [person])
    if not rated or rated[0].games < KNOWN:
        return {name: value for name, value in options.items() if name != "bots"}
    return {**options, "bots": matching(game, family, rated[0].mu)}
