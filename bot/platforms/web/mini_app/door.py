"""The Mini App's door: its page, the exchange of `initData` for a bearer, and its socket.

The bearer comes in the socket's list of protocols, which no proxy logs, and never in an address.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections.abc import Callable
from dataclasses import dataclass

from aiohttp import web

from bot.core.common.background import cancel
from bot.core.common.clock import Clock
from bot.core.common.lru import LruDict
from bot.core.i18n.translator import N_, choose, translator
from bot.http.refusals import REFUSALS, Kind
from bot.platforms.web.admission import TOO_OFTEN, language_of
from bot.platforms.web.context import Visitor, WebContext
from bot.platforms.web.headers import POLICIES, POLICY
from bot.platforms.web.identity import PLATFORM
from bot.platforms.web.mini_app.bearer import LIFE, Bearers, Visit
from bot.platforms.web.mini_app.init_data import BadInitData, Introduction, introduced
from bot.platforms.web.mini_app.person import TELEGRAM
from bot.platforms.web.mini_app.session import App, AppSession
from bot.platforms.web.protocol import FRAME_BYTES
from bot.platforms.web.rate_limits import TooOften, Wish
from bot.platforms.web.session import PORT
from data.records import ChatKey, PersonKey

NOT_PLAYING = N_("You aren't playing anywhere now. Start a game in the chat with /play.")
REOPEN = N_("Close this and open it from Telegram again.")
_log = logging.getLogger(__name__)

PAGE, SESSION, SOCKET = "/telegram", "/telegram/session", "/telegram/socket"
PROTOCOL, BEARER = "palmares", "bearer."
HOSTS = ("https://web.telegram.org", "https://webk.telegram.org", "https://webz.telegram.org")
"""Telegram's clients that show a Mini App in a frame."""
USED = 10_000
"""Introductions remembered, so that each counts once."""
GRACE = 60.0
"""Seconds after which a closed app no longer shows its table."""
_CODE = re.compile(r"[a-z0-9]{4,16}")

Show = Callable[[web.Request], web.StreamResponse]
"""Sends the app's page."""


@dataclass(frozen=True, slots=True)
class Shared:
    """What the app shares with the page: the core, the address of a client, and the open sockets."""

    context: WebContext
    client: Callable[[web.Request], str]
    sockets: set[web.WebSocketResponse]


