"""What every store promises about results and ratings, asked of each."""

from __future__ import annotations

from dataclasses import replace

import pytest

from data.errors import StaleRatings
from data.records import ChatKey, PersonKey, PersonRecord, Status, TableSubscription
from data.result_records import (
    COMPUTER,
    AnalysisRecord,
    LadderRecord,
    MeetingRecord,
    OpponentRecord,
    PresenceRecord,
    RatingChange,
    RatingPoint,
    ResultRecord,
    ResultSeat,
)
from data.store import Store
from tests.fakes.store_samples import ANA, CHAT, table

BEA, GREEDY = PersonKey("web", "bea"), PersonKey(COMPUTER, "greedy")
LADDER = ("parchis", "dice")


async def finished(store: Store, name: str, chat: ChatKey = CHAT) -> None:
    await store.create(table(name, status=Status.OVER, chat=chat), limit=9)


def result(name: str, at: float, *, rated: bool = True) -> ResultRecord:
    seats = (ResultSeat(ANA, 0, 1, captures=3, behind=40), ResultSeat(BEA, 1, 3, left=True), ResultSeat(GREEDY, 2, 2))
    return ResultRecord(name, *LADDER, at, rated, 100, seats)


def change(name: str, player: PersonKey, mu: float) -> RatingChange:
    return RatingChange(name, player, player == ANA, 25.0, 8.0, mu, 7.5)


async def test_a_result_comes_back_as_it_was_and_is_there_once(store: Store) -> None:
    await finished(store, "t1")
    assert await store.finished() == await store.unrecorded(0.0) == ["t1"]
    assert not await store.recorded("t1")
    changes = [change("t1", ANA, 27.5), change("t1", BEA, 22.25)]
    assert await store.add_result(result("t1", 5.0), changes)
    assert not await store.add_result(result("t1", 6.0), [])
    assert await store.recorded("t1")
    assert (await store.finished(), await store.unrecorded(0.0)) == (["t1"], [])
    assert await store.rated_results(*LADDER) == [result("t1", 5.0)]
    assert await store.rating_changes("t1") == changes
    assert await store.ratings(*LADDER, [ANA, BEA, GREEDY]) == {ANA: (27.5, 7.5), BEA: (22.25, 7.5)}
    assert await store.ratings(*LADDER, [BEA]) == {BEA: (22.25, 7.5)}
    assert await store.ratings("palma", "classic", [ANA]) == {}
    assert await store.ladder(*LADDER) == LadderRecord(1, (5.0, "t1"))
    assert await store.rating_points(ANA) == [RatingPoint(*LADDER, 5.0, 27.5, 7.5)]
    (seat,) = await store.played(BEA)
    assert (seat.table, seat.sides, seat.chat, seat.rated, seat.seat) == (
        "t1",
        3,
        CHAT,
        True,
        result("t1", 5.0).seats[1],
    )


async def test_a_rated_result_must_know_the_others(store: Store) -> None:
    for name in ("t1", "t2", "t3"):
        await finished(store, name)
    assert await store.ladder(*LADDER) == LadderRecord(0, None)
    await store.add_result(result("t2", 2.0), [change("t2", ANA, 26.0)])
    with pytest.raises(StaleRatings):
        await store.add_result(result("t1", 1.0), [change("t1", ANA, 30.0)])
    assert not await store.recorded("t1")
    await store.add_result(result("t3", 9.0, rated=False))
    assert await store.ladder(*LADDER) == LadderRecord(1, (2.0, "t2"))
    anew = [change("t1", ANA, 30.0), change("t2", ANA, 31.0)]
    await store.add_result(result("t1", 1.0), anew, expected=1, anew=True)
    assert [one.table for one in await store.rated_results(*LADDER)] == ["t1", "t2"]
    assert await store.ratings(*LADDER, [ANA]) == {ANA: (31.0, 7.5)}
    assert [point.mu for point in await store.rating_points(ANA)] == [30.0, 31.0]
    assert await store.ladder(*LADDER) == LadderRecord(2, (2.0, "t2"))


