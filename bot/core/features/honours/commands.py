"""/palmares: the roll of honours of a chat and of a person; /certificate: the proof of one's own honour."""

from __future__ import annotations

import asyncio

from bot.core.commands.definition import Command, Option, OptionKind, Section
from bot.core.commands.group import CommandGroup, GroupCommand
from bot.core.commands.options import PERSON
from bot.core.domain.chat_settings import settings_of
from bot.core.domain.permissions import Actor, may_see_figures
from bot.core.features.context import FeatureContext
from bot.core.features.honours.person_view import certificate_card, certificate_text, person_card, person_text
from bot.core.features.honours.view import described, event_name, roll_card, roll_text
from bot.core.i18n.refusal import Refusal, typed
from bot.core.i18n.text_format import clip
from bot.core.i18n.translator import N_, Translator
from bot.core.messages.content import Document, Picture, Screen, Subject, Text
from bot.core.messages.requests import LongAnswer, Outcome, Person, Request
from bot.core.rankings.stats import meant
from bot.core.services.certificates import CertificateText, certificate_of
from bot.core.services.honours import NOT_SHOWN, person_of, roll_of
from bot.core.services.seasons import whole
from data.records import ChatKey
from data.season_records import HonourRecord

ALT = 1000
"""The most characters of a picture's alt text."""
MOST = 20
"""The number of one's newest honours that can be asked for."""


class HonoursCommands:
    """Show champions, records, badges, and certificates."""

    def __init__(self, context: FeatureContext) -> None:
        self._service, self._painters, self._theme = context.service, context.painters, context.theme

    async def palmares(self, request: Request) -> Outcome:
        """Show the roll of honours of the chat, or of a person; raises Refusal."""
        if any(request.named(PERSON.name)):
            return await self._person(request, await meant(self._service.store, request))
        if request.options.get("me") == "yes":
            return await self._person(request, request.person)
        service, chat = self._service, request.chat
        roll = await roll_of(service.store, chat, service.clock.now())
        t = await service.languages.of_chat(chat, request.person)
        text, card = roll_text(roll, t), roll_card(roll, t)
        if not card.years and not card.records:
            return Outcome(screen=Screen(text))
        title, below = t("Roll of honours"), t("champions and records of this chat")
        data = await asyncio.to_thread(self._painters.honours, await self._theme(chat), title, below, card)
        people = {one.player for one in roll.honours} | {one.player for one in roll.records}
        about = Subject(frozenset(people - {NOT_SHOWN}))
        return Outcome(screen=Screen(text, Picture(data, described(title, card, t)), about=about))

    async def _person(self, request: Request, person: Person) -> Outcome:
        service, chat = self._service, request.chat
        found = await person_of(service.store, chat, person.key, person.name)
        may_see_figures(person.name, Actor(request.person.key), person.key, is_hidden=found.hidden)
        if found.hidden:
            return Outcome(notice=person_text(found, await service.languages.of_person(request.person)))
        t = await service.languages.of_chat(chat, request.person)
        text, card = person_text(found, t), person_card(found, t)
        about, long = Subject(frozenset({person.key})), LongAnswer(Text(text.lines[:2]), "palmares", person=person)
        if not card.years and not card.records:
            return Outcome(screen=Screen(text, about=about), long=long)
        title, below = found.name, t("titles and badges")
        data = await asyncio.to_thread(self._painters.honours, await self._theme(chat), title, below, card)
        alt = f"{title}. " + t.marks.semicolon.join(line.plain for line in (Text((one,)) for one in text.lines[1:]))
        return Outcome(screen=Screen(text, Picture(data, clip(alt, ALT)), about=about), long=long)

    async def certificate(self, request: Request) -> Outcome:
        """Post the picture of one's own honour in this chat, or send its file; raises Refusal."""
        service, person = self._service, request.person
        chat = request.chat
        own = [one for one in await service.store.honours_of(person.key) if one.chat == whole(chat)]
        number = int(request.options.get("number", 1))
        if not own:
            raise Refusal(N_("You have no title in this chat yet. The season: {command}"), command=typed("/season"))
        if number > len(own):
            raise Refusal(N_("Your titles here so far: {n}."), n=len(own))
        honour = own[number - 1]
        zone = (await settings_of(service.store, whole(chat))).zone or "UTC"
        if request.options.get("proof") == "yes":
            t = await service.languages.of_person(person)
            written = await self._written(honour, person, zone, t)
            file = Document(f"palmares-{honour.kind.value}-{honour.event}.txt", written.write())
            return Outcome(notice=certificate_text(file.name, written.fields["Key"], t), document=file)
        t = await service.languages.of_chat(chat, person)
        written = await self._written(honour, person, zone, t)
        return Outcome(screen=await self._framed(honour, person, written, zone, chat, t))

    async def _written(self, honour: HonourRecord, person: Person, zone: str, t: Translator) -> CertificateText:
        people = len(await self._service.store.honours_of_event(honour.chat, honour.kind, honour.event))
        keys = await self._service.keys()
        return certificate_of(honour, event_name(honour, zone, t), person.name, people, keys.signer)

    async def _framed(
        self, honour: HonourRecord, person: Person, written: CertificateText, zone: str, chat: ChatKey, t: Translator
    ) -> Screen:
        card = certificate_card(honour, person.name, written, zone, t)
        data = await asyncio.to_thread(self._painters.certificate, await self._theme(chat), card)
        alt = f"{card.heading}. {card.intro} {card.name} {card.deed} {card.title}, {card.date}"
        text = t.note("To check it, take its file: {command}", command=t.command("/certificate proof=yes"))
        return Screen(text, Picture(data, alt), about=Subject(frozenset({person.key})))


GROUP = CommandGroup(
    HonoursCommands,
    (
        GroupCommand(
            Command(
                "palmares",
                N_("Show champions and records"),
                (PERSON, Option("me", OptionKind.FLAG, N_("Your own titles and badges"))),
                example="/palmares Bea",
                section=Section.GAMES,
                rank=7,
            ),
            HonoursCommands.palmares,
            above=True,
        ),
        GroupCommand(
            Command(
                "certificate",
                N_("Get the certificate of your title"),
                (
                    Option("number", OptionKind.INTEGER, N_("Which one: 1 is the newest"), bounds=(1, MOST)),
                    Option("proof", OptionKind.FLAG, N_("As a file that can be checked")),
                ),
                example="/certificate proof=yes",
                section=Section.GAMES,
                rank=10,
            ),
            HonoursCommands.certificate,
            above=True,
        ),
    ),
    (),
)
