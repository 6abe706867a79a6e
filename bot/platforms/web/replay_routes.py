"""The addresses of past games: their steps, their positions, and a socket on which a position is tried out."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial

from aiohttp import web

from bot.core.i18n.translator import choose, translator
from bot.platforms.web.boards import whole
from bot.platforms.web.bundle import Asset
from bot.platforms.web.context import WebContext
from bot.platforms.web.game_replays import GameReplays, NoGame, Wanted
from bot.platforms.web.identity import PLATFORM
from bot.platforms.web.protocol import chat_named
from bot.platforms.web.rate_limits import TooOften, Wish
from bot.platforms.web.sockets import serve_socket
from bot.platforms.web.trials import serve_trial
from data.records import ChatKey
from render.content.layered import LAYERED

_PLY = re.compile(r"0|[1-9][0-9]{0,4}", re.ASCII)
_POSITION = re.compile(r"(0|[1-9][0-9]{0,4})\.(board|png|txt)")
_HOUR = 3600

GameOf = Callable[[web.Request], Awaitable[Wanted]]
"""Returns which game a request may see; raises an HTTP error."""
Send = Callable[[web.Request, Asset, str], web.StreamResponse]
"""Sends a file with its media type."""


@dataclass(frozen=True, slots=True)
class Shared:
    """What all addresses of the server share: the core, a client's address, the open sockets, how files are sent."""

    context: WebContext
    client: Callable[[web.Request], str]
    sockets: set[web.WebSocketResponse]
    send: Send


class ReplayRoutes:
    """Serves past games at several places; each says which game a request may see."""

    def __init__(self, shared: Shared, replays: GameReplays) -> None:
        self._shared, self._replays = shared, replays

    def lay_out(self, router: web.UrlDispatcher, place: str, game: GameOf, protocols: tuple[str, ...] = ()) -> None:
        """Serve a game below an address. `protocols`: those of the socket."""

        async def steps(request: web.Request) -> web.StreamResponse:
            return await self._steps(request, await self._wanted(request, game, Wish.GAME))

        async def position(request: web.Request) -> web.StreamResponse:
            return await self._position(request, await self._wanted(request, game, Wish.POSITION))

        async def trial(request: web.Request) -> web.StreamResponse:
            return await self._trial(request, await game(request), protocols)

        router.add_get(f"{place}/steps.json", steps)
        router.add_get(f"{place}/socket", trial)
        router.add_get(f"{place}/{{position}}", position)

    async def _wanted(self, request: web.Request, game: GameOf, wish: Wish) -> Wanted:
        """Return which game is requested, and count the request; raises HTTPTooManyRequests."""
        try:
            self._shared.context.limiter.count(self._shared.client(request), wish)
        except TooOften as error:
            raise web.HTTPTooManyRequests(headers={"Retry-After": "2"}) from error
        return await game(request)

    async def _steps(self, request: web.Request, wanted: Wanted) -> web.StreamResponse:
        try:
            game = await self._replays.game(wanted)
        except NoGame as answer:
            return web.json_response(answer.told, status=404)
        return self._shared.send(request, game, "application/json")

    async def _position(self, request: web.Request, wanted: Wanted) -> web.StreamResponse:
        match = _POSITION.fullmatch(request.match_info["position"])
        if match is None:
            raise web.HTTPNotFound
        ply, replays = int(match[1]), self._replays
        headers = {"Cache-Control": f"private, max-age={_HOUR}"}
        try:
            if match[2] == "txt":
                return web.Response(text=await replays.position(wanted, ply), headers=headers)
            if match[2] == "board":
                dark, dense = "dark" in request.query, "dense" in request.query
                board = await replays.board(wanted, ply, dark=dark, dense=dense)
                if "whole" in request.query:
                    return web.Response(body=whole(board), headers={"Cache-Control": "no-store"})
                response = self._shared.send(request, board, LAYERED)
                response.headers.update(headers)
                return response
            data = await replays.picture(wanted, ply, dark="dark" in request.query)
        except NoGame as answer:
            raise web.HTTPNotFound from answer
        return web.Response(body=data, content_type="image/png", headers=headers)

    async def _trial(self, request: web.Request, wanted: Wanted, protocols: tuple[str, ...]) -> web.StreamResponse:
        """Let the page try a position, over a socket."""
        ply = request.query.get("ply", "")
        if not _PLY.fullmatch(ply):
            raise web.HTTPNotFound
        core, limiter = self._shared.context.core, self._shared.context.limiter
        client, t = self._shared.client(request), translator(choose(wanted.language))
        find = partial(self._replays.start, wanted, int(ply), dark="dark" in request.query)

        async def run(socket: web.WebSocketResponse, _: object) -> None:
            await serve_trial(socket, core.service, find, limiter, client, t)

        held = limiter.pages.held(client)
        return await serve_socket(request, held, self._shared.sockets, run, protocols)


async def game_of(request: web.Request) -> Wanted:
    """Return the game that an address of the plain page names; raises HTTPNotFound."""
    chat = chat_named(request.match_info["chat"])
    if chat is None:
        raise web.HTTPNotFound
    return Wanted(ChatKey(PLATFORM, chat), request.match_info["code"].lower(), request.query.get("language"))
