"""The session of one page: its greeting, its frames in order, and the changes of its chat."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any

from aiohttp import WSCloseCode, WSMsgType, web

from bot.core.dispatch.middleware import TOO_FAST, apology
from bot.core.i18n.translator import base, choose, translator
from bot.core.messages.requests import Outcome
from bot.http.refusals import REFUSALS, Kind
from bot.platforms.web.chat import WebMessenger
from bot.platforms.web.chat_facts import past_games, pause_of
from bot.platforms.web.completion import commands_in, vocabulary
from bot.platforms.web.context import Visitor, WebContext
from bot.platforms.web.cups import LISTED
from bot.platforms.web.deeds import Deeds
from bot.platforms.web.identity import PLATFORM
from bot.platforms.web.message_format import text_lines
from bot.platforms.web.names import BrowserPeople
from bot.platforms.web.outbox import Outbox
from bot.platforms.web.people import PagePeople
from bot.platforms.web.protocol import LIMITS, BadFrame, Cups, Frame, Hello, Hold, Rename, Say, Tap, Tune, read
from bot.platforms.web.rate_limits import TooOften, Wish
from bot.platforms.web.texts import TOO_MANY_TABLES
from data.records import ChatKey, PersonKey

_log = logging.getLogger(__name__)

PORT = "page"
"""The name of this port in the log and the metrics."""
_TOO_OFTEN = {Wish.TABLE: TOO_MANY_TABLES}
"""Answers to rejected requests; all others say they come too fast."""


class Session:
    """One WebSocket of one browser. Its frames are handled one at a time, in order."""

    def __init__(
        self,
        context: WebContext,
        socket: web.WebSocketResponse,
        visitor: Visitor,
        drop: Callable[[], object],
    ) -> None:
        self.prefix = visitor.prefix
        self._visitor = visitor
        self._context = context
        self.people = PagePeople(context, visitor, BrowserPeople(context.core.service.store, self.prefix))
        self.deeds = Deeds(context, visitor, self.people)
        self._shows_cups = False
        self._registry = context.core.registry.offered(threads=WebMessenger.abilities.threads)
        self._socket = socket
        self._drop = drop
        self._outbox = Outbox(socket, drop)
        self._alive = True
        self.chat: ChatKey | None = None
        """The chat that this page shows."""

    @property
    def languages(self) -> frozenset[str]:
        """Return the languages of this page."""
        return self.people.languages

    @property
    def names(self) -> list[tuple[str, PersonKey]]:
        """Return the names of the people of this page."""
        return self.people.names

    def send(self, frame: Mapping[str, Any]) -> None:
        if self._shows_cups and frame["is"] in ("board", "messages"):
            if any("cup" in message["body"] for message in frame.get("messages", ())):
                self._outbox.put({"is": "cups"})
            return
        self._outbox.put(frame)

    def drop(self) -> None:
        """End the connection at once; the page comes again."""
        self._drop()

    async def run(self) -> None:
        self._context.sessions.add(self)
        self._outbox.start()
        watching = asyncio.create_task(self._watch())
        try:
            async for message in self._socket:
                self._alive = True
                if message.type is WSMsgType.PING:
                    await self._socket.pong(message.data)
                elif message.type is not WSMsgType.PONG:
                    await self._hear(read(message.data if message.type is WSMsgType.TEXT else ""))
        except BadFrame as error:
            REFUSALS.count(PORT, Kind.FRAME, error)
            await self._socket.close(code=WSCloseCode.POLICY_VIOLATION, message=str(error).encode()[:120])
        except TooOften as error:
            await self._socket.close(code=WSCloseCode.TRY_AGAIN_LATER, message=f"too often: {error}".encode())
        finally:
            self._context.sessions.discard(self)
            if self.chat is not None:
                self._context.messenger.leave(self.chat, self)
            watching.cancel()
            await asyncio.gather(self._outbox.close(), watching, return_exceptions=True)

    async def _watch(self) -> None:
        """Disconnect a page without a heartbeat, or with an invalid invitation."""
        invitation = self._context.invitation
        with contextlib.suppress(ConnectionError):
            while self._alive and (invitation is None or await invitation.knows(self._visitor.guest)):
                self._alive = False
                await self._socket.ping()
                self._beat()
                await asyncio.sleep(self._context.limiter.limits.heartbeat)
        self._drop()

    def _beat(self) -> None:
        """Do what is due at each heartbeat: nothing on a plain page."""

    async def _hear(self, frame: Frame) -> None:
        if isinstance(frame, Hello):
            self._context.limiter.count(self._visitor.client, Wish.HELLO)
            await self._hello(frame)
            return
        if self.chat is None:
            raise BadFrame("hello comes first")
        more: dict[str, Any] = {}
        try:
            outcome, more = await self._done(frame, self.chat)
        except TooOften as error:
            _, t = await self.people.person(frame.person)
            outcome, more = Outcome(notice=t.note(_TOO_OFTEN.get(error.wish, TOO_FAST))), {"back": True}
        except Exception as error:  # noqa: BLE001 - logged; one failed request must not end the connection
            _log.exception("a request of the page failed")
            outcome = Outcome(notice=translator(choose(self.people.locale)).note(apology(error)))
        lines = None if outcome.notice is None else text_lines(outcome.notice)
        if outcome.document is not None:
            more["document"] = asdict(outcome.document)
        self.send({"is": "done", "id": frame.id, "as": frame.person, "notice": lines, **more})

    async def _done(
        self, frame: Say | Tap | Tune | Hold | Rename | Cups, chat: ChatKey
    ) -> tuple[Outcome, dict[str, Any]]:
        """Do what a frame asks; return the outcome, and what the page gets besides. Raises TooOften."""
        if isinstance(frame, Say):
            return await self.deeds.say(frame, chat), {}
        if isinstance(frame, Tap):
            return Outcome(notice=await self.deeds.tap(frame, chat)), {}
        if isinstance(frame, Tune):
            outcome = await self.deeds.tune(frame, chat)
            return outcome, {"pause": (await pause_of(self._context.core, chat)).value}
        if isinstance(frame, Hold):
            return Outcome(), {"reaches": await self.deeds.reaches(frame, chat)}
        if isinstance(frame, Cups):
            self._context.limiter.count(self._visitor.client, Wish.GAME)
            return Outcome(), {"cups": await self._cups(frame, chat)}
        return Outcome(notice=await self.people.rename(frame, chat)), {}

    async def _cups(self, wanted: Cups, chat: ChatKey) -> dict[str, Any]:
        """Return the tournaments that this page may see, and the wanted one; raises StoreError."""
        _, t = await self.people.person(wanted.person)
        return await self._context.cups.told(wanted, chat, await self._cup_codes(chat), t)

    async def _cup_codes(self, chat: ChatKey) -> list[str]:
        return await self._context.core.service.store.tournaments_of(chat, LISTED)

    async def _hello(self, hello: Hello) -> None:
        if self.chat is not None:
            self._context.messenger.leave(self.chat, self)
        self._shows_cups = hello.cups
        self.chat, self.people.locale, self.people.zone = await self._room(hello), hello.locale, hello.zone
        named, invited = await self.people.household.known(1) is not None, self._context.invitation
        await self.people.give_way(self.chat)
        people = await self.people.household.listed()
        read = self._context.messenger.languages(self.chat)
        self.people.learn(people)
        self._context.messenger.listen(self.chat, self)
        self.send(
            {
                "is": "welcome",
                "chat": self.chat.chat,
                "prefix": self.prefix,
                "language": base(choose(hello.locale)),
                "words": vocabulary(),
                "commands": self._commands(),
                "people": people,
                "named": named,
                "limits": LIMITS,
                "invitation": await invited.told(self._visitor.origin) if invited else None,
                "games": await past_games(self._context.core, self.chat, self.languages),
                "cups": bool(await self._cup_codes(self.chat)),
            }
        )
        if not hello.cups:
            self.send(await self._context.messenger.missed(self.chat, hello.have, self.languages))
        await self._retell(read)

    async def _room(self, hello: Hello) -> ChatKey:
        return ChatKey(PLATFORM, hello.chat)

    def _commands(self) -> dict[str, Any]:
        """Return the commands in the languages of this page."""
        spoken = self.languages | {base(choose(self.people.locale))}
        return {language: commands_in(self._registry, language) for language in sorted(spoken)}

    async def _retell(self, read: frozenset[str]) -> None:
        """Have the chat's boards translated to a language that nobody there has `read` so far."""
        if self.chat is not None and not self.languages <= read:
            await self._context.core.publisher.show_anew(self.chat)

    async def meet(self, people: list[dict[str, Any]]) -> None:
        """Note the people at this page; all that it shows appears in their languages from now on."""
        read = self._context.messenger.languages(self.chat) if self.chat is not None else frozenset[str]()
        own = self.languages
        self.people.learn(people)
        if self.chat is not None and not self.languages <= own:
            self.send({"is": "commands", "commands": self._commands()})
            self.send(await self._context.messenger.missed(self.chat, {}, self.languages))
        await self._retell(read)
