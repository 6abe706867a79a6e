"""Discord's settings, read from the environment."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Self

from bot.environment import Environment

TOKEN, GUILD = "PALMARES_DISCORD_TOKEN", "PALMARES_DISCORD_GUILD"
SHARDS, API = "PALMARES_DISCORD_SHARDS", "PALMARES_DISCORD_API"
CLIENT_SECRET = "PALMARES_DISCORD_CLIENT_SECRET"  # noqa: S105 - the setting's name
NAMES = (TOKEN, GUILD, SHARDS, API, CLIENT_SECRET)
SECRETS = (TOKEN, CLIENT_SECRET)

_TOKEN = re.compile(r"[\w-]{18,}\.[\w-]{5,}\.[\w-]{20,}", re.ASCII)
_CLIENT_SECRET = re.compile(r"[\w-]{20,64}", re.ASCII)
_SHARDS = re.compile(r"(?:(\d{1,5})(?:-(\d{1,5}))?/)?(\d{1,5})")
_SNOWFLAKE = re.compile(r"[1-9]\d{4,19}")


@dataclass(frozen=True, slots=True)
class Shards:
    """The shards that this process serves: `0-3/16`, or `16` for all of 16."""

    first: int
    last: int
    count: int

    @classmethod
    def read(cls, text: str) -> Self:
        """Parse `count`, `first-last/count` or `only/count`.

        Raises ValueError with the reason.
        """
        match = _SHARDS.fullmatch(text.strip())
        if match is None:
            raise ValueError(f"{SHARDS} must be written as 16, or as 0-3/16")
        count = int(match[3])
        first, last = int(match[1] or 0), int(match[2] or match[1] or count - 1)
        if not first <= last < count:
            raise ValueError(f"{SHARDS}: there are no shards {first}-{last} of {count}")
        return cls(first, last, count)

    @property
    def ids(self) -> list[int]:
        return list(range(self.first, self.last + 1))

    @property
    def are_all(self) -> bool:
        return len(self.ids) == self.count


@dataclass(frozen=True, slots=True)
class DiscordConfig:
    """`guild`: a server whose commands are updated, instead of the global ones: for development.

    `shards`: those of this process; None for all of the number that Discord recommends. Processes with one database
    share these shards. `api`: the base address of another API, which names its own gateway. `client_secret`: the
    application's, for its Activity.
    """

    token: str = field(repr=False)
    guild: int | None = None
    shards: Shards | None = None
    api: str | None = None
    client_secret: str = field(default="", repr=False)

    @property
    def secrets(self) -> tuple[str, ...]:
        """Return the values that must never be logged."""
        return (self.token, self.client_secret) if self.client_secret else (self.token,)

    @classmethod
    def read(cls, environment: Environment) -> Self | None:
        """Return the settings; None without a token. Invalid ones are noted in `environment`, never a token."""
        token, guild, api = environment.text(TOKEN), environment.text(GUILD), environment.api(API)
        if not token:
            if alone := [name for name in NAMES if environment.text(name)]:
                needs = "needs" if len(alone) == 1 else "need"
                environment.wrong.append(f"{' and '.join(alone)} {needs} {TOKEN}")
            return None
        try:
            secret = _client_secret(environment.text(CLIENT_SECRET))
            return cls(_token(token), _guild(guild), _shards(environment.text(SHARDS)), api or None, secret)
        except ValueError as error:
            environment.wrong.append(str(error))
            return None


def _token(text: str) -> str:
    if not _TOKEN.fullmatch(text):
        raise ValueError(
            f"{TOKEN} does not look like a bot's token: three parts with dots between them, from "
            "the page Bot of https://discord.com/developers/applications"
        )
    return text


def _client_secret(text: str) -> str:
    if text and not _CLIENT_SECRET.fullmatch(text):
        raise ValueError(
            f"{CLIENT_SECRET} does not look like a client secret: 32 letters and digits from the page OAuth2"
        )
    return text


def _guild(text: str) -> int | None:
    if text and not _SNOWFLAKE.fullmatch(text):
        raise ValueError(f"{GUILD} must be a server's id, a long number")
    return int(text) if text else None


def _shards(text: str) -> Shards | None:
    return Shards.read(text) if text else None
