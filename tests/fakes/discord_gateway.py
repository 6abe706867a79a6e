"""Imitate Discord's gateway: sessions that are numbered, resumed, invalidated and cut, and the events in them."""

from __future__ import annotations

import json
import time
import zlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSMsgType, web

from tests.fakes.discord_state import APPLICATION, TOKEN, bot_payload

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, RECONNECT, INVALID, HELLO, ACK = 0, 1, 2, 6, 7, 9, 10, 11
PRIVILEGED = 1 << 1 | 1 << 8 | 1 << 15
GUILD_MESSAGES = 1 << 9


@dataclass
class Session:
    """What a client has been told, whether it is connected or not."""

    id: str
    shard: int
    count: int
    intents: int = 0
    sent: list[dict[str, Any]] = field(default_factory=list)
    line: Line | None = None

    @property
    def connected(self) -> bool:
        return self.line is not None


Held = tuple[Session, dict[str, Any]]


class Line:
    """One connection, compressed if the client asked for it."""

    def __init__(self, socket: web.WebSocketResponse, request: web.Request) -> None:
        self.socket = socket
        self.request = request
        self._zlib = zlib.compressobj() if request.query.get("compress") == "zlib-stream" else None

    async def send(self, frame: dict[str, Any]) -> None:
        text = json.dumps(frame)
        if self._zlib is None:
            await self.socket.send_str(text)
        else:
            await self.socket.send_bytes(self._zlib.compress(text.encode()) + self._zlib.flush(zlib.Z_SYNC_FLUSH))


