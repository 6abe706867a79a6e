"""Log what our HTTP servers do, without what goes wrong at the other end."""

from __future__ import annotations

import logging

from aiohttp.http_exceptions import HttpProcessingError

_THEIRS = (HttpProcessingError, ConnectionError)
"""Nonsense is answered, a gap is closed, and neither is worth a traceback: anybody could fill the log with them."""

http_log = logging.getLogger(__name__)
http_log.addFilter(lambda record: not (record.exc_info and isinstance(record.exc_info[1], _THEIRS)))
