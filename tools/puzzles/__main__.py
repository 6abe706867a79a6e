"""The stock of puzzles on the command line.

`python -m tools.puzzles --seed 1` rebuilds it in some minutes. `--recheck` judges the present one again and
replaces what no longer is a puzzle: after a change of the bots' estimates.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import bot.core.games
from bot.core.games.puzzle_stock import FILE, puzzle_at, stock, write_stock
from tools.puzzles.recheck import rechecked
from tools.puzzles.self_play import made


def main() -> None:
    parser = argparse.ArgumentParser("python -m tools.puzzles", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--recheck", action="store_true", help="keep those of the stock that survive, and fill up")
    parser.add_argument("--to", type=Path, metavar="FILE", default=Path(bot.core.games.__file__).with_name(FILE))
    options = parser.parse_args()
    present = (puzzle_at(number) for number in range(len(stock())))
    puzzles = rechecked(present, options.seed) if options.recheck else made(options.seed)
    held = write_stock(puzzles)
    options.to.write_bytes(held)
    print(f"{len(puzzles)} puzzles in {len(held)} bytes: {options.to}")


if __name__ == "__main__":
    main()
