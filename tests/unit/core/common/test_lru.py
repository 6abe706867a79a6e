"""What is remembered has a bound, and what was noted last is remembered longest."""

from __future__ import annotations

from bot.core.board_messages.pressed_messages import REMEMBERED
from bot.core.common.lru import LruDict
from bot.core.messages.content import Part, Screen, Text
from data.records import ChatKey
from tests.fakes.room import CHAT, room


def test_the_oldest_entry_goes_and_one_noted_again_is_no_longer_old() -> None:
    lately = LruDict[str, int](3)
    for key in "abcad":
        lately[key] = ord(key)
    assert list(lately.items()) == [("c", 99), ("a", 97), ("d", 100)]
    assert lately.pop("b", None) is None
    assert lately.pop("a", None) == 97
    lately["e"] = 1
    assert list(lately) == ["c", "d", "e"]


def test_what_is_in_use_is_not_forgotten() -> None:
    lately = LruDict[str, int](2, in_use=lambda value: value == 1)
    for key in "abc":
        lately[key] = 1 if key == "a" else 2
    assert list(lately) == ["a", "b", "c"]
    lately["a"] = 2
    lately["d"] = 2
    assert list(lately) == ["a", "d"]


async def test_presses_that_nobody_publishes_are_not_remembered_for_ever() -> None:
    async with room() as place:
        code = await place.opened("/play palma")
        (board,) = await place.store.boards(code)
        lost = await place.messenger.post(CHAT, Screen(Text(((Part("a board that nobody noted"),),))), nonce="lost")
        publisher = place.core.publisher
        for others, shown in ((REMEMBERED, board.message), (REMEMBERED - 1, lost)):
            publisher.pressed(CHAT, lost, code)
            for number in range(others):
                publisher.pressed(ChatKey("fake", str(number)), "1", "other")
            await publisher.publish(code)
            await publisher.idle()
            assert [each.message for each in await place.store.boards(code)] == [shown]
