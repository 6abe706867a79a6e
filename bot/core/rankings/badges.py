"""Badges: small honours for a person's games, each a predicate over them."""

from __future__ import annotations

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
    """A badge: its name, the reason for it, and whether games (oldest first) have earned it."""

    name: str
    told: str
    earned: Callable[[Games], bool]


def _any(test: Callable[[PlayedGame], bool]) -> Callable[[Games], bool]:
    return lambda games: any(map(test, games))


def _won(games: Games) -> set[str]:
    return {game.game for game in games if game.won}


def _three_in_a_row(games: Games) -> bool:
    return any(all(game.won for game in games[at : at + 3]) for at in range(len(games) - 2))


BADGES = (
    Badge(N_("First laurels"), N_("won a game"), _any(lambda game: game.won)),
    Badge(N_("Hat trick"), N_("won three games in a row"), _three_in_a_row),
    Badge(
        N_("Comeback"),
        N_("won from half a lap behind"),
        _any(lambda game: game.won and game.behind >= 50),
    ),
    Badge(
        N_("Hunter"),
        N_("ten captures in one game"),
        _any(lambda game: game.captures >= 10),
    ),
    Badge(
        N_("Untouched"),
        N_("won at Parchís without losing a piece"),
        lambda games: PARCHIS.name in _won([game for game in games if game.losses == 0]),
    ),
    Badge(
        N_("Seven-league boots"),
        N_("sixty steps in one turn"),
        _any(lambda game: game.longest >= 60),
    ),
    Badge(
        N_("Lucky hand"),
        N_("one roll in four gave another (50 or more)"),
        _any(lambda game: game.throws >= 50 and 4 * game.sixes >= game.throws),
    ),
    Badge(
        N_("All-rounder"),
        N_("won a game of Parchís and one of Palma"),
        lambda games: _won(games) >= {PARCHIS.name, PALMA.name},
    ),
    Badge(
        N_("Good sport"),
        N_("lost ten games without leaving"),
        lambda games: sum(not game.won and not game.left for game in games) >= 10,
    ),
    Badge(
        N_("Regular"),
        N_("fifty games played to the end"),
        lambda games: sum(not game.left for game in games) >= 50,
    ),
    Badge(
        N_("Globetrotter"),
        N_("games in three chats"),
        lambda games: len({(game.chat.platform, game.chat.chat) for game in games}) >= 3,
    ),
)


def earned(games: Games) -> tuple[Badge, ...]:
    """Return the badges that these games have earned; games with too little play earn none."""
    counted = [game for game in games if game.counted]
    return tuple(badge for badge in BADGES if badge.earned(counted))


def brought_by(table: str, played: Sequence[PlayedSeat]) -> tuple[Badge, ...]:
    """Return the new badges of a game: those that `played` has earned, but not without it."""
    had = earned(games_of(seat for seat in played if seat.table != table))
    return tuple(badge for badge in earned(games_of(played)) if badge not in had)
