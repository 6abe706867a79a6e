"""How a chat's puzzle is stored: the one place that knows its JSON."""

from __future__ import annotations

import json
import logging

from bot.core.domain.daily_puzzle import Puzzle
from data.records import ChatKey
from data.result_records import PuzzleRecord
from engine.players.reasons import Judged

_log = logging.getLogger(__name__)


def record_of(puzzle: Puzzle, chat: ChatKey, day: int, table: str | None) -> PuzzleRecord:
    """Write a chat's puzzle of a day; `table` is the one whose game it is from, if it is one of the chat's own."""
    moves = [[judged.move, judged.chance] for judged in puzzle.ranking]
    body = {"game": puzzle.game, "line": puzzle.line, "moves": moves, "played": puzzle.played}
    return PuzzleRecord(chat, day, json.dumps(body), table)


def puzzle_of(record: PuzzleRecord) -> Puzzle | None:
    """Read a puzzle; None for one that cannot be read."""
    try:
        stored = json.loads(record.body)
        ranking = tuple(Judged(str(move), float(chance)) for move, chance in stored["moves"])
        return Puzzle(stored["game"], stored["line"], ranking, stored["played"])
    except (ValueError, KeyError, TypeError):
        _log.warning("the puzzle of day %s cannot be read", record.day)
        return None
