"""Command line for pictures and videos: `python -m render gallery FOLDER`, `python -m render replay FILE`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from render.films import command as replay
from render.gallery.sheet import write_gallery


def main(words: Sequence[str] | None = None, name: str = "python -m render") -> int:
    """Run a command; return the exit code."""
    parser = argparse.ArgumentParser(name, description="Draws pictures of games.")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    gallery = commands.add_parser("gallery", help="some fifty telling positions, and all of them on one sheet")
    gallery.add_argument("folder", type=Path, help="where the pictures go")
    gallery.add_argument("--references", action="store_true", help="small ones, which the tests compare with")
    gallery.add_argument("--only", nargs="+", metavar="NAME", help="these pictures alone, without the sheet")
    gallery.set_defaults(run=_gallery)
    replay.add_to(commands)
    options = parser.parse_args(words)
    done: int = options.run(options)
    return done


def _gallery(options: argparse.Namespace) -> int:
    try:
        count = write_gallery(options.folder, options.only, references=options.references)
    except LookupError as error:
        sys.stderr.write(f"{error.args[0]}\n")
        return 2
    except OSError as error:
        sys.stderr.write(f"the gallery cannot be written: {error}\n")
        return 1
    sys.stdout.write(f"{count} pictures in {options.folder}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
