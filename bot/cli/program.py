"""Name the program as it was called: the command `palmares`, or `python -m` and a package."""

from __future__ import annotations

import sys
from pathlib import Path

SCRIPT = "palmares"


def program_name() -> str:
    """Return what stands before the arguments of this process's command line, as somebody would type it again."""
    called = Path(sys.argv[0])
    if called.stem == SCRIPT:
        return SCRIPT
    return f"python -m {SCRIPT if called.parent.name == SCRIPT else 'bot'}"
