"""Redact secrets in all output: known ones, and all that looks like one.

Telegram's token is in every URL of its library, so `keep_secret` redacts log records as they are created, for all
handlers.
"""

from __future__ import annotations

import logging
import re
import traceback
from collections.abc import Callable, Iterable, MutableMapping
from typing import Any

HIDDEN = "***"
LONG = 16
"""Length in characters from which a secret is found inside other words too; a shorter one may be part of a word."""

_VALUE = (
    r"(['\"]?\s*+)"
    r"(=\s*+|:\s*+(?=b?['\"]|[^\s,;&)}\]]*[0-9]|[^\s,;&)}\]]{16}))"  # but 'this token: copy it again' is prose
    r"(?:b?'(?:[^'\\]|\\.)*+'|b?\"(?:[^\"\\]|\\.)*+\"|[^\s,;&)}\]]+)"
)
"""What follows a name that says what it holds: in addresses, headers, cookies, objects and records."""

_Kept = str | Callable[[re.Match[str]], str]
"""The replacement of a match."""


def _secret_value(match: re.Match[str]) -> str:
    return match[0] if match[3] is None else f"{match[1]}{match[2]}{match[3]}{HIDDEN}"


# Each is linear in the length of the text: possessive quantifiers (`++`, `*+`) never backtrack.
_PATTERNS: tuple[tuple[re.Pattern[str], _Kept], ...] = tuple(
    (re.compile(pattern, flags), kept)
    for pattern, flags, kept in (
        # a Telegram token anywhere, as in https://api.telegram.org/bot123:AAE…/sendMessage
        (r"[0-9]{4,20}:[A-Za-z0-9_-]{30,}", 0, HIDDEN),
        # a Discord token, and an interaction's token in an address
        (r"(?<![\w-])[\w-]{18,}+\.[\w-]{5,}+\.[\w-]{20,}+", re.ASCII, HIDDEN),
        (r"(/(?:webhooks|interactions)/[0-9]+/)[^/\s?'\"]+", 0, rf"\1{HIDDEN}"),
        (r"\b(Bot|Bearer) [\w.~+/=-]{12,}", 0, rf"\1 {HIDDEN}"),
        (
            rf"((?<![a-z])(?:palmares|(?:access_?|secret_?|bot_?)?token|password|cookie|seed)){_VALUE}",
            re.IGNORECASE,
            rf"\1\2\3{HIDDEN}",
        ),
        (rf"(secret[\w-]*+)(?:{_VALUE})?", re.IGNORECASE, _secret_value),
        # a user and password in an address
        (r"(://)[^/\s@:]+:[^/\s@]+@", 0, rf"\1{HIDDEN}@"),
        # a browser's secret, and a table's seed in hexadecimal
        (r"(?<![0-9a-f])(?:[0-9a-f]{32}|[0-9a-f]{64})(?![0-9a-f])", re.IGNORECASE, HIDDEN),
    )
)


class Redaction:
    """Redacts texts: known secrets, and all that looks like one."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        words = {part for secret in secrets for part in (secret, secret.partition(":")[2]) if len(part) > 3}
        longest = sorted(words, key=len, reverse=True)
        self._known = re.compile("|".join(map(_found_as, longest))) if words else None

    def __call__(self, text: str) -> str:
        """Return a text without secrets or what looks like one."""
        text = self.known(text)
        for pattern, kept in _PATTERNS:
            text = pattern.sub(kept, text)
        return text

    def known(self, text: str) -> str:
        """Return a text without the known secrets."""
        return text if self._known is None else self._known.sub(HIDDEN, text)

    def of_event(self, _logger: Any, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
        """Redact every value of an event: a processor of structlog."""
        for name, value in event.items():
            if not name.startswith("_"):
                event[name] = self._clean(value)
        return event

    def of_line(self, _logger: Any, _method: str, line: str) -> str:
        """Redact the finished line once more: a processor of structlog."""
        return self(line)

    def _clean(self, value: Any) -> Any:
        if value is None or isinstance(value, bool | int | float):
            return value
        return self(value if isinstance(value, str) else str(value))


def _found_as(word: str) -> str:
    return re.escape(word) if len(word) >= LONG else rf"(?<!\w){re.escape(word)}(?!\w)"


_kept: set[str] = set()
_redaction = Redaction()


def keep_secret(*secrets: str) -> None:
    """Redact these words in all log records from now on; of a token, also its secret half."""
    global _redaction
    _kept.update(filter(None, secrets))
    _redaction = Redaction(_kept)
    usual = logging.getLogRecordFactory()
    if not isinstance(usual, _RedactedRecords):
        logging.setLogRecordFactory(_RedactedRecords(usual))


def redacted(text: str) -> str:
    """Return a text without the known secrets."""
    return _redaction.known(text)


class _RedactedRecords:
    """Creates log records with the secrets removed from their messages and tracebacks."""

    def __init__(self, usual: Callable[..., logging.LogRecord]) -> None:
        self._usual = usual

    def __call__(self, *args: Any, **kwargs: Any) -> logging.LogRecord:
        record = self._usual(*args, **kwargs)
        try:
            message = record.getMessage()
        except (TypeError, ValueError):
            message = f"{record.msg} {record.args}"  # a wrong format; logging would print it as it is
        clean = redacted(message)
        if clean != message:
            record.msg, record.args = clean, None
        if record.exc_info and record.exc_info[1] is not None:
            told = "".join(traceback.format_exception(record.exc_info[1])).rstrip()
            clean = redacted(told)
            if clean != told:
                record.exc_info, record.exc_text = None, clean
        return record
