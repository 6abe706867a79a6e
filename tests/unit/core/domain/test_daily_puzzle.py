"""Which day it is in a chat, when its puzzle comes, which one it is, and how long a streak lasts."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest

from bot.core.domain.chat_settings import ChatSettings
from bot.core.domain.daily_puzzle import Puzzle, day_of, lasting, next_post, turn_of
from bot.core.games.puzzle_stock import stock
from data.event_records import StreakRecord
from data.records import ChatKey
from engine.players.reasons import Judged

MADRID = ZoneInfo("Europe/Madrid")
NOON = datetime(2026, 11, 23, 12, tzinfo=UTC).timestamp()


def test_the_day_is_that_of_the_chats_own_clock() -> None:
    today = (datetime(2026, 11, 23, tzinfo=UTC) - datetime(1970, 1, 1, tzinfo=UTC)).days
    evening = datetime(2026, 11, 23, 23, 30, tzinfo=UTC).timestamp()
    assert day_of(NOON, ChatSettings()) == day_of(evening, ChatSettings()) == today
    assert day_of(evening, ChatSettings(zone="Europe/Madrid")) == today + 1
    assert day_of(NOON, ChatSettings(zone="+14")) == today + 1
    assert day_of(NOON, ChatSettings(zone="-13")) == today - 1
    assert day_of(0.0, ChatSettings()) == 0


@pytest.mark.parametrize("zone", [None, "Europe/Madrid", "+5:30", "-3:30"])
def test_the_next_one_comes_at_its_hour_today_or_tomorrow(zone: str | None) -> None:
    settings = ChatSettings(puzzle=9, zone=zone)
    due = next_post(settings, NOON)
    assert due is not None
    assert NOON < due <= NOON + 86400
    known = {None: UTC, "Europe/Madrid": MADRID, "+5:30": timezone(timedelta(minutes=330))}
    there = known.get(zone, timezone(timedelta(minutes=-210)))
    assert datetime.fromtimestamp(due, there).strftime("%H:%M:%S") == "09:00:00"
    again = next_post(settings, due)
    assert again == due + 86400, "never the same moment once more"


def test_it_keeps_its_hour_when_clocks_are_changed() -> None:
    settings = ChatSettings(puzzle=9, zone="Europe/Madrid")
    due: float | None = datetime(2026, 10, 23, 12, tzinfo=UTC).timestamp()
    for _ in range(4):
        assert due is not None
        due = next_post(settings, due)
        assert due is not None
        assert datetime.fromtimestamp(due, MADRID).hour == 9
    missing = ChatSettings(puzzle=2, zone="Europe/Madrid")  # there is no such hour on 28 March 2027
    moment = datetime(2027, 3, 27, 12, tzinfo=UTC).timestamp()
    posts = []
    for _ in range(3):
        following = next_post(missing, moment)
        assert following is not None
        assert following > moment
        moment = following
        posts.append(day_of(moment, missing))
    assert posts == [posts[0], posts[0] + 1, posts[0] + 2], "one a day all the same"


def test_without_an_hour_it_never_comes() -> None:
    assert next_post(ChatSettings(), NOON) is None


def test_a_chat_has_no_puzzle_of_the_stock_twice_in_a_year_and_others_have_others() -> None:
    here, there = ChatKey("telegram", "-100"), ChatKey("telegram", "-100", "7")
    number = len(stock())
    assert len({turn_of(here, 20_000 + day) % number for day in range(366)}) == 366
    assert turn_of(here, 20_000) % number != turn_of(there, 20_000) % number
    assert turn_of(here, 20_000) == turn_of(ChatKey("telegram", "-100"), 20_000)


@pytest.mark.parametrize(
    ("last", "today", "days"), [(None, 10, 0), (10, 10, 4), (9, 10, 4), (8, 10, 0), (1, 10, 0), (11, 10, 4)]
)
def test_a_streak_lasts_until_a_day_was_missed(last: int | None, today: int, days: int) -> None:
    assert lasting(None if last is None else StreakRecord(last, 4, 9), today) == days


def test_what_is_nearly_as_good_is_right_too() -> None:
    ranking = (Judged("Y1+3", 0.5), Judged("Y2+3", 0.4905), Judged("Y3+3", 0.489), Judged("Y4+3", 0.3))
    assert Puzzle("parchis", "", ranking).right == ("Y1+3", "Y2+3")
