"""The fast playout and the public interface are one game: the same positions, the same moves, the same refusals.

Each ply of random games is asked for a second time, through `moves` and `apply` alone: on every board and seating,
each with one preset after another and with one of the other combinations of switches; `PALMARES_GAMES` (as
`make test-long` sets it) asks for every preset on each.
"""

from __future__ import annotations

import itertools
import os
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from engine.errors import GameOver, IllegalMove
from engine.parchis.board import DISTANCES, LETTERS, piece_name
from engine.parchis.game import PARCHIS, play_move
from engine.parchis.presets import PRESETS
from engine.parchis.state import State
from engine.parchis.turn_flow import Play
from tests.fakes.parchis_forms import Form, combinations, forms, name_of
from tests.fakes.parchis_playout import playout

OTHERS = 1  # combinations of a form besides its presets
EVERY = 97  # one ply in 97 is checked against every move that could be written
ASKED = 2  # each other ply is checked against two of these
PIECES = [piece_name(number) for number in range(4 * len(LETTERS))]
UNIVERSE = (
    *(f"{piece}+{way}" for piece, way in itertools.product(PIECES, ("in", *DISTANCES))),
    *(f"n{number}" for number in range(8)),
    *map(str, range(8)),
    "", "Y1", "Y1+0", "Y0+1", "Y5+1", "y1+1", "-1", "Y1+in ", "6.0",
)  # fmt: skip
"""Every move that any position could have, and some that none has."""


class Witness:
    """Watches a playout, and plays along by the public interface alone."""

    def __init__(self, start: State, rng: random.Random) -> None:
        self.state = start
        self.rng = rng
        self.plies = 0
        self.seen: Counter[str] = Counter()

    def watch(self, play: Play) -> None:
        """One ply further: some legal move leads to where the playout is; what it offers now is what is legal."""
        found = play.state()
        led = (PARCHIS.apply(self.state, move).state == found for move in PARCHIS.moves(self.state))
        assert any(led), "the playout did what the interface does not allow"
        self.seen[self.state.phase.value] += 1
        self.state = found
        self.plies += 1
        self.refuses(play)

    def refuses(self, play: Play) -> None:
        """What is not offered is refused by both, and changes neither."""
        offered = set(PARCHIS.moves(self.state))
        asked = UNIVERSE if self.plies % EVERY == 0 else self.rng.sample(UNIVERSE, ASKED)
        before = PARCHIS.dump(self.state) if asked is UNIVERSE else ""
        for move in asked:
            if move not in offered:
                assert refused(PARCHIS.apply, self.state, move)
                assert refused(play_move, play, move)
        assert play.state() == self.state
        if asked is UNIVERSE:
            assert PARCHIS.dump(self.state) == before


def refused(play: Callable[[Any, str], object], position: State | Play, move: str) -> bool:
    """Whether a move is refused."""
    try:
        play(position, move)
    except (IllegalMove, GameOver):
        return True
    return False


def families(form: Form) -> list[dict[str, Any]]:
    """The presets to be played on a form's board, and some of the combinations of switches."""
    names = list(PRESETS)
    if not os.environ.get("PALMARES_GAMES"):
        names = [names[forms().index(form) % len(names)]]
    presets = [{"preset": name, "colours": form[0]} for name in names]
    rng = random.Random(f"families {form}")
    return [*presets, *rng.sample(list(combinations(form)), OTHERS)]


@pytest.mark.parametrize("form", forms(), ids=name_of)
def test_the_public_interface_plays_the_same_game_as_the_playout(form: Form) -> None:
    seen: set[str] = set()
    for index, rules in enumerate(families(form)):
        start = PARCHIS.start(rules, form[1], form[2])
        rng = random.Random(f"{form}/{index}")
        witness = Witness(start, random.Random(f"witness {form}/{index}"))
        end, plies = playout(start, rng.random, witness.watch)
        assert (witness.state, witness.plies) == (end, plies)
        assert PARCHIS.result(end) is not None
        throws = "pick" if start.setup.rules.diceless else "throw"
        assert {"opening", throws, "move"} <= set(witness.seen) <= {"opening", throws, "move", "bonus"}
        seen |= set(witness.seen)
        with pytest.raises(GameOver):
            PARCHIS.apply(end, "1")
    assert "bonus" in seen  # a short game may have none


@pytest.mark.parametrize("form", forms(), ids=name_of)
def test_every_move_that_is_offered_is_accepted_and_no_two_say_the_same(form: Form) -> None:
    """With texts as with the playout's own movements: as many, and each leads where its text does."""
    rng = random.Random(f"offered {form}")
    rules = rng.choice(families(form))
    state = PARCHIS.start(rules, form[1], form[2])
    for _ in range(300):
        moves = PARCHIS.moves(state)
        if not moves:
            break
        after = {move: PARCHIS.apply(state, move).state for move in moves}
        for move in moves:
            play = Play(state)
            play_move(play, move)
            assert play.state() == after[move]
        if state.phase.value in ("move", "bonus"):
            assert len(Play(state).legal) == len(moves)
        state = after[rng.choice(moves)]
