"""What can go wrong when rules are applied; each error has the code of the line protocol."""

from __future__ import annotations


class EngineError(ValueError):
    """Base of all errors the engine raises on purpose; `code` is the protocol's word for it."""

    code = "bad_request"


class BadRules(EngineError):
    """Rules, seats or teams that the rule book does not allow."""

    code = "bad_rules"


class BadPosition(EngineError):
    """A position that cannot be, or a text that is not one."""

    code = "bad_position"


class IllegalMove(EngineError):
    """A move that the rules do not allow now."""

    code = "illegal_move"


class BadNotation(EngineError):
    """A text that is no game; `line` counts from 1, and `header` names the header that is wrong, if one is."""

    def __init__(self, line: int, why: str, header: str = "") -> None:
        super().__init__(f"line {line}: {why}")
        self.line = line
        self.header = header


class GameOver(EngineError):
    """A move in a game that has ended."""

    code = "game_over"


LONGEST_ECHO = 80


def echo(value: object) -> str:
    """Quote a value for an error message, never with more than 80 characters of it: it may be of any length."""
    return clipped(repr(value))


def clipped(text: str) -> str:
    """Cut a text of any length to 80 characters for an error message."""
    return text if len(text) <= LONGEST_ECHO else f"{text[: LONGEST_ECHO - 1]}…"
