"""Run all benchmarks or those named, as in `python -m benchmarks engine chat`; NAMES lists them."""

from __future__ import annotations

import sys
from importlib import import_module

NAMES = (
    "engine",
    "quick",
    "players",
    "drift",
    "pictures",
    "motion",
    "vectors",
    "replay",
    "store",
    "ladder",
    "chat",
    "crowd",
    "scale",
    "presses",
    "story",
    "page",
    "watchers",
    "tournaments",
    "limits",
    "architecture",
)

for name in sys.argv[1:] or NAMES:
    import_module(f"benchmarks.{name}").main()
    print()
