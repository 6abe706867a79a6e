"""A match of several games, over any row of results."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from bot.core.common.entropy import seeded
from bot.core.domain import series
from bot.core.domain.table import Table
from bot.core.domain.table_values import Series, TableResult
from data.records import ChatKey, PersonKey, SeatRecord, Status

ANA, BEA = PersonKey("web", "ana"), PersonKey("web", "bea")
PLACES = st.sampled_from([(1, 2), (2, 1), (1, 1)])
"""The first seat wins, the second, or nobody alone."""


def first_game(best: int) -> Table:
    table = Table(
        id="abc234", chat=ChatKey("web", "room"), game="palma", host=ANA, seed=bytes(32),
        seats=(SeatRecord("D", ANA, "Ana"), SeatRecord("J", BEA, "Bea")), rules={"preset": "classic"},
    )  # fmt: skip
    return series.begun(replace(table, links=replace(table.links, series=Series(best, 1, (0, 0)))), 1.0)


@given(st.sampled_from(series.BEST), st.lists(PLACES, min_size=7, max_size=7))
def test_a_match_ends_when_its_winner_is_known_and_not_before(best: int, results: list[tuple[int, int]]) -> None:
    table, wins = first_game(best), {ANA: 0, BEA: 0}
    for number, places in enumerate(results, 1):
        people = [seat.person for seat in table.seats]
        assert people == ([ANA, BEA] if number % 2 else [BEA, ANA])
        assert [seat.colours for seat in table.seats] == ["D", "J"]
        assert table.links.series is not None
        assert table.links.series.number == number <= best
        over = replace(table, status=Status.OVER, result=TableResult(places, ""))
        for person, place in zip(people, places, strict=True):
            wins[person] += place == 1 and places != (1, 1)
        assert dict(zip(people, series.score(over), strict=True)) == wins
        left, lead = best - number, abs(wins[ANA] - wins[BEA])
        assert series.goes_on(over) == (left > 0 and lead <= left)
        if not series.goes_on(over):
            return
        table = series.next_game(over, seeded("1"), 2.0)
        assert dict(zip([seat.person for seat in table.seats], table.links.series.wins, strict=True)) == wins
    raise AssertionError("more games than the match has")
