"""What docs/architecture.md promises of the floor plan; `python -m benchmarks architecture` prints the figures."""

from __future__ import annotations

import pytest

from benchmarks.architecture import FOLDERS, imports_of, plan

MOST = {
    "bot/core": (15, 10),
    "bot/platforms": (5, 3),
    "render": (12, 7),
    "data": (7, 6),
    "engine": (16, 7),
}
"""Of each folder: rooms, that is files and packages side by side, and floors."""
BOTH_WAYS = 2
"""Pairs of packages in the core that still import each other."""


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_folder_can_be_taken_in_at_a_glance(folder: str) -> None:
    drawn, (rooms, floors) = plan(folder, imports_of()), MOST[folder]
    assert len(drawn.rooms) <= rooms, drawn.rooms
    assert drawn.floors <= floors


@pytest.mark.parametrize("folder", ["bot", "data", "engine", "render"])
def test_no_files_import_each_other_in_a_circle(folder: str) -> None:
    assert plan(folder, imports_of()).circles == ()


def test_no_more_packages_of_the_core_import_each_other() -> None:
    assert len(plan("bot/core", imports_of()).climbing) <= BOTH_WAYS
