"""Nobody can fill a group with answers: each stands there once, and long ones are read in private."""

from __future__ import annotations

import pytest

from bot.core.i18n.translator import languages, translator
from bot.core.messages.content import Part, Text
from bot.core.messages.requests import LongAnswer, Person
from bot.platforms.telegram.deep_links import link_to_answer, read_linked_command
from bot.platforms.telegram.texts import BARRED
from data.records import PersonKey
from tests.fakes.telegram_faults import Fault
from tests.fakes.telegram_room import TelegramRoom, telegram_room
from tests.fakes.telegram_world import ANA, BEA, CAI, DAN, USERNAME, Message, User

IN_PRIVATE = {"en": "Read it in private", "es": "Leerlo en privado", "it": "Leggilo in privato"}


def told(room: TelegramRoom) -> list[Message]:
    """The words that stand in the group."""
    return [
        one
        for one in room.server.of(room.group)
        if one.photo is None and (not one.tokens or any(".brief" in token for token in one.tokens))
    ]


async def follow(room: TelegramRoom, user: User, message: Message) -> Message:
    """Opens the private chat by a message's button, and gives what is said there."""
    (address,) = message.ways.values()
    private = room.server.chat(user.id)
    await room.say(user, f"/start {address.rpartition('=')[2]}", private)
    return room.server.of(private)[-1]


@pytest.mark.parametrize("language", IN_PRIVATE)
async def test_ten_times_the_list_of_commands_is_one_line_and_one_pointer_to_it(language: str) -> None:
    eva = User(2000, "Eva", language_code=language)
    async with telegram_room() as room:
        numbers = [await room.server.say(eva, "/help all", room.group) for _ in range(10)]
        await room.settle()
        line, pointer = told(room)
        assert line.reply_to == numbers[0]
        assert len(line.text) < 200
        assert list(line.ways) == [IN_PRIVATE[language]]
        assert (pointer.reply_to, pointer.mentioned) == (line.id, [eva.id])
        whole = await follow(room, BEA, line)
        assert "/settings" in whole.text
        assert len(told(room)) == 2
        assert room.server.refused == []


@pytest.mark.parametrize("language", languages())
async def test_ten_times_help_is_one_message_and_one_pointer_to_it(language: str) -> None:
    eva = User(2000, "Eva", language_code=language)
    async with telegram_room() as room:
        numbers = [await room.server.say(eva, "/help", room.group) for _ in range(10)]
        await room.settle()
        answer, pointer = told(room)
        assert answer.reply_to == numbers[0]
        assert len(answer.text.splitlines()) <= 12
        assert len(answer.labels) == 3
        assert (pointer.reply_to, pointer.mentioned) == (answer.id, [eva.id])
        assert room.server.refused == []


async def test_the_help_of_a_group_starts_a_game_and_tells_the_rules_there() -> None:
    async with telegram_room() as room:
        await room.say(ANA, "/help")
        (answer,) = told(room)
        assert answer.labels == ["Play", "Learn", "Rules"]
        for token in (*answer.tokens, *answer.tokens):
            await room.press(BEA, answer, token)
        boards = [one for one in room.server.live(room.group) if "▶ Start with bots" in one.labels]
        rules = [one for one in room.server.of(room.group) if one.labels == ["All the rules"]]
        assert len(boards) == 2
        assert len(rules) == 2
        assert answer.labels == ["Play", "Learn", "Rules"]
        assert room.server.refused == []


async def test_each_asker_is_shown_once_where_the_answer_stands_and_a_minute_later_it_is_given_again() -> None:
    async with telegram_room() as room:
        await room.say(ANA, "/help")
        for user in (BEA, CAI, BEA, CAI, BEA):
            await room.say(user, "/help")
        answer, *pointers = told(room)
        assert [one.mentioned for one in pointers] == [[BEA.id], [CAI.id]]
        assert {one.reply_to for one in pointers} == {answer.id}
        room.server.clock.time += 61.0
        await room.say(BEA, "/help")
        assert told(room)[-1].text == answer.text


async def test_an_answer_that_did_not_get_through_is_given_to_whoever_asks_next() -> None:
    async with telegram_room() as room:
        room.group.words = False
        await room.say(ANA, "/help")
        room.group.words = True
        await room.say(BEA, "/help")
        (answer,) = told(room)
        assert answer.text.startswith("Parchís and Palma")


