"""Start the program: `python -m palmares`."""

from __future__ import annotations

import sys

from palmares import main

sys.exit(main())
