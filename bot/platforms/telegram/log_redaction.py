"""Keeps secrets out of logs: Telegram's token stands in every address that the library asks for.

Whatever is logged, by whomever, passes here: the secret's place in it is taken by a sign. The libraries that would
log every address are quiet besides, for the noise alone.
"""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable
from typing import Any

HIDDEN = "***"

_secrets: set[str] = set()


def keep_secret(*secrets: str) -> None:
    """From now on these words are in no log; of a token, neither the whole nor the half that is secret."""
    for secret in filter(None, secrets):
        _secrets.update((secret, secret.partition(":")[2] or secret))
    for noisy in ("httpx", "httpcore"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
    usual = logging.getLogRecordFactory()
    if not isinstance(usual, _Redacting):
        logging.setLogRecordFactory(_Redacting(usual))


def redacted(text: str) -> str:
    """A text without the secrets."""
    for secret in sorted(_secrets, key=len, reverse=True):
        text = text.replace(secret, HIDDEN)
    return text


class _Redacting:
    """Makes log records as ever, and takes the secrets out of their words and tracebacks."""

    def __init__(self, usual: Callable[..., logging.LogRecord]) -> None:
        self._usual = usual

    def __call__(self, *args: Any, **kwargs: Any) -> logging.LogRecord:
        record = self._usual(*args, **kwargs)
        try:
            message = record.getMessage()
        except (TypeError, ValueError):
            message = f"{record.msg} {record.args}"  # wrongly put; logging itself would print it as it is
        clean = redacted(message)
        if clean != message:
            record.msg, record.args = clean, None
        if record.exc_info and record.exc_info[1] is not None:
            told = "".join(traceback.format_exception(record.exc_info[1])).rstrip()
            clean = redacted(told)
            if clean != told:
                record.exc_info, record.exc_text = None, clean
        return record
