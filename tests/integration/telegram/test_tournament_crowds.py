"""A round with more tables in a group than fit into three posts: people play in their private chats."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace

import pytest

from bot.core.domain import endings
from bot.core.features.tournaments.running import TournamentRunner
from bot.core.services.tournaments import Tournaments
from bot.core.tournaments.life import OPENING
from bot.core.tournaments.tournament import Tournament
from data.records import ChatKey, PersonKey, Status, TableSubscription
from tests.fakes.telegram_room import GROUP, TelegramRoom, telegram_room
from tests.fakes.telegram_world import USERNAME, Message, User

HERE = ChatKey("telegram", str(GROUP))


@dataclass
class Crowd:
    """A round of a tournament that many people of a group have entered."""

    room: TelegramRoom
    people: list[User]
    code: str
    before: int

    @property
    def posts(self) -> list[Message]:
        """Return what the bot has posted in the group since the round was drawn."""
        return [one for one in self.room.server.messages[self.before :] if one.chat.id == GROUP and not one.author]

    async def cup(self) -> Tournament:
        found = await Tournaments(self.room.store).get(self.code)
        assert found is not None
        return found

    async def look(self) -> None:
        for one in self.room.core.beside:
            if isinstance(getattr(one.look, "__self__", None), TournamentRunner):
                await one.look()
        await self.room.settle()

    def alone(self, user: User) -> list[Message]:
        """Return the boards in a person's private chat."""
        return self.room.server.live(self.room.server.chat(user.id))


@asynccontextmanager
async def crowd(many: int, strangers: int = 0, pace: str = "24h") -> AsyncIterator[Crowd]:
    """Draw a round of duels; the first few people have never written to the bot."""
    async with telegram_room() as room:
        people = [User(2000 + number, f"P{number}") for number in range(many)]
        for one in people[strangers:]:
            room.server.chat(one.id)
        await room.say(people[0], f"/tournament swiss palma start=1 pace={pace} name=Copa")
        (code,) = await room.store.tournaments_of(HERE, 1)
        for one in people:
            await room.click(one, "Enter")
        drawn = Crowd(room, people, code, len(room.server.messages))
        if pace == "60s":
            await drawn.look()
            for one in people:
                await room.click(one, "I'm here")
            drawn.before = len(room.server.messages)
        room.server.clock.time += 61.0
        await drawn.look()
        yield drawn


@pytest.mark.parametrize("many", [4, 8, 16])
async def test_a_round_is_at_most_three_posts_in_a_group(many: int) -> None:
    async with crowd(many) as drawn:
        assert len(list((await drawn.cup()).pairings)) == many // 2
        assert len(drawn.posts) == (3 if many == 4 else 1)
        before = drawn.room.server.messages[: drawn.before]
        assert sum(one.chat.id == GROUP and not one.author for one in before) == 1, "the announcement, and no more"
        assert [len(drawn.alone(one)) for one in drawn.people] == [int(many > 4)] * many
        assert drawn.room.server.refused == []


async def test_two_tables_stay_two_messages_however_long_they_are_played() -> None:
    """People are away when their turn comes: a call rings and goes, and its board tells the end."""
    async with crowd(4) as drawn:
        room, codes = drawn.room, [one.table for one in (await drawn.cup()).pairings]
        for code in codes:
            for _ in range(8):
                who = await room.actor(code, drawn.people)
                assert who is not None
                await room.press(who, (board := room.board(code)), board.tokens[0])
                room.server.clock.time += 90.0
                await room.settle()
        calls = [one for one in drawn.posts if one.gone]
        assert calls
        assert all(one.mentioned for one in calls), [one.text for one in calls]
        for code in codes:
            who = await room.actor(code, drawn.people)
            assert who is not None
            key, now = PersonKey("telegram", str(who.id)), room.server.clock.now()
            await room.core.service.change(code, lambda table: endings.resign(table, key, now))  # noqa: B023
            await room.core.publisher.publish(code)
        await room.settle()
        stay = [one for one in drawn.posts if not one.gone]
        assert len(stay) == 3
        assert all("🥇" in one.text for one in stay[1:])
        assert room.server.refused == []


