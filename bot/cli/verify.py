"""Check what `python -m engine verify` checks, and the signature: `palmares verify FILE`."""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

from bot.core.services.signing import KEY_BYTES, check_signature
from engine.errors import EngineError
from engine.notation import decoded, read
from engine.verify import check, signed

NAME = "verify"
FALSE, WRONG = 1, 2
_KEY = re.compile(rf"[0-9a-f]{{{2 * KEY_BYTES}}}")


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(NAME, help="check a game that was exported, its signature too")
    parser.add_argument("file", metavar="FILE", help="the text of the game, or - for standard input")
    parser.add_argument(
        "--key",
        metavar="KEY",
        action="append",
        default=[],
        help="the bot's public key, as /verify shows it; repeat the option for its other keys",
    )


def run(file: str, *keys: str) -> int:
    """Check a file's game; return the exit code: 0 if it is correct, 1 if anything is false, 2 if it is no game."""
    wanted = ["".join(key.split()).lower() for key in keys if key.strip()]
    if not all(map(_KEY.fullmatch, wanted)):
        return _complain(f"--key: a key has {2 * KEY_BYTES} hexadecimal digits")
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        record = read(decoded(data))
    except OSError as error:
        return _complain(f"{file}: {error.strerror}")
    except EngineError as error:
        return _complain(f"{file}: {error}")
    checks = signed(check(record), check_signature(record, *map(bytes.fromhex, wanted)))
    sys.stdout.writelines(f"{result}\n" for result in checks)
    return 0 if all(result.passed for result in checks) else FALSE


def _complain(text: str) -> int:
    sys.stderr.write(f"{text}\n")
    return WRONG
