"""Play at tables with a clock: seated, told the time, and read."""

from __future__ import annotations

from bot.core.domain import deadlines
from bot.core.domain.table_values import TableClock
from bot.core.messages.content import Part
from bot.core.messages.requests import Person
from data.records import ChatKey
from tests.fakes.messenger import Message
from tests.fakes.room import ANA, CHAT, Room


async def begun(place: Room, line: str, *others: Person, chat: ChatKey = CHAT) -> str:
    """Begin a game between Ana and others; computers take what is free."""
    await place.say(ANA, line, chat)
    code = (await place.table()).id
    for other in others:
        await place.say(other, "/join", chat)
    await place.click(ANA, "tart", chat)
    return code


async def clock_of(place: Room, code: str) -> TableClock:
    return (await place.table(code)).clock


async def passes(place: Room, seconds: float) -> None:
    """Time goes by, and the timekeeper looks."""
    place.clock.time += seconds
    await place.core.scheduler.look()
    await place.core.publisher.idle()


async def acts(place: Room, code: str, *people: Person) -> Person:
    """Press the first button on offer for the player to act; return that player."""
    who = await place.acting(code, list(people))
    (board,) = place.live(code)
    outcome = await place.press(who, board.tokens[0], board.id)
    assert outcome.notice is None, outcome.notice.plain
    return who


async def until_due(place: Room, code: str, who: Person, *people: Person) -> None:
    """Let the others play until it is this person's turn."""
    for _ in range(60):
        if await place.actor(code, list(people)) == who:
            return
        await acts(place, code, *people)
    raise AssertionError("their turn never came")


async def falls(place: Room, code: str, who: Person, *people: Person) -> None:
    """Let this person's turn come and their time pass; when it was played for them, others have theirs."""
    await until_due(place, code, who, *people)
    table = await place.table(code)
    due = (await clock_of(place, code)).deadline
    assert due is not None
    await passes(place, due - place.clock.now())
    assert (await place.table(code)).plies > table.plies


def board(place: Room) -> Message:
    return next(m for m in reversed(place.messenger.of(CHAT)) if m.screen.picture is not None)


def text(place: Room) -> str:
    return board(place).screen.text.plain


def called(message: Message) -> list[str]:
    parts: list[Part] = [part for line in message.screen.text.lines for part in line]
    return [part.mention.user for part in parts if part.mention is not None]


async def away(place: Room, code: str, who: Person, *people: Person) -> None:
    for _ in range(deadlines.STRIKES):
        await falls(place, code, who, *people)
