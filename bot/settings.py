"""The settings: `__main__` reads them once from the environment and a `.env` file, and passes them on."""

from __future__ import annotations

import logging
import os
import stat
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path

import platformdirs

from bot.core.i18n.translator import spoken
from bot.environment import Environment
from bot.observability.disk_watch import MEGABYTE
from bot.platforms.discord import config as discord
from bot.platforms.discord.config import DiscordConfig
from bot.platforms.telegram import config as telegram
from bot.platforms.telegram.config import TelegramConfig
from bot.platforms.web import config as web
from bot.platforms.web.config import WebConfig
from data.roles.statements import SQL

NAMES = (
    "DATABASE_URL",
    "DATABASE_LISTEN_URL",
    *discord.NAMES,
    *telegram.NAMES,
    "PALMARES_WEB",
    *web.NAMES,
    "PALMARES_LANGUAGE",
    "PALMARES_MAX_TABLES",
    "PALMARES_RULES_URL",
    "PALMARES_SEED",
    "PALMARES_LOG",
    "PALMARES_LOG_FORMAT",
    "PALMARES_MIN_DISK_MB",
    "PALMARES_HEALTH_PORT",
    "PALMARES_HEALTH_HOST",
)
"""All settings; `.env.example` explains each."""

RETIRED = dict.fromkeys(
    ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"),
    "the bot no longer sends traces; metrics (PALMARES_HEALTH_PORT) and JSON logs stay",
)
"""Settings that older versions read, and why they are ignored now."""
_SECRETS = (*discord.SECRETS, *telegram.SECRETS, "PALMARES_SEED")
_PREFIX = "PALMARES_"
_LEVELS = {
    "sql": SQL,
    "debug": logging.DEBUG,
    "info": logging.INFO,
    "warning": logging.WARNING,
    "error": logging.ERROR,
}


class BadSettings(ValueError):
    """Invalid settings: a line for each."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What the bot runs with."""

    database_url: str
    listening_url: str = ""
    """The server's direct address for notifications, if the other address is a pooler's."""
    discord: DiscordConfig | None = None
    telegram: TelegramConfig | None = None
    web: WebConfig = field(default_factory=WebConfig)
    serves_web: bool = False
    """Whether to serve the page besides the chats; without chats it is served anyway."""
    language: str = "en"
    max_tables: int = 3
    rule_books: str = ""
    seed: str | None = field(default=None, repr=False)
    log: int = logging.WARNING
    log_json: bool = False
    min_disk: int = 500 * MEGABYTE
    """Free bytes on the disk of a database file below which a warning is logged."""
    health_port: int | None = None
    health_host: str = "127.0.0.1"

    @property
    def secrets(self) -> tuple[str, ...]:
        """Return the values that must never be logged."""
        chats = [config.secrets for config in (self.discord, self.telegram) if config is not None]
        own = (self.seed,) if self.seed else ()
        return (*own, *(secret for secrets in chats for secret in secrets))


def read(values: Mapping[str, str | None]) -> Settings:
    """Return the settings in an environment, where an empty value counts as missing; raises BadSettings."""
    environment = Environment(values)
    settings = Settings(
        database_url=environment.text("DATABASE_URL", default_database()),
        listening_url=environment.text("DATABASE_LISTEN_URL"),
        discord=DiscordConfig.read(environment),
        telegram=TelegramConfig.read(environment),
        serves_web=environment.flag("PALMARES_WEB"),
        web=WebConfig.read(environment),
        language=environment.choice("PALMARES_LANGUAGE", "en", spoken()),
        max_tables=environment.number("PALMARES_MAX_TABLES", 3, 1, 25),
        rule_books=environment.api("PALMARES_RULES_URL"),
        seed=environment.text("PALMARES_SEED") or None,
        log=_LEVELS[environment.choice("PALMARES_LOG", "warning", tuple(_LEVELS))],
        log_json=environment.choice("PALMARES_LOG_FORMAT", "human", ("human", "json")) == "json",
        min_disk=environment.number("PALMARES_MIN_DISK_MB", 500, 0, 10_000_000) * MEGABYTE,
        health_port=environment.port("PALMARES_HEALTH_PORT", 0) if environment.text("PALMARES_HEALTH_PORT") else None,
        health_host=environment.ip("PALMARES_HEALTH_HOST", "127.0.0.1"),
    )
    if environment.wrong:
        raise BadSettings("\n".join(environment.wrong))
    return settings


def retired(values: Mapping[str, str | None]) -> list[str]:
    """Return the settings with a value that are no longer read, each with the reason."""
    return [f"{name} ({reason})" for name, reason in RETIRED.items() if values.get(name)]


def misspelt(values: Collection[str]) -> list[str]:
    """Return the names that look like misspelt settings, each with the likely ones."""
    unknown = sorted(name for name in values if name not in NAMES)
    near = {name: _nearest(name.upper()) for name in unknown}
    # another bot's setting, such as `DISCORD_TOKEN`, is no slip if ours is set too
    meant = {name for name in unknown if near[name] and not set(near[name]) & set(values)}
    ours = [name for name in unknown if name in meant or _is_ours(name.upper())]
    return [f"{name} (did you mean {' or '.join(near[name])}?)" if near[name] else name for name in ours]


def _nearest(name: str) -> tuple[str, ...]:
    """Return the settings that a name in the environment may mean; others have settings there too."""
    if name in NAMES:
        return (name,)  # in other case
    rest = name.partition("_")[2] if _is_ours(name) else name.replace("_BOT_", "_")
    whole = f"{_PREFIX}{rest}"
    if whole in NAMES and (_is_ours(name) or "_" in rest):  # `DISCORD_TOKEN`, but not `HOST`
        return (whole,)
    if _is_ours(name):
        if ends := tuple(setting for setting in NAMES if setting.endswith(f"_{rest}")):  # `PALMARES_TOKEN`
            return ends
        whole_of = {setting.removeprefix(_PREFIX): setting for setting in NAMES}
        return tuple(whole_of[setting] for setting in get_close_matches(rest, whole_of, n=1, cutoff=0.75))
    return tuple(get_close_matches(name, NAMES, n=1, cutoff=0.87))


def _is_ours(name: str) -> bool:
    """Return whether a name begins like our settings, or nearly so."""
    return bool(get_close_matches(name.partition("_")[0], ["PALMARES"], cutoff=0.8))


def exposed(file: Path, values: Mapping[str, str | None]) -> bool:
    """Return whether others on this machine may read a settings file that contains a secret."""
    try:
        mode = file.stat().st_mode
    except OSError:
        return False
    return bool(mode & stat.S_IROTH) and os.name == "posix" and any(values.get(name) for name in _SECRETS)


def default_database() -> str:
    """Return the database's path in the folder where this system keeps a user's data."""
    return f"sqlite:///{Path(platformdirs.user_data_dir('palmares', appauthor=False)) / 'palmares.sqlite3'}"
