"""The cache keeps the tables that were used last, within its limit of bytes."""

from __future__ import annotations

from dataclasses import replace

from bot.core.domain.play import begin
from bot.core.domain.table import StartedTable, Table
from bot.core.services.table_cache import ENTRY, PACKED, PLY, TABLE, TableCache, weight
from data.records import ChatKey, MoveRecord, PersonKey, SeatRecord
from engine.match import Match
from engine.plies import Early, Resumed

SEATS = (SeatRecord("Y", PersonKey("p", "1"), "Ana"), SeatRecord("R", PersonKey("p", "2"), "Bea"))


def lobby(code: str, version: int = 0) -> Table:
    return Table(
        id=code,
        chat=ChatKey("p", "1"),
        game="parchis",
        host=PersonKey("p", "1"),
        seed=bytes(32),
        seats=SEATS,
        version=version,
    )


def played(code: str, plies: int) -> StartedTable:
    table = begin(lobby(code))
    moves: list[MoveRecord] = []
    match = table.match
    for ply in range(plies):
        moves.append(MoveRecord(ply, ply + 1, match.legal[0], match.turn.seat, None, 0.0))
        match = match.play(match.legal[0])
    return replace(table, match=match, log=tuple(moves))


def test_the_tables_used_last_are_kept_and_the_last_one_whatever_it_takes() -> None:
    cache = TableCache(3 * TABLE)
    for code in "abc":
        cache.keep(lobby(code))
    assert cache.get("a") == lobby("a")
    cache.keep(lobby("d"))
    assert cache.get("b") is None
    assert [code for code in "acd" if cache.get(code) is not None] == ["a", "c", "d"]
    assert cache.bytes == 3 * TABLE
    cache.keep(lobby("a", version=1))
    assert len(cache) == 3
    long = played("long", 40)
    cache.keep(long)
    assert cache.get("long") is long
    assert len(cache) == 1
    assert cache.bytes == weight(long) > 3 * TABLE


def test_what_is_dropped_gives_its_room_back() -> None:
    cache = TableCache()
    cache.keep(lobby("a"))
    cache.drop("a")
    cache.drop("a")
    assert (len(cache), cache.bytes, cache.get("a")) == (0, 0, None)


def test_a_game_weighs_what_of_it_has_been_played_in_memory() -> None:
    whole = played("a", 40)
    match = whole.match
    anchored = Match.resume(
        match.game, match.rules, match.seats, match.teams, [move.move for move in whole.log], match.anchor_at(30)
    )
    taken_up = replace(whole, match=anchored)
    cache = TableCache()
    cache.keep(taken_up)
    assert weight(whole) - cache.bytes == 30 * PLY
    tuple(anchored.plies)  # somebody looks back
    cache.get("a")
    assert cache.bytes == weight(whole)
    unread = replace(taken_up, log=Resumed(Early(30, lambda: whole.log[:30]), whole.log[30:]))
    assert weight(replace(unread, match=whole.match)) == weight(whole) - 30 * (ENTRY - PACKED)
    tuple(unread.log)
    assert weight(replace(unread, match=whole.match)) == weight(whole)
    back = match.take_back(5)
    assert weight(replace(whole, match=back)) == weight(whole), "what was taken back is kept too"
