"""Errors of the rules, each with its code in the line protocol."""

from __future__ import annotations


class EngineError(ValueError):
    """Base class of the engine's own errors."""

    code = "bad_request"


class BadRules(EngineError):
    """Rules, seats or teams that the rule book does not allow."""

    code = "bad_rules"


class BadPosition(EngineError):
    """An impossible position, or text that is not a position."""

    code = "bad_position"


class IllegalMove(EngineError):
    """A move that is not legal now."""

    code = "illegal_move"


class BadNotation(EngineError):
    """Text that is not a game. `line` counts from 1; `header` names the bad header, if any."""

    def __init__(self, line: int, why: str, header: str = "") -> None:
        super().__init__(f"line {line}: {why}")
        self.line = line
        self.header = header


class GameOver(EngineError):
    """A move in a finished game."""

    code = "game_over"


LONGEST_ECHO = 80


def echo(value: object) -> str:
    """Return the repr of a value for an error message, at most 80 characters."""
    return clipped(repr(value))


def clipped(text: str) -> str:
    """Cut a text to 80 characters for an error message."""
    return text if len(text) <= LONGEST_ECHO else f"{text[: LONGEST_ECHO - 1]}…"
