"""How often Python looks for garbage: rarely, for a board waits meanwhile."""

from __future__ import annotations

import gc

THRESHOLDS = (10_000, 20, 50)


def calm() -> None:
    """To be called once all is in place: what is there now is never looked through again, and the rest less often.

    Most garbage goes without being looked for; with Python's usual thresholds all objects, also those of libraries
    and catalogues, are looked through every few hundred presses, which stops everything for a tenth of a second.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
