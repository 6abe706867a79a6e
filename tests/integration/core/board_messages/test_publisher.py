"""The boards follow their tables, whatever the platform does."""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace

import pytest

from bot.core.domain.bots import bot_name
from bot.core.domain.play import COMPUTER
from bot.core.messages.content import Part
from bot.core.messages.ports import MessageGone, NotAllowed, TryLater
from bot.core.messages.requests import Press
from data.open_store import open_store
from data.records import BoardRecord, ChatKey
from tests.fakes.caught_up import assert_caught_up
from tests.fakes.messenger import FakeMessenger
from tests.fakes.palma_tables import palma, press_on
from tests.fakes.pictures import FakePictures
from tests.fakes.room import ANA, BEA, CHAT, CutOff, Room, cut_off, room, said, taken_up


def mentioned(place: Room) -> list[str]:
    """Whom the newest message calls."""
    parts: list[Part] = [part for line in place.messenger.of(CHAT)[-1].screen.text.lines for part in line]
    return [part.mention.user for part in parts if part.mention is not None]


async def test_edited_for_the_same_person_and_posted_for_the_next() -> None:
    async with room() as place:
        code = await palma(place)
        rng, previous, message = random.Random(1), await place.actor(code, [ANA, BEA]), place.live(code)[0]
        for _ in range(40):
            await press_on(place, code, rng)
            now = await place.actor(code, [ANA, BEA])
            (board,) = place.live(code)
            assert now is not None
            assert (board is message) == (now == previous)
            assert board is [m for m in place.messenger.of(CHAT) if m.faces[0].picture][-1]
            assert mentioned(place) == [now.key.user]
            previous, message = now, board


async def test_two_calls_when_the_turn_passes_and_one_otherwise() -> None:
    async with room() as place:
        code = await palma(place)
        rng = random.Random(1)
        for _ in range(30):
            before = await place.actor(code, [ANA, BEA])
            place.messenger.calls.clear()
            await press_on(place, code, rng)
            passed = before != await place.actor(code, [ANA, BEA])
            left = "delete" if "delete" in place.messenger.calls else "retire"  # a quiet turn's board goes
            assert place.messenger.calls == (["post", left] if passed else ["edit"])


async def test_a_new_board_tells_what_happened_since_the_one_before() -> None:
    async with room() as place:
        code = await place.started("/play spanish")
        rng = random.Random(1)
        for count in range(60):
            (board,) = place.live(code)
            await place.press(ANA, rng.choice(board.tokens), board.id)
            table = await place.table(code)
            if count >= 12 and table.log[-1].automation == COMPUTER:
                break
        newest = place.live(code)[0].screen.text.plain
        assert len({entry.version for entry in table.log}) < len(table.log)
        assert any(bot_name(table, seat) in newest for seat in range(4) if table.seats[seat].is_bot)


async def test_a_burst_becomes_one_edit_of_the_newest() -> None:
    async with room() as place:
        code = await place.opened("/play palma")
        place.messenger.calls.clear()
        place.messenger.gate.clear()
        place.messenger.called.clear()
        for page in ("computers", "rules", "computers", "main", "rules"):
            table = await place.table(code)
            await place.press(ANA, f"{code}.{table.version}.page:{page}", settle=False)
            await place.messenger.called.wait()  # the first is under way when the others come
        place.messenger.gate.set()
        await place.core.publisher.idle()
        assert place.messenger.calls == ["edit", "edit"]
        (message,) = place.live(code)
        assert message.tokens[0].split(".")[1] == "5"


async def test_failures_are_tried_again_with_growing_pauses() -> None:
    async with room() as place:
        code = await palma(place)
        troubles = [OSError("cut"), TryLater(7.5), RuntimeError("500"), ValueError("400")]

        def trouble(call: str) -> None:
            if troubles:
                raise troubles.pop(0)

        place.messenger.trouble = trouble
        await press_on(place, code, random.Random(1))
        assert place.clock.slept == [1.0, 7.5, 2.0, 4.0]
        version = (await place.table(code)).version
        assert [board.version for board in await place.store.boards(code)] == [version]
        await press_on(place, code, random.Random(1))
        assert len(place.clock.slept) == 4


async def test_what_nobody_told_of_is_found() -> None:
    async with room() as place:
        code = await palma(place)
        (board,) = place.live(code)
        who = await place.acting(code, [ANA, BEA])
        with pytest.raises(CutOff):
            await place.core.dispatcher.press(Press(CHAT, who, board.id, board.tokens[0]), cut_off)
        watch = asyncio.create_task(place.core.publisher.watch())
        for _ in range(1000):
            await asyncio.sleep(0)
            if not await place.store.dirty_boards(1):
                break
        watch.cancel()
        await place.core.publisher.idle()
        await assert_caught_up(place)
        assert place.clock.slept[0] == 20.0


async def test_a_deleted_board_is_posted_anew() -> None:
    async with room() as place:
        code = await palma(place)
        rng = random.Random(1)
        for _ in range(10):
            (board,) = place.live(code)
            board.gone = True
            who = await place.acting(code, [ANA, BEA])
            await place.press(who, rng.choice(board.tokens), board.id)
            assert len(place.live(code)) == 1
            assert len(await place.store.boards(code)) == 1


async def test_a_chat_that_is_gone_stops_nothing_else() -> None:
    async with room() as place:

        def trouble(call: str) -> None:
            raise MessageGone("chat")

        place.messenger.trouble = trouble
        await place.say(ANA, "/play palma")
        assert place.messenger.of(CHAT) == []
        place.messenger.trouble = lambda call: None
        await place.say(ANA, "/board")
        assert len(place.messenger.of(CHAT)) == 1


