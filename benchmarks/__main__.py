"""Run all benchmarks or those named, as in `python -m benchmarks engine chat`; NAMES lists them.

Options go to the one named: `python -m benchmarks leases --schedules 100000 --seed 1`.
"""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec

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
if unknown := [name for name in words[:first] if find_spec(f"benchmarks.{name}") is None]:
    sys.exit(f"no such benchmark: {', '.join(unknown)}; a number needs its option, as in leases --schedules 200")
for name in words[:first] or NAMES:
    import_module(f"benchmarks.{name}").main(*words[first:])
    print()
