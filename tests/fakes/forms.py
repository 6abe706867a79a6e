"""Read forms with files: aiohttp's reader escapes a thousand signs for each field."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import unquote

from aiohttp import web

_NAME = re.compile(rb'; name="([^"]*)"')
_FILE = re.compile(rb"; filename(?:=\"([^\"]*)\"|\*=utf-8''([^\r;]*))")


def is_form(request: web.Request) -> bool:
    """Return whether a request may bring files."""
    return request.headers.get("Content-Type", "").startswith("multipart/form-data")


async def fields_of(request: web.Request) -> Iterator[tuple[str, str, bytes]]:
    """Return the name, the name of the file or nothing, and the content of each field."""
    return _fields(request.headers["Content-Type"].partition("boundary=")[2].strip('"'), await request.read())


def _fields(boundary: str, body: bytes) -> Iterator[tuple[str, str, bytes]]:
    for part in body.split(f"--{boundary}".encode())[1:-1]:
        head, _, content = part.partition(b"\r\n\r\n")
        name, file = _NAME.search(head), _FILE.search(head)
        assert name is not None
        yield name[1].decode(), "" if file is None else unquote((file[1] or file[2]).decode()), content[:-2]
