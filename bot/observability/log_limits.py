"""Limit the log lines about a failing store: the same failure occurs at every press."""

from __future__ import annotations

import logging
from collections.abc import Callable
from time import monotonic

from data.errors import StoreFailed, store_failure

EVERY = 60.0
"""Seconds between two lines about it."""


class StoreFailureLimit(logging.Filter):
    """Passes one line a minute about a failing store, from any logger and without a traceback."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        super().__init__()
        self._now = now
        self._silent_until = float("-inf")
        self._left_out = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to write a record; one about the store is shortened to one line."""
        failure = _failure(record)
        if failure is None:
            return True
        if self._now() < self._silent_until:
            self._left_out += 1
            return False
        record.msg, record.args = "the store fails, nothing can be played: %s", (str(failure),)
        if self._left_out:
            record.msg = f"{record.msg} (and %d times before this)"
            record.args = (str(failure), self._left_out)
        record.exc_info = record.exc_text = record.stack_info = None
        self._silent_until, self._left_out = self._now() + EVERY, 0
        return True


def _failure(record: logging.LogRecord) -> StoreFailed | None:
    """Return the store's failure in a record, also as the cause of its error."""
    values = list(record.args) if isinstance(record.args, tuple) else []
    errors = [record.exc_info[1] if record.exc_info else None, *values]
    found = (store_failure(error) for error in errors if isinstance(error, BaseException))
    return next((failure for failure in found if failure is not None), None)
