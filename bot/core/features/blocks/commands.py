"""/block and /unblock: a blocked person's actions never ping the blocker, and the blocked person gets no notice."""

from __future__ import annotations

from dataclasses import replace
from operator import attrgetter

from bot.core.commands.definition import Command, OptionKind, Section
from bot.core.commands.group import CommandGroup, GroupCommand
from bot.core.commands.options import PERSON
from bot.core.features.blocks.view import blocked_text, elsewhere_text, list_elsewhere_text, list_text, unblocked_text
from bot.core.features.context import FeatureContext
from bot.core.i18n.called import people_called
from bot.core.i18n.refusal import Refusal, typed
from bot.core.i18n.translator import N_
from bot.core.messages.content import Text
from bot.core.messages.requests import LongAnswer, Outcome, Person, Request
from bot.core.services.invitations import end_invitations
from data.records import BlockRecord, PersonKey

MOST = 100
"""The number of people that a person can block."""
_SAME_NAME = N_("More than one person here is called {name}, so I can't tell who you mean.")


class BlockCommands:
    def __init__(self, context: FeatureContext) -> None:
        self._service, self._publish = context.service, context.publish

    async def block(self, request: Request) -> Outcome:
        """Block a person, or list the blocks if nobody is named. Raises Refusal."""
        service, person = self._service, request.person
        other = await self._meant(request)
        t = await service.languages.of_person(person)
        if other is None:
            return _answer(request, list_text(await service.store.blocks(person.key), t), list_elsewhere_text(t))
        if other.key == person.key:
            raise Refusal(N_("You can't block yourself."))
        if other.bot:
            raise Refusal(N_("{name} is a chat bot and can't ping you through me."), name=other.name)
        record = BlockRecord(person.key, other.key, other.name, service.clock.now())
        if not await service.store.save_block(record, limit=MOST):
            raise Refusal(
                N_("You've blocked {n} people, and that's the most. To take someone off the list: {command}"),
                n=MOST,
                command=typed("/unblock"),
            )
        for changed in await end_invitations(service, person.key, other.key):
            await self._publish(changed)
        return _answer(request, blocked_text(other, t), elsewhere_text(t))

    async def unblock(self, request: Request) -> Outcome:
        """Undo a block, or list the blocks if nobody is named. Raises Refusal."""
        service, person = self._service, request.person
        blocks = await service.store.blocks(person.key)
        t = await service.languages.of_person(person)
        known, word = request.named(PERSON.name)
        if known is None and not word:
            return _answer(request, list_text(blocks, t), list_elsewhere_text(t))
        block = _on_list(blocks, None if known is None else known.key, word)
        if block is None:
            name = word if known is None else known.name
            raise Refusal(
                N_("{name} isn't on your list. To see it: {command}"), name=name[:40], command=typed("/block")
            )
        await service.store.drop_block(person.key, block.other)
        return _answer(request, unblocked_text(block, t), elsewhere_text(t))

    async def _meant(self, request: Request) -> Person | None:
        """Return the person named in a request: known to the platform, or seated at a table here. Raises Refusal."""
        known, word = request.named(PERSON.name)
        if known is not None:
            return known.normalized()
        if not word:
            return None
        tables = await self._service.tables.of_chat(request.chat)
        seated = {
            seat.person: Person(seat.person, seat.name)
            for table in tables
            for seat in table.seats
            if seat.person is not None and seat.person.platform == request.person.key.platform
        }
        here = people_called(word, seated.values(), attrgetter("name"))
        if not here:
            raise Refusal(N_("I can't find {name} here."), name=word[:40])
        if len(here) > 1:
            raise Refusal(_SAME_NAME, name=word[:40])
        return here[0]


def _answer(request: Request, text: Text, short: Text) -> Outcome:
    """Answer one person: in full in private, otherwise in short."""
    if request.alone:
        return Outcome(notice=text)
    return Outcome(notice=short, long=LongAnswer(short, "block", withheld=True))


def _on_list(blocks: list[BlockRecord], known: PersonKey | None, word: str) -> BlockRecord | None:
    """Return the block of a person, id, name or number; None if there is none.

    Raises Refusal if several people on the list have the name.
    """
    by_key = [block for block in blocks if block.other == known or block.other.user == word]
    found = by_key or people_called(word, blocks, attrgetter("name"))
    if len(found) > 1:
        raise Refusal(
            N_("More than one person on your list is called {name}. Give the number instead: {command}"),
            name=word[:40],
            command=typed("/block"),
        )
    if found:
        return found[0]
    number = int(word) if word.isdecimal() and len(word) <= len(str(MOST)) else 0
    return blocks[number - 1] if 0 < number <= len(blocks) else None


GROUP = CommandGroup(
    BlockCommands,
    (
        GroupCommand(
            Command(
                "block",
                N_("Stop someone's pings and invitations, or see who you've blocked"),
                (PERSON,),
                example="/block @Bea",
                careful=True,
                section=Section.PERSON_AND_CHAT,
                rank=3,
            ),
            BlockCommands.block,
        ),
        GroupCommand(
            Command(
                "unblock",
                N_("Let someone ping you again"),
                (replace(PERSON, kind=OptionKind.TEXT, description=N_("Who, by name or number on your list")),),
                example="/unblock Bea",
                section=Section.PERSON_AND_CHAT,
                rank=3,
            ),
            BlockCommands.unblock,
        ),
    ),
)
