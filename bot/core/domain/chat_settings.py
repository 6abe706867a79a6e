"""A chat's settings: the JSON object in `ChatRecord.settings`."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from functools import lru_cache
from typing import Any

from bot.core.domain.season_time import SeasonLength
from bot.core.domain.time_control import USUAL, TimeControl
from bot.core.i18n.refusal import Refusal
from bot.core.i18n.time_zones import read_zone
from data.records import ChatKey, ChatRecord
from data.store import Store
from render.themes.catalog import CLASSIC, THEMES

CACHED = 512


class BoardMode(StrEnum):
    """How a table's board stays in view: a new post for each player to move, or edits of one message.

    In calm mode it is edited too, and posted again only once other messages have buried it.
    """

    FOLLOW = "follow"
    CALM = "calm"
    FIXED = "fixed"


class Pause(StrEnum):
    """How bots' turns appear: one by one with a longer or shorter pause, or all together."""

    CALM = "calm"
    QUICK = "quick"
    NONE = "none"


_STORED_PAUSES = {"calm": Pause.CALM, "short": Pause.QUICK, "quick": Pause.NONE}
"""Pauses as stored; the names are from when there were only two speeds and quick had no pause."""


class Motion(StrEnum):
    """Whether a new board is animated or a still."""

    MOVING = "moving"
    STILL = "still"


class Opening(StrEnum):
    """Who may open tables."""

    ALL = "all"
    ADMINS = "admins"


ROLLS = ("each", "hand", "self")
"""The words of the ways to roll."""
MESSAGES = (20, 10, 5)
"""The limits on the bot's new messages a minute that a chat may choose."""
MOST_TABLES = 9
HOURS = range(24)
"""The hours at which the puzzle and the game of the day may come."""


@dataclass(frozen=True, slots=True)
class ChatSettings:
    """What a chat has chosen.

    `theme`: of the pictures. `opening`: who may open tables. `tables`: how many at most, None for the host's limit.
    `messages`: new messages a minute that the bot may post, None for no limit here. `pause`: how bots' turns appear,
    and `motion`: whether boards are animated, None for the platform's default. `pace`: of new tables, for
    `TimeControl.parse`. `rolls`: how people roll there, a word of `Throws`, None as fits the pace. `zone`: for
    displayed times. `locale`: the language of the person who opened the first table. `threads`: whether each table
    gets a thread, where the platform has them. `chances`: whether boards show win chances, where allowed. `reach`:
    whether they mark what the next roll may capture. `find`: whether people may look for others from here. `puzzle`,
    `game`: the hours of the puzzle and the game of the day, None for never. `season`: how long its seasons last; only
    a whole chat has that. `rest`: what other versions or adapters store.
    """

    board: BoardMode = BoardMode.FOLLOW
    theme: str = CLASSIC.name
    opening: Opening = Opening.ALL
    tables: int | None = None
    messages: int | None = None
    pause: Pause | None = None
    motion: Motion | None = None
    pace: str = USUAL
    rolls: str | None = None
    zone: str | None = None
    locale: str | None = None
    threads: bool = False
    chances: bool = False
    puzzle: int | None = None
    game: int | None = None
    reach: bool = False
    find: bool = True
    season: SeasonLength = SeasonLength.MONTH
    rest: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, record: ChatRecord | None) -> ChatSettings:
        """Return a chat's settings, or the defaults."""
        return cls.load("{}" if record is None else record.settings)

    @classmethod
    @lru_cache(maxsize=CACHED)
    def load(cls, text: str) -> ChatSettings:
        """Read settings from a record; a value unknown to this version counts as none.

        The result may be shared, so do not change it.
        """
        values: dict[str, Any] = json.loads(text)
        field_names = {item.name for item in fields(cls)} - {"rest"}
        rest = {name: value for name, value in values.items() if name not in field_names}
        board, theme, locale, zone = (values.get(name) for name in ("board", "theme", "locale", "zone"))
        return cls(
            board=BoardMode(board) if board in tuple(BoardMode) else BoardMode.FOLLOW,
            theme=theme if isinstance(theme, str) and theme in THEMES else CLASSIC.name,
            pace=_pace(values.get("pace")),
            opening=Opening.ADMINS if values.get("opening") == Opening.ADMINS else Opening.ALL,
            tables=_one_of(values.get("tables"), range(1, MOST_TABLES + 1)),
            messages=_one_of(values.get("messages"), MESSAGES),
            pause=next((pause for word, pause in _STORED_PAUSES.items() if word == values.get("pause")), None),
            motion=Motion(motion) if (motion := values.get("motion")) in tuple(Motion) else None,
            zone=zone if isinstance(zone, str) and read_zone(zone) == zone else None,
            locale=locale if isinstance(locale, str) else None,
            threads=values.get("threads") is True,
            chances=values.get("chances") is True,
            puzzle=_one_of(values.get("puzzle"), HOURS),
            game=_one_of(values.get("game"), HOURS),
            reach=values.get("reach") is True,
            find=values.get("find") is not False,
            season=SeasonLength(season)
            if (season := values.get("season")) in tuple(SeasonLength)
            else SeasonLength.MONTH,
            rolls=rolls if (rolls := values.get("rolls")) in ROLLS else None,
            rest=rest,
        )

    def pause_where(self, *, costless: bool) -> Pause:
        """Return how bots' turns appear: as chosen, else one by one where a platform's calls cost nothing."""
        return self.pause or (Pause.CALM if costless else Pause.NONE)

    def dump(self) -> str:
        """Return the settings as JSON for a record, without defaults."""
        board = {} if self.board is BoardMode.FOLLOW else {"board": self.board.value}
        theme = {} if self.theme == CLASSIC.name else {"theme": self.theme}
        pace = {} if self.pace == USUAL else {"pace": self.pace}
        opening = {} if self.opening is Opening.ALL else {"opening": self.opening.value}
        season = {} if self.season is SeasonLength.MONTH else {"season": self.season.value}
        others = {
            name: getattr(self, name)
            for name in ("tables", "messages", "motion", "zone", "locale", "puzzle", "game", "rolls")
        }
        others["pause"] = next((word for word, pause in _STORED_PAUSES.items() if pause is self.pause), None)
        chosen = {name: value for name, value in others.items() if value is not None}
        switches = {name: True for name in ("threads", "chances", "reach") if getattr(self, name)}
        switches |= {} if self.find else {"find": False}
        written = {**self.rest, **switches, **board, **theme, **pace, **opening, **season, **chosen}
        return json.dumps(written, sort_keys=True, separators=(",", ":"))


def _one_of(value: Any, known: Sequence[int]) -> int | None:
    return value if type(value) is int and value in known else None


def _pace(value: Any) -> str:
    try:
        return str(TimeControl.parse(value)) if isinstance(value, str) else USUAL
    except Refusal:
        return USUAL


async def settings_of(store: Store, chat: ChatKey) -> ChatSettings:
    """Return a chat's settings, or the defaults; raises StoreError."""
    return ChatSettings.of(await store.chat(chat))


async def change_settings(store: Store, chat: ChatKey, **changes: Any) -> ChatSettings:
    """Change some of a chat's settings and return all of them; raises StoreError."""
    record = await store.chat(chat) or ChatRecord(chat)
    settings = replace(ChatSettings.load(record.settings), **changes)
    await store.save_chat(replace(record, settings=settings.dump()))
    return settings
