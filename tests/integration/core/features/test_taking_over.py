"""Somebody of the chat takes over from a person who left; the result stays with the person who left."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from bot.core.domain import standing
from bot.core.domain.table import StartedTable
from bot.core.domain.table_values import Series
from bot.core.domain.taking_over import offered
from bot.core.messages.button_tokens import Verb, encode
from bot.core.rankings.results import result_of, stood_in
from bot.core.services.table_codec import record_of, renamed, table_of
from data.records import BlockRecord, ChatKey, PersonKey, Status
from tests.fakes.room import ANA, BEA, CAI, CHAT, DAN, Room, person, room, said

EVA, FIO = person("Eva"), person("Fio")
ELSEWHERE = ChatKey("fake", "elsewhere")


@pytest.fixture
async def place() -> AsyncIterator[Room]:
    async with room() as made:
        yield made


async def three(place: Room, line: str = "/play parchis seats=Y,B,R") -> str:
    """Begin a game of three people; Cai resigns."""
    code = await place.started(line, BEA, CAI)
    await place.play_until_counted(code, [ANA, BEA, CAI])
    await place.end(code, "resign", [CAI])
    return code


def labels(place: Room, code: str) -> list[str]:
    return [button.label for button in place.board(code).buttons]


async def test_a_newcomer_plays_on_and_who_left_is_last(place: Room) -> None:
    code = await three(place)
    assert "Take over from Cai" in labels(place, code)
    assert "The seat is yours now." in said(await place.click(DAN, "Take over"))
    board = place.board(code)
    assert "🙋 Dan takes over from 🔴 Cai." in board.screen.text.plain
    assert "Take over from Cai" not in labels(place, code)
    table = await place.table(code)
    assert isinstance(table, StartedTable)
    seat = next(number for number, one in enumerate(table.seats) if one.person == DAN.key)
    assert table.seats[seat].is_human
    assert table.is_rated
    await place.play_out(code, [ANA, BEA, DAN])
    over = await place.table(code)
    assert isinstance(over, StartedTable)
    assert over.status is Status.OVER
    assert standing.places(over)[seat] == 3
    result = result_of(over)
    assert result.rated
    assert {one.player for one in result.seats} == {ANA.key, BEA.key, CAI.key}
    assert [one.left for one in result.seats] == [number == seat for number in range(3)]
    changes = {change.player: change for change in await place.store.rating_changes(code)}
    assert set(changes) == {ANA.key, BEA.key, CAI.key}
    acts = [ply for ply, entry in enumerate(over.standing) if over.is_taken_at(entry)]
    assert acts
    assert stood_in(over) >= set(acts)


async def test_the_card_tells_whose_place_it_is(place: Room) -> None:
    code = await three(place)
    await place.click(DAN, "Take over")
    await place.end(code, "resign", [BEA])
    await place.end(code, "resign", [ANA])  # only the newcomer is left
    over = await place.table(code)
    assert over.status is Status.OVER
    assert isinstance(over, StartedTable)
    assert not result_of(over).rated
    text = place.messenger.of(CHAT)[-1].screen.text.plain
    assert "This game isn't rated: everyone who started it has left." in text


async def test_two_who_press_at_once_and_one_gets_it(place: Room) -> None:
    code = await three(place)
    token = encode(code, (await place.table(code)).version, Verb.TAKE, 2)
    answers = await asyncio.gather(*(place.press(who, token, settle=False) for who in (DAN, EVA)))
    await place.core.publisher.idle()
    told = sorted(said(answer) for answer in answers)
    assert "The seat is yours now" in told[1]
    assert "has that seat already" in told[0]
    assert len((await place.table(code)).departures.taken) == 1


async def test_who_is_away_finds_the_seat_taken_and_a_second_newcomer_follows(place: Room) -> None:
    code = await place.started("/play parchis seats=Y,B,R pace=live:30", BEA, CAI)
    assert offered(await place.table(code)) == ()
    for _ in range(12):
        who = await place.acting(code, [ANA, BEA, CAI])
        if who == CAI:
            place.clock.time += 31
            await place.core.scheduler.look()
            await place.core.publisher.idle()
        else:
            board = place.board(code)
            await place.press(who, board.tokens[0], board.id)
        if "I'm back" in labels(place, code):
            break
    back = next(button for button in place.board(code).buttons if button.label == "I'm back")
    await place.click(DAN, "Take over from Cai")
    assert "Dan has taken over your seat." in said(await place.press(CAI, back.token))
    assert "left this game" in said(await place.press(CAI, encode(code, 0, Verb.TAKE, 2)))
    await place.end(code, "resign", [DAN])
    assert "left" not in said(await place.click(EVA, "Take over from Dan"))
    table = await place.table(code)
    assert [(one.seat, one.person, one.name) for one in table.departures.taken] == [(2, CAI.key, "Cai")]
    assert table.seats[2].person == EVA.key


async def test_nobody_moves_for_another(place: Room) -> None:
    code = await three(place)
    await place.click(DAN, "Take over")
    who = await place.acting(code, [ANA, BEA, DAN])
    other = ANA if who != ANA else BEA
    board = place.board(code)
    assert "turn" in said(await place.press(other, board.tokens[0], board.id))


async def test_those_who_may_not(place: Room) -> None:
    code = await three(place)
    token = encode(code, (await place.table(code)).version, Verb.TAKE, 2)
    assert "already have a seat" in said(await place.press(ANA, token))
    assert "already have a seat" in said(await place.press(CAI, token))  # a resigned player doesn't return
    await place.store.save_block(BlockRecord(BEA.key, DAN.key, "Dan", 0.0), limit=9)
    assert "can't take over" in said(await place.press(DAN, token))
    assert "find" in said(await place.press(EVA, token, chat=ELSEWHERE))
    for seat in (0, 3, 9):
        wrong = encode(code, 0, Verb.TAKE, seat)
        assert said(await place.press(EVA, wrong)) in ("There's no such seat.", "Ana has that seat already.")
    assert (await place.table(code)).departures.taken == ()


async def test_who_was_removed_stays_out(place: Room) -> None:
    code = await place.started("/play parchis seats=Y,B,R rated=no", BEA, CAI)
    await place.say(ANA, f"/remove B {code}")
    token = encode(code, 0, Verb.TAKE, 1)
    assert "removed" in said(await place.press(BEA, token))
    await place.click(DAN, "Take over from Bea")
    assert (await place.table(code)).seats[1].person == DAN.key


async def test_a_private_table_takes_only_the_invited(place: Room) -> None:
    code = await place.opened("/play parchis seats=Y,B,R", BEA, CAI)
    await place.press(ANA, encode(code, (await place.table(code)).version, Verb.PRIVATE, "on"))
    await place.say(ANA, f"/start {code}")
    await place.end(code, "resign", [CAI])
    assert "private" in said(await place.click(DAN, "Take over"))


async def test_tables_of_tournaments_and_matches_offer_no_seat(place: Room) -> None:
    code = await three(place)
    table = await place.table(code)
    assert offered(table) == (2,)
    assert offered(replace(table, links=replace(table.links, tournament="abcdef"))) == ()
    assert offered(replace(table, links=replace(table.links, series=Series(3)))) == ()


async def test_who_left_is_stored_renamed_and_forgotten(place: Room) -> None:
    code = await three(place)
    await place.click(DAN, "Take over")
    table = await place.table(code)
    assert isinstance(table, StartedTable)
    record = record_of(table)
    again = table_of(record, tuple(table.log))
    assert again.departures == table.departures
    hidden = renamed(record, lambda key, name: "somebody" if key == CAI.key else name)
    assert table_of(hidden, tuple(table.log)).departures.taken[0].name == "somebody"
    await place.say(CAI, "/deletemydata")
    await place.click(CAI, "Yes")
    after = await place.table(code)
    assert CAI.key not in {one.person for one in after.departures.taken}
    assert PersonKey("fake", "cai") not in after.people
    assert "cai" not in str((await place.store.table(code)).options)  # type: ignore[union-attr]
    await place.play_out(code, [ANA, BEA, DAN])
    assert (await place.table(code)).status is Status.OVER


async def test_a_newcomer_of_a_team_plays_on_with_the_teammate(place: Room) -> None:
    code = await place.started("/play parchis teams=yes", BEA, CAI, DAN)
    await place.play_until_counted(code, [ANA, BEA, CAI, DAN])
    await place.end(code, "resign", [CAI])
    await place.click(EVA, "Take over from Cai")
    await place.play_out(code, [ANA, BEA, DAN, EVA])
    over = await place.table(code)
    assert isinstance(over, StartedTable)
    counting = standing.places(over)
    assert counting[2] == 2
    assert {one.player for one in result_of(over).seats} == {ANA.key, BEA.key, CAI.key, DAN.key}


async def test_a_seat_of_several_colours_goes_as_a_whole(place: Room) -> None:
    code = await place.opened("/play parchis seats=Y,B,R,G", BEA, CAI)
    await place.press(CAI, encode(code, (await place.table(code)).version, Verb.SIT, 3))
    await place.say(ANA, f"/start {code}")
    await place.end(code, "resign", [CAI])
    assert offered(await place.table(code)) == (2,)
    await place.click(FIO, "Take over")
    assert [seat.person for seat in (await place.table(code)).seats[2:]] == [FIO.key, FIO.key]
