"""Play a person among bots up to the press after which all of these have their turns."""

from __future__ import annotations

import random

from bot.core.domain.table import StartedTable
from engine.game import TurnKind
from tests.fakes.messenger import Message
from tests.fakes.room import ANA, Room


async def begun(place: Room, line: str = "/play parchis", *, pause: str | None = "calm") -> str:
    """Begin a game of Ana's among bots, whose turns are shown with these pauses; return its code."""
    if pause is not None:
        await place.say(ANA, f"/settings pause={pause}")
    code = await place.opened(line)
    await place.click(ANA, "tart")
    return code


async def before_bots(place: Room, code: str) -> tuple[Message, str]:
    """Play until Ana's next press ends her turn, after which all bots have theirs; return the board and that press.

    A throw of 1 to 4 with everybody at home, or a move after which nothing is left to throw, is such a press: it is
    tried at a table of the same moves.
    """
    rng = random.Random(1)
    for _ in range(200):
        table = await game(place, code)
        board = place.board(code)
        if table.match.turn.kind is TurnKind.CHOOSE:
            for token in board.tokens:
                if table.match.play(token.split(":")[-1]).plies[-1].ends_turn:
                    return board, token
        await place.press(ANA, rng.choice(board.tokens), board.id)
    raise AssertionError("no turn ever ended")


async def game(place: Room, code: str) -> StartedTable:
    """Return a game as it is stored."""
    table = await place.table(code)
    assert isinstance(table, StartedTable)
    return table
