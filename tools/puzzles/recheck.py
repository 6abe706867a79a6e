"""Judges the stock of puzzles again, and keeps those that are still puzzles."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor

from bot.core.games.puzzle_stock import StockPuzzle
from engine import catalog
from engine.players.puzzles import riddle


def kept(puzzles: Iterable[StockPuzzle]) -> list[StockPuzzle]:
    """Return the puzzles that survive, with their moves as they are judged today, on all processors."""
    with ProcessPoolExecutor() as pool:
        return [puzzle for puzzle in pool.map(judged, puzzles, chunksize=8) if puzzle is not None]


def judged(puzzle: StockPuzzle) -> StockPuzzle | None:
    """Return a puzzle as it is judged today; None if it no longer is one."""
    game = catalog.game(puzzle.game)
    ranking = riddle(game, game.load(puzzle.line))
    return StockPuzzle(puzzle.game, puzzle.line, ranking) if ranking else None
