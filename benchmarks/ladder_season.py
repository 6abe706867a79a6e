"""Rated games that were never played, stored in bulk: people of small circles, who now and then play with others."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from itertools import count, islice

from bot.cli.copying import shapes
from bot.core.rankings.ratings import Skill
from data.records import PersonKey
from data.result_records import ResultRecord, ResultSeat
from data.roles.result_rows import result_values, seat_values
from data.roles.rows import Row, Value
from data.store import Store

LADDER = ("parchis", "dice")
BEGAN, EVERY = 1_700_000_000.0, 60.0
"""When the first game ended, and how many seconds later each next one."""
CIRCLE, ABROAD = 10, 0.1
"""People who know each other, and the share of seats that somebody else takes."""
GAMES_EACH = 40
"""Games of a player on average."""
_PAGE = 5000
_SEQ = count(1)
_GAME, _PLAYER = re.compile(r"g\d{7}"), re.compile(r"p\d+")
_SHAPES = {shape.name: shape for shape in shapes()}


class Season:
    """Invents games; the same seed gives the same ones."""

    def __init__(self, players: int, seed: int = 1) -> None:
        self._luck = random.Random(seed)
        self._players = players

    def game(self, table: str, at: float) -> ResultRecord:
        """Invent a game of two or four that ended at a moment; the better player more often wins."""
        luck = self._luck
        first = luck.randrange(self._players)
        circle = first - first % CIRCLE
        seats = {first}
        size = min(luck.choice((2, 2, 2, 4, 4)), self._players)
        while len(seats) < size:
            near = min(circle + luck.randrange(CIRCLE), self._players - 1)
            seats.add(luck.randrange(self._players) if luck.random() < ABROAD else near)
        order = sorted(seats, key=lambda one: luck.gauss(one * 7919 % 101 / 50, 1), reverse=True)
        sat = tuple(
            ResultSeat(PersonKey("web", f"p{one}"), side, place, left=place == size and luck.random() < 0.05)
            for side, (place, one) in enumerate(enumerate(order, start=1))
        )
        return ResultRecord(table, *LADDER, at, True, 300, sat)


def players_of(games: int) -> int:
    return max(CIRCLE * 2, games * 14 // 5 // GAMES_EACH)


def history(games: int) -> Iterator[ResultRecord]:
    """Invent the games of a ladder, in order."""
    season = Season(players_of(games))
    return (season.game(f"g{number:07}", BEGAN + EVERY * number) for number in range(games))


async def fill(store: Store, results: Iterator[ResultRecord]) -> None:
    """Store results with their tables, without ratings."""
    while page := list(islice(results, _PAGE)):
        await add_tables(store, [result.table for result in page])
        await store.add_page(_SHAPES["results"], [_row("results", result_values(result)) for result in page])
        seats = [_row("result_seats", values) for result in page for values in seat_values(result)]
        await store.add_page(_SHAPES["result_seats"], seats)


async def multiply(store: Store, games: int, times: int) -> None:
    """Store copies of a folded ladder, each with other people: a larger ladder in minutes, where folding takes hours.

    The people of a copy meet each other only, until more games are added.
    """

    def copied(name: str, value: Value, number: int) -> Value:
        if name == "seq":
            return next(_SEQ)
        if isinstance(value, str) and _GAME.fullmatch(value):
            return f"{value}c{number}"
        if isinstance(value, str) and _PLAYER.fullmatch(value):
            return f"p{int(value[1:]) + number * players_of(games)}"
        return value

    for shape in _SHAPES.values():
        after, rows = None, list[Row]()
        while page := await store.page(shape, after, _PAGE):
            rows += page
            after = shape.key_of(page[-1])
        for number in range(1, times):
            copies = [[copied(*item, number) for item in zip(shape.columns, row, strict=True)] for row in rows]
            for first in range(0, len(copies), _PAGE):
                await store.add_page(shape, copies[first : first + _PAGE])


async def add_tables(store: Store, names: Sequence[str]) -> None:
    """Store tables whose game is over."""
    values: dict[str, Value] = {
        **dict.fromkeys(("snapshot", "anchor", "result", "due"), None),
        **dict.fromkeys(("version", "plies", "created", "updated", "owed", "back"), 0),
        "seed": bytes(32), "platform": "web", "thread": "", "game": LADDER[0], "host_platform": "web",
        "host_user": "p0", "rules": "{}", "teams": "null", "options": "{}", "status": "over",
    }  # fmt: skip
    rows = [_row("tables", values | {"id": name, "chat": name[:4], "seq": next(_SEQ)}) for name in names]
    await store.add_page(_SHAPES["tables"], rows)


async def add_players(store: Store, players: int) -> None:
    """Store ratings on the leaderboard of all chats, of a ladder without games."""
    luck = random.Random(1)
    shape = _SHAPES["ratings"]
    for first in range(0, players, _PAGE):
        rows = []
        for number in range(first, min(first + _PAGE, players)):
            mu, sigma = luck.gauss(27, 3), luck.uniform(3, 5)
            values: dict[str, Value] = {
                "game": "palma", "family": "classic", "platform": "web", "user": f"p{number}", "mu": mu,
                "sigma": sigma, "points": Skill(mu, sigma).points, "games": 20, "wins": 9, "people": 6, "shared": 1,
                "hidden": 0, "listed": 0, "sorted_by": f"0player {number}",
                "first_at": 1.0, "last_at": 2.0, "latest_at": 2.0, "latest_table": "x", "version": 1,
            }  # fmt: skip
            rows.append([values[name] for name in shape.columns])
        await store.add_page(shape, rows)
        people = [["web", f"p{number}", f"Player {number}", None, "{}"] for number in range(first, first + len(rows))]
        await store.add_page(_SHAPES["people"], people)


def _row(table: str, values: dict[str, Value]) -> Row:
    return [values["table" if name == "table_id" else name] for name in _SHAPES[table].columns]
