"""The entry points of the installed program.

The wheel keeps `bot`, `engine`, `render` and `data` in a private folder: other packages have these names too.
"""

from __future__ import annotations

import sys
from pathlib import Path


def home() -> Path:
    """Return the folder of the program's packages: private in a wheel, the repository in a checkout."""
    private = Path(__file__).parent / "_packages"
    return private if private.is_dir() else Path(__file__).parents[1]


def main() -> int:
    """Run `palmares`; return the exit code."""
    sys.path.insert(0, str(home()))
    from bot.__main__ import main as run

    return run()


def engine() -> int:
    """Run `palmares-engine`, the line protocol; return the exit code."""
    sys.path.insert(0, str(home()))
    from engine.__main__ import main as run

    return run(name="palmares-engine")


def render() -> int:
    """Run `palmares-render`, which makes films of games; return the exit code."""
    sys.path.insert(0, str(home()))
    from render.__main__ import main as run

    return run(name="palmares-render")
