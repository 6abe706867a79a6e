"""A newcomer asks for a bot's seat that nobody has left; all people at the table have to agree."""

from __future__ import annotations

from bot.core.domain.bot_seats import may_be_asked
from bot.core.domain.table import StartedTable
from bot.core.rankings.results import result_of
from bot.core.services.table_codec import record_of, renamed, table_of
from data.records import BlockRecord, ChatKey, Status
from tests.fakes.messenger import Message
from tests.fakes.room import ANA, BEA, CAI, CHAT, DAN, Room, room, said

CASUAL = "/play parchis rated=no computers=2"
ELSEWHERE = ChatKey("fake", "elsewhere")


def questions(place: Room) -> list[Message]:
    return [one for one in place.messenger.of(CHAT) if "would like to take over from" in one.screen.text.plain]


async def test_all_agree_and_the_newcomer_plays() -> None:
    async with room() as place:
        code = await place.started(CASUAL, BEA)
        assert "I've asked" in said(await place.say(CAI, "/join"))
        (question,) = questions(place)
        assert "🙋 Cai would like to take over from" in question.screen.text.plain
        assert "isn't" not in question.screen.text.plain
        assert "asked already" in said(await place.say(DAN, f"/join {code}"))
        await place.click(ANA, "Yes")
        assert not (await place.table(code)).sits(CAI.key)
        await place.click(BEA, "Yes")
        table = await place.table(code)
        assert table.people == (ANA.key, BEA.key, CAI.key)
        assert "🙋 Cai takes a bot's seat." in place.board(code).screen.text.plain
        assert any("All agree: welcome, 🔴 Cai!" in one.screen.text.plain for one in place.messenger.of(CHAT))
        assert table.votes.seat is None
        await place.play_out(code, [ANA, BEA, CAI])
        over = await place.table(code)
        assert isinstance(over, StartedTable)
        assert over.status is Status.OVER
        assert not result_of(over).rated


async def test_alone_with_bots_one_yes_is_enough_and_the_game_stays_casual() -> None:
    async with room() as place:
        code = await place.started("/play palma")
        table = await place.table(code)
        assert table.options.rated
        assert may_be_asked(table)
        await place.say(CAI, f"/join {code}")
        await place.click(ANA, "Yes")
        after = await place.table(code)
        assert after.people == (ANA.key, CAI.key)
        assert not after.is_rated


async def test_one_no_is_the_end_of_it() -> None:
    async with room() as place:
        code = await place.started(CASUAL, BEA)
        await place.say(CAI, f"/join {code}")
        await place.click(ANA, "Yes")
        await place.click(BEA, "No")
        assert any("Not this time: 🔵 Bea says no." in one.screen.text.plain for one in place.messenger.of(CHAT))
        assert questions(place) == []
        assert "said no to a newcomer" in said(await place.say(CAI, f"/join {code}"))
        assert not (await place.table(code)).sits(CAI.key)


async def test_those_who_may_not_ask_or_answer() -> None:
    async with room() as place:
        code = await place.started("/play parchis computers=2", BEA)
        assert "already started" in said(await place.say(CAI, f"/join {code}"))  # it is rated
        await place.say(ANA, f"/resign {code}")
        await place.click(ANA, "Yes")
        code = await place.started(CASUAL, BEA)
        await place.store.save_block(BlockRecord(BEA.key, CAI.key, "Cai", 0.0), limit=9)
        assert "already started" in said(await place.say(CAI, f"/join {code}"))
        assert "already started" in said(await place.say(DAN, f"/join {code}", ELSEWHERE))
        await place.say(DAN, f"/join {code}")
        assert "not playing" in said(await place.click(DAN, "Yes"))
        (question,) = questions(place)
        token = question.buttons[0].token
        await place.click(ANA, "Yes")
        await place.click(BEA, "Yes")
        version = (await place.table(code)).version
        assert (await place.press(ANA, token, question.id)).notice is not None  # a late press changes nothing
        after = await place.table(code)
        assert after.sits(DAN.key)
        assert after.version == version


async def test_who_asks_is_stored_renamed_and_forgotten() -> None:
    async with room() as place:
        code = await place.started(CASUAL, BEA)
        await place.say(CAI, f"/join {code}")
        table = await place.table(code)
        assert isinstance(table, StartedTable)
        record = record_of(table)
        assert table_of(record, tuple(table.log)).votes == table.votes
        hidden = table_of(renamed(record, lambda key, name: "x" if key == CAI.key else name), tuple(table.log))
        assert hidden.votes.seat is not None
        assert hidden.votes.seat.name == "x"
        await place.say(CAI, "/deletemydata")
        await place.click(CAI, "Yes")
        assert (await place.table(code)).votes.seat is None
