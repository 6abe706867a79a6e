"""People at a lobby: they swap, are invited, and play again."""

from __future__ import annotations

from bot.core.chat import Outcome
from bot.core.options import Options
from bot.core.person_settings import change_person
from bot.core.tokens import Verb, encode
from tests.fakes.room import ANA, BEA, CAI, DAN, Room, room


def said(outcome: Outcome) -> str:
    """The private notice."""
    assert outcome.notice is not None
    return outcome.notice.plain


async def opened(place: Room, line: str = "/play") -> str:
    """Ana's lobby, where Bea sits as well."""
    code = (await place.say(ANA, line)).table
    assert code is not None
    await place.say(BEA, "/join")
    return code


async def names(place: Room, code: str) -> list[str]:
    return [seat.name or seat.computer or "-" for seat in (await place.table(code)).record.seats]


async def test_people_swap_by_agreement_alone() -> None:
    async with room() as place:
        code = await opened(place)
        await place.click(BEA, "People")
        await place.click(BEA, "swap with 🟡 Ana")
        (board,) = place.live(code)
        assert "🔵 Bea asks 🟡 Ana to swap seats." in board.screen.text.plain
        assert len(board.screen.rows) <= 5
        for who in (CAI, BEA):
            assert "not for you" in said(await place.click(who, "Swap"))
        await place.click(ANA, "Swap")
        assert await names(place, code) == ["Bea", "Ana", "-", "-"]
        assert (await place.table(code)).record.host == ANA.key
        await place.click(BEA, "swap with 🔵 Ana")
        await place.click(ANA, "Do not swap")
        assert await names(place, code) == ["Bea", "Ana", "-", "-"]
        assert "asks" not in board.screen.text.plain


async def test_a_free_seat_is_taken_at_once_and_a_wish_dies_with_its_seat() -> None:
    async with room() as place:
        code = await opened(place)
        await place.click(BEA, "People")
        await place.click(BEA, "swap with")
        asked = encode(code, (await place.table(code)).record.version, Verb.SWAP, 1, "yes")
        await place.click(BEA, "go to 🟢")
        assert await names(place, code) == ["Ana", "-", "-", "Bea"]
        assert Options.load((await place.table(code)).record.options).swap == []
        assert "any more" in said(await place.press(ANA, asked))
        assert "no seat here" in said(await place.click(CAI, "go to"))
        version = (await place.table(code)).record.version
        await place.press(ANA, encode(code, version, Verb.COMPUTER, 1, "greedy"))
        assert "Only the host" in said(await place.press(BEA, encode(code, version, Verb.MOVETO, 1)))
        await place.press(ANA, encode(code, version, Verb.MOVETO, 1))
        assert await names(place, code) == ["greedy", "Ana", "-", "Bea"]


async def test_the_host_sends_away_by_a_button() -> None:
    async with room() as place:
        code = await opened(place)
        await place.click(ANA, "People")
        assert "Only the host" in said(await place.click(BEA, "send 🔵 Bea away"))
        await place.click(ANA, "send 🔵 Bea away")
        assert await names(place, code) == ["Ana", "-", "-", "-"]


async def test_at_a_private_table_sits_who_is_invited_or_has_the_code() -> None:
    async with room() as place:
        code = (await place.say(ANA, "/play")).table
        assert code is not None
        await place.click(ANA, "People")
        outcome = await place.click(ANA, "private")
        assert code in said(outcome)
        (board,) = place.live(code)
        assert code not in board.screen.text.plain
        await place.click(ANA, "Back")
        assert "private" in said(await place.click(BEA, "Sit"))
        assert "private" in said(await place.say(BEA, "/join"))
        await place.say(BEA, f"/join table={code}")
        await place.say(ANA, "/invite @Cai")
        await place.click(CAI, "Sit: ")
        assert await names(place, code) == ["Ana", "Bea", "Cai", "-"]
        assert "Only the host" in said(await place.say(BEA, "/invite Dan"))
        await place.say(BEA, "/leave")
        await place.click(BEA, "Sit: ")
        await place.click(ANA, "People")
        await place.click(ANA, "open to everybody")
        await place.say(DAN, "/join")
        assert await names(place, code) == ["Ana", "Bea", "Cai", "Dan"]


async def test_codes_of_private_tables_are_not_told() -> None:
    async with room() as place:
        first = (await place.say(ANA, "/play")).table
        await place.click(ANA, "People")
        await place.click(ANA, "private")
        second = (await place.say(ANA, "/play palma")).table
        assert first is not None
        assert second is not None
        assert first not in said(await place.say(BEA, "/rules"))
        assert first in said(await place.say(ANA, "/rules"))


async def test_an_invitation_calls_once_and_leads_to_a_seat() -> None:
    async with room() as place:
        code = (await place.say(ANA, "/play")).table
        assert code is not None
        outcome = await place.say(ANA, "/invite @Bea")
        assert outcome.screen is not None
        assert [part.mention for line in outcome.screen.text.lines for part in line if part.mention] == [BEA.key]
        assert "invited already" in said(await place.say(ANA, "/invite Bea"))
        assert "Only those who sit" in said(await place.say(CAI, "/invite Dan"))
        assert "I do not know Zoe here." in said(await place.say(ANA, "/invite Zoe"))
        assert code in said(await place.say(ANA, "/invite"))
        await place.click(BEA, "Sit down")
        assert await names(place, code) == ["Ana", "Bea", "-", "-"]
        shown = [message.screen.text.plain for message in place.messenger.messages]
        assert "Bea sits down." in shown
        await change_person(place.store, CAI.key, "Cai", mentions=False)
        outcome = await place.say(BEA, "/invite Cai")
        assert outcome.screen is not None
        assert not [part for line in outcome.screen.text.lines for part in line if part.mention]


async def test_the_next_game_may_be_with_other_seats() -> None:
    async with room() as place:
        code = await opened(place, "/play parchis seats=Y,B,R")
        await place.click(ANA, "Fill")
        await place.play_out(code, [ANA, BEA])
        await place.click(BEA, "Rotate the seats")
        record = (await place.table()).record
        assert record.host == BEA.key
        assert [(seat.colours, seat.name or seat.computer) for seat in record.seats] == [
            ("Y", "greedy"), ("B", "Ana"), ("R", "Bea"),
        ]  # fmt: skip


async def test_one_person_plays_all_seats_from_the_lobby() -> None:
    async with room() as place:
        code = (await place.say(ANA, "/play palma")).table
        assert code is not None
        await place.click(ANA, "Sit")
        assert await names(place, code) == ["Ana", "Ana"]
        await place.click(ANA, "Start")
        await place.play_out(code, [ANA])
        assert await names(place, code) == ["Ana", "Ana"]
        await place.click(ANA, "Rotate")
        assert await names(place, (await place.table()).record.id) == ["Ana", "Ana"]
