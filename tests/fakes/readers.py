"""Show tables to several people, each in a chat of their own."""

from __future__ import annotations

import random

from bot.core.messages.requests import Person
from data.records import ChatKey
from engine.game import TurnKind
from tests.fakes.room import ANA, Room


async def game(place: Room, line: str, others: dict[Person, ChatKey]) -> str:
    code = await place.opened(line)
    for other, chat in others.items():
        await place.say(other, f"/join {code}", chat)
    await place.say(ANA, f"/start {code}")
    return code


async def on(place: Room, code: str, who: Person, chats: dict[Person, ChatKey]) -> None:
    """Play on, several turns of everybody's, until it is somebody's turn after another's."""
    rng = random.Random(7)
    for _ in range(400):
        table = await place.table(code)
        assert table.match is not None
        now = await place.acting(code, list(chats))
        turn, chosen = table.match.turn, [move.seat for move in table.log if "+" in move.move]
        fresh = turn.kind is TurnKind.THROW and {turn.seat}.isdisjoint(move.seat for move in table.log[-1:])
        if now == who and fresh and min(map(chosen.count, range(len(chats)))) > 1:
            return
        (board,) = place.live(code, chats[now])
        await place.press(now, rng.choice(board.tokens), board.id, chats[now])
    raise AssertionError("that never came")
