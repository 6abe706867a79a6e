"""A person's rights: choose their settings, see all their stored data, and delete it.

Deleting resigns their open tables. Then an alias with the platform `former` and a random name replaces them: games,
others' ratings and words in dice stay, and nothing leads back.
"""

from __future__ import annotations

import json
import re
from contextlib import AsyncExitStack
from typing import Any

from bot.core.commands.definition import Command, Option, OptionKind, Section
from bot.core.commands.group import CommandGroup, GroupButton, GroupCommand
from bot.core.common.recurring import Recurring
from bot.core.domain.leaving import left
from bot.core.domain.permissions import Actor, require_mark
from bot.core.domain.person_marks import mark_of
from bot.core.domain.person_settings import CHALLENGERS, change_person, person_settings
from bot.core.domain.table import Table
from bot.core.domain.throwing import WORDS
from bot.core.features.context import FeatureContext
from bot.core.features.privacy.view import FORGET, ask_forget, data_text, done, not_forgotten, person_text
from bot.core.i18n.names import OFF, is_off
from bot.core.i18n.refusal import CorruptTable, Refusal, not_a_choice
from bot.core.i18n.time_zones import chosen_zone, is_zone
from bot.core.i18n.translator import N_
from bot.core.messages.button_tokens import Token
from bot.core.messages.content import Document
from bot.core.messages.requests import LongAnswer, Outcome, Person, Press, Request
from bot.core.ratelimit.keyed_windows import KeyedWindows
from bot.core.ratelimit.sliding_window import RateLimit
from bot.core.services.cleaning import Cleaning
from bot.core.services.forgotten_people import note_forgotten
from bot.core.services.throws_choice import throw_like
from data.errors import StoreError
from data.records import OPEN, BlankedRecord, ChatKey, PersonKey
from data.result_records import FORMER

_HOURS = re.compile(r"([0-9]{1,2})(?::00)?-([0-9]{1,2})(?::00)?", re.ASCII)
AGAIN_AFTER = 600.0
"""Seconds until a person can delete their data again."""
ROUNDS = 3
"""The number of searches for tables that named a person during the deletion."""
CLIENTS = RateLimit(6, AGAIN_AFTER)
"""Deletions from one address: on the page, a new cookie is a new person."""
CLEANED_EVERY = 3600.0
"""Seconds between two automatic clean-ups of the store."""


class PrivacyCommands:
    def __init__(self, context: FeatureContext) -> None:
        self._service = context.service
        self._publish = context.publish
        self._redraw = context.redraw
        self._lately: dict[str, float] = {}
        """When people were deleted, by their marks, in that order."""
        self._clients = KeyedWindows[str](CLIENTS)
        self._cleaning = Cleaning(context.service.store, context.service.clock, context.background)
        context.beside.append(Recurring(CLEANED_EVERY, self._cleaning.ask))

    async def me(self, request: Request) -> Outcome:
        """Show or change a person's settings; raises Refusal."""
        store, person = self._service.store, request.person
        changes = _changes(request)
        if changes:
            settings = await change_person(store, person.key, person.name, **changes)
            if "throws" in changes:
                await throw_like(self._service, self._publish, person.key, settings.way)
        else:
            settings = await person_settings(store, person.key)
        return Outcome(notice=person_text(settings, await self._service.languages.of_person(person)))

    async def mydata(self, request: Request) -> Outcome:
        """Send a person all their stored data; in public, say where to ask for it."""
        if not request.alone:
            t = await self._service.languages.of_person(request.person)
            short = t.note(
                "That's for your eyes only: ask me in a private chat with {command}.", command=t.command("/mydata")
            )
            return Outcome(notice=short, long=LongAnswer(short, request.command, withheld=True))
        key = request.person.key
        about = await self._service.store.about(key, request.chat if request.private else None)
        text = json.dumps({"platform": key.platform, "user": key.user, **about}, ensure_ascii=False, indent=1)
        file = Document("palmares-my-data.json", f"{text}\n", "application/json")
        t = await self._service.languages.of_person(request.person)
        return Outcome(notice=data_text(file.name, t), document=file)

    async def forgetme(self, request: Request) -> Outcome:
        t = await self._service.languages.of_person(request.person)
        return Outcome(screen=ask_forget(request.person, mark_of(request.person.key), t), personal=True)

    async def only_asked(self, press: Press, token: Token) -> None:
        """Raise Refusal for anybody but the person who was asked."""
        require_mark(token.arguments[0], Actor(press.person.key))

    async def decided(self, press: Press, token: Token) -> Outcome:
        """Delete the data on a yes, change nothing on a no; raises Refusal."""
        mark, word = token.arguments
        t = await self._service.languages.of_person(press.person)
        if word != "yes":
            return Outcome(screen=not_forgotten(t))
        self._not_again(mark, press.client)
        try:
            await self._forget(press.person, press.chat if press.private else None)
        except StoreError:
            self._lately.pop(mark, None)
            raise
        return Outcome(screen=done(t))

    def _not_again(self, mark: str, client: str) -> None:
        """Raise Refusal for a person deleted lately, and for an address with many deletions."""
        now = self._service.clock.now()
        while self._lately and now - next(iter(self._lately.values())) >= AGAIN_AFTER:
            del self._lately[next(iter(self._lately))]
        if mark in self._lately:
            raise Refusal(
                N_("I deleted your data a moment ago. To delete what's come in since, ask again in ten minutes.")
            )
        if client and not self._clients.allows(client, now):
            raise Refusal(N_("Several people here have just deleted their data. Ask again in ten minutes."))
        self._lately[mark] = now

    async def _forget(self, person: Person, private: ChatKey | None) -> None:
        """Remove the person from open tables, then delete their data.

        Their tables are locked meanwhile, since writes from memory would restore the data. Another round deletes what
        came in during the search.
        """
        service, key = self._service, person.key
        left_now = [table for table in await service.tables.naming(key, private) if table.status in OPEN]
        for table in left_now:
            await self._leave(table, key)
        await note_forgotten(service.store, key)
        alias = PersonKey(FORMER, service.entropy(8).hex())
        blanked: list[BlankedRecord] = []
        for _ in range(ROUNDS):
            traces = await service.store.traces(key, private)
            async with AsyncExitStack() as still:
                for name in sorted(traces.tables):
                    await still.enter_async_context(service.tables.queue(name))
                forgotten = await service.tables.forget_person(key, alias, private, traces)
            blanked += forgotten.messages
            if {*await service.store.tables_of(key, private)} <= {*traces.tables}:
                break
        for table in left_now:
            await self._publish(table.id)
        await self._redraw(blanked)
        await self._cleaning.ask()

    async def _leave(self, table: Table, person: PersonKey) -> None:
        """Remove the person from an open table; one without another host is closed."""
        service, now = self._service, self._service.clock.now()
        try:
            await service.change(table.id, lambda table: left(table, person, now))
        except CorruptTable:
            await service.tables.close_unreadable(table.id, table.version, now)


