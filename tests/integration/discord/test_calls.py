"""What each deed costs in calls, and what becomes of answers that come late, twice or in vain."""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace
from types import SimpleNamespace

import pytest

from bot.core.domain.pings import THERE
from bot.core.messages.content import Part, Screen, Text
from data.store import Store
from tests.fakes.discord_door import Fault, faults
from tests.fakes.discord_people import People
from tests.fakes.discord_place import PNG, Place, Slow, bot_on, ids_of, key_of, pressable
from tests.fakes.discord_server import DiscordServer
from tests.fakes.discord_state import EPHEMERAL, Channel, Message, User
from tests.fakes.room import taken_up

PALMA = {"game": "palma", "rules": "first=D"}
SCREEN = Screen(Text(((Part("Hello"),),)))


async def begun(place: Place) -> tuple[Channel, User, User, str]:
    """A game of two in which nothing has been counted yet."""
    channel, ana, bea = place.channel(), place.user("Ana"), place.user("Bea")
    code = await place.opened(channel, ana, bea, **PALMA)
    place.server.calls.clear()
    return channel, ana, bea, code


def notices(place: Place) -> list[Message]:
    return [message for message in place.server.messages.values() if message.flags & EPHEMERAL]


async def test_one_call_a_press_and_one_more_when_the_turn_passes_to_someone_away(place: Place) -> None:
    channel, ana, bea, code = await begun(place)
    for who in (ana, bea):
        await place.gave(who, channel, "profile", rolls="each")  # to whom nothing is offered
    place.server.calls.clear()
    rng, passes = random.Random(1), 0
    for _ in range(60):
        who, board = await place.acting(code, [ana, bea]), place.board(channel)
        place.patience.time += THERE + 1
        await place.pressed(who, board, rng.choice(ids_of(board)))
        after = await place.acting(code, [ana, bea])
        kept, anew = {"callback 7": 1}, {"callback 7": 1, "post": 1}
        assert place.server.counted() == (kept if after == who else anew)
        assert (place.board(channel) is board) == (after == who)
        passes += after != who
        place.server.calls.clear()
    assert 0 < passes < 60


async def test_a_new_board_calls_only_whose_turn_it_is(place: Place) -> None:
    channel, ana, bea, code = await begun(place)
    rng = random.Random(1)
    for _ in range(20):
        who, board = await place.acting(code, [ana, bea]), place.board(channel)
        place.patience.time += THERE + 1  # who has just pressed needs no call
        await place.pressed(who, board, rng.choice(ids_of(board)))
        after = await place.acting(code, [ana, bea])
        if after != who:
            assert place.board(channel).calls == [after.id]
            assert place.board(channel).content.count("<@") == 1
        (picture,) = place.board(channel).attachments
        assert picture["data"].startswith(PNG)
        assert "Ana" in picture["description"]


async def test_a_command_is_answered_by_the_board_itself(place: Place) -> None:
    channel, ana, bea = place.channel(), place.user("Ana"), place.user("Bea")
    made = await place.gave(ana, channel, "play", **PALMA)
    assert place.server.counted() == {"callback 4": 1}
    assert made.original is place.board(channel)
    (board,) = await place.store.boards((await place.table(channel)).id)
    assert board.message == made.original.id
    place.server.calls.clear()
    joined = await place.gave(bea, channel, "join")
    assert place.server.counted() == {"edit": 1, "callback 4": 1}
    assert joined.notice == "✅"
    again = await place.gave(bea, channel, "board")
    assert again.original is place.board(channel)
    assert made.original.components == []


async def test_what_only_the_presser_should_know(place: Place) -> None:
    channel, ana, bea, code = await begun(place)
    who = await place.acting(code, [ana, bea])
    other = bea if who is ana else ana
    board = place.board(channel)
    made = await place.pressed(other, board, ids_of(board)[0])
    assert made.notice is not None
    assert who.name in made.notice
    assert place.server.counted() == {"callback 4": 1}
    stranger = await place.gave(place.user("Eva"), channel, "resign")
    assert stranger.notice is not None
    helped = await place.gave(ana, channel, "help")
    assert helped.notice is not None
    assert "</play:" in helped.notice
    assert place.board(channel) is board


