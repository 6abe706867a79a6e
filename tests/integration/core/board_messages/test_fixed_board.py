"""A chat that wants its board to stay: one message, edited, and a separate call for the player to move."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest

from bot.core.domain.chat_settings import BoardMode, ChatSettings, change_settings, settings_of
from bot.core.messages.content import Part
from bot.core.messages.ports import NotAllowed
from data.open_store import open_store
from data.records import ChatKey, Status
from data.store import Store
from tests.fakes.messenger import FakeMessenger, Message
from tests.fakes.mortal import Killed, Life
from tests.fakes.palma_tables import palma, press_on
from tests.fakes.room import ANA, BEA, CHAT, Room, room, said, shown, taken_up


def called(message: Message) -> list[str]:
    """Whom a message calls."""
    parts: list[Part] = [part for line in message.screen.text.lines for part in line]
    return [part.mention.user for part in parts if part.mention is not None]


def beside(place: Room) -> list[Message]:
    """The calls that stand in the chat."""
    return [message for message in place.messenger.of(CHAT) if "at table" in message.screen.text.plain]


async def assert_fixed(place: Room, code: str) -> None:
    """One message shows the newest, and one call is for the player to act, if anybody is."""
    table = await place.table(code)
    (board,) = [m for m in place.messenger.of(CHAT) if m.screen.picture or m.screen.rows]
    who = await place.actor(code, [ANA, BEA]) if table.status is Status.PLAYING else None
    assert who is None or f"{who.name}," in board.screen.text.plain.splitlines()[-1]
    assert [called(message) for message in beside(place)] == ([[who.key.user]] if who is not None else [])
    boards = await place.store.boards(code)
    assert [one.version for one in boards if not one.call] == [table.version]
    assert [one.message for one in boards if one.call] == [message.id for message in beside(place)]
    assert [one.message for one in boards if not one.call] == [board.id]


async def test_a_whole_game_in_one_message() -> None:
    async with room() as place:
        await place.say(ANA, "/settings board fixed")
        place.messenger.messages[-1].gone = True
        code = await palma(place)
        rng, first = random.Random(1), place.messenger.of(CHAT)[0]
        for _ in range(2000):
            await assert_fixed(place, code)
            if (await place.table(code)).status is Status.OVER:
                break
            await press_on(place, code, rng)
        else:
            raise AssertionError("it did not end")
        assert place.messenger.of(CHAT) == [first]


@pytest.mark.parametrize("mode", ["follow", "fixed"])
async def test_the_tables_of_a_chat_keep_their_boards_apart(mode: str) -> None:
    async with room() as place:
        await place.say(ANA, f"/settings board {mode}")
        codes, rng = list[str](), random.Random(2)
        for _ in range(3):
            await place.say(ANA, "/play palma first=D")
            (code,) = {record.id for record in await place.store.all_tables()} - set(codes)
            codes.append(code)
            await place.say(BEA, f"/join table={code}")
            await place.say(ANA, f"/start table={code}")
        for _ in range(45):
            await press_on(place, rng.choice(codes), rng)
            for code in codes:
                table, (board,) = await place.table(code), place.live(code)
                assert board.tokens[0].startswith(f"{code}.{table.version}.")
                who = await place.acting(code, [ANA, BEA])
                wanted = [[who.key.user]] if mode == "fixed" else []
                assert [called(one) for one in beside(place) if code in one.screen.text.plain] == wanted
                assert len(await place.store.boards(code)) == 1 + len(wanted)


async def test_a_call_is_posted_and_taken_away_only_when_the_turn_passes() -> None:
    async with room() as place:
        await place.say(ANA, "/settings fixed")
        code = await palma(place)
        rng = random.Random(1)
        for _ in range(40):
            before = await place.actor(code, [ANA, BEA])
            place.messenger.calls.clear()
            await press_on(place, code, rng)
            passed = before != await place.actor(code, [ANA, BEA])
            assert place.messenger.calls == (["edit", "post", "delete"] if passed else ["edit"])


async def test_whoever_plays_alone_is_not_called() -> None:
    async with room() as place:
        await place.say(ANA, "/settings fixed")
        code = await place.started("/play palma first=D")
        for _ in range(10):
            (board,) = place.live(code)
            await place.press(ANA, board.tokens[0], board.id)
        assert beside(place) == []
        assert "delete" not in place.messenger.calls


async def test_the_board_can_be_asked_for_and_a_lost_one_comes_again() -> None:
    async with room() as place:
        await place.say(ANA, "/settings fixed")
        place.messenger.messages[-1].gone = True
        code = await palma(place)
        await place.say(BEA, "/board")
        (board,) = place.live(code)
        assert board.id == place.messenger.messages[-1].id
        assert len(beside(place)) == 1
        (board,), who = place.live(code), await place.actor(code, [ANA, BEA])
        token = board.tokens[0]
        for message in place.messenger.of(CHAT):
            message.gone = True  # somebody tidied up
        assert who is not None
        await place.press(who, token, board.id)
        assert len(place.live(code)) == 1
        assert len(await place.store.boards(code)) == 2


async def test_a_chat_may_change_its_mind_in_the_middle_of_a_game() -> None:
    async with room() as place:
        code = await palma(place)
        await press_on(place, code, random.Random(1))
        assert "one message" in shown(await place.say(ANA, "/settings board fixed"))
        assert len(beside(place)) == 1  # at once
        for _ in range(6):
            await press_on(place, code, random.Random(2))
        assert len(beside(place)) == 1
        await place.say(ANA, "/settings follow")
        assert beside(place) == []
        message, who = place.live(code)[0], await place.actor(code, [ANA, BEA])
        while await place.actor(code, [ANA, BEA]) == who:
            await press_on(place, code, random.Random(3))
        assert place.live(code)[0] is not message
        assert beside(place) == []


async def test_a_call_that_cannot_be_taken_away_stops_nothing() -> None:
    async with room() as place:
        await place.say(ANA, "/settings fixed")
        code = await palma(place)

        def trouble(call: str) -> None:
            if call == "delete":
                raise NotAllowed("too old")

        place.messenger.trouble = trouble
        rng = random.Random(1)
        for _ in range(12):
            await press_on(place, code, rng)
        assert [board.version for board in await place.store.boards(code) if not board.call] == [
            (await place.table(code)).version
        ]
        assert len([board for board in await place.store.boards(code) if board.call]) == 1


async def test_asking_shows_what_is_set_to_the_asker_alone() -> None:
    async with room() as place:
        outcome = await place.say(BEA, "/settings")
        assert outcome.screen is None
        assert outcome.notice is not None
        assert "New turn, new board message." in outcome.notice.plain
        await place.say(ANA, "/settings board fixed")
        assert "one message" in said(await place.say(BEA, "/settings"))
        assert (await settings_of(place.store, ChatKey("fake", "other"))) == ChatSettings()


async def test_settings_of_others_are_left_alone() -> None:
    store = await open_store("sqlite:///:memory:")
    try:
        text = '{"board":"upside down","locale":"es","theme":"wood","tree":"x"}'
        settings = ChatSettings.load(text)
        assert settings == ChatSettings(BoardMode.FOLLOW, "classic", locale="es", rest={"tree": "x"})
        assert settings.dump() == '{"locale":"es","tree":"x"}'
        await change_settings(store, CHAT, board=BoardMode.FIXED)
        await change_settings(store, CHAT, locale="it")
        assert await settings_of(store, CHAT) == ChatSettings(BoardMode.FIXED, locale="it")
        assert ChatSettings.load("{}") == ChatSettings()
        assert ChatSettings().dump() == "{}"
    finally:
        await store.close()


# killed at any moment ---------------------------------------------------------------------------------------------


async def _play_some(place: Room) -> None:
    rng = random.Random(5)
    await place.say(ANA, "/settings fixed")
    place.messenger.messages[-1].gone = True
    code = await palma(place)
    for _ in range(6):
        await press_on(place, code, rng)


async def _die(store: Store, messenger: FakeMessenger, life: Life) -> None:
    with suppress(Killed, AssertionError, IndexError, ValueError):
        async with room(store, messenger, life=life) as place:
            await _play_some(place)


async def test_killed_at_any_deed_it_catches_up() -> None:
    deed = 0
    while True:
        deed += 1
        life = Life(deed)
        store, messenger = await open_store("sqlite:///:memory:"), FakeMessenger()
        try:
            await _die(store, messenger, life)
            if not life.dead:
                break
            async with room(store, messenger) as place:
                await taken_up(place.core)
                await place.core.publisher.idle()
                assert await store.dirty_boards(9) == []
                for record in await store.all_tables():
                    if record.status is Status.PLAYING:
                        await assert_fixed(place, record.id)
        finally:
            await store.close()
    assert deed > 30
