"""Open the door of the imitated Discord: every call is checked, counted, and troubled when a test wants it so."""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from aiohttp import web

from tests.fakes.discord_limits import Refused
from tests.fakes.discord_state import TOKEN

API = "/api/v10"
KIND = web.RequestKey("kind", str)


@dataclass
class Fault:
    """What happens to calls that match: a status, silence, or a cut line; `after` they were carried out."""

    match: str
    status: int = 0
    code: int = 0
    retry_after: float = 0.0
    everywhere: bool = False
    silent: bool = False
    cut: bool = False
    after: bool = False
    times: int = 1


@dataclass(frozen=True)
class Call:
    """One call: what it was, in a word, and what was answered (0 for nothing)."""

    kind: str
    path: str
    status: int


def faults(calls: Iterable[Call]) -> list[Call]:
    """Return the calls that were not answered well: with 204 if they deleted a message, with 200 otherwise."""
    return [call for call in calls if call.status not in ((204,) if call.kind.startswith("delete") else (200,))]


Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Door:
    """What all calls go through."""

    def __init__(self) -> None:
        self.calls: list[Call] = []
        self.faults: list[Fault] = []
        self.trouble: Callable[[str], Fault | None] = lambda call: None
        self._changed = asyncio.Event()

    async def until(self, fine: Callable[[], object], seconds: float = 10.0) -> None:
        """Wait until something has happened here."""
        async with asyncio.timeout(seconds):
            while not fine():
                self._changed.clear()
                with suppress(TimeoutError):  # not everything that is waited for happens here
                    await asyncio.wait_for(self._changed.wait(), 0.005)

    def counted(self) -> Counter[str]:
        """Count the calls of each kind, apart from those of the start."""
        return Counter(call.kind for call in self.calls if not call.kind.startswith("start"))

    def wake(self) -> None:
        self._changed.set()

    @web.middleware
    async def guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        if not request.path.startswith(API):
            return await handler(request)
        request[KIND] = _kind(request)
        status = 0
        try:
            response = await self._served(request, handler)
            status = response.status
        finally:
            self.calls.append(Call(request[KIND], request.path, status))
            self.wake()
        return response

    async def _served(self, request: web.Request, handler: Handler) -> web.Response:
        fault = self._fault(f"{request.method} {request.path}")
        if fault is not None and not fault.after:
            await request.read()
            return await self._troubled(request, fault)
        try:
            if not request.path.startswith((f"{API}/webhooks", f"{API}/interactions")):
                self._authorize(request)
            response = await handler(request)
        except Refused as refused:
            response = json_reply(refused.body, refused.status)
        if fault is not None:
            return await self._troubled(request, fault)
        assert isinstance(response, web.Response)
        return response

    def _fault(self, call: str) -> Fault | None:
        for fault in self.faults:
            if re.search(fault.match, call):
                fault.times -= 1
                if not fault.times:
                    self.faults.remove(fault)
                return fault
        return self.trouble(call)

    async def _troubled(self, request: web.Request, fault: Fault) -> web.Response:
        if fault.silent:
            await asyncio.sleep(30)
        if fault.cut and request.transport is not None:
            request.transport.abort()
        if fault.status == 429:
            told = {
                "message": "You are being rate limited.",
                "retry_after": fault.retry_after,
                "global": fault.everywhere,
            }
            return json_reply(told, 429, {"Via": "1.1 google", "Retry-After": str(fault.retry_after)})
        return json_reply({"code": fault.code, "message": "trouble"}, fault.status or 500)

    def _authorize(self, request: web.Request) -> None:
        if request.headers.get("Authorization") != f"Bot {TOKEN}":
            raise Refused(401, 0, "401: Unauthorized")


def _kind(request: web.Request) -> str:
    path = request.path.removeprefix(API)
    if path.endswith("/threads"):
        return "thread"
    if path.startswith("/channels") and "/messages" not in path:
        return "wake"
    if path.startswith("/channels"):
        return {"POST": "post", "PATCH": "edit", "DELETE": "delete"}[request.method]
    if path.startswith("/interactions"):
        return "callback"
    if path.startswith("/webhooks"):
        words = {"POST": "followup", "GET": "look", "PATCH": "edit", "DELETE": "delete"}
        return words[request.method] + ("" if request.method == "POST" else " by token")
    return f"start {request.method} {path}"


def json_reply(body: Any, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    """Exactly `application/json`: the library reads nothing else."""
    more = {"Via": "1.1 google"} if status == 429 else {}
    data = json.dumps(body).encode()
    return web.Response(body=data, status=status, content_type="application/json", headers=more | (headers or {}))
