"""Groups of commands: what is listed is what is answered, guards come first, and nothing is there twice."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.core.commands.definition import Command
from bot.core.commands.group import CommandGroup, GroupButton, GroupCommand, registry_of
from bot.core.commands.router import Router
from bot.core.features.registry import GROUPS
from bot.core.i18n.refusal import Refusal
from bot.core.i18n.translator import translator
from bot.core.messages.button_tokens import ButtonVerb, Token, encode
from bot.core.messages.requests import Outcome, Press, Request
from data.records import ChatKey
from tests.fakes.room import ANA, BEA

CHAT = ChatKey("fake", "room")
WAVE = ButtonVerb("wave", 1)


class Greetings:
    """Notes what it was asked, in a list that it is made from."""

    def __init__(self, heard: list[str]) -> None:
        self.heard = heard

    async def hail(self, request: Request) -> Outcome:
        self.heard.append(f"hail {request.person.name}")
        return Outcome()

    async def wave(self, press: Press, token: Token) -> Outcome:
        self.heard.append(f"wave {press.person.name} {token.arguments[0]}")
        return Outcome()

    async def only_ana(self, asked: Request | Press, _: Token | None = None) -> None:
        if asked.person != ANA:
            raise Refusal("Only Ana.")


HAIL = GroupCommand(Command("hail", "Say hello"), Greetings.hail, guard=Greetings.only_ana)
GROUP = CommandGroup(Greetings, (HAIL,), (GroupButton(WAVE, Greetings.wave, guard=Greetings.only_ana),))


async def above(asked: Request | Press) -> Request | Press:
    return replace(asked, chat=CHAT, within=asked.chat)


def pressed(token: str) -> Press:
    return Press(CHAT, ANA, "1", token)


async def test_a_command_and_a_button_reach_their_handlers() -> None:
    heard: list[str] = []
    router = Router((GROUP,), heard, above)
    await router.command(Request(CHAT, ANA, "hail"))
    await router.press(pressed(encode("hello", 0, WAVE, "left")))
    assert heard == ["hail Ana", "wave Ana left"]


async def test_a_guard_is_asked_first() -> None:
    heard: list[str] = []
    router = Router((GROUP,), heard, above)
    with pytest.raises(Refusal, match="Only Ana"):
        await router.command(Request(CHAT, BEA, "hail"))
    with pytest.raises(Refusal, match="Only Ana"):
        await router.press(Press(CHAT, BEA, "1", encode("hello", 0, WAVE, "left")))
    assert heard == []


async def test_what_concerns_the_chat_above_a_thread_is_asked_there() -> None:
    found: list[tuple[ChatKey, ChatKey | None]] = []

    class Places:
        def __init__(self, _: object) -> None: ...

        async def seen(self, asked: Request | Press, _: Token | None = None) -> Outcome:
            found.append((asked.chat, asked.within))
            return Outcome()

    commands = (
        GroupCommand(Command("here", "Here"), Places.seen),
        GroupCommand(Command("there", "There"), Places.seen, above=True),
    )
    router = Router((CommandGroup(Places, commands, (GroupButton(WAVE, Places.seen, above=True),)),), None, above)
    thread = ChatKey("fake", "thread")
    for name in ("here", "there"):
        await router.command(Request(thread, ANA, name))
    await router.press(replace(pressed(encode("hello", 0, WAVE, "left")), chat=thread))
    assert found == [(thread, None), (CHAT, thread), (CHAT, thread)]


async def test_what_no_group_has_is_refused() -> None:
    router = Router((GROUP,), [], above)
    with pytest.raises(Refusal, match="I don't know"):
        await router.command(Request(CHAT, ANA, "dance"))
    for token in ("hello.0.dance", "hello.0.wave", "hello.0.wave:left:right", "nonsense"):
        with pytest.raises(Refusal, match="don't know that button"):
            await router.press(pressed(token))


@pytest.mark.parametrize(
    "twin", [CommandGroup(Greetings, (HAIL,)), CommandGroup(Greetings, (), (GroupButton(WAVE, Greetings.wave),))]
)
def test_nothing_is_there_twice(twin: CommandGroup[list[str], Greetings]) -> None:
    with pytest.raises(ValueError, match="twice"):
        Router((GROUP, twin), [], above)


def test_the_registry_has_the_commands_of_all_groups_in_their_order() -> None:
    listed = [command.definition.name for group in GROUPS for command in group.commands]
    assert [command.name for command in registry_of(GROUPS)] == listed


def test_choices_that_depend_on_all_commands_are_filled_in() -> None:
    registry = registry_of((*GROUPS, CommandGroup(Greetings, (HAIL,))))
    told = registry.get("help")
    assert told is not None
    assert told.options[0].choices == tuple(command.name for command in registry)


def test_a_button_is_never_made_with_too_few_arguments() -> None:
    with pytest.raises(ValueError, match="number of arguments"):
        encode("hello", 0, WAVE)


def test_a_description_is_a_sentence_of_the_catalogues() -> None:
    for command in registry_of(GROUPS):
        assert translator("es")(command.description) != command.description
