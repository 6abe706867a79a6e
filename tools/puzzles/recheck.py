"""Judges the stock of puzzles again: keeps those that are still puzzles, and makes others for the rest."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from itertools import chain, repeat

from bot.core.games.puzzle_stock import StockPuzzle
from engine import catalog
from engine.players.puzzles import riddle
from tools.puzzles.self_play import KINDS, Kind, of_kind, opening_of

_KIND = ("game", "rules", "seats", "teams")


def rechecked(puzzles: Iterable[StockPuzzle], seed: int) -> list[StockPuzzle]:
    """Return the puzzles as they are judged today, and in place of those that fail new ones of the same kinds.

    The others keep their days. More come last, where kinds have too few.
    """
    present = list(puzzles)
    with ProcessPoolExecutor() as pool:
        found = list(pool.map(judged, present, chunksize=8))
        held = Counter(_kind(puzzle.game, puzzle.line) for puzzle in found if puzzle is not None)
        missing = [replace(kind, count=max(0, kind.count - held[_kind_of(kind)])) for kind in KINDS]
        more = dict(zip(map(_kind_of, KINDS), pool.map(of_kind, missing, repeat(seed)), strict=True))
    return filled(present, found, more)


def filled(
    present: Sequence[StockPuzzle], found: Sequence[StockPuzzle | None], more: Mapping[str, list[StockPuzzle]]
) -> list[StockPuzzle]:
    """Return what was found of each present puzzle, or else the next new one of its kind; then all that are left."""
    lines = {puzzle.line for puzzle in found if puzzle is not None}
    fresh = {kind: [puzzle for puzzle in made if puzzle.line not in lines] for kind, made in more.items()}
    kept = []
    for puzzle, today in zip(present, found, strict=True):
        others = fresh[_kind(puzzle.game, puzzle.line)]
        if today is not None or others:
            kept.append(today if today is not None else others.pop(0))
    return [*kept, *chain.from_iterable(fresh.values())]


def judged(puzzle: StockPuzzle) -> StockPuzzle | None:
    """Return a puzzle as it is judged today; None if it no longer is one."""
    game = catalog.game(puzzle.game)
    ranking = riddle(game, game.load(puzzle.line))
    return StockPuzzle(puzzle.game, puzzle.line, ranking) if ranking else None


def _kind(game: str, line: str) -> str:
    """Return what puzzles of a kind have in common."""
    position = json.loads(line)
    return json.dumps([game, *(position.get(key) for key in _KIND)], sort_keys=True)


def _kind_of(kind: Kind) -> str:
    return _kind(kind.game, catalog.game(kind.game).dump(opening_of(kind)))