async def test_somebody_is_there_until_the_last_game_that_they_have_not_left(store: Store) -> None:
    for name, at in (("t1", 5.0), ("t2", 7.0)):
        await finished(store, name)
        changes = [change(name, ANA, 27.5), change(name, BEA, 22.25)]
        met = [MeetingRecord(*LADDER, ANA, BEA), MeetingRecord(*LADDER, ANA, PersonKey(COMPUTER, ""))]
        await store.add_result(result(name, at), changes, met, expected=int(at) // 6)
    assert await store.presences(*LADDER, [ANA, BEA, GREEDY]) == [
        PresenceRecord(*LADDER, ANA, 5.0, 7.0),
        PresenceRecord(*LADDER, BEA, 5.0, 5.0),
    ]
    assert await store.presences("palma", "classic", [ANA]) == []
    assert {met.other for met in await store.opponents(*LADDER, [ANA])} == {BEA, PersonKey(COMPUTER, "")}
    nobody = PersonKey("former", "x")
    await store.forget(BEA, nobody, {})
    assert await store.presences(*LADDER, [BEA, nobody]) == [PresenceRecord(*LADDER, nobody, 5.0, 5.0)]
    assert OpponentRecord(*LADDER, ANA, nobody) in await store.opponents(*LADDER, [ANA])


async def test_standings_are_of_a_chat_and_of_a_time(store: Store) -> None:
    far = ChatKey("web", "far")
    thread = replace(CHAT, thread="8")
    await store.save_person(PersonRecord(ANA, "Ana", settings='{"ranked":false}'))
    for name, at, chat in (("t1", 1.0, CHAT), ("t2", 2.0, far), ("t3", 3.0, thread)):
        await finished(store, name, chat)
        changes = [RatingChange(name, ANA, True, 20 + at, 8.0, 21 + at, 8.0)]
        await store.add_result(result(name, at), changes, expected=int(at) - 1)
    (ana,) = await store.standings(*LADDER, None, 0.0)
    assert (ana.player, ana.name, ana.settings, ana.games, ana.wins) == (ANA, "Ana", '{"ranked":false}', 3, 3)
    assert (ana.mu, ana.mu_before) == (24.0, 21.0)
    (ana,) = await store.standings(*LADDER, CHAT, 1.5)
    assert (ana.games, ana.mu, ana.mu_before) == (1, 24.0, 23.0)
    (ana,) = await store.standings(*LADDER, far, 0.0)
    assert ana.games == 1
    assert await store.standings(*LADDER, ChatKey("fake", "plaza"), 0.0) == []
    assert await store.standings("palma", "classic", None, 0.0) == []
    assert await store.players_of(CHAT) == [(ANA, "Ana")]
    assert (await store.last_ladder(far), await store.last_ladder(ChatKey("web", "x"))) == (LADDER, None)


async def test_a_ladder_with_rated_results_and_no_rating_is_to_be_folded(store: Store) -> None:
    assert await store.unfolded() == []
    results, ladders = list[ResultRecord](), [("palma", "b"), ("palma", "a"), ("another", "z"), ("parchis", "a")]
    for number, (game, family) in enumerate(ladders):
        await finished(store, f"t{number}")
        new = replace(result(f"t{number}", float(number), rated=family != "z"), game=game, family=family)
        results.append(new)
    await store.replace_results(results, [], [])
    assert await store.unfolded() == [("palma", "a"), ("palma", "b"), ("parchis", "a")]
    await store.replace_ratings("palma", "b", [change("t0", ANA, 27.5)], [])
    assert await store.unfolded() == [("palma", "a"), ("parchis", "a")]


async def test_a_player_goes_on_under_another_key_and_all_can_be_put_anew(store: Store) -> None:
    await finished(store, "t1")
    await store.add_result(result("t1", 5.0), [change("t1", ANA, 27.5)])
    nobody = PersonKey("former", "x")
    await store.forget(ANA, nobody, {})
    assert (await store.played(ANA), await store.rating_points(ANA)) == ([], [])
    assert await store.ratings(*LADDER, [ANA, nobody]) == {nobody: (27.5, 7.5)}
    assert [one.player for one in await store.rating_changes("t1")] == [nobody]
    assert len(await store.played(nobody)) == 1
    await store.replace_results([result("t1", 6.0)], [change("t1", ANA, 28.0)], [])
    assert await store.rated_results(*LADDER) == [result("t1", 6.0)]
    assert await store.ratings(*LADDER, [ANA, nobody]) == {ANA: (28.0, 7.5)}
    await store.replace_results([], [], [])
    assert await store.unrecorded(0.0) == ["t1"]


async def test_a_game_is_one_of_every_chat_from_which_somebody_plays(store: Store) -> None:
    far, watching = ChatKey("telegram", "far", "3"), ChatKey("telegram", "watching")
    await finished(store, "t1")
    await store.save_person(PersonRecord(BEA, "Bea"))
    await store.save_place(TableSubscription("t1", far, BEA))
    await store.save_place(TableSubscription("t1", watching))
    await store.add_result(result("t1", 5.0), [change("t1", ANA, 27.5), change("t1", BEA, 20.0)])
    for chat in (CHAT, far):
        assert [one.player for one in await store.standings(*LADDER, chat, 0.0)] == [ANA, BEA]
        assert await store.players_of(chat) == [(BEA, "Bea")]
        assert await store.last_ladder(chat) == LADDER
    assert await store.standings(*LADDER, watching, 0.0) == []
    assert [seat.chat for seat in await store.played(BEA)] == [far]
    assert [(seat.seat.player, seat.chat) for seat in await store.played_until("t1")] == [(ANA, CHAT), (BEA, far)]
    assert [seat.chat for seat in await store.played(ANA)] == [CHAT]


async def test_what_the_people_of_a_game_had_played_by_its_end(store: Store) -> None:
    for name in ("t1", "t2", "t3", "t4"):
        await finished(store, name)
    await store.add_result(result("t3", 9.0, rated=False))
    assert await store.played_until("t1") == []
    await store.add_result(result("t1", 5.0, rated=False))
    await store.add_result(result("t2", 5.0, rated=False))
    alone = ResultRecord("t4", *LADDER, 1.0, False, 100, (ResultSeat(BEA, 0, 1), ResultSeat(GREEDY, 1, 2)))
    await store.add_result(alone)
    for name, tables in (("t4", []), ("t1", ["t1"]), ("t2", ["t1", "t2"]), ("t3", ["t1", "t2", "t3"])):
        told = await store.played_until(name)
        assert [(seat.table, seat.seat.player) for seat in told] == [
            ("t4", BEA), *((table, person) for table in tables for person in (ANA, BEA))
        ]  # fmt: skip
    assert [seat for seat in told if seat.seat.player == ANA] == await store.played(ANA)
    await store.forget(ANA, PersonKey("former", "x"), {})
    assert {seat.seat.player for seat in await store.played_until("t3")} == {BEA}


async def test_rated_games_that_nobody_looked_at_are_found_oldest_first_until_they_are(store: Store) -> None:
    for name, at in (("t1", 5.0), ("t2", 3.0), ("t3", 4.0)):
        await finished(store, name)
        await store.add_result(result(name, at), [], expected=(await store.ladder(*LADDER)).count)
    await finished(store, "t4")
    await store.add_result(result("t4", 6.0, rated=False), [])
    assert await store.unseen(*LADDER, 0.0, 9) == ["t2", "t3", "t1"]
    assert await store.unseen(*LADDER, 0.0, 2) == ["t2", "t3"]
    assert await store.unseen(*LADDER, 4.0, 9) == ["t3", "t1"]
    assert await store.unseen("palma", "classic", 0.0, 9) == []
    await store.add_analysis(AnalysisRecord("t3", *LADDER, 7.0, b""))
    assert await store.unseen(*LADDER, 0.0, 9) == ["t2", "t1"]
