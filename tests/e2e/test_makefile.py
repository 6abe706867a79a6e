"""What `make` sets up, and for whom."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def planned(folder: Path, goal: str) -> str:
    """Tell what `make` would do for a goal in this folder."""
    command = ["make", "--dry-run", goal]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True, timeout=30)  # noqa: S603
    return done.stdout


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A folder in which nothing has been set up."""
    for name in ("Makefile", "pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, tmp_path)
    return tmp_path


def set_up(clone: Path, *marks: str) -> None:
    """Note what has been set up, in this order, since the list of packages was changed last."""
    (clone / ".venv").mkdir(exist_ok=True)
    for name in ("pyproject.toml", "constraints.txt"):
        os.utime(clone / name, (0, 0))
    for at, mark in enumerate(marks, 1):
        (clone / ".venv" / mark).touch()
        os.utime(clone / ".venv" / mark, (at, at))


@pytest.mark.parametrize("goal", ["play", "run"])
def test_whoever_only_plays_gets_none_of_the_developers_tools(clone: Path, goal: str) -> None:
    plan = planned(clone, goal)
    assert "--editable ." in plan
    assert "[dev" not in plan
    assert f"-m bot{' web' if goal == 'play' else ''}" in plan
    set_up(clone, ".playable")
    assert "install" not in planned(clone, goal)


@pytest.mark.parametrize("goal", ["test", "check", "texts", "bench"])
def test_whoever_has_played_gets_the_tools_once_they_are_wanted(clone: Path, goal: str) -> None:
    set_up(clone, ".playable")
    plan = planned(clone, goal)
    assert "[dev" in plan
    assert "-m venv" not in plan
    set_up(clone, ".playable", ".ready", ".bench-ready")
    assert "install" not in planned(clone, goal)


def test_whoever_has_developed_can_play_at_once(clone: Path) -> None:
    set_up(clone, ".playable", ".ready")
    assert "install" not in planned(clone, "play")


def test_a_new_list_of_packages_is_installed_for_players_and_developers(clone: Path) -> None:
    set_up(clone, ".playable", ".ready")
    os.utime(clone / "constraints.txt", (9, 9))
    assert "install" in planned(clone, "play")
    assert "[dev]" in planned(clone, "test")
