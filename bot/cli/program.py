"""Name the program as it was called: `palmares`, which installing it puts beside Python, or `python -m bot`."""

from __future__ import annotations

import sys
from pathlib import Path

SCRIPT, MODULE = "palmares", "python -m bot"


def program_name() -> str:
    """Return what stands before the arguments of this process's command line, as somebody would type it again."""
    return SCRIPT if Path(sys.argv[0]).stem == SCRIPT else MODULE
