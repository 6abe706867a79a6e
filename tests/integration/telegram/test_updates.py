"""What people write and press, and what comes of it: commands, links, notices, forged and late presses."""

from __future__ import annotations

import pytest

from bot.core.i18n.translator import spoken
from data.open_store import open_store
from data.records import ChatKey, PersonKey, Status
from tests.fakes.clock import FakeClock
from tests.fakes.telegram_params import Params
from tests.fakes.telegram_room import TelegramRoom, telegram_room
from tests.fakes.telegram_server import FakeTelegram
from tests.fakes.telegram_world import ANA, BEA, CAI, Message, User

EVA = User(2000, "Eva", language_code="es-MX")


def last(room: TelegramRoom) -> Message:
    return room.server.of(room.group)[-1]


class TestCommands:
    @pytest.mark.parametrize(
        "line",
        [
            "/play parchis italian colours=6",
            "/play@PalmaresBot colours=6 italian",
            "/PLAY@palmaresbot 6 italian parchis",
            "/play  italian   6",
        ],
    )
    async def test_arguments_come_in_any_order(self, line: str) -> None:
        async with telegram_room() as room:
            await room.say(ANA, line)
            table = await room.table()
            assert (table.game, table.rules["colours"], table.rules["preset"]) == ("parchis", 6, "italian")
            assert table.chat == ChatKey("telegram", str(room.group.id))
            assert table.host == PersonKey("telegram", str(ANA.id))

    @pytest.mark.parametrize(
        "line",
        ["hello", "play", "/play@OtherBot", "/stat", "/plya", "/", "@PalmaresBot play", "/help@PalmaresBo", "//play"],
    )
    async def test_talk_and_other_bots_commands_are_left_alone(self, line: str) -> None:
        async with telegram_room() as room:
            room.server.private = False
            await room.say(ANA, line)
            assert room.server.count == {}

    @pytest.mark.parametrize(
        ("line", "told"),
        [
            ("/play colours=9", "“colours” can be 3, 4, 5, 6, not “9”."),
            ("/play palma italian 4 x", "I don't know a variant called italian."),
            ("/language", f"After /language, add one of these: {', '.join(spoken())}, auto."),
            ("/join", "There's no open table here. Open one with /play."),
            ("/roll <b>&</b>", "No open table here has the code <b>&</b>."),
        ],
    )
    async def test_errors_help_in_a_reply_to_the_person(self, line: str, told: str) -> None:
        async with telegram_room() as room:
            number = await room.say(ANA, line)
            assert (last(room).text, last(room).reply_to, last(room).quiet) == (told, number, True)
            assert room.server.count == {"sendMessage": 1}

    async def test_notices_are_in_the_persons_language_and_boards_in_the_chats(self) -> None:
        async with telegram_room() as room:
            await room.say(EVA, "/play")
            assert "Elige color" in last(room).text or "mesa" in last(room).text
            await room.say(ANA, "/leave")
            assert last(room).text == "You don't have a seat here."
            await room.say(EVA, "/roll")
            assert last(room).text == "La partida todavía no empieza."  # as Mexico says it

    async def test_each_language_is_heard_and_quoted_by_names_that_telegram_lets_people_press(self) -> None:
        async with telegram_room() as room:
            await room.say(EVA, "/tirar")
            assert "/jugar" in last(room).text
            await room.say(EVA, "/ayuda avisame")
            assert last(room).text.startswith("/avisame: ")
            await room.say(EVA, "/gioca cani e sciacalli")
            assert "Palma" in last(room).text

    async def test_help_in_a_group_and_start_in_private(self) -> None:
        async with telegram_room() as room:
            await room.say(ANA, "/help")
            assert "/play" in last(room).text
            private = room.server.chat(ANA.id)
            await room.say(ANA, "/help", private)
            await room.say(ANA, "/start", private)
            whole, again = room.server.of(private)
            assert whole.text == again.text
            assert whole.text == room.server.of(room.group)[-1].text
            assert whole.labels == ["Play", "Learn", "Rules"]
            await room.say(ANA, "tell me more", private)
            greeting = room.server.of(private)[-1]
            assert greeting.labels == ["Play", "Learn", "How it works"]
            await room.say(ANA, "hola", private)
            told = "I didn't understand that. /help shows what I can do."
            assert room.server.of(private)[-1].text == told, "one greeting a minute"
            await room.say(ANA, "quiero jugar al parchís con dos bots", private)
            assert "🤖" in room.server.of(private)[-1].text

    async def test_an_unknown_command_for_another_bot_is_left_alone(self) -> None:
        async with telegram_room() as room:
            for line in ("/plya", "/plya@OtherBot", "/top", "/new"):
                await room.say(ANA, line)
            assert room.server.count == {}
            await room.say(ANA, "/normas")
            assert room.server.count == {"sendPhoto": 1}

    async def test_names_cannot_break_anything(self) -> None:
        mallory = User(66, '<b>"Mallory"</b> & \u202ename\n</a>', "👩‍🚀<a href=x>", "it")
        async with telegram_room() as room:
            await room.say(mallory, "/play palma")
            await room.click(mallory, "omincia con i bot")  # Italian: start with bots
            board = last(room)
            assert '<b>"Mallory"</b> &' in board.text
            assert "\u202e" not in board.text
            assert set(board.mentioned) <= {66}
            assert room.server.refused == []

    async def test_a_command_in_the_name_of_the_group_is_explained(self) -> None:
        async with telegram_room() as room:
            sender = {"sender_chat": {"id": room.group.id, "type": "supergroup", "title": "a group"}}
            await room.server.push("message", _said(room, "/play") | sender)
            await room.settle()
            assert last(room).text.startswith("I can't tell who you are")
            await room.server.push("message", _said(room, "/play") | sender | {"is_automatic_forward": True})
            await room.settle()
            assert room.server.count == {"sendMessage": 1}
            assert await room.store.all_tables() == []

    @pytest.mark.parametrize(
        "more",
        [
            {"from": {"id": 5, "is_bot": True, "first_name": "Bot"}},
            {"via_bot": {"id": 5, "is_bot": True, "first_name": "Bot"}},
            {"text": None, "sticker": {}},
            {"chat": "nonsense"},
        ],
    )
    async def test_bots_and_nonsense_are_left_alone_and_block_nothing(self, more: Params) -> None:
        async with telegram_room() as room:
            told = {name: value for name, value in (_said(room, "/play") | more).items() if value is not None}
            await room.server.push("message", told)
            await room.server.push("message", {"chat": "nonsense"})
            await room.settle()
            assert room.server.count == {}
            await room.say(ANA, "/play")
            assert room.server.count == {"sendMessage": 1}

    async def test_questions_are_answered_under_their_buttons(self) -> None:
        async with telegram_room() as room:
            code = await room.begun()
            await room.say(ANA, "/resign")
            question = last(room)
            assert question.mentioned == []  # it is a reply to her command, which is enough
            assert await room.press(BEA, question, question.tokens[0]) == "That question wasn't for you."
            await room.press(ANA, question, question.tokens[1])
            assert (question.text, question.rows) == ("Ana plays on.", [])
            await room.say(ANA, "/resign")
            await room.click(ANA, "Yes, resign")
            assert (await room.table(code)).status is Status.OVER

    async def test_a_crowd_is_answered_in_the_group_while_there_is_room_and_the_rest_by_reactions(self) -> None:
        crowd = [User(4000 + number, f"Guest {number}") for number in range(60)]
        async with telegram_room(rates=True) as room:
            asked = [await room.server.say(user, "/stats", room.group) for user in crowd]
            await room.settle()
            replied = {one.reply_to for one in room.server.of(room.group)}
            reacted = {one.id for one in room.server.messages if one.reaction}
            assert (replied | reacted, replied & reacted) == (set(asked), set())
            assert len(replied) >= 5
            calls = [call for call in room.server.calls if call.method == "sendMessage"]
            sent = [call.at for call in calls if call.params["chat_id"] == room.group.id]
            # waiting turns the clock while others still write, so that there may be a second minute
            assert len(sent) >= 5
            assert all(later - earlier > 59.0 for earlier, later in zip(sent, sent[15:], strict=False))
            assert room.server.floods == 0
            room.server.clock.time += 60.0
            room.server.calls.clear()
            await room.say(ANA, "/join")
            assert room.server.count == {"sendMessage": 1}


