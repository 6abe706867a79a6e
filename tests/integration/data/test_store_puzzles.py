"""What every store promises about daily puzzles, asked of each."""

from __future__ import annotations

from typing import Any

import pytest

from data.errors import NoPuzzle
from data.event_records import PuzzleAnswer, PuzzlePost, PuzzleRecord, PuzzleStanding, PuzzleTally, StreakRecord
from data.records import ChatKey, PersonKey
from data.store import Store
from tests.fakes.store_samples import ANA, CHAT

BEA = PersonKey("web", "bea")
LAKE = ChatKey("web", "lake")


def puzzle(day: int, chat: ChatKey = CHAT, table: str | None = None) -> PuzzleRecord:
    return PuzzleRecord(chat, day, f'{{"day":{day}}}', table)


async def answer(
    store: Store, day: int, *, solved: bool = True, person: PersonKey = ANA, chat: ChatKey = CHAT, move: str = "Y1+3"
) -> PuzzleStanding:
    await store.add_puzzle(puzzle(day, chat))
    return await store.answer_puzzle(PuzzleAnswer(chat, day, person, move, solved))


class TestPuzzles:
    async def test_the_first_of_a_day_stays(self, store: Store) -> None:
        assert await store.puzzle(CHAT, 5) is None
        await store.add_puzzle(puzzle(5, table="abc234"))
        await store.add_puzzle(PuzzleRecord(CHAT, 5, '{"other":1}'))
        await store.add_puzzle(puzzle(5, LAKE))
        assert await store.puzzle(CHAT, 5) == puzzle(5, table="abc234")
        assert await store.puzzle_tables(CHAT) == {"abc234"}
        assert await store.puzzle_tables(LAKE) == set()

    async def test_the_last_one_tells_how_many_found_it(self, store: Store) -> None:
        assert await store.last_puzzle(CHAT, 9) is None
        await answer(store, 3)
        await answer(store, 3, solved=False, person=BEA)
        await store.add_puzzle(puzzle(2))
        await store.add_puzzle(puzzle(9))
        assert await store.last_puzzle(CHAT, 9) == PuzzleTally(puzzle(3), 2, 1)
        assert await store.last_puzzle(CHAT, 3) == PuzzleTally(puzzle(2), 0, 0)
        assert await store.last_puzzle(LAKE, 9) is None

    async def test_a_body_that_is_no_json_is_refused(self, store: Store) -> None:
        with pytest.raises(ValueError, match="cannot be stored"):
            await store.add_puzzle(PuzzleRecord(CHAT, 5, "{"))

    async def test_old_ones_go_some_at_a_time_with_their_answers_and_streaks_stay(self, store: Store) -> None:
        for day in range(1, 6):
            await answer(store, day)
        assert await store.prune_puzzles(5, 3) == 3
        assert [await store.puzzle(CHAT, day) is None for day in range(1, 6)] == [True, True, True, False, False]
        assert await store.prune_puzzles(5, 3) == 1
        assert await store.prune_puzzles(5, 3) == 0
        about: dict[str, list[Any]] = await store.about(ANA)
        assert [one["day"] for one in about["puzzle_answers"]] == ["1970-01-06"]
        assert about["puzzle_streaks"][0]["days"] == 5


class TestAnswers:
    async def test_everybody_answers_once(self, store: Store) -> None:
        first = await answer(store, 3, move="Y1+3", solved=False)
        assert first.fresh
        again = await answer(store, 3, move="Y2+3", solved=True)
        assert (again.fresh, again.answer) == (False, PuzzleAnswer(CHAT, 3, ANA, "Y1+3", False))
        assert again.streak is None
        assert (await answer(store, 3, person=BEA)).fresh

    async def test_a_streak_grows_day_by_day_and_begins_anew_after_a_miss(self, store: Store) -> None:
        assert (await answer(store, 3)).streak == StreakRecord(3, 1, 1)
        grown = await answer(store, 4)
        assert (grown.before, grown.streak, grown.record) == (StreakRecord(3, 1, 1), StreakRecord(4, 2, 2), 2)
        assert (await answer(store, 4)).streak == StreakRecord(4, 2, 2), "once a day"
        wrong = await answer(store, 5, solved=False)
        assert (wrong.before, wrong.streak) == (StreakRecord(4, 2, 2), StreakRecord(4, 2, 2))
        assert (await answer(store, 6)).streak == StreakRecord(6, 1, 2)
        assert (await answer(store, 9)).streak == StreakRecord(9, 1, 2)
        assert (await answer(store, 8)).streak == StreakRecord(9, 1, 2), "a clock that was put back changes nothing"

    async def test_the_longest_is_that_of_the_whole_chat_and_no_other(self, store: Store) -> None:
        for day in (3, 4, 5):
            await answer(store, day, person=BEA)
        await answer(store, 3, chat=LAKE)
        assert (await answer(store, 5)).record == 3
        assert (await answer(store, 5, chat=LAKE, person=BEA)).record == 1
        assert (await answer(store, 6, solved=False, chat=ChatKey("web", "new"))).record == 0

    async def test_without_a_puzzle_there_is_no_answer(self, store: Store) -> None:
        with pytest.raises(NoPuzzle):
            await store.answer_puzzle(PuzzleAnswer(CHAT, 3, ANA, "Y1+3", True))
        assert (await store.about(ANA))["puzzle_streaks"] == []


