"""People of one account, such as those who share a browser, are one player for the rankings."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.core.domain.forgetting import without
from bot.core.domain.table import Table
from bot.core.domain.table_values import RatingBarrier
from data.records import PersonKey
from data.result_records import FORMER
from tests.fakes.word_tables import lobby

ANA, BEA = PersonKey("web", "0123456789abcdef-1"), PersonKey("web", "0123456789abcdef-2")
CAI, DAN = PersonKey("web", "fedcba9876543210-1"), PersonKey("telegram", "42")
FOUR = ("Y", "B", "R", "G")


def table_of(*people: PersonKey | None, teams: tuple[tuple[int, ...], ...] | None = None) -> Table:
    """A rated table at which these people sit, bots in the other seats."""
    table = lobby(names=tuple(None if person is None else "x" for person in people), seats=FOUR[: len(people)])
    seats = tuple(replace(seat, person=person) for seat, person in zip(table.seats, people, strict=True))
    return replace(table, seats=seats, teams=teams, options=replace(table.options, rated=True))


@pytest.mark.parametrize(
    ("user", "account"), [("abc-1", "abc"), ("abc-12", "abc"), ("42", "42"), ("ana", "ana"), ("-1", "-1")]
)
def test_an_account_is_what_several_people_share(user: str, account: str) -> None:
    assert PersonKey("web", user).account == account


def test_two_people_of_a_browser_against_each_other_are_not_rated() -> None:
    for people in ((ANA, BEA), (ANA, BEA, CAI), (ANA, None, BEA, DAN)):
        table = table_of(*people)
        assert table.rating_barrier is RatingBarrier.ONE_ACCOUNT
        assert not table.is_rated
    assert table_of(ANA, CAI).is_rated
    assert table_of(ANA, DAN).is_rated
    assert table_of(ANA, CAI, BEA, DAN, teams=((0, 2), (1, 3))).is_rated, "they play together"


def test_a_game_does_not_come_to_count_when_one_of_them_is_forgotten() -> None:
    table, alias = table_of(ANA, BEA, CAI), PersonKey(FORMER, "0011223344556677")
    after = without(table, BEA, alias)
    seats = tuple(replace(seat, person=alias) if seat.person == BEA else seat for seat in after.seats)
    assert not replace(after, seats=seats).is_rated
    assert without(table_of(ANA, CAI), CAI, alias).options.rated
