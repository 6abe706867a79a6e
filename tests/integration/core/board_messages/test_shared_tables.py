"""A table played from several chats: each chat reads in its language what happens to the people there."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable

import pytest

from bot.core.messages.ports import MessageGone, NotAllowed
from bot.core.services.table_codec import options_text
from data.records import ChatKey, Status
from engine.game import TurnKind
from tests.fakes.messenger import Message
from tests.fakes.readers import game, on
from tests.fakes.room import ANA, BEA, CAI, CHAT, PLATFORM, Room, room

AWAY, BENCH = ChatKey(PLATFORM, "away"), ChatKey(PLATFORM, "bench")
CHATS = {ANA: CHAT, BEA: AWAY, CAI: AWAY}


@pytest.fixture
async def place() -> AsyncIterator[Room]:
    """Ana plays here, Bea and Cai elsewhere, where Spanish is read; others watch."""
    async with room() as found:
        await found.core.service.languages.choose_for_chat(AWAY, "es")
        yield found


async def three(place: Room, line: str = "/play parchis seats=Y,R,B auto=no rated=no") -> str:
    code = await game(place, line, {BEA: AWAY, CAI: AWAY})
    await place.say(ANA, f"/watch {code}", BENCH)
    await on(place, code, ANA, CHATS)
    return code


def board(place: Room, chat: ChatKey) -> str:
    """The newest board's text."""
    return [message for message in place.messenger.of(chat) if message.screen.picture][-1].screen.text.plain


def question(place: Room, chat: ChatKey, code: str) -> Message:
    """The one message that asks all something."""
    asking = [one for one in place.live(code, chat) if any("takeback" in token for token in one.tokens)]
    (found,) = asking
    return found


def called(message: Message) -> set[str]:
    return {part.mention.user for line in message.screen.text.lines for part in line if part.mention is not None}


class TestTakebacks:
    async def test_the_question_stands_in_each_chat_that_plays_and_only_there(self, place: Room) -> None:
        code = await three(place)
        watching = len(place.messenger.of(BENCH))
        await place.say(ANA, f"/undo {code}")
        here, there = question(place, CHAT, code), question(place, AWAY, code)
        assert "Ana wants to undo" in here.screen.text.plain
        assert "Ana quiere deshacer" in there.screen.text.plain
        assert (called(here), called(there)) == (set(), {BEA.key.user, CAI.key.user})
        assert len(place.messenger.of(BENCH)) == watching
        assert place.live(code, BENCH) == []

    async def test_it_is_answered_from_either_chat_and_says_who_is_still_to_answer(self, place: Room) -> None:
        code = await three(place)
        await place.say(ANA, f"/undo {code}")
        here, there = question(place, CHAT, code), question(place, AWAY, code)
        assert (await place.press(BEA, there.tokens[0], there.id, AWAY)).notice is None
        assert called(there) == {CAI.key.user}
        assert "Bea" not in here.screen.text.plain
        assert (await place.press(CAI, there.tokens[0], there.id, AWAY)).notice is None
        assert (await place.table(code)).log[-1].move.startswith("-")
        for message, words in ((here, "Agreed"), (there, "De acuerdo")):
            assert words in message.screen.text.plain
            assert message.tokens == []
        assert "Ana has undone a move" in board(place, CHAT)
        assert "Ana ha deshecho" in board(place, AWAY)
        assert [each for each in await place.store.boards(code) if each.call] == []

    async def test_a_no_is_read_in_every_chat(self, place: Room) -> None:
        code = await three(place)
        await place.say(ANA, f"/undo {code}")
        here, there = question(place, CHAT, code), question(place, AWAY, code)
        await place.press(CAI, there.tokens[1], there.id, AWAY)
        assert "Cai says no" in here.screen.text.plain
        assert "Cai dice que no" in there.screen.text.plain
        assert here.tokens == there.tokens == []

    async def test_once_the_game_has_gone_on_no_question_has_buttons(self, place: Room) -> None:
        code = await three(place)
        await place.say(ANA, f"/undo {code}")
        here, there = question(place, CHAT, code), question(place, AWAY, code)
        await place.say(ANA, f"/roll {code}")
        assert here.tokens == there.tokens == []
        assert "nothing was taken back" in here.screen.text.plain
        assert [each for each in await place.store.boards(code) if each.call] == []

    async def test_asked_again_it_is_a_new_question(self, place: Room) -> None:
        code = await three(place)
        await place.say(ANA, f"/undo {code}")
        first = question(place, AWAY, code)
        await place.press(BEA, first.tokens[1], first.id, AWAY)
        await place.say(ANA, f"/undo {code}")
        second = question(place, AWAY, code)
        assert second.id != first.id
        assert first.tokens == []


