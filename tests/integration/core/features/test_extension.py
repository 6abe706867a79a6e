"""How to add a command with a button: a separate group, one line in the list of groups, and nothing else."""

from __future__ import annotations

from bot.core.commands.definition import Command, Option, OptionKind, Section
from bot.core.commands.group import CommandGroup, GroupButton, GroupCommand, registry_of
from bot.core.features.context import FeatureContext
from bot.core.features.registry import GROUPS
from bot.core.i18n.refusal import Refusal
from bot.core.i18n.text_format import text_of, words
from bot.core.i18n.translator import Translator, translator
from bot.core.messages.button_tokens import ButtonVerb, Token, encode
from bot.core.messages.content import Button, Screen
from bot.core.messages.requests import Outcome, Press, Request
from bot.platforms.discord.command_tree import tree
from bot.platforms.telegram.command_menu import menus
from bot.platforms.web.completion import described
from tests.fakes.room import ANA, BEA, CHAT, room, said

SPIN = ButtonVerb("spin", 1)
"""How often the top was spun before."""


def top_screen(side: str, spins: int, t: Translator) -> Screen:
    said = t("{side}, after {n} throws.", side=side, n=spins)
    return Screen(text_of(words(said)), rows=((Button(t("Roll"), encode("top", 0, SPIN, spins)),),))


class TopCommands:
    def __init__(self, context: FeatureContext) -> None:
        self._service = context.service

    async def top(self, request: Request) -> Outcome:
        return await self._spin(request, 1)

    async def spin(self, press: Press, token: Token) -> Outcome:
        return await self._spin(press, int(token.arguments[0]) + 1)

    async def only_ana(self, press: Press, _: Token) -> None:
        if press.person.key != ANA.key:
            raise Refusal("That top is not yours.")

    async def _spin(self, asked: Request | Press, spins: int) -> Outcome:
        side = "up" if self._service.entropy(1)[0] % 2 else "down"
        return Outcome(
            screen=top_screen(side, spins, await self._service.languages.of_chat(asked.chat, asked.person))
        )


TOP = CommandGroup(
    TopCommands,
    (
        GroupCommand(
            Command(
                "top",
                "Spin a top",
                (Option("kind", OptionKind.CHOICE, "Which top", ("wood", "tin"), names={"es": "tipo"}),),
                names={"es": "peonza"},
                section=Section.GAMES,
            ),
            TopCommands.top,
        ),
    ),
    (GroupButton(SPIN, TopCommands.spin, guard=TopCommands.only_ana),),
)


async def test_it_is_answered_and_its_button_too() -> None:
    async with room(groups=(*GROUPS, TOP)) as place:
        await place.say(ANA, "/top tin")
        (message,) = place.messenger.of(CHAT)
        assert "after 1 throws" in message.screen.text.plain
        await place.click(ANA, "Roll")
        assert "after 2 throws" in message.screen.text.plain
        assert "not yours" in said(await place.press(BEA, message.tokens[0], message.id))
        forged = await place.press(ANA, "top.0.spin:1:2", message.id)
        assert forged.notice is not None
        assert "after 2 throws" in message.screen.text.plain


async def test_help_tells_of_it() -> None:
    async with room(groups=(*GROUPS, TOP)) as place:
        everything = (await place.say(ANA, "/help all")).notice
        assert everything is not None
        assert " /top\n" in everything.plain
        all_about_it = (await place.say(ANA, "/help top")).notice
        assert all_about_it is not None
        assert "wood, tin" in all_about_it.plain


def test_every_menu_offers_it() -> None:
    registry = registry_of((*GROUPS, TOP))
    made = tree(registry)[-1]
    assert (made["name"], made["name_localizations"]["es-ES"]) == ("top", "peonza")
    assert made["options"][0]["name_localizations"]["es-419"] == "tipo"
    assert all(menu.commands[-1][0] == "top" for menu in menus(registry, "en"))
    assert described(registry, translator("it"))[-1]["name"] == "top"


async def test_without_it_nothing_of_it_is_known() -> None:
    async with room() as place:
        assert "don't know that button" in said(await place.press(ANA, encode("top", 0, SPIN, 1), "1"))
