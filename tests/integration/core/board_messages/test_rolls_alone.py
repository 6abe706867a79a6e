"""Automatic rolls, in each way of keeping a board in view."""

from __future__ import annotations

import random

import pytest

from engine.game import TurnKind
from tests.fakes.room import ANA, BEA, CHAT, room

PRESSES = 30


@pytest.mark.parametrize("board", ["follow", "calm", "fixed"])
async def test_people_press_only_to_choose_however_the_board_is_kept(board: str) -> None:
    async with room() as place:
        await place.say(ANA, f"/settings board={board}")
        for who in (ANA, BEA):
            await place.say(who, "/profile rolls=self")
        code = await place.opened("/play parchis", BEA)
        await place.click(ANA, "Start with bots")
        before, rng = len(place.messenger.of(CHAT)), random.Random(1)
        for _ in range(PRESSES):
            actor = await place.acting(code, [ANA, BEA])
            table = await place.table(code)
            assert table.match is not None
            assert table.match.turn.kind is TurnKind.CHOOSE
            assert len(table.match.game.moves(table.match.state)) > 1
            shown = place.board(code)
            await place.press(actor, rng.choice(shown.tokens), shown.id)
        posted = len(place.messenger.of(CHAT)) - before
        assert posted <= (PRESSES if board == "follow" else 1)
        assert place.board(code).screen.text.plain.endswith("Which piece?")
