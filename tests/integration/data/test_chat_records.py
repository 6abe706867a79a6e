"""The records of chats, as every store keeps them."""

from __future__ import annotations

from dataclasses import replace

from data.records import ChatKey, Status, TableSubscription
from data.result_records import ChatRecords, ResultRecord, ResultSeat
from data.store import Store
from tests.fakes.store_samples import ANA, CHAT, table

ELSEWHERE = ChatKey("web", "elsewhere")


def result(
    name: str, *, capture: int = 0, drought: int = 0, comeback: int = 0, game: str = "parchis"
) -> ResultRecord:
    seats = (ResultSeat(ANA, 0, 1), ResultSeat(ANA, 1, 2))
    return ResultRecord(name, game, "dice", 5.0, False, 100, seats, capture, drought, comeback)


async def add(store: Store, one: ResultRecord, chat: ChatKey = CHAT) -> None:
    await store.create(table(one.table, status=Status.OVER, chat=chat), limit=99)
    await store.add_result(one)


async def test_each_game_may_break_a_record_of_its_chat(store: Store) -> None:
    assert await store.chat_records(CHAT, "parchis") == ChatRecords()
    await add(store, result("t1"))
    assert await store.chat_records(CHAT, "parchis") == ChatRecords(1, 0, 0, 0)
    await add(store, result("t2", capture=7, drought=5, comeback=20))
    await add(store, result("t3", capture=9, drought=8))
    await add(store, result("t4", capture=0, comeback=30))
    await add(store, result("t5", capture=3), ChatKey(CHAT.platform, CHAT.chat, "7"))
    await add(store, result("p1", drought=40, game="palma"))
    assert not await store.add_result(result("t5", capture=1)), "a game counts once"
    assert await store.chat_records(CHAT, "parchis") == ChatRecords(5, 3, 8, 30)
    assert await store.chat_records(CHAT, "palma") == ChatRecords(1, 0, 40, 0)
    assert await store.chat_records(ELSEWHERE, "parchis") == ChatRecords()


async def test_a_game_counts_in_every_chat_from_which_somebody_plays(store: Store) -> None:
    shared = table("t1", status=Status.OVER)
    await store.create(shared, limit=9, places=[TableSubscription("t1", ELSEWHERE, ANA)])
    await store.add_result(result("t1", capture=6))
    for chat in (CHAT, ELSEWHERE):
        assert await store.chat_records(chat, "parchis") == ChatRecords(1, 6)


async def test_records_move_with_their_chat_and_are_computed_again(store: Store) -> None:
    await add(store, result("t1", capture=6, drought=9))
    await add(store, result("t2", capture=4, comeback=33), ELSEWHERE)
    await store.move_chat(CHAT, ELSEWHERE)
    assert await store.chat_records(CHAT, "parchis") == ChatRecords()
    assert await store.chat_records(ELSEWHERE, "parchis") == ChatRecords(2, 4, 9, 33)
    newest = await store.begin_anew()
    assert await store.chat_records(ELSEWHERE, "parchis") == ChatRecords()
    await store.renew_result(replace(result("t1", capture=2), at=1.0, plies=7), newest, changed=True)
    await store.renew_result(result("t2"), newest, changed=False)
    await add(store, replace(result("t3", capture=1), at=newest + 1))
    await store.renew_result(replace(result("t3", capture=1), at=newest + 1), newest, changed=False)
    assert await store.chat_records(ELSEWHERE, "parchis") == ChatRecords(2, 2, 0, 0)
    assert (await store.result("t1") or result("none")).plies == 7
