"""The puzzles that ship with the program: for more than a year, from many kinds of table.

They are positions from games between bots, made by `python -m tools.puzzles`. The file leaves out what follows from
their kind of table, and what is as at the start of a turn.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from engine import catalog
from engine.errors import BadPosition
from engine.players.reasons import Judged

FILE = "puzzle_stock.json.xz"
_KIND = ("game", "rules", "seats", "teams")
_WHOLE = 10_000
"""The resolution of stored chances."""


@dataclass(frozen=True, slots=True)
class StockPuzzle:
    """A position as its game's `dump` writes it, and its moves, the best first."""

    game: str
    line: str
    ranking: tuple[Judged, ...]


@cache
def stock() -> tuple[Mapping[str, Any], ...]:
    """Load all puzzles as in the file; it takes some milliseconds, once."""
    return read_stock(resources.files("bot.core.games").joinpath(FILE).read_bytes())


def read_stock(held: bytes) -> tuple[Mapping[str, Any], ...]:
    """Read what `write_stock` wrote: positions with the additional key `moves`."""
    stored = json.loads(lzma.decompress(held))
    return tuple({**stored["kinds"][kind], **position, "moves": moves} for kind, position, moves in stored["puzzles"])


def puzzle_at(number: int) -> StockPuzzle:
    """Return a puzzle by its number, modulo the number of puzzles."""
    position = dict(stock()[number % len(stock())])
    moves = position.pop("moves")
    game = catalog.game(position["game"])
    return StockPuzzle(
        game.name,
        game.dump(game.from_position(position)),
        tuple(Judged(move, parts / _WHOLE) for move, parts in moves),
    )


def write_stock(puzzles: Sequence[StockPuzzle]) -> bytes:
    kinds: list[dict[str, Any]] = []
    written = []
    for puzzle in puzzles:
        position = _shortened(puzzle)
        kind = {key: position.pop(key) for key in _KIND if key in position}
        if kind not in kinds:
            kinds.append(kind)
        moves = [[judged.move, round(judged.chance * _WHOLE)] for judged in puzzle.ranking]
        written.append([kinds.index(kind), position, moves])
    text = json.dumps({"kinds": kinds, "puzzles": written}, separators=(",", ":"))
    return lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME)


def _shortened(puzzle: StockPuzzle) -> dict[str, Any]:
    """Leave out the values of a position that are the defaults."""
    game = catalog.game(puzzle.game)
    position: dict[str, Any] = json.loads(puzzle.line)
    for key in [key for key in position if key not in (*_KIND, "pieces", "seat", "throw")]:
        shorter = {name: value for name, value in position.items() if name != key}
        try:
            same = game.dump(game.from_position(shorter)) == puzzle.line
        except BadPosition:
            continue
        if same:
            position = shorter
    return position
