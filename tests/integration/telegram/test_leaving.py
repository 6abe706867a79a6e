"""Who leaves a group is away at once at the games they play from there; who is put out counts as removed."""

from __future__ import annotations

import pytest

from bot.core.domain import presence
from bot.core.domain.deadlines import to_act
from bot.platforms.telegram.html import PLATFORM
from data.records import PersonKey, Status
from tests.fakes.telegram_room import TelegramRoom, telegram_room
from tests.fakes.telegram_world import ANA, BEA, CAI, DAN, User


def key(user: User) -> PersonKey:
    return PersonKey(PLATFORM, str(user.id))


async def three(room: TelegramRoom) -> str:
    """Begin a game of three people."""
    code = await room.opened("/play parchis seats=Y,B,R")
    for user in (BEA, CAI):
        await room.say(user, "/join")
    await room.click(ANA, "Start")
    return code


@pytest.mark.parametrize("known", [True, False], ids=["by a message", "by chat_member"])
async def test_who_leaves_is_away_at_once_and_may_come_back(known: bool) -> None:
    async with telegram_room() as room:
        code = await three(room)
        await room.leaves(BEA, known=known)
        table = await room.table(code)
        assert table.seats[1].is_away
        assert table.is_rated
        assert "Away, so a bot is playing" in room.server.live(room.group)[-1].text
        version = table.version
        await room.leaves(BEA, known=not known)
        assert (await room.table(code)).version == version
        await room.click(BEA, "I'm back")
        assert (await room.table(code)).seats[1].is_human


async def test_somebody_of_the_group_takes_over_from_who_leaves() -> None:
    async with telegram_room() as room:
        code = await three(room)
        await room.leaves(BEA)
        assert "The seat is yours now." in (await room.click(DAN, "Take over from Bea") or "")
        assert (await room.table(code)).seats[1].person == key(DAN)
        assert "Take over from Bea" not in room.board(code).labels


async def test_the_turn_of_who_leaves_is_played() -> None:
    async with telegram_room() as room:
        code = await three(room)
        acting = to_act(await room.table(code))
        assert acting is not None
        user = next(one for one in (ANA, BEA, CAI) if key(one) == acting.person)
        await room.leaves(user)
        after = to_act(await room.table(code))
        assert after is not None
        assert after.person != acting.person


async def test_who_is_put_out_counts_as_removed() -> None:
    async with telegram_room() as room:
        code = await three(room)
        await room.leaves(BEA, by=ANA, known=False)
        table = await room.table(code)
        assert (table.status, table.is_rated) == (Status.PLAYING, False)
        assert table.departures.removed == (1,)


async def test_the_last_one_present_and_games_played_from_elsewhere_go_on() -> None:
    async with telegram_room() as room:
        code = await room.begun()
        await room.say(BEA, f"/join {code}", room.server.chat(BEA.id))
        await room.leaves(BEA)
        assert not presence.is_away(await room.table(code), key(BEA))
        await room.say(CAI, "/play palma")
        alone = (await room.table()).id
        await room.click(CAI, "Start with bots")
        await room.leaves(CAI)
        assert not presence.is_away(await room.table(alone), key(CAI))


async def test_a_lobbys_seat_becomes_free_and_an_empty_lobby_closes() -> None:
    async with telegram_room() as room:
        code = await room.opened("/play", BEA)
        await room.leaves(ANA)
        table = await room.table(code)
        assert (table.people, table.host) == ((key(BEA),), key(BEA))
        await room.leaves(BEA)
        assert (await room.table(code)).status is Status.CANCELLED
