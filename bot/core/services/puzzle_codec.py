"""Store a chat's puzzle: the only place that knows its JSON."""

from __future__ import annotations

import json

from bot.core.common.typed import misfit
from bot.core.domain.daily_puzzle import Puzzle
from data.event_records import PuzzleRecord
from data.records import ChatKey
from engine import catalog
from engine.errors import EngineError
from engine.players.reasons import Judged


def record_of(puzzle: Puzzle, chat: ChatKey, day: int, table: str | None) -> PuzzleRecord:
    """Encode a chat's puzzle of a day; `table` is its source, if it is one of the chat's games."""
    moves = [[judged.move, judged.chance] for judged in puzzle.ranking]
    body = {"game": puzzle.game, "line": puzzle.line, "moves": moves, "played": puzzle.played}
    return PuzzleRecord(chat, day, json.dumps(body), table)


def puzzle_of(record: PuzzleRecord) -> Puzzle | None:
    """Decode a puzzle; None if it can't be read."""
    try:
        return puzzle_in(record.body)
    except (ValueError, KeyError, TypeError, EngineError):
        return None


def puzzle_in(body: str) -> Puzzle:
    """Decode the body of a puzzle; raises ValueError, KeyError, TypeError or EngineError."""
    stored = json.loads(body)
    ranking = tuple(Judged(str(move), float(chance)) for move, chance in stored["moves"])
    puzzle = Puzzle(stored["game"], stored["line"], ranking, stored["played"])
    if (part := misfit(puzzle, Puzzle)) is not None:
        raise ValueError(f"its {part} makes no sense")
    game = catalog.game(puzzle.game)
    moves = set(game.moves(game.load(puzzle.line)))
    if not ranking or {judged.move for judged in ranking} - moves or not all(0 <= one.chance <= 1 for one in ranking):
        raise ValueError("one of its moves is illegal in its position")
    return puzzle
