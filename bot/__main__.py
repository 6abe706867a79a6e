"""Start the program: `python -m bot`, `palmares`."""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; return the exit code."""
    gc.disable()  # nothing made during imports is garbage; collecting costs a sixth of the start
    from bot.cli.main import main as run

    gc.freeze()
    gc.enable()
    return run(arguments)


if __name__ == "__main__":
    sys.exit(main())
