"""The points of a chat's season: a pure function of its rated games.

A game brings the share of the people on other sides who finished behind, times 100. Somebody met in the seven days
before counts half. The best twelve games count. One opponent brings no more than their part of twelve games, or two
thirds of one, so that a few people who let one of them win lift nobody far (`tools/rings.py`). Bots count for nobody.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import inf

from data.records import PersonKey
from data.result_records import COMPUTER
from data.season_records import SeasonGame, SeasonSeat

BEST = 12
"""The number of games that count, the best ones."""
LEAST = Fraction(2, 3)
"""The least that one opponent can bring, as part of a game. A whole one lifts a ring of six above people who play
once a week."""
PEOPLE, GAMES = 3, 6
"""The least number of people and of games of a season; with fewer it runs on."""
WEEK = 7 * 86400.0
"""Seconds in which a second game against somebody counts half."""
SHOWN = 3
"""The number of games from which a season is shown."""
_WHOLE = 100


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """Somebody's place from 1, shared on a complete tie, their points in hundredths, and all their games."""

    place: int
    player: PersonKey
    points: int
    games: int
    captures: int

    @property
    def shown(self) -> int:
        """The points as people read them."""
        return round(self.points / _WHOLE)


@dataclass(slots=True)
class _Player:
    """What is known of somebody while a season's games are counted."""

    brought: list[Fraction] = field(default_factory=list)
    met: dict[PersonKey, float] = field(default_factory=dict)
    beaten: defaultdict[PersonKey, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    games: int = 0
    captures: int = 0

    @property
    def points(self) -> Fraction:
        return sum(sorted(self.brought, reverse=True)[:BEST], Fraction()) * _WHOLE

    def add(self, at: float, others: Sequence[PersonKey], behind: Collection[PersonKey], most: Fraction) -> None:
        """Count a game that ended at a time; in all, an opponent brings at most this part of a game, or games."""
        brought = Fraction()
        for other in others:
            again = at - self.met.get(other, -inf) < WEEK
            self.met[other] = at
            if other in behind:
                share = min(Fraction(1, len(others) * (1 + again)), most - self.beaten[other])
                self.beaten[other] += share
                brought += share
        self.brought.append(brought)


def standing(games: Sequence[SeasonGame], without: Collection[PersonKey] = ()) -> list[SeasonRow]:
    """Return everybody who played from the chat, the best first.

    The games are in order. People in `without` get no row, and still count as opponents. Equal points are decided by
    the games between those with them, then by fewer games, else they share the place.
    """
    players, most = dict[PersonKey, _Player](), most_of_one(games)
    for game in games:
        for one in people_of(game):
            own = [seat for seat in game.seats if seat.player == one]
            if not any(seat.here for seat in own):
                continue
            others = _others(game, one)
            if not others:
                continue
            player, own_place = players.setdefault(one, _Player()), _place(game, one)
            player.add(game.at, others, [other for other in others if _place(game, other) > own_place], most)
            player.games += 1
            player.captures += sum(seat.captures for seat in own)
    return _placed({one: player for one, player in players.items() if one not in without}, games)


def most_of_one(games: Sequence[SeasonGame]) -> Fraction:
    """Return how many games against one opponent can count: an even part of the best, and `LEAST`."""
    people = {one for game in games for one in people_of(game) if _others(game, one)}
    return max(LEAST, Fraction(BEST, max(1, len(people) - 1)))


def is_enough(games: Sequence[SeasonGame]) -> bool:
    """Return whether these games make a season: enough of them, by enough people of the chat."""
    if len(games) < GAMES:
        return False
    people = {one for game in games for one in people_of(game) if _is_here(game, one) and _others(game, one)}
    return len(people) >= PEOPLE


def _is_here(game: SeasonGame, player: PersonKey) -> bool:
    return any(seat.here for seat in game.seats if seat.player == player)


def people_of(game: SeasonGame) -> list[PersonKey]:
    """Return the people who count in a game, without those on two sides."""
    sides = dict[PersonKey, set[int]]()
    for seat in game.seats:
        if seat.counted and seat.player.platform != COMPUTER:
            sides.setdefault(seat.player, set()).add(seat.side)
    return [one for one, on in sides.items() if len(on) == 1]


def _others(game: SeasonGame, player: PersonKey) -> list[PersonKey]:
    """Return the people on the other sides."""
    own = {seat.side for seat in game.seats if seat.player == player}
    sides = {seat.player: seat.side for seat in game.seats}
    return [one for one in people_of(game) if one != player and sides[one] not in own]


def _place(game: SeasonGame, player: PersonKey) -> float:
    seats: Iterable[SeasonSeat] = [seat for seat in game.seats if seat.player == player]
    return inf if any(seat.left for seat in seats) else min(seat.place for seat in seats)


def _placed(players: dict[PersonKey, _Player], games: Sequence[SeasonGame]) -> list[SeasonRow]:
    """Return the rows in order, with their places."""
    points = {one: player.points for one, player in players.items()}
    won = dict.fromkeys(players, 0)
    for game in games:
        people = [one for one in people_of(game) if one in players]
        for one in people:
            equals = [other for other in _others(game, one) if other in points and points[other] == points[one]]
            own = _place(game, one)
            won[one] += sum((_place(game, other) > own) - (_place(game, other) < own) for other in equals)
    order = {one: (-points[one], -won[one], player.games) for one, player in players.items()}
    ranks = sorted(order.values())
    rows = [
        SeasonRow(
            1 + ranks.index(order[one]),
            one,
            round(points[one] * _WHOLE),
            player.games,
            player.captures,
        )
        for one, player in players.items()
    ]
    return sorted(rows, key=lambda row: (row.place, row.player.platform, row.player.user))
