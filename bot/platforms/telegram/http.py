"""The Bot API over aiohttp: a call takes half the processor time that httpx, the library's usual client, needs."""

from __future__ import annotations

import os
import ssl
from functools import cache, lru_cache
from io import BytesIO
from typing import Any
from urllib.parse import quote, urlencode, urlsplit
from urllib.request import getproxies, proxy_bypass
from uuid import uuid4

import aiohttp
import certifi
from telegram.error import NetworkError, TimedOut
from telegram.request import BaseRequest, RequestData

from bot.platforms.telegram.errors import FloodWait

CONNECT = 5.0
"""Seconds until a connection is there."""
UPLOAD = 20.0
"""Seconds for a file to be sent, beyond those for the answer."""
TOO_MANY_REQUESTS = 429


class AiohttpRequest(BaseRequest):
    """Sends the library's calls; reports 429 with the exact seconds of the answer.

    `timeout` is the seconds until a call without an answer fails.
    """

    def __init__(self, connections: int, timeout: float) -> None:
        self._connections, self._timeout = connections, timeout
        self._session: aiohttp.ClientSession | None = None

    @property
    def read_timeout(self) -> float:
        return self._timeout

    async def initialize(self) -> None:
        if self._session is None:
            self._session = aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(limit=self._connections, ssl=_trust()),
                cookie_jar=aiohttp.DummyCookieJar(),
                headers={"User-Agent": self.USER_AGENT},
            )

    async def shutdown(self) -> None:
        session, self._session = self._session, None
        if session is not None:
            await session.close()

    async def do_request(
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        read_timeout: Any = BaseRequest.DEFAULT_NONE,
        write_timeout: Any = BaseRequest.DEFAULT_NONE,
        connect_timeout: Any = BaseRequest.DEFAULT_NONE,
        pool_timeout: Any = BaseRequest.DEFAULT_NONE,
    ) -> tuple[int, bytes]:
        """Make one call; return its status and content. Raises TimedOut, NetworkError, FloodWait."""
        if self._session is None:
            raise RuntimeError("the client is not initialized")
        files = request_data.multipart_data if request_data else {}
        connect = _chosen(connect_timeout, CONNECT)
        timeout = aiohttp.ClientTimeout(
            connect=_sum(connect, _chosen(pool_timeout, CONNECT)),  # with the wait for a free connection
            sock_connect=connect,
            # aiohttp waits for the answer from the start of an upload
            sock_read=_sum(_chosen(read_timeout, self._timeout), _chosen(write_timeout, UPLOAD) if files else 0.0),
        )
        data, kind = _body(request_data.json_parameters, files) if request_data else (None, "")
        headers, proxy = {"Content-Type": kind} if kind else {}, _proxy(*urlsplit(url)[:2])
        try:
            called = self._session.request(
                method, url, data=data, headers=headers, timeout=timeout, allow_redirects=False, proxy=proxy
            )
            async with called as answer:
                code, payload = answer.status, await answer.read()
        except TimeoutError as error:
            raise TimedOut from error
        except (aiohttp.ClientError, OSError) as error:
            raise NetworkError(f"aiohttp.{type(error).__name__}: {error}") from error
        if code == TOO_MANY_REQUESTS:
            raise FloodWait(payload)
        return code, payload


def _chosen(timeout: Any, usual: float) -> float | None:
    """Return the seconds of a call's timeout; None never ends."""
    return usual if timeout is BaseRequest.DEFAULT_NONE else timeout


def _sum(one: float | None, other: float | None) -> float | None:
    return None if one is None or other is None else one + other


def _body(values: dict[str, str], files: dict[str, Any]) -> tuple[BytesIO, str]:
    """Return a call's body and media type. A file has a name, bytes and a type.

    aiohttp's own form makes an object of each value and sends each in its own packet.
    """
    if not files:
        return BytesIO(urlencode(values).encode()), "application/x-www-form-urlencoded"
    boundary = uuid4().hex
    begin = f'--{boundary}\r\nContent-Disposition: form-data; name="'
    parts = [f'{begin}{name}"\r\n\r\n{value}\r\n'.encode() for name, value in values.items()]
    for field, (name, content, kind) in files.items():
        head = f'{begin}{field}"; filename="{quote(name)}"\r\nContent-Type: {kind}\r\n\r\n'
        parts += (head.encode(), content, b"\r\n")
    parts.append(f"--{boundary}--\r\n".encode())
    return BytesIO(b"".join(parts)), f"multipart/form-data; boundary={boundary}"


@lru_cache(maxsize=16)
def _proxy(scheme: str, host: str) -> str | None:
    """Return the proxy that the environment names for a host; aiohttp would ask in two threads for each call."""
    return None if proxy_bypass(host) else getproxies().get(scheme)


@cache
def _trust() -> ssl.SSLContext:
    """Return the TLS context, loaded once since reading the certificates takes a while."""
    if os.environ.keys() & {"SSL_CERT_FILE", "SSL_CERT_DIR"}:
        return ssl.create_default_context()
    return ssl.create_default_context(cafile=certifi.where())
