"""Taking back by consent: who must agree, what stands afterwards, and how the proof reads then."""

from __future__ import annotations

import pytest

from bot.core.domain.table import StartedTable
from bot.core.features.export.game_export import export
from bot.core.messages.requests import Request
from bot.core.services.table_repository import TableRepository
from engine.game import TurnKind
from engine.notation import read
from engine.verify import verify
from tests.fakes.messenger import Message
from tests.fakes.room import ANA, BEA, CAI, CHAT, CutOff, Room, cut_off, room, said, taken_up
from tests.fakes.telegram_room import telegram_room
from tests.fakes.telegram_world import User


async def opened(place: Room, line: str = "/play palma first=D auto=no rated=no") -> str:
    return await place.started(line, BEA)


async def on(place: Room, code: str, *, until: TurnKind, by: int, chooser: int = 0) -> None:
    """Plays on until it is a seat's turn to do something, after the chooser's seat has chosen something."""
    chosen = False
    for _ in range(300):
        table = await place.table(code)
        assert table.match is not None
        turn = table.match.turn
        if chosen and (turn.kind, turn.seat) == (until, by):
            return
        chosen |= turn.kind is TurnKind.CHOOSE and turn.seat == chooser
        who = await place.acting(code, [ANA, BEA])
        board = place.board(code)
        await place.press(who, board.tokens[0], board.id)
    raise AssertionError("that never came")


async def notice(place: Room, *told: object) -> str:
    outcome = await place.say(*told)  # type: ignore[arg-type]
    assert outcome.notice is not None
    return outcome.notice.plain


async def test_all_who_play_must_agree_and_then_the_last_choice_is_open_again() -> None:
    async with room() as place:
        code = await opened(place)
        assert "haven't chosen anything to undo" in await notice(place, ANA, "/undo")
        await on(place, code, until=TurnKind.THROW, by=1)
        before = await place.table(code)
        await place.say(ANA, "/undo")
        question = place.messenger.of(CHAT)[-1]
        assert "Ana wants to undo" in question.screen.text.plain
        assert "Bea" in question.screen.text.plain
        yes, no = question.tokens
        assert "not playing" in said(await place.press(CAI, yes, question.id))
        assert (await place.table(code)).log == before.log
        await place.press(ANA, yes, question.id)
        assert (await place.table(code)).log == before.log, "to agree with oneself is not enough"
        await place.press(BEA, yes, question.id)
        after = await place.table(code)
        assert before.match is not None
        assert after.match is not None
        assert after.log[: len(before.log)] == before.log
        assert len(after.log) == len(before.log) + 1 == after.plies
        assert after.match.turn.kind is TurnKind.CHOOSE
        assert after.match.turn.seat == 0
        assert after.match.moves == before.match.moves[: len(after.match.moves)]
        assert after.match.throws == before.match.throws
        assert "Agreed" in place.messenger.of(CHAT)[-2].screen.text.plain
        board = place.live(code)[-1]
        assert "↩ 🐕 Ana has undone a move" in board.screen.text.plain
        assert "moved on" in said(await place.press(BEA, no, question.id))


async def test_one_no_is_enough_and_a_wish_is_void_once_the_game_has_gone_on() -> None:
    async with room() as place:
        code = await opened(place)
        await on(place, code, until=TurnKind.THROW, by=1)
        await place.say(ANA, "/undo")
        question = place.messenger.of(CHAT)[-1]
        log = (await place.table(code)).log
        await place.press(BEA, question.tokens[1], question.id)
        assert "Bea says no" in question.screen.text.plain
        assert (await place.table(code)).log == log
        await place.say(ANA, "/undo")
        question = place.messenger.of(CHAT)[-1]
        yes = question.tokens[0]
        await place.say(BEA, f"/roll {code}")
        assert question.tokens == [], "an old question has nothing left to press"
        assert "moved on" in question.screen.text.plain
        assert "moved on" in said(await place.press(BEA, yes, question.id))


async def test_the_other_may_agree_by_the_command_too_and_another_process_knows_of_the_wish() -> None:
    async with room() as place:
        code = await opened(place)
        await on(place, code, until=TurnKind.THROW, by=1)
        await place.say(ANA, "/undo")
        async with room(place.store, place.messenger) as again:
            await again.say(BEA, "/undo")
            table = await again.table(code)
            assert table.log[-1].move.startswith("-")
            assert table.log[-1].seat == 0


async def test_a_game_that_counts_takes_nothing_back_and_hot_seat_needs_nobody() -> None:
    async with room() as place:
        code = await opened(place, "/play palma first=D auto=no")
        await on(place, code, until=TurnKind.THROW, by=1)
        assert "/play rated=no" in await notice(place, ANA, "/undo")
        await place.say(ANA, f"/resign {code}")
        await place.click(ANA, "Yes")
        code = await place.opened("/play palma first=D auto=no")
        await place.say(ANA, "/join")
        await place.say(ANA, "/start")
        while not any("+" in move.move for move in (await place.table(code)).log):
            await place.press(ANA, place.live(code)[-1].tokens[0], place.live(code)[-1].id)
        count = len(place.messenger.of(CHAT))
        told = await place.say(ANA, "/undo")
        assert told.screen is None
        assert (await place.table(code)).log[-1].move.startswith("-")
        assert len(place.messenger.of(CHAT)) == count, "the board tells it where it stands"


