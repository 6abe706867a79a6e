"""How somebody adds a command with a button: a group of its own, one line in the list of groups, and nothing else."""

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
from tests.fakes.room import ANA, BEA, CHAT, room

TOSS = ButtonVerb("toss", 1)
"""How often the coin was tossed before."""


def coin_screen(side: str, tosses: int, t: Translator) -> Screen:
    said = t("{side}, after {n} throws.", side=side, n=tosses)
    return Screen(text_of(words(said)), rows=((Button(t("Throw"), encode("coin", 0, TOSS, tosses)),),))


class CoinCommands:
    def __init__(self, context: FeatureContext) -> None:
        self._desk = context.desk

    async def coin(self, request: Request) -> Outcome:
        return await self._toss(request, 1)

    async def toss(self, press: Press, token: Token) -> Outcome:
        return await self._toss(press, int(token.arguments[0]) + 1)

    async def only_ana(self, press: Press, _: Token) -> None:
        if press.person.key != ANA.key:
            raise Refusal("That coin is not yours.")

    async def _toss(self, asked: Request | Press, tosses: int) -> Outcome:
        side = "heads" if self._desk.entropy(1)[0] % 2 else "tails"
        return Outcome(screen=coin_screen(side, tosses, await self._desk.languages.of_chat(asked.chat, asked.person)))


COIN = CommandGroup(
    CoinCommands,
    (
        GroupCommand(
            Command(
                "coin",
                "Toss a coin",
                (Option("kind", OptionKind.CHOICE, "Which coin", ("euro", "duro"), names={"es": "tipo"}),),
                names={"es": "moneda"},
                section=Section.GAMES,
            ),
            CoinCommands.coin,
        ),
    ),
    (GroupButton(TOSS, CoinCommands.toss, guard=CoinCommands.only_ana),),
)


async def test_it_is_answered_and_its_button_too() -> None:
    async with room(groups=(*GROUPS, COIN)) as place:
        await place.say(ANA, "/coin duro")
        (message,) = place.messenger.of(CHAT)
        assert "after 1 throws" in message.screen.text.plain
        await place.click(ANA, "Throw")
        assert "after 2 throws" in message.screen.text.plain
        refused = await place.press(BEA, message.tokens[0], message.id)
        assert refused.notice is not None
        assert "not yours" in refused.notice.plain
        forged = await place.press(ANA, "coin.0.toss:1:2", message.id)
        assert forged.notice is not None
        assert "after 2 throws" in message.screen.text.plain


async def test_help_tells_of_it() -> None:
    async with room(groups=(*GROUPS, COIN)) as place:
        everything = (await place.say(ANA, "/help")).notice
        assert everything is not None
        assert "/stats /coin\n" in everything.plain
        all_about_it = (await place.say(ANA, "/help coin")).notice
        assert all_about_it is not None
        assert "euro, duro" in all_about_it.plain


def test_every_menu_offers_it() -> None:
    registry = registry_of((*GROUPS, COIN))
    made = tree(registry)[-1]
    assert (made["name"], made["name_localizations"]["es-ES"]) == ("coin", "moneda")
    assert made["options"][0]["name_localizations"]["es-419"] == "tipo"
    assert all(menu.commands[-1][0] == "coin" for menu in menus(registry, "en"))
    assert described(registry, translator("it"))[-1]["name"] == "coin"


async def test_without_it_nothing_of_it_is_known() -> None:
    async with room() as place:
        outcome = await place.press(ANA, encode("coin", 0, TOSS, 1), "1")
        assert outcome.notice is not None
        assert "do not know this button" in outcome.notice.plain
