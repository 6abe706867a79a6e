"""Decide what is logged, and how: a line for people or a JSON object for machines, and never a secret in it.

Everybody logs through the standard library, as the client libraries do. Each record passes the same processors, and
the last of them takes out whatever is a secret or looks like one: of our own words, of a library's, of a traceback.
"""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import Callable, Iterable, MutableMapping
from typing import Any, TextIO

import structlog

from bot.observability.day_log import ErrorTally
from bot.observability.log_limits import StoreFailureLimit

HIDDEN = "***"
QUIET = ("httpx", "httpcore", "telegram", "discord", "aiosqlite", "asyncio", "PIL", "aiohttp.access")
"""Libraries whose everyday news nobody asked for: they speak from warnings on, unless all is to be heard."""

_PATTERNS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, flags), kept)
    for pattern, flags, kept in (
        # a Telegram token, wherever it stands, as in https://api.telegram.org/bot123:AAE…/sendMessage
        (r"[0-9]{4,20}:[A-Za-z0-9_-]{30,}", 0, HIDDEN),
        # a Discord token, and the token of an interaction in an address
        (r"[\w-]{18,}\.[\w-]{5,}\.[\w-]{20,}", re.ASCII, HIDDEN),
        (r"(/(?:webhooks|interactions)/[0-9]+/)[^/\s?'\"]+", 0, rf"\1{HIDDEN}"),
        (r"\b(Bot|Bearer) [\w.~+/=-]{12,}", 0, rf"\1 {HIDDEN}"),
        # names that say what they hold: in addresses, headers, cookies, objects and records
        (
            r"((?<![a-z])(?:palmares|(?:access_?|secret_?|bot_?)?token|[\w-]*secret[\w-]*|password|cookie|seed)['\"]?\s*)"
            r"(=\s*|:\s*(?=b?['\"]|[^\s,;&)}\]]*[0-9]|[^\s,;&)}\]]{16}))"  # but 'this token: copy it again' is prose
            r"(b?'(?:[^'\\]|\\.)*'|b?\"(?:[^\"\\]|\\.)*\"|[^\s,;&)}\]]+)",
            re.IGNORECASE,
            rf"\1\2{HIDDEN}",
        ),
        # a user and password in an address
        (r"(://)[^/\s@:]+:[^/\s@]+@", 0, rf"\1{HIDDEN}@"),
        # a browser's secret, and a table's seed in hexadecimal
        (r"(?<![0-9a-f])(?:[0-9a-f]{32}|[0-9a-f]{64})(?![0-9a-f])", re.IGNORECASE, HIDDEN),
    )
)

Processor = Callable[..., Any]


class Redaction:
    """Takes secrets out of texts: those it was told of, and all that looks like one."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        words = {part for secret in secrets for part in (secret, secret.partition(":")[2]) if len(part) > 3}
        longest = sorted(words, key=len, reverse=True)
        self._known = re.compile("|".join(rf"(?<!\w){re.escape(word)}(?!\w)" for word in longest)) if words else None

    def __call__(self, text: str) -> str:
        """Take the secrets out of a text."""
        if self._known is not None:
            text = self._known.sub(HIDDEN, text)
        for pattern, kept in _PATTERNS:
            text = pattern.sub(kept, text)
        return text

    def of_event(self, _logger: Any, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
        """Take secrets out of every value that will be written: a processor of structlog."""
        for name, value in event.items():
            if not name.startswith("_"):
                event[name] = self._clean(value)
        return event

    def of_line(self, _logger: Any, _method: str, line: str) -> str:
        """Take secrets once more out of the finished line: a processor of structlog."""
        return self(line)

    def _clean(self, value: Any) -> Any:
        if value is None or isinstance(value, bool | int | float):
            return value
        return self(value if isinstance(value, str) else str(value))


def formatter(secrets: Iterable[str] = (), *, as_json: bool = False, colours: bool = False) -> logging.Formatter:
    """Make what writes records of the standard library and of structlog alike."""
    redaction = Redaction(secrets)
    shared: list[Processor] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso" if as_json else "%Y-%m-%d %H:%M:%S", utc=as_json),
    ]
    ending: list[Processor] = [structlog.stdlib.ProcessorFormatter.remove_processors_meta]
    if as_json:
        ending += [structlog.processors.format_exc_info, redaction.of_event, structlog.processors.JSONRenderer()]
    else:
        plain = structlog.dev.plain_traceback  # rich ones show the values of variables
        ending += [structlog.dev.ConsoleRenderer(colors=colours, pad_event_to=0, exception_formatter=plain)]
    ending.append(redaction.of_line)
    return structlog.stdlib.ProcessorFormatter(foreign_pre_chain=shared, processors=ending, keep_exc_info=False)


def set_up(level: int, secrets: Iterable[str] = (), *, as_json: bool = False, to: TextIO | None = None) -> ErrorTally:
    """Send whatever is logged from now on to the standard error stream, in this form; return the count of errors."""
    stream = sys.stderr if to is None else to
    handler = logging.StreamHandler(stream)
    handler.addFilter(StoreFailureLimit())
    handler.setFormatter(formatter(secrets, as_json=as_json, colours=not as_json and stream.isatty()))
    tally = ErrorTally()  # first: a failing store is counted however often it is told
    logging.basicConfig(level=level, handlers=[tally, handler], force=True)
    logging.captureWarnings(True)
    if level > logging.DEBUG:
        for name in QUIET:
            logging.getLogger(name).setLevel(max(level, logging.WARNING))
    return tally
