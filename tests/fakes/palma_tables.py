"""Make tables of Palma, and press on them."""

from __future__ import annotations

import random

from tests.fakes.room import ANA, BEA, Room


async def palma(place: Room) -> str:
    """Begin a game between two who throw by hand for good, so that nothing is offered to them."""
    for who in (ANA, BEA):
        await place.say(who, "/profile rolls=each")
    return await place.started("/play palma first=D", BEA)


async def press_on(place: Room, code: str, rng: random.Random) -> None:
    """Press a button of the board for the player to act."""
    who = await place.acting(code, [ANA, BEA])
    (board,) = place.live(code)
    await place.press(who, rng.choice(board.tokens), board.id)
