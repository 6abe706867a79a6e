"""In play: who may act, when, and that everything else changes nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.core.domain.table_values import TableResult
from bot.core.features.closing.view import RESIGN
from bot.core.features.invitations.view import COME
from bot.core.messages.button_tokens import ButtonVerb, Verb, encode
from bot.core.messages.requests import Outcome, Person
from data.records import ChatKey, Status
from tests.fakes.buttons import VERBS
from tests.fakes.room import ANA, BEA, CAI, CHAT, DAN, Room, person, room, said

ELSEWHERE = ChatKey("fake", "elsewhere")


async def begun(place: Room, line: str = "/play palma first=D", *others: Person) -> str:
    """A game under way; its code."""
    code = await place.opened(line)
    for other in others or (BEA,):
        await place.say(other, f"/join table={code}")
    await place.say(ANA, f"/start {code}")
    return code


async def snapshot(place: Room, code: str) -> object:
    """All there is to see of a table, stored and shown."""
    shown = [(message.id, message.screen, len(message.faces)) for message in place.messenger.messages]
    return await place.store.table(code), await place.store.moves(code), await place.store.boards(code), shown


async def token(place: Room, code: str, verb: ButtonVerb = Verb.THROW, *arguments: str, older: int = 0) -> str:
    return encode(code, (await place.table(code)).version - older, verb, *arguments)


async def test_a_throw_is_stored_before_it_is_answered_and_then_shown() -> None:
    async with room() as place:
        code = await begun(place)
        who = await place.acting(code, [ANA, BEA])
        outcome = await place.press(who, await token(place, code), settle=False)
        assert outcome == Outcome(table=code)
        assert (await place.store.moves(code))[0].automation is None
        await place.core.publisher.idle()
        (board,) = place.live(code)
        assert board is place.messenger.of(CHAT)[-1]


async def test_whoever_is_not_to_act_is_told_so_and_nothing_changes() -> None:
    async with room() as place:
        code = await begun(place)
        who = await place.actor(code, [ANA, BEA])
        other = BEA if who == ANA else ANA
        assert who is not None
        before = await snapshot(place, code)
        for presser, sent, told in (
            (other, await token(place, code), f"{who.name}'s turn"),
            (CAI, await token(place, code), f"{who.name}'s turn"),
            (who, await token(place, code, Verb.MOVE, "D1+1"), "Roll first"),
            (who, await token(place, code, older=1), "moved on"),
            (who, await token(place, code, older=-1), "can't find that table"),
            (who, "zzzzzz.1.throw", "can't find that table"),
            (who, "what is this", "don't know that button"),
            (who, await token(place, code, Verb.FILL), "already started"),
            (who, await token(place, code, Verb.AGAIN), "moved on"),
            (other, await token(place, code, RESIGN, "7"), "wasn't for you"),
        ):
            outcome = await place.press(presser, sent)
            assert told in said(outcome)
            assert (outcome.screen, outcome.table) == (None, code if told == "moved on" else None)
        assert await snapshot(place, code) == before


async def test_a_table_of_another_chat_is_out_of_reach() -> None:
    async with room() as place:
        code = await begun(place)
        before = await snapshot(place, code)
        for who in (ANA, BEA):
            assert "can't find that table" in said(await place.press(who, await token(place, code), chat=ELSEWHERE))
            assert "No open table here" in said(await place.say(who, f"/roll {code}", ELSEWHERE))
            assert "There's no open table" in said(await place.say(who, "/roll", ELSEWHERE))
        assert await snapshot(place, code) == before


async def test_the_notice_is_in_the_readers_language() -> None:
    async with room() as place:
        code = await begun(place)
        english = said(await place.press(person("Eva", None), await token(place, code)))
        spanish = said(await place.press(person("Eva", "es-MX"), await token(place, code)))
        assert spanish != english
        eva = person("Eva", "es-MX")
        await place.say(eva, "/language it")
        italian = said(await place.press(eva, await token(place, code)))
        assert len({english, spanish, italian}) == 3
        await place.say(eva, "/language auto")
        assert said(await place.press(eva, await token(place, code))) == spanish


async def test_the_board_is_in_the_language_of_the_chat() -> None:
    async with room() as place:
        await place.say(person("Eva", "es"), "/play palma")
        first = place.messenger.messages[-1].screen.text.plain
        await place.say(ANA, "/language it chat")
        await place.say(ANA, "/board")
        second = place.messenger.messages[-1].screen.text.plain
        await place.say(ANA, "/language auto chat")
        await place.say(ANA, "/board")
        assert first != second
        assert place.messenger.messages[-1].screen.text.plain == first


async def test_a_press_delivered_twice_counts_once() -> None:
    async with room() as place:
        code = await begun(place)
        who = await place.acting(code, [ANA, BEA])
        sent = await token(place, code)
        first, second = await asyncio.gather(place.press(who, sent), place.press(who, sent))
        assert (first.notice, first.table) == (None, code)
        assert "moved on" in said(second)
        throws = [entry for entry in await place.store.moves(code) if entry.version == 3]
        assert sum(entry.automation is None for entry in throws) == 1


async def test_another_process_that_was_faster_makes_a_press_stale() -> None:
    async with room() as place, room(place.store, place.messenger, seed="2") as other:
        code = await begun(place)
        who = await place.acting(code, [ANA, BEA])
        sent = await token(place, code)
        assert (await other.press(who, sent)).notice is None
        before = await snapshot(place, code)
        assert "moved on" in said(await place.press(who, sent))
        assert await snapshot(place, code) == before


async def test_many_tables_at_once_do_not_mix() -> None:
    chats = [ChatKey("fake", f"room {number}") for number in range(8)]
    async with room() as place:

        async def game(chat: ChatKey) -> list[str]:
            await place.say(ANA, "/play palma", chat, settle=False)
            (record,) = await place.store.tables(chat)
            await place.press(ANA, encode(record.id, 0, Verb.FILL), chat=chat, settle=False)
            for _ in range(25):
                table = await place.table(record.id)
                moves = table.match.game.moves(table.match.state) if table.match else ()
                for verb, arguments in ((Verb.THROW, ()), *((Verb.MOVE, (move,)) for move in moves[:1])):
                    sent = encode(record.id, table.version, verb, *arguments)
                    await place.press(ANA, sent, chat=chat, settle=False)
            return [entry.move for entry in await place.store.moves(record.id)]

        played = await asyncio.gather(*map(game, chats))
        await place.core.publisher.idle()
        assert len({tuple(moves) for moves in played}) == len(chats)
        assert await place.store.dirty_boards(99) == []
        for chat in chats:
            (record,) = await place.store.tables(chat)
            assert place.board(record.id, chat)


@pytest.mark.parametrize(("who", "which"), [(ANA, 0), (BEA, 1)])
async def test_throw_finds_the_table_where_it_is_due(who: Person, which: int) -> None:
    async with room() as place:
        codes = [await begun(place, f"/play palma first={side}") for side in "DJ"]
        assert (await place.say(who, "/roll")).table == codes[which]


async def test_the_board_comes_again_below() -> None:
    async with room() as place:
        code = await begun(place)
        for _ in range(2):
            (old,) = place.live(code)
            tokens = old.tokens
            await place.say(BEA, "/board")
            (new,) = place.live(code)
            assert new is not old
            assert new is place.messenger.of(CHAT)[-1]
            assert new.tokens == tokens


# resigning and closing ---------------------------------------------------------------------------------------------


async def test_resigning_against_one_ends_the_game() -> None:
    async with room() as place:
        code = await begun(place)
        await place.say(BEA, "/resign")
        question = place.messenger.messages[-1]
        for who in (ANA, CAI):
            assert "wasn't for you" in said(await place.press(who, question.tokens[0], question.id))
        await place.press(BEA, question.tokens[1], question.id)
        assert question.buttons == []
        assert (await place.table(code)).status is Status.PLAYING
        await place.say(BEA, "/resign")
        question = place.messenger.messages[-1]
        await place.press(BEA, question.tokens[0], question.id)
        record = await place.table(code)
        assert record.status is Status.OVER
        assert record.result == TableResult((1, 2), "resigned", place.clock.now())
        assert question.buttons == []
        (end,) = place.live(code)
        assert record.seed.hex()[:8] in end.screen.text.plain
        assert said(await place.press(ANA, await token(place, code)))


async def test_resigning_among_several_lets_the_computer_play_on() -> None:
    async with room() as place:
        code = await begun(place, "/play spanish seats=Y,B,R", BEA, CAI)
        await place.say(BEA, "/resign")
        await place.click(BEA, "Yes, resign")
        table = await place.table(code)
        assert table.status is Status.PLAYING
        seat = table.seats[1]
        assert (seat.person, seat.computer) == (BEA.key, "casual")
        assert "not playing" in said(await place.say(BEA, "/resign"))
        await place.say(CAI, "/resign")
        await place.click(CAI, "Yes, resign")
        record = await place.table(code)
        assert record.status is Status.OVER
        assert list(record.result.places) == [1, 2, 2]


async def test_a_partner_stays_when_one_of_a_team_resigns() -> None:
    async with room() as place:
        code = await begun(place, "/play teams=YR,BG", BEA, CAI, DAN)
        await place.say(ANA, "/resign")
        await place.click(ANA, "Yes, resign")
        assert (await place.table(code)).status is Status.PLAYING
        await place.say(CAI, "/resign")
        await place.click(CAI, "Yes, resign")
        assert list((await place.table(code)).result.places) == [2, 1, 2, 1]


async def test_the_last_person_to_resign_leaves_the_win_to_the_computers() -> None:
    async with room() as place:
        code = await place.started("/play")
        await place.say(ANA, "/resign")
        await place.click(ANA, "Yes, resign")
        assert list((await place.table(code)).result.places) == [4, 1, 1, 1]


async def test_one_person_at_all_seats_who_resigns_closes_the_table() -> None:
    async with room() as place:
        code = await place.opened("/play palma")
        await place.click(ANA, "🐺")
        await place.click(ANA, "Start")
        await place.say(ANA, "/resign")
        await place.click(ANA, "Yes, resign")
        assert (await place.table(code)).status is Status.CANCELLED


async def test_closing_a_game_asks_the_host_first() -> None:
    async with room() as place:
        code = await place.opened("/play palma first=D")
        old = await token(place, code, Verb.CANCEL)
        await place.say(BEA, "/join")
        await place.say(ANA, "/start")
        assert "moved on" in said(await place.press(ANA, old))
        assert "Only the host" in said(await place.say(BEA, "/close"))
        await place.say(ANA, "/close")
        question = place.messenger.messages[-1]
        assert "Only the host" in said(await place.press(BEA, question.tokens[0], question.id))
        await place.press(ANA, question.tokens[0], question.id)
        record = await place.table(code)
        assert (record.status, record.result) == (Status.CANCELLED, None)
        assert "over" in said(await place.press(ANA, await token(place, code)))


async def test_an_answer_never_takes_the_place_of_a_board() -> None:
    async with room() as place:
        code = await begun(place)
        (board,) = place.live(code)
        outcome = await place.press(ANA, await token(place, code, RESIGN, "0"), board.id)
        assert outcome.screen is None
        assert (await place.table(code)).status is Status.OVER


# again -----------------------------------------------------------------------------------------------------------


async def test_again_opens_one_lobby_with_the_same_seats() -> None:
    async with room() as place:
        code = await begun(place)
        await place.say(BEA, "/resign")
        await place.click(BEA, "Yes, resign")
        (end,) = place.live(code)
        sent, rotated, *_ = end.tokens
        assert (".again" in sent, ".rotate" in rotated) == (True, True)
        assert "Only people who played" in said(await place.press(CAI, sent, end.id))
        outcomes = await asyncio.gather(place.press(ANA, sent, end.id), place.press(BEA, sent, end.id))
        (record,) = await place.store.all_tables()
        assert {outcome.table for outcome in outcomes} <= {record.id, None}
        assert {seat.name for seat in record.seats} == {"Ana", "Bea"}
        assert [seat.computer for seat in record.seats] == [None, None]
        assert record.status is Status.PLAYING, "both have said yes"
        assert end.buttons == []
        assert "already started" in said(await place.press(BEA, sent, end.id))
        assert len(await place.store.all_tables()) == 1


# garbage ---------------------------------------------------------------------------------------------------------

_ARGUMENTS = st.lists(st.from_regex(r"[A-Za-z0-9+_]{1,12}", fullmatch=True), max_size=3)
_FORGEABLE = [verb for verb in VERBS if verb not in (Verb.SIT, COME)]  # a seat is free for everybody


@pytest.fixture(scope="module")
def forge() -> Iterator[Callable[..., object]]:
    """A room with a game that is over, one under way and a lobby, for many examples in one loop."""
    with asyncio.Runner() as runner:
        opened = room()
        place = runner.run(opened.__aenter__())
        codes = runner.run(_three_tables(place))

        def send(which: int, shift: int, verb: str, arguments: list[str], text: str | None, message: str) -> None:
            runner.run(_forged(place, codes, which, shift, ":".join((verb, *arguments)), text, message))

        yield send
        runner.run(opened.__aexit__(None, None, None))


async def _three_tables(place: Room) -> list[str]:
    over, playing = await begun(place), await begun(place)
    await place.press(BEA, await token(place, over, RESIGN, "1"))
    await place.say(ANA, "/play")
    return [over, playing, (await place.table()).id]


async def _forged(
    place: Room, codes: list[str], which: int, shift: int, action: str, text: str | None, message: str
) -> None:
    version = (await place.table(codes[which])).version + shift
    before = [await snapshot(place, code) for code in codes]
    sent = f"{codes[which]}.{version}.{action}" if text is None else text
    outcome = await place.press(person("Mallory"), sent, message)
    assert outcome.screen is None
    assert outcome.table in (None, codes[which])  # a stale press has the board shown, should it be lost
    assert said(outcome)
    assert [await snapshot(place, code) for code in codes] == before


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    which=st.integers(0, 2),
    shift=st.integers(-3, 3),
    verb=st.sampled_from(_FORGEABLE),
    arguments=_ARGUMENTS,
    text=st.none() | st.text(max_size=70),
    message=st.sampled_from(["1", "2", "zz"]),
)
def test_forged_tokens_of_strangers_change_nothing(forge: Callable[..., object], **forgery: object) -> None:
    forge(**forgery)


async def test_without_dice_a_number_comes_before_a_throw_and_a_piece() -> None:
    async with room() as place:
        code = await place.started("/play diceless seats=Y,R")
        for _ in range(40):
            board = place.board(code)
            if "Pick a number" in board.screen.text.plain:
                break
            await place.press(ANA, board.tokens[0], board.id)
        assert said(await place.say(ANA, "/roll")) == "Pick a number first."
        forged = encode(code, (await place.table(code)).version, Verb.MOVE, "Y2+12")
        assert said(await place.press(ANA, forged, place.board(code).id)) == "Pick a number first."
