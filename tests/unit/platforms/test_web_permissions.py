"""Who administers on the page: everybody, but no table that a person of their browser plays at."""

from __future__ import annotations

import pytest

from bot.platforms.web.identity import key_of
from bot.platforms.web.permissions import WebAuthority
from data.records import ChatKey, PersonKey
from data.result_records import FORMER

HERE = ChatKey("web", "den")
OURS, THEIRS = "0123456789abcdef", "fedcba9876543210"
ANA, BRO, EVE = key_of(OURS, 1), key_of(OURS, 2), key_of(THEIRS, 1)


@pytest.mark.parametrize(
    ("players", "administers"),
    [
        ((), True),
        ((ANA,), False),
        ((BRO,), False),
        ((EVE, BRO), False),
        ((EVE,), True),
        ((PersonKey(FORMER, "0a"), PersonKey("telegram", ANA.user)), True),
    ],
)
async def test_nobody_administers_a_table_that_their_browser_plays_at(
    players: tuple[PersonKey, ...], administers: bool
) -> None:
    assert await WebAuthority().is_admin(HERE, ANA, players) is administers


async def test_nobody_of_another_platform_administers() -> None:
    assert not await WebAuthority().is_admin(HERE, PersonKey("telegram", "1"))
