"""One game, several chats: played from some, watched in others, and in no others."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress

import pytest

from bot.core.messages.content import Part
from bot.core.messages.ports import NotAllowed
from data.open_store import open_store
from data.records import ChatKey, PersonKey, Status
from tests.fakes.messenger import FakeMessenger, Message
from tests.fakes.mortal import Killed, Life
from tests.fakes.room import ANA, BEA, CAI, CHAT, PLATFORM, Room, room, taken_up

AWAY, BENCH = ChatKey(PLATFORM, "away"), ChatKey(PLATFORM, "bench")


def said(outcome: object) -> str:
    notice = getattr(outcome, "notice", None)
    return notice.plain if notice is not None else ""


def called(message: Message) -> list[PersonKey]:
    parts: list[Part] = [part for line in message.screen.text.lines for part in line]
    return [part.mention for part in parts if part.mention is not None]


async def two_chats(place: Room) -> str:
    """A game of Ana here and Bea elsewhere, which has begun."""
    code = await place.opened("/play palma first=D")
    await place.say(BEA, f"/join {code}", AWAY)
    await place.say(ANA, "/start")
    return code


async def step(place: Room, code: str, rng: random.Random) -> None:
    """Press a button of the board for the player to act, in their own chat."""
    who = await place.acting(code, [ANA, BEA])
    chat = CHAT if who is ANA else AWAY
    board = place.board(code, chat)
    outcome = await place.press(who, rng.choice(board.tokens), board.id, chat)
    assert outcome.notice is None


class TestPlaying:
    async def test_each_chat_has_its_board_and_only_the_one_to_move_is_called_in_their_own(self) -> None:
        async with room() as place:
            code, rng = await two_chats(place), random.Random(1)
            for _ in range(30):
                await step(place, code, rng)
                who = await place.actor(code, [ANA, BEA])
                if who is None:
                    break
                for chat, person in ((CHAT, ANA), (AWAY, BEA)):
                    (board,) = place.live(code, chat)
                    assert called(board) == ([person.key] if who is person else [])
                    assert {board.version for board in await place.store.boards(code)} == {
                        (await place.table(code)).version
                    }

    async def test_a_whole_game_ends_in_both(self) -> None:
        async with room() as place:
            code, rng = await two_chats(place), random.Random(2)
            while await place.actor(code, [ANA, BEA]) is not None:
                await step(place, code, rng)
            assert (await place.table(code)).status is Status.OVER
            here, there = (place.messenger.of(chat)[-1] for chat in (CHAT, AWAY))
            assert here.screen.text.plain == there.screen.text.plain
            assert "🥇" in here.screen.text.plain

    async def test_each_chat_reads_its_own_language(self) -> None:
        async with room() as place:
            await place.core.service.languages.choose_for_chat(AWAY, "es")
            code = await two_chats(place)
            (here,), (there,) = place.live(code), place.live(code, AWAY)
            assert here.screen.text.plain != there.screen.text.plain
            assert there.buttons[0].label not in ("", here.buttons[0].label)

    async def test_the_table_is_nobody_elses(self) -> None:
        async with room() as place:
            code = await two_chats(place)
            (board,) = place.live(code)
            version = (await place.table(code)).version
            outcome = await place.press(ANA, board.tokens[0], board.id, BENCH)
            assert "can't find that table" in said(outcome)
            await place.say(CAI, f"/watch {code}", BENCH)
            outcome = await place.press(ANA, board.tokens[0], board.id, BENCH)
            assert "can't find that table" in said(outcome)
            assert (await place.table(code)).version == version

    async def test_the_limit_of_a_chat_counts_its_own(self) -> None:
        async with room(max_tables=1) as place:
            await two_chats(place)
            assert (await place.say(BEA, "/play", AWAY)).notice is None
            assert "an open table here already" in said(await place.say(BEA, "/play", AWAY))

    async def test_commands_work_from_each_chat(self) -> None:
        async with room() as place:
            code = await two_chats(place)
            rng = random.Random(3)
            while await place.actor(code, [ANA, BEA]) is not BEA or not place.live(code, AWAY)[0].tokens[0].endswith(
                ".throw"
            ):
                await step(place, code, rng)
            plies = (await place.table(code)).plies
            assert said(await place.say(BEA, "/roll", AWAY)) == ""
            assert (await place.table(code)).plies > plies
            newest = place.live(code, AWAY)[0].id
            await place.say(BEA, "/board", AWAY)
            assert place.live(code, AWAY)[0].id != newest
            assert (await place.say(BEA, "/rules", AWAY)).screen is not None
            assert code in said(await place.say(BEA, "/export", AWAY))
            await place.say(BEA, "/resign", AWAY)
            await place.click(BEA, "Yes, resign", AWAY)
            assert (await place.table(code)).status is Status.OVER

    async def test_moving_to_another_chat_during_the_game(self) -> None:
        async with room() as place:
            code = await two_chats(place)
            version = (await place.table(code)).version
            await place.say(BEA, f"/join {code}", BENCH)
            assert (await place.table(code)).version == version
            assert place.live(code, AWAY) == []
            assert len(place.live(code, BENCH)) == 1
            await place.say(BEA, f"/join {code}")
            assert place.live(code, BENCH) == []
            assert "already started" in said(await place.say(CAI, f"/join {code}", BENCH))

    async def test_a_seat_taken_by_a_button_is_played_from_there(self) -> None:
        async with room() as place:
            code = await place.opened("/play")
            await place.say(BEA, f"/join {code}", AWAY)
            token = next(token for token in place.live(code, AWAY)[0].tokens if ".sit:" in token)
            await place.press(CAI, token, place.live(code, AWAY)[0].id, AWAY)
            display = await place.store.display(code)
            assert display is not None
            assert {each.person: each.chat for each in display.places} == {BEA.key: AWAY, CAI.key: AWAY}

    async def test_the_next_table_is_played_from_the_same_chats(self) -> None:
        async with room() as place:
            code, rng = await two_chats(place), random.Random(2)
            while await place.actor(code, [ANA, BEA]) is not None:
                await step(place, code, rng)
            await place.click(BEA, "Rematch", AWAY)
            following = await place.table()
            assert (following.chat, following.host) == (CHAT, BEA.key)
            assert len(place.live(following.id)) == len(place.live(following.id, AWAY)) == 1

    async def test_one_chat_that_fails_does_not_hold_the_other_back(self) -> None:
        async with room() as place:
            code, rng = await two_chats(place), random.Random(1)
            allowed: dict[str, Callable[..., object]] = {"post": place.messenger.post, "edit": place.messenger.edit}

            async def refused(chat: ChatKey, *args: object, **kwargs: object) -> object:
                if chat == AWAY:
                    raise NotAllowed("kicked")
                return await allowed[kwargs.pop("call")](chat, *args, **kwargs)  # type: ignore[misc,index]

            for name in allowed:
                setattr(place.messenger, name, lambda *args, call=name, **kw: refused(*args, call=call, **kw))
            while await place.actor(code, [ANA, BEA]) is ANA:
                await step(place, code, rng)
            version = (await place.table(code)).version
            shown = {board.chat: board.version for board in await place.store.boards(code)}
            assert shown[CHAT] == version
            assert shown[AWAY] < version
            for name, method in allowed.items():
                setattr(place.messenger, name, method)
            await place.say(BEA, "/board", AWAY)
            shown = {board.chat: board.version for board in await place.store.boards(code)}
            assert shown[AWAY] == version


class TestWatching:
    async def test_a_board_without_buttons_that_stays_and_calls_nobody(self) -> None:
        async with room() as place:
            code, rng = await two_chats(place), random.Random(1)
            await place.say(CAI, f"/watch {code}", BENCH)
            (message,) = place.messenger.of(BENCH)
            for _ in range(12):
                await step(place, code, rng)
            assert place.messenger.of(BENCH) == [message]
            assert message.screen.picture is not None
            assert all(not called(message) and not face.rows for face in message.faces)

    async def test_until_it_is_enough(self) -> None:
        async with room() as place:
            code = await two_chats(place)
            assert "isn't shown here" in said(await place.say(CAI, f"/watch {code} off", BENCH))
            await place.say(CAI, f"/watch {code}", BENCH)
            assert "no longer shown here" in said(await place.say(CAI, f"/watch {code} off", BENCH))
            faces = len(place.messenger.of(BENCH)[0].faces)
            await step(place, code, random.Random(1))
            assert len(place.messenger.of(BENCH)[0].faces) == faces
            assert "Someone here is playing" in said(await place.say(BEA, f"/watch {code} off", AWAY))
            assert "was opened here" in said(await place.say(ANA, f"/watch {code} off"))
            assert "no table with the code" in said(await place.say(CAI, "/watch nosuch", BENCH))

    async def test_a_watcher_does_not_disturb_whoever_is_to_move(self) -> None:
        async with room() as place:
            code = await two_chats(place)
            who = await place.acting(code, [ANA, BEA])
            (board,) = place.live(code, CHAT if who is ANA else AWAY)
            calls = len(place.messenger.calls)
            await place.say(CAI, f"/watch {code}", BENCH)
            assert place.messenger.calls[calls:] == ["post"]
            outcome = await place.press(who, board.tokens[0], board.id, board.chat)
            assert outcome.notice is None

    async def test_who_watches_may_sit_down_by_the_code(self) -> None:
        async with room() as place:
            code = await place.opened("/play palma")
            await place.say(CAI, f"/watch {code}", BENCH)
            assert place.live(code, BENCH) == []
            await place.say(CAI, "/join", BENCH)
            assert len(place.live(code, BENCH)) == 1
            assert [seat.name for seat in (await place.table(code)).seats] == ["Ana", "Cai"]

    async def test_shown_again_below(self) -> None:
        async with room() as place:
            code = await two_chats(place)
            for _ in range(2):
                await place.say(CAI, f"/watch {code}", BENCH)
            await place.say(CAI, "/board", BENCH)
            assert len(place.messenger.of(BENCH)) == 3
            assert [board.message for board in await place.store.boards(code) if board.chat == BENCH] == [
                place.messenger.of(BENCH)[-1].id
            ]

    async def test_so_many_chats_and_no_more(self) -> None:
        async with room() as place:
            code = await two_chats(place)
            for number in range(20):
                await place.say(CAI, f"/watch {code}", ChatKey(PLATFORM, f"bench {number}"))
            assert "Too many" in said(await place.say(CAI, f"/watch {code}", BENCH))


@pytest.mark.parametrize("deeds", range(1, 10))
async def test_killed_while_somebody_joins_from_elsewhere(deeds: int) -> None:
    """The seat and from where it is played are both there or neither; the next process shows what is so."""
    store, messenger = await open_store("sqlite:///:memory:"), FakeMessenger()
    try:
        async with room(store, messenger) as place:
            code = await place.opened("/play palma first=D")
        life = Life(deeds)
        with suppress(Killed):
            async with room(store, messenger, life=life) as place:
                await place.say(BEA, f"/join {code}", AWAY)
                await place.say(CAI, f"/watch {code}", BENCH)
        async with room(store, messenger) as place:
            seated = [seat.person for seat in (await place.table(code)).seats]
            display = await store.display(code)
            assert display is not None
            assert (BEA.key in seated) == any(each.person == BEA.key for each in display.places)
            await taken_up(place.core)
            await place.core.publisher.idle()
            shown = {board.chat for board in await store.boards(code)}
            assert shown == {CHAT, *(each.chat for each in display.places)}
    finally:
        await store.close()