class TestPresses:
    async def test_a_refusal_is_told_to_the_presser_alone(self) -> None:
        async with telegram_room() as room:
            code = await room.begun()
            who = await room.actor(code, [ANA, BEA])
            other = BEA if who is ANA else ANA
            board = room.board(code)
            room.server.calls.clear()
            assert await room.press(other, board, board.tokens[0]) == f"It's {who.first_name}'s turn."  # type: ignore[union-attr]
            assert room.server.count == {"answerCallbackQuery": 1}

    @pytest.mark.parametrize("token", ["", "x", "a.b.c", "\0", "😀" * 16, "{code}.999.throw", "{other}.0.sit:0"])
    async def test_forged_tokens_change_nothing(self, token: str) -> None:
        async with telegram_room() as room:
            code = await room.begun()
            elsewhere = room.server.chat(-1009)
            await room.say(CAI, "/play", elsewhere)
            other = await room.code(elsewhere)
            before = (await room.table(code)), (await room.table(other))
            board = room.board(code)
            room.server.calls.clear()
            told = await room.press(CAI, board, token.format(code=code, other=other))
            assert told
            assert len(told) <= 200
            assert ((await room.table(code)), (await room.table(other))) == before
            assert room.server.count == {"answerCallbackQuery": 1}

    async def test_a_token_of_another_table_cannot_take_a_boards_place(self) -> None:
        async with telegram_room() as room:
            code = await room.begun()
            await room.say(CAI, "/play palma")
            lobby = last(room)
            token = f"{code}.{(await room.table(code)).version}.keep:resign:0"
            told = await room.press(ANA, lobby, token)
            assert told == "The table has moved on: look at its newest message."
            assert lobby.edits == 0

    async def test_a_press_under_a_retired_message(self) -> None:
        async with telegram_room() as room:
            code = await room.begun()
            lobby, token = room.server.of(room.group)[0], (await room.table(code)).id + ".0.leave"
            assert lobby.rows == []
            assert await room.press(ANA, lobby, token) == "The table has moved on: look at its newest message."

    @pytest.mark.parametrize("forgotten", [False, True])
    async def test_a_forged_press_makes_no_other_message_a_board(self, *, forgotten: bool) -> None:
        async with telegram_room() as room:
            code = await room.begun()
            who = await room.acting(code, [ANA, BEA])
            throw = room.board(code).tokens[0]
            await room.say(who, "/resign")
            question = last(room)
            question.inaccessible = forgotten
            await room.press(who, question, throw)
            assert (await room.table(code)).plies > 0
            assert question.labels == ["Yes, resign", "No, play on"]
            assert str(question.id) not in [board.message for board in await room.store.boards(code)]

    async def test_a_message_that_telegram_has_forgotten_still_works(self) -> None:
        async with telegram_room() as room:
            forum = room.server.chat(-1007, forum=True, topics=(5,))
            await room.say(ANA, "/play palma", forum, thread=5)
            (lobby,) = room.server.live(forum)
            lobby.inaccessible = True
            token = next(one for one in lobby.tokens if ".sit:" in one)
            assert await room.press(BEA, lobby, token) is None
            assert "Bea" in lobby.text

    async def test_an_expired_query_is_no_trouble(self, caplog: pytest.LogCaptureFixture) -> None:
        async with telegram_room() as room:
            code = await room.begun()
            who = await room.acting(code, [ANA, BEA])
            board, version = room.board(code), (await room.table(code)).version
            query = await room.server.press(who, board, board.tokens[0])
            room.server.clock.time += 60
            await room.settle()
            assert query not in room.server.answers
            assert any("query is too old" in refused for refused in room.server.refused)
            assert (await room.table(code)).version == version + 1
            assert caplog.records == []

    async def test_a_press_that_was_refused_too_late_is_refused_in_the_chat_and_once(self) -> None:
        async with telegram_room() as room:
            code = await room.begun()
            who = await room.actor(code, [ANA, BEA])
            other = BEA if who == ANA else ANA
            board, said = room.board(code), len(room.server.of(room.group))
            for _ in range(3):
                await room.server.press(other, board, board.tokens[0])
            room.server.clock.time += 60
            await room.settle()
            (told,) = room.server.of(room.group)[said:]
            assert "turn" in told.text
            assert who is not None
            await room.server.press(who, board, board.tokens[0])
            await room.server.press(who, board, board.tokens[0])  # refused, but the newer board shows why
            room.server.clock.time += 700
            await room.settle()
            assert told.text not in [one.text for one in room.server.of(room.group)[said + 1 :]]

    async def test_presses_that_are_not_ours_are_answered(self) -> None:
        async with telegram_room() as room:
            for more in (
                {"inline_message_id": "1", "data": "x"},
                {"message": _said(room, "x"), "game_short_name": "g"},
            ):
                query = {"id": f"x{len(more)}", "from": ANA.json, "chat_instance": "1"} | more
                await room.server.push("callback_query", query)
            await room.settle()
            assert room.server.count == {"answerCallbackQuery": 2}

    async def test_long_notices_stay_until_closed_and_short_ones_pass(self) -> None:
        async with telegram_room() as room:
            code = await room.begun()
            board = room.board(code)
            short = await room.server.press(CAI, board, board.tokens[0])
            await room.settle()
            assert short in room.server.answers
            assert short not in room.server.alerts