class Gateway:
    """All sessions; `told` are the operations that clients sent, in order."""

    def __init__(
        self, greet: Callable[[Session], list[tuple[str, dict[str, Any]]]], address: Callable[[], str]
    ) -> None:
        self.sessions: dict[str, Session] = {}
        self.told: list[int] = []
        self.identified: list[dict[str, Any]] = []
        self.changed: Callable[[], None] = lambda: None
        self._greet = greet
        self._address = address
        self._forgotten: set[str] = set()
        self._held: list[Held] | None = None
        self.refusing = False
        """Whether nobody is let in now."""
        self.identified_at: list[tuple[int, float]] = []
        """Each shard that said who it is, and when, in seconds that never go back."""
        self.overlaps: list[int] = []
        """Shards that said who they are while another connection of theirs was open."""
        self.is_deaf: Callable[[Line], bool] = lambda line: False
        """Tells whether an open connection is that of a process which stands still, and so serves nobody."""

    # what tests do --------------------------------------------------------------------------------------------------

    async def dispatch(self, event: str, data: dict[str, Any], guild: str | None, intent: int = 0) -> None:
        """Send an event to the client that serves this server; keep it for a client that is away and may resume.

        Only clients that asked for the `intent` that the event needs receive it.
        """
        for session in self._newest():
            if (int(guild or 0) >> 22) % session.count == session.shard and session.intents & intent == intent:
                await self._event(session, event, data)

    async def repeat(self, last: int) -> None:
        """Send the last events again."""
        for session in self._newest():
            for frame in session.sent[-last:]:
                if session.line is not None:
                    await session.line.send(frame)

    def hold(self) -> None:
        """Keep what happens back, until it is let go."""
        self._held = []

    async def let_go(self, order: Callable[[list[Held]], list[Held]]) -> None:
        """Deliver what was kept back in another order, or some of it twice."""
        held, self._held = self._held or [], None
        for session, frame in order(held):
            if session.line is not None:
                await session.line.send(frame)

    async def cut(self) -> None:
        """Break all connections."""
        for session in self.sessions.values():
            line, session.line = session.line, None
            if line is not None and line.request.transport is not None:
                line.request.transport.abort()

    async def ask_to_reconnect(self) -> None:
        """Operation 7."""
        await self._tell_all({"op": RECONNECT, "d": None})

    async def invalidate(self, *, resumable: bool) -> None:
        """Operation 9."""
        if not resumable:
            self._forgotten |= set(self.sessions)
        await self._tell_all({"op": INVALID, "d": resumable})

    async def close(self, code: int) -> None:
        """Close all connections with a reason."""
        for session in self.sessions.values():
            if session.line is not None:
                await session.line.socket.close(code=code)

    # what clients do ------------------------------------------------------------------------------------------------

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Serve one connection."""
        if self.refusing:
            return web.Response(status=503)
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        line, session = Line(socket, request), None
        await line.send({"op": HELLO, "d": {"heartbeat_interval": 41250}})
        async for frame in socket:
            if frame.type is not WSMsgType.TEXT:
                break
            told = json.loads(frame.data)
            self.told.append(told["op"])
            if told["op"] == HEARTBEAT:
                await line.send({"op": ACK})
            elif told["op"] == IDENTIFY:
                session = await self._identify(line, told["d"])
            elif told["op"] == RESUME:
                session = await self._resume(line, told["d"])
            self.changed()
        if session is not None and session.line is line:
            session.line = None
            if socket.close_code in (1000, 1001):
                self._forgotten.add(session.id)
        self.changed()
        return socket

    async def _identify(self, line: Line, data: dict[str, Any]) -> Session | None:
        self.identified.append(data)
        shard, count = data.get("shard", (0, 1))
        self.identified_at.append((shard, time.monotonic()))
        self._watch(shard, line)
        reason = 4004 if data["token"] != TOKEN else 4014 if data["intents"] & PRIVILEGED else 0
        reason = reason or (0 if shard < count else 4010)
        if reason:
            await line.socket.close(code=reason)
            return None
        session = Session(f"session-{len(self.sessions)}", shard, count, data["intents"], line=line)
        self.sessions[session.id] = session
        greeting = self._greet(session)
        ready = {
            "v": 10,
            "user": bot_payload(),
            "guilds": [{"id": guild["id"], "unavailable": True} for _, guild in greeting],
            "session_id": session.id,
            "resume_gateway_url": self._address(),
            "shard": [shard, count],
            "application": {"id": APPLICATION, "flags": 0},
        }
        await self._event(session, "READY", ready)
        for event, payload in greeting:
            await self._event(session, event, payload)
        return session

    async def _resume(self, line: Line, data: dict[str, Any]) -> Session | None:
        session = self.sessions.get(data["session_id"])
        if session is None or session.id in self._forgotten:
            await line.send({"op": INVALID, "d": False})
            return None
        self._watch(session.shard, line)
        session.line = line
        for frame in session.sent:
            if frame["s"] > (data["seq"] or 0):
                await line.send(frame)
        await self._event(session, "RESUMED", {})
        return session

    def _watch(self, shard: int, line: Line) -> None:
        """Note a shard that has another connection yet."""
        lines = [session.line for session in self.sessions.values() if session.shard == shard]
        if any(other is not line and not self.is_deaf(other) for other in lines if other is not None):
            self.overlaps.append(shard)

    async def _event(self, session: Session, event: str, data: dict[str, Any]) -> None:
        frame = {"op": DISPATCH, "t": event, "s": len(session.sent) + 1, "d": data}
        session.sent.append(frame)
        if self._held is not None:
            self._held.append((session, frame))
        elif session.line is not None:
            with suppress(ConnectionResetError):  # a client that was killed; what was sent is kept for the next
                await session.line.send(frame)

    async def _tell_all(self, frame: dict[str, Any]) -> None:
        for session in tuple(self.sessions.values()):
            if session.line is not None:
                await session.line.send(frame)

    def sessions_of(self, shard: int) -> list[Session]:
        """Return all sessions that a shard has had, oldest first."""
        return [session for session in self.sessions.values() if session.shard == shard]

    def _newest(self) -> list[Session]:
        """Return the newest session of each shard."""
        found = {session.shard: session for name, session in self.sessions.items() if name not in self._forgotten}
        return list(found.values())
