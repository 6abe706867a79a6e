"""What the Discord adapter runs with, and the shape that each of it must have."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Self

_TOKEN = re.compile(r"[\w-]{18,}\.[\w-]{5,}\.[\w-]{20,}", re.ASCII)
_SHARDS = re.compile(r"(\d{1,5})(?:-(\d{1,5}))?/(\d{1,5})")
_SNOWFLAKE = re.compile(r"[1-9]\d{4,19}")


class BadDiscordSettings(ValueError):
    """Settings that cannot be used; says which and why, never what stood there, which may be a token out of place."""


@dataclass(frozen=True, slots=True)
class Shards:
    """The shards that this process serves, of so many: `0-3/16`."""

    first: int
    last: int
    count: int

    @classmethod
    def read(cls, text: str) -> Self:
        """From `first-last/count` or `only/count`; raises BadDiscordSettings."""
        found = _SHARDS.fullmatch(text.strip())
        if found is None:
            raise BadDiscordSettings("PALMARES_DISCORD_SHARDS must be written as 0-3/16")
        first, count = int(found[1]), int(found[3])
        last = int(found[2]) if found[2] else first
        if not first <= last < count:
            raise BadDiscordSettings(f"PALMARES_DISCORD_SHARDS: there are no shards {first}-{last} of {count}")
        return cls(first, last, count)

    @property
    def ids(self) -> list[int]:
        """Their numbers."""
        return list(range(self.first, self.last + 1))


@dataclass(frozen=True, slots=True)
class DiscordConfig:
    """`guild`: a server whose own commands are kept up to date, instead of those everywhere: for development.

    `shards`: those that this process serves; None for as many as Discord recommends, all of them. `api`: the base
    address of another API than the official one; its gateway is the one that it names.
    """

    token: str = field(repr=False)
    guild: int | None = None
    shards: Shards | None = None
    api: str | None = None

    @classmethod
    def read(cls, token: str, guild: str = "", shards: str = "", api: str = "") -> Self:
        """From texts as they stand in the environment; raises BadDiscordSettings."""
        if not _TOKEN.fullmatch(token):
            raise BadDiscordSettings(
                "PALMARES_DISCORD_TOKEN does not look like a bot's token: three parts with dots between them, from "
                "the page Bot of https://discord.com/developers/applications"
            )
        if guild and not _SNOWFLAKE.fullmatch(guild):
            raise BadDiscordSettings("PALMARES_DISCORD_GUILD must be a server's id, a long number")
        return cls(token, int(guild) if guild else None, Shards.read(shards) if shards else None, api or None)
