"""Badges: small honours for a person's games, each a figure of them that has to be reached."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.core.games.palma.profile import PALMA
from bot.core.games.parchis.profile import PARCHIS
from bot.core.i18n.translator import N_
from bot.core.rankings.player_games import PlayedGame, games_of
from data.result_records import PlayedSeat

Games = Sequence[PlayedGame]


@dataclass(frozen=True, slots=True)
class Badge:
    """A badge: its name, the reason for it, how far games (oldest first) have come, and how far it takes.

    `tells`: people understand the figure.
    """

    name: str
    told: str
    reached: Callable[[Games], int]
    needed: int = 1
    tells: bool = True

    def earned(self, games: Games) -> bool:
        return self.reached(games) >= self.needed


@dataclass(frozen=True, slots=True)
class Progress:
    """How far somebody is with a badge, and the game that earned it; None while it isn't earned."""

    badge: Badge
    reached: int
    game: PlayedGame | None


def _most(figure: Callable[[PlayedGame], int], *, won: bool = False) -> Callable[[Games], int]:
    return lambda games: max((figure(game) for game in games if game.won or not won), default=0)


def _won(games: Games) -> int:
    return sum(game.won for game in games)


def _in_a_row(games: Games) -> int:
    most = run = 0
    for game in games:
        run = run + 1 if game.won else 0
        most = max(most, run)
    return most


def _lucky(games: Games) -> int:
    return int(any(game.throws >= 50 and 4 * game.sixes >= game.throws for game in games))


BADGES = (
    Badge(N_("First laurels"), N_("won a game"), _won),
    Badge(N_("Hat trick"), N_("won three games in a row"), _in_a_row, 3),
    Badge(
        N_("Comeback"),
        N_("won from half the distance behind"),
        _most(lambda game: game.behind, won=True),
        50,
        tells=False,
    ),
    Badge(
        N_("Hunter"), N_("ten captures in one game, no matter whose pieces"), _most(lambda game: game.captures), 10
    ),
    Badge(
        N_("Untouched"),
        N_("won at Parchís without losing a piece"),
        lambda games: _won([game for game in games if game.game == PARCHIS.name and game.losses == 0]),
    ),
    Badge(N_("Seven-league boots"), N_("sixty steps in one turn"), _most(lambda game: game.longest), 60),
    Badge(N_("Lucky hand"), N_("one roll in four gave another (in 50 rolls or more)"), _lucky),
    Badge(
        N_("All-rounder"),
        N_("won a game of Parchís and one of Palma"),
        lambda games: len({game.game for game in games if game.won} & {PARCHIS.name, PALMA.name}),
        2,
    ),
    Badge(
        N_("Good sport"),
        N_("lost ten games without leaving"),
        lambda games: sum(not game.won and not game.left for game in games),
        10,
    ),
    Badge(N_("Regular"), N_("fifty games played to the end"), lambda games: sum(not game.left for game in games), 50),
    Badge(
        N_("Globetrotter"),
        N_("games in three chats"),
        lambda games: len({(game.chat.platform, game.chat.chat) for game in games}),
        3,
    ),
)


def earned(games: Games) -> tuple[Badge, ...]:
    """Return the badges that these games have earned; games with too little play earn none."""
    counted = [game for game in games if game.counted]
    return tuple(badge for badge in BADGES if badge.earned(counted))


def progress(games: Games) -> tuple[Progress, ...]:
    """Return how far somebody is with each badge; more games never take one away."""
    counted = [game for game in games if game.counted]
    found = []
    for badge in BADGES:
        at = bisect_left(range(len(counted) + 1), True, key=lambda many: badge.earned(counted[:many]))
        game = counted[at - 1] if 0 < at <= len(counted) else None
        found.append(Progress(badge, min(badge.reached(counted), badge.needed), game))
    return tuple(found)


def brought_by(table: str, played: Sequence[PlayedSeat]) -> tuple[Badge, ...]:
    """Return the new badges of a game: those that `played` has earned, but not without it."""
    had = earned(games_of(seat for seat in played if seat.table != table))
    return tuple(badge for badge in earned(games_of(played)) if badge not in had)
