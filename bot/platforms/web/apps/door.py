"""The door of an app: its page, the session that it begins, and its socket.

The bearer comes in a header or in the socket's list of protocols, which no proxy logs, and never in an address.
"""

from __future__ import annotations

import asyncio
import json
import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, ClassVar

from aiohttp import web

from bot.core.common.background import cancel
from bot.core.common.clock import Clock
from bot.core.common.lru import LruDict
from bot.core.i18n.translator import N_, translator
from bot.http.refusals import REFUSALS, Kind
from bot.platforms.web.admission import TOO_OFTEN, language_of
from bot.platforms.web.apps.bearer import LIFE, Bearers, Visit
from bot.platforms.web.apps.session import App, AppSession, room_of, served_room, shown_room
from bot.platforms.web.bundle import Asset
from bot.platforms.web.context import Visitor, WebContext
from bot.platforms.web.game_replays import Wanted
from bot.platforms.web.headers import POLICIES, POLICY
from bot.platforms.web.rate_limits import TooOften, Wish
from bot.platforms.web.replay_routes import ReplayRoutes, Send, Shared
from bot.platforms.web.session import PORT
from bot.platforms.web.sockets import serve_socket

PROTOCOL, BEARER = "palmares", "bearer."
GRACE = 60.0
"""Seconds after which a closed app no longer shows its table."""
REOPEN = N_("Close this and open it from the chat again.")
NOT_PLAYING = N_("You aren't playing anywhere now. Start a game in the chat with /play.")
_SCRIPT = b'<script type="module" src="/app.js"></script>'
_log = logging.getLogger(__name__)


class Refused(Exception):
    """Why somebody does not come in: a reason for the log, and a sentence for them."""

    def __init__(self, reason: str, sentence: str = REOPEN) -> None:
        super().__init__(reason)
        self.sentence = sentence


