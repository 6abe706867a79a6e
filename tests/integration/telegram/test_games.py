"""Whole games on Telegram, played by pressing what the boards offer, through the real client library."""

from __future__ import annotations

import asyncio
import random
from functools import partial
from itertools import cycle

import pytest

from benchmarks.limits import timed
from bot.core.domain.pings import THERE
from bot.core.domain.play import COMPUTER
from bot.core.domain.table import open_match
from bot.core.views.throwing import has_rolls
from data.records import Status
from engine import players
from engine.match import Match
from tests.fakes.telegram_room import TelegramRoom, telegram_room
from tests.fakes.telegram_timeline import Timed, version_of
from tests.fakes.telegram_world import ANA, BEA, CAI, DAN, Chat, Message

SHORTEST = ("/play palma", "/play italian seats=Y,R", "/play diceless seats=Y,R")
"""The shortest games of each kind."""


async def assert_sound(room: TelegramRoom, code: str, chat: Chat) -> None:
    """The log folds to the snapshot, and the chat's last message is the newest board."""
    table = await room.table(code)
    record = await room.store.table(code)
    assert record is not None
    assert record.status is Status.OVER
    log = await room.store.moves(code)
    assert [entry.ply for entry in log] == list(range(record.plies))
    match: Match[object] = open_match(table, [entry.move for entry in log])
    assert match.game.dump(match.state) == record.snapshot
    (board,) = await room.store.boards(code)
    assert (board.version, board.chat.chat) == (record.version, str(chat.id))
    last = [one for one in room.server.of(chat) if f"· {code}" in one.text][-1]
    assert str(last.id) == board.message
    assert (record.seed.hex()[:8] in last.text) is has_rolls(table)
    assert room.server.refused == []


async def test_two_people_play_to_the_end() -> None:
    async with telegram_room() as room:
        code = await room.started("/play palma", BEA)
        presses = await room.play_out(code, [ANA, BEA])
        await assert_sound(room, code, room.group)
        assert set((await room.table(code)).result.places) == {1, 2}
        assert room.server.count["answerCallbackQuery"] == presses + 1
        assert set(room.server.answers.values()) == {None}


async def test_two_teams_play_until_the_person_of_one_resigns() -> None:
    """Each of a person and a computer."""
    async with telegram_room() as room:
        code = await room.opened("/play italian teams=YR,BG")
        await room.say(BEA, "/join B")
        await room.click(ANA, "Start with bots")
        rng = random.Random(code)
        for _ in range(60):
            assert await room.step(code, [ANA, BEA], None, rng)
        await room.say(BEA, "/resign")
        await room.click(BEA, "Yes, resign")
        await assert_sound(room, code, room.group)
        assert (await room.table(code)).result.places == (1, 2, 1, 2)
        assert room.server.count["answerCallbackQuery"] == 60 + 2
        assert set(room.server.answers.values()) == {None}


@pytest.mark.parametrize(("line", "level"), list(zip(cycle(SHORTEST), players.levels(), strict=False)))
async def test_a_whole_game_against_every_level(line: str, level: str) -> None:
    """At one game each; on Discord the same levels play at others."""
    async with telegram_room() as room:
        await room.say(ANA, f"{line} rolls=self bots={level}")
        code = (await room.table()).id
        await room.click(ANA, "Start with bots")
        await room.play_out(code, [ANA])
        await assert_sound(room, code, room.group)
        assert (await room.table(code)).seats[1].computer == level
        assert any(move.automation == COMPUTER and move.seat == 1 for move in await room.store.moves(code))


async def _played_in(room: Timed, chat: Chat, thread: int | None) -> str:
    """Opens a table in a chat and plays it to its end, as fast as it is shown; its code."""
    rng = random.Random(chat.id)

    def newest(verb: str, seen: int = -1) -> Message | None:
        live = [one for one in room.server.live(chat) if any(verb in token for token in one.tokens)]
        board = max(live, key=version_of, default=None)
        return board if version_of(board) > seen else None

    await room.server.say(ANA, "/play palma first=D", chat, thread=thread)
    board: Message = await room.until(partial(newest, ".fill"))
    code = board.tokens[0].partition(".")[0]
    await room.server.press(ANA, board, next(token for token in board.tokens if ".fill" in token))
    while True:
        board = await room.until(partial(newest, f"{code}.", version_of(board)))
        if await room.room.actor(code, [ANA]) is None:
            return code
        await room.server.press(ANA, board, rng.choice(board.tokens))


