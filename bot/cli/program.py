"""The program's name as it was called: the command `palmares`, or `python -m` and a package."""

from __future__ import annotations

import sys
from pathlib import Path

SCRIPT = "palmares"


def program_name() -> str:
    """Return what people type before the arguments to call this program."""
    called = Path(sys.argv[0])
    if called.stem == SCRIPT:
        return SCRIPT
    return f"python -m {SCRIPT if called.parent.name == SCRIPT else 'bot'}"
