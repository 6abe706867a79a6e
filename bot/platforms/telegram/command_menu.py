"""The command menus that Telegram offers while people type: one for each language and kind of chat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from telegram import BotCommand, BotCommandScope, BotCommandScopeAllGroupChats, BotCommandScopeAllPrivateChats

from bot.core.commands.definition import Registry
from bot.core.common.clock import Clock
from bot.core.i18n.grammar import neighbours
from bot.core.i18n.text_format import truncate
from bot.core.i18n.translator import choose, languages, translator
from bot.platforms.telegram.client import Client
from bot.platforms.telegram.sent_once import send_once
from data.store import Store

DESCRIPTION = 256
NOT_ALONE = ("join", "leave")
"""Commands left out of a private chat's menu, since its boards have buttons for them."""


@dataclass(frozen=True, slots=True)
class Menu:
    """A menu for a kind of chat and a language; no language means all others."""

    private: bool
    language: str
    commands: tuple[tuple[str, str], ...]

    @property
    def scope(self) -> BotCommandScope:
        return BotCommandScopeAllPrivateChats() if self.private else BotCommandScopeAllGroupChats()


def menus(registry: Registry, default: str) -> Iterator[Menu]:
    for private in (False, True):
        for language in ("", *languages(), *_neighbours()):
            t = translator(choose(language, default))
            yield Menu(
                private,
                language,
                tuple(
                    (command.name, truncate(t(command.description), DESCRIPTION))
                    for command in registry
                    if not (private and command.name in NOT_ALONE)
                ),
            )


def _neighbours() -> list[str]:
    """Return the two-letter codes of languages whose readers get another language's texts."""
    return [language for language in neighbours() if len(language) == 2 and language not in languages()]


async def offer(client: Client, store: Store, clock: Clock, registry: Registry, default: str) -> bool:
    """Send the menus if they differ from those sent last; return whether it did."""
    wanted = list(menus(registry, default))
    listing = [[menu.private, menu.language, menu.commands] for menu in wanted]
    return await send_once(client, store, clock, "menu", listing, *(partial(_send, client, menu) for menu in wanted))


async def _send(client: Client, menu: Menu) -> None:
    await client.set_my_commands(
        [BotCommand(name, description) for name, description in menu.commands],
        scope=menu.scope,
        language_code=menu.language or None,
    )
