"""Judges the stock of puzzles again: keeps those that are still puzzles, and makes others for the rest."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from itertools import repeat

from bot.core.games.puzzle_stock import StockPuzzle
from engine import catalog
from engine.players.puzzles import riddle
from tools.puzzles.self_play import KINDS, Kind, of_kind, opening_of

_KIND = ("game", "rules", "seats", "teams")


def rechecked(puzzles: Iterable[StockPuzzle], seed: int) -> list[StockPuzzle]:
    """Return the puzzles that survive, as they are judged today, and new ones of the same kinds."""
    with ProcessPoolExecutor() as pool:
        kept = [puzzle for puzzle in pool.map(judged, puzzles, chunksize=8) if puzzle is not None]
        held = Counter(_kind(puzzle.game, puzzle.line) for puzzle in kept)
        missing = [replace(kind, count=max(0, kind.count - held[_kind_of(kind)])) for kind in KINDS]
        more = [puzzle for made in pool.map(of_kind, missing, repeat(seed)) for puzzle in made]
    lines = {puzzle.line for puzzle in kept}
    found = [*kept, *(puzzle for puzzle in more if puzzle.line not in lines)]
    random.Random(seed).shuffle(found)
    return found


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