AS_THE_TABLE = "table"
FLAGS = {"mentions": "mentions", "visible": "ranked", "global": "listed"}
"""The yes-or-no settings of a person, by their options."""


def _changes(request: Request) -> dict[str, Any]:
    asked = request.options
    changes: dict[str, Any] = {setting: asked[name] == "yes" for name, setting in FLAGS.items() if name in asked}
    if "quiet" in asked:
        changes["quiet_from"], changes["quiet_to"] = _hours(asked["quiet"])
    if "zone" in asked:
        changes |= _zone(asked["zone"])
    if "rolls" in asked:
        changes["throws"] = "" if asked["rolls"] == AS_THE_TABLE else asked["rolls"]
    if "challenges" in asked:
        changes["challenges"] = asked["challenges"]
    return changes


def _hours(word: str) -> tuple[int | None, int | None]:
    """Read hours such as `22-7`, or `off`; raises Refusal."""
    if is_off(word):
        return None, None
    span = _HOURS.fullmatch(word.strip())
    if span is None or any(int(hour) > 23 for hour in span.groups()) or span[1] == span[2]:
        raise not_a_choice("quiet", ("22-7", OFF), word, "profile")
    return int(span[1]), int(span[2])


def _zone(word: str) -> dict[str, Any]:
    """Read `Europe/Madrid`, `+1` or `-3:30`; `off` and `auto` mean guess. Raises Refusal."""
    return {"place": chosen_zone(word, "profile") or "", "zone": 0}


GROUP = CommandGroup(
    PrivacyCommands,
    (
        GroupCommand(
            Command(
                "profile",
                N_("Show or change your own settings"),
                (
                    Option(
                        "mentions",
                        OptionKind.FLAG,
                        N_("Get a mention when it's your turn"),
                    ),
                    Option(
                        "quiet",
                        OptionKind.TEXT,
                        N_("Your quiet hours, e.g. 22-7, or off"),
                        keyed=True,
                        looks=lambda word: _HOURS.fullmatch(word) is not None,
                    ),
                    Option(
                        "zone",
                        OptionKind.TEXT,
                        N_("Your time zone, e.g. Europe/London or +1"),
                        keyed=True,
                        looks=is_zone,
                    ),
                    Option(
                        "rolls",
                        OptionKind.CHOICE,
                        N_("How you roll: by hand, when it matters, automatically, or like the table"),
                        (*WORDS, AS_THE_TABLE),
                        keyed=True,
                    ),
                    Option(
                        "challenges",
                        OptionKind.CHOICE,
                        N_("Who can challenge you: all, people you've played with, or none"),
                        CHALLENGERS,
                        keyed=True,
                    ),
                    Option(
                        "visible",
                        OptionKind.FLAG,
                        N_("Appear in the leaderboards"),
                    ),
                    Option(
                        "global",
                        OptionKind.FLAG,
                        N_("Appear in the all-chats leaderboard even if you only play in private"),
                    ),
                ),
                example="/profile quiet=22-7 zone=Europe/Madrid",
                section=Section.PERSON_AND_CHAT,
                rank=1,
            ),
            PrivacyCommands.me,
        ),
        GroupCommand(
            Command(
                "mydata",
                N_("Get everything I store about you"),
                section=Section.PERSON_AND_CHAT,
                rank=4,
            ),
            PrivacyCommands.mydata,
        ),
        GroupCommand(
            Command(
                "deletemydata",
                N_("Delete all your data"),
                careful=True,
                section=Section.PERSON_AND_CHAT,
                rank=5,
            ),
            PrivacyCommands.forgetme,
        ),
    ),
    (GroupButton(FORGET, PrivacyCommands.decided, guard=PrivacyCommands.only_asked),),
)
