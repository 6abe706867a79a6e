"""A person's own settings: the JSON object in `PersonRecord.settings`."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields, replace
from functools import lru_cache
from typing import Any

from data.records import PersonKey, PersonRecord
from data.store import Store


@dataclass(frozen=True, slots=True)
class PersonSettings:
    """`mentions`: may be called when it is their turn. `ranked`: stands in leaderboards. `listed`: stands in those of
    all chats even if they play in private chats only.

    `quiet_from`, `quiet_to`: the hours of the day, 0 to 23, between which daily games leave them in peace, None for
    never; `zone`: the minutes by which their clock is ahead of UTC.
    """

    mentions: bool = True
    ranked: bool = True
    listed: bool = False
    quiet_from: int | None = None
    quiet_to: int | None = None
    zone: int = 0

    @classmethod
    @lru_cache(maxsize=512)
    def load(cls, text: str) -> PersonSettings:
        """From a record; what a newer version may have added is left out."""
        known = {item.name for item in fields(cls)}
        return cls(**{name: value for name, value in json.loads(text).items() if name in known})

    def dump(self) -> str:
        """For a record; what is as usual is left out."""
        usual = asdict(PersonSettings())
        chosen = {name: value for name, value in asdict(self).items() if value != usual[name]}
        return json.dumps(chosen, sort_keys=True, separators=(",", ":"))


async def person_settings(store: Store, person: PersonKey) -> PersonSettings:
    """A person's settings, or the usual ones."""
    record = await store.person(person)
    return PersonSettings() if record is None else PersonSettings.load(record.settings)


async def change_person(store: Store, person: PersonKey, name: str, **changes: Any) -> PersonSettings:
    """Changes some of a person's settings and gives them all; `name` is for somebody not seen before."""
    record = await store.person(person) or PersonRecord(person, name)
    settings = replace(PersonSettings.load(record.settings), **changes)
    await store.save_person(replace(record, settings=settings.dump()))
    return settings
