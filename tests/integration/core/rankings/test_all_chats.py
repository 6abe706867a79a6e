"""Among those of all chats stands who has played enough, against enough people, where others may see it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bot.core.messages.requests import Person
from bot.core.rankings.ladders import ladders
from bot.core.rankings.leaderboard import Scope, Wish, leaderboard
from data.records import ChatKey, PersonKey
from data.result_records import COMPUTER, FORMER, GAMES, PEOPLE
from tests.fakes.games import finished_game
from tests.fakes.room import ANA, BEA, CHAT, Room, person, room, shown

RIVALS = [person(f"Rival {number}") for number in range(PEOPLE)]
MINE = ChatKey("fake", "ana alone")
WISH = Wish(ladders()[0], Scope.ALL)


async def there(place: Room) -> set[str]:
    """Who stands among all."""
    view = await leaderboard(place.store, WISH, CHAT, ANA.key, place.clock.now())
    return {row.player.user for row in view.rows}


async def games(place: Room, count: int, rivals: Sequence[Person] = RIVALS, chat: ChatKey = CHAT) -> list[str]:
    """Store `count` games of Ana's, against each of these in turn."""
    return [
        await finished_game(
            place.store, [(ANA, 1), (rivals[number % len(rivals)], 2)], at=86400.0 * number + 1, chat=chat
        )
        for number in range(count)
    ]


async def test_it_takes_ten_games() -> None:
    async with room() as place:
        await games(place, GAMES - 1)
        assert await there(place) == set()
        await games(place, 1)
        assert await there(place) == {"ana"}


@pytest.mark.parametrize("friendly", [True, False])
async def test_it_takes_five_people_so_no_farm_of_five_stands_there(*, friendly: bool) -> None:
    async with room() as place:
        await games(place, 10 * GAMES, RIVALS[:-1])
        assert await there(place) == set()
        await finished_game(place.store, [(ANA, 1), (RIVALS[-1], 2)], at=1e8, rated=not friendly)
        assert ("ana" in await there(place)) is not friendly


async def test_one_account_that_is_forgotten_again_and_again_is_nobodys_five_opponents() -> None:
    """Two accounts, of which one loses and is forgotten, a hundred times: 1916 points, above the best of forty."""
    async with room() as place:
        for number in range(2 * GAMES):
            await games(place, 1, [BEA])
            await place.store.forget(BEA.key, PersonKey(FORMER, str(number)), {})
        assert await there(place) == set()
        await games(place, GAMES)
        assert await there(place) == {"ana"}


async def test_who_plays_in_private_chats_only_stands_there_if_they_ask() -> None:
    """A chat is private while nobody else plays from it; here everybody does so from a chat of their own."""
    async with room() as place:
        for number in range(GAMES):
            rival = RIVALS[number % PEOPLE]
            own = {rival.key: ChatKey("fake", rival.key.user)}
            seats = [(ANA, 1), (rival, 2)]
            await finished_game(place.store, seats, at=86400.0 * number + 1, chat=MINE, seen_from=own)
        assert await there(place) == set()
        await place.say(ANA, "/profile global=yes")
        assert await there(place) == {"ana"}
        await place.say(ANA, "/profile global=no")
        assert await there(place) == set()
        await finished_game(place.store, [(ANA, 1), (RIVALS[0], 2)], at=1e8)  # one game among others is enough
        assert await there(place) == {"ana"}


async def test_the_chats_own_board_shows_everybody_from_the_first_game() -> None:
    async with room() as place:
        await games(place, 1)
        assert "Ana" in shown(await place.say(ANA, "/leaderboard"))
        everywhere = shown(await place.say(ANA, "/leaderboard all"))
        assert "Everyone with 10 rated games against 5 different people" in everywhere
        assert "Ana" not in everywhere


async def test_computers_are_nobodys_fifth_opponent() -> None:
    async with room() as place:
        robot = Person(PersonKey(COMPUTER, "greedy"), "greedy")
        await games(place, GAMES, [*RIVALS[:-1], robot])
        assert await there(place) == set()


async def test_people_who_share_a_browser_are_one_of_the_five() -> None:
    """Five people of three browsers are three; so nobody meets five others by adding people to their own page."""
    shared = [Person(PersonKey("web", f"{browser}-{number}"), "x") for browser in "abc" for number in (1, 2)]
    async with room() as place:
        await games(place, 2 * GAMES, shared)
        assert await there(place) == set()
        others = [Person(PersonKey("web", f"{browser}-1"), "x") for browser in "de"]
        await games(place, 2, others)
        assert "ana" in await there(place)
