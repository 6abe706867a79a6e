"""Run all benchmarks or those named, as in `python -m benchmarks engine chat`; NAMES lists them.

Options go to the one named: `python -m benchmarks leases --schedules 100000 --seed 1`.
"""

from __future__ import annotations

import sys
from importlib import import_module

NAMES = (
    "engine",
    "quick",
    "players",
    "drift",
    "bot_strength",
    "pictures",
    "motion",
    "vectors",
    "replay",
    "store",
    "ladder",
    "farms",
    "chat",
    "crowd",
    "memory",
    "languages",
    "scale",
    "presses",
    "story",
    "page",
    "watchers",
    "apps",
    "tournaments",
    "limits",
    "leases",
    "architecture",
)

words = sys.argv[1:]
first = next((place for place, word in enumerate(words) if word.startswith("-")), len(words))
for name in words[:first] or NAMES:
    import_module(f"benchmarks.{name}").main(*words[first:])
    print()
