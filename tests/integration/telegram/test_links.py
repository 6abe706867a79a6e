"""Links that open a private chat with the bot, to a table or to what it knows."""

from __future__ import annotations

import pytest

from bot.core.messages.content import Part, Text
from bot.core.messages.ports import NotAllowed
from tests.fakes.telegram_room import telegram_room
from tests.fakes.telegram_world import ANA, BEA, CAI, USERNAME, User


class TestLinks:
    async def test_the_lobbys_code_is_a_link_and_later_leads_watchers(self) -> None:
        async with telegram_room() as room:
            code = await room.begun()
            _, board = room.server.of(room.group)
            assert board.links == [f"https://t.me/{USERNAME}?start=watch_{code}"]
            await room.say(CAI, "/play")
            other = (await room.table()).id
            assert room.server.of(room.group)[-1].links == [f"https://t.me/{USERNAME}?start=join_{other}"]

    async def test_joining_by_link_and_playing_from_the_private_chat(self) -> None:
        async with telegram_room() as room:
            code = await room.opened("/play palma first=D")
            private = room.server.chat(BEA.id)
            await room.say(BEA, f"/start join_{code}", private)
            seats = (await room.table(code)).seats
            assert [seat.person and seat.person.user for seat in seats] == [str(ANA.id), str(BEA.id)]
            await room.say(BEA, f"/start join_{code}", private)  # again: no second seat, the table is shown below
            assert [seat.person and seat.person.user for seat in (await room.table(code)).seats] == [
                str(ANA.id),
                str(BEA.id),
            ]
            assert len(room.server.live(private)) == 1
            await room.click(ANA, "Start")
            for _ in range(12):
                who = await room.acting(code, [ANA, BEA])
                board = room.board(code, room.group if who is ANA else private)
                assert await room.press(who, board, board.tokens[0]) is None
            assert room.board(code, private).text == room.board(code).text
            version = (await room.table(code)).version
            shown = {board.chat.chat: board.version for board in await room.store.boards(code)}
            assert shown == {str(room.group.id): version, str(BEA.id): version}
            assert room.server.refused == []

    async def test_watching_by_link(self) -> None:
        async with telegram_room() as room:
            code = await room.begun()
            private = room.server.chat(CAI.id)
            await room.say(CAI, f"/start watch_{code}", private)
            board = room.server.of(private)[-1]
            assert board.photo is not None
            assert board.tokens == []
            assert board.mentioned == []
            assert all(seat.name != "Cai" for seat in (await room.table(code)).seats)

    async def test_a_link_into_another_group(self) -> None:
        """With `startgroup` a link leads to a group that its follower chooses."""
        async with telegram_room() as room:
            code = await room.opened("/play palma first=D")
            elsewhere, third = room.server.chat(-1009), room.server.chat(-1010)
            await room.say(CAI, f"/start@{USERNAME} watch_{code}", third)
            await room.say(BEA, f"/start@{USERNAME} join_{code}", elsewhere)
            assert [seat.name for seat in (await room.table(code)).seats] == ["Ana", "Bea"]
            assert room.board(code, elsewhere).tokens
            (watched,) = room.server.of(third)
            assert code in watched.text
            assert watched.tokens == []
            assert room.server.refused == []

    @pytest.mark.parametrize("payload", ["join_nosuch", "watch_nosuch"])
    async def test_a_link_to_nowhere(self, payload: str) -> None:
        async with telegram_room() as room:
            private = room.server.chat(CAI.id)
            await room.say(CAI, f"/start {payload}", private)
            assert room.server.of(private)[-1].text == "There's no table with the code nosuch."

    async def test_a_link_to_a_game_under_way_or_over_shows_it(self) -> None:
        async with telegram_room() as room:
            code = await room.begun()
            private = room.server.chat(CAI.id)
            await room.say(CAI, f"/start join_{code}", private)
            told = [message.text for message in room.server.of(private)]
            assert any(text.startswith("This game has already started.") and "/notify" in text for text in told)
            assert any(code in text for text in told)
            await room.say(ANA, "/resign")
            await room.click(ANA, "Yes, resign")
            late = room.server.chat(3000)
            await room.say(User(3000, "Late"), f"/start watch_{code}", late)
            assert "🥇" in room.server.of(late)[-1].text

    async def test_not_everybody_can_watch_everything(self) -> None:
        async with telegram_room() as room:
            code = await room.begun()
            for number in range(5000, 5020):
                await room.say(User(number, "Guest"), f"/start watch_{code}", room.server.chat(number))
            crowd = room.server.chat(6000)
            await room.say(User(6000, "Guest"), f"/start watch_{code}", crowd)
            assert [one.text for one in room.server.of(crowd)] == ["Too many chats are watching this table already."]

    async def test_let_in_again_the_bot_shows_its_tables(self) -> None:
        async with telegram_room() as room:
            code = await room.begun()
            (board,) = await room.store.boards(code)
            room.group.kicked = "bot was kicked from the supergroup chat"
            with pytest.raises(NotAllowed):
                await room.messenger.retire(board.chat, board.message, Text(((Part("x"),),)), pictured=True)
            await room.store.drop_board(board)
            room.group.kicked, room.server.of(room.group)[-1].gone = None, True
            await room.add_bot(ANA)
            assert room.board(code).text