def test_several_chats_and_tables_at_once_within_the_rates() -> None:
    """A supergroup, a topic of a forum, and a group: no call is refused, and no press grows old while others wait."""

    async def play(room: Timed) -> None:
        forum = room.server.chat(-1005, forum=True, topics=(7, 9))
        chats = [(room.group, None), (forum, 7), (room.server.chat(-77, "group"), None)]
        codes = await asyncio.gather(*(_played_in(room, *place) for place in chats))
        await room.clock.sleep(120.0)  # until all is tidied up
        for (chat, thread), code in zip(chats, codes, strict=True):
            await assert_sound(room.room, code, chat)
            assert {one.thread for one in room.server.of(chat)} == {thread}
        assert room.server.floods == 0

    timed(play)


async def test_a_board_that_stays_calls_whoever_is_to_move_and_takes_the_call_away() -> None:
    async with telegram_room() as room:
        room.group.admins.add(ANA.id)
        await room.say(ANA, "/settings board=fixed")
        code = await room.started("/play palma first=D", BEA)
        rng = random.Random(1)
        for _ in range(20):
            before = await room.actor(code, [ANA, BEA])
            room.server.calls.clear()
            room.server.clock.time += THERE + 1  # who has just pressed needs no call
            await room.step(code, [ANA, BEA], None, rng)
            who = await room.acting(code, [ANA, BEA])
            kept = {"answerCallbackQuery": 1, "editMessageMedia": 1}
            passed = kept | {"sendMessage": 1, "deleteMessage": 1}
            assert dict(room.server.count) == (kept if who == before else passed)
            _, board, call = room.server.of(room.group)
            assert board is room.board(code)
            assert call.mentioned == [who.id]
            assert call.links == [f"https://t.me/PalmaresBot?start=watch_{code}"]
        assert room.server.refused == []


async def test_alone_in_a_private_chat_against_computers() -> None:
    async with telegram_room() as room:
        private = room.server.chat(ANA.id)
        await room.say(ANA, "play palma", private)  # there no slash is needed
        code = await room.code(private)
        await room.click(ANA, "Start with bots", private)
        await room.play_out(code, [ANA], private)
        await assert_sound(room, code, private)
        await room.click(ANA, "Rematch", private)
        assert await room.code(private) != code


async def test_a_press_is_two_calls_and_one_more_when_the_turn_passes() -> None:
    async with telegram_room() as room:
        code = await room.started("/play palma first=D", BEA)
        for who in (ANA, BEA):
            await room.say(who, "/profile rolls=each")  # to whom nothing is offered
        rng, seen = random.Random(1), set()
        for number in range(50):
            before = await room.actor(code, [ANA, BEA])
            room.server.calls.clear()
            room.server.clock.time += THERE + 1 if number < 40 else 1
            await room.step(code, [ANA, BEA], None, rng)
            passed = before != await room.actor(code, [ANA, BEA])
            seen.add(passed)
            kept = {"answerCallbackQuery": 1, "editMessageMedia": 1}
            anew = {"answerCallbackQuery": 1, "sendPhoto": 1, "editMessageCaption": 1}
            quiet = {"answerCallbackQuery": 1, "sendPhoto": 1, "deleteMessage": 1}  # a later board has the turn
            assert dict(room.server.count) in ((anew, quiet) if passed and number < 40 else (kept,))
        assert seen == {True, False}


async def test_only_who_is_to_act_is_called() -> None:
    async with telegram_room() as room:
        code = await room.opened("/play palma first=D")
        (lobby,) = room.server.of(room.group)
        assert lobby.quiet
        assert lobby.mentioned == []
        await room.say(BEA, "/join")
        await room.click(ANA, "Start")
        rng = random.Random(2)
        for _ in range(20):
            room.server.clock.time += THERE + 1
            await room.step(code, [ANA, BEA], None, rng)
            who = await room.acting(code, [ANA, BEA])
            newest = room.server.of(room.group)[-1]
            assert newest.mentioned == [who.id]
            assert not newest.quiet


async def test_pressing_at_the_same_time() -> None:
    """Two press the same button before anything was shown: one throw, and a polite word to the other."""
    async with telegram_room() as room:
        code = await room.started("/play palma first=D", BEA)
        who = await room.acting(code, [ANA, BEA])
        board, version = room.board(code), (await room.table(code)).version
        queries = [await room.server.press(one, board, board.tokens[0]) for one in (who, who, CAI, DAN, who)]
        await room.settle()
        assert (await room.table(code)).version == version + 1
        told = [room.server.answers[query] for query in queries]
        assert told[0] is None
        assert all(words is not None and len(words) <= 200 for words in told[1:])


async def test_two_processes_do_not_ask_for_updates_at_once() -> None:
    """The second poller is refused by Telegram, waits, and takes over when the first has gone."""
    async with telegram_room() as first:
        async with telegram_room(first.store, first.server) as second:
            await asyncio.sleep(0)
            assert second.platform.invitation == "https://t.me/PalmaresBot?startgroup=new"
        await first.say(ANA, "/play")
        assert len(first.server.live(first.group)) == 1
