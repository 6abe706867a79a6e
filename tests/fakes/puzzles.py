"""Ask for the puzzle of the day, answer it, and let the hours pass in which it comes by itself."""

from __future__ import annotations

from datetime import UTC, datetime

from bot.core.domain.daily_puzzle import Puzzle
from bot.core.features.puzzle.posting import EVERY
from bot.core.messages.requests import Outcome, Person
from bot.core.services.puzzle_codec import puzzle_of
from data.records import ChatKey
from tests.fakes.messenger import Message
from tests.fakes.room import CHAT, Room

DAY, HOUR = 86400.0, 3600.0
MORNING = datetime(2026, 11, 23, 8, tzinfo=UTC).timestamp()
TODAY = int(MORNING // DAY)


async def puzzle(place: Room, chat: ChatKey = CHAT, day: int | None = None) -> Puzzle:
    record = await place.store.puzzle(chat, int(place.clock.time // DAY) if day is None else day)
    assert record is not None
    found = puzzle_of(record)
    assert found is not None
    return found


def shown(place: Room, chat: ChatKey = CHAT) -> list[Message]:
    return [one for one in place.messenger.of(chat) if "Puzzle of the day" in one.screen.text.plain]


def told(outcome: Outcome) -> str:
    assert outcome.notice is not None
    assert outcome.screen is None, "nobody else sees anything"
    assert len(outcome.notice.plain.encode("utf-16-le")) // 2 <= 200
    return outcome.notice.plain


async def answer(place: Room, who: Person, *, right: bool, chat: ChatKey = CHAT) -> str:
    """Ask for the puzzle, and press a right button or the worst one."""
    await place.say(who, "/puzzle", chat)
    return await guess(place, who, right=right, chat=chat)


async def guess(place: Room, who: Person, *, right: bool, chat: ChatKey = CHAT) -> str:
    now = await puzzle(place, chat)
    move = now.right[0] if right else now.ranking[-1].move
    message = shown(place, chat)[-1]
    (token,) = [one for one in message.tokens if one.endswith(f":{move}")]
    return told(await place.press(who, token, message.id, chat))


async def look(place: Room, forward: float = EVERY) -> None:
    """Let time pass, and have features do what they do again and again."""
    place.clock.time += forward
    for work in place.core.beside:
        await work.look()
