"""The picture of a leaderboard in words."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.i18n.translator import Translator
from render.content.card_content import RankRow


def described(title: str, below: str, rows: Sequence[RankRow], t: Translator) -> str:
    """Return the title, what stands below it, and the rows."""
    told = t.marks.semicolon.join(f"{row.rank}. {row.name}, {row.rating}" for row in rows)
    return f"{title}, {below}{t.marks.colon}{told}"