async def test_where_it_may_not_write_it_waits_for_something_to_change() -> None:
    async with room() as place:
        code = await palma(place)

        def trouble(call: str) -> None:
            raise NotAllowed(call)

        place.messenger.trouble = trouble
        calls = len(place.messenger.calls)
        await press_on(place, code, random.Random(1))
        watch = asyncio.create_task(place.core.publisher.watch())
        rounds = len(place.clock.slept) + 5
        while len(place.clock.slept) < rounds and not watch.done():  # noqa: ASYNC110 - the clock tells nobody
            await asyncio.sleep(0)
        watch.cancel()
        assert len(place.clock.slept) >= rounds
        assert len(place.messenger.calls) == calls + 1
        place.messenger.trouble = lambda call: None
        await place.core.publisher.publish(code)
        await place.core.publisher.idle()
        await assert_caught_up(place)


async def test_a_board_that_got_lost_comes_back_when_its_old_button_is_pressed() -> None:
    async with room() as place:
        code = await place.started("/play palma first=D")
        (board,) = place.live(code)
        token = board.tokens[0]

        def trouble(call: str) -> None:
            if call == "edit":
                raise MessageGone("it cannot be edited")
            raise NotAllowed(call)

        place.messenger.trouble = trouble
        await place.press(ANA, token, board.id)
        assert await place.store.boards(code) == []
        place.messenger.trouble = lambda call: None
        assert said(await place.press(ANA, token, board.id)) == "The table has moved on: look at its newest message."
        newest = place.messenger.of(CHAT)[-1]
        assert newest is not board
        place.messenger.calls.clear()
        await place.press(ANA, token, board.id)  # with the newest board there, nothing more is called
        assert place.messenger.calls == []
        assert (await place.press(ANA, newest.tokens[0], newest.id)).notice is None


async def test_a_chat_that_moves_takes_its_tables_along() -> None:
    async with room() as place:
        code = await palma(place)
        there = ChatKey(CHAT.platform, "supergroup")
        assert await place.store.move_chat(CHAT, there) == [code]
        await place.core.publisher.publish(code)
        await place.core.publisher.idle()
        (board,) = place.live(code, there)
        who = await place.acting(code, [ANA, BEA])
        assert (await place.press(who, board.tokens[0], board.id, there)).notice is None
        assert len(place.live(code, there)) == 1


async def test_a_picture_that_cannot_be_drawn_is_not_tried_for_ever() -> None:
    def broken(scene: object) -> bytes:
        raise ZeroDivisionError

    async with room(pictures=FakePictures(broken)) as place:
        await place.started("/play palma")
        assert place.clock.slept == []


@pytest.mark.parametrize("mode", ["follow", "fixed"])
async def test_another_language_is_seen_at_once_on_all_open_boards(mode: str) -> None:
    async with room() as place:
        await place.say(ANA, f"/settings board {mode}")
        game = await palma(place)
        await press_on(place, game, random.Random(1))
        lobby = await place.opened("/play")

        async def stored() -> list[BoardRecord]:
            """The messages, whatever they show."""
            found = [board for code in (game, lobby) for board in await place.store.boards(code)]
            return [replace(board, face="") for board in found]

        before = await stored()
        place.messenger.calls.clear()
        await place.say(ANA, "/language it chat")
        await place.core.publisher.idle()
        assert place.messenger.calls.count("edit") == 2
        assert not {"delete", "retire"} & set(place.messenger.calls)
        assert await stored() == before
        (board,), (seats,) = place.live(game), place.live(lobby)
        assert "tavolo" in seats.screen.text.plain
        thrown = (await place.table(game)).log[-1].move
        assert f"Ana {thrown}: serve un 5." in board.screen.text.plain
        place.messenger.calls.clear()
        await place.core.publisher.publish(game)
        await place.core.publisher.idle()
        assert place.messenger.calls == []


async def test_a_board_that_was_posted_but_not_noted_before_the_process_died_is_found_when_it_is_pressed() -> None:
    store, messenger = await open_store("sqlite:///:memory:"), FakeMessenger()
    try:
        async with room(store, messenger) as place:
            code = await place.opened("/play palma")
            (noted,) = await store.boards(code)
            await store.drop_board(noted)
        messenger.messages[0].nonce = "an answer has none"
        async with room(store, messenger) as place:
            await taken_up(place.core)
            await place.core.publisher.idle()
            first, second = place.live(code)
            assert first.id == noted.message
            token = next(token for token in first.tokens if ".sit:" in token)
            await place.press(BEA, token, first.id)
            assert place.live(code) == [first]
            assert [board.message for board in await store.boards(code)] == [first.id]
            assert second.buttons == []
            assert [seat.name for seat in (await place.table(code)).seats] == ["Ana", "Bea"]
    finally:
        await store.close()


async def test_no_other_message_becomes_a_board_because_a_forged_press_names_it() -> None:
    async with room() as place:
        code = await place.opened("/play palma")
        await place.say(ANA, "/invite @Bea")
        invitation = place.messenger.of(CHAT)[-1]
        boards = [board.message for board in await place.store.boards(code)]
        sit = next(token for token in place.live(code)[0].tokens if ".sit:" in token)
        await place.press(BEA, sit, invitation.id)
        assert [seat.name for seat in (await place.table(code)).seats] == ["Ana", "Bea"]
        assert [board.message for board in await place.store.boards(code)] == boards
        assert [button.label for button in invitation.buttons] == ["Join"]