async def test_the_games_are_played_in_private_and_count_in_the_group() -> None:
    async with crowd(6) as drawn:
        (post,), room = drawn.posts, drawn.room
        games = [one.table for one in (await drawn.cup()).pairings]
        assert post.links == [f"https://t.me/{USERNAME}?start=watch_{code}" for code in games]
        assert "Your game is in your private chat with me. My games opens it." in post.text
        code = games[0]
        table = await room.table(code)
        pair = [one for one in drawn.people if str(one.id) in {str(who.user) for who in table.people}]
        await room.say(pair[0], f"/board {code}")
        assert room.server.of(room.group)[-1].text == f"This game is played in private chats with me: {code}"
        shown = len(drawn.posts)
        for one in pair:
            await room.say(one, f"/join {code}", room.server.chat(one.id))  # once more below
        for _ in range(3000):
            who = await room.actor(code, pair)
            if who is None:
                break
            await room.press(who, (board := room.board(code, room.server.chat(who.id))), board.tokens[0])
        await drawn.look()
        assert len(drawn.posts) == shown
        assert "✓" in post.text
        assert await room.store.season(HERE) is not None
        assert all([await room.store.season(ChatKey("telegram", str(one.id))) is None for one in pair])
        assert room.server.refused == []


async def test_a_person_who_never_wrote_to_the_bot_opens_the_game_by_a_button() -> None:
    async with crowd(6, strangers=1) as drawn:
        room, stranger = drawn.room, drawn.people[0]
        (code,) = [one.table for one in (await drawn.cup()).pairings if 0 in one.people]
        assert len(drawn.posts) == 1
        query = await room.server.press(stranger, drawn.posts[0], f"cup.0.mine:{drawn.code}")
        await room.settle()
        assert room.server.opened == {query: f"https://t.me/{USERNAME}?start=watch_{code}"}
        await room.say(stranger, f"/start watch_{code}", room.server.chat(stranger.id))
        assert len(drawn.alone(stranger)) == 1
        assert len(drawn.posts) == 1


async def test_a_live_round_calls_whom_the_check_in_did_not_reach() -> None:
    async with crowd(6, strangers=1, pace="60s") as drawn:
        (post,) = drawn.posts
        assert post.mentioned == [drawn.people[0].id]
        assert "🔔 P0, your game has begun!" in post.text


async def test_a_board_comes_to_the_group_for_a_player_who_joins_there() -> None:
    async with crowd(6) as drawn:
        code = next((await drawn.cup()).pairings).table
        table = await drawn.room.table(code)
        (one,) = [user for user in drawn.people if str(user.id) == str(table.people[0].user)]
        await drawn.room.say(one, f"/join {code}")
        assert len(drawn.posts) == 2
        assert drawn.room.board(code)


async def test_a_player_resigns_in_the_group_that_they_came_from() -> None:
    async with crowd(6) as drawn:
        room, code = drawn.room, next((await drawn.cup()).pairings).table
        person = (await room.table(code)).people[0]
        (one,) = [user for user in drawn.people if str(user.id) == person.user]
        elsewhere = room.server.chat(GROUP - 1)
        await room.store.save_place(TableSubscription(code, ChatKey("telegram", str(elsewhere.id)), person))
        await room.say(one, f"/resign {code}", elsewhere)
        await room.click(one, "Yes, resign", elsewhere)
        assert (await room.table(code)).status is Status.OVER


async def test_who_deletes_their_data_leaves_no_private_chat_at_the_table() -> None:
    async with crowd(6) as drawn:
        room, one = drawn.room, drawn.people[0]
        (code,) = [pairing.table for pairing in (await drawn.cup()).pairings if 0 in pairing.people]
        await room.say(one, "/deletemydata", room.server.chat(one.id))
        await room.click(one, "Yes, delete", room.server.chat(one.id))
        record = await room.store.table(code)
        assert record is not None
        assert str(one.id) not in record.options


async def test_another_process_takes_up_a_round_whose_tables_were_half_open() -> None:
    async with crowd(6) as drawn:
        room = drawn.room
        lost = next((await drawn.cup()).pairings).table

        def unopened(one: Tournament) -> Tournament:
            (drawn_round,) = one.rounds
            pairings = tuple(replace(two, opened=two.table != lost) for two in drawn_round.pairings)
            return replace(one, rounds=(replace(drawn_round, pairings=pairings),))

        await Tournaments(room.store).change(drawn.code, unopened, room.server.clock.time)
        room.server.clock.time += OPENING
        await drawn.look()
        assert len(drawn.posts) == 1
        assert [len(drawn.alone(one)) for one in drawn.people] == [1] * 6
