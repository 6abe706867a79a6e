"""The catalog, and what every game in it keeps to."""

from __future__ import annotations

import json
import random

import pytest

from engine import catalog
from engine.errors import EngineError, GameOver, IllegalMove
from engine.game import TurnKind
from engine.match import Match
from engine.players.playout import random_game


def test_the_games_have_their_names() -> None:
    assert catalog.names() == ("parchis", "palma")
    assert [catalog.game(name).name for name in catalog.names()] == list(catalog.names())


@pytest.mark.parametrize("name", ["chess", "", "Palma", "x" * 10_000])
def test_an_unknown_game_is_refused_in_few_words(name: str) -> None:
    with pytest.raises(catalog.UnknownGame, match="there are parchis, palma") as caught:
        catalog.game(name)
    assert isinstance(caught.value, EngineError)
    assert caught.value.code == "bad_request"
    assert len(str(caught.value)) < 120


@pytest.mark.parametrize("name", catalog.names())
class TestEveryGame:
    def test_describes_itself_in_json(self, name: str) -> None:
        described = catalog.game(name).describe()
        assert json.loads(json.dumps(described)) == described
        assert described["presets"]
        assert described["switches"]

    def test_starts_by_each_of_its_presets(self, name: str) -> None:
        game = catalog.game(name)
        for preset in game.describe()["presets"]:
            assert game.turn(game.start({"preset": preset})).kind is not TurnKind.OVER

    @pytest.mark.parametrize("seed", range(5))
    def test_keeps_the_promises_of_the_interface_all_game_long(self, name: str, seed: int) -> None:
        game = catalog.game(name)
        moves, end = random_game(game, game.start(), random.Random(seed))
        match = Match.fold(game, moves=moves)
        state = match.opening
        for ply in match.plies:
            legal, odds, turn = game.moves(state), game.odds(state), game.turn(state)
            assert legal == tuple(sorted(legal))
            assert bool(odds) == (turn.kind is TurnKind.THROW)
            assert not odds or tuple(odds) == legal
            assert game.load(game.dump(state)) == state
            assert hash(game.from_position(json.loads(json.dumps(game.position(state))))) == hash(state)
            with pytest.raises(IllegalMove):
                game.apply(state, "nonsense")
            assert all("type" in event.to_json() for event in ply.events)
            state = ply.state
        assert state == end
        assert game.moves(end) == ()
        assert game.result(end) is not None
        with pytest.raises(GameOver):
            game.apply(end, moves[-1])
