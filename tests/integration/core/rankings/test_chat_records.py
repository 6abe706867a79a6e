"""The records of a chat: the end of each game adds to them, and a game keeps those of its start."""

from __future__ import annotations

from bot.core.domain.storytelling import LEAST, story_of
from bot.core.domain.table import StartedTable
from data.records import Status
from data.result_records import ChatRecords, ResultRecord, ResultSeat
from tests.fakes.room import ANA, BEA, CHAT, Room, room
from tests.fakes.store_samples import table


async def past_games(place: Room, count: int) -> None:
    """Store games of the chat, with the quickest capture in turn 2 and the longest drought of 7 turns."""
    for number in range(count):
        name = f"past{number}"
        await place.store.create(table(name, status=Status.OVER, chat=CHAT), limit=99)
        seats = (ResultSeat(ANA.key, 0, 1), ResultSeat(BEA.key, 1, 2))
        await place.store.add_result(
            ResultRecord(name, "parchis", "dice", 5.0, False, 90, seats, 2 + number, 7 - number, 33)
        )


async def begun(place: Room) -> StartedTable:
    await place.say(ANA, "/play parchis seats=Y,R pace=none")
    code = (await place.table()).id
    await place.say(BEA, f"/join {code}")
    await place.click(ANA, "Start")
    found = await place.table(code)
    assert isinstance(found, StartedTable)
    return found


async def test_a_game_keeps_the_records_of_its_start_and_adds_to_them_at_its_end() -> None:
    async with room() as place:
        await past_games(place, LEAST)
        playing = await begun(place)
        assert playing.story is not None
        assert playing.story.best == (2, 7, 33, LEAST)
        await place.play_out(playing.id, [ANA, BEA])
        over = await place.table(playing.id)
        assert isinstance(over, StartedTable)
        assert story_of(over).best == playing.story.best
        found = await place.store.chat_records(CHAT, "parchis")
        assert found.games == LEAST + 1
        assert found.capture <= 2
        assert found.drought >= 7
        assert found.comeback >= 33


async def test_a_chat_with_few_games_has_no_records_to_break() -> None:
    async with room() as place:
        await past_games(place, LEAST - 1)
        playing = await begun(place)
        assert playing.story is not None
        assert playing.story.best == (0, 0, 0, LEAST - 1), "its next game begins with other wordings"
        assert await place.store.chat_records(CHAT, "palma") == ChatRecords()
