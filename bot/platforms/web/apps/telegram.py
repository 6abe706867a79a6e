"""Telegram's Mini App: `initData`, signed by Telegram, says who opened it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from bot.core.common.clock import Clock
from bot.platforms.web.apps.bearer import LIFE, Visit
from bot.platforms.web.apps.door import GRACE, NOT_PLAYING, Door, Refused
from bot.platforms.web.apps.init_data import BadInitData, Introduction, introduced
from bot.platforms.web.context import WebContext
from data.records import PersonKey

HOSTS = ("https://web.telegram.org", "https://webk.telegram.org", "https://webz.telegram.org")
"""Telegram's clients that show a Mini App in a frame."""
_TAKEN = "mini-app"
"""The name under which introductions are stored, so that each counts once."""
_CODE = re.compile(r"[a-z0-9]{4,16}")


class MiniApp(Door):
    """Lets people in whom Telegram introduces."""

    host = "telegram"

    def __init__(self, token: str, clock: Clock, *, hosts: tuple[str, ...] = HOSTS, grace: float = GRACE) -> None:
        super().__init__(token, clock, hosts, grace)
        self._token = token

    async def admit(self, said: Mapping[str, Any], context: WebContext) -> Visit:
        """Admit the person at the table they ask for; without one, where they play."""
        try:
            known, table = self._introduced(said)
        except BadInitData as error:
            raise Refused(str(error)) from error
        store = context.core.service.store
        if not await store.take_command(_TAKEN, known.proof, known.until):  # in this process or another
            raise Refused("it was used before")
        if not table:  # from the menu of a private chat
            played = await store.tables_played_by(PersonKey(self.host, known.user))
            if not played:
                raise Refused("no table", NOT_PLAYING)
            table = played[-1]
        return Visit(self.host, known.user, known.name, known.language, table, self._clock.now() + LIFE)

    def _introduced(self, said: Mapping[str, Any]) -> tuple[Introduction, str]:
        """Return who comes, and the table they ask for, if any; raises BadInitData."""
        data, table = said.get("data"), said.get("table")
        if not isinstance(data, str):
            raise BadInitData("no initData")
        known = introduced(data, self._token, self._clock.now())
        code = table if isinstance(table, str) and table else known.start
        if code and not _CODE.fullmatch(code):
            raise BadInitData("no table")
        return known, code
