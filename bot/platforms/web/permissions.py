"""Rights on the page: everybody is an administrator, except at a table they play at. It has no passwords."""

from __future__ import annotations

from collections.abc import Collection

from data.records import ChatKey, PersonKey


class WebAuthority:
    """The page belongs to all who can reach it."""

    async def is_admin(self, chat: ChatKey, person: PersonKey, players: Collection[PersonKey] = ()) -> bool:
        """Return True, unless the person or another one of their browser is among the players."""
        browsers = {player.account for player in players if player.platform == person.platform}
        return chat.platform == person.platform and person.account not in browsers
