"""A chat has its number of tables, and one person alone doesn't keep it from playing."""

from __future__ import annotations

from bot.core.messages.requests import Outcome
from bot.core.services.table_creation import CROWD
from tests.fakes.room import ANA, BEA, CAI, DAN, Room, person, room

LIMIT = 3
"""Open tables in a chat that has chosen no other number."""


def refused(outcome: Outcome) -> bool:
    """Whether no table was opened."""
    return outcome.notice is not None and f"already {LIMIT} open tables" in outcome.notice.plain


async def alone(place: Room, count: int = LIMIT) -> None:
    """Tables of Ana's: lobbies, and at last a game against bots."""
    for _ in range(count - 1):
        assert not refused(await place.say(ANA, "/play palma"))
    code = await place.opened("/play palma")
    await place.say(ANA, f"/start {code}")
    await place.click(ANA, "Start with bots")


async def test_tables_at_which_one_person_is_alone_keep_nobody_else_from_playing() -> None:
    async with room() as place:
        await alone(place)
        assert refused(await place.say(ANA, "/play palma")), "one person has the chat's number at most"
        code = (await place.say(BEA, "/play palma")).table
        assert code is not None
        await place.say(CAI, f"/join {code}")
        assert not refused(await place.say(CAI, "/play palma")), "two of the three places are free"


async def test_where_people_play_together_the_number_holds() -> None:
    async with room() as place:
        for _ in range(LIMIT):
            await place.opened("/play palma", BEA)
        assert refused(await place.say(CAI, "/play palma"))


async def test_many_people_alone_do_not_fill_a_chat_without_end() -> None:
    async with room() as place:
        opened = [await place.say(person(f"Guest {number}"), "/play palma") for number in range(CROWD * LIMIT + 1)]
        assert [outcome.table is not None for outcome in opened] == [True] * CROWD * LIMIT + [False]
        assert refused(await place.say(DAN, "/play palma"))
