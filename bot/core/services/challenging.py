"""Who may challenge whom."""

from __future__ import annotations

import json
from collections.abc import Mapping

from bot.core.domain.person_settings import ALL, KNOWN, person_settings
from bot.core.services.forgotten_people import was_forgotten
from bot.core.services.table_service import TableService
from data.event_records import ChallengeRecord
from data.records import PersonKey


def options_text(options: Mapping[str, str]) -> str:
    """Return the options of a challenge as they are stored."""
    return json.dumps(options, sort_keys=True, separators=(",", ":"))


def options_of(challenge: ChallengeRecord) -> dict[str, str]:
    """Return the options that a challenge was made with."""
    return {name: str(value) for name, value in json.loads(challenge.options).items()}


async def may_be_challenged(service: TableService, guest: PersonKey, by: PersonKey) -> bool:
    """Return whether a person lets another challenge them; nothing tells a refusal from a person who isn't there."""
    store = service.store
    if service.restrictions.is_banned(guest) or guest in service.restrictions.hidden:
        return False
    if await store.blockers(by, [guest]) or await was_forgotten(store, guest):
        return False
    wish = (await person_settings(store, guest)).challenges
    return wish == ALL or (wish == KNOWN and await store.have_met(guest, by))
