"""What people do at a page: they say, press, hold a piece, and set how long bots pause."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import replace
from operator import itemgetter
from typing import Any
from urllib.parse import quote

from bot.core.commands.bad_lines import BadLine
from bot.core.commands.mentions import may_name, parse_naming
from bot.core.dispatch.middleware import banned_note
from bot.core.i18n.called import people_called
from bot.core.i18n.translator import Translator
from bot.core.i18n.vocabulary import is_greeting
from bot.core.messages.button_tokens import Verb
from bot.core.messages.content import Screen, Text
from bot.core.messages.ports import MessageGone
from bot.core.messages.requests import Outcome, Person, Press, Request, SharedTable, ShareLinks, written
from bot.core.services.table_words import with_table
from bot.core.views.greeting import greeting
from bot.core.views.reaches import reaches
from bot.platforms.web.chat import WebMessenger
from bot.platforms.web.chat_facts import choose_pause
from bot.platforms.web.context import Visitor, WebContext
from bot.platforms.web.identity import PLATFORM
from bot.platforms.web.message_format import offers, person_body, said_nonce, tokens
from bot.platforms.web.people import PagePeople
from bot.platforms.web.protocol import COMMAND_LENGTH, TEXT_LENGTH, Hold, Say, Tap, Tune, clean_text
from bot.platforms.web.rate_limits import TooOften, Wish
from bot.platforms.web.texts import GONE, LONG
from data.records import ChatKey, MessageRecord, PersonKey
from render.picture import touch

_OPENING = ("play", "import")
"""Commands that may create a table, as these buttons may."""
_OPENING_BUTTONS = (Verb.AGAIN, Verb.ROTATE, Verb.BEGIN, "open")  # the last is a lesson's


class Deeds:
    """Does what the people of one page want; raises TooOften."""

    def __init__(self, context: WebContext, visitor: Visitor, people: PagePeople) -> None:
        self._context, self._visitor, self._people = context, visitor, people
        self._registry = context.core.registry.offered(threads=WebMessenger.abilities.threads)

    async def say(self, say: Say, chat: ChatKey) -> Outcome:
        """Post a line, or obey a command."""
        person, t = await self._people.person(say.person)
        text = clean_text(say.text)
        most = COMMAND_LENGTH if text.startswith("/") else TEXT_LENGTH
        if len(text) > most:
            return Outcome(notice=t.note(LONG, n=most))
        if not text:
            return Outcome()
        if text.startswith("/"):
            return await self._command(say, person, t, text, chat)
        self._context.limiter.count(self._visitor.client, Wish.LINE)
        if self._context.core.service.restrictions.is_banned(person.key):
            return Outcome(notice=banned_note(t))
        await self._post(chat, person, text, say.id)
        if is_greeting(text) and self._is_alone(chat):
            hello = greeting(t)
            if self._context.limiter.may_answer(self._visitor.client, chat, hello.text.plain):
                await self._answer(hello, say.id, chat)
        return Outcome()

    def _is_alone(self, chat: ChatKey) -> bool:
        return all(one.prefix == self._visitor.prefix for one in self._context.sessions if one.chat == chat)

    async def _command(self, say: Say, person: Person, t: Translator, line: str, chat: ChatKey) -> Outcome:
        self._context.limiter.count(self._visitor.client, Wish.COMMAND)
        try:
            known = await self._known(chat) if may_name(line, self._registry) else []
            parsed = parse_naming(line, self._registry, {name for name, _ in known})
            parsed = await with_table(self._context.core.service, self._registry, chat, parsed)
        except BadLine as error:
            return Outcome(notice=error.note(t))
        if parsed.name in _OPENING:
            self._context.limiter.count(self._visitor.client, Wish.TABLE)
        people = _meant(parsed.options.get("person", ""), known)
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
        await self._people.tell()
        return outcome

    def _links_to(self, shared: SharedTable) -> ShareLinks:
        chat = shared.chat if shared.chat.platform == PLATFORM else None
        return ShareLinks(f"{self._visitor.origin}/#/c/{quote(chat.chat)}" if chat is not None else None)

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
        if self._context.limiter.may_answer(self._visitor.client, chat, words):
            return outcome
        if words is None:
            raise TooOften(Wish.COMMAND)
        return replace(outcome, screen=None, notice=screen.text)

    async def _known(self, chat: ChatKey) -> list[tuple[str, PersonKey]]:
        """Return the people of this browser, and the recent writers here."""
        return [*self._people.names, *await self._context.messenger.authors(chat)]

    async def tune(self, tune: Tune, chat: ChatKey) -> Outcome:
        """Set how long bots pause in a chat, if the page wants that."""
        self._context.limiter.count(self._visitor.client, Wish.COMMAND)
        if tune.pause is None:
            return Outcome()
        person, _ = await self._people.person(tune.person)
        return await choose_pause(self._context.core, chat, person, tune.pause)

    async def find(self, chat: ChatKey, message: str) -> MessageRecord | None:
        """Return a message that this page may press."""
        return await self._context.messenger.find(chat, message)

    async def tap(self, tap: Tap, chat: ChatKey) -> Text | None:
        """Press a button; return the notice for the presser alone."""
        self._context.limiter.count(self._visitor.client, Wish.PRESS)
        person, t = await self._people.person(tap.person)
        record = await self.find(chat, tap.message)
        body = await self._context.messenger.body(record) if record is not None else None
        if record is None or body is None or not offers(body, tap.token):
            return t.note(GONE)
        if tap.token.rpartition(".")[2].partition(":")[0] in _OPENING_BUTTONS:
            self._context.limiter.count(self._visitor.client, Wish.TABLE)
        carried = tap.token in tokens(body)
        press = Press(record.chat, person, tap.message, tap.token, carried=carried, client=self._visitor.client)

        async def deliver(outcome: Outcome) -> Text | None:
            if outcome.screen is not None and outcome.below:
                await self._answer(outcome.screen, tap.id, chat)
            elif outcome.screen is not None:
                try:
                    await self._context.messenger.edit(record.chat, tap.message, outcome.screen)
                except MessageGone:  # the press has removed it, as it does with all that names a forgotten person
                    self._context.messenger.lost(record.chat, record.id)
                    await self._answer(outcome.screen, tap.id, chat)
                    await self._people.tell()
            return outcome.notice

        return await self._context.core.dispatcher.press(press, deliver)

    async def reaches(self, hold: Hold, chat: ChatKey) -> list[Any]:
        """Return where the pieces on a message's board may go with each value; nothing for an older board."""
        self._context.limiter.count(self._visitor.client, Wish.POSITION)
        record = await self.find(chat, hold.message)
        name, version = (await self._context.messenger.body(record)).get("board", ("", 0)) if record else ("", 0)
        table = await self._context.core.service.tables.get(name) if name else None
        if table is None or table.version != version:
            return []
        _, t = await self._people.person(hold.person)
        return await asyncio.to_thread(reaches, table, touch, t)

    async def _answer(self, screen: Screen, id_: str, chat: ChatKey) -> None:
        await self._context.messenger.show(chat, screen, nonce=f"answer:{self._visitor.prefix}:{id_}")

    async def _post(self, chat: ChatKey, person: Person, text: str, id_: str) -> None:
        body = person_body(person.key, person.name, text)
        nonce = said_nonce(self._visitor.prefix, id_)
        await self._context.messenger.write(chat, body, nonce=nonce, people=[person.key])


def _meant(word: str, people: Iterable[tuple[str, PersonKey]]) -> dict[str, Person]:
    """Return the person that a name means: the first of those at this browser and the recent writers."""
    found = people_called(word.strip().removeprefix("@"), people, itemgetter(0)) if word.strip() else []
    return {"person": Person(found[0][1], found[0][0])} if found else {}