async def test_nobody_is_given_more_than_some_answers_a_minute_and_others_still_are() -> None:
    async with telegram_room() as room:
        lines = ("/help", "/games", "/help mix", "/language", "/stats", "/roll", "/rules x", "/notify off")
        asked = [await room.say(ANA, line) for line in lines]
        assert [one.id for one in room.server.messages if one.reaction] == asked[5:]
        texts = told(room)
        assert len(texts) == 5
        assert "In private I'll answer you at once." in texts[-1].text
        assert texts[-1].ways == {"Write to me in private": f"https://t.me/{USERNAME}"}
        await room.say(BEA, "/stats")
        assert told(room)[-1].text == "Bea hasn't finished a game yet."
        private = room.server.chat(ANA.id)
        for line in ("/help", "/join", "/help mix", "/language", "/stats", "/roll"):
            await room.say(ANA, line, private)
        assert len(room.server.of(private)) == 6
        room.server.clock.time += 61.0
        await room.say(ANA, "/rules x")
        assert len(told(room)) == 7


async def test_nobody_fills_a_group_with_answers_that_have_buttons() -> None:
    async with telegram_room() as room:
        asked = [await room.say(ANA, "/learn palma") for _ in range(8)]
        replies = {one.reply_to for one in room.server.of(room.group)}
        assert len(replies & set(asked)) <= 5
        assert {one.id for one in room.server.messages if one.reaction} == set(asked) - replies


async def test_a_command_whose_answer_telegram_does_not_take_gets_a_reaction() -> None:
    async with telegram_room() as room:
        strange = Fault(400, "Bad Request: something that nobody has heard of")
        room.server.trouble = lambda method, params: strange if method == "sendMessage" else None
        asked = await room.say(ANA, "/stats")
        assert [one.id for one in room.server.messages if one.reaction] == [asked]


async def test_a_question_with_buttons_is_asked_again() -> None:
    async with telegram_room() as room:
        await room.started("/play palma")
        await room.say(ANA, "/resign")
        await room.click(ANA, "No, play on")
        await room.say(ANA, "/resign")
        assert room.server.of(room.group)[-1].labels == ["Yes, resign", "No, play on"]


async def test_rules_of_a_table_are_read_in_private_as_they_are_at_that_table() -> None:
    async with telegram_room() as room:
        code = await room.opened("/play palma")
        await room.say(BEA, "/rules full")
        (line,) = told(room)
        assert line.text.startswith("Palma")
        whole = await follow(room, CAI, line)
        assert "At this table" in whole.text
        await room.say(CAI, f"/rules {code} full", room.server.chat(CAI.id))
        assert room.server.of(room.server.chat(CAI.id))[-1].text == whole.text
        await room.say(ANA, "/rules parchis italian full")
        assert "In detail" in (await follow(room, ANA, told(room)[-1])).text
        assert room.server.refused == []


async def test_how_to_play_stands_in_a_group_once_and_its_button_opens_the_sheet() -> None:
    async with telegram_room() as room:
        for person in (ANA, BEA, BEA):
            await room.say(person, "/rules palma")
        assert room.server.count["sendPhoto"] == 1
        await room.click(CAI, "All the rules")
        assert "In detail" in room.server.of(room.group)[-1].text


async def test_the_data_of_a_person_are_refused_in_a_group_and_a_button_brings_them_in_private() -> None:
    async with telegram_room() as room:
        await room.say(ANA, "/mydata")
        (refusal,) = told(room)
        assert refusal.text.startswith("That's for your eyes only")
        assert "There's more" not in refusal.text
        file = await follow(room, ANA, refusal)
        assert file.document is not None
        assert b'"user": "1000"' in file.document[1]


async def test_stats_of_somebody_are_read_in_private_but_no_number_can_be_looked_up() -> None:
    async with telegram_room() as room:
        code = await room.started("/play palma", BEA)
        await room.play_out(code, [ANA, BEA])
        await room.say(CAI, "/stats bea")
        line = told(room)[-1]
        private = room.server.chat(DAN.id)
        whole = await follow(room, DAN, line)
        assert whole.text.startswith("Bea in numbers")
        assert "Best turn" in whole.text
        before = len(room.server.of(private))
        await room.say(DAN, f"/start stats_{ANA.id}_{'0' * 16}", private)
        assert len(room.server.of(private)) == before + 1
        assert "in numbers" not in room.server.of(private)[-1].text


