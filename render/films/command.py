"""The command that makes a video of an exported game: `python -m render replay FILE`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from engine.errors import EngineError
from engine.notation import read
from render.films.film import GIF, MP4, SIZE, TooLarge, film, kinds, look_of
from render.films.schedule import TEMPOS
from render.picture import SMALLEST
from render.themes.catalog import NAMES

WRONG = 2
LARGEST = 1080
_LONGEST_TEXT = 4_000_000
_MOST_TURNS = 100_000
_STREAM = "-"


class _Mistake(Exception):
    """A mistake that the caller can correct."""


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    about = "make a video of an exported game (from /export or `palmares export CODE`)"
    parser = commands.add_parser("replay", help=about, description=f"{about[0].upper()}{about[1:]}.")
    parser.add_argument("file", metavar="FILE", help="the game's text; - reads standard input")
    parser.add_argument("-o", "--output", metavar="OUT", help="output file, .gif or .mp4; - for standard output")
    parser.add_argument("--format", choices=(GIF, MP4), help="the format, if OUT does not determine it")
    parser.add_argument("--theme", choices=NAMES, default=NAMES[0])
    parser.add_argument("--size", type=_size, default=SIZE, help=f"width in pixels, {SMALLEST} to {LARGEST}")
    parser.add_argument("--tempo", choices=tuple(TEMPOS), default="usual")
    parser.add_argument(
        "--from", dest="begins", type=_turn, default=1, metavar="TURN", help="the first turn of the video"
    )
    parser.add_argument("--chances", action="store_true", help="show the bar of win chances")
    parser.set_defaults(run=_run)


def _size(text: str) -> int:
    if not text.isdecimal() or not SMALLEST <= int(text) <= LARGEST:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of pixels from {SMALLEST} to {LARGEST}")
    return int(text)


def _turn(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= _MOST_TURNS:
        raise argparse.ArgumentTypeError(f"{text!r} is not the number of a turn")
    return int(text)


def _run(options: argparse.Namespace) -> int:
    try:
        kind, out = _target(options)
        data = _film(_text(options.file), kind, options)
        _put(data, out)
    except (_Mistake, EngineError, TooLarge) as error:
        sys.stderr.write(f"render replay: {error}\n")
        return WRONG
    return 0


def _target(options: argparse.Namespace) -> tuple[str, str]:
    """Return the kind of video and the output path."""
    out = options.output
    if out is None:
        suffix = f".{options.format or GIF}"
        out = f"replay{suffix}" if options.file == _STREAM else str(Path(options.file).with_suffix(suffix))
    suffix = Path(out).suffix.lower().removeprefix(".")
    kind = options.format or (suffix if out != _STREAM else GIF)
    if kind not in (GIF, MP4):
        raise _Mistake(f"{out}: a video is .{GIF} or .{MP4}")
    if out != _STREAM and suffix != kind:
        raise _Mistake(f"{out} does not end with .{kind}")
    if kind not in kinds():
        raise _Mistake(f".{MP4} needs the package av: pip install 'palmares[video]'")
    return kind, out


def _text(file: str) -> str:
    try:
        data = sys.stdin.buffer.read(_LONGEST_TEXT + 1) if file == _STREAM else Path(file).read_bytes()
    except OSError as error:
        raise _Mistake(f"{file} cannot be read: {error.strerror or error}") from error
    if len(data) > _LONGEST_TEXT:
        raise _Mistake(f"{file} is too long for a game")
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise _Mistake(f"{file} is not UTF-8 text") from error


def _film(text: str, kind: str, options: argparse.Namespace) -> bytes:
    record = read(text)
    how = {name: getattr(options, name) for name in ("theme", "size", "tempo", "begins", "chances")}
    return film(record.match(), look_of(record, **how), kind)


def _put(data: bytes, out: str) -> None:
    try:
        if out == _STREAM:
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()
        else:
            Path(out).write_bytes(data)
    except OSError as error:
        raise _Mistake(f"{out} cannot be written: {error.strerror or error}") from error
