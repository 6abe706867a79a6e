"""Configure the log: a line for people or a JSON object for machines, without secrets.

All records of the standard library pass the same processors; the last one redacts.
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

QUIET = ("telegram", "discord", "aiosqlite", "asyncio", "PIL", "aiohttp.access")
"""Libraries that log too much: they log warnings and errors only, unless the level is debug."""

WITH_VALUES = ("aiosqlite",)
"""Libraries that log statements with names and ids; ours are logged without values, at level SQL."""

Processor = Callable[..., Any]


def formatter(secrets: Iterable[str] = (), *, as_json: bool = False, colours: bool = False) -> logging.Formatter:
    """Return a formatter for records of the standard library and of structlog."""
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
    """Log to standard error in this format from now on; return the count of errors."""
    stream = sys.stderr if to is None else to
    handler = logging.StreamHandler(stream)
    handler.addFilter(StoreFailureLimit())
    handler.setFormatter(formatter(secrets, as_json=as_json, colours=not as_json and stream.isatty()))
    tally = ErrorTally()  # first: a failing store counts each time, also unlogged
    logging.basicConfig(level=level, handlers=[tally, handler], force=True)
    logging.captureWarnings(True)
    logging.addLevelName(SQL, "SQL")
    for name in QUIET if level > logging.DEBUG else WITH_VALUES:
        logging.getLogger(name).setLevel(max(level, logging.WARNING))
    return tally
