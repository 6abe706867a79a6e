"""Command line of the engine: line protocol, verification, self-play."""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from engine import catalog, players
from engine.dice import FairDice
from engine.errors import BadNotation
from engine.match import Match
from engine.notation import DICE, Record, decoded, seat_labels, terms_of, write
from engine.players.playout import computer_game
from engine.protocol import serve, version
from engine.verify import verify

DESCRIPTION = """\
The rules of Parchís and Palma.

  %(prog)s               speak the line protocol: one JSON request per line on
                                 standard input, one JSON answer per line on standard
                                 output; {"op":"describe"} lists what is supported
  %(prog)s verify FILE   verify an exported game (- reads standard input): its
                                 seed, every roll, every move, its result. Exits with 0
                                 if nothing is false, 1 if anything is, 2 if it is not
                                 a game. `ok` is proved by replay, `said` only by the
                                 text; `palmares verify FILE` also checks the signature
  %(prog)s play GAME     play a game between computer players, and export it
"""


def main(arguments: Sequence[str] | None = None, name: str = "python -m engine") -> int:
    """Run the chosen use and return the exit status; `name` is the command in the help."""
    options = _options(name).parse_args(arguments)
    try:
        status = _run(options)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader closed the pipe: write nothing more, not even at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
    return status


def _options(name: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        name, description=DESCRIPTION, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--version", action="version", version=version())
    uses = parser.add_subparsers(dest="use", metavar="verify | play")
    check = uses.add_parser("verify", help="verify an exported game")
    check.add_argument("file", metavar="FILE")
    play = uses.add_parser("play", help="play a game between computer players, and export it")
    play.add_argument("game", choices=catalog.names())
    play.add_argument("--seed", type=int, default=0, help="the same number gives the same game (default 0)")
    play.add_argument("--rules", default="null", metavar="JSON", help='for example {"preset":"italian"}')
    play.add_argument("--seats", default="null", metavar="JSON", help='for example ["YR","BG"]')
    play.add_argument("--teams", default="null", metavar="JSON", help="for example [[0,2],[1,3]]")
    play.add_argument("--players", nargs="+", default=["casual"], type=_player, help="seat by seat")
    return parser


def _player(name: str) -> str:
    """Return a player's name; raises ArgumentTypeError."""
    if not players.exists(name):
        offered = ", ".join(players.everybody())
        raise argparse.ArgumentTypeError(f"there is no player {name[:40]!r}; there are {offered}, casual+40 …")
    return name


def _run(options: argparse.Namespace) -> int:
    if options.use == "verify":
        return _verify(options.file)
    if options.use == "play":
        return _play(options)
    serve(sys.stdin.buffer, sys.stdout.buffer)
    return 0


def _verify(file: str) -> int:
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        checks = verify(decoded(data))
    except OSError as error:
        return _complain(f"{file}: {error.strerror}")
    except BadNotation as error:
        return _complain(f"{file}: {error}")
    for check in checks:
        sys.stdout.write(f"{check}\n")
    return 0 if all(check.passed for check in checks) else 1


def _play(options: argparse.Namespace) -> int:
    try:
        rules, seats, teams = (json.loads(text) for text in (options.rules, options.seats, options.teams))
        match = Match.start(catalog.game(options.game), rules, seats, teams)
    except (ValueError, RecursionError) as error:  # not JSON, or an EngineError
        return _complain(str(error))
    held = [options.players[seat % len(options.players)] for seat in range(len(seat_labels(match)))]
    seed = sha256(b"palmares play %d" % options.seed).digest()
    dice = FairDice(seed, f"play {options.seed}", (), terms_of(match))
    rng = random.Random(options.seed)  # noqa: S311 - breaks ties between moves; rolls come from the fair dice
    moves, _ = computer_game(match.game, match.opening, [players.player(name) for name in held], rng, dice)
    whole = Match.fold(match.game, rules, seats, teams, moves)
    about = {"game_id": dice.game_id, "dice": DICE, "commitment": dice.commitment, "seed": dice.seed}
    sys.stdout.write(write(Record.of(whole, players=tuple(held), demonstration=True, **about)))
    return 0


def _complain(text: str) -> int:
    sys.stderr.write(f"{text}\n")
    return 2


if __name__ == "__main__":
    sys.exit(main())