@pytest.mark.parametrize("line", ["/play palma auto=no rated=no", "/play parchis seats=Y,R rated=no"])
async def test_the_proof_of_such_a_game_holds_and_so_does_what_is_stored(line: str) -> None:
    async with room() as place:
        code = await opened(place, line)
        for _ in range(3):
            await on(place, code, until=TurnKind.THROW, by=1)
            await place.say(ANA, f"/undo {code}")
            await place.click(BEA, "OK, undo it")
        await place.play_out(code, [ANA, BEA])
        table = await place.table(code)
        text = export(table)
        assert sum(move.startswith("-") for move in read(text).moves) == 3
        assert all(check.passed for check in verify(text)), verify(text)
        stored = await TableRepository(place.store).fresh(code)
        assert stored is not None
        assert isinstance(stored, StartedTable)
        assert (stored.match, stored.log) == (table.match, table.log)
        record = await place.store.table(code)
        assert record is not None
        assert record.snapshot == stored.match.game.dump(stored.match.state)


async def test_a_board_that_spoke_to_another_makes_place_for_a_new_one() -> None:
    async with room() as place:
        code = await opened(place)
        await on(place, code, until=TurnKind.THROW, by=1)
        old = place.live(code)[-1].id
        await place.say(ANA, "/undo")
        await place.click(BEA, "OK, undo it")
        (board,) = place.live(code)
        assert board.id != old
        assert "Ana" in board.screen.text.plain


async def test_the_lobby_says_whether_it_counts() -> None:
    async with room() as place:
        await place.say(ANA, "/play palma")
        await place.click(ANA, "⚙")
        await place.click(ANA, "✓ Rated")
        lobby = place.messenger.of(CHAT)[-1].screen
        assert "Casual game" in lobby.text.plain
        await place.click(ANA, "Rated: off")
        assert "Casual game" not in place.messenger.of(CHAT)[-1].screen.text.plain


async def test_in_a_telegram_group() -> None:
    ana, bea = User(7001, "Ana", language_code="es"), User(7002, "Bea", language_code="es")
    async with telegram_room() as place:
        await place.say(ana, "/play palma first=D auto=no rated=no")
        await place.say(bea, "/join")
        await place.say(ana, "/start")
        code = (await place.table()).id
        for _ in range(200):
            table = await place.table(code)
            assert table.match is not None
            if table.match.turn.seat == 1 and any("+" in move.move and move.seat == 0 for move in table.log):
                break
            who = await place.acting(code, [ana, bea])
            await place.press(who, place.board(code), place.board(code).tokens[0])
        await place.say(ana, "/undo")
        question = place.server.live(place.group)[-1]
        assert "deshacer" in question.text
        assert question.mentioned == [bea.id]
        await place.press(bea, question, question.tokens[0])
        assert "De acuerdo" in question.text
        assert "ha deshecho" in place.board(code).text
        assert place.server.refused == []


async def test_a_withdrawn_question_does_not_answer_the_next_one() -> None:
    async with room() as place:
        code = await opened(place)
        await on(place, code, until=TurnKind.THROW, by=1)
        await on(place, code, until=TurnKind.THROW, by=0, chooser=1)
        await place.say(ANA, "/undo")
        withdrawn = place.messenger.of(CHAT)[-1]
        yes, no = withdrawn.tokens
        await place.press(ANA, no, withdrawn.id)
        await place.say(BEA, "/undo")
        log = (await place.table(code)).log
        for token in (yes, no):
            assert "moved on" in said(await place.press(ANA, token, withdrawn.id))
        assert (await place.table(code)).log == log
        await place.click(ANA, "OK, undo it")
        assert len((await place.table(code)).log) > len(log)


def asking(place: Room, code: str) -> list[Message]:
    """The messages that have buttons of a takeback."""
    return [message for message in place.live(code) if any(".takeback:" in token for token in message.tokens)]


@pytest.mark.parametrize("end", ["throw", "resign", "another process"])
async def test_a_question_that_the_game_has_left_behind_loses_its_buttons_without_a_press(end: str) -> None:
    async with room() as place:
        code = await opened(place)
        await on(place, code, until=TurnKind.THROW, by=1)
        await place.say(ANA, "/undo")
        (question,) = asking(place, code)
        if end == "throw":
            await place.say(BEA, f"/roll {code}")
        elif end == "resign":
            await place.say(BEA, f"/resign {code}")
            await place.click(BEA, "Yes")
        else:  # the first one dies before it has shown what was thrown
            with pytest.raises(CutOff):
                await place.core.dispatcher.command(Request(CHAT, BEA, "roll", {"table": code}), cut_off)
            async with room(place.store, place.messenger) as again:
                await taken_up(again.core)
                await again.core.publisher.idle()
        assert asking(place, code) == []
        assert question.buttons == []
        assert "?" not in question.screen.text.plain, "it asks nobody any more"
