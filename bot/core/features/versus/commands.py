"""/versus: the asker's games with one person, or with each that they have played with.

Hidden, blocked and forgotten people are refused in the words for those who never played with the asker.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter

from bot.core.commands.definition import Command, Section
from bot.core.commands.group import CommandGroup, GroupCommand
from bot.core.commands.options import PERSON
from bot.core.domain.person_settings import person_settings
from bot.core.features.context import FeatureContext
from bot.core.features.versus.view import Pair, opponents_text, pair_text
from bot.core.i18n.called import people_called
from bot.core.i18n.refusal import Refusal
from bot.core.i18n.translator import N_
from bot.core.messages.content import Screen, Subject
from bot.core.messages.requests import Outcome, Person, Request
from bot.core.rankings.head_to_head import Meeting, head_to_head, meetings
from bot.core.services.rivals import GAMES, Known, Rivals

NAMES = 8
UNKNOWN = N_("I can't show any games between you and {name}.")


class VersusCommands:
    def __init__(self, context: FeatureContext) -> None:
        self._service = context.service
        self._rivals = Rivals(context.service, context.thinking)

    async def versus(self, request: Request) -> Outcome:
        """Show the asker's games with a person, or with everybody; raises Refusal."""
        service, person = self._service, request.person
        here = None if request.private else request.chat
        known = await self._rivals.known(person.key, person.key, here)
        _, word = request.named(PERSON.name)
        if request.people.get(PERSON.name) is None and not word:
            if not known:
                raise Refusal(N_("You haven't finished a game with anyone here yet."))
            t = await service.languages.of_chat(request.chat, person)
            nemesis = await self._rivals.nemesis(person.key, known)
            text, named = opponents_text(person, known, nemesis, t), frozenset((person.key, *known))
        else:
            other = await self._meant(request, known)
            found = meetings(await service.store.encounters(person.key, other.key, limit=GAMES), person.key)[
                other.key
            ]
            figures = head_to_head(found)
            theirs = await self._rivals.known(other.key, person.key, here)
            nemeses = [await self._rivals.nemesis(person.key, known), await self._rivals.nemesis(other.key, theirs)]
            pair = Pair(person, other, figures, await self._captured(person, figures.last), nemeses)
            t = await service.languages.of_chat(request.chat, person)
            text, named = pair_text(pair, t), frozenset((person.key, other.key))
        if not (await person_settings(service.store, person.key)).ranked:
            return Outcome(notice=text)
        return Outcome(screen=Screen(text, about=Subject(named)))

    async def _meant(self, request: Request, known: Known) -> Person:
        """Return the person named in a request; raises Refusal, which lists those a part of a name may mean."""
        mentioned, word = request.named(PERSON.name)
        if mentioned is not None:
            if mentioned.key == request.person.key:
                raise Refusal(N_("That's you! Name someone you've played with."))
            if mentioned.key not in known:
                raise Refusal(UNKNOWN, name=word[:40] or mentioned.normalized().name)
            return Person(mentioned.key, known[mentioned.key][0])
        people = [Person(key, name) for key, (name, _) in known.items()]
        fitting = people_called(word, people, attrgetter("name"), partly=True)
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            raise Refusal(N_("Who do you mean? {names}"), names=", ".join(one.name[:24] for one in fitting[:NAMES]))
        raise Refusal(UNKNOWN, name=word[:40])

    async def _captured(self, person: Person, last: Sequence[Meeting]) -> tuple[int, int] | None:
        """Return how many pieces two people captured of each other in these games; None if that isn't known now."""
        counts = await self._rivals.captures([one.table for one in last], person.key)
        if counts is None:
            return None
        known = [(one, counts[one.table]) for one in last if one.table in counts]
        return (
            sum(counted[seat][lost] for one, counted in known for seat in one.own for lost in one.theirs),
            sum(counted[seat][lost] for one, counted in known for seat in one.theirs for lost in one.own),
        )


GROUP = CommandGroup(
    VersusCommands,
    (
        GroupCommand(
            Command(
                "versus",
                N_("Compare yourself with someone you've played with"),
                (PERSON,),
                example="/versus @Bea",
                section=Section.GAMES,
                rank=9,
            ),
            VersusCommands.versus,
            above=True,
        ),
    ),
)
