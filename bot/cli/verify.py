"""Check what `python -m engine verify` checks, and the signature: `palmares verify FILE`."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from bot.core.services.certificates import check_certificate, read_certificate
from bot.core.services.signing import KEY_BYTES, check_signature
from bot.core.tournaments.codec import CorruptTournament
from bot.core.tournaments.proof import check_proof, is_proof
from engine.errors import EngineError
from engine.notation import decoded, read
from engine.verify import Check, check, signed

NAME = "verify"
FALSE, WRONG = 1, 2
_KEY = re.compile(rf"[0-9a-f]{{{2 * KEY_BYTES}}}")


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        NAME, help="check a game that was exported, the certificate of an honour, or the draws of a tournament"
    )
    parser.add_argument("file", metavar="FILE", help="the text of the game, or - for standard input")
    parser.add_argument(
        "--key",
        metavar="KEY",
        action="append",
        default=[],
        help="the bot's public key, as /verify shows it; repeat the option for its other keys",
    )


def run(file: str, *keys: str) -> int:
    """Check a file's game, certificate or tournament.

    Return the exit code: 0 if correct, 1 if false, 2 if it is none of these.
    """
    wanted = ["".join(key.split()).lower() for key in keys if key.strip()]
    if not all(map(_KEY.fullmatch, wanted)):
        return _complain(f"--key: a key has {2 * KEY_BYTES} hexadecimal digits")
    keys_read = [bytes.fromhex(key) for key in wanted]
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        text = decoded(data)
        certificate = read_certificate(text)
        if certificate is not None:
            return _told(check_certificate(certificate, keys_read))
        if is_proof(text):
            return _told(check_proof(text))
        record = read(text)
    except OSError as error:
        return _complain(f"{file}: {error.strerror}")
    except CorruptTournament as error:
        return _complain(f"{file}: this is no tournament: {error}")
    except EngineError as error:
        return _complain(f"{file}: {error}")
    return _told(signed(check(record), check_signature(record, *keys_read)))


def _told(checks: Sequence[Check]) -> int:
    sys.stdout.writelines(f"{result}\n" for result in checks)
    return 0 if all(result.passed for result in checks) else FALSE


def _complain(text: str) -> int:
    sys.stderr.write(f"{text}\n")
    return WRONG
