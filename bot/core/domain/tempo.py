"""Three tempos of a table: each sets the clock, how people roll, the bots' pause and the board together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache

from bot.core.domain.chat_settings import BoardMode, Pause
from bot.core.domain.table_values import TableOptions
from bot.core.domain.time_control import TimeControl, TimeControlKind
from bot.core.i18n.names import others, own
from bot.core.i18n.spelling import folded, spellings
from bot.core.i18n.translator import Translator


class Tempo(StrEnum):
    """Quick for people who watch the board, calm without a clock, a day for those who look in now and then.

    People read quick as *fast*: a quick game is the variant with fewer pieces.
    """

    QUICK = "quick"
    CALM = "calm"
    DAY = "day"


@dataclass(frozen=True, slots=True)
class Settings:
    """What a tempo sets; rolls follow the clock."""

    pace: TimeControl
    pause: Pause
    board: BoardMode


SETTINGS: Mapping[Tempo, Settings] = {
    Tempo.QUICK: Settings(TimeControl(TimeControlKind.LIVE, 60), Pause.QUICK, BoardMode.FOLLOW),
    Tempo.CALM: Settings(TimeControl(), Pause.CALM, BoardMode.CALM),
    Tempo.DAY: Settings(TimeControl(TimeControlKind.DAILY, 24), Pause.NONE, BoardMode.FOLLOW),
}


def tempo_of(options: TableOptions) -> Tempo | None:
    """Return the tempo that a table's options amount to; None if they are a mixture."""
    if options.throws is not None:
        return None
    mine = Settings(options.pace, options.pause, options.board) if options.pause and options.board else None
    return next((tempo for tempo, settings in SETTINGS.items() if settings == mine), None)


def with_tempo(options: TableOptions, tempo: Tempo) -> TableOptions:
    chosen = SETTINGS[tempo]
    return replace(options, pace=chosen.pace, pause=chosen.pause, board=chosen.board, throws=None)


def tempo_named(word: str) -> Tempo | None:
    """Return the tempo that a word means in any language; None for other words."""
    found = _spelled().get(folded(word))
    return None if found is None else Tempo(found)


def pace_words(t: Translator, word: str) -> tuple[str, ...]:
    """Return the names of a tempo, or of no limit, in a language; none for a time."""
    return tuple(own("paces", t.language).get(word, ()))


@cache
def _spelled() -> Mapping[str, str]:
    return spellings({tempo: others("paces").get(tempo, ()) for tempo in Tempo})
