"""/versus: the asker's games with one person, or with each that they have played with.

Hidden, blocked and forgotten people are refused in the words for those who never played with the asker.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from contextlib import suppress

from bot.core.commands.definition import Command, Section
from bot.core.commands.group import CommandGroup, GroupCommand
from bot.core.commands.options import PERSON
from bot.core.common.lru import LruDict
from bot.core.domain.person_settings import PersonSettings, person_settings
from bot.core.features.context import FeatureContext
from bot.core.features.versus.view import Pair, opponents_text, pair_text
from bot.core.i18n.refusal import CorruptTable, Refusal
from bot.core.i18n.translator import N_
from bot.core.messages.content import Screen, Subject
from bot.core.messages.requests import Outcome, Person, Request
from bot.core.rankings.captures import Captures, captures
from bot.core.rankings.head_to_head import Meeting, head_to_head, meetings
from bot.core.services.thinking import NoThought
from data.records import PersonKey

_log = logging.getLogger(__name__)

GAMES = 500
"""The number of a person's newest games that count."""
KEPT = 1000
"""Games whose captures stay in memory."""
NAMES = 8
UNKNOWN = N_("I can't show any games between you and {name}.")

Known = Mapping[PersonKey, tuple[str, Sequence[Meeting]]]
"""People that somebody has played with, with name and games."""


class VersusCommands:
    def __init__(self, context: FeatureContext) -> None:
        self._service, self._thinking = context.service, context.thinking
        self._captures = LruDict[str, Captures](KEPT)

    async def versus(self, request: Request) -> Outcome:
        """Show the asker's games with a person, or with everybody; raises Refusal."""
        service, person = self._service, request.person
        known = await self._met(request)
        _, word = request.named(PERSON.name)
        if request.people.get(PERSON.name) is None and not word:
            if not known:
                raise Refusal(N_("There's nobody here yet whom you've finished a game with."))
            t = await service.languages.of_chat(request.chat, person)
            text, named = opponents_text(person, known, t), frozenset((person.key, *known))
        else:
            other = await self._meant(request, known)
            found = meetings(await service.store.encounters(person.key, other.key, limit=GAMES), person.key)[
                other.key
            ]
            figures = head_to_head(found)
            pair = Pair(person, other, figures, await self._captured(person, figures.last))
            t = await service.languages.of_chat(request.chat, person)
            text, named = pair_text(pair, t), frozenset((person.key, other.key))
        if not (await person_settings(service.store, person.key)).ranked:
            return Outcome(notice=text)
        return Outcome(screen=Screen(text, about=Subject(named)))

    async def _met(self, request: Request) -> Known:
        """Return whom the asker has played with and may see: in a group those who have played there."""
        store, own = self._service.store, request.person.key
        seats = await store.encounters(own, limit=GAMES)
        here = None if request.private else {key for key, _ in await store.players_of(request.chat)}
        seen = {
            seat.player: seat.name
            for seat in seats
            if seat.name is not None
            and (here is None or seat.player in here)
            and seat.player not in self._service.restrictions.hidden
            and PersonSettings.load(seat.settings).ranked
        }
        blocked = {block.other for block in await store.blocks(own)} | await store.blockers(own, list(seen))
        found = meetings(seats, own)
        return {key: (seen[key], games) for key, games in found.items() if key in seen and key not in blocked}

    async def _meant(self, request: Request, known: Known) -> Person:
        """Return the person named in a request; raises Refusal, which lists those a part of a name may mean."""
        mentioned, word = request.named(PERSON.name)
        if mentioned is not None:
            if mentioned.key == request.person.key:
                raise Refusal(N_("That's you! Name someone you've played with."))
            if mentioned.key not in known:
                raise Refusal(UNKNOWN, name=word[:40] or mentioned.normalized().name)
            return Person(mentioned.key, known[mentioned.key][0])
        wanted = word.casefold()
        for fits in (wanted.__eq__, lambda name: name.startswith(wanted), lambda name: wanted in name):
            fitting = [Person(key, name) for key, (name, _) in known.items() if fits(name.casefold())]
            if len(fitting) == 1:
                return fitting[0]
            if fitting:
                raise Refusal(
                    N_("Who do you mean? {names}"), names=", ".join(one.name[:24] for one in fitting[:NAMES])
                )
        raise Refusal(UNKNOWN, name=word[:40])

    async def _captured(self, person: Person, last: Sequence[Meeting]) -> tuple[int, int] | None:
        """Return how many pieces two people captured of each other in these games; None if that isn't known now."""
        games = []
        for one in last:
            if one.table not in self._captures:
                with suppress(CorruptTable):
                    games += [game] if (game := await self._service.tables.stored(one.table)) else []
        try:
            if games:
                owner = f"versus {person.key.platform} {person.key.user}"
                counts = await self._thinking.do(captures, games, owner=owner)
                for (table, _), counted in zip(games, counts, strict=True):
                    self._captures[table.id] = counted
        except NoThought as error:
            _log.warning("captures cannot be counted: %s", error)
            return None
        known = [(one, self._captures[one.table]) for one in last if one.table in self._captures]
        return (
            sum(counts[seat][lost] for one, counts in known for seat in one.own for lost in one.theirs),
            sum(counts[seat][lost] for one, counts in known for seat in one.theirs for lost in one.own),
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
        ),
    ),
)
