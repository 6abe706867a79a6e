"""The seasons of chats, as every store keeps them."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from data.event_records import PuzzleAnswer, PuzzleRecord
from data.records import ChatKey, PersonKey, PersonRecord, Status, TableSubscription
from data.result_records import ResultRecord, ResultSeat
from data.season_records import ClosedSeason, HonourKind, HonourRecord, OpenSeason, SeasonSeat
from data.store import Store
from tests.fakes.store_samples import table

CHAT, ELSEWHERE = ChatKey("web", "plaza"), ChatKey("web", "elsewhere")
ANA, BEA, CAI = (PersonKey("web", name) for name in ("ana", "bea", "cai"))


def result(name: str, at: float, *players: PersonKey, rated: bool = True) -> ResultRecord:
    seats = tuple(ResultSeat(player, side, side + 1, captures=side) for side, player in enumerate(players))
    return ResultRecord(name, "parchis", "dice", at, rated, 100, seats)


async def add(store: Store, one: ResultRecord, *away: PersonKey, chat: ChatKey = CHAT) -> None:
    """Store a game of a chat; those who are `away` play from the other one."""
    await store.create(
        table(one.table, status=Status.OVER, chat=chat),
        limit=99,
        places=[TableSubscription(one.table, ELSEWHERE, player) for player in away],
    )
    await store.add_result(one)


def closed(began: float, ended: float, post: float | None = None, chat: ChatKey = CHAT) -> ClosedSeason:
    return ClosedSeason(chat, began, ended, post)


def honour(season: ClosedSeason, player: PersonKey, place: int = 1) -> HonourRecord:
    return HonourRecord(season.chat, HonourKind.SEASON, season.event, player, place, season.ended)


async def test_the_first_rated_game_of_two_people_opens_a_season(store: Store) -> None:
    await add(store, result("t1", 5.0, ANA, BEA, rated=False))
    await add(store, result("t2", 6.0, ANA, PersonKey("computer", "greedy")))
    assert await store.season(CHAT) is None
    await add(store, result("t3", 9.0, ANA, BEA), chat=ChatKey("web", "plaza", "7"))
    await add(store, result("t4", 12.0, ANA, BEA))
    assert await store.season(ChatKey("web", "plaza", "8")) == OpenSeason(CHAT, 9.0, 9.0)
    await add(store, result("t5", 7.0, ANA, BEA))
    assert await store.season(CHAT) == OpenSeason(CHAT, 7.0, 9.0), "a game that is noted late"


async def test_a_game_counts_for_each_chat_where_its_people_play_from(store: Store) -> None:
    await add(store, result("t1", 5.0, ANA, BEA), BEA)
    assert await store.season(CHAT) is await store.season(ELSEWHERE) is None, "only one from each"
    await add(store, result("t2", 6.0, ANA, BEA, CAI), BEA, CAI)
    assert await store.season(CHAT) is None
    assert await store.season(ELSEWHERE) == OpenSeason(ELSEWHERE, 6.0, 6.0)
    games = await store.season_games(ELSEWHERE, 0.0, 9.0)
    assert [(game.table, game.at, [seat.here for seat in game.seats]) for game in games] == [
        ("t1", 5.0, [False, True]),
        ("t2", 6.0, [False, True, True]),
    ]
    assert [game.table for game in await store.season_games(CHAT, 5.5, 6.5)] == ["t2"]
    await store.save_person(PersonRecord(BEA, "Bea", None, '{"ranked":false}'))
    (game,) = await store.season_games(CHAT, 5.5, 6.5)
    assert game.seats[1] == SeasonSeat(BEA, 1, 2, captures=1, here=False, name="Bea", settings='{"ranked":false}')


async def test_due_seasons_are_found_by_platform_and_moved_once(store: Store) -> None:
    await add(store, result("t1", 5.0, ANA, BEA))
    assert await store.due_seasons("web", 4.0, 9) == []
    assert await store.due_seasons("other", 9.0, 9) == []
    (seen,) = await store.due_seasons("web", 5.0, 9)
    assert [await store.move_season(seen, 50.0, told=True) for _ in range(2)] == [True, False]
    assert await store.season(CHAT) == OpenSeason(CHAT, 5.0, 50.0, told=True)
    assert await store.move_season(replace(seen, due=50.0, told=True), None)
    assert await store.due_seasons("web", 1e9, 9) == []
    await store.look_at_season(CHAT, 7.0)
    assert await store.due_seasons("web", 7.0, 9) == [OpenSeason(CHAT, 5.0, 7.0, told=True)]


async def test_a_season_is_closed_once_by_whoever_is_first(two_stores: tuple[Store, Store]) -> None:
    store, other = two_stores
    await add(store, result("t1", 5.0, ANA, BEA))
    await add(store, result("t2", 25.0, ANA, BEA))
    await add(store, result("t3", 22.0, ANA, BEA), chat=ELSEWHERE)
    seen, season = await store.season(CHAT), closed(0.0, 20.0, 20.0)
    assert seen is not None
    async with asyncio.timeout(60):
        ends = [
            one.close_season(seen, season, [honour(season, who)])
            for one, who in ((store, ANA), (other, BEA), (store, CAI), (other, ANA))
        ]
        tried = await asyncio.gather(*ends)
    assert sorted(tried) == [False, False, False, True]
    assert len(await store.honours_of_chat(CHAT)) == 1
    assert await store.closed_seasons(CHAT, 9) == [season]
    assert await store.season(CHAT) == OpenSeason(CHAT, 25.0, 25.0), "the next has a game"
    assert await store.all_closed_seasons(None, 9) == [season]
    assert await store.all_closed_seasons(season, 9) == []


async def test_without_a_game_after_it_no_season_follows_until_somebody_plays(store: Store) -> None:
    await add(store, result("t1", 5.0, ANA, BEA))
    seen, season = await store.season(CHAT), closed(0.0, 20.0)
    assert seen is not None
    assert await store.close_season(seen, season, [honour(season, ANA)])
    assert await store.season(CHAT) is None
    await add(store, result("late", 19.0, ANA, BEA))
    assert await store.season(CHAT) is None, "a season that is over stays as it is"
    await add(store, result("t2", 30.0, ANA, BEA))
    assert await store.season(CHAT) == OpenSeason(CHAT, 30.0, 30.0)


async def test_a_game_that_ends_while_a_season_is_closed_opens_the_next(two_stores: tuple[Store, Store]) -> None:
    store, other = two_stores
    for number in range(4):
        chat = ChatKey("web", f"chat{number}")
        await add(store, result(f"a{number}", 5.0, ANA, BEA), chat=chat)
        await store.create(table(f"b{number}", status=Status.OVER, chat=chat), limit=99)
        seen, season = await store.season(chat), closed(0.0, 20.0, chat=chat)
        assert seen is not None
        async with asyncio.timeout(60):
            await asyncio.gather(
                store.close_season(seen, season, [honour(season, ANA)]),
                other.add_result(result(f"b{number}", 21.0, ANA, BEA)),
            )
        assert await store.season(chat) == OpenSeason(chat, 21.0, 21.0)


async def test_a_card_is_claimed_once(store: Store) -> None:
    await add(store, result("t1", 5.0, ANA, BEA))
    seen, season = await store.season(CHAT), closed(0.0, 20.0, 20.0)
    assert seen is not None
    await store.close_season(seen, season, [honour(season, ANA)])
    assert await store.season_cards("web", 19.0, 9) == []
    assert await store.season_cards("web", 20.0, 9) == [season]
    assert [await store.claim_card(season, 40.0) for _ in range(2)] == [True, False]
    assert await store.claim_card(replace(season, post=40.0), None)
    assert await store.season_cards("web", 1e9, 9) == []
    await store.renew_season(season, [honour(season, BEA), honour(season, ANA, 2)])
    assert [one.player for one in await store.honours_of_chat(CHAT)] == [BEA, ANA]


async def test_seasons_move_with_their_chat_and_a_private_one_is_deleted(store: Store) -> None:
    await add(store, result("t1", 5.0, ANA, BEA))
    seen, season = await store.season(CHAT), closed(0.0, 20.0)
    assert seen is not None
    await store.close_season(seen, season, [honour(season, ANA)])
    await add(store, result("t2", 25.0, ANA, BEA))
    await add(store, result("t3", 28.0, ANA, BEA), chat=ELSEWHERE)
    await store.move_chat(CHAT, ELSEWHERE)
    assert await store.season(CHAT) is None
    assert await store.closed_seasons(CHAT, 9) == []
    assert await store.season(ELSEWHERE) == OpenSeason(ELSEWHERE, 25.0, 25.0)
    assert await store.closed_seasons(ELSEWHERE, 9) == [replace(season, chat=ELSEWHERE)]
    own = ChatKey(ANA.platform, ANA.user)
    await store.move_chat(ELSEWHERE, own)
    await store.forget(ANA, PersonKey("former", "x"), {})
    assert await store.season(own) is None
    assert await store.closed_seasons(own, 9) == []


async def test_the_first_rated_game_of_a_chat_and_the_days_of_its_puzzles(store: Store) -> None:
    assert await store.first_rated(CHAT) is None
    await add(store, result("t0", 3.0, ANA, BEA, rated=False))
    await add(store, result("t1", 5.0, ANA, BEA))
    await add(store, result("t2", 9.0, ANA, BEA))
    assert await store.first_rated(ChatKey("web", "plaza", "7")) == 5.0
    assert [await store.count_rated(CHAT, 5.0, end) for end in (5.0, 9.0, 9.5)] == [0, 1, 2]
    for thread, days in (("", (3, 4, 6)), ("7", (4, 5))):
        chat = ChatKey("web", "plaza", thread)
        for day in days:
            await store.add_puzzle(PuzzleRecord(chat, day, "{}"))
            await store.answer_puzzle(PuzzleAnswer(chat, day, ANA, "x", solved=True))
            await store.answer_puzzle(PuzzleAnswer(chat, day, BEA, "y", solved=False))
    assert await store.solved_days(CHAT, 4, 9) == {ANA: [4, 4, 5, 6]}
    assert await store.streaks(CHAT, 3, 9) == {ANA: 2}
    assert await store.streaks(CHAT, 7, 9) == {}