class Door(ABC):
    """Lets people in whom another platform introduces."""

    host: ClassVar[str]
    """The platform around the app; its page is at this path."""

    def __init__(self, token: str, clock: Clock, hosts: tuple[str, ...], grace: float) -> None:
        """Build it. `hosts` may frame the page; `grace`: seconds for which a closed app keeps its table."""
        self._clock = clock
        self._hosts = " ".join(hosts)
        self._grace = grace
        self._bearers = Bearers(token)
        self._closing: dict[str, asyncio.Task[None]] = {}
        """What puts the tables of closed apps away, by the names of their rooms."""
        self._pages = LruDict[str, Asset](2)
        self._index = b""
        self._send: Send

    @property
    def paths(self) -> frozenset[str]:
        """Return the paths of the app's page and script, its sessions and its socket."""
        return frozenset(
            (
                f"/{self.host}",
                f"/{self.host}.js",
                self.session,
                self.socket,
                self.game,
                f"{self.game}/socket",
                f"/{self.host}/cups",
            )
        )

    @property
    def session(self) -> str:
        return f"/{self.host}/session"

    @property
    def socket(self) -> str:
        return f"/{self.host}/socket"

    @property
    def game(self) -> str:
        """Return the path of the page on which the table's game is replayed."""
        return f"/{self.host}/game"

    def is_home(self, request: web.Request) -> bool:  # noqa: ARG002
        """Return whether a request for the plain page comes from the app's platform, which opens no other address."""
        return False

    def is_ours(self, origin: str) -> bool:  # noqa: ARG002
        """Return whether requests to the app may come from an origin other than the page's."""
        return False

    @abstractmethod
    async def admit(self, said: Mapping[str, Any], context: WebContext) -> Visit:
        """Return the visit of somebody whose page says this; raises Refused."""

    async def named(self) -> str:
        """Return what the page must know of the app: its public id, if it needs one."""
        return ""

    def lay_out(
        self, router: web.UrlDispatcher, shared: Shared, replays: ReplayRoutes, assets: Mapping[str, Asset]
    ) -> None:
        """Serve the app's page, which its platform may frame, its sessions, its socket and the pages in it."""
        self._index, self._send = assets["/"].data, shared.send
        replay, cups = self._within(assets["/replay.html"]), self._within(assets["/cups.html"])

        async def begin(request: web.Request) -> web.StreamResponse:
            return await self._begin(request, shared)

        async def connect(request: web.Request) -> web.StreamResponse:
            return await self._connect(request, shared)

        async def show_game(request: web.Request) -> web.StreamResponse:
            return self._framed(shared.send(request, replay, "text/html"), "'self'")

        async def show_cups(request: web.Request) -> web.StreamResponse:
            return self._framed(shared.send(request, cups, "text/html"), "'self'")

        async def game_of(request: web.Request) -> Wanted:
            visit = self._bearers.read(_bearer_of(request), self._clock.now())
            if visit is None:
                raise web.HTTPUnauthorized
            service = shared.context.core.service
            room = await shown_room(service, visit, self._bearers)
            if room is None:  # a closed app's table is still its people's
                room = await room_of(service, visit, self._bearers.rooms(visit)[0])
            return Wanted(room, visit.table, request.query.get("language"))

        router.add_get(f"/{self.host}", self.show)
        router.add_post(self.session, begin)
        router.add_get(self.socket, connect)
        router.add_get(self.game, show_game)
        router.add_get(f"/{self.host}/cups", show_cups)
        replays.lay_out(router, self.game, game_of, (PROTOCOL,))

    def _within(self, page: Asset) -> Asset:
        """Return a page as it is shown in a frame of the app."""
        return Asset.of(page.data.replace(b"<html ", f'<html data-host="{self.host}" '.encode(), 1))

    async def show(self, request: web.Request) -> web.StreamResponse:
        """Send the app's page."""
        named = await self.named()
        if (page := self._pages.get(named)) is None:
            own = f'<html data-host="{self.host}" data-app="{named}" '
            index = self._index.replace(b"<html ", own.encode(), 1)
            first = _SCRIPT.replace(b"app", self.host.encode())
            page = self._pages[named] = Asset.of(index.replace(_SCRIPT, first + _SCRIPT))
        return self._framed(self._send(request, page, "text/html"))

    def _framed(self, response: web.StreamResponse, *ancestors: str) -> web.StreamResponse:
        """Let the platform frame a page of ours, and others that are named."""
        named = " ".join(("frame-ancestors", *ancestors, self._hosts, "; frame-src 'self'"))
        response.headers[POLICY] = POLICIES.replace("frame-ancestors 'none'", named)
        return response

    async def drain(self) -> None:
        """Forget which tables are about to be put away."""
        for task in tuple(self._closing.values()):
            await cancel(task)
        self._closing.clear()

    async def _begin(self, request: web.Request, shared: Shared) -> web.StreamResponse:
        t = translator(language_of(request.headers.get("Accept-Language", "")))
        if bearer := _bearer_of(request):
            return self._renewed(bearer, shared.client(request), shared.context)
        try:
            shared.context.limiter.count(shared.client(request), Wish.INVITATION)
            visit = await self.admit(_object(await request.text()), shared.context)
        except TooOften:
            return web.Response(status=429, text=t(TOO_OFTEN), headers={"Retry-After": "60"})
        except Refused as error:
            REFUSALS.count(PORT, Kind.FRAME, error)
            return web.Response(status=403, text=t(error.sentence))
        return self._told(visit)

    def _renewed(self, bearer: str, client: str, context: WebContext) -> web.StreamResponse:
        """Answer an app whose socket has failed: its bearer may still be good."""
        try:
            context.limiter.count(client, Wish.HELLO)
        except TooOften:
            return web.Response(status=429, headers={"Retry-After": "60"})
        visit = self._bearers.read(bearer, self._clock.now())
        if visit is None:
            return web.Response(status=401, text="The session is over.\n")
        return self._told(replace(visit, until=self._clock.now() + LIFE))

    def _told(self, visit: Visit) -> web.StreamResponse:
        told = {"bearer": self._bearers.issue(visit), "table": visit.table}
        return web.json_response(told, headers={"Cache-Control": "no-store"})

    async def _connect(self, request: web.Request, shared: Shared) -> web.StreamResponse:
        """Serve the socket of a bearer."""
        client, context = shared.client(request), shared.context
        visit = self._bearers.read(_bearer_of(request), self._clock.now())
        if visit is None:
            return web.Response(status=401, text="The session is over.\n")
        if served_room(self._bearers, visit, context.ownership) is None:
            return web.Response(status=503, text="Another process serves this app.\n", headers={"Retry-After": "1"})
        visitor = Visitor(self._bearers.prefix(visit), client, request.headers.get("Origin", ""))
        app = App(visit, self._bearers, self._clock)

        async def entered(room: str) -> None:
            await cancel(self._closing.pop(room, None))

        async def run(socket: web.WebSocketResponse, drop: Callable[[], object]) -> None:
            session = AppSession(context, socket, visitor, drop, app, entered)
            try:
                await session.run()
            finally:
                self._close_later(session, context)

        return await serve_socket(request, context.limiter.pages.held(client), shared.sockets, run, (PROTOCOL,))

    def _close_later(self, session: AppSession, context: WebContext) -> None:
        """Stop showing the table in this room unless the app comes back."""
        if any(one.chat == session.room for one in context.sessions):
            return

        async def close() -> None:
            await asyncio.sleep(self._grace)
            try:
                await session.leave()
            except Exception:  # noqa: BLE001 - logged; the next visit shows the table anyway
                _log.exception("a closed app still shows its table")
            finally:
                self._closing.pop(session.room.chat, None)

        self._closing[session.room.chat] = asyncio.create_task(close())


def _bearer_of(request: web.Request) -> str:
    """Return the bearer in a request's header, or in its list of protocols; empty without one."""
    kind, _, bearer = request.headers.get("Authorization", "").partition(" ")
    if kind == "Bearer":
        return bearer
    offered = [word.strip() for word in request.headers.get("Sec-WebSocket-Protocol", "").split(",")]
    return next((word.removeprefix(BEARER) for word in offered if word.startswith(BEARER)), "")


def _object(text: str) -> Mapping[str, Any]:
    """Return the JSON object in a text; raises Refused."""
    try:
        said = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Refused("not JSON") from error
    if not isinstance(said, dict):
        raise Refused("not an object")
    return said
