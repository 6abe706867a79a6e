"""Computer players by name, each level of a fixed strength (docs/strength.md)."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from engine.errors import EngineError, IllegalMove
from engine.game import Game, Move
from engine.players.beginner import BeginnerPlayer
from engine.players.evaluation import EVALUATIONS, MASTERS
from engine.players.greedy import GreedyPlayer
from engine.players.lapses import LapsesOf, palma_lapses, parchis_lapses
from engine.players.lookahead_player import LookaheadPlayer
from engine.players.mixed_player import MixedPlayer
from engine.players.palma_evaluation import palma_value
from engine.players.parchis_evaluation import parchis_value
from engine.players.player import Player, Value
from engine.players.random_player import RandomPlayer
from engine.players.styles import STYLES, Style

_VALUES: Final[dict[str, Value]] = {"palma": palma_value, "parchis": parchis_value}
_LAPSES: Final[dict[str, LapsesOf]] = {"palma": palma_lapses, "parchis": parchis_lapses}

CASUAL: Final = GreedyPlayer(_VALUES)

PLAYERS: Final[dict[str, Player]] = {
    player.name: player
    for player in (
        BeginnerPlayer(_VALUES, _LAPSES),
        CASUAL,
        LookaheadPlayer(EVALUATIONS, "strong", plies=1),
        LookaheadPlayer(MASTERS, "master", plies=2),
    )
}
"""From the weakest to the strongest."""

FORMER: Final[dict[str, Player]] = {"random": RandomPlayer(), "greedy": CASUAL}
"""Players by names that older games have stored."""


SWIFT: Final = "strong"
"""The strongest level that is fast enough to wait for."""


class UnknownPlayer(EngineError):
    """No player has this name."""


def levels() -> tuple[str, ...]:
    """Return the names of all levels, from the weakest to the strongest."""
    return tuple(PLAYERS)


def styles() -> tuple[str, ...]:
    """Return the names of all styles that a level may have."""
    return tuple(STYLES)


def everybody() -> tuple[str, ...]:
    """Return the names of all players, former ones included."""
    return (*PLAYERS, *FORMER)


LADDER: Final = ("random", *PLAYERS)
"""The players between which there are mixtures, from the weakest to the strongest."""
_MIXED: Final = re.compile(r"([a-z]+)\+([1-9][0-9]?)")


def mixed(weak: str, share: int) -> str:
    """Return the name of a player that makes `share` of 100 choices like the next one above `weak` on the ladder."""
    return f"{weak}+{share}"


def styled(level: str, style: str) -> str:
    """Return the name of a player of this level, or mixture, with a style; without one if it is empty."""
    return f"{level}-{style}" if style else level


def style_of(name: str) -> str:
    """Return the style of a player, or an empty text."""
    style = name.rpartition("-")[2]
    return style if style in STYLES and style != name else ""


def plain(name: str) -> str:
    """Return a player's name without its style."""
    return name[: -len(style) - 1] if (style := style_of(name)) else name


@lru_cache(maxsize=512)
def parts(name: str) -> tuple[str, str, int] | None:
    """Return the two players that one is a mixture of, with the stronger one's share of 100; None for others.

    A style makes no difference.
    """
    found = _MIXED.fullmatch(plain(name))
    if found is None or found[1] not in LADDER[:-1]:
        return None
    return found[1], LADDER[LADDER.index(found[1]) + 1], int(found[2])


def exists(name: str) -> bool:
    """Return whether there is a player with this name, former ones, mixtures and styles included."""
    return plain(name) in PLAYERS or name in FORMER or parts(name) is not None


def player(name: str) -> Player:
    """Return the player with this name, former ones, mixtures and styles included; raises UnknownPlayer."""
    style = style_of(name)
    if (mixture := parts(name)) is not None:
        weak, strong, share = mixture
        weakest = weak if weak in FORMER else styled(weak, style)
        return MixedPlayer(player(weakest), player(styled(strong, style)), share)
    if style and (found := PLAYERS.get(plain(name))) is not None:
        return _with_style(found, STYLES[style])
    found = PLAYERS.get(name) or FORMER.get(name)
    if found is None:
        raise UnknownPlayer(f"no player is called {name[:40]!r}; there are {', '.join(everybody())}")
    return found


def _with_style(found: Player, style: Style) -> Player:
    """Return a player with a style, if it can have one."""
    if not isinstance(found, BeginnerPlayer | GreedyPlayer | LookaheadPlayer):
        return found
    return replace(found, name=styled(found.name, style.name), style=style)


def chosen(level: str, game: Game[Any], line: str, luck: bytes) -> Move:
    """Return a level's move in a state from the game's `dump`, so that another process can choose it.

    The same `luck` gives the same move. Raises UnknownPlayer, BadPosition, and IllegalMove if the player breaks the
    rules.
    """
    state = game.load(line)
    rng = random.Random(luck)  # noqa: S311 - a choice between moves, not a secret
    moves = game.moves(state)
    move = player(level).choose(game, state, moves, rng)
    if move not in moves:
        raise IllegalMove(f"{level} plays {move[:20]!r}, which is not among its moves")
    return move


def in_haste(level: str) -> Player:
    """Return the player for a level without time to think: itself, or the strongest fast one."""
    offered, mixture = levels(), parts(level)
    level = plain(level) if mixture is None else mixture[0]
    slower = level in offered and offered.index(level) > offered.index(SWIFT)
    return player(SWIFT if slower else level)
