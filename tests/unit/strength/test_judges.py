"""The nets that judge finished games: the same in C and in the engine, and the same from the same seed."""

from __future__ import annotations

import random
import shutil
from ctypes import byref, c_double, create_string_buffer

import pytest

from engine.parchis.game import PARCHIS
from engine.parchis.state import Phase
from engine.parchis.turn_flow import Play
from engine.players import parchis_lookahead
from engine.players.parchis_lookahead import Lookahead
from engine.players.parchis_nets import judge_of, player_of
from tools.strength.judges import FAMILIES
from tools.strength.simulator import COMPILER, Game, Table, library, net_of, shipped_net
from tools.strength.tables import CORNER, DUEL, FOUR, SIX, TEAMS, THREE, TURNS, TWO_COLOURS, Seating

pytestmark = pytest.mark.skipif(shutil.which(COMPILER) is None, reason=f"no C compiler, {COMPILER}")


@pytest.mark.parametrize("name", FAMILIES)
def test_a_judges_chances_are_the_engines_to_the_last_bit(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parchis_lookahead, "is_solved", lambda _: False)  # the simulator knows no solved ends
    rng, chances = random.Random(3), (c_double * 6)()
    opening = FAMILIES[name][0].opening(preset="spanish")
    table, net = Table.of(opening), shipped_net(name)
    assert judge_of(opening.setup) == name
    for _ in range(5):
        play = Play(opening)
        play.begin(0)
        while play.phase is not Phase.OVER:
            if play.phase is Phase.THROW:
                library().chances_of(byref(table), net, byref(Game.of(play)), chances)
                assert list(chances[: len(play.left)]) == Lookahead(play, judging=True).chances(play)
                play.throw_die(rng.randint(1, 6))
            else:
                play.move(rng.choice(play.legal))


def test_the_same_seed_learns_the_same() -> None:
    table = Table.of(DUEL.opening(preset="spanish"))

    def learned() -> bytes:
        learner, net = (create_string_buffer(library().size_of(what)) for what in (3, 2))
        library().known_learner(learner, shipped_net("dice"))
        library().rounded(learner, net)
        assert (
            net_of(net.raw)[0][: len(net_of(bytes(shipped_net("dice")))[0])] == net_of(bytes(shipped_net("dice")))[0]
        )
        library().judge(learner, byref(table), 1, 2, 0.9, 1e-3, 5)
        library().rounded(learner, net)
        return bytes(net.raw)

    assert learned() == learned()


@pytest.mark.parametrize(
    "seating", [DUEL, CORNER, FOUR, TEAMS, THREE, SIX, TURNS, TWO_COLOURS], ids=lambda one: one.name
)
def test_only_the_families_with_dice_have_judges(seating: Seating) -> None:
    families = {seating.name: name for name, seatings in FAMILIES.items() for seating in seatings}
    with_dice, without = (seating.opening(preset=preset).setup for preset in ("spanish", "diceless"))
    assert judge_of(with_dice) == families.get(seating.name, "dice")
    assert judge_of(without) == player_of(without) == "diceless"


def test_an_opening_with_a_judge_starts_even() -> None:
    opening = PARCHIS.start({}, ["Y", "R"])
    play = Play(opening)
    play.begin(0)
    assert Lookahead(play, judging=True).chances(play)[0] == pytest.approx(0.5, abs=0.1)
