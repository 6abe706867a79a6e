"""The session of one page: its greeting, the changes of its chat, and its people's actions."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from itertools import chain
from typing import Any
from urllib.parse import quote

from aiohttp import WSCloseCode, WSMsgType, web

from bot.core.commands.bad_lines import BadLine
from bot.core.commands.parser import parse_line
from bot.core.dispatch.middleware import TOO_FAST, apology, banned_note
from bot.core.i18n.translator import Translator, base, choose, languages, translator
from bot.core.i18n.vocabulary import is_greeting
from bot.core.messages.button_tokens import Verb
from bot.core.messages.content import Screen, Text
from bot.core.messages.ports import MessageGone
from bot.core.messages.requests import Outcome, Person, Press, Request, SharedTable, ShareLinks, written
from bot.core.services.table_words import with_table
from bot.core.views.greeting import greeting
from bot.core.views.reaches import reaches
from bot.http.refusals import REFUSALS, Kind
from bot.platforms.web.chat import WebMessenger
from bot.platforms.web.chat_facts import choose_pause, past_games, pause_of
from bot.platforms.web.completion import commands_in, vocabulary
from bot.platforms.web.context import Visitor, WebContext
from bot.platforms.web.identity import PLATFORM, clean_name
from bot.platforms.web.message_format import offers, person_body, said_nonce, screen_body, text_lines, tokens
from bot.platforms.web.names import BrowserPeople, Household
from bot.platforms.web.outbox import Outbox
from bot.platforms.web.protocol import (
    COMMAND_LENGTH,
    LIMITS,
    TEXT_LENGTH,
    BadFrame,
    Frame,
    Hello,
    Hold,
    Rename,
    Say,
    Tap,
    Tune,
    clean_text,
    read,
)
from bot.platforms.web.rate_limits import TooOften, Wish
from bot.platforms.web.texts import EMPTY_NAME, GONE, LONG, NAME_TAKEN, TOO_MANY_TABLES
from data.records import ChatKey, PersonKey
from render.picture import touch

_log = logging.getLogger(__name__)

PORT = "page"
"""The name of this port in the log and the metrics."""
_OPENING = ("play", "import")
"""Commands that may create a table, as these buttons may."""
_OPENING_BUTTONS = (Verb.AGAIN, Verb.ROTATE, Verb.BEGIN, "open")  # the last is a lesson's
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
        self._client = visitor.client
        self._origin = visitor.origin
        self._guest = visitor.guest
        self._context = context
        self._store = context.core.service.store
        self._household: Household = BrowserPeople(self._store, self.prefix)
        self._registry = context.core.registry.offered(threads=WebMessenger.abilities.threads)
        self._socket = socket
        self._drop = drop
        self._outbox = Outbox(socket, drop)
        self._alive = True
        self.chat: ChatKey | None = None
        """The chat that this page shows."""
        self._locale: str | None = None
        self._zone: str | None = None
        self.languages = frozenset[str]()
        """The languages of this page: its browser's, and those that its people have chosen."""
        self.names: list[tuple[str, PersonKey]] = []
        """The names of the people of this page."""

    def send(self, frame: Mapping[str, Any]) -> None:
        self._outbox.put(frame)

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
            while self._alive and (invitation is None or await invitation.knows(self._guest)):
                self._alive = False
                await self._socket.ping()
                self._beat()
                await asyncio.sleep(self._context.limiter.limits.heartbeat)
        self._drop()

    def _beat(self) -> None:
        """Do what is due at each heartbeat: nothing on a plain page."""

    async def _hear(self, frame: Frame) -> None:
        if isinstance(frame, Hello):
            self._context.limiter.count(self._client, Wish.HELLO)
            await self._hello(frame)
            return
        if self.chat is None:
            raise BadFrame("hello comes first")
        more: dict[str, Any] = {}
        try:
            if isinstance(frame, Say):
                outcome = await self._say(frame, self.chat)
            elif isinstance(frame, Tap):
                outcome = Outcome(notice=await self._tap(frame, self.chat))
            elif isinstance(frame, Tune):
                outcome = await self._tune(frame, self.chat)
                more["pause"] = (await pause_of(self._context.core, self.chat)).value
            elif isinstance(frame, Hold):
                outcome = Outcome()
                more["reaches"] = await self._reaches(frame, self.chat)
            else:
                outcome = Outcome(notice=await self._rename(frame, self.chat))
        except TooOften as error:
            _, t = await self._person(frame.person)
            outcome, more = Outcome(notice=t.note(_TOO_OFTEN.get(error.wish, TOO_FAST))), {"back": True}
        except Exception as error:  # noqa: BLE001 - logged; one failed request must not end the connection
            _log.exception("a request of the page failed")
            outcome = Outcome(notice=translator(choose(self._locale)).note(apology(error)))
        lines = None if outcome.notice is None else text_lines(outcome.notice)
        if outcome.document is not None:
            more["document"] = asdict(outcome.document)
        self.send({"is": "done", "id": frame.id, "as": frame.person, "notice": lines, **more})

    # people -------------------------------------------------------------------------------------------------------

    async def _hello(self, hello: Hello) -> None:
        if self.chat is not None:
            self._context.messenger.leave(self.chat, self)
        self.chat, self._locale, self._zone = await self._room(hello), hello.locale, hello.zone
        named, invited = await self._household.known(1) is not None, self._context.invitation
        await self._give_way(self.chat)
        people = await self._household.listed()
        read = self._context.messenger.languages(self.chat)
        self._learn(people)
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
                "invitation": await invited.told(self._origin) if invited else None,
                "games": await past_games(self._context.core, self.chat, self.languages),
                "cups": bool(await self._context.core.service.store.tournaments_of(self.chat, 1)),
            }
        )
        self.send(await self._context.messenger.missed(self.chat, hello.have, self.languages))
        await self._retell(read)

    async def _room(self, hello: Hello) -> ChatKey:
        return ChatKey(PLATFORM, hello.chat)

    def _learn(self, people: list[dict[str, Any]]) -> None:
        self.names = [(one["name"], self._household.key(one["n"])) for one in people]
        self.languages = frozenset(base(choose(one["language"], self._locale)) for one in people)

    def _commands(self) -> dict[str, Any]:
        """Return the commands in the languages of this page."""
        spoken = self.languages | {base(choose(self._locale))}
        return {language: commands_in(self._registry, language) for language in sorted(spoken)}

    async def _retell(self, read: frozenset[str]) -> None:
        """Have the chat's boards translated to a language that nobody there has `read` so far."""
        if self.chat is not None and not self.languages <= read:
            await self._context.core.publisher.show_anew(self.chat)

    async def _known(self, chat: ChatKey) -> list[tuple[str, PersonKey]]:
        """Return by name the people who wrote in a chat lately, sit at a table there, or look at it."""
        others = [one.names for one in self._context.sessions if one.chat == chat and one.prefix != self.prefix]
        tables = await self._store.tables(chat)
        seats = [(seat.name, seat.person) for table in tables for seat in table.seats if seat.person is not None]
        return [*chain.from_iterable(others), *seats, *await self._context.messenger.authors(chat)]

    async def _give_way(self, chat: ChatKey) -> None:
        """Rename people who come into a chat where somebody else has their name."""
        known = await self._known(chat)
        for one in await self._household.listed():
            free = self._household.free(one["name"], known)
            if free != one["name"]:
                with contextlib.suppress(TooOften):  # too many new people from one address: two may share a name
                    await self._save(one["n"], free, one["language"])

    async def _save(self, number: int, name: str, language: str | None) -> None:
        """Store somebody's name; raises TooOften if there are too many new people."""
        if await self._household.known(number) is None:
            self._context.limiter.count(self._client, Wish.PERSON)
        await self._household.save(number, name, language)

    async def _person(self, number: int) -> tuple[Person, Translator]:
        record = await self._household.record(number)
        name = self._context.core.service.restrictions.known_as(record.key, record.name)
        person = Person(record.key, name, self._locale, zone=self._zone)
        return person, self._context.core.service.languages.of_reader(person, record)

    async def _rename(self, wish: Rename, chat: ChatKey) -> Text | None:
        self._context.limiter.count(self._client, Wish.COMMAND)
        person, t = await self._person(wish.person)
        name = clean_name(wish.name)
        if self._context.core.service.restrictions.is_banned(person.key):
            return banned_note(t)
        if not name:
            return t.note(EMPTY_NAME)
        if self._household.taken(name, await self._known(chat)):
            return t.note(NAME_TAKEN, name=name)
        await self._save(wish.person, name, wish.language if wish.language in languages() else None)
        await self._tell_people()
        return None

    async def _tell_people(self) -> None:
        people = await self._household.listed()
        frame = {"is": "people", "people": people}
        for session in tuple(self._context.sessions):
            if session.prefix == self.prefix:
                await session.meet(people)
                session.send(frame)

    async def meet(self, people: list[dict[str, Any]]) -> None:
        """Note the people at this page; all that it shows appears in their languages from now on."""
        read = self._context.messenger.languages(self.chat) if self.chat is not None else frozenset[str]()
        own = self.languages
        self._learn(people)
        if self.chat is not None and not self.languages <= own:
            self.send({"is": "commands", "commands": self._commands()})
            self.send(await self._context.messenger.missed(self.chat, {}, self.languages))
        await self._retell(read)

    # actions --------------------------------------------------------------------------------------------------------

    async def _say(self, say: Say, chat: ChatKey) -> Outcome:
        person, t = await self._person(say.person)
        text = clean_text(say.text)
        most = COMMAND_LENGTH if text.startswith("/") else TEXT_LENGTH
        if len(text) > most:
            return Outcome(notice=t.note(LONG, n=most))
        if not text:
            return Outcome()
        if text.startswith("/"):
            return await self._command(say, person, t, text, chat)
        self._context.limiter.count(self._client, Wish.LINE)
        if self._context.core.service.restrictions.is_banned(person.key):
            return Outcome(notice=banned_note(t))
        await self._post(chat, person, text, say.id)
        if is_greeting(text) and self._is_alone(chat):
            hello = greeting(t)
            if self._context.limiter.may_answer(self._client, chat, hello.text.plain):
                await self._answer(hello, say.id, chat)
        return Outcome()

    def _is_alone(self, chat: ChatKey) -> bool:
        return all(one.prefix == self.prefix for one in self._context.sessions if one.chat == chat)

    async def _command(self, say: Say, person: Person, t: Translator, line: str, chat: ChatKey) -> Outcome:
        self._context.limiter.count(self._client, Wish.COMMAND)
        try:
            parsed = parse_line(line, self._registry)
            parsed = await with_table(self._context.core.service, self._registry, chat, parsed)
        except BadLine as error:
            return Outcome(notice=error.note(t))
        if parsed.name in _OPENING:
            self._context.limiter.count(self._client, Wish.TABLE)
        people = await self._meant(parsed.options.get("person", ""), chat)
        file = None if say.file is None else written(say.file)
        request = Request(chat, person, parsed.name, parsed.options, people=people, file=file, share=self._links_to)

        async def deliver(outcome: Outcome) -> Outcome:
            outcome = self._answered(outcome, chat)
            if outcome.screen is not None or outcome.table is not None:
                await self._post(chat, person, line, say.id)
            if outcome.screen is not None:
                await self._answer(outcome.screen, say.id, chat)
            return outcome

        outcome = await self._context.core.dispatcher.command(request, deliver)
        await self._tell_people()
        return outcome

    def _links_to(self, shared: SharedTable) -> ShareLinks:
        chat = shared.chat if shared.chat.platform == PLATFORM else None
        return ShareLinks(f"{self._origin}/#/c/{quote(chat.chat)}" if chat is not None else None)

    def _answered(self, outcome: Outcome, chat: ChatKey) -> Outcome:
        """Keep an answer private if it was public just now, or the client requested many.

        Raises TooOften if it cannot be private.
        """
        if outcome.throttled:
            raise TooOften(Wish.COMMAND)
        screen = outcome.screen
        if screen is None or outcome.table is not None:
            return outcome
        words = None if (screen.rows and not screen.repeatable) or screen.picture is not None else screen.text.plain
        if self._context.limiter.may_answer(self._client, chat, words):
            return outcome
        if words is None:
            raise TooOften(Wish.COMMAND)
        return replace(outcome, screen=None, notice=screen.text)

    async def _meant(self, name: str, chat: ChatKey) -> dict[str, Person]:
        """Return the person that a name means: of this browser, or a recent writer here."""
        wanted = name.strip().removeprefix("@").casefold()
        if not wanted:
            return {}
        for known, key in (*self.names, *await self._context.messenger.authors(chat)):
            if known.casefold() == wanted:
                return {"person": Person(key, known)}
        return {}

    async def _tune(self, tune: Tune, chat: ChatKey) -> Outcome:
        self._context.limiter.count(self._client, Wish.COMMAND)
        if tune.pause is None:
            return Outcome()
        person, _ = await self._person(tune.person)
        return await choose_pause(self._context.core, chat, person, tune.pause)

    async def _tap(self, tap: Tap, chat: ChatKey) -> Text | None:
        self._context.limiter.count(self._client, Wish.PRESS)
        person, t = await self._person(tap.person)
        record = await self._context.messenger.find(chat, tap.message)
        body = await self._context.messenger.body(record) if record is not None else None
        if body is None or not offers(body, tap.token):
            return t.note(GONE)
        if tap.token.rpartition(".")[2].partition(":")[0] in _OPENING_BUTTONS:
            self._context.limiter.count(self._client, Wish.TABLE)
        carried = tap.token in tokens(body)
        press = Press(chat, person, tap.message, tap.token, carried=carried, client=self._client)

        async def deliver(outcome: Outcome) -> Text | None:
            if outcome.screen is not None and outcome.below:
                await self._answer(outcome.screen, tap.id, chat)
            elif outcome.screen is not None:
                try:
                    await self._context.messenger.edit(chat, tap.message, outcome.screen)
                except MessageGone:  # the press has removed it, as it does with all that names a forgotten person
                    self._context.messenger.lost(chat, int(tap.message))
                    await self._answer(outcome.screen, tap.id, chat)
                    await self._tell_people()
            return outcome.notice

        return await self._context.core.dispatcher.press(press, deliver)

    async def _reaches(self, hold: Hold, chat: ChatKey) -> list[Any]:
        """Return where the pieces on a message's board may go with each value; nothing for an older board."""
        self._context.limiter.count(self._client, Wish.POSITION)
        record = await self._context.messenger.find(chat, hold.message)
        name, version = (await self._context.messenger.body(record)).get("board", ("", 0)) if record else ("", 0)
        table = await self._context.core.service.tables.get(name) if name else None
        if table is None or table.version != version:
            return []
        _, t = await self._person(hold.person)
        return await asyncio.to_thread(reaches, table, touch, t)

    async def _answer(self, screen: Screen, id_: str, chat: ChatKey) -> None:
        body, nonce = screen_body(screen), f"answer:{self.prefix}:{id_}"
        await self._context.messenger.write(chat, body, screen.picture, nonce=nonce, people=screen.people)

    async def _post(self, chat: ChatKey, person: Person, text: str, id_: str) -> None:
        body = person_body(person.key, person.name, text)
        await self._context.messenger.write(chat, body, None, nonce=said_nonce(self.prefix, id_), people=[person.key])
