"""/challenge and the buttons below one."""

from __future__ import annotations

from dataclasses import replace

from bot.core.commands.definition import Command, Option, OptionKind, Section
from bot.core.commands.group import CommandGroup, GroupButton, GroupCommand
from bot.core.commands.line_options import IGNORED
from bot.core.commands.options import NEXT_PERSON
from bot.core.common.recurring import Recurring
from bot.core.domain import challenges
from bot.core.domain.challenges import A_DAY, BEST, NOT_YOURS, OFFERED, is_open
from bot.core.domain.chat_settings import settings_of
from bot.core.domain.new_table import new_code
from bot.core.domain.person_settings import person_settings
from bot.core.domain.series import BEST as MATCHES
from bot.core.features.challenges.upkeep import EVERY, SOON, ChallengeUpkeep
from bot.core.features.challenges.view import ANSWER, LATER, NO, PLAY
from bot.core.features.context import FeatureContext
from bot.core.features.play_options import PLAY_OPTIONS
from bot.core.i18n.refusal import Refusal
from bot.core.i18n.translator import N_
from bot.core.messages.button_tokens import Token
from bot.core.messages.requests import Outcome, Person, Press, Request
from bot.core.services.actors import may_open_table
from bot.core.services.challenging import may_be_challenged, options_text
from data.event_records import ChallengeRecord

ATTEMPTS = 5
"""Number of tries for an answer while another process changes the challenge."""
OVER = N_("This challenge is over.")
UNKNOWN = N_("I can't find {name} here.")
_LEFT = ("seats", "teams", "turns_by_colour", "play_on", "bots", "computers", "thread")
"""The options of /play that mean nothing between two people."""
_OPTIONS = tuple(option for option in PLAY_OPTIONS if option.name not in _LEFT)


class ChallengeCommands:
    """Offer games, and take the answers."""

    def __init__(self, context: FeatureContext) -> None:
        self._service = context.service
        self._upkeep = ChallengeUpkeep(context)
        context.beside.append(Recurring(EVERY, self._upkeep.look))

    async def challenge(self, request: Request) -> Outcome:
        """Challenge a person, or anybody here; raises Refusal."""
        service, person, now = self._service, request.person, self._service.clock.now()
        guest = await self._guest(request)
        await may_open_table(service, request.chat, person.key)
        settings = await settings_of(service.store, request.chat)
        chosen = {name: value for name, value in request.options.items() if name not in (NEXT_PERSON.name, IGNORED)}
        options = {"pace": settings.pace, "rolls": settings.rolls or "", **chosen}
        challenges.lobby_of(request.chat, person, options, service.entropy, now)
        record = ChallengeRecord(
            id=new_code(service.entropy),
            chat=request.chat,
            person=person.key,
            name=person.name,
            guest=None if guest is None else guest.key,
            guest_name="" if guest is None else guest.name,
            options=options_text(options),
            created=now,
            due=now + SOON,
        )
        added = await service.store.add_challenge(record, since=now - OFFERED, most=A_DAY)
        if added is None:
            raise Refusal(N_("You've made {n} challenges in a day, and that's the limit."), n=A_DAY)
        if not added:
            raise Refusal(N_("There's a challenge open already. Once it's answered, you can make another."))
        await service.languages.meet(person)
        await service.languages.remember(request.chat, person)
        await self._upkeep.offer(record)
        t = await self._service.languages.of_person(request.person)
        return Outcome(notice=t.note("Here you go.") if request.alone else None, told=True)

    async def answer(self, press: Press, token: Token) -> Outcome:
        """Take an answer, once; raises Refusal."""
        code, word = token.arguments
        store = self._service.store
        for _ in range(ATTEMPTS):
            standing = await store.challenge(code)
            if standing is None or standing.chat != press.chat:
                raise Refusal(OVER)
            if not is_open(standing):
                return Outcome(screen=await self._upkeep.screen(standing, press.person))
            changed = await self._answered(standing, press.person, word)
            soon = self._service.clock.now() + SOON
            stored = await store.change_challenge(changed.after(due=standing.due if is_open(changed) else soon))
            if stored is not None:
                return await self._shown(stored, press)
        raise Refusal(OVER)

    async def _answered(self, standing: ChallengeRecord, person: Person, word: str) -> ChallengeRecord:
        """Return a challenge after an answer; raises Refusal."""
        service, now = self._service, self._service.clock.now()
        over = challenges.expired(standing, now)
        if over is not standing:
            return over
        if word == LATER:
            return challenges.put_off(standing, person.key)
        if word == NO:
            return challenges.refused(standing, person.key)
        if word != PLAY or await service.store.blockers(person.key, [standing.person]):
            raise Refusal(NOT_YOURS)
        if service.restrictions.is_banned(standing.person):
            raise Refusal(N_("{name} can't play with this bot."), name=standing.name)
        return challenges.accepted(standing, person, new_code(service.entropy))

    async def _shown(self, stored: ChallengeRecord, press: Press) -> Outcome:
        """Show what an answer led to; an accepted challenge begins."""
        outcome = Outcome(screen=await self._upkeep.screen(stored, press.person))
        if not stored.table:
            return outcome
        await self._service.languages.meet(press.person)
        try:
            return replace(outcome, table=await self._upkeep.begin(stored))
        except Refusal:
            t = await self._service.languages.of_person(press.person)
            note = t.note("Accepted! There's no room for another table yet: yours opens as soon as one ends.")
            return replace(outcome, notice=note)

    async def _guest(self, request: Request) -> Person | None:
        """Return the person challenged, None for anybody; raises Refusal."""
        known, typed = request.named(NEXT_PERSON.name)
        if known is None and not typed:
            if named := request.options.get(IGNORED):  # `challenge Zoe to palma`
                raise Refusal(UNKNOWN, name=named[:40])
            if request.private:
                raise Refusal(N_("There's nobody else here. Challenge people in a group chat."))
            return None
        if known is None:
            raise Refusal(UNKNOWN, name=typed[:40])
        guest = known.normalized()
        if guest.key == request.person.key:
            raise Refusal(N_("You can't challenge yourself."))
        if guest.bot:
            raise Refusal(
                N_("{name} is a chat bot and can't play. For a game with my bots: {command}"),
                name=guest.name,
                command=lambda t: t.command("/play computers=1"),
            )
        seen = (await person_settings(self._service.store, guest.key)).ranked
        if not seen or not await may_be_challenged(self._service, guest.key, request.person.key):
            raise Refusal(UNKNOWN, name=typed[:40] or guest.name)
        return guest


GROUP = CommandGroup(
    ChallengeCommands,
    (
        GroupCommand(
            Command(
                "challenge",
                N_("Challenge someone to a game, or to a match of several"),
                (
                    NEXT_PERSON,
                    Option(
                        BEST,
                        OptionKind.INTEGER,
                        N_("Best of how many games"),
                        tuple(map(str, (1, *MATCHES))),
                    ),
                    *_OPTIONS,
                ),
                example="/challenge @Bea palma best=3",
                talks=True,
                section=Section.GAMES,
                rank=1,
            ),
            ChallengeCommands.challenge,
            above=True,
        ),
    ),
    (GroupButton(ANSWER, ChallengeCommands.answer),),
)
