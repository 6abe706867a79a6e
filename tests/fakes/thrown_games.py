"""Games of Ana and Bea in which throws are pressed, or come by themselves."""

from __future__ import annotations

import random

from bot.core.domain.table import StartedTable
from engine.game import TurnKind
from tests.fakes.room import ANA, BEA, Room

PEOPLE = [ANA, BEA]
GAMES = ["/play parchis", "/play parchis diceless", "/play palma rated=no", "/play parchis italian seats=Y,R"]


async def begun(place: Room, line: str, *, alone: bool = False) -> str:
    """Begin a game between Ana and Bea; bots take what is free."""
    code = await place.opened(line)
    if not alone:
        await place.say(BEA, f"/join {code}")
    await place.click(ANA, "tart")
    return code


async def game(place: Room, code: str) -> StartedTable:
    table = await place.table(code)
    assert isinstance(table, StartedTable)
    return table


async def step(place: Room, code: str, rng: random.Random) -> bool:
    """Press something for the player to act; return whether there was one."""
    who = await place.actor(code, PEOPLE)
    if who is None:
        return False
    tokens = [token for token in place.board(code).tokens if not token.endswith(".rollon")]
    outcome = await place.press(who, rng.choice(tokens))
    assert outcome.notice is None, outcome.notice.plain
    return True


def is_choice(table: StartedTable) -> bool:
    return table.match.turn.kind is TurnKind.CHOOSE and len(table.match.legal) > 1
