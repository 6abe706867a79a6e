"""/find and the buttons of a call."""

from __future__ import annotations

from bot.core.commands.definition import Command, Option, OptionKind, Section
from bot.core.commands.group import CommandGroup, GroupButton, GroupCommand
from bot.core.commands.options import GAME, VARIANT
from bot.core.common.recurring import Recurring
from bot.core.domain import finding
from bot.core.domain.chat_settings import settings_of
from bot.core.domain.finding import CONFIRM, PATIENCE, PENALTY, complete, wish_of
from bot.core.domain.new_table import new_table
from bot.core.domain.tempo import pace_words, tempo_named
from bot.core.domain.time_control import is_pace
from bot.core.features.context import FeatureContext
from bot.core.features.finding.upkeep import ATTEMPTS, EVERY, FindingUpkeep
from bot.core.features.finding.view import FOUND, HERE, NO, Came, told
from bot.core.i18n.refusal import STALE, Refusal
from bot.core.i18n.translator import N_
from bot.core.messages.button_tokens import Token
from bot.core.messages.requests import Outcome, Person, Press, Request
from bot.core.rankings.ladders import family
from bot.core.rankings.ratings import Skill
from bot.core.services.actors import may_open_table
from data.event_records import SeekerRecord, SeekerState
from data.records import ChatKey

OVER = N_("That table is no longer on offer.")
ANOTHERS = N_("That table is for someone else.")


class FindingCommands:
    """Let people look for a game, and take the answers to calls."""

    def __init__(self, context: FeatureContext) -> None:
        self._service = context.service
        self._upkeep = FindingUpkeep(context)
        context.beside.append(Recurring(EVERY, self._upkeep.look))

    async def find(self, request: Request) -> Outcome:
        """Wait for others who wish for the same game, or stop waiting; raises Refusal."""
        service, chat, person = self._service, request.chat, request.person
        t = await service.languages.of_person(person)
        if request.options.get("ping") == "off":
            stopped = await service.store.stop_seeking(person.key)
            return Outcome(
                notice=t.note("You're not looking for a game any more.")
                if stopped
                else t.note("You weren't looking for a game.")
            )
        await may_open_table(service, chat, person.key)
        if not (await settings_of(service.store, chat)).find:
            raise Refusal(N_("This chat doesn't play with other chats. Look for people in a private chat with me."))
        await service.languages.meet(person)
        await service.languages.remember(chat, person)
        wish, now = wish_of(request.options), service.clock.now()
        points = await self._points(chat, person, wish)
        text = finding.text_of(wish)
        seeker = SeekerRecord(person.key, person.name, chat, text, points, now, now + PATIENCE)
        if not await service.store.seek(seeker):
            raise await self._waits(person)
        note = t.note(
            "I'm looking: {wish}. Once a table is full I'll ping you, and you have {n} seconds to answer. "
            "To stop: {command}",
            wish=told(seeker, t),
            n=int(CONFIRM),
            command=t.command("/find off"),
        )
        return Outcome(notice=note)

    async def _points(self, chat: ChatKey, person: Person, wish: finding.Wish) -> int:
        service = self._service
        table = new_table(chat, person, wish, service.entropy, 0.0)
        rated = await service.store.rated(table.game, family(table), [person.key])
        return Skill(rated[0].mu, rated[0].sigma).points if rated else Skill().points

    async def _waits(self, person: Person) -> Refusal:
        """Return why a person can't look now."""
        standing = await self._service.store.seeker(person.key)
        if standing is not None and standing.state is SeekerState.MISSED:
            return Refusal(N_("You didn't answer in time. You can look again in {n} minutes."), n=int(PENALTY // 60))
        return Refusal(N_("Your table is full: answer that first."))

    async def answer(self, press: Press, token: Token) -> Outcome:
        """Take an answer to a call; the last one opens the table. Raises Refusal."""
        code, word, called = token.arguments
        store, person = self._service.store, press.person
        if word not in (HERE, NO):
            raise Refusal(STALE)
        if called != person.key.user:
            raise Refusal(ANOTHERS)
        for _ in range(ATTEMPTS):
            standing = await store.seeker(person.key)
            if standing is None or standing.table != code:
                raise Refusal(OVER)
            if word == NO:
                if await store.drop_seeker(standing):
                    return Outcome(screen=await self._upkeep.screen(standing, Came.REFUSED, person))
                continue
            stored = await store.change_seeker(standing.after(state=SeekerState.HERE))
            if stored is not None:
                return await self._here(stored, person)
        raise Refusal(STALE)

    async def _here(self, seeker: SeekerRecord, person: Person) -> Outcome:
        called = await self._service.store.seekers_of(seeker.table)
        if not complete(called):
            return Outcome(screen=await self._upkeep.screen(seeker, Came.HERE, person))
        came = await self._upkeep.open(called, person.key)
        table = seeker.table if came is Came.BEGUN else None
        return Outcome(screen=await self._upkeep.screen(seeker, came, person), table=table)


GROUP = CommandGroup(
    FindingCommands,
    (
        GroupCommand(
            Command(
                "find",
                N_("Find people in other chats to play with"),
                (
                    GAME,
                    VARIANT,
                    Option("players", OptionKind.INTEGER, N_("Players at each table"), ("2", "3", "4", "5", "6")),
                    Option(
                        "pace",
                        OptionKind.TEXT,
                        N_("Time per move, e.g. 60s"),
                        keyed=True,
                        looks=lambda word: is_pace(word) or tempo_named(word) is not None,
                        choice_words=pace_words,
                    ),
                    Option("band", OptionKind.TEXT, N_("Which ratings can enter, e.g. 1000-1300"), keyed=True),
                    Option("ping", OptionKind.CHOICE, N_("Choose off to stop looking"), ("on", "off")),
                ),
                example="/find palma 2",
                talks=True,
                section=Section.GAMES,
                rank=2,
            ),
            FindingCommands.find,
            above=True,
        ),
    ),
    (GroupButton(FOUND, FindingCommands.answer),),
)
