"""Who administers a chat on the page: everybody. It knows no passwords."""

from __future__ import annotations

from data.records import ChatKey, PersonKey


class WebAuthority:
    """The page belongs to all who can reach it."""

    async def is_admin(self, chat: ChatKey, person: PersonKey) -> bool:
        """Return True: everybody administers the page."""
        return chat.platform == person.platform
