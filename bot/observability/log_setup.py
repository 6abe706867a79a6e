"""Decide what is logged, and how: a line for people or a JSON object for machines, and never a secret in it.

Everybody logs through the standard library, as the client libraries do. Each record passes the same processors, and
the last of them takes out whatever is a secret or looks like one: of our own words, of a library's, of a traceback.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Iterable
from typing import Any, TextIO

import structlog

from bot.observability.day_log import ErrorTally
from bot.observability.log_identity import IDENTITY
from bot.observability.log_limits import StoreFailureLimit
from bot.observability.redaction import Redaction
from data.roles.statements import SQL

QUIET = ("httpx", "httpcore", "telegram", "discord", "aiosqlite", "asyncio", "PIL", "aiohttp.access")
"""Libraries whose everyday news nobody asked for: they speak from warnings on, unless all is to be heard."""

WITH_VALUES = ("aiosqlite",)
"""Libraries that would log every statement with names and ids: ours are logged without, on the level SQL."""

Processor = Callable[..., Any]


def formatter(secrets: Iterable[str] = (), *, as_json: bool = False, colours: bool = False) -> logging.Formatter:
    """Make what writes records of the standard library and of structlog alike."""
    redaction = Redaction(secrets)
    shared: list[Processor] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        *([IDENTITY] if as_json else []),  # a line for people is short
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
    logging.addLevelName(SQL, "SQL")
    for name in QUIET if level > logging.DEBUG else WITH_VALUES:
        logging.getLogger(name).setLevel(max(level, logging.WARNING))
    return tally
