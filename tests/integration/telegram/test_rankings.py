"""Rankings on Telegram: a game is played, its end tells the ratings, and the leaderboard's buttons lead on."""

from __future__ import annotations

from tests.fakes.telegram_room import telegram_room
from tests.fakes.telegram_world import ANA, BEA, CAI


async def test_from_a_game_to_the_leaderboard_and_back() -> None:
    async with telegram_room() as room:
        code = await room.started("/play palma", BEA)
        await room.play_out(code, [ANA, BEA])
        ana, bea = sorted((await room.table(code)).gains, key=lambda gain: gain.person.user != str(ANA.id))
        (end,) = [one for one in room.server.of(room.group) if "Rating points: " in one.text]
        assert f"1000 → {ana.after}" in end.text
        assert f"1000 → {bea.after}" in end.text
        await room.say(CAI, "/leaderboard")
        board = room.server.of(room.group)[-1]
        first, second = (name for _, name in sorted([(-ana.after, "Ana"), (-bea.after, "Bea")]))
        assert board.text.startswith("Palma · this chat")
        assert board.text.index(first) < board.text.index(second)
        assert "Cai" not in board.text
        assert await room.click(BEA, "The last 7 days") is None
        assert "Bea: number 2 of 2" in room.server.of(room.group)[-1].text
        await room.click(BEA, "Parchís without dice")
        changed = room.server.of(room.group)[-1]
        assert changed.id == board.id
        assert "No rated games here yet." in changed.text
        await room.say(CAI, "/stats bea")
        assert "Bea in numbers" in room.server.of(room.group)[-1].text
        await room.say(CAI, "/stats nobody here")
        assert "Nobody called" in room.server.of(room.group)[-1].text
        assert room.server.refused == []
