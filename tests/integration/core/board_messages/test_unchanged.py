"""Nobody is sent what they see already: no identical edits, and no old result again once the next table is open."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from data.open_store import open_store
from data.records import ChatKey, Status
from tests.fakes.clocked_table import passes
from tests.fakes.readers import game, on
from tests.fakes.room import ANA, BEA, CAI, CHAT, PLATFORM, Room, room, taken_up

AWAY, BENCH = ChatKey(PLATFORM, "away"), ChatKey(PLATFORM, "bench")
HOUR = 3600.0


@pytest.fixture
async def place() -> AsyncIterator[Room]:
    async with room() as found:
        yield found


async def watched(place: Room, pace: str = "daily:8") -> str:
    """A game of Ana here and Bea elsewhere, which others watch."""
    for who in (ANA, BEA):
        await place.say(who, "/profile rolls=each")  # to whom nothing is offered
    code = await game(place, f"/play palma first=D auto=no rated=no pace={pace}", {BEA: AWAY})
    await place.say(CAI, f"/watch {code}", BENCH)
    await on(place, code, ANA, {ANA: CHAT, BEA: AWAY})
    return code


async def test_a_reminder_that_changes_nothing_on_the_board_edits_none(place: Room) -> None:
    code = await watched(place, "live:120")
    calls = len(place.messenger.calls)
    await passes(place, 91)
    assert (await place.table(code)).clock.warned is not None
    assert place.messenger.calls[calls:] == ["post"], "the reminder itself"
    assert {board.version for board in await place.store.boards(code)} == {(await place.table(code)).version}


async def test_the_reminder_of_a_slow_table_adds_its_deadline_to_each_board_by_one_edit(place: Room) -> None:
    code = await watched(place)
    boards = place.messenger.of(CHAT)[-1], place.messenger.of(AWAY)[-1], place.messenger.of(BENCH)[-1]
    calls = len(place.messenger.calls)
    await passes(place, 6 * HOUR + 1)
    assert sorted(place.messenger.calls[calls:]) == ["edit"] * len(boards) + ["post"]
    assert all("Time's up" in board.screen.text.plain for board in boards)
    assert {board.version for board in await place.store.boards(code)} == {(await place.table(code)).version}


async def test_the_button_of_a_board_that_was_not_sent_again_still_works(place: Room) -> None:
    code = await watched(place, "live:120")
    await passes(place, 91)
    (board,) = place.live(code)
    assert (await place.press(ANA, board.tokens[0], board.id)).notice is None


async def test_nor_does_the_next_process_send_again_what_stands_there() -> None:
    store = await open_store("sqlite:///:memory:")
    try:
        async with room(store) as place:
            code = await game(place, "/play palma first=D auto=no pace=live:60", {BEA: AWAY})
            await on(place, code, ANA, {ANA: CHAT, BEA: AWAY})
            messenger = place.messenger
            version = (await place.table(code)).version
        calls = len(messenger.calls)
        async with room(store, messenger) as place:
            record = await place.table(code)
            await place.core.service.change(code, lambda now: replace(now, version=now.next_version))
            await taken_up(place.core)
            await place.core.publisher.idle()
            assert (await place.table(code)).version > version == record.version
            assert messenger.calls[calls:] == []
    finally:
        await store.close()


@pytest.mark.parametrize("how", ["play", "close", "idle"])
async def test_after_a_rematch_no_chat_gets_the_old_result_again(how: str, place: Room) -> None:
    code = await game(place, "/play palma first=D rated=no pace=none", {BEA: AWAY})
    await place.say(CAI, f"/watch {code}", BENCH)
    rng = random.Random(5)
    if how == "close":
        await place.say(ANA, f"/close {code}")
        await place.click(ANA, "Yes")
    elif how == "idle":
        for _ in range(7):
            await passes(place, 24 * HOUR)
    else:
        while (who := await place.actor(code, [ANA, BEA])) is not None:
            chat = CHAT if who is ANA else AWAY
            (board,) = place.live(code, chat)
            await place.press(who, rng.choice(board.tokens), board.id, chat)
    assert (await place.table(code)).status in (Status.OVER, Status.CANCELLED)
    watching = [message.faces[:] for message in place.messenger.of(BENCH)]
    shown = {chat: len(place.messenger.of(chat)) for chat in (CHAT, AWAY)}
    await place.click(ANA, "Rematch")
    following = (await place.table()).id
    assert [message.faces for message in place.messenger.of(BENCH)[: len(watching)]] == watching
    for chat, count in (*shown.items(), (BENCH, len(watching))):
        fresh = [following in message.screen.text.plain for message in place.messenger.of(chat)[count:]]
        assert fresh == [True], "the next table and nothing else"
