"""Handle updates: dispatch each to the core, and send the answer to its place."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import replace

from bot.core.application import Application
from bot.core.commands.bad_lines import BadLine, UnknownCommand
from bot.core.commands.mentions import parse_naming
from bot.core.commands.parser import parse_line
from bot.core.commands.typed_names import is_game
from bot.core.common.lru import LruDict
from bot.core.dispatch.dispatcher import deliver_later
from bot.core.dispatch.middleware import apology
from bot.core.i18n.refusal import STALE, CorruptTable, Refusal
from bot.core.i18n.vocabulary import is_greeting, is_thanks
from bot.core.messages.content import Screen, Text
from bot.core.messages.requests import File, Outcome, Person, Press, Request, written
from bot.core.ratelimit.keyed_windows import KeyedWindows
from bot.core.ratelimit.platform_limiter import PlatformRateLimiter
from bot.core.ratelimit.sliding_window import RateLimit
from bot.core.services.left_chats import left_chat
from bot.core.services.table_service import TableService
from bot.core.services.table_words import with_table
from bot.core.views.greeting import WELCOME, greeting
from bot.platforms.telegram.answers import Answer
from bot.platforms.telegram.command_dedup import CommandDeduplicator
from bot.platforms.telegram.corrections import hint, line_of
from bot.platforms.telegram.deep_links import (
    ADDED,
    DeepLink,
    LinkAction,
    LinkedCommand,
    read_linked_command,
    read_payload,
)
from bot.platforms.telegram.html import PLATFORM
from bot.platforms.telegram.inline import InlineAnswers
from bot.platforms.telegram.inline_buttons import read_inline
from bot.platforms.telegram.messenger import TelegramMessenger
from bot.platforms.telegram.replies import Replies
from bot.platforms.telegram.texts import ANONYMOUS, AWAY, BARRED
from bot.platforms.telegram.updates import (
    BotAdded,
    ButtonPressed,
    ChatMoved,
    Event,
    Ignored,
    InlineAsked,
    InlinePressed,
    MessageReceived,
    PersonLeft,
)
from bot.platforms.telegram.whispers import Whispers
from data.records import ChatKey, PersonKey

_log = logging.getLogger(__name__)

HANDLES = 10_000
"""How many user names are remembered, each with its user id."""
ANSWER_WITHIN = 10.0
"""Seconds after which a press is not answered: by then its button has stopped waiting."""
HOLD = 3.0
"""Seconds that the answer to a press waits for the result of showing its board."""
TOO_OLD = 600.0
"""Seconds after which a command is dropped: the bot was away, and the person has given up."""

GREETED = 60.0
"""Seconds after a greeting within which a person who writes no command gets a hint instead."""


class UpdateHandler:
    """Handles one update at a time; messages to people are sent in the background."""

    def __init__(
        self,
        core: Application,
        messenger: TelegramMessenger,
        limiter: PlatformRateLimiter | None,
        deduplicator: CommandDeduplicator,
        whispers: Whispers,
        inline: InlineAnswers,
    ) -> None:
        """Build the handler. `limiter`: the publisher's, so that replies and boards share the limits."""
        self._core = core
        self._registry = core.registry.offered(threads=messenger.abilities.threads)
        self._messenger = messenger
        self._deduplicator = deduplicator
        self._inline = inline
        self._service = service = core.service
        self._replies = Replies(messenger, whispers, limiter, service.languages, service.clock)
        self._handles = LruDict[str, Person](HANDLES)
        self._excuses = KeyedWindows[ChatKey](RateLimit(1, TOO_OLD))
        self._greetings = KeyedWindows[PersonKey](RateLimit(1, GREETED))

    async def handle(self, event: Event, username: str) -> None:
        self._core.publisher.heard(event.chat)
        if isinstance(event, ButtonPressed | MessageReceived):
            self._remember(event)
        if isinstance(event, ButtonPressed):
            await self._press(event)
        elif isinstance(event, MessageReceived):
            await self._message_received(event, username)
        elif isinstance(event, InlinePressed):
            await self._inline_pressed(event)
        elif isinstance(event, InlineAsked):
            self._replies.later(lambda: self._inline.answer(event), within=ANSWER_WITHIN)
        elif isinstance(event, ChatMoved):
            await self.move(event.chat, event.new)
        elif isinstance(event, BotAdded):
            await self._bot_added(event)
        elif isinstance(event, PersonLeft):
            publish = self._core.publisher.publish
            await left_chat(self._service, publish, event.chat, event.person, expelled=event.expelled)
        else:
            self._answer(event, _nothing)

    def _remember(self, event: ButtonPressed | MessageReceived) -> None:
        """Remember a person's user name: Telegram resolves one only for bots that have met its owner."""
        if event.handle is not None and event.person is not None:
            self._handles[event.handle.lower()] = event.person

    async def move(self, old: ChatKey, new: ChatKey) -> None:
        """Move the games of a chat to its new id, and show them there; a repeated call does nothing."""
        for table in await self._service.store.move_chat(old, new):
            with suppress(CorruptTable):
                await self._service.tables.fresh(table)
            await self._core.publisher.publish(table)

    async def idle(self) -> None:
        await self._replies.idle()

    async def stop(self, patience: float) -> None:
        await self._replies.stop(patience)

    # buttons --------------------------------------------------------------------------------------------------------

    async def _press(self, event: ButtonPressed) -> None:
        line = line_of(event.token) if event.private and event.carried else None
        if line is not None:
            await self._correct(event, line)
            return
        press = Press(event.chat, event.person, event.message, event.token, event.carried)
        try:
            if not event.offered:
                outcome = Outcome(notice=await self._note(event.person, STALE))
            else:
                if not event.exact:
                    press = await in_its_topic(self._service, press)
                outcome = await self._core.dispatcher.press(press, deliver_later)
        except Exception as error:  # noqa: BLE001 - logged; the person gets an apology
            _log.exception("a press could not be handled")
            outcome = Outcome(notice=await self._note(event.person, apology(error)))
        edited = None
        if outcome.screen is not None and outcome.below:
            self._replies.say(event.chat, outcome.screen)
        elif outcome.screen is not None:
            edited = self._replies.edit(event.chat, event.message, outcome.screen)
        self._answer(
            event, lambda: self._heard(press, outcome, edited), aloud=not outcome.discreet, opens=outcome.opens
        )

    async def _inline_pressed(self, event: InlinePressed) -> None:
        """Take a press of a message that somebody sent into a chat which the bot may not know."""
        button = read_inline(self._messenger.secret, event.data)
        notice = await self._note(event.person, STALE)
        if button is not None:
            press = Press(button.chat, event.person, "", button.token, carried=True)
            notice = (await self._core.dispatcher.press(press, deliver_later)).notice
        self._answer(event, lambda: _given(notice))

    async def _correct(self, event: ButtonPressed, line: str) -> None:
        """Do what the line says that a person meant, as if they had sent it."""
        person = self._service.restrictions.shown(event.person)
        now = self._service.clock.now()
        said = MessageReceived(event.chat, person, line, int(event.message), private=True, at=now)
        self._reply(said, await self._obey(said, person, line.split()))
        self._answer(event, _nothing)

    async def _heard(self, press: Press, outcome: Outcome, edited: asyncio.Future[bool] | None) -> Text | None:
        """Return the notice for a press: that of its outcome, or why nothing shows if the bot may not write."""
        if outcome.notice is not None:
            return outcome.notice
        barred = False
        with suppress(TimeoutError):
            if edited is not None:
                barred = await asyncio.wait_for(asyncio.shield(edited), HOLD)
            if outcome.table is not None and not barred:
                shown = self._core.publisher.is_barred(press.chat, outcome.table)
                barred = await asyncio.wait_for(shown, HOLD)
        return await self._note(press.person, BARRED) if barred else None

    def _answer(
        self,
        event: ButtonPressed | InlinePressed | Ignored,
        heard: Callable[[], Awaitable[Text | None]],
        *,
        aloud: bool = True,
        opens: str = "",
    ) -> None:
        """Answer a press; `aloud`: an answer that is too late may be posted in the chat; `opens`: a table."""
        notice: list[Text | None] = []

        async def answer() -> None:
            is_first = not notice
            if is_first:
                notice.append(await heard())
            in_time = await self._messenger.answer(event.query, notice[0], opens)
            late = aloud and is_first and not in_time  # a later one may only repeat what was said
            if late and notice[0] is not None and isinstance(event, ButtonPressed) and event.offered:
                await self._missed(event, notice[0])

        self._replies.later(answer, within=ANSWER_WITHIN)

    async def _missed(self, event: ButtonPressed, notice: Text) -> None:
        """Post in the chat why a press that came too late was refused, unless a newer board shows it."""
        code, _, rest = event.token.partition(".")
        with suppress(CorruptTable):
            table = await self._service.tables.get(code)
            if table is not None and str(table.version) != rest.partition(".")[0]:
                return
        if self._excuses.allows(event.chat, self._service.clock.now()):
            self._replies.say(event.chat, Screen(notice))

    # commands -------------------------------------------------------------------------------------------------------

    async def _message_received(self, said: MessageReceived, username: str) -> None:
        words = said.text.split()
        if not self._is_for_us(said, words, username):
            return  # people talking, or a command of another bot
        if self._service.clock.now() - said.at > TOO_OLD:
            await self._too_late(said)
            return
        if said.person is None:
            t = await self._service.languages.of_chat(said.chat)
            self._replies.answer(said, Answer(Screen(t.note(ANONYMOUS))))
        elif await self._deduplicator.is_new(said):
            person = self._service.restrictions.shown(said.person)
            said = replace(said, person=person)
            outcome = await self._obey(said, person, words)
            self._reply(said, outcome)

    def _reply(self, said: MessageReceived, outcome: Outcome) -> None:
        command = self._registry.begun(said.text)
        urgent = command is not None and command.urgent
        if outcome.screen is not None:
            shown = Answer(outcome.screen, long=outcome.long, personal=outcome.personal, urgent=urgent)
            self._replies.answer(said, shown)
        if outcome.notice is not None and outcome.discreet and not said.private:
            self._replies.aside(said, Answer(Screen(outcome.notice)))
        elif outcome.notice is not None:
            long = outcome.long if outcome.screen is None else None
            self._replies.answer(
                said, Answer(Screen(outcome.notice), outcome.document, long, personal=True, urgent=urgent)
            )
        if outcome.throttled:
            self._replies.seen(said)

    async def _obey(self, said: MessageReceived, person: Person, words: list[str]) -> Outcome:
        """Return the outcome of a command, after showing it where needed."""
        try:
            return await self._command(said, person, words)
        except Refusal as refusal:
            return Outcome(notice=refusal.note(await self._service.languages.of_person(person)))
        except Exception as error:  # noqa: BLE001 - logged; the person gets an apology
            _log.exception("a command could not be handled")
            return Outcome(notice=await self._note(person, apology(error)))

    async def _too_late(self, said: MessageReceived) -> None:
        """Tell people, once, that a command from a time when the bot was away is dropped."""
        if not self._excuses.allows(said.chat, self._service.clock.now()):
            return
        t = await self._service.languages.of_chat(said.chat, said.person)
        self._replies.answer(said, Answer(Screen(t.note(AWAY))))

    def _is_for_us(self, said: MessageReceived, words: list[str], username: str) -> bool:
        name, _, meant = words[0].removeprefix("/").partition("@") if words else ("", "", "")
        if meant and meant.lower() != username.lower():
            return False
        known = bool(meant) or self._registry.claims(name.lower()) or is_game(name)
        return said.private or (said.text.startswith("/") and known)

    async def _command(self, said: MessageReceived, person: Person, words: list[str]) -> Outcome:
        brought = words[1] if len(words) == 2 and words[0].partition("@")[0] == "/start" else ""
        link = read_payload(brought)
        if link is not None:
            return await self._follow(link, person, said.chat)
        if brought == ADDED and not said.private:
            return Outcome()  # the group was greeted when the bot was added
        linked = read_linked_command(brought, self._messenger.secret)
        if linked is not None and said.private:
            return await self._answer_link(linked, said, person)
        try:
            parsed = parse_naming(said.text, self._registry, said.named)
            parsed = await with_table(self._service, self._registry, said.chat, parsed)
        except BadLine as error:
            return await self._not_understood(said, person, error)
        if said.private and parsed.name == "start" and not await self._service.tables.of_chat(said.chat):
            return await self._dispatch(Request(said.chat, person, "help"))
        meant = said.meant or self._handles.get(parsed.options.get("person", "").removeprefix("@").lower())
        people = {} if meant is None else {"person": meant}
        return await self._dispatch(
            Request(
                said.chat,
                person,
                parsed.name,
                parsed.options,
                said.private,
                people,
                self._file(said, typed=parsed.options),
                private=said.private,
                share=self._messenger.links_to,
            )
        )

    async def _not_understood(self, said: MessageReceived, person: Person, error: BadLine) -> Outcome:
        """Answer a line that is no command.

        In private what is no command is greeted, once a minute. In a group an unknown command gets a reaction.
        """
        t = await self._service.languages.of_person(person)
        if said.private and error.offer and not is_greeting(said.text):
            return Outcome(screen=hint(error, t), personal=True)
        if not isinstance(error, UnknownCommand):
            return Outcome(notice=error.note(t))
        if not said.private:
            if not self._service.restrictions.is_banned(person.key):
                self._replies.puzzled(said, Answer(Screen(error.note(t)), personal=True))
            return Outcome()
        if is_thanks(said.text):
            return Outcome(notice=t.note(WELCOME))
        if said.text.startswith("/") or not self._greetings.allows(person.key, self._service.clock.now()):
            return Outcome(notice=error.note(t))
        return Outcome(screen=greeting(t))

    async def _dispatch(self, request: Request) -> Outcome:
        """Dispatch a command; its answer is sent after the boards, which come first in the queue."""
        return await self._core.dispatcher.command(request, deliver_later)

    def _file(self, said: MessageReceived, *, typed: Mapping[str, str]) -> File | None:
        if said.file is None:
            return None if said.quoted is None or typed else written(said.quoted)
        name, size = said.file
        return File(size, lambda: self._messenger.fetch(name))

    async def _answer_link(self, linked: LinkedCommand, said: MessageReceived, person: Person) -> Outcome:
        people = {}
        if linked.user:
            key = PersonKey(PLATFORM, linked.user)
            known = await self._service.store.person(key)
            people = {"person": Person(key, known.name if known is not None else "?")}
        name, options = parse_line(linked.line, self._registry)
        return await self._dispatch(Request(said.chat, person, name, options, private=said.private, people=people))

    async def _follow(self, link: DeepLink, person: Person, chat: ChatKey) -> Outcome:
        """Follow a link: the person takes a seat if the link asks for it and one is free, and sees the table here."""
        display, code = await self._service.anywhere(link.table), {"table": link.code}
        outcome = Outcome()
        sits = display.table.sits(person.key)
        if link.action is LinkAction.JOIN and not (sits and display.plays_from(person.key) == chat):
            outcome = await self._dispatch(Request(chat, person, "join", code))
        if outcome.table is None:
            shown = await self._dispatch(Request(chat, person, "watch", {"table": link.table}))
            outcome = replace(shown, notice=outcome.notice or shown.notice)
        return outcome

    # --------------------------------------------------------------------------------------------------------------

    async def _bot_added(self, event: BotAdded) -> None:
        """Show the open tables; greet a new group."""
        t = await self._service.languages.of_newcomers(event.chat, event.person.locale)
        if t is not None and event.group:
            self._replies.say(event.chat, greeting(t))
        for table in await self._service.store.open_in_all_threads(event.chat.platform, event.chat.chat):
            await self._core.publisher.publish(table)

    async def _note(self, person: Person, sentence: str) -> Text | None:
        try:
            return (await self._service.languages.of_person(person)).note(sentence)
        except Exception:  # noqa: BLE001 - the store fails too: send a plain answer
            return None


async def _nothing() -> None:
    """Return no notice."""


async def _given(notice: Text | None) -> Text | None:
    """Return a notice that is known."""
    return notice


async def in_its_topic(service: TableService, press: Press) -> Press:
    """Return a press with the topic of its message from the store, where Telegram leaves it out."""
    boards = await service.store.boards(press.token.partition(".")[0])
    place = (press.chat.platform, press.chat.chat, press.message)
    known = (board.chat for board in boards if (board.chat.platform, board.chat.chat, board.message) == place)
    return replace(press, chat=next(known, press.chat))
