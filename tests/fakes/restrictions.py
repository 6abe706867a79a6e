"""Ban people and hide names in a room, and see what its chat shows."""

from __future__ import annotations

from typing import Any

from bot.core.application import Application
from bot.core.services.restrictions import EVERY
from data.records import PersonKey, RestrictionRecord
from tests.fakes.room import ANA, BEA, CHAT, Room


async def looked(core: Application) -> None:
    """Let half a minute pass in which the process looks at what is decided."""
    for work in core.everywhere:
        assert work.seconds == EVERY
        await work.look()
    await core.service.computers.idle()
    await core.publisher.idle()


async def decide(place: Room, who: PersonKey, **what: Any) -> None:
    await place.store.restrict(RestrictionRecord(who, **what))
    await looked(place.core)


async def begun(place: Room, line: str = "/play palma", *others: Any) -> str:
    code = await place.opened(line)
    for other in others or (BEA,):
        await place.say(other, f"/join {code}")
    await place.say(ANA, f"/start {code}")
    return code


def shown(place: Room) -> str:
    """Return all words and pictures of the bot in the chat."""
    seen = [(message.screen.text.plain, message.screen.picture) for message in place.messenger.of(CHAT)]
    return " ".join(
        f"{words} {picture.alt if picture else ''} {picture.data if picture else ''!r}" for words, picture in seen
    )
