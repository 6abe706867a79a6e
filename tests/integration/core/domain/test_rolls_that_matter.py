"""Which rolls are asked for: those that matter, by the table's tempo, by its chat, or as its host chooses."""

from __future__ import annotations

import random

import pytest

from bot.core.domain import play, throwing
from bot.core.domain.table import in_play
from bot.core.domain.table_values import Throws
from bot.core.features.export.game_export import export
from engine.game import TurnKind
from engine.verify import verify
from tests.fakes.room import ANA, BEA, room
from tests.fakes.thrown_games import GAMES, PEOPLE, begun, game, is_choice, step


@pytest.mark.parametrize("line", [*GAMES[:1], *GAMES[2:]])
async def test_a_roll_is_asked_for_only_if_it_may_lead_to_a_choice(line: str) -> None:
    async with room() as place:
        code, rng, rolled = await begun(place, f"{line} rolls=hand"), random.Random(1), 0
        while in_play(await place.table(code)) is not None:
            table = await game(place, code)
            match = table.match
            if match.turn.kind is TurnKind.THROW and throwing.turns_alone(table) < throwing.MOST_TURNS:
                after = [match.play(roll) for roll in match.legal]
                mine = [one for one in after if one.turn.seat == match.turn.seat]
                assert any(one.turn.kind is TurnKind.CHOOSE and len(one.legal) > 1 for one in mine)
                rolled += 1
            assert await step(place, code, rng)
        table = await game(place, code)
        asked = sum(move.automation is None for move in table.log)
        alone = sum(move.automation == play.BY_ITSELF for move in table.log)
        assert rolled > 10
        assert alone >= 5, asked
        assert all(check.passed for check in verify(export(table)))


async def test_where_forced_moves_are_pressed_each_roll_that_can_move_matters() -> None:
    async with room() as place:
        code, rng = await begun(place, "/play parchis seats=Y,R auto=no rolls=hand"), random.Random(1)
        for _ in range(60):
            await step(place, code, rng)
        table = await game(place, code)
        plies = zip(table.log, table.match.plies, strict=True)
        alone = [ply for move, ply in plies if move.automation == play.BY_ITSELF]
        assert all(ply.automation is not None for ply in alone)


@pytest.mark.parametrize("pace", ["none", "daily:24", "live:60"])
async def test_the_pace_decides_where_nobody_has_chosen(pace: str) -> None:
    async with room() as place:
        place.by_hand = False
        code = await begun(place, f"/play parchis pace={pace}")
        table = await game(place, code)
        expected = Throws.MATTERS if pace.startswith("live") else Throws.SELF
        assert table.options.throws is None
        assert throwing.way_of(table, 0) is expected


async def test_who_plays_alone_with_bots_rolls_by_hand_when_it_matters() -> None:
    async with room() as place:
        place.by_hand = False
        code = await begun(place, "/play parchis", alone=True)
        assert throwing.way_of(await game(place, code), 0) is Throws.MATTERS


async def test_a_chat_may_choose_for_its_new_tables() -> None:
    async with room() as place:
        place.by_hand = False
        await place.say(ANA, "/settings rolls=each")
        code = await place.opened("/play parchis")
        assert (await place.table(code)).options.throws is Throws.EACH
        await place.say(ANA, "/settings rolls=pace")
        code = await place.opened("/play palma")
        assert (await place.table(code)).options.throws is None


async def test_at_palma_nobody_is_asked_before_they_may_enter() -> None:
    for seed in range(12):
        async with room(seed=str(seed)) as place:
            place.by_hand = False
            code = await begun(place, "/play palma")
            table = await game(place, code)
            assert is_choice(table) or throwing.turns_alone(table) >= throwing.MOST_TURNS
            assert any(type(event).__name__ == "Entered" for ply in table.match.plies for event in ply.events)


async def test_one_button_goes_round_and_sets_clock_rolls_pause_and_board() -> None:
    async with room() as place:
        place.by_hand = False
        code = await place.opened("/play parchis", BEA)
        seen = []
        for _ in range(3):
            await place.click(ANA, "⏱")
            options = (await place.table(code)).options
            seen.append((str(options.pace), options.throws, options.pause, options.board))
        assert seen == [
            ("live:60", None, "quick", "follow"),
            ("none", None, "calm", "calm"),
            ("daily:24", None, "none", "follow"),
        ]
        assert (await place.click(BEA, "⏱")).notice is not None, "only the host chooses"


@pytest.mark.parametrize("word", ["calm", "pace=calm", "tranquilo", "con calma"])
async def test_a_tempo_is_a_word_of_play(word: str) -> None:
    async with room() as place:
        place.by_hand = False
        code = await place.opened(f"/play parchis {word}", BEA)
        assert (await place.table(code)).options.board == "calm"
        await place.click(ANA, "Start with bots")
        board = place.board(code)
        for _ in range(6):
            await place.press(await place.acting(code, PEOPLE), board.tokens[0], board.id)
            assert place.board(code) is board, "a calm board stays"


async def test_three_ways_go_round_on_one_button() -> None:
    async with room() as place:
        place.by_hand = False
        code = await place.opened("/play parchis", BEA)
        ways = []
        for _ in range(3):
            await place.click(ANA, "🎲")
            ways.append((await place.table(code)).options.throws)
        assert ways == [Throws.EACH, Throws.MATTERS, Throws.SELF]
        (lobby,) = place.live(code)
        assert "automatic rolls" in lobby.screen.text.plain
