"""Bots with a style choose by it where moves are nearly equal, at each level and in each kind of table."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from statistics import fmean

from engine import catalog, players
from engine.parchis.state import State
from engine.players.player import Player
from engine.players.playout import computer_game
from engine.players.styles import STYLES

PARCHIS = catalog.game("parchis")


def positions() -> Iterator[State]:
    """Yield choices of a game between bots, which are less exposed than at random."""
    rng, duel = random.Random(4), PARCHIS.start({"preset": "spanish"}, ["Y", "R"])
    moves, _ = computer_game(PARCHIS, duel, [players.CASUAL] * 2, rng)
    for move in moves:
        if not PARCHIS.odds(duel) and len(PARCHIS.moves(duel)) > 1:
            yield duel
        duel = PARCHIS.apply(duel, move).state


def test_styles_show_in_what_bots_choose() -> None:
    choices = list(positions())
    for name, style in STYLES.items():
        counting = replace(players.CASUAL, style=replace(style, often=1.0))
        more, stronger = 0.0, 0.0
        for each in choices:
            equal = players.CASUAL.favourites(PARCHIS, each, PARCHIS.moves(each))
            usual = fmean(style.liking(each, after(each, move), each.seat) for move in equal)
            more += style.liking(each, chosen(counting, each), each.seat) - usual
            own, other = chosen(players.player(f"strong-{name}"), each), chosen(players.player("strong"), each)
            stronger += style.liking(each, own, each.seat) - style.liking(each, other, each.seat)
        assert more > 0 < stronger, name


def chosen(player: Player, state: State) -> State:
    return after(state, player.choose(PARCHIS, state, PARCHIS.moves(state), random.Random(1)))


def after(state: State, move: str) -> State:
    found: State = PARCHIS.apply(state, move).state
    return found


def test_names_say_level_and_style() -> None:
    assert players.styled("strong", "hunter") == "strong-hunter"
    assert (players.plain("casual+32-runner"), players.style_of("casual+32-runner")) == ("casual+32", "runner")
    assert (players.plain("strong"), players.style_of("strong"), players.style_of("hunter")) == ("strong", "", "")
    assert players.player("strong-hunter").name == "strong-hunter"
    for name in ("hunter", "strong-painter", "strong-hunter-runner", "random-hunter", "-hunter"):
        assert not players.exists(name)


def test_styles_play_whole_games_at_all_levels_and_make_no_difference_at_palma() -> None:
    for level, seats, teams in (
        ("beginner", ["YR", "BG"], None),
        ("strong", None, [[0, 2], [1, 3]]),
        ("random+50", ["Y", "R"], None),
    ):
        sitters = [players.player(f"{level}-{style}") for style in ("hunter", "builder", "runner", "hunter")]
        opening = PARCHIS.start({"preset": "quick"}, seats, teams)
        _, end = computer_game(PARCHIS, opening, sitters, random.Random(3))
        assert PARCHIS.result(end) is not None
    palma = catalog.game("palma")
    games = [
        computer_game(palma, palma.start({"preset": "classic"}), [players.player(name)] * 2, random.Random(5))
        for name in ("strong", "strong-hunter")
    ]
    assert games[0] == games[1]
