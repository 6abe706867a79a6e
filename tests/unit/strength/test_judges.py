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
from engine.players.network import shipped
from engine.players.parchis_lookahead import Lookahead
from engine.players.parchis_nets import judge_of as judge_for
from engine.players.parchis_nets import player_of
from tools.strength.judges import FAMILIES
from tools.strength.position_errors import checked
from tools.strength.simulator import COMPILER, Game, Table, judge_of, library, shipped_net
from tools.strength.tables import CORNER, DUEL, FOUR, SIX, TEAMS, THREE, TURNS, TWO_COLOURS, Seating

HIDDEN = 64

pytestmark = pytest.mark.skipif(shutil.which(COMPILER) is None, reason=f"no C compiler, {COMPILER}")


@pytest.mark.parametrize("name", FAMILIES)
def test_a_judges_chances_are_the_engines_to_the_last_bit(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parchis_lookahead, "is_solved", lambda _: False)  # the simulator knows no solved ends
    rng, chances = random.Random(3), (c_double * 6)()
    opening = FAMILIES[name][0].opening(preset="spanish")
    table, net = Table.of(opening), shipped_net(name)
    assert judge_for(opening.setup) == name
    for _ in range(5):
        play = Play(opening)
        play.begin(0)
        while play.phase is not Phase.OVER:
            if play.phase is Phase.THROW:
                library().judge_chances_of(byref(table), net, byref(Game.of(play)), chances)
                assert list(chances[: len(play.left)]) == Lookahead(play, judging=True).chances(play)
                play.throw_die(rng.randint(1, 6))
            else:
                play.move(rng.choice(play.legal))


@pytest.mark.parametrize(("preset", "helping"), [("spanish", True), ("quick", True), ("italian", False)])
def test_chances_told_of_partners_are_the_simulators_and_see_that_one_is_ahead(preset: str, helping: bool) -> None:
    rng, chances, opening = random.Random(3), (c_double * 6)(), TEAMS.opening(preset=preset)
    table, net, changed = Table.of(opening), shipped_net("dice"), 0.0
    for _ in range(2):
        play = Play(opening)
        play.begin(0)
        while play.phase is not Phase.OVER:
            if play.phase is Phase.THROW:
                library().told_chances_of(byref(table), net, byref(Game.of(play)), chances)
                told, plain = (Lookahead(play, judging=judging).chances(play) for judging in (True, False))
                assert list(chances[:2]) == told
                changed = max(changed, abs(told[0] - plain[0]))
                play.throw_die(rng.randint(1, 6))
            else:
                play.move(rng.choice(play.legal))
    assert (changed > 0.05) is helping


def test_the_same_seed_learns_the_same() -> None:
    table = Table.of(DUEL.opening(preset="spanish"))

    def learned() -> bytes:
        learner, whole = create_string_buffer(library().size_of(8)), create_string_buffer(library().size_of(8) // 3)
        library().new_judge(learner, shipped_net("dice"), 1)
        library().rounded_judge(learner, whole)
        known = shipped("dice").hidden
        assert [row[:HIDDEN] for row in judge_of(whole.raw)[0][: len(known)]] == [list(row) for row in known]
        library().judge(learner, shipped_net("dice"), byref(table), 1, 2, 0.9, 3.0, 1e-3, 5)
        library().rounded_judge(learner, whole)
        return bytes(whole.raw)

    assert learned() == learned()


@pytest.mark.parametrize(
    "seating", [DUEL, CORNER, FOUR, TEAMS, THREE, SIX, TURNS, TWO_COLOURS], ids=lambda one: one.name
)
def test_only_the_families_with_dice_have_judges(seating: Seating) -> None:
    families = {seating.name: name for name, seatings in FAMILIES.items() for seating in seatings}
    with_dice, without = (seating.opening(preset=preset).setup for preset in ("spanish", "diceless"))
    assert judge_for(with_dice) == families.get(seating.name, "dice")
    assert judge_for(without) == player_of(without) == "diceless"


def test_an_opening_with_a_judge_starts_even() -> None:
    opening = PARCHIS.start({}, ["Y", "R"])
    play = Play(opening)
    play.begin(0)
    assert Lookahead(play, judging=True).chances(play)[0] == pytest.approx(0.5, abs=0.1)


def test_lines_played_on_from_a_position_agree_with_what_is_said_there() -> None:
    found = checked("quick", DUEL, positions=30, lines=8, seed=1)
    for each in found:
        assert sum(each.mean[:2]) == pytest.approx(1)
        assert all(sum(said[:2]) == pytest.approx(1) for said in each.said)
        assert 0 <= each.variance[0] == pytest.approx(each.variance[1])
    off = [each.mean[0] - each.said[2][0] for each in found]
    assert abs(sum(off) / len(off)) < 0.03
    assert max(map(abs, off)) > 0.001