class TestPosts:
    async def test_what_is_due_comes_the_longest_due_first(self, store: Store) -> None:
        await store.schedule_puzzles(CHAT, 20.0)
        await store.schedule_puzzles(LAKE, 10.0)
        assert await store.due_puzzles("web", 9.0, 9) == []
        assert await store.due_puzzles("web", 25.0, 9) == [PuzzlePost(LAKE, 10.0, 0), PuzzlePost(CHAT, 20.0, 0)]
        assert await store.due_puzzles("web", 25.0, 1) == [PuzzlePost(LAKE, 10.0, 0)]
        elsewhere = ChatKey("discord", "1")
        await store.schedule_puzzles(elsewhere, 1.0)
        assert await store.due_puzzles("discord", 25.0, 9) == [PuzzlePost(elsewhere, 1.0, 0)]
        await store.schedule_puzzles(LAKE, None)
        await store.schedule_puzzles(CHAT, 30.0)
        assert await store.due_puzzles("web", 25.0, 9) == []

    async def test_of_two_who_claim_a_post_one_has_it(self, two_stores: tuple[Store, Store]) -> None:
        one, other = two_stores
        await one.schedule_puzzles(CHAT, 10.0)
        assert await one.due_puzzles("web", 11.0, 9) == await other.due_puzzles("web", 11.0, 9)
        assert await one.claim_puzzles(CHAT, 10.0, 20.0, 1)
        assert not await other.claim_puzzles(CHAT, 10.0, 20.0, 1)
        assert await other.due_puzzles("web", 21.0, 9) == [PuzzlePost(CHAT, 20.0, 1)]

    async def test_who_paused_is_woken_and_who_is_awake_keeps_the_time(self, store: Store) -> None:
        await store.schedule_puzzles(CHAT, 10.0)
        assert await store.claim_puzzles(CHAT, 10.0, None, 5)
        assert await store.due_puzzles("web", 1e9, 9) == []
        await store.wake_puzzles(CHAT, 30.0)
        assert await store.due_puzzles("web", 30.0, 9) == [PuzzlePost(CHAT, 30.0, 0)]
        assert await store.claim_puzzles(CHAT, 30.0, 60.0, 1)
        await store.wake_puzzles(CHAT, 90.0)
        assert await store.due_puzzles("web", 60.0, 9) == [PuzzlePost(CHAT, 60.0, 0)]
        await store.wake_puzzles(LAKE, 50.0)
        assert PuzzlePost(LAKE, 50.0, 0) in await store.due_puzzles("web", 60.0, 9)


class TestPeopleAndChats:
    async def test_who_is_forgotten_leaves_no_answer_and_no_streak(self, store: Store) -> None:
        for person in (ANA, BEA):
            await answer(store, 3, person=person)
            await answer(store, 4, person=person)
        await store.forget(ANA, PersonKey("former", "x"), {})
        about = await store.about(ANA)
        assert (about["puzzle_answers"], about["puzzle_streaks"]) == ([], [])
        assert (await store.about(PersonKey("former", "x")))["puzzle_answers"] == []
        assert (await store.about(BEA))["puzzle_streaks"][0]["longest"] == 2
        tally = await store.last_puzzle(CHAT, 9)
        assert tally is not None
        assert (tally.answers, tally.solved) == (1, 1)

    async def test_a_private_chat_is_forgotten_whole(self, store: Store) -> None:
        alone = ChatKey("web", ANA.user)
        await answer(store, 3, chat=alone)
        await store.schedule_puzzles(alone, 5.0)
        await store.forget(ANA, PersonKey("former", "x"), {})
        assert await store.puzzle(alone, 3) is None
        assert await store.due_puzzles("web", 9.0, 9) == []

    async def test_a_chat_that_moves_takes_all_of_it_along(self, store: Store) -> None:
        await answer(store, 3)
        await answer(store, 4)
        await store.schedule_puzzles(CHAT, 10.0)
        await store.move_chat(CHAT, LAKE)
        assert await store.puzzle(CHAT, 4) is None
        moved = await answer(store, 5, chat=LAKE)
        assert moved.streak == StreakRecord(5, 3, 3)
        assert not (await answer(store, 4, chat=LAKE)).fresh
        assert await store.due_puzzles("web", 10.0, 9) == [PuzzlePost(LAKE, 10.0, 0)]

    async def test_what_the_new_chat_has_already_stays(self, store: Store) -> None:
        await answer(store, 3, move="Y1+3")
        await answer(store, 3, move="Y2+3", chat=LAKE, solved=False)
        await answer(store, 4)
        await store.move_chat(CHAT, LAKE)
        assert (await answer(store, 3, chat=LAKE)).answer.move == "Y2+3"
        assert await store.puzzle(LAKE, 4) == puzzle(4, LAKE)
