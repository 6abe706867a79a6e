"""Discord as an Activity sees it: its API, and the client that frames the app."""

from __future__ import annotations

import html
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web
from playwright.async_api import BrowserContext, Route

from bot.core.common.clock import Clock
from bot.platforms.web.apps.discord import Activity

APPLICATION, SECRET, BOT_TOKEN = "190000000000000001", "an_application_s_secret_0123456789", "a bot's token"
CHANNEL = "180000000000000001"
CLIENTS = "https://discord.com"
"""The origin of Discord's client: the SDK hears messages from Discord's own origins alone."""

FRAME = """<!doctype html><title>Discord</title>
<style>html, body {{ margin: 0; height: 100% }} iframe {{ width: 100%; height: 100%; border: 0 }}</style>
<iframe id="app" src="{address}"></iframe>
"""
"""A window that frames the app."""
CLIENT = """{shown}
<script>
  addEventListener("message", ({{ source, data: [kind, said] }}) => {{
    const answer = (frame) => source.postMessage([1, frame], "*");
    const config = {{ cdn_host: "cdn.discordapp.com", api_endpoint: "//discord.com/api", environment: "production" }};
    if (kind === 0) answer({{ cmd: "DISPATCH", evt: "READY", nonce: null, data: {{ v: 1, config }} }});
    if (kind === 1 && said.cmd === "AUTHORIZE")
      answer({{ cmd: said.cmd, nonce: said.nonce, evt: null, data: {{ code: {code} }} }});
  }});
</script>
"""
"""Answers the app as Discord's client does, in whichever window it is."""


@dataclass
class DiscordSide:
    """Discord's API for activities, on loopback."""

    api: str = ""
    codes: dict[str, str] = field(default_factory=dict)
    """The user of each unused code."""
    instances: dict[str, tuple[str, list[str]]] = field(default_factory=dict)
    """The channel and the users of each instance."""
    pages: dict[str, str] = field(default_factory=dict)
    """The pages of clients, by name."""
    tokens: dict[str, str] = field(default_factory=dict)
    down: bool = False

    def code(self, user: str) -> str:
        """Return a code as Discord gives it to the app of a user."""
        code = f"code{len(self.codes) + len(self.tokens)}of{user}"
        self.codes[code] = user
        return code

    def enter(self, user: str, instance: str = "i-1-gc-1", channel: str = CHANNEL) -> str:
        """Put a user into an instance; return its name."""
        self.instances.setdefault(instance, (channel, []))[1].append(user)
        return instance

    def client(self, name: str, address: str, user: str, instance: str, *, popped: bool = False) -> str:
        """Return the address of a client's page that frames the app for a user, or that opens a window with it."""
        framed = f"{address}?frame_id=f1&instance_id={instance}&platform=desktop"
        frame = FRAME.format(address=html.escape(framed))
        self.pages[f"{name}-popped"] = frame
        shown = f"<!doctype html><title>Discord</title><script>open('{name}-popped')</script>" if popped else frame
        self.pages[name] = CLIENT.format(shown=shown, code=json.dumps(self.code(user)))
        return f"{CLIENTS}/client/{name}"

    async def show(self, context: BrowserContext) -> None:
        """Answer a browser's requests to Discord's site with the clients' pages; nothing leaves the machine."""

        async def page(route: Route) -> None:
            name = route.request.url.rpartition("/")[2]
            found = self.pages.get(name)
            await route.fulfill(status=200 if found else 404, body=found or "", content_type="text/html")

        await context.route(f"{CLIENTS}/**", page)
        # The app is on loopback. Chromium then refuses all else, so the app has no storage, as with blocked cookies.
        await context.grant_permissions(["local-network-access"], origin=CLIENTS)

    def activity(self, clock: Clock) -> Activity:
        return Activity(BOT_TOKEN, SECRET, clock, api=self.api, hosts=(CLIENTS,))

    # the API ----------------------------------------------------------------------------------------------------

    async def serve(self, request: web.Request) -> web.Response:
        if self.down:
            return web.Response(status=503)
        path, sign = request.path.removeprefix("/api"), request.headers.get("Authorization", "")
        if path == "/oauth2/token":
            return await self._token(request)
        if path == "/users/@me":
            user = self.tokens.get(sign.removeprefix("Bearer "))
            if user is None:
                return web.Response(status=401)
            return web.json_response({"id": user, "username": f"user{user}", "global_name": "Dora", "locale": "it"})
        if sign != f"Bot {BOT_TOKEN}":
            return web.Response(status=401)
        if path == "/applications/@me":
            return web.json_response({"id": APPLICATION})
        start = f"/applications/{APPLICATION}/activity-instances/"
        found = self.instances.get(path.removeprefix(start)) if path.startswith(start) else None
        if found is None:
            return web.Response(status=404)
        location = {"id": f"gc-1-{found[0]}", "kind": "gc", "channel_id": found[0], "guild_id": "1"}
        return web.json_response({"application_id": APPLICATION, "location": location, "users": found[1]})

    async def _token(self, request: web.Request) -> web.Response:
        form: Any = await request.post()
        known = form.get("client_id") == APPLICATION and form.get("client_secret") == SECRET
        user = self.codes.pop(str(form.get("code")), None) if known else None
        if user is None:
            return web.json_response({"error": "invalid_grant"}, status=400)
        token = f"access{len(self.tokens)}"
        self.tokens[token] = user
        return web.json_response({"access_token": token, "token_type": "Bearer", "scope": "identify"})


@asynccontextmanager
async def discord_side() -> AsyncIterator[DiscordSide]:
    """Serve Discord's API."""
    side = DiscordSide()
    server = web.Application()
    server.router.add_route("*", "/api/{path:.*}", side.serve)
    runner = web.AppRunner(server)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    side.api = f"http://127.0.0.1:{runner.addresses[0][1]}/api"
    try:
        yield side
    finally:
        await runner.cleanup()