async def test_a_question_to_one_person_is_asked_and_answered_in_private_without_a_ping(place: Place) -> None:
    channel, ana, bea, code = await begun(place)
    asked = await place.gave(ana, channel, "resign")
    assert place.server.counted() == {"callback 4": 1}
    question = asked.original
    assert question is not None
    assert question.ephemeral
    assert question.calls == []
    forged = await place.pressed(bea, question, ids_of(question)[0])
    assert forged.notice is not None
    place.server.calls.clear()
    await place.pressed(ana, question, ids_of(question)[0])
    assert question.content == "**Ana** resigns."
    assert question.components == []
    assert place.server.counted()["callback 7"] == 1
    assert (await place.known(code)).result is not None
    assert any("Ana" in one.content and "🏳" in one.content for one in place.server.of(channel))


@pytest.mark.parametrize("name", ["resign", "close", "deletemydata"])
async def test_what_concerns_one_person_is_asked_in_private_and_may_take_its_time(place: Place, name: str) -> None:
    channel, ana, _, _ = await begun(place)
    before = len(place.server.of(channel))
    asked = await place.gave(ana, channel, name)
    question = asked.original
    assert question is not None
    assert question.ephemeral
    assert len(place.server.of(channel)) == before
    await place.server.clock.advance(10 * 60.0)
    await place.pressed(ana, question, ids_of(question)[1])
    assert question.components == []


async def test_an_interaction_that_comes_again_changes_nothing(place: Place) -> None:
    channel, ana, bea, code = await begun(place)
    who, board = await place.acting(code, [ana, bea]), place.board(channel)
    await place.pressed(who, board, ids_of(board)[0])
    version, calls = (await place.known(code)).version, len(place.server.calls)
    await place.server.gateway.repeat(last=12)
    beyond = await place.gave(ana, channel, "help")  # heard after all that came again
    assert beyond.answered.is_set()
    assert (await place.known(code)).version == version
    assert len(place.server.calls) == calls + 1


async def test_a_question_that_was_deleted_is_decided_all_the_same(place: Place) -> None:
    """Its answer has nowhere to be shown but to the one who gave it."""
    channel, ana, *_, code = await begun(place)
    question = (await place.gave(ana, channel, "resign")).original
    assert question is not None
    pressed = await place.press(ana, question, ids_of(question)[0])
    question.gone = True
    await place.server.until(lambda: pressed.answer)
    await place.idle()
    assert pressed.notice == "That message is gone."
    assert (await place.known(code)).result is not None


