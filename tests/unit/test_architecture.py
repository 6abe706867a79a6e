"""What docs/architecture.md promises of the floor plan; `python -m benchmarks architecture` prints the figures."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path

import pytest

from benchmarks.architecture import FOLDERS, a_press, imports_of, plan, uses
from data.store import Store

ROOT = Path(__file__).parents[2]

MOST = {
    "bot/core": (17, 10, 70),
    "bot/platforms": (5, 3, 5),
    "render": (10, 7, 27),
    "data": (
        13,
        7,
        28,
    ),  # two kinds of database, over the roles that both play; what only processes of a server share
    "engine": (17, 7, 62),
}
"""Of each folder: rooms, that is files and packages side by side; floors; and imports between rooms."""


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_folder_can_be_taken_in_at_a_glance(folder: str) -> None:
    drawn, (rooms, floors, imports) = plan(folder, imports_of()), MOST[folder]
    assert len(drawn.rooms) <= rooms, drawn.rooms
    assert drawn.floors <= floors
    assert drawn.imports <= imports


@pytest.mark.parametrize("folder", ["bot", "data", "engine", "render"])
def test_no_files_import_each_other_in_a_circle(folder: str) -> None:
    assert plan(folder, imports_of()).circles == ()


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_two_rooms_import_each_other(folder: str) -> None:
    assert plan(folder, imports_of()).climbing == ()


async def test_a_press_calls_few_coroutines_of_other_files() -> None:
    assert (await a_press()).coroutines <= 35  # there a press can wait or fail


def test_one_place_each_makes_the_next_version_of_a_table_and_a_tournament() -> None:
    places = [place.partition(":")[0] for place in uses(r"version \+ 1")]
    assert [place for place in places if place.startswith("bot/")] == [
        "bot/core/domain/table.py",
        "bot/core/tournaments/tournament.py",
    ]


def test_nothing_asks_which_game_it_is() -> None:
    assert uses(r"""\bgame (==|!=) ["']|== ["'](palma|parchis)["']""") == []


def test_no_feature_is_left_out_of_the_rule_that_they_know_no_other() -> None:
    linter = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    (rule,) = (one for one in linter["contracts"] if one["name"] == "features know no other feature")
    features = ROOT / "bot" / "core" / "features"
    found = [place.parent.name for place in sorted(features.glob("*/__init__.py"))]
    assert rule["modules"] == [f"bot.core.features.{name}" for name in found]


def test_each_method_of_the_store_is_written_once() -> None:
    names = Counter(
        name for role in Store.__mro__ for name, value in vars(role).items() if callable(value) and name[0] != "_"
    )
    assert len(names) > 100
    assert [name for name, times in names.items() if times > 1] == []
