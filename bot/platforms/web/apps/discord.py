"""Discord's Activity: a code that Discord gives to the app says who opened it, and an instance says where.

The code is exchanged with the application's secret. Discord also tells which people an instance has, and its channel:
https://discord.com/developers/docs/activities/development-guides
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from aiohttp import ClientError, ClientSession, ClientTimeout, web

from bot.core.common.clock import Clock
from bot.core.i18n.translator import N_
from bot.platforms.web.apps.bearer import LIFE, Visit
from bot.platforms.web.apps.door import GRACE, Door, Refused
from bot.platforms.web.bundle import SDK, lasting
from bot.platforms.web.context import WebContext
from data.records import OPEN, ChatKey, PersonKey

API = "https://discord.com/api/v10"
HOSTS = ("https://discord.com", "https://canary.discord.com", "https://ptb.discord.com", "https://*.discordsays.com")
"""Discord's clients that frame an activity, and its proxy."""
PROXY = "https://{}.discordsays.com"
TIMEOUT = 10.0
NO_TABLE = N_("Nobody plays in this channel now. Start a game with /play, then open this again.")
AWAY = N_("Discord isn't answering. Close this and try again in a moment.")
_ID = re.compile(r"[1-9][0-9]{4,19}")
_NAME = re.compile(r"[A-Za-z0-9._-]{1,200}")
"""A code, or an instance's name."""


class Activity(Door):
    """Lets people in whom Discord introduces, to the table of their channel."""

    host = "discord"

    def __init__(
        self,
        token: str,
        secret: str,
        clock: Clock,
        *,
        api: str = API,
        hosts: tuple[str, ...] = HOSTS,
        grace: float = GRACE,
    ) -> None:
        """Build it. `token`: the bot's; `secret`: the application's."""
        super().__init__(token, clock, hosts, grace)
        self._token = token
        self._secret = secret
        self._api = api
        self._client: ClientSession | None = None
        self._application = ""

    @property
    def paths(self) -> frozenset[str]:
        return super().paths | {lasting(SDK)}

    def is_home(self, request: web.Request) -> bool:
        """Return whether Discord opens the activity: it does so at the root, with the names of frame and instance."""
        return request.path == "/" and {"frame_id", "instance_id"} <= set(request.query)

    def is_ours(self, origin: str) -> bool:
        """Return whether an origin is Discord's proxy for this application."""
        return bool(self._application) and origin == PROXY.format(self._application)

    async def named(self) -> str:
        """Return the application's id; empty while Discord does not answer."""
        try:
            return await self._known()
        except Refused:
            return ""

    async def admit(self, said: Mapping[str, Any], context: WebContext) -> Visit:
        """Admit the person at their own table in the instance's channel, else at its newest."""
        code, instance = _read(said)
        application = await self._known()
        form = {"client_id": application, "client_secret": self._secret, "code": code}
        form |= {"grant_type": "authorization_code"}
        token = (await self._ask("POST", "/oauth2/token", data=form)).get("access_token")
        if not isinstance(token, str):
            raise Refused("no access token")
        user = await self._ask("GET", "/users/@me", headers={"Authorization": f"Bearer {token}"})
        number = str(user.get("id", ""))
        if not _ID.fullmatch(number) or user.get("bot"):
            raise Refused("no user")
        channel = await self._channel(application, instance, number)
        person = PersonKey(self.host, number)
        table = await _table_of(context, ChatKey(self.host, channel), person)
        known = await context.core.service.store.person(person)
        name = known.name if known is not None else str(user.get("global_name") or user.get("username") or "?")
        locale = user.get("locale")
        language = locale if isinstance(locale, str) else None
        return Visit(self.host, number, name, language, table, self._clock.now() + LIFE)

    async def drain(self) -> None:
        await super().drain()
        if self._client is not None:
            await self._client.close()
            self._client = None

    async def _channel(self, application: str, instance: str, user: str) -> str:
        """Return the channel of an instance, if the user is in it; raises Refused."""
        told = await self._ask("GET", f"/applications/{application}/activity-instances/{instance}", headers=self._bot)
        location, users = told.get("location"), told.get("users")
        channel = str(location.get("channel_id", "")) if isinstance(location, dict) else ""
        if not _ID.fullmatch(channel) or not isinstance(users, list) or user not in map(str, users):
            raise Refused("the user is not in this instance")
        return channel

    async def _known(self) -> str:
        """Return the application's id; raises Refused."""
        if not self._application:
            told = await self._ask("GET", "/applications/@me", headers=self._bot)
            if not _ID.fullmatch(number := str(told.get("id", ""))):
                raise Refused("no application")
            self._application = number
        return self._application

    @property
    def _bot(self) -> dict[str, str]:
        return {"Authorization": f"Bot {self._token}"}

    async def _ask(self, method: str, path: str, **more: Any) -> dict[str, Any]:
        """Ask Discord's API; raises Refused."""
        if self._client is None:
            self._client = ClientSession(timeout=ClientTimeout(total=TIMEOUT))
        try:
            async with self._client.request(method, f"{self._api}{path}", **more) as answer:
                if answer.status >= 500 or answer.status == 429:
                    raise Refused(f"Discord answers {answer.status}", AWAY)
                if answer.status != 200:
                    raise Refused(f"Discord answers {answer.status}")
                told = await answer.json()
        except (TimeoutError, ClientError, ValueError) as error:
            raise Refused(f"Discord does not answer: {type(error).__name__}", AWAY) from error
        if not isinstance(told, dict):
            raise Refused("Discord's answer is not an object")
        return told


def _read(said: Mapping[str, Any]) -> tuple[str, str]:
    """Return the code and the instance; raises Refused."""
    code, instance = said.get("code"), said.get("instance")
    if not isinstance(code, str) or not _NAME.fullmatch(code):
        raise Refused("no code")
    if not isinstance(instance, str) or not _NAME.fullmatch(instance):
        raise Refused("no instance")
    return code, instance


async def _table_of(context: WebContext, chat: ChatKey, person: PersonKey) -> str:
    """Return the table that somebody plays at in a chat, else its newest open one; raises Refused."""
    service = context.core.service
    records = [record for record in await service.store.tables(chat) if record.status in OPEN]
    tables = [table for record in records if (table := await service.tables.get(record.id)) is not None]
    if not tables:
        raise Refused("no table", NO_TABLE)
    return next((one.id for one in reversed(tables) if one.sits(person)), tables[-1].id)