async def test_whoever_acts_hears_when_something_is_wrong_within(
    place: Place, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    channel, ana, bea, code = await begun(place)
    who, board = await place.acting(code, [ana, bea]), place.board(channel)

    async def broken(*_: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr(place.core.service.tables, "write", broken)
        told = (await place.pressed(who, board, ids_of(board)[0])).notice
        assert told == "Something went wrong, but nothing is lost. Please try again."
        assert (await place.gave(who, channel, "roll")).notice == told
    assert [record.getMessage() for record in caplog.records] == [
        "a press could not be answered",
        "a command could not be answered",
    ]
    assert (await place.pressed(who, board, ids_of(board)[0])).answer == 7


async def test_whatever_the_order_in_which_presses_come_one_moves_and_all_are_answered(place: Place) -> None:
    channel, ana, bea, code = await begun(place)
    rng = random.Random(3)
    for _ in range(6):
        who, board = await place.acting(code, [ana, bea]), place.board(channel)
        before = (await place.known(code)).version
        place.server.gateway.hold()
        made = [await place.press(one, board, ids_of(board)[0]) for one in (ana, bea, who)]
        made.append(await place.say(who, channel, "help"))
        await place.server.gateway.let_go(lambda held: rng.sample(held * 2, 2 * len(held)))
        await place.settled(*made)
        assert (await place.known(code)).version == before + 1
        assert len([one for one in made if one.notice is None]) == 1
        assert await place.store.dirty_boards(9) == []
    assert faults(place.server.calls) == []


async def test_a_double_click_moves_once(place: Place) -> None:
    channel, ana, bea, code = await begun(place)
    who, board = await place.acting(code, [ana, bea]), place.board(channel)
    before = (await place.known(code)).version
    token = ids_of(board)[0]
    first, second = await place.press(who, board, token), await place.press(who, board, token)
    await place.settled(first, second)
    assert (await place.known(code)).version == before + 1
    assert [made.notice is None for made in (first, second)] in ([True, False], [False, True])


# late answers ----------------------------------------------------------------------------------------------------


async def test_a_slow_core_is_excused_in_time(place: Place) -> None:
    channel, ana, bea, code = await begun(place)
    slow = Slow(place.core.dispatcher)
    place.platform.listen(replace(place.core, dispatcher=slow))
    who, board = await place.acting(code, [ana, bea]), place.board(channel)
    pressed = await place.press(who, board, ids_of(board)[0])
    other = await place.press(bea if who is ana else ana, board, ids_of(board)[0])
    helped = await place.say(ana, channel, "help")
    await place.server.until(lambda: len(place.platform.client.listener._seen) == 3)  # type: ignore[union-attr]
    await place.server.clock.advance(2.5)
    await place.settled_answers(pressed, other, helped)
    assert (pressed.answer, other.answer, helped.answer) == (6, 6, 5)
    slow.gate.set()
    await place.idle()
    assert other.notice is not None
    assert helped.notice is not None
    assert "/play" in helped.notice
    counted = place.server.counted()
    assert counted.pop("post", 0) + counted.pop("edit", 0) in (1, 2)
    assert counted == {"callback 6": 2, "callback 5": 1, "followup": 1, "edit by token": 1}


async def test_a_slow_picture_comes_by_another_road(place: Place) -> None:
    channel, ana, bea, code = await begun(place)
    slow = Slow(place.core.publisher)
    place.core.dispatcher._publisher = SimpleNamespace(heard=place.core.publisher.heard, publish=slow.publish)
    who, board = await place.acting(code, [ana, bea]), place.board(channel)
    pressed = await place.press(who, board, ids_of(board)[0])
    said = await place.say(ana, channel, "board")
    await place.server.until(lambda: place.platform.messenger.pending.is_open(key_of(channel)))
    await place.server.clock.advance(2.5)
    await place.settled_answers(pressed, said)
    assert (pressed.answer, said.answer, said.notice) == (6, 4, "✅")
    slow.gate.set()
    await place.idle()
    assert place.server.counted()["post"] >= 1
    assert ids_of(place.board(channel)) != []
    assert await place.store.dirty_boards(9) == []


async def test_what_is_under_way_is_stored_and_shown_before_it_goes(server: DiscordServer, store: Store) -> None:
    async with bot_on(server, store) as place:
        channel, ana, bea, code = await begun(place)
        slow = Slow(place.core.dispatcher)
        place.platform.listen(replace(place.core, dispatcher=slow))
        who, board = await place.acting(code, [ana, bea]), place.board(channel)
        version = (await place.known(code)).version
        pressed = await place.press(who, board, ids_of(board)[0])
        await server.until(lambda: len(place.platform.client.listener._seen) == 1)  # type: ignore[union-attr]
        going = asyncio.create_task(place.platform.drain())
        await server.until(lambda: not any(one.connected for one in server.gateway.sessions.values()))
        assert not going.done()
        slow.gate.set()
        await going
    record = await store.table(code)
    assert record is not None
    assert record.version == version + 1
    assert pressed.answer == 7
    assert await store.dirty_boards(9) == []


async def test_an_answer_after_three_seconds_goes_as_an_edit(place: Place) -> None:
    channel, ana, bea, code = await begun(place)
    who, board = await place.acting(code, [ana, bea]), place.board(channel)
    place.delay = 10
    await place.press(who, board, ids_of(board)[0])
    await place.server.until(lambda: any(one.status == 404 for one in place.server.calls))
    await place.idle()
    await place.say(ana, channel, "board")
    await place.server.until(lambda: len([one for one in place.server.calls if one.status == 404]) == 2)
    await place.idle()
    assert await place.store.dirty_boards(9) == []
    assert place.board(channel).attachments[0]["data"].startswith(PNG)
    assert (await place.store.boards(code))[-1].message == place.board(channel).id


async def test_an_answer_that_got_lost_is_given_once(place: Place) -> None:
    channel, ana = place.channel(), place.user("Ana")
    place.server.faults.append(Fault("callback", cut=True, after=True))
    await place.gave(ana, channel, "play", **PALMA)
    await place.server.until(lambda: place.server.counted()["look by token"])
    await place.idle()
    assert len(place.server.of(channel)) == 1
    (board,) = await place.store.boards((await place.table(channel)).id)
    assert board.message == place.board(channel).id


async def test_what_comes_too_late_to_answer_a_command_is_said_in_the_channel(place: Place) -> None:
    channel, ana = place.channel(), place.user("Ana")
    place.delay = 10
    made = await place.say(ana, channel, "leaderboard")
    await place.server.until(lambda: place.server.of(channel))
    await place.idle()
    assert made.answer is None
    assert place.server.counted() == {"callback": 1, "post": 1}
    assert place.server.of(channel)[0].content.startswith("**Parchís**")


async def test_an_answer_to_all_that_got_lost_is_not_said_twice(place: Place) -> None:
    channel = place.channel()
    place.server.faults.append(Fault("callback", cut=True, after=True))
    made = await place.gave(place.user("Ana"), channel, "leaderboard")
    assert place.server.of(channel) == [made.original]
    assert place.server.counted() == {"callback 4": 1, "callback": 1}


@pytest.mark.parametrize(
    ("seconds", "calls"), [(1.5, {"callback": 1, "callback 4": 1}), (60.0, {"callback": 1, "post": 1})]
)
async def test_an_answer_waits_as_long_as_it_must_or_goes_another_road(
    place: Place, seconds: float, calls: dict[str, int]
) -> None:
    """It is never tried again too early."""
    channel, clock = place.channel(), place.server.clock
    place.server.faults.append(Fault("callback", status=429, retry_after=seconds))
    await place.say(place.user("Ana"), channel, "leaderboard")
    await place.server.until(lambda: seconds in clock.slept or place.server.of(channel))
    await clock.advance(seconds if seconds in clock.slept else 0.0)
    await place.server.until(lambda: place.server.of(channel))
    await place.idle()
    assert place.server.counted() == calls


async def test_a_deleted_board_is_posted_anew(place: Place) -> None:
    channel, ana, bea, code = await begun(place)
    who, board = await place.acting(code, [ana, bea]), place.board(channel)
    pressed = await place.press(who, board, ids_of(board)[0])
    board.gone = True
    await place.server.until(lambda: place.server.counted()["post"])
    await place.idle()
    assert place.board(channel) is not board
    assert pressed.answer is None
    await place.server.clock.advance(2.5)
    await place.settled_answers(pressed) if pressed.answer else None
    assert await place.store.dirty_boards(9) == []


async def test_an_answer_that_a_killed_process_did_not_note_is_found_when_it_is_pressed(
    server: DiscordServer, store: Store
) -> None:
    people = People(server)
    channel, ana = people.channel(), people.user("Ana")
    async with bot_on(server, store) as place:
        await place.gave(ana, channel, "play", game="palma")
        (noted,) = await store.boards((await place.table(channel)).id)
        await store.drop_board(noted)  # it died before it knew
    async with bot_on(server, store) as place:
        await taken_up(place.core)
        await place.idle()
        first, _ = [message for message in server.of(channel) if message.components]
        assert first.id == noted.message
        server.calls.clear()
        sit = next(custom_id for _, custom_id in pressable(first) if ".sit:" in custom_id)
        await place.pressed(place.user("Bea"), first, sit)
        assert [message.id for message in server.of(channel) if message.components] == [first.id]
        assert [board.message for board in await store.boards(noted.table)] == [first.id]
        assert len(server.calls) == 2


async def test_a_board_does_not_take_the_place_of_an_answer_still_to_come(place: Place) -> None:
    """A command is acknowledged in private, and what is sent by its token next would fill that acknowledgement."""
    channel, ana = place.between_friends(), place.user("Ana")
    slow = Slow(place.core.dispatcher)
    place.platform.listen(replace(place.core, dispatcher=slow))
    helped = await place.say(ana, channel, "help")
    await place.server.until(lambda: len(place.platform.client.listener._seen) == 1)  # type: ignore[union-attr]
    await place.server.clock.advance(2.5)
    await place.settled_answers(helped)
    assert helped.answer == 5
    posted = await place.platform.messenger.post(key_of(channel), SCREEN, nonce="1")
    assert helped.notice == "✅"
    slow.gate.set()
    await place.idle()
    assert "/play" in (helped.notice or "")
    assert [message.id for message in place.server.of(channel)] == [posted]
    assert place.server.of(channel)[0].content == "Hello"


async def test_in_a_private_chat_such_a_question_stays(place: Place) -> None:
    ana = place.user("Ana")
    asked = await place.gave(ana, place.private(), "deletemydata")
    assert asked.original is not None
    assert not asked.original.ephemeral
