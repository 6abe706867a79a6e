"""Matches of bots with a style against plain ones of their level: what it costs or brings, in rating points."""

from __future__ import annotations

import math
from ctypes import addressof

from engine.parchis.game import PARCHIS
from engine.players.lapses import PARCHIS as LAPSES
from engine.players.styles import STYLES
from tools.strength.matches import Lineup, interval, played
from tools.strength.simulator import Kind, Player, shipped_net

NUMBERS = {name: number for number, name in enumerate(STYLES, start=1)}
SEATINGS = {"duel": ["Y", "R"], "four seats": ["Y", "B", "R", "G"]}
SCALE, SIGMA, BETA = 20, 25 / 6, 25 / 6
"""Points by unit of the rating, a certain rating's deviation, and the luck in a game (docs/rankings.md)."""


def lineup(level: str, style: str = "") -> Lineup:
    """Return a fast level of the engine with dice, plain or with a style."""
    net = shipped_net("dice") if level == "strong" else None
    player = Player(kind=Kind[level.upper()], net=None if net is None else addressof(net))
    player.overlooks, player.heedless = round(100 * LAPSES.overlooks), round(100 * LAPSES.heedless)
    if style:
        player.style, player.often = NUMBERS[style], round(100 * STYLES[style].often)
        player.taste = STYLES[style].chance if level == "strong" else STYLES[style].steps
    return Lineup(player, net)


def points(wins: int, games: int, sides: int) -> tuple[float, float]:
    """Return how many rating points a share of wins lies above an equal player's, with half of its 95 % interval."""
    scale = SCALE * math.sqrt(sides * (SIGMA**2 + BETA**2))
    share = wins / games
    above = scale * math.log(share * (sides - 1) / (1 - share))
    return above, scale * interval(wins, games) / 100 / (share * (1 - share))


def show(games: int, seed: int) -> None:
    """Print the rating of each style above its level's, in duels and at tables of four."""
    print("one with a style among plain bots of its level: wins of 100, and rating points above theirs (95 %)")
    for level in ("beginner", "casual", "strong"):
        for style in STYLES:
            told = []
            for title, seats in SEATINGS.items():
                opening = PARCHIS.start({"preset": "spanish"}, seats)
                won, of = played(opening, lineup(level, style), lineup(level), games, seed)
                above, error = points(won, of, len(seats))
                told.append(f"{title} {100 * won / of:5.1f} {above:+6.1f} ± {error:.1f}")
            print(f"{level:9}{style:9}{'   '.join(told)}", flush=True)