def test_links_to_answers_fit_and_lead_nowhere_else() -> None:
    short = Text(((Part("x"),),))
    person = Person(PersonKey("telegram", "99999999999999999999"), "x")
    address = link_to_answer("Bot", "secret", LongAnswer(short, "stats", person=person))
    assert address is not None
    payload = address.rpartition("=")[2]
    assert len(payload) <= 64
    assert read_linked_command(payload, "secret") == ("/stats", person.key.user)
    assert read_linked_command(payload, "another") is None
    for options in ({"command": "a b"}, {"command": "x" * 17}, {"a": "ñ"}, dict.fromkeys("abcd", "x")):
        assert link_to_answer("Bot", "secret", LongAnswer(short, "help", options)) is None
    former = Person(PersonKey("former", "abcdef"), "x")
    assert link_to_answer("Bot", "secret", LongAnswer(short, "stats", person=former)) is None
    for forged in ("play", "help_a_b_c_d", "rules_", "cancel_abc234", "stats_1", "stats_1_x"):
        assert read_linked_command(forged, "secret") is None


class TestMuted:
    @pytest.mark.parametrize("language", languages())
    async def test_whoever_presses_is_told_why_nothing_is_shown(self, language: str) -> None:
        eva = User(2000, "Eva", language_code=language)
        async with telegram_room() as room:
            await room.say(eva, "/play palma first=D")
            code = (await room.table()).id
            await room.press(eva, room.board(code), next(t for t in room.board(code).tokens if t.endswith("fill")))
            board = room.board(code)
            room.group.words = False
            version = (await room.table(code)).version
            heard = await room.press(eva, board, board.tokens[0])
            assert heard is not None
            assert heard == translator(language)(BARRED)
            assert (await room.table(code)).version > version
            room.group.words = True
            assert await room.press(eva, board, board.tokens[0]) is not None  # too late: the game has gone on
            newest = room.board(code)
            assert newest.tokens[0] != board.tokens[0] or newest is board
            assert await room.press(eva, newest, newest.tokens[0]) is None

    async def test_also_where_a_question_is_answered(self) -> None:
        async with telegram_room() as room:
            await room.started("/play palma")
            await room.say(ANA, "/resign")
            question = room.server.of(room.group)[-1]
            room.group.words = False
            heard = await room.press(ANA, question, question.tokens[1])
            assert heard is not None
            assert "I'm not allowed to post here" in heard

    async def test_let_write_again_it_shows_its_tables(self) -> None:
        async with telegram_room() as room:
            code = await room.started("/play palma first=D")
            board = room.board(code)
            room.group.words = False
            await room.press(ANA, board, board.tokens[0])
            room.group.words = True
            user = {"id": 123456789, "is_bot": True, "first_name": "Palmarés"}
            rights = (
                *("can_send_messages", "can_send_audios", "can_send_documents", "can_send_photos", "can_send_videos"),
                *("can_send_video_notes", "can_send_voice_notes", "can_send_polls", "can_send_other_messages"),
                *("can_add_web_page_previews", "can_change_info", "can_invite_users", "can_pin_messages"),
                *("can_manage_topics", "can_edit_tag", "can_react_to_messages", "is_member"),
            )
            was = {"user": user, "status": "restricted", "until_date": 0} | dict.fromkeys(rights, False)
            change = {"chat": room.group.json, "from": ANA.json, "date": 1, "old_chat_member": was}
            await room.server.push("my_chat_member", change | {"new_chat_member": {"user": user, "status": "member"}})
            await room.settle()
            version = (await room.table(code)).version
            assert room.board(code).tokens[0].startswith(f"{code}.{version}.")
            assert room.server.of(room.group)[-1].text != "Hi!"


class TestAway:
    async def test_commands_from_a_downtime_are_not_obeyed_and_that_is_said_once(self) -> None:
        async with telegram_room() as room:
            written = int(room.server.clock.now())
            room.server.clock.time += 601.0
            for number, line in enumerate(("/play", "/help", "/play palma")):
                await room.server.push("message", said(room, line, written, 9000 + number))
            await room.settle()
            assert await room.store.all_tables() == []
            (answer,) = told(room)
            assert answer.text.startswith("I was offline for a while")
            await room.say(ANA, "/play")
            assert len(await room.store.all_tables()) == 1

    async def test_those_from_a_short_pause_are(self) -> None:
        async with telegram_room() as room:
            written = int(room.server.clock.now())
            room.server.clock.time += 599.0
            await room.server.push("message", said(room, "/play", written, 9000))
            await room.settle()
            assert len(await room.store.all_tables()) == 1


def said(room: TelegramRoom, text: str, date: int, number: int) -> dict[str, object]:
    return {"message_id": number, "date": date, "chat": room.group.json, "from": ANA.json, "text": text}
