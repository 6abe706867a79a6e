"""Strength on the command line: `python -m tools.strength train dice`, `palma`, `table`."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

LEVELS = ("random", "beginner", "casual", "strong", "master")


def main() -> None:
    parser = argparse.ArgumentParser("python -m tools.strength", description=__doc__)
    uses = parser.add_subparsers(dest="use", required=True)
    train = uses.add_parser("train", help="train a net by self-play, and write its weights")
    train.add_argument("net", choices=("dice", "diceless"))
    train.add_argument("--rounds", type=int, required=True, help="42 games each with dice, 21 without")
    train.add_argument("--seed", type=int, default=1)
    train.add_argument("--to", type=Path, metavar="FILE", help="instead of the engine's own weights")
    judge = uses.add_parser("judge", help="train a net that judges finished games, and write its weights")
    judge.add_argument("net", choices=("judge-duel", "judge-four"))
    judge.add_argument("--rounds", type=int, required=True, help="12 games each in duels, 4 with four seats")
    judge.add_argument("--seed", type=int, default=1)
    judge.add_argument("--to", type=Path, metavar="FILE", help="instead of the engine's own weights")
    drift = uses.add_parser("drift", help="print by how much a judge changes its mind in a game")
    drift.add_argument("net", choices=("judge-duel", "judge-four"))
    drift.add_argument("--games", type=int, default=200)
    drift.add_argument("--seed", type=int, default=1, help="of the first game; the next is one more")
    uses.add_parser("palma", help="solve one side of Palma, and write the tables")
    uses.add_parser("endgames", help="solve the ends of both games, and write the tables")
    table = uses.add_parser("table", help="print the table of strength")
    table.add_argument(
        "--games", type=int, default=4000, help="games per pair; more of fast ones, fewer of slow ones"
    )
    table.add_argument("--all", action="store_true", help="every kind of table, not only the usual ones")
    table.add_argument(
        "--only", nargs="+", default=(), help='kinds by the beginning of their title, as "spanish, duel"'
    )
    table.add_argument("--seed", type=int, default=1)
    table.add_argument("--jobs", type=int, default=os.cpu_count(), help="how many pairs play in parallel")
    table.add_argument("--heroes", nargs="+", default=LEVELS, choices=LEVELS)
    table.add_argument("--others", nargs="+", default=LEVELS, choices=LEVELS)
    styles = uses.add_parser("styles", help="print what a style costs or brings at equal level, in rating points")
    styles.add_argument("--games", type=int, default=40_000, help="of each level, style and kind of table")
    styles.add_argument("--seed", type=int, default=1)
    calibration = uses.add_parser("calibration", help="print predicted and true win chances")
    calibration.add_argument("--games", type=int, default=20_000, help="of each kind of table")
    calibration.add_argument("--only", nargs="+", default=(), help="kinds by the beginning of their title")
    calibration.add_argument("--seed", type=int, default=1, help="of the first game; the next is one more")
    errors = uses.add_parser("errors", help="print how far off chances are in single positions, with dice")
    errors.add_argument("--positions", type=int, default=300, help="of each kind of table, each from a game")
    errors.add_argument("--lines", type=int, default=16, help="games played on from each position")
    errors.add_argument("--only", nargs="+", default=(), help="kinds by the beginning of their title")
    errors.add_argument("--seed", type=int, default=1, help="of the first game; the next is one more")
    corrections = uses.add_parser("corrections", help="measure where the Parchís net errs, and write the corrections")
    corrections.add_argument("--games", type=int, default=20_000, help="of each kind of table")
    corrections.add_argument("--seed", type=int, default=100_000, help="of the first game; the next is one more")
    options = parser.parse_args()
    if options.use == "train":
        from tools.strength.training import train as run

        run(options.net, options.rounds, options.seed, options.to)
    elif options.use == "judge":
        from tools.strength.judges import train as learn

        learn(options.net, options.rounds, options.seed, options.to)
    elif options.use == "drift":
        from tools.strength.judges import show_drift

        show_drift(options.net, options.games, options.seed)
    elif options.use == "palma":
        from tools.strength.palma_tables import make

        make()
    elif options.use == "endgames":
        from tools.strength.endgames import make as solve

        solve()
    elif options.use == "table":
        from tools.strength.table import show

        wanted = (options.games, options.only, options.heroes, options.others)
        show(*wanted, every=options.all, jobs=options.jobs, seed=options.seed)
    elif options.use == "styles":
        from tools.strength.styles import show as show_styles

        show_styles(options.games, options.seed)
    elif options.use == "errors":
        from tools.strength.position_errors import show as show_errors

        show_errors(options.only, options.positions, options.lines, options.seed)
    elif options.use == "corrections":
        from tools.strength.calibration import correct

        correct(options.games, options.seed)
    else:
        from tools.strength.calibration import show as show_calibration

        show_calibration(options.games, options.only, options.seed)


if __name__ == "__main__":
    main()
