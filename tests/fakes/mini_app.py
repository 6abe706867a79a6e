"""A Mini App as Telegram opens it: the introduction it signs, and the app's connection."""

from __future__ import annotations

import html
import json
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import urlencode

from aiohttp import ClientSession, CookieJar, web

from bot.platforms.telegram.mini_app import MiniAppLinks
from bot.platforms.web.apps.door import Door
from bot.platforms.web.apps.init_data import signature
from bot.platforms.web.apps.telegram import HOSTS, MiniApp
from bot.platforms.web.config import WebConfig
from bot.platforms.web.platform import WebPlatform
from data.store import Store
from tests.fakes.activity import DiscordSide
from tests.fakes.clock import FakeClock
from tests.fakes.telegram_room import TelegramRoom, telegram_room
from tests.fakes.telegram_server import TOKEN
from tests.fakes.telegram_world import User
from tests.fakes.web_site import Page

ADDRESS = "https://play.example.org"
OTHER_BOT = "42:BBE-another_secret_half_of_another_token"


def init_data(user: User, at: float, start: str = "", /, *, token: str = TOKEN, **more: str) -> str:
    """Introduce a person as Telegram does."""
    fields = {"query_id": f"q{at}{user.id}", "user": json.dumps(user.json), "auth_date": str(int(at))} | more
    if start:
        fields |= {"start_param": start, "chat_instance": "77", "chat_type": "supergroup"}
    return urlencode(fields | {"hash": signature(fields, token)})


@dataclass
class AppHouse:
    """A bot on Telegram, and the page with its apps, in one process."""

    room: TelegramRoom
    site: WebPlatform
    stack: AsyncExitStack
    count: int = 0
    apps: list[App] = field(default_factory=list)

    @property
    def now(self) -> float:
        return self.room.server.clock.now()

    async def client(self) -> ClientSession:
        headers = {"Origin": self.site.address.rstrip("/")}
        return await self.stack.enter_async_context(ClientSession(headers=headers, cookie_jar=CookieJar(unsafe=True)))

    async def ask(self, data: str, table: str = "") -> tuple[int, str, str]:
        """Ask for a session; return the status, the bearer or what was said, and the table."""
        return await self.begin("telegram", {"data": data, "table": table})

    async def begin(self, host: str, said: object) -> tuple[int, str, str]:
        """Ask for a session in the app of a host, with what its page says."""
        self.count += 1
        session = await self.client()
        async with session.post(f"{self.site.address}{host}/session", data=json.dumps(said)) as answer:
            if answer.status != 200:
                return answer.status, await answer.text(), ""
            told = await answer.json()
            return answer.status, told["bearer"], told["table"]

    async def join(self, bearer: str, host: str = "telegram") -> App:
        """Open the app with a bearer, and wait for its board."""
        session = await self.client()
        protocols = ("palmares", f"bearer.{bearer}")
        socket = await session.ws_connect(f"{self.site.address}{host}/socket", protocols=protocols)
        app = App(session, socket)
        self.apps.append(app)
        await app.hello()
        return app

    def address(self, user: User, code: str) -> str:
        """Return the address that Telegram opens for somebody who follows a link to a table."""
        self.count += 1
        data = init_data(user, self.now, code, nonce=str(self.count))
        told = urlencode({"tgWebAppData": data, "tgWebAppVersion": "9.0", "tgWebAppStartParam": code})
        return f"{self.site.address}telegram#{told}"

    async def opened(self, user: User, code: str) -> App:
        """Open a table in somebody's app; return it with the board."""
        self.count += 1
        status, bearer, _ = await self.ask(init_data(user, self.now, nonce=str(self.count)), code)
        assert status == 200, bearer
        app = await self.join(bearer)
        await app.reach(lambda: bool(app.boards()))
        return app


@dataclass
class App(Page):
    """The app to the server: a socket without a cookie."""

    bearer: str = ""

    async def frame(self) -> dict[str, Any]:
        frame = await super().frame()
        if frame["is"] == "bearer":
            self.bearer = frame["bearer"]
        return frame

    def boards(self) -> list[dict[str, Any]]:
        return [message for _, message in sorted(self.messages.items()) if "board" in message["body"]]

    async def reach(self, good: Callable[[], bool]) -> None:
        """Read frames until something is so."""
        while not good():
            await self.frame()

    async def caught_up(self) -> None:
        """Read what has come by now."""
        await self.do("pause")


HOST_PAGE = """<!doctype html><title>Telegram</title>
<style>html, body {{ margin: 0; height: 100% }} iframe {{ width: 100%; height: calc(100% - 50px); border: 0 }}</style>
<iframe id="app" src="{address}"></iframe><button id="main" hidden></button>
<script>
  window.told = [];
  const app = document.getElementById("app"), main = document.getElementById("main");
  const post = (type, data) => {{
    app.contentWindow.postMessage(JSON.stringify({{ eventType: type, eventData: data }}), "*");
  }};
  addEventListener("message", ({{ data }}) => {{
    const {{ eventType: type, eventData: said }} = JSON.parse(data);
    told.push(type);
    if (type === "web_app_setup_main_button") {{
      main.hidden = !said.is_visible;
      main.disabled = !said.is_active;
      main.textContent = said.text;
    }}
    if (type === "web_app_setup_closing_behavior") window.asks = said.need_confirmation;
    if (type === "web_app_request_theme") post("theme_changed", {{ theme_params: {theme} }});
  }});
  main.addEventListener("click", () => post("main_button_pressed"));
</script>
"""
"""A page that frames the app as Telegram's web client does."""
THEME = {"bg_color": "#ffffff", "text_color": "#000000", "button_color": "#3390ec", "button_text_color": "#ffffff"}


@asynccontextmanager
async def telegram_client(pages: dict[str, str]) -> AsyncIterator[str]:
    """Serve host pages by name, each framing an address; return the origin."""

    async def page(request: web.Request) -> web.Response:
        address = pages.get(request.match_info["name"])
        if address is None:  # browsers ask for an icon too
            raise web.HTTPNotFound
        text = HOST_PAGE.format(address=html.escape(address), theme=json.dumps(THEME))
        return web.Response(text=text, content_type="text/html")

    server = web.Application()
    server.router.add_get("/{name}", page)
    runner = web.AppRunner(server)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()


@asynccontextmanager
async def app_house(
    *, grace: float = 60.0, hosts: tuple[str, ...] = HOSTS, discord: DiscordSide | None = None, **wishes: Any
) -> AsyncIterator[AppHouse]:
    """Run the bot on Telegram with its Mini App; with a side of Discord, its Activity too."""
    made: list[WebPlatform] = []

    def page(store: Store, clock: FakeClock) -> WebPlatform:
        apps: list[Door] = [MiniApp(TOKEN, clock, hosts=hosts, grace=grace)]
        if discord is not None:
            apps.append(discord.activity(clock))
        config = replace(WebConfig(port=0), address=ADDRESS, opened=True)
        made.append(WebPlatform(config, store, clock, apps=apps))
        return made[-1]

    async with AsyncExitStack() as stack:
        room = await stack.enter_async_context(telegram_room(app=MiniAppLinks(ADDRESS), page=page, **wishes))
        house = AppHouse(room, made[0], stack)
        try:
            yield house
        finally:
            for app in house.apps:
                await app.socket.close()
