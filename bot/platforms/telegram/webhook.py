"""Receive updates by webhook: a small web server behind an https address."""

from __future__ import annotations

import hmac
import json
import logging
from typing import Any
from urllib.parse import urlsplit

from aiohttp import web
from aiohttp.typedefs import Handler

from bot.core.common.clock import Clock
from bot.http.refusals import REFUSALS, Kind
from bot.http.server import Bounds, HttpServer
from bot.observability.redaction import keep_secret
from bot.platforms.telegram.client import Client
from bot.platforms.telegram.config import WebhookConfig
from bot.platforms.telegram.errors import BadToken, translated
from bot.platforms.telegram.inbox import InboxFull
from bot.platforms.telegram.intake import Intake
from bot.platforms.telegram.updates import WANTED
from data.errors import StoreError

_log = logging.getLogger(__name__)

BODY_BYTES = 1 << 20
SIDE_BY_SIDE = 40
PORT = "webhook"
BOUNDS = Bounds(connections=100, connections_each=100, body_bytes=BODY_BYTES)
"""All connections come from one proxy, or from Telegram's few addresses."""
LARGEST = 1 << 63
"""Above any update's number."""
CHECK = 60.0
"""Seconds between checks that Telegram still accepts the token: no updates is no proof."""
HEADER = "X-Telegram-Bot-Api-Secret-Token"


class Receiver:
    """Answers 200 once an update is accepted or stored; after any other answer Telegram sends it again.

    With several processes behind one address, any of them may get an update.
    """

    def __init__(self, client: Client, config: WebhookConfig, clock: Clock, intake: Intake) -> None:
        keep_secret(config.secret)
        self._client = client
        self._clock = clock
        self._config = config
        self._intake = intake
        self._server: HttpServer | None = None
        self.connected = False
        """Whether Telegram knows the webhook and accepts the token."""
        self.port = config.port

    async def start(self) -> None:
        """Listen, then register the webhook. Raises OSError."""
        self._server = HttpServer(PORT, BOUNDS, [self._guard])
        self._server.app.router.add_post(urlsplit(self._config.url).path or "/", self._receive)
        self.port = await self._server.start(self._config.host, self._config.port)
        with translated():
            await self._client.set_webhook(
                self._config.url,
                max_connections=SIDE_BY_SIDE,
                allowed_updates=list(WANTED),
                secret_token=self._config.secret,
            )
        self.connected = True

    async def lost(self) -> None:
        """Check regularly whether Telegram still accepts the token. Raises BadToken if it does not."""
        while True:
            await self._clock.sleep(CHECK)
            try:
                with translated():
                    await self._client.get_me()
                self.connected = True
            except BadToken:
                raise
            except Exception as error:  # noqa: BLE001 - logged; the next poll tries again
                self.connected = False
                _log.warning("Telegram does not answer: %s: %s", type(error).__name__, error)

    async def stop(self) -> None:
        """Close the port; Telegram keeps the updates meanwhile."""
        self.connected = False
        if self._server is not None:
            await self._server.stop()
            self._server = None

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Admit only Telegram's requests, before reading their bodies."""
        given = request.headers.get(HEADER, "").encode("utf-8", "surrogateescape")
        if request.match_info.http_exception is None and not hmac.compare_digest(given, self._config.secret.encode()):
            REFUSALS.count(PORT, Kind.SECRET)
            return web.Response(status=403)
        return await handler(request)

    async def _receive(self, request: web.Request) -> web.Response:
        update = _read(await request.read())
        if update is None:
            REFUSALS.count(PORT, Kind.BODY)
            return web.Response(status=400)
        try:
            mine = await self._intake.sort([update])
            accepted = all(map(self._intake.accept, mine))
            if accepted:
                await self._intake.secure(mine)
        except (InboxFull, StoreError) as error:
            _log.warning("an update cannot be accepted now: %s", error)
            return web.Response(status=503)
        return web.Response(status=200 if accepted else 503)


def _read(body: bytes) -> dict[str, Any] | None:
    try:
        update: Any = json.loads(body)
    except (ValueError, RecursionError):
        return None
    if not isinstance(update, dict):
        return None
    number = update.get("update_id")
    good = isinstance(number, int) and not isinstance(number, bool) and 0 <= number < LARGEST
    return update if good else None
