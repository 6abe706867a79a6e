"""All benchmarks, or those named: `python -m benchmarks engine pictures vectors replay store chat`."""

from __future__ import annotations

import sys
from importlib import import_module

NAMES = ("engine", "pictures", "vectors", "replay", "store", "chat")

for name in sys.argv[1:] or NAMES:
    import_module(f"benchmarks.{name}").main()
    print()
