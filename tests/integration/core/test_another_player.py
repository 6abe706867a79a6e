"""A new computer player is one class in one list: it is offered, plays, and is named in texts."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from bot.core.domain.table import begun
from data.records import Status
from engine import catalog, players
from engine.errors import IllegalMove
from engine.game import Game, Move
from engine.players.evaluation import sides, values
from tests.fakes.catalogues import forget
from tests.fakes.room import ANA, room


class Grandmaster:
    """The class of docs/strength.md."""

    name = "grandmaster"

    def choose(self, game: Game[Any], state: Any, moves: tuple[Move, ...], rng: random.Random) -> Move:
        """Play the move that is best two plies ahead."""
        side = sides(game, state)[game.turn(state).seat]
        found = values(game, state, plies=2)
        return max(moves, key=lambda move: found[move][side])

    def takes_long(self, game: Game[Any], state: Any, moves: tuple[Move, ...]) -> bool:
        """Play Palma between two presses."""
        return game.name != "palma"


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(players.PLAYERS, "grandmaster", Grandmaster())
    forget()
    yield
    forget()


async def test_one_more_player_is_offered_seated_named_and_plays_a_whole_game(known: None) -> None:
    assert players.levels()[-1] == "grandmaster"
    async with room() as place:
        await place.say(ANA, "/play palma rolls=self")
        await place.click(ANA, "Options")
        await place.click(ANA, "Bots")
        await place.click(ANA, "Bot (grandmaster)")
        code = (await place.table()).id
        assert (await place.table(code)).options.bots == "grandmaster"
        await place.click(ANA, "Back")
        await place.click(ANA, "Back")
        await place.click(ANA, "Start with bots")
        await place.play_out(code, [ANA])
        table = begun(await place.table(code))
        assert table.status is Status.OVER
        assert table.seats[1].computer == "grandmaster"
        assert any(move.automation == "computer" and move.seat == 1 for move in table.log)


def test_whoever_is_in_haste_is_replaced_by_the_strongest_swift_level(known: None) -> None:
    assert players.in_haste("grandmaster").name == "strong"
    assert players.in_haste("master").name == "strong"
    assert players.in_haste("casual").name == "casual"
    assert players.in_haste("random").name == "random"


def test_a_player_that_breaks_the_rules_is_found_out(known: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Grandmaster, "choose", lambda *_: "Z9+9")

    game = catalog.game("palma")
    state = game.from_position({"game": "palma", "pieces": {"D": ["2", "9"]}, "phase": "move", "throw": 3})
    with pytest.raises(IllegalMove, match="grandmaster plays 'Z9"):
        players.chosen("grandmaster", game, game.dump(state), b"")
