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


class GameOver(EngineError):
    """A move in a game that has ended."""

    code = "game_over"
