"""Look up who administers a Telegram chat; an answer is cached for a minute."""

from __future__ import annotations

from collections.abc import Collection

from telegram import ChatMember

from bot.core.common.clock import Clock
from bot.core.common.lru import LruDict
from bot.platforms.telegram.client import Client
from bot.platforms.telegram.errors import translated
from data.records import ChatKey, PersonKey

REMEMBERED = 10_000
GOOD_FOR = 60.0
_ADMINS = (ChatMember.OWNER, ChatMember.ADMINISTRATOR)


class TelegramAuthority:
    """Looks up a group's owner and administrators. A private chat belongs to its person."""

    def __init__(self, client: Client, clock: Clock) -> None:
        self._client = client
        self._clock = clock
        self._known = LruDict[tuple[str, str], tuple[float, bool]](REMEMBERED)

    async def is_admin(
        self,
        chat: ChatKey,
        person: PersonKey,
        players: Collection[PersonKey] = (),  # noqa: ARG002 - a group names its administrators
    ) -> bool:
        """Return whether a person administers the group; raises what the call raises."""
        if chat.chat == person.user:
            return True
        key, now = (chat.chat, person.user), self._clock.now()
        at, known = self._known.get(key, (None, False))
        if at is not None and now - at < GOOD_FOR:
            return known
        with translated():
            member = await self._client.get_chat_member(int(chat.chat), int(person.user))
        administers = member.status in _ADMINS
        self._known[key] = (now, administers)
        return administers
