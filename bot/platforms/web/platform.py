"""The page on this machine as a platform: an aiohttp server, open to invited browsers."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Sequence
from pathlib import Path

from aiohttp import WSCloseCode, web
from aiohttp.typedefs import Handler

from bot.core.application import Application
from bot.core.commands.quoting import Manner, Quotings
from bot.core.common.background import cancel
from bot.core.common.clock import Clock
from bot.core.i18n.translator import translator
from bot.core.messages.ports import Authority
from bot.core.ratelimit.platform_limiter import PlatformRateLimiter
from bot.core.services.ownership import Ownership, SoleOwnership
from bot.http.client_address import client_of
from bot.http.server import Bounds, HttpServer
from bot.platforms.base import CannotStart
from bot.platforms.web.admission import INVITATION_PATH, Admission, language_of
from bot.platforms.web.apps.door import Door
from bot.platforms.web.boards import MOST_PARTS, packed, whole
from bot.platforms.web.browser import show
from bot.platforms.web.bundle import SDK, Asset, assets, lasting
from bot.platforms.web.chat import WebMessenger
from bot.platforms.web.config import WebConfig
from bot.platforms.web.context import OpenPage, Visitor, WebContext
from bot.platforms.web.cookies import YEAR, keep_cookie
from bot.platforms.web.cups import ChatCups
from bot.platforms.web.drawn_boards import DAY, NIGHT, DrawnBoards
from bot.platforms.web.front_picture import front_picture
from bot.platforms.web.game_replays import GameReplays
from bot.platforms.web.headers import HEADERS
from bot.platforms.web.icons import SIZES, icon
from bot.platforms.web.identity import PLATFORM, host_allowed, is_secret, new_secret, prefix_of, same_origin
from bot.platforms.web.invitation import COOKIE as GUEST
from bot.platforms.web.invitation import Invitation, link
from bot.platforms.web.message_format import media_type_of
from bot.platforms.web.permissions import WebAuthority
from bot.platforms.web.rate_limits import ClientLimiter, WebLimits
from bot.platforms.web.replay_routes import ReplayRoutes, Shared, game_of
from bot.platforms.web.rule_books import ADDRESS, book_page, books
from bot.platforms.web.session import PORT, Session
from bot.platforms.web.sharing import HERE, Sharing
from bot.platforms.web.sockets import serve_socket
from bot.platforms.web.still import still_of
from bot.platforms.web.texts import FULL
from bot.platforms.web.unserved import unserved
from data.store import Store
from render.content.layered import LAYERED

COOKIE = "palmares"
BODY_BYTES = 16 * 1024
"""Far above the largest body, an invitation."""
PAGE = Path(__file__).parent / "static"

_TYPES = {
    ".webmanifest": "application/manifest+json",
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
}
_PICTURE = re.compile(r"([1-9][0-9]{0,17})/([0-9a-f]{16})\.(?:png|gif)")
_BOARD = re.compile(r"([1-9][0-9]{0,17})/([0-9a-f]{16})\.board")
_PART = r"[0-9a-f]{12}"
_PARTS = re.compile(rf"{_PART}(?:,{_PART}){{0,{MOST_PARTS - 1}}}")
_ICONS = ("/icon.svg", "/icon-turn.svg")
"""Files that a page shows at several places: it asks for each once."""
_GAME = "/c/{chat}/game/{code:[A-Za-z0-9]{4,12}}"
_LASTING = f"private, max-age={YEAR}, immutable"

_CONTEXT = web.AppKey("context", WebContext)
_ADMISSION = web.AppKey("admission", Admission)
_DRAWN = web.AppKey("drawn", DrawnBoards)


class WebPlatform:
    """Serves the page and its sessions."""

    name = "web"

    def __init__(
        self,
        config: WebConfig,
        store: Store,
        clock: Clock,
        *,
        limits: WebLimits | None = None,
        apps: Sequence[Door] = (),
        ownership: Ownership | None = None,
    ) -> None:
        """Build it. `ownership`: the leases of this process, if several serve the apps; by default it has all."""
        self._config = config
        self._hosts = config.names
        self._invitation = Invitation(store) if config.invites else None
        self._limits = limits or WebLimits()
        self._apps = tuple(apps)
        self._ownership = ownership or SoleOwnership()
        self._sharing = Sharing(self._ownership, has_apps=bool(apps))
        self._keeping: asyncio.Task[None] | None = None
        self._books = books()
        self._assets = assets(PAGE)
        self._made: dict[str, Asset] = {}
        self.messenger: WebMessenger = WebMessenger(store, clock.now, rule_books=ADDRESS if self._books else "")
        self.authority: Authority = WebAuthority()
        self.limiter: PlatformRateLimiter | None = None
        self.address = ""
        """The page's address, once it is open."""
        self._sessions: set[OpenPage] = set()
        self._sockets: set[web.WebSocketResponse] = set()
        self._server: HttpServer | None = None

    @property
    def connected(self) -> bool:
        """Return whether the page is open; True as well while this process waits for another's port."""
        return self._sharing.waits or (self._server is not None and self._server.is_open)

    async def open(self, core: Application) -> list[str]:
        """Serve the page."""
        lines = await self._sharing.open(lambda: self._open(core))
        self._keeping = asyncio.create_task(self._sharing.keep(self._sessions))
        return lines

    async def _open(self, core: Application) -> list[str]:
        host, port = self._config.host, self._config.port
        try:
            bound = await self._serve(host, port, core)
        except OSError as error:
            await self.drain()
            raise CannotStart(unserved(host, port, error)) from error
        said, shown = [f"Palmarés is at {self.address} (Ctrl+C stops it)"], self.address
        if self._invitation is not None:
            token = await self._invitation.token()
            friends = self._invitation.address = self._config.friends_address(bound)
            shown = link(self.address.rstrip("/") if self._config.address else friends, token)
            said.append(f"Friends come in by this link: {link(friends, token)}")
        if self._config.shows:
            await asyncio.to_thread(show, shown)
        return said

    async def lost(self) -> None:
        """Wait forever: there is no connection to lose."""
        await asyncio.Event().wait()

    async def leave(self) -> None:
        await self._sharing.close()
        await self.drain()

    async def drain(self) -> None:
        """Finish what is under way, say goodbye to the pages and close the port."""
        await cancel(self._keeping)
        for door in self._apps:
            await door.drain()
        if self._server is not None:
            server, self._server = self._server, None
            await server.stop()

    async def close(self) -> None:
        """Do nothing: `drain` has closed everything."""

    def _lay_out(self, app: web.Application, core: Application) -> None:
        self.messenger.known_as = core.service.restrictions.known_as
        core.service.languages.quote_commands(PLATFORM, Quotings(core.registry, Manner()))
        limiter = ClientLimiter(self._limits)
        app[_DRAWN] = DrawnBoards(self.messenger, core.redrawing)
        cups = ChatCups(core.service)
        app[_CONTEXT] = WebContext(
            core, self.messenger, limiter, self._sessions, cups, self._invitation, self._ownership
        )
        paths = frozenset[str]().union(*(door.paths for door in self._apps))
        app[_ADMISSION] = Admission(self._invitation, limiter, apps=paths)
        for address in self._assets:
            app.router.add_get(address, self._asset)
        for address in self._books:
            app.router.add_get(address, self._book)
        app.router.add_get("/front.gif", self._front)
        for size in SIZES:
            app.router.add_get(f"/icon-{size}.png", self._icon)
        shared = Shared(app[_CONTEXT], self._client, self._sockets, self._fresh)
        replays = ReplayRoutes(shared, GameReplays(core.service))
        app.router.add_get(_GAME, self._replay)
        replays.lay_out(app.router, _GAME, game_of)
        app.router.add_post(INVITATION_PATH, self._enter)
        app.router.add_post("/session", self._session)
        app.router.add_get("/socket", self._socket)
        app.router.add_get(HERE, self._here)
        app.router.add_get("/picture/{name:.+\\.board}", self._board)
        app.router.add_get("/picture/{name:.+}", self._picture)
        app.router.add_get("/art", self._art)
        for door in self._apps:
            door.lay_out(app.router, shared, replays, self._assets)
        app.on_shutdown.append(self._say_goodbye)

    async def _serve(self, host: str, port: int, core: Application) -> int:
        """Listen, and return the port; 0 takes any free one. Raises OSError."""
        limits = self._limits
        bounds = Bounds(limits.connections, limits.connections_each, BODY_BYTES, limits.head_seconds)
        self._server = HttpServer(PORT, bounds, [self._guard], self._config.proxies)
        self._lay_out(self._server.app, core)
        bound = await self._server.start(host, port)
        self.address = f"http://{f'[{host}]' if ':' in host else host}:{bound}/"
        return bound

    # admission ------------------------------------------------------------------------------------------------------

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        host = request.headers.get("Host", "")  # without it, aiohttp would ask a name server
        if not host_allowed(host, self._hosts):
            return web.Response(status=421, text="This page is not served under that name.\n", headers=HEADERS)
        inside = request.method in ("GET", "HEAD") and not request.path.endswith("/socket")
        if not inside and not self._is_from_page(request, host):
            return web.Response(status=403, text="Only the page itself may ask for that.\n", headers=HEADERS)
        admission = request.app[_ADMISSION]
        door = next((door for door in self._apps if door.is_home(request)), None)
        if door is not None:
            handler = door.show
        elif not self._sharing.serves(request.path):
            elsewhere = {**HEADERS, "Retry-After": "1"}
            return web.Response(status=503, text="Another process serves the page.\n", headers=elsewhere)
        elif not await admission.lets_in(request):
            refusal = admission.refusal(request)
            refusal.headers.update(HEADERS)
            return refusal
        try:
            response = await handler(request)
        except web.HTTPException as answer:
            answer.headers.update(HEADERS)
            raise
        except ConnectionError:  # the client has disconnected
            return web.Response(status=400)
        if not response.prepared:
            for name, value in HEADERS.items():
                response.headers.setdefault(name, value)
        return response

    def _is_from_page(self, request: web.Request, host: str) -> bool:
        """Return whether a request comes from our page, or from an app of ours behind its platform's proxy."""
        origin = request.headers.get("Origin")
        if same_origin(origin, host):
            return True
        return any(door.is_ours(origin or "") and request.path in door.paths for door in self._apps)

    async def _here(self, _: web.Request) -> web.StreamResponse:
        """Tell a balancer that this process serves the plain page."""
        return web.Response(status=204)

    async def _enter(self, request: web.Request) -> web.StreamResponse:
        return await request.app[_ADMISSION].enter(request, self._client(request))

    async def _asset(self, request: web.Request) -> web.StreamResponse:
        suffix = Path(request.path).suffix or ".html"
        response = self._fresh(request, self._assets[request.path], _TYPES[suffix])
        if request.path == lasting(SDK):
            response.headers["Cache-Control"] = _LASTING
        elif request.path in _ICONS:
            response.headers["Cache-Control"] = "private, max-age=3600"
        return response

    async def _front(self, request: web.Request) -> web.StreamResponse:
        theme, still = NIGHT if "dark" in request.query else DAY, "still" in request.query
        shown = moving = await self._once(f"/front.gif?{theme}", lambda: front_picture(theme))
        if still:
            shown = await self._once(f"/front.gif?{theme}&still", lambda: still_of(moving.data))
        return self._fresh(request, shown, "image/gif")

    async def _icon(self, request: web.Request) -> web.StreamResponse:
        size = next(size for size in SIZES if request.path == f"/icon-{size}.png")
        return self._fresh(request, await self._once(request.path, lambda: icon(size)), "image/png")

    async def _book(self, request: web.Request) -> web.StreamResponse:
        book = self._books[request.path]
        return self._fresh(request, await self._once(request.path, lambda: book_page(book)), "text/html")

    async def _once(self, address: str, make: Callable[[], bytes]) -> Asset:
        """Return a generated file, made in a thread on the first request; only known addresses have one."""
        if address not in self._made:
            self._made[address] = await asyncio.to_thread(lambda: Asset.of(make()))
        return self._made[address]

    def _fresh(self, request: web.Request, asset: Asset, content_type: str) -> web.StreamResponse:
        """Send a file, compressed if the browser accepts that, or 304 if the browser has it."""
        headers = {"Cache-Control": "no-cache", "Vary": "Accept-Encoding", "ETag": f'"{asset.digest}"'}
        if any(known.value == asset.digest for known in request.if_none_match or ()):
            return web.Response(status=304, headers=headers)
        packed = asset.packed if "gzip" in request.headers.get("Accept-Encoding", "") else None
        if packed is not None:
            headers["Content-Encoding"] = "gzip"
        charset = None if content_type.startswith("image/") and content_type != "image/svg+xml" else "utf-8"
        return web.Response(body=packed or asset.data, content_type=content_type, charset=charset, headers=headers)

    async def _session(self, request: web.Request) -> web.StreamResponse:
        # Not with the page itself: a link from elsewhere opens it without the SameSite=Strict cookie, and a new
        # cookie would turn a returning person into a stranger. The page's own request always carries the cookie.
        response = web.Response(status=204, headers={"Cache-Control": "no-store"})
        secret = request.cookies.get(COOKIE)
        own = secret if secret is not None and is_secret(secret) else new_secret()
        keep_cookie(request, response, COOKIE, own, "Strict")
        await request.app[_ADMISSION].keep(request, response)
        if not request.app[_CONTEXT].limiter.pages.has_room(self._client(request)):
            # Not an error status, which browsers log loudly: the page shows it, and has no texts yet.
            reader = translator(language_of(request.headers.get("Accept-Language", "")))
            response.set_status(200)
            response.text = reader(FULL)
            response.headers["Retry-After"] = "5"
        return response

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        secret = request.cookies.get(COOKIE)
        if secret is None or not is_secret(secret):
            return web.Response(status=401, text="Ask for a session first.\n")
        client, context = self._client(request), request.app[_CONTEXT]
        guest = request.cookies.get(GUEST)
        visitor = Visitor(prefix_of(secret), client, request.headers.get("Origin", ""), guest)

        async def run(socket: web.WebSocketResponse, drop: Callable[[], object]) -> None:
            await Session(context, socket, visitor, drop).run()

        return await serve_socket(request, context.limiter.pages.held(client), self._sockets, run)

    def _client(self, request: web.Request) -> str:
        return client_of(request.remote or "", request.headers.getall("X-Forwarded-For", ()), self._config.proxies)

    async def _board(self, request: web.Request) -> web.StreamResponse:
        match, drawn = _BOARD.fullmatch(request.match_info["name"]), request.app[_DRAWN]
        dark, dense = "dark" in request.query, "dense" in request.query
        found = await drawn.document(int(match[1]), match[2], dark=dark, dense=dense) if match else None
        if found is None:
            raise web.HTTPNotFound
        if "whole" in request.query:
            return web.Response(body=whole(found), headers={"Cache-Control": "no-store"})
        response = self._fresh(request, found, LAYERED)
        response.headers["Cache-Control"] = _LASTING
        return response

    async def _art(self, request: web.Request) -> web.StreamResponse:
        """Send sprites in one file, so that a board needs few requests."""
        wanted = request.query.get("of", "")
        if _PARTS.fullmatch(wanted) is None:
            raise web.HTTPNotFound
        data, complete = packed(wanted.split(","))
        lasting = _LASTING if complete else "no-store"
        return web.Response(body=data, content_type="application/octet-stream", headers={"Cache-Control": lasting})

    async def _picture(self, request: web.Request) -> web.StreamResponse:
        match, dark = _PICTURE.fullmatch(request.match_info["name"]), "dark" in request.query
        drawn = request.app[_DRAWN]
        data, good = await drawn.picture(int(match[1]), match[2], dark=dark) if match else (None, False)
        if data is None:
            raise web.HTTPNotFound
        lasting = _LASTING if good else "no-store"
        return web.Response(body=data, content_type=media_type_of(data), headers={"Cache-Control": lasting})

    async def _replay(self, request: web.Request) -> web.StreamResponse:
        """Send the page that replays a game; only its data request checks whether the game exists."""
        return self._fresh(request, self._assets["/replay.html"], "text/html")

    async def _say_goodbye(self, _: web.Application) -> None:
        bye = [socket.close(code=WSCloseCode.GOING_AWAY, message=b"back soon") for socket in tuple(self._sockets)]
        await asyncio.gather(*bye, return_exceptions=True)
