"""Imitate a Bot API on loopback: it knows its chats, keeps the documented limits, and fails on request.

The client library talks to it as it would to Telegram. Time is the test's own clock, so that waiting costs nothing.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import aiohttp
from aiohttp import web

from tests.fakes import telegram_ephemeral as ephemeral
from tests.fakes import telegram_rules as rules
from tests.fakes.clock import FakeClock
from tests.fakes.telegram_faults import Failed, Fault
from tests.fakes.telegram_inline import Inline
from tests.fakes.telegram_messages import Messages
from tests.fakes.telegram_params import Params, params_of, refusal
from tests.fakes.telegram_rates import Rates
from tests.fakes.telegram_rules import Refused
from tests.fakes.telegram_world import BOT, ME, Chat, Message, User, member

TOKEN = f"{BOT}:AAE-a_very_secret_half_of_a_token_0123"
QUERY_LIVES = 15.0


@dataclass(frozen=True)
class Call:
    """A call of the Bot API."""

    method: str
    params: Params
    at: float


class FakeTelegram(Messages):
    """Telegram. `trouble` is asked at each call; `deliver` may repeat and reorder a batch of updates."""

    def __init__(self, clock: FakeClock, *, rates: bool = False) -> None:
        super().__init__(Rates(clock.now) if rates else None)
        self.clock = clock
        self.calls: list[Call] = []
        self.refused: list[str] = []
        self.answers: dict[str, str | None] = {}
        self.alerts: set[str] = set()
        self.opened: dict[str, str] = {}
        """The links that answers to presses open."""
        self.menus: dict[tuple[str, str], list[dict[str, str]]] = {}
        self.menu_button: Params = {}
        self.profile: dict[tuple[str, str], str] = {}
        self.webhook: Params | None = None
        self.webhook_port = 0
        self.statuses: list[int] = []
        self.trouble: Callable[[str, Params], Fault | None] = lambda method, params: None
        self.deliver: Callable[[list[Params]], list[Params]] = lambda batch: batch
        self.unauthorized = False
        self.private = True
        """Privacy mode: in groups the bot hears commands, answers to its messages, and presses."""
        self.api = ""
        self._queries: dict[str, float] = {}
        self.inline = Inline(clock.now)
        self._updates: list[Params] = []
        self._last = 700_000_000
        self._confirmed = self._last
        self._news = asyncio.Condition()
        self._polls = 0
        self._runner: web.AppRunner | None = None
        self._let_go = asyncio.Event()

    async def start(self) -> None:
        app = web.Application(client_max_size=64 << 20)
        app.router.add_route("*", "/bot{token}/{method}", self._serve)
        app.router.add_get("/file/bot{token}/documents/{file}", self._file)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.2)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.api = f"http://127.0.0.1:{self._runner.addresses[0][1]}"

    async def stop(self) -> None:
        self._let_go.set()
        async with self._news:
            self._polls += 1
            self._news.notify_all()
        if self._runner is not None:
            await self._runner.cleanup()

    # what people do -------------------------------------------------------------------------------------------------

    def chat(self, number: int, kind: str = "", *, forum: bool = False, topics: Sequence[int] = ()) -> Chat:
        """Open a chat that the bot is in."""
        kind = kind or ("private" if number > 0 else "supergroup")
        return self.chats.setdefault(number, Chat(number, kind, forum, topics=set(topics)))

    async def say(
        self,
        user: User,
        text: str,
        chat: Chat | None = None,
        thread: int | None = None,
        file: bytes | None = None,
        **more: Any,
    ) -> int:
        """Let somebody write, perhaps under a file; in a private chat if no other is named."""
        chat = chat or self.chat(user.id)
        document = None if file is None else ("game.txt", file)
        date = int(self.clock.now())
        message = Message(chat, self._number(chat), user, text, document=document, thread=thread, date=date)
        self.messages.append(message)
        if not self.private or chat.kind == "private" or text.startswith("/") or self._is_answer(more):
            await self.push("message", message.json | more)
        return message.id

    def _is_answer(self, more: Params) -> bool:
        return more.get("reply_to_message", {}).get("from", {}).get("id") == BOT

    async def press(self, user: User, message: Message, token: str) -> str:
        """Let somebody press a button; return the query's id."""
        query = f"q{len(self._queries)}"
        self._queries[query] = self.clock.now()
        told = {"id": query, "from": user.json, "chat_instance": "1", "data": token, "message": message.json}
        await self.push("callback_query", told)
        return query

    async def ask_inline(self, user: User, words: str = "", offset: str = "") -> str:
        """Let somebody type the bot's name in any chat; return the query's id."""
        query = self.inline.ask(user, words, offset)
        await self.push("inline_query", query)
        return str(query["id"])

    async def press_inline(self, user: User, token: str) -> str:
        """Let somebody press a button of a message sent by inline mode; return the query's id."""
        query = f"q{len(self._queries)}"
        self._queries[query] = self.clock.now()
        told = {"id": query, "from": user.json, "chat_instance": "1", "data": token, "inline_message_id": "AAB1"}
        await self.push("callback_query", told)
        return query

    async def push(self, kind: str, told: Params) -> None:
        """Send a new update."""
        self._last += 1
        update = {"update_id": self._last, kind: told}
        async with self._news:
            self._updates.append(update)
            self._news.notify_all()
        if self.webhook is not None:
            for each in self.deliver([update]):
                await self._bring(each)

    async def drained(self) -> None:
        """Wait until every update so far has been taken."""
        if self.webhook is not None:
            return
        async with self._news:
            await self._news.wait_for(lambda: self._confirmed >= self._last)

    @property
    def unconfirmed(self) -> int:
        """How many updates would be sent again."""
        return len(self._updates)

    @property
    def count(self) -> Counter[str]:
        """How often each method was called, asking for updates aside."""
        return Counter(call.method for call in self.calls if call.method != "getUpdates")

    async def _bring(self, update: Params, secret: str | None = None) -> int:
        assert self.webhook is not None
        address = f"http://127.0.0.1:{self.webhook_port}/{self.webhook['url'].split('/', 3)[3]}"
        headers = {"X-Telegram-Bot-Api-Secret-Token": secret or self.webhook.get("secret_token", "")}
        async with aiohttp.ClientSession() as session, session.post(address, json=update, headers=headers) as answer:
            self.statuses.append(answer.status)
            return answer.status

    # the doors ------------------------------------------------------------------------------------------------------

    async def _serve(self, request: web.Request) -> web.StreamResponse:
        method, params = request.match_info["method"], await params_of(request)
        if request.match_info["token"] != TOKEN or self.unauthorized:
            return refusal(401, "Unauthorized")
        self.calls.append(Call(method, params, self.clock.now()))
        fault = self.trouble(method, params)
        if fault is not None and not fault.done:
            return await self._fail(request, fault)
        try:
            answer = await self._answer(method, params)
        except Refused as refused:
            self.refused.append(f"{method}: {refused}")
            return refusal(400, f"Bad Request: {refused}")
        except Failed as failed:
            return await self._fail(request, failed.fault)
        if fault is not None:
            return await self._fail(request, fault)
        return web.json_response({"ok": True, "result": answer})

    async def _file(self, request: web.Request) -> web.Response:
        """Answer with what somebody sent, for who knows the token."""
        found = next((one for one in self.messages if one.file == request.match_info["file"]), None)
        if request.match_info["token"] != TOKEN or found is None or found.document is None:
            return refusal(404, "Not Found")
        return web.Response(body=found.document[1])

    async def _answer(self, method: str, params: Params) -> Any:
        known: dict[str, Callable[[Params], Awaitable[Any]]] = {
            "getMe": self._me,
            "getUpdates": self._get_updates,
            "setWebhook": self._set_webhook,
            "deleteWebhook": self._delete_webhook,
            "setMyCommands": self._set_commands,
            "setMyDescription": self._set_profile,
            "setChatMenuButton": self._set_menu_button,
            "setMyShortDescription": self._set_profile,
            "sendMessage": self._send,
            "sendPhoto": self._send,
            "sendAnimation": self._send,
            "sendDocument": self._send,
            "editMessageText": self._edit,
            "editMessageCaption": self._edit,
            "editMessageMedia": self._edit,
            "editMessageReplyMarkup": self._edit,
            "deleteMessage": self._delete,
            "deleteMessages": self._delete_all,
            "answerCallbackQuery": self._answer_query,
            "answerInlineQuery": self._answer_inline,
            "getChatMember": self._member,
            "getFile": self._get_file,
            "setMessageReaction": self._react,
        }
        if method in ephemeral.METHODS and self.ephemeral:
            return await self._whispered(params | {"": method})
        if method not in known:
            raise Failed(Fault(404, "Not Found"))
        return await known[method](params | {"": method})

    async def _fail(self, request: web.Request, fault: Fault) -> web.StreamResponse:
        if fault.status:
            return refusal(fault.status, fault.words, fault.parameters)
        if fault.hang:
            await self._let_go.wait()
        if request.transport is not None:
            request.transport.abort()
        return web.Response(status=500)

    async def _get_file(self, params: Params) -> Params:
        name = params["file_id"]
        return {"file_id": name, "file_unique_id": f"u{name}", "file_path": f"documents/{name}"}

    # methods --------------------------------------------------------------------------------------------------------

    async def _me(self, _: Params) -> Params:
        return ME

    async def _get_updates(self, params: Params) -> list[Params]:
        if self.webhook is not None:
            raise Failed(Fault(409, "Conflict: can't use getUpdates method while webhook is active"))
        self._polls += 1
        mine, wanted = self._polls, set(params.get("allowed_updates", []))
        async with self._news:
            self._confirmed = max(self._confirmed, params.get("offset", 0) - 1)
            self._updates = [one for one in self._updates if one["update_id"] > self._confirmed]
            self._news.notify_all()  # any other poller has to stop: there is one only
            with suppress(TimeoutError):
                ready = self._news.wait_for(lambda: self._updates or self._polls != mine)
                await asyncio.wait_for(ready, params.get("timeout", 0))
            if self._polls != mine:
                raise Failed(Fault(409, "Conflict: terminated by other getUpdates request"))
            batch = self._updates[: params.get("limit", 100)]
        return self.deliver([one for one in batch if wanted & one.keys()])

    async def _set_webhook(self, params: Params) -> bool:
        if not params["url"].startswith("https://"):
            raise Refused("bad webhook: HTTPS url must be provided for webhook")
        self.webhook = params
        return True

    async def _delete_webhook(self, _: Params) -> bool:
        self.webhook = None
        return True

    async def _set_commands(self, params: Params) -> bool:
        rules.commands(params["commands"])
        self.menus[params["scope"]["type"], params.get("language_code", "")] = params["commands"]
        return True

    async def _set_menu_button(self, params: Params) -> bool:
        self.menu_button = params["menu_button"]
        return True

    async def _set_profile(self, params: Params) -> bool:
        name = "description" if params[""] == "setMyDescription" else "short_description"
        text = params.get(name, "")
        rules.profile(name, text)
        self.profile[name, params.get("language_code", "")] = text
        return True

    async def _member(self, params: Params) -> Params:
        chat, number = self.chats.get(params["chat_id"]), params["user_id"]
        if chat is None:
            raise Refused("chat not found")
        return member(chat, number)

    async def _answer_inline(self, params: Params) -> bool:
        return self.inline.take(params, self.messages)

    async def _answer_query(self, params: Params) -> bool:
        query, text = params["callback_query_id"], params.get("text")
        since = self._queries.get(query)
        if since is None or query in self.answers or self.clock.now() - since > QUERY_LIVES:
            raise Refused("query is too old and response timeout expired or query ID is invalid")
        if text is not None and rules.units(text) > rules.ANSWER:
            raise Refused("MESSAGE_TOO_LONG")
        self.answers[query] = text
        if "url" in params:
            self.opened[query] = rules.own_link(params["url"])
        if params.get("show_alert"):
            self.alerts.add(query)
        return True
