"""Command line for videos: `python -m render replay FILE`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from render.films import command as replay


def main(words: Sequence[str] | None = None, name: str = "python -m render") -> int:
    """Run a command; return the exit code."""
    parser = argparse.ArgumentParser(name, description="Makes films of games.")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    replay.add_to(commands)
    options = parser.parse_args(words)
    done: int = options.run(options)
    return done


if __name__ == "__main__":
    sys.exit(main())
