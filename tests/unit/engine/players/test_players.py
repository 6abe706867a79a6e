"""Computer players: always legal, the same for the same draws, and better than chance where thought can help."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest

from engine import catalog, players
from engine.errors import EngineError
from engine.game import TurnKind
from engine.players.greedy import GreedyPlayer
from engine.players.playout import computer_game, draw, play_out, random_game

RANDOM, GREEDY = players.player("random"), players.player("greedy")
STARTS: list[tuple[str, dict[str, Any]]] = [
    ("palma", {}),
    ("palma", {"rules": {"preset": "penalty", "hole5": "rethrow", "blocked_slide": "stay"}}),
    ("parchis", {}),
    ("parchis", {"rules": {"preset": "italian", "play_on": True}, "teams": [[0, 2], [1, 3]]}),
    ("parchis", {"rules": {"preset": "diceless"}, "seats": ["YR", "BG"]}),
    ("parchis", {"rules": {"preset": "italian", "colours": 6, "turns_by_colour": True}, "seats": ["YG", "BP", "RO"]}),
]


def after(name: str, position: dict[str, Any], seed: int = 1) -> str:
    """What the greedy player chooses in a position."""
    game = catalog.game(name)
    state = game.from_position({"game": name, **position})
    return GREEDY.choose(game, state, game.moves(state), random.Random(seed))


def wins(name: str, rules: dict[str, Any], seats: int) -> Iterator[bool]:
    """Whether one greedy player wins against random ones, game by game, sitting everywhere in turn."""
    game = catalog.game(name)
    for seed in count():
        seat = seed % seats
        table = [GREEDY if other == seat else RANDOM for other in range(seats)]
        _, end = computer_game(game, game.start(rules), table, random.Random(seed))
        result = game.result(end)
        yield result is not None and seat in result.winners


def wins_more(won: Iterator[bool], share: float, games: int) -> bool:
    """Tell whether more than a share of these games is won; once that is settled no more are played."""
    wanted, left = math.floor(share * games) + 1, games
    while 0 < wanted <= left:
        wanted -= next(won)
        left -= 1
    return not wanted


def test_levels_go_from_the_weakest_to_the_strongest() -> None:
    assert players.levels() == ("beginner", "casual", "strong", "master")
    assert [players.player(name).name for name in players.levels()] == list(players.levels())
    with pytest.raises(players.UnknownPlayer, match="there are beginner, casual, strong, master") as caught:
        players.player("alpha")
    assert isinstance(caught.value, EngineError)


def test_names_of_older_games_are_still_known() -> None:
    assert players.player("greedy") is players.player("casual")
    assert players.player("random").name == "random"
    assert players.everybody() == (*players.levels(), "random", "greedy")


@pytest.mark.parametrize("player", [RANDOM, *map(players.player, players.levels())], ids=lambda player: player.name)
@pytest.mark.parametrize(("name", "start"), STARTS)
class TestEveryPlayer:
    def test_plays_legal_moves_only(self, name: str, start: dict[str, Any], player: players.Player) -> None:
        game, rng = catalog.game(name), random.Random(2)
        state = game.start(**start)
        moves, _ = random_game(game, state, rng)
        for ply, move in enumerate(moves):
            legal = game.moves(state)
            if game.turn(state).kind is TurnKind.CHOOSE and ply % 30 == 0:
                assert player.choose(game, state, legal, rng) in legal
            state = game.apply(state, move).state

    def test_chooses_the_same_for_the_same_draws(
        self, name: str, start: dict[str, Any], player: players.Player
    ) -> None:
        game, state = catalog.game(name), catalog.game(name).start(**start)
        moves, _ = random_game(game, state, random.Random(4))
        for move in moves[:60]:
            state = game.apply(state, move).state
        while game.turn(state).kind is not TurnKind.CHOOSE:
            state = game.apply(state, game.moves(state)[-1]).state
        chosen = [player.choose(game, state, game.moves(state), random.Random(5)) for _ in range(2)]
        assert chosen[0] == chosen[1]


@pytest.mark.parametrize("rules", [{"preset": "classic"}, {"preset": "penalty"}], ids=lambda rules: rules["preset"])
def test_greedy_wins_two_of_three_games_of_palma(rules: dict[str, Any]) -> None:
    """Play that is perfect for its own side alone wins 71 of 100 such games: there is little to decide."""
    assert wins_more(wins("palma", rules, seats=2), 0.63, 150)


@pytest.mark.parametrize("preset", ["spanish", "italian", "diceless"])
def test_greedy_wins_most_games_of_parchis_against_three(preset: str) -> None:
    assert wins_more(wins("parchis", {"preset": preset}, seats=4), 0.65, 24)


class TestGreedyParchis:
    def test_captures(self) -> None:
        pieces = {"Y": ["10", "30"], "B": ["33"]}
        assert after("parchis", {"pieces": pieces, "phase": "move", "throw": 3}) == "Y2+3"

    def test_brings_a_piece_home_for_the_bonus(self) -> None:
        pieces = {"Y": ["c4", "29", "12", "12"]}
        assert after("parchis", {"pieces": pieces, "phase": "move", "throw": 4}) == "Y1+4"

    def test_saves_the_piece_that_has_most_to_lose(self) -> None:
        pieces = {"Y": ["60", "31"], "B": ["57", "28"]}
        assert after("parchis", {"pieces": pieces, "phase": "move", "throw": 3}) == "Y1+3"

    def test_makes_for_shelter(self) -> None:
        pieces = {"Y": ["9", "31"], "B": ["H"]}
        assert after("parchis", {"pieces": pieces, "phase": "move", "throw": 3}) in {"Y1+3", "Y2+3"}
        pieces = {"Y": ["10", "31"], "R": ["27"]}
        assert after("parchis", {"pieces": pieces, "phase": "move", "throw": 3}) == "Y2+3"

    def test_keeps_its_barrier(self) -> None:
        pieces = {"Y": ["40", "40", "18"], "B": ["38", "37"]}
        assert after("parchis", {"pieces": pieces, "phase": "move", "throw": 1}) == "Y3+1"

    def test_looks_through_a_pick_to_its_move(self) -> None:
        position = {"rules": {"preset": "diceless"}, "pieces": {"Y": ["10", "30"], "B": ["33"]}, "phase": "pick"}
        assert after("parchis", position) == "n3"

    def test_spends_its_bonus_on_another_capture(self) -> None:
        pieces = {"Y": ["13", "40"], "G": ["33"]}
        assert after("parchis", {"pieces": pieces, "phase": "bonus", "bonus": 20}) == "Y1+20"


class TestGreedyPalma:
    @pytest.mark.parametrize(
        ("holes", "throw", "move"),
        [
            (["9", "21"], 1, "D1+1"),  # slides from 10 to 24
            (["12", "1"], 3, "D1+3"),  # throws again from 15
            (["8", "12"], 3, "D2+3"),  # does not jump past the slide
            (["24", "26"], 1, "D1+1"),  # comes home rather than on
            (["25", "26", "27", "28", "24"], 5, "D5+5"),  # wins
        ],
    )
    def test_chooses(self, holes: list[str], throw: int, move: str) -> None:
        assert after("palma", {"pieces": {"D": holes}, "phase": "move", "throw": throw}) == move


def test_a_game_without_values_is_played_at_random() -> None:
    game = catalog.game("palma")
    state = game.from_position({"game": "palma", "pieces": {"D": ["2", "3", "7"]}, "phase": "move", "throw": 5})
    stranger = GreedyPlayer({})
    chosen = {stranger.choose(game, state, game.moves(state), random.Random(seed)) for seed in range(50)}
    assert chosen == set(game.moves(state))


def test_nobody_draws_from_the_global_random() -> None:
    random.seed(1)
    before = random.getstate()
    game = catalog.game("parchis")
    computer_game(game, game.start(), [GREEDY, RANDOM] * 2, random.Random(1))
    assert random.getstate() == before


def test_draws_follow_the_odds() -> None:
    rng = random.Random(1)
    drawn = [draw({"1": 3, "2": 3, "3": 1, "5": 1}, rng) for _ in range(8000)]
    assert [round(drawn.count(value) / 1000, 1) for value in "1235"] == pytest.approx([3, 3, 1, 1], abs=0.2)


def test_a_game_that_goes_in_circles_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.players.playout.MAX_PLIES", 20)
    game = catalog.game("palma")
    with pytest.raises(RuntimeError, match="palma has not ended after 20 plies"):
        play_out(game, game.start(), lambda _, moves: moves[0], lambda odds: next(iter(odds)))


def lone_wins(name: str, strong: str, weak: str, rules: dict[str, Any]) -> Iterator[bool]:
    """Whether one level wins a duel against another, game by game, the seats changing."""
    game = catalog.game(name)
    seats = ["Y", "R"] if name == "parchis" else None
    table = [players.player(strong), players.player(weak)]
    for seed in count():
        _, end = computer_game(game, game.start(rules, seats), table[:: 1 - 2 * (seed % 2)], random.Random(seed))
        result = game.result(end)
        yield result is not None and seed % 2 in result.winners


def test_each_level_is_stronger_than_the_one_below() -> None:
    """A few games only, so the bounds are wide; docs/strength.md has the figures."""
    assert wins_more(lone_wins("parchis", "casual", "beginner", {}), 0.5, 120)
    assert wins_more(lone_wins("parchis", "strong", "casual", {}), 0.5, 40)
    assert wins_more(lone_wins("parchis", "strong", "beginner", {"preset": "diceless"}), 0.5, 4)


def test_a_beginner_is_no_random_player() -> None:
    assert wins_more(lone_wins("parchis", "beginner", "random", {}), 0.7, 60)
