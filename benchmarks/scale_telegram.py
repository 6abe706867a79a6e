"""A minimal, cheap imitation of Telegram for benchmarks: it checks nothing and keeps no pictures."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any
from urllib.parse import parse_qsl

import aiohttp
from aiohttp import web

from bot.platforms.telegram.webhook import HEADER
from tests.fakes.telegram_server import TOKEN
from tests.fakes.telegram_world import BOT, USERNAME, Chat, Message, User

Params = dict[str, Any]
_NAMES = rb"chat_id|message_id|caption|media|reply_markup"
_FIELD = re.compile(rb'name="(' + _NAMES + rb')"\r\n(?:[^\r\n]+\r\n)*\r\n(.*?)\r\n--', re.DOTALL)
_CALLED = re.compile(r"tg://user\?id=(\d+)")
_SHOWN = "sendPhoto", "sendMessage", "editMessageMedia", "editMessageCaption", "editMessageText"
_TRUE = web.json_response({"ok": True, "result": True}).body
PICTURE = b"seen"


@dataclass
class Group:
    """A group with two people, and the bot's messages in it."""

    chat: Chat
    people: tuple[User, User]
    messages: dict[int, Message] = field(default_factory=dict)
    called: int = 0
    """Who is to act, by the newest board."""
    version: int = -1
    numbers: int = 0
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    def newest(self) -> Message | None:
        """Return the newest message with a table's buttons."""
        alive = (one for one in reversed(self.messages.values()) if one.tokens and ".offer:" not in one.tokens[0])
        return next(alive, None)


class LeanTelegram:
    """A Bot API on loopback. It calls `answered` with each answer to a press and its time.

    With `doors`, addresses of processes, it posts updates to them in turn; otherwise they poll.
    """

    def __init__(self) -> None:
        self.groups: dict[int, Group] = {}
        self.answered: Callable[[str, float], None] = lambda _query, _at: None
        self.api = ""
        self.doors: list[str] = []
        self.secret = ""
        self._bringing: aiohttp.ClientSession | None = None
        self._under_way = set[asyncio.Task[None]]()
        self._updates: list[Params] = []
        self._last = 700_000_000
        self._news = asyncio.Condition()
        self._polls = 0
        self._runner: web.AppRunner | None = None

    async def start(self) -> None:
        app = web.Application(client_max_size=64 << 20)
        app.router.add_route("*", f"/bot{TOKEN}/{{method}}", self._serve)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.2)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.api = f"http://127.0.0.1:{self._runner.addresses[0][1]}"
        self._bringing = aiohttp.ClientSession()

    async def stop(self) -> None:
        async with self._news:
            self._polls += 1
            self._news.notify_all()
        if self._bringing is not None:
            await self._bringing.close()
        if self._runner is not None:
            await self._runner.cleanup()

    # what people do -------------------------------------------------------------------------------------------------

    async def say(self, group: Group, user: User, text: str) -> None:
        group.numbers += 1
        message = Message(group.chat, group.numbers, user, text, date=int(time.time()))
        await self._push("message", message.json)

    async def press(self, user: User, message: Message, token: str, query: str) -> None:
        told = {"id": query, "from": user.json, "chat_instance": "1", "data": token, "message": message.json}
        await self._push("callback_query", told)

    async def _push(self, kind: str, told: Params) -> None:
        async with self._news:
            self._last += 1
            update = {"update_id": self._last, kind: told}
            if not self.doors:
                self._updates.append(update)
                self._news.notify_all()
                return
        bringing = asyncio.create_task(self._bring(update))
        self._under_way.add(bringing)
        bringing.add_done_callback(self._under_way.discard)

    async def _bring(self, update: Params) -> None:
        """Post an update to one process after another until one accepts it."""
        if self._bringing is None:
            raise RuntimeError("not started yet")
        headers, status = {HEADER: self.secret}, 0
        while status != HTTPStatus.OK:
            self.doors.append(door := self.doors.pop(0))
            async with self._bringing.post(door, json=update, headers=headers) as answer:
                status = answer.status

    # the API --------------------------------------------------------------------------------------------------------

    async def _serve(self, request: web.Request) -> web.Response:
        method, at = request.match_info["method"], time.perf_counter()
        params = _params(request.content_type, await request.read())
        if method == "answerCallbackQuery":
            self.answered(params["callback_query_id"], at)
            return web.Response(body=_TRUE, content_type="application/json")
        if method == "getUpdates":
            return await self._get_updates(params)
        if method in _SHOWN:
            return _well(self._show(method, params))
        if method == "deleteMessage":
            self.groups[int(params["chat_id"])].messages.pop(int(params["message_id"]), None)
        if method == "editMessageReplyMarkup":
            message = self.groups[int(params["chat_id"])].messages[int(params["message_id"])]
            message.rows = _rows(params)
            return _well(message.json)
        if method == "getMe":
            return _well({"id": BOT, "is_bot": True, "first_name": "Palmarés", "username": USERNAME})
        if method == "getChatMember":
            user = {"id": int(params["user_id"]), "is_bot": False, "first_name": "somebody"}
            return _well({"status": "member", "user": user})
        return web.Response(body=_TRUE, content_type="application/json")

    async def _get_updates(self, params: Params) -> web.Response:
        self._polls += 1
        mine, offset = self._polls, int(params.get("offset", 0))
        async with self._news:
            self._updates = [one for one in self._updates if one["update_id"] >= offset]
            self._news.notify_all()  # other pollers have to stop
            with suppress(TimeoutError):
                ready = self._news.wait_for(lambda: self._updates or self._polls != mine)
                await asyncio.wait_for(ready, int(params.get("timeout", 0)))
            if self._polls != mine:
                told = {"ok": False, "error_code": 409, "description": "Conflict: terminated by other getUpdates"}
                return web.json_response(told, status=409)
            return _well(self._updates[: int(params.get("limit", 100))])

    def _show(self, method: str, params: Params) -> Params:
        group = self.groups[int(params["chat_id"])]
        if method.startswith("send"):
            group.numbers += 1
            message = Message(group.chat, group.numbers, None, date=int(time.time()))
            group.messages[message.id] = message
            for old in list(group.messages)[:-20]:
                del group.messages[old]
        else:
            message = group.messages[int(params["message_id"])]
        media = json.loads(params["media"]) if "media" in params else {}
        text = params.get("caption") or params.get("text") or media.get("caption", "")
        message.text, message.rows = text, _rows(params)
        message.photo = PICTURE if "Photo" in method or "media" in params else message.photo
        if message.tokens and ".offer:" not in message.tokens[0]:
            called = (int(user) for user in _CALLED.findall(text))
            group.called = next(called, 0)
            group.version = int(message.tokens[0].split(".")[1])
            group.changed.set()
        return message.json


def _params(kind: str, body: bytes) -> Params:
    if kind == "multipart/form-data":
        return {name.decode(): value.decode() for name, value in _FIELD.findall(body)}
    return dict(parse_qsl(body.decode()))


def _rows(params: Params) -> list[list[Params]]:
    rows: list[list[Params]] = json.loads(params.get("reply_markup") or "{}").get("inline_keyboard", [])
    return rows


def _well(result: object) -> web.Response:
    return web.json_response({"ok": True, "result": result})
