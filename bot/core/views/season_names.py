"""What seasons and their people are called."""

from __future__ import annotations

from datetime import datetime, tzinfo

from bot.core.i18n.dates import written_interval, written_skeleton
from bot.core.i18n.text_format import clip
from bot.core.i18n.translator import Translator
from bot.core.services.honours import NOT_SHOWN
from data.records import PersonKey
from data.result_records import FORMER

NAME = 24


def season_name(began: float, ended: float, zone: tzinfo, t: Translator) -> str:
    """Return the months of a season: `November 2026`, `Oct – Dec 2026`, `2026`."""
    first, last = (datetime.fromtimestamp(moment, zone) for moment in (began, ended - 1))
    if (first.year, first.month) == (last.year, last.month):
        return written_skeleton("yMMMM", first, t)
    if first.year == last.year and (first.month, last.month) == (1, 12):
        return str(first.year)
    return written_interval(first.date(), last.date(), "yMMM", t)


def shown_name(player: PersonKey, name: str | None, t: Translator) -> str:
    """Return a person's name as lists show it."""
    if player == NOT_SHOWN:
        return t("not shown")
    return t("former player") if player.platform == FORMER else clip(name or "", NAME) or t("someone")