class MiniApp:
    """Lets people in whom Telegram introduces."""

    def __init__(self, token: str, clock: Clock, *, hosts: tuple[str, ...] = HOSTS, grace: float = GRACE) -> None:
        self._token = token
        self._clock = clock
        self._hosts = " ".join(hosts)
        self._grace = grace
        self._bearers = Bearers(token)
        self._used = LruDict[str, float](USED)
        self._closing: dict[ChatKey, asyncio.Task[None]] = {}

    def lay_out(self, router: web.UrlDispatcher, shared: Shared, page: Show) -> None:
        """Serve the app's page, which Telegram may frame, its sessions and its sockets."""

        async def show(request: web.Request) -> web.StreamResponse:
            response = page(request)
            response.headers[POLICY] = POLICIES.replace("frame-ancestors 'none'", f"frame-ancestors {self._hosts}")
            return response

        async def begin(request: web.Request) -> web.StreamResponse:
            return await self._begin(request, shared)

        async def connect(request: web.Request) -> web.StreamResponse:
            return await self._connect(request, shared)

        router.add_get(PAGE, show)
        router.add_post(SESSION, begin)
        router.add_get(SOCKET, connect)

    async def drain(self) -> None:
        """Forget which tables are about to be put away."""
        for task in tuple(self._closing.values()):
            await cancel(task)
        self._closing.clear()

    async def _begin(self, request: web.Request, shared: Shared) -> web.StreamResponse:
        """Exchange `initData` and a table's code for a bearer."""
        t = translator(language_of(request.headers.get("Accept-Language", "")))
        try:
            shared.context.limiter.count(shared.client(request), Wish.INVITATION)
        except TooOften:
            return web.Response(status=429, text=t(TOO_OFTEN), headers={"Retry-After": "60"})
        try:
            known, table = self._introduced(await request.text())
        except BadInitData as error:
            REFUSALS.count(PORT, Kind.FRAME, error)
            return web.Response(status=403, text=t(REOPEN))
        if not table:  # from the menu of a private chat: the table where they play
            played = await shared.context.core.service.store.tables_played_by(PersonKey(TELEGRAM, known.user))
            table = played[-1] if played else ""
        if not table:
            return web.Response(status=403, text=translator(choose(known.language))(NOT_PLAYING))
        visit = Visit(known.user, known.name, known.language, table, self._clock.now() + LIFE)
        told = {"bearer": self._bearers.issue(visit), "table": table}
        return web.json_response(told, headers={"Cache-Control": "no-store"})

    def _introduced(self, text: str) -> tuple[Introduction, str]:
        """Return who comes, and the table they ask for, if any; raises BadInitData."""
        try:
            said = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise BadInitData("not JSON") from error
        data, table = (said.get("data"), said.get("table")) if isinstance(said, dict) else (None, None)
        if not isinstance(data, str):
            raise BadInitData("no initData")
        now = self._clock.now()
        known = introduced(data, self._token, now)
        if self._used.get(known.proof, 0.0) >= now:
            raise BadInitData("it was used before")
        code = table if isinstance(table, str) and table else known.start
        if code and not _CODE.fullmatch(code):
            raise BadInitData("no table")
        self._used[known.proof] = known.until
        return known, code

    async def _connect(self, request: web.Request, shared: Shared) -> web.StreamResponse:
        """Serve the socket of a bearer."""
        client, context = shared.client(request), shared.context
        offered = [word.strip() for word in request.headers.get("Sec-WebSocket-Protocol", "").split(",")]
        bearer = next((word.removeprefix(BEARER) for word in offered if word.startswith(BEARER)), "")
        visit = self._bearers.read(bearer, self._clock.now())
        if visit is None:
            return web.Response(status=401, text="Open this from Telegram again.\n")
        with context.limiter.pages.held(client) as has_room:
            if not has_room:
                return web.Response(status=429, text="Too many pages are open.\n", headers={"Retry-After": "60"})
            socket = web.WebSocketResponse(
                autoping=False, max_msg_size=FRAME_BYTES, compress=True, protocols=(PROTOCOL,)
            )
            await socket.prepare(request)
            session = self._session(request, shared, socket, visit)
            shared.sockets.add(socket)
            await cancel(self._closing.pop(session.room, None))
            try:
                await session.run()
            finally:
                shared.sockets.discard(socket)
                self._close_later(session, context)
            return socket

    def _session(
        self, request: web.Request, shared: Shared, socket: web.WebSocketResponse, visit: Visit
    ) -> AppSession:
        drop = request.transport.abort if request.transport is not None else request.task.cancel
        prefix, origin = self._bearers.prefix(visit.user), request.headers.get("Origin", "")
        visitor = Visitor(prefix, shared.client(request), origin)
        room = ChatKey(PLATFORM, self._bearers.room(visit))
        return AppSession(shared.context, socket, visitor, drop, App(room, visit, self._bearers, self._clock))

    def _close_later(self, session: AppSession, context: WebContext) -> None:
        """Stop showing the table in this room unless the app comes back."""
        if any(one.chat == session.room for one in context.sessions):
            return

        async def close() -> None:
            await asyncio.sleep(self._grace)
            try:
                await session.leave()
            except Exception:  # noqa: BLE001 - logged; the next visit shows the table anyway
                _log.exception("a closed Mini App still shows its table")
            finally:
                self._closing.pop(session.room, None)

        self._closing[session.room] = asyncio.create_task(close())
