"""Drive a Firefox, Debian's too, over WebDriver BiDi: its own protocol, for which nothing else need be installed.

https://w3c.github.io/webdriver-bidi/
"""

from __future__ import annotations

import asyncio
import itertools
import json
import re
import shutil
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from aiohttp import ClientSession, ClientWebSocketResponse, WSMsgType

NAMES = ("firefox-esr", "firefox")
PATIENCE = 60.0
"""Seconds in which a busy machine answers."""
_LARGEST = 64 * 2**20
_OPEN = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
_COARSE = 1  # as of a finger: it cannot hover, nor point finely

PREFERENCES = {
    # a phone
    "dom.w3c_touch_events.enabled": 1,
    "ui.primaryPointerCapabilities": _COARSE,
    "ui.allPointerCapabilities": _COARSE,
    # nothing but the test
    "app.normandy.enabled": False,
    "app.update.disabledForTesting": True,
    "browser.aboutwelcome.enabled": False,
    "browser.newtabpage.enabled": False,
    "browser.region.network.url": "",
    "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.getAddons.cache.enabled": False,
    "extensions.update.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "network.http.speculative-parallel-limit": 0,
    "remote.active-protocols": 1,
    "services.settings.server": "data:,none",
    "toolkit.telemetry.reportingpolicy.firstRun": False,
}


def found() -> str | None:
    """Return where a Firefox is."""
    return next(filter(None, map(shutil.which, NAMES)), None)


class BidiError(Exception):
    """What the browser says of a command that it did not do, or of a script that threw."""


class Firefox:
    """A running browser: commands go out, and each waits for its own answer."""

    def __init__(self, socket: ClientWebSocketResponse) -> None:
        self._socket = socket
        self._ids = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self.said: dict[str, list[str]] = {}
        """What each tab's console has said of errors and warnings."""

    async def listen(self) -> None:
        """Hand out answers until the browser is gone."""
        async for message in self._socket:
            if message.type is not WSMsgType.TEXT:
                break
            heard = json.loads(message.data)
            if heard.get("method") == "log.entryAdded":
                entry = heard["params"]
                if entry["level"] in ("error", "warn"):
                    self.said.setdefault(entry["source"].get("context", ""), []).append(entry["text"] or "")
            elif waiting := self._waiting.pop(heard.get("id"), None):
                waiting.set_result(heard)

    async def ask(self, method: str, **params: Any) -> dict[str, Any]:
        """Send a command and return its result; raises BidiError."""
        number = next(self._ids)
        answer = self._waiting[number] = asyncio.get_running_loop().create_future()
        await self._socket.send_json({"id": number, "method": method, "params": params})
        async with asyncio.timeout(PATIENCE):
            heard = await answer
        if heard["type"] == "error":
            raise BidiError(f"{method}: {heard['error']}: {heard['message']}")
        result: dict[str, Any] = heard["result"]
        return result

    @asynccontextmanager
    async def tab(self, address: str, size: tuple[int, int]) -> AsyncIterator[Tab]:
        """Open an address in a new profile; at the end the page must not have complained."""
        person = (await self.ask("browser.createUserContext"))["userContext"]
        context = (await self.ask("browsingContext.create", type="tab", userContext=person))["context"]
        viewport = {"width": size[0], "height": size[1]}
        await self.ask("browsingContext.setViewport", context=context, viewport=viewport, devicePixelRatio=1)
        await self.ask("browsingContext.navigate", context=context, url=address, wait="complete")
        yield Tab(self, context)
        await self.ask("browser.removeUserContext", userContext=person)
        assert self.said.pop(context, []) == []


class Tab:
    """One page in the browser, touched by a finger."""

    def __init__(self, browser: Firefox, context: str) -> None:
        self._browser = browser
        self._context = context

    async def evaluate(self, function: str, argument: object = None) -> Any:
        """Call a function of JavaScript with a value, and return what it gives or promises; raises BidiError."""
        call = f"Promise.resolve(({function})({json.dumps(argument)})).then((it) => JSON.stringify(it ?? null))"
        target = {"context": self._context}
        result = await self._browser.ask("script.evaluate", expression=call, target=target, awaitPromise=True)
        if result["type"] == "exception":
            raise BidiError(result["exceptionDetails"]["text"])
        return json.loads(result["result"]["value"])

    async def tap(self, x: float, y: float) -> None:
        """Put a finger down, and lift it."""
        steps: list[dict[str, object]] = [
            {"type": "pointerMove", "x": round(x), "y": round(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        finger = {"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}, "actions": steps}
        await self._browser.ask("input.performActions", context=self._context, actions=[finger])


@asynccontextmanager
async def firefox(profile: Path) -> AsyncIterator[Firefox]:
    """Start a Firefox without a window in an empty folder; raises TimeoutError if it does not come up."""
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in PREFERENCES.items()]
    await asyncio.to_thread((profile / "user.js").write_text, "\n".join(lines), "utf-8")
    command = [
        found() or NAMES[0],
        "--headless",
        "--no-remote",
        "--remote-debugging-port=0",
        "--profile",
        str(profile),
    ]
    process = await asyncio.create_subprocess_exec(*command, stdout=DEVNULL, stderr=PIPE)
    try:
        async with ClientSession() as client, asyncio.TaskGroup() as tasks:
            address = await _address(process)
            draining = tasks.create_task(_drained(process))
            async with client.ws_connect(f"{address}/session", max_msg_size=_LARGEST) as socket:
                browser = Firefox(socket)
                listening = tasks.create_task(browser.listen())
                await browser.ask("session.new", capabilities={})
                await browser.ask("session.subscribe", events=["log.entryAdded"])
                yield browser
                await browser.ask("browser.close")
            listening.cancel()
            async with asyncio.timeout(PATIENCE):
                await process.wait()
                await draining
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def _address(process: Process) -> str:
    """Return where it listens, which it says when it is up."""
    assert process.stderr is not None
    async with asyncio.timeout(PATIENCE):
        while line := (await process.stderr.readline()).decode("utf-8", "replace"):
            if said := _OPEN.search(line):
                return said[1]
    raise BidiError("Firefox ended before it was up")


async def _drained(process: Process) -> None:
    assert process.stderr is not None
    while await process.stderr.read(4096):
        pass
