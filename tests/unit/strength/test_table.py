"""The table of strength is one command's, and the same however many pairs play at once."""

from __future__ import annotations

import re
import shutil

import pytest

from tools.strength.simulator import COMPILER
from tools.strength.table import show

pytestmark = pytest.mark.skipif(shutil.which(COMPILER) is None, reason=f"no C compiler, {COMPILER}")

LEVELS = ("random", "casual", "strong")
KINDS = ("spanish, duel", "Palma, classic")


def test_each_level_meets_each_other_at_each_kind_of_table(capsys: pytest.CaptureFixture[str]) -> None:
    show(40, KINDS, LEVELS, LEVELS, every=False, jobs=2)
    printed = capsys.readouterr().out
    header, _, *rows = printed.splitlines()
    assert header == "| one … among … | random | casual | strong |"
    assert [row.split("|")[1].strip() for row in rows] == [
        *("**spanish, duel** (equal: 50.0)", *LEVELS),
        *("**Palma, classic** (equal: 50.0)", *LEVELS),
    ]
    for place, row in enumerate(rows):
        cells = [cell.strip() for cell in row.split("|")[2:-1]]
        assert len(cells) == len(LEVELS)
        for other, cell in enumerate(cells):
            if place % 4 == 0:
                assert not cell
            elif place % 4 == other + 1:
                assert cell == "–"
            else:
                assert re.fullmatch(r"\d+\.\d ± \d+\.\d( \([\d,]+\))?", cell)
    show(40, KINDS, LEVELS, LEVELS, every=False, jobs=1)
    assert capsys.readouterr().out == printed
    show(40, KINDS, LEVELS, LEVELS, every=False, jobs=1, seed=2)
    assert capsys.readouterr().out != printed, "other games"
