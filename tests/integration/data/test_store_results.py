"""What every store promises about results and ratings, asked of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from data.errors import StaleRatings
from data.records import ChatKey, PersonKey, PersonRecord, Status, TableSubscription
from data.result_records import (
    COMPUTER,
    GAMES,
    PEOPLE,
    AnalysisRecord,
    CorrectionRecord,
    MeetingRecord,
    OpponentRecord,
    PastRecord,
    RatedBatch,
    RatedRecord,
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


def batch(game: ResultRecord, *changes: RatingChange, before: Sequence[RatedRecord] = (), **more: Any) -> RatedBatch:
    """What a game brings these players, whose ratings were these before it."""
    known = {one.player: one for one in before}
    players = []
    for each in changes:
        old = known.get(each.player)
        games, version = (0, 0) if old is None else (old.games, old.version)
        first = game.at if old is None else min(old.first, game.at)
        latest = game.order if old is None else max(old.latest, game.order)
        players.append(
            RatedRecord(
                each.player,
                each.mu,
                each.sigma,
                round(each.mu),
                games + 1,
                1,
                5,
                False,
                first,
                game.at,
                latest,
                version,
            )
        )
    meetings = tuple(
        MeetingRecord(*LADDER, one.player, other.player, 1.0, game.at, 0.5, 0.001, game.table)
        for one in changes
        for other in changes
        if one != other
    )
    asked = {"ahead": frozenset[PersonKey](), "met": (), "come": ()} | more
    return RatedBatch(
        (game,), changes, meetings, tuple(players), known=tuple(one.player for one in changes),
        versions=(len(before), sum(one.version for one in before)), **asked,
    )  # fmt: skip


async def add(store: Store, game: ResultRecord, *changes: RatingChange, **more: Any) -> bool:
    before = await store.rated(*LADDER, [one.player for one in changes])
    return await store.add_rated(game, batch(game, *changes, before=before, **more))


async def test_a_result_comes_back_as_it_was_and_is_there_once(store: Store) -> None:
    await finished(store, "t1")
    assert await store.finished() == await store.unrecorded(0.0) == ["t1"]
    assert not await store.recorded("t1")
    changes = [change("t1", ANA, 27.5), change("t1", BEA, 22.25)]
    assert await add(store, result("t1", 5.0), *changes)
    assert not await add(store, result("t1", 6.0))
    assert await store.recorded("t1")
    assert (await store.finished(), await store.unrecorded(0.0)) == (["t1"], [])
    assert await store.rated_page(*LADDER, (-1.0, ""), 9) == ([await store.result("t1")], [(5.0, "t1")])
    assert await store.result("t1") == result("t1", 5.0)
    assert await store.rated_page(*LADDER, (5.0, "t1"), 9) == ([], [])
    assert await store.rating_changes("t1") == changes
    rated = {one.player: one for one in await store.rated(*LADDER, [ANA, BEA, GREEDY])}
    assert rated[ANA] == RatedRecord(ANA, 27.5, 7.5, 28, 1, 1, 5, True, 5.0, 5.0, (5.0, "t1"), 1)
    assert set(rated) == {ANA, BEA}
    assert await store.rated("palma", "classic", [ANA]) == []
    assert await store.rating_points(ANA) == [RatingPoint(*LADDER, 5.0, 27.5, 7.5)]
    (seat,) = await store.played(BEA)
    assert (seat.table, seat.sides, seat.chat, seat.rated, seat.seat) == (
        "t1",
        3,
        CHAT,
        True,
        result("t1", 5.0).seats[1],
    )


async def test_a_rated_result_must_know_what_was_rated(store: Store) -> None:
    for name in ("t1", "t2", "t3"):
        await finished(store, name)
    await add(store, result("t2", 2.0), change("t2", ANA, 26.0))
    with pytest.raises(StaleRatings):
        await store.add_rated(result("t1", 3.0), batch(result("t1", 3.0), change("t1", ANA, 30.0)))
    assert not await store.recorded("t1")
    (ana,) = before = await store.rated(*LADDER, [ANA])
    stale = batch(result("t1", 3.0), change("t1", ANA, 30.0), before=before)
    assert await add(store, result("t3", 4.0), change("t3", ANA, 27.0))
    with pytest.raises(StaleRatings):
        await store.add_rated(result("t1", 3.0), stale)
    assert not await store.recorded("t1")
    assert [(one.mu, one.version) for one in await store.rated(*LADDER, [ANA])] == [(27.0, ana.version + 1)]


async def test_of_an_earlier_game_the_state_before_it_is_known(store: Store) -> None:
    for name, at in (("t1", 5.0), ("t2", 7.0), ("t3", 9.0)):
        await finished(store, name)
        await add(store, result(name, at), change(name, ANA, 20 + at), change(name, BEA, 30 - at))
    (past,) = await store.past(*LADDER, [ANA], (8.0, ""))
    assert past == PastRecord(ANA, 27.0, 7.5, 7.0, 9.0)
    assert await store.past(*LADDER, [ANA], (5.0, "t1")) == [PastRecord(ANA, None, None, None, 9.0)]
    (met,) = await store.meetings(*LADDER, [(ANA, BEA), (ANA, GREEDY)], (7.0, "t2"))
    assert (met.table, met.at, met.gained) == ("t1", 5.0, 0.5)
    assert await store.meetings(*LADDER, [(ANA, BEA)], (5.0, "t1")) == []
    assert await store.opponents(*LADDER, [ANA], (7.0, "t2")) == [OpponentRecord(ANA, BEA, True, 5.0, 5.0, 3, True)]
    assert await store.opponents(*LADDER, [ANA], (5.0, "t1")) == [OpponentRecord(ANA, BEA, False, 5.0, 5.0, 3, True)]
    assert await store.opponents(*LADDER, [ANA], (9.5, "")) == [OpponentRecord(ANA, BEA, True, 5.0, 9.0, 3, False)]
    nobody = PersonKey("former", "x")
    await store.forget(BEA, nobody, {})
    (met,) = await store.opponents(*LADDER, [ANA], (9.5, ""))
    assert met == OpponentRecord(ANA, nobody, True, 5.0, 9.0, 4, False)
    assert (await store.rated(*LADDER, [BEA]), len(await store.rated(*LADDER, [nobody]))) == ([], 1)
    assert [one.people for one in await store.rated(*LADDER, [ANA])] == [0], "who is forgotten is nobody's opponent"
    assert [met.player for met in await store.meetings(*LADDER, [(nobody, ANA)], (9.5, ""))] == [nobody]


async def test_a_later_game_is_marked_if_it_was_computed_from_something_else(store: Store) -> None:
    for name in ("t1", "t2", "t3"):
        await finished(store, name)
    await add(store, result("t2", 5.0), change("t2", ANA, 26.0), change("t2", BEA, 24.0))
    early = result("t1", 1.0)
    await add(store, early, change("t1", ANA, 25.0), ahead=frozenset({BEA}))
    assert await store.next_correction() is None, "Ana was not said to have a later game"
    await add(store, replace(early, table="t3", at=2.0), change("t3", ANA, 25.5), ahead=frozenset({ANA}))
    marked = await store.next_correction()
    assert marked == CorrectionRecord(*LADDER, 5.0, "t2", 1)
    anew = batch(result("t2", 5.0), change("t2", ANA, 29.0), before=await store.rated(*LADDER, [ANA]))
    assert await store.correct(marked, anew)
    assert not await store.correct(marked, None)
    assert [one.mu for one in await store.rated(*LADDER, [ANA])] == [29.0]
    assert [point.mu for point in await store.rating_points(ANA)] == [25.0, 25.5, 29.0]


async def test_a_game_that_is_marked_again_while_it_is_computed_stays_marked(store: Store) -> None:
    for name in ("t1", "t2", "t3"):
        await finished(store, name)
    await add(store, result("t2", 5.0), change("t2", ANA, 26.0))
    await add(store, result("t1", 1.0), change("t1", ANA, 27.0), ahead=frozenset({ANA}))
    marked = await store.next_correction()
    assert marked is not None
    await add(store, result("t3", 2.0), change("t3", ANA, 28.0), ahead=frozenset({ANA}))
    assert await store.correct(marked, None)
    assert await store.next_correction() == replace(marked, marks=2)


async def test_a_ladder_is_folded_again_and_games_that_end_meanwhile_are_stored(store: Store) -> None:
    for name in ("t1", "t2", "t3"):
        await finished(store, name)
    await add(store, result("t1", 1.0), change("t1", ANA, 26.0))
    await store.refold_all()
    assert await store.refolds() == [(*LADDER, 0.0, "")]
    assert await add(store, result("t2", 2.0), change("t2", ANA, 27.0))
    assert await store.rating_changes("t2") == []
    await store.clear_ladder(*LADDER)
    assert await store.rated(*LADDER, [ANA]) == []
    assert not await store.folded(*LADDER)
    one = batch(result("t1", 1.0), change("t1", ANA, 30.0))
    await store.fold_on(*LADDER, (0.0, ""), [(1.0, "t1")], one)
    with pytest.raises(StaleRatings):
        await store.fold_on(*LADDER, (0.0, ""), [(1.0, "t1")], one)
    assert not await store.folded(*LADDER)
    with pytest.raises(StaleRatings):
        await store.fold_on(*LADDER, (1.0, "t1"), [(3.0, "t9")] * 2, None)
    await store.fold_on(*LADDER, (1.0, "t1"), [(2.0, "t2")], None)
    assert await store.folded(*LADDER)
    assert await store.refolds() == []
    assert await add(store, result("t3", 3.0), change("t3", ANA, 31.0))
    assert [one.games for one in await store.rated(*LADDER, [ANA])] == [2]


async def test_how_many_have_which_points_is_counted_whatever_happens_to_them(store: Store) -> None:
    known = {"games": GAMES, "people": PEOPLE}

    async def stand(name: str, points: int, *players: PersonKey, **other: int) -> None:
        await finished(store, name)
        game = ResultRecord(
            name, *LADDER, 1.0, True, 9, tuple(ResultSeat(one, at, 1) for at, one in enumerate(players))
        )
        made = batch(game, *(change(name, one, 25.0) for one in players))
        players_now = tuple(replace(one, points=points, **{**known, **other}) for one in made.players)
        await store.add_rated(game, replace(made, players=players_now))

    cai, dan = PersonKey("web", "cai"), PersonKey("web", "dan")
    await stand("t1", 1200, ANA, BEA)
    await stand("t2", 1300, cai, dan, games=GAMES - 1)
    assert await store.tallies(*LADDER) == [(1200, 2)]
    assert [one.player for one in await store.ranked(*LADDER, 1200, 9)] == [ANA, BEA]
    await store.save_person(PersonRecord(BEA, "abel"))
    assert [one.player for one in await store.ranked(*LADDER, 1200, 9)] == [BEA, ANA], "with a name comes first"
    await store.save_person(PersonRecord(ANA, "Aaron"))
    assert [one.name for one in await store.ranked(*LADDER, 1200, 9)] == ["Aaron", "abel"]
    assert [one.player for one in await store.ranked(*LADDER, 1250, 1, skip=1)] == [BEA]
    assert [await store.equals_before(*LADDER, one) for one in (ANA, BEA)] == [0, 1]
    await store.save_person(PersonRecord(ANA, "Ana", settings='{"ranked":false}'))
    assert (await store.tallies(*LADDER), await store.ranked_one(*LADDER, ANA)) == ([(1200, 1)], None)
    await store.save_person(PersonRecord(ANA, "Ana"))
    assert await store.tallies(*LADDER) == [(1200, 2)]
    await store.forget(BEA, PersonKey("former", "x"), {})
    assert await store.tallies(*LADDER) == [], "Ana has one opponent less"
    await store.clear_ladder(*LADDER)
    assert await store.rated(*LADDER, [ANA, cai]) != [], "nobody has asked to fold this ladder again"
    await store.refold_all()
    await store.clear_ladder(*LADDER)
    assert await store.rated(*LADDER, [ANA, cai]) == []
    assert await store.tallies(*LADDER) == []


async def test_standings_are_of_a_chat_and_of_a_time(store: Store) -> None:
    far = ChatKey("web", "far")
    thread = CHAT._replace(thread="8")
    await store.save_person(PersonRecord(ANA, "Ana", settings='{"ranked":false}'))
    for name, at, chat in (("t1", 1.0, CHAT), ("t2", 2.0, far), ("t3", 3.0, thread)):
        await finished(store, name, chat)
        changes = [RatingChange(name, ANA, True, 20 + at, 8.0, 21 + at, 8.0)]
        await add(store, result(name, at), *changes)
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


async def test_a_player_goes_on_under_another_key(store: Store) -> None:
    await finished(store, "t1")
    await add(store, result("t1", 5.0), change("t1", ANA, 27.5))
    nobody = PersonKey("former", "x")
    await store.forget(ANA, nobody, {})
    assert (await store.played(ANA), await store.rating_points(ANA)) == ([], [])
    assert [(one.player, one.mu) for one in await store.rated(*LADDER, [ANA, nobody])] == [(nobody, 27.5)]
    assert [one.player for one in await store.rating_changes("t1")] == [nobody]
    assert len(await store.played(nobody)) == 1
    await store.drop_result("t1")
    assert await store.unrecorded(0.0) == ["t1"]


async def test_a_game_is_one_of_every_chat_from_which_somebody_plays(store: Store) -> None:
    far, watching = ChatKey("telegram", "far", "3"), ChatKey("telegram", "watching")
    await finished(store, "t1")
    await store.save_person(PersonRecord(BEA, "Bea"))
    await store.save_place(TableSubscription("t1", far, BEA))
    await store.save_place(TableSubscription("t1", watching))
    await add(store, result("t1", 5.0), change("t1", ANA, 27.5), change("t1", BEA, 20.0))
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


async def test_whom_somebody_met_in_their_newest_games(store: Store) -> None:
    await store.save_person(PersonRecord(BEA, "Bea", settings='{"ranked":false}'))
    for name, at in (("t1", 5.0), ("t2", 7.0), ("t3", 5.0)):
        await finished(store, name)
        await store.add_result(result(name, at, rated=False))
    await finished(store, "t4")
    others = (ResultSeat(ANA, 0, 2), ResultSeat(GREEDY, 1, 1), ResultSeat(ANA, 0, 2))
    await store.add_result(ResultRecord("t4", "palma", "classic", 6.0, False, 100, others))
    met = await store.encounters(ANA, limit=9)
    assert list(dict.fromkeys(seat.table for seat in met)) == ["t2", "t4", "t3", "t1"]
    assert [(seat.seat, seat.player, seat.side, seat.place, seat.name) for seat in met[:3]] == [
        (0, ANA, 0, 1, None), (1, BEA, 1, 3, "Bea"), (2, GREEDY, 2, 2, None)
    ]  # fmt: skip
    assert [(seat.game, seat.at, seat.player) for seat in met[3:6]] == [
        ("palma", 6.0, ANA), ("palma", 6.0, GREEDY), ("palma", 6.0, ANA)
    ]  # fmt: skip
    assert (met[0].settings, met[1].settings) == ("{}", '{"ranked":false}')
    assert await store.encounters(ANA, limit=2) == met[:6]
    assert await store.encounters(ANA, BEA, limit=9) == met[:3] + met[6:]
    assert await store.encounters(ANA, BEA, limit=1) == met[:3]
    assert await store.encounters(BEA, ANA, limit=9) == met[:3] + met[6:]
    assert await store.encounters(PersonKey("web", "cai"), ANA, limit=9) == []
    await store.forget(BEA, PersonKey("former", "x"), {})
    assert await store.encounters(ANA, BEA, limit=9) == []
    assert {seat.player for seat in await store.encounters(ANA, limit=1)} == {ANA, PersonKey("former", "x"), GREEDY}


async def test_rated_games_that_nobody_looked_at_are_found_oldest_first_until_they_are(store: Store) -> None:
    for name, at in (("t1", 5.0), ("t2", 3.0), ("t3", 4.0)):
        await finished(store, name)
        await add(store, result(name, at))
    await finished(store, "t4")
    await store.add_result(result("t4", 6.0, rated=False))
    assert await store.unseen(*LADDER, 0.0, 9) == ["t2", "t3", "t1"]
    assert await store.unseen(*LADDER, 0.0, 2) == ["t2", "t3"]
    assert await store.unseen(*LADDER, 4.0, 9) == ["t3", "t1"]
    assert await store.unseen("palma", "classic", 0.0, 9) == []
    await store.add_analysis(AnalysisRecord("t3", *LADDER, 7.0, b""))
    assert await store.unseen(*LADDER, 0.0, 9) == ["t2", "t1"]
