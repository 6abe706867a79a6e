"""What the bots at a table are called."""

from __future__ import annotations

from bot.core.domain.table import Table
from bot.core.games.bot_names import Sitter, bot_names


def bot_name(table: Table, seat: int) -> str:
    """Return a bot's name as a sentence to translate; empty where a person sits, or nobody.

    Games that follow each other keep the code of the first, so that a rematch is against the same bots.
    """
    sitters = tuple(
        Sitter(there.colours, there.computer if there.is_bot else None, there.name) for there in table.seats
    )
    return bot_names(table.game, table.links.first or table.origin.known_as or table.id, sitters)[seat]