class TestPeople:
    async def test_who_gives_up_is_told_of_everywhere(self, place: Room) -> None:
        code = await three(place)
        await place.say(BEA, f"/resign {code}", AWAY)
        await place.click(BEA, "Sí", AWAY)
        assert (await place.table(code)).status is Status.PLAYING
        assert "Bea resigns" in board(place, CHAT)
        assert "Bea resigns" in board(place, BENCH)
        assert "Bea se rinde" in board(place, AWAY)
        while await place.actor(code, [ANA]) is not None:
            (live,) = place.live(code)
            await place.press(ANA, live.tokens[0], live.id)
        await on_until(place, code, lambda who: who == ANA)
        assert "resigns" not in board(place, CHAT), "she has read that before her last move"

    async def test_who_is_sent_out_of_a_game_is_told_of_everywhere(self, place: Room) -> None:
        code = await three(place)
        place.authority.admins = {CAI.key}
        await place.say(CAI, f"/remove @Bea table={code}", AWAY)
        assert "Bea was removed from the table" in board(place, CHAT)
        assert "Han echado a 🔴 Bea de la mesa" in board(place, AWAY)

    async def test_who_is_sent_away_from_a_lobby_is_told_of_everywhere_until_they_are_back(self, place: Room) -> None:
        code = await place.opened("/play parchis")
        await place.say(BEA, f"/join {code}", AWAY)
        await place.say(CAI, f"/join {code}", AWAY)
        await place.say(ANA, f"/remove @Bea table={code}")
        for chat, words in ((CHAT, "Bea was removed from the table"), (AWAY, "Han echado a Bea")):
            assert words in place.live(code, chat)[-1].screen.text.plain
        await place.say(ANA, f"/invite @Bea table={code}")
        await place.say(BEA, f"/join {code}", AWAY)
        assert "was removed" not in place.live(code)[-1].screen.text.plain

    async def test_who_is_forgotten_is_told_of_without_their_name(self, place: Room) -> None:
        await three(place)
        await place.say(BEA, "/deletemydata", AWAY)
        await place.click(BEA, "Yes", AWAY)
        assert "former player has left for good" in board(place, CHAT)
        assert "Bea" not in board(place, CHAT)
        assert "Bea" not in board(place, AWAY)

    async def test_who_was_sent_away_sees_that_in_their_data_and_is_forgotten_there(self, place: Room) -> None:
        code = await place.opened("/play parchis", BEA)
        await place.say(ANA, f"/remove @Bea table={code}")
        outcome = await place.say(BEA, "/mydata")
        assert outcome.document is not None
        assert json.loads(outcome.document.text)["sent_away"] == [{"table": code, "name": "Bea"}]
        await place.say(BEA, "/deletemydata")
        await place.click(BEA, "Yes, delete my data")
        record = await place.table(code)
        assert "bea" not in options_text(record).lower()
        assert "Bea" not in place.live(code)[-1].screen.text.plain


@pytest.mark.parametrize("error", [NotAllowed, MessageGone])
async def test_a_lost_chat_is_told_in_all_others_once(error: type[Exception], place: Room) -> None:
    code = await three(place)
    post, edit = place.messenger.post, place.messenger.edit

    async def posted(chat: ChatKey, *args: object, **kwargs: object) -> str:
        if chat == AWAY:
            raise error("kicked")
        return await post(chat, *args, **kwargs)  # type: ignore[arg-type]

    async def edited(chat: ChatKey, *args: object) -> None:
        if chat == AWAY:
            raise error("kicked")
        await edit(chat, *args)  # type: ignore[arg-type]

    place.messenger.post, place.messenger.edit = posted, edited  # type: ignore[method-assign]
    while await place.actor(code, [ANA]) is not None:
        (live,) = place.live(code)
        await place.press(ANA, live.tokens[0], live.id)
    told = board(place, CHAT)
    assert told.count("I can't post any more where") == 2, "of Bea and of Cai, once each"
    assert f"/join {code}" in told
    assert "I can't post any more" in board(place, BENCH)
    count = len((await place.table(code)).incidents)
    await place.core.publisher.publish(code)
    await place.core.publisher.idle()
    assert len((await place.table(code)).incidents) == count
    place.messenger.post, place.messenger.edit = post, edit  # type: ignore[method-assign]
    who = await place.acting(code, [BEA, CAI])
    assert (await place.say(who, f"/join {code}", CHAT)).notice is None
    (live,) = place.live(code)
    assert (await place.press(who, live.tokens[0], live.id)).notice is None


async def on_until(place: Room, code: str, there: Callable[[object], bool]) -> None:
    """Plays on until somebody is to act of whom that is true, at the start of their turn."""
    for _ in range(60):
        who = await place.actor(code, [ANA, BEA, CAI])
        table = await place.table(code)
        assert who is not None
        assert table.match is not None
        if there(who) and table.match.turn.kind is TurnKind.THROW:
            return
        (live,) = place.live(code, CHATS[who])
        await place.press(who, live.tokens[0], live.id, CHATS[who])
    raise AssertionError("that never came")