class TestRepeated:
    async def test_repeated_updates_change_nothing(self) -> None:
        async with telegram_room() as room:
            room.server.deliver = lambda batch: [update for update in batch for _ in range(3)]
            code = await room.begun()
            assert len(await room.store.all_tables()) == 1
            who = await room.acting(code, [ANA, BEA])
            version = (await room.table(code)).version
            room.server.calls.clear()
            await room.press(who, room.board(code), room.board(code).tokens[0])
            assert (await room.table(code)).version == version + 1
            assert room.server.count["answerCallbackQuery"] == 1
            await room.say(ANA, "/help")
            assert room.server.count["sendMessage"] == 1

    async def test_what_another_process_took_is_repeated_in_vain(self) -> None:
        """A process that died before it confirmed a press: the next one gets it again."""
        async with telegram_room() as room:
            code = await room.begun()
            who = await room.acting(code, [ANA, BEA])
            board, version = room.board(code), (await room.table(code)).version
            first = await room.server.press(who, board, board.tokens[0])
            await room.settle()
            update = {"callback_query": {"id": first, "from": who.json, "chat_instance": "1"}}
            update["callback_query"] |= {"data": f"{code}.{version}.throw", "message": board.json}
            room.platform.accept({"update_id": 1, **update})
            await room.settle()
            assert (await room.table(code)).version == version + 1

    async def test_what_a_killed_process_obeyed_is_not_obeyed_again(self) -> None:
        """It had no time to confirm the commands: the next process gets them all once more."""
        store, server = await open_store("sqlite:///:memory:"), FakeTelegram(FakeClock())
        heard: list[Params] = []

        def deliver(batch: list[Params]) -> list[Params]:
            heard.extend(batch)
            return batch

        server.deliver = deliver
        await server.start()
        try:
            async with telegram_room(store, server) as room:
                code = await room.begun()
                who = await room.acting(code, [ANA, BEA])
                for person, line in ((who, "/roll"), (CAI, "/play"), (CAI, "/join"), (CAI, "/rules")):
                    await room.say(person, line)
            before = await store.all_tables()
            shown = [(message.id, message.edits) for message in server.messages]
            server.deliver = lambda batch: batch
            async with telegram_room(store, server) as room:
                for update in heard:
                    assert room.platform.accept(update)
                await room.settle()
                assert await store.all_tables() == before
                assert [(message.id, message.edits) for message in server.messages] == shown
                await room.say(CAI, "/join")
                assert await store.all_tables() != before
        finally:
            await server.stop()
            await store.close()


def _said(room: TelegramRoom, text: str) -> Params:
    date = int(room.server.clock.now())
    return {"message_id": 9000, "date": date, "chat": room.group.json, "from": ANA.json, "text": text}
