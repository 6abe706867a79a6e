"""A person's settings: the JSON object in `PersonRecord.settings`."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields, replace
from datetime import UTC, datetime, tzinfo
from functools import lru_cache
from typing import Any, get_type_hints

from bot.core.common.typed import misfit
from bot.core.domain.table_values import Throws
from bot.core.i18n.time_zones import zone_of, zone_word
from data.records import PersonKey, PersonRecord
from data.store import Store

ALL, KNOWN, NONE = CHALLENGERS = ("all", "known", "none")
"""Who may challenge a person: all, those with whom they have finished a game, or nobody."""


@dataclass(frozen=True, slots=True)
class PersonSettings:
    """A person's own choices.

    `mentions`: may be mentioned when it is their turn. `ranked`: appears in leaderboards. `listed`: appears in those
    of all chats even if they play in private chats only. `throws`: how they roll, a word of `Throws`, empty for the
    table's way.

    `quiet_from`, `quiet_to`: the hours of the day, 0 to 23, without daily games' calls, None for never. `place`:
    their chosen zone, an IANA name or an offset. Without it, `zone` is minutes ahead of UTC, as earlier versions
    stored it, or `guessed` a zone from their platform. `challenges`: who may challenge them, a word of CHALLENGERS.

    `away`: until when their holiday lasts or lasted (Unix seconds). `holidays`: their days of holiday in this year
    and later, as `2026-08-01/2026-08-12`, one stretch after the other.
    """

    mentions: bool = True
    ranked: bool = True
    listed: bool = False
    quiet_from: int | None = None
    quiet_to: int | None = None
    zone: int = 0
    place: str = ""
    guessed: str = ""
    throws: str = ""
    challenges: str = ALL
    away: float = 0.0
    holidays: str = ""

    @property
    def way(self) -> Throws | None:
        """Return how they roll; None for the table's way."""
        return Throws(self.throws) if self.throws in tuple(Throws) else None

    @property
    def clock(self) -> tzinfo | None:
        """Return their zone; None if unknown."""
        chosen = self.place or (zone_word(self.zone) if self.zone else "") or self.guessed
        return zone_of(chosen) if chosen else None

    def ahead(self, moment: float) -> int:
        """Return how many seconds their clock is ahead of UTC at a moment (Unix seconds)."""
        clock = self.clock
        offset = None if clock is None else datetime.fromtimestamp(moment, UTC).astimezone(clock).utcoffset()
        return 0 if offset is None else round(offset.total_seconds())

    @classmethod
    @lru_cache(maxsize=512)
    def load(cls, text: str) -> PersonSettings:
        """Read settings from a record; a value unknown to this version counts as none."""
        values, hints = json.loads(text), get_type_hints(cls)
        chosen = {item.name: values[item.name] for item in fields(cls) if item.name in values}
        return cls(**{name: value for name, value in chosen.items() if _makes_sense(name, value, hints[name])})

    def dump(self) -> str:
        """Return the settings as JSON for a record, without defaults."""
        usual = asdict(PersonSettings())
        chosen = {name: value for name, value in asdict(self).items() if value != usual[name]}
        return json.dumps(chosen, sort_keys=True, separators=(",", ":"))


def _makes_sense(name: str, value: object, declared: Any) -> bool:
    if misfit(value, declared) is not None or (name == "challenges" and value not in CHALLENGERS):
        return False
    return name not in ("quiet_from", "quiet_to") or value is None or value in range(24)


async def person_settings(store: Store, person: PersonKey) -> PersonSettings:
    """Return a person's settings, or the defaults; raises StoreError."""
    record = await store.person(person)
    return PersonSettings() if record is None else PersonSettings.load(record.settings)


async def change_person(store: Store, person: PersonKey, name: str, **changes: Any) -> PersonSettings:
    """Change some of a person's settings and return all of them; raises StoreError.

    `name` is for a person not seen before.
    """
    record = await store.person(person) or PersonRecord(person, name)
    settings = replace(PersonSettings.load(record.settings), **changes)
    await store.save_person(replace(record, settings=settings.dump()))
    return settings
