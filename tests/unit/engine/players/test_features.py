"""The features are what their names say, and know neither colour nor board."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.parchis.game import PARCHIS
from engine.parchis.state import Phase
from engine.parchis.turn_flow import Play
from engine.players.parchis_features import FEATURES, UNIT, Row, sight
from tests.fakes.rotated_position import rotated


def rows(**position: Any) -> list[Row]:
    play = Play(PARCHIS.from_position({"game": "parchis", "phase": "throw", **position}))
    return sight(play.setup).rows(play)


def seen(side: int = 0, **position: Any) -> dict[str, float]:
    """What is not nothing of a side, by name, in units."""
    return {name: value / UNIT for name, value in zip(FEATURES, rows(**position)[side], strict=True) if value}


def test_every_feature_has_a_name_of_its_own() -> None:
    assert len(set(FEATURES)) == len(FEATURES)


def test_pieces_are_counted_where_they_are() -> None:
    found = seen(pieces={"Y": ["H", "c2", "F", "46"]})
    assert (found["at home"], found["homes"], found["in the goal"], found["corridor 6"]) == (1, 1, 1, 1)
    assert found["stretch 1"] == 1  # 46 is 22 squares before the mouth 68
    assert found["sheltered"] == 1
    assert "exposed" not in found
    assert found["way"] == pytest.approx((77 + 6 + (71 - 41)) * 7 / 720)


def test_a_piece_alone_before_two_hunters_is_in_danger() -> None:
    """By one throw, or by a 6 and another one."""
    found = seen(pieces={"Y": ["23"], "B": ["H"]})
    assert (found["exposed"], "risk" in found) == (1, False)
    found = seen(pieces={"Y": ["30"], "B": ["27"]})
    assert found["risk"] == pytest.approx(1 / 6)
    assert found["risk of way"] == found["worst risk"] == pytest.approx(33 / 60 / 6, abs=1 / UNIT)
    found = seen(pieces={"Y": ["33"], "B": ["25"]})  # a 6, and then a 2
    assert found["risk"] == pytest.approx(1 / 36)
    assert found["far hunters"] == 1


def test_a_barrier_and_a_shelter_protect() -> None:
    assert "risk" not in seen(pieces={"Y": ["30", "30"], "B": ["27"]})
    assert "risk" not in seen(pieces={"Y": ["34"], "B": ["30"]})
    found = seen(pieces={"Y": ["31", "29", "29"], "B": ["27"]})  # its own barrier stands between
    assert "risk" not in found


def test_whose_throw_it_is_decides_who_hits_now() -> None:
    pieces = {"Y": ["27"], "B": ["30"]}
    assert seen(pieces=pieces)["hits now"] == pytest.approx(1 / 6)
    assert seen(pieces=pieces)["prey now"] > 0
    assert seen(1, pieces=pieces)["risk now"] > 0
    assert "risk now" not in seen(1, pieces=pieces, seat=1)
    assert seen(1, pieces=pieces, seat=1)["to throw"] == 1
    assert seen(pieces=pieces, seat=3)["next"] == 1
    assert seen(pieces=pieces, seat=1)["turns away"] == 3 / 4


def test_barriers_are_seen_from_both_sides() -> None:
    pieces = {"Y": ["30"], "B": ["33", "33"]}
    assert seen(pieces=pieces)["barred"] == 1
    assert seen(1, pieces=pieces)["bars"] == 1
    assert seen(1, pieces=pieces)["paired"] == 1
    assert seen(pieces={"Y": ["30", "33", "33"]})["barred by its own"] == 1


def test_starts_are_dangerous_while_somebody_waits_there() -> None:
    pieces = {"Y": ["22"], "B": ["H"]}
    assert seen(pieces=pieces)["on a foreign start"] == 1
    assert seen(1, pieces=pieces)["start shared"] == 1
    pieces = {"Y": ["22"], "R": ["22"], "B": ["H"]}
    found = rows(pieces=pieces, arrivals={"22": ["R", "Y"]})
    risk = FEATURES.index("risk")
    assert (found[0][risk], found[2][risk]) == (UNIT // 6, 0)  # P35: the last to come
    assert seen(pieces={"Y": ["5", "5", "H", "H"]})["shut out"] == 1


def test_sixes_are_at_stake() -> None:
    found = seen(pieces={"Y": ["40"]}, sixes=2, last="Y1")
    assert found["two sixes"] == 1
    assert found["six at stake"] == pytest.approx((35 + 8) / 60)
    assert seen(pieces={"Y": ["40"]}, sixes=1)["one six"] == 1


def test_the_goal_is_near() -> None:
    found = seen(pieces={"Y": ["c4", "c6", "F", "F"]})  # four and two steps away
    assert found["goal faces"] == pytest.approx(2 / 6)
    assert found["last two"] == 1


def test_pools_count_without_dice() -> None:
    position = {"rules": {"preset": "diceless"}, "phase": "pick", "pieces": {"Y": ["27"], "B": ["30"]}}
    pools = [[1, 2, 4], [1, 6, 0], [1], [1]]
    found = seen(1, **position, pools=pools, cycles=[1, 1, 1, 1])
    assert (found["pool 1"], found["pool 6"], found["pool 0"]) == (1, 1, 1)
    assert "risk" not in found  # yellow has no 3 left
    assert seen(1, **position, pools=[[3], *pools[1:]], cycles=[1, 1, 1, 1])["risk"] == 1


@pytest.mark.parametrize("colours", [3, 4, 5, 6])
@pytest.mark.parametrize("preset", ["spanish", "italian", "diceless"])
def test_features_turn_with_the_colours(colours: int, preset: str) -> None:
    """The same game one colour further on has the same rows one side further on."""
    rng = random.Random(f"{colours} {preset}")
    start = PARCHIS.start({"preset": preset, "colours": colours})
    play = Play(start)
    play.begin(0)
    for ply in range(200):
        if play.phase is Phase.THROW:
            play.throw_die(rng.randint(1, 6))
        elif play.phase is Phase.PICK:
            play.pick(rng.choice(play.pools[play.slot]))
        elif play.phase is not Phase.OVER:
            play.move(rng.choice(play.legal))
        if play.phase in (Phase.THROW, Phase.PICK) and ply % 10 == 0:
            turned = Play(PARCHIS.from_position(rotated(PARCHIS.position(play.state()), colours)))
            found, further = sight(play.setup).rows(play), sight(turned.setup).rows(turned)
            assert found == [*further[1:], further[0]]
