"""The private chats of people whose own chat has too many tables of a round to show their boards."""

from __future__ import annotations

import logging

from bot.core.features.context import FeatureContext
from bot.core.messages.requests import Person
from bot.core.services.table_service import TableService
from bot.core.tournaments.tournament import Entrant, Tournament
from data.errors import StoreError
from data.records import ChatKey

_log = logging.getLogger(__name__)


async def game_in_private(service: TableService, tournament: Tournament, one: Entrant) -> str:
    """Return the code of the game that an entrant plays in their private chat now; empty without one."""
    for pairing in tournament.pairings:
        if pairing.opened and not pairing.is_over and one in tournament.people_of(pairing):
            table = await service.tables.get(pairing.table)
            if table is not None and one.person in dict(table.links.private):
                return pairing.table
    return ""


class PrivateChats:
    """Finds and furnishes them."""

    def __init__(self, context: FeatureContext) -> None:
        self._service, self._messengers = context.service, context.messengers

    async def of(self, one: Entrant) -> ChatKey | None:
        """Return the private chat of an entrant, in their language or their chat's; None to play from their chat.

        Raises StoreError.
        """
        messenger = self._messengers.get(one.person.platform)
        if messenger is None:
            return None
        try:
            chat = await messenger.private(one.person)
        except StoreError:
            raise
        except Exception as error:  # noqa: BLE001 - logged; the board is shown in the chat
            _log.warning("cannot open a private chat for a table: %s", error)
            return None
        if chat is None or chat == one.chat:
            return None
        language = (await self._service.languages.of_chat(one.chat)).language
        await self._service.languages.remember(chat, Person(one.person, one.name, language))
        return chat
