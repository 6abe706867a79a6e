"""P10–P21: seats, teams, the order of turns, the opening."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import BadRules
from engine.parchis.game import PARCHIS
from engine.parchis.setup import setup_of
from engine.parchis.state import Phase
from tests.unit.engine.parchis.parchis_table import play, squares


def turns(seats: list[str] | None, teams: list[list[int]] | None = None, **rules: Any) -> list[str]:
    """The colours of the slots in the order of turns."""
    return ["".join("YBRGPO"[colour] for colour in slot.own) for slot in setup_of(rules, seats, teams).slots]


def test_p10_every_colour_is_a_seat_by_default() -> None:
    assert turns(None) == ["Y", "B", "R", "G"]
    assert turns(None, colours=6) == ["Y", "B", "R", "G", "P", "O"]


def test_p10_fewer_seats_than_colours_leave_colours_off_the_board() -> None:
    state = PARCHIS.start({}, ["Y", "R"])
    assert set(PARCHIS.position(state)["pieces"]) == {"Y", "R"}


@pytest.mark.parametrize(
    ("colours", "seats"),
    [(4, ["YR", "BG"]), (4, ["RY", "GB"]), (6, ["YG", "BP", "RO"]), (6, ["YRP", "BGO"]), (6, ["OGB", "PRY"])],
)
def test_p11_p12_opposite_or_alternate_colours_share_a_seat(colours: int, seats: list[str]) -> None:
    assert PARCHIS.position(PARCHIS.start({"colours": colours}, seats))["seats"] == seats


@pytest.mark.parametrize(
    ("colours", "seats"),
    [
        (4, ["YB", "RG"]),
        (4, ["YR", "B"]),
        (4, ["YRBG"]),
        (4, ["Y"]),
        (4, []),
        (4, ["Y", "Y"]),
        (4, ["Y", "P"]),
        (4, ["Y", ""]),
        (4, ["Y", "b"]),
        (4, ["Y", 1]),
        (4, "YB"),
        (3, ["YR", "B"]),
        (5, ["YR", "BG"]),
        (6, ["YB", "RG", "PO"]),
        (6, ["YG", "BP"]),
    ],
)
def test_p10_p12_other_seatings_are_refused(colours: int, seats: Any) -> None:
    with pytest.raises(BadRules):
        PARCHIS.start({"colours": colours}, seats)


@pytest.mark.parametrize(
    ("colours", "teams"),
    [(4, [[0, 2], [1, 3]]), (4, [[3, 1], [2, 0]]), (6, [[0, 2, 4], [1, 3, 5]]), (6, [[0, 3], [1, 4], [2, 5]])],
)
def test_p13_teams_are_opposite_or_alternate(colours: int, teams: list[list[int]]) -> None:
    assert PARCHIS.position(PARCHIS.start({"colours": colours}, None, teams))["teams"] == teams


@pytest.mark.parametrize(
    ("colours", "seats", "teams"),
    [
        (4, None, [[0, 1], [2, 3]]),
        (4, None, [[0, 2]]),
        (4, None, [[0, 2], [1, 3], []]),
        (4, None, [[0, 2], [1, True]]),
        (4, None, [[0, 2], [1, 4]]),
        (4, None, [[0, 0], [1, 3]]),
        (4, None, "02"),
        (4, None, [0, 1]),
        (4, ["YR", "BG"], [[0], [1]]),
        (4, ["Y", "R"], [[0, 1]]),
        (3, None, [[0], [1], [2]]),
        (5, None, [[0, 2], [1, 3]]),
        (6, None, [[0, 1, 2], [3, 4, 5]]),
    ],
)
def test_p13_other_teams_are_refused(colours: int, seats: Any, teams: Any) -> None:
    with pytest.raises(BadRules):
        PARCHIS.start({"colours": colours}, seats, teams)


def test_p15_turns_follow_the_first_colour_of_p1_however_a_seat_is_written() -> None:
    assert turns(["GB", "RY"]) == ["YR", "BG"]
    assert turns(["G", "Y", "R"]) == ["Y", "R", "G"]
    order = []
    state = play(PARCHIS.start({}, ["G", "Y", "R"]), "1", "6", "2")
    for _ in range(3):
        order.append(state.seat)
        state = play(state, "1", PARCHIS.moves(play(state, "1"))[0])
    assert order == [2, 0, 1]  # red won the opening; then green, then yellow


def test_p76_with_turns_by_colour_every_colour_is_a_turn() -> None:
    assert turns(["YR", "BG"], turns_by_colour=True) == ["Y", "B", "R", "G"]
    assert turns(["YRP", "BGO"], colours=6, turns_by_colour=True) == ["Y", "B", "R", "G", "P", "O"]


@pytest.mark.parametrize("preset", ["spanish", "italian"])
def test_p20_one_piece_of_each_colour_is_out(preset: str) -> None:
    state = PARCHIS.start({"preset": preset})
    assert [squares(state, colour) for colour in "YBRG"] == [
        [start, "H", "H", "H"] for start in ("5", "22", "39", "56")
    ]


def test_p21_the_highest_throw_starts() -> None:
    state = PARCHIS.start()
    assert (state.phase, state.seat) == (Phase.OPENING, 0)
    state = play(state, "3", "5", "2", "1")
    assert (state.phase, state.seat, state.starter) == (Phase.THROW, 1, 1)


def test_p21_only_those_tied_for_the_highest_throw_again_in_order() -> None:
    state = play(PARCHIS.start(), "2", "6", "3", "6")
    assert (state.phase, state.to_throw) == (Phase.OPENING, (1, 3))
    state = play(state, "4", "4")
    assert state.to_throw == (1, 3)
    state = play(state, "1", "2")
    assert (state.phase, state.seat) == (Phase.THROW, 3)


def test_p76_the_starter_begins_with_its_first_colour() -> None:
    state = play(PARCHIS.start({"turns_by_colour": True}, ["YR", "GB"]), "1", "2")
    assert PARCHIS.position(state)["colour"] == "B"
