"""The settings, read from the environment and a `.env` file, once, by `__main__`; everybody else is handed them."""

from __future__ import annotations

import ipaddress
import logging
import os
import re
import stat
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from secrets import token_urlsafe
from urllib.parse import urlsplit

import platformdirs

from bot.core.i18n.translator import languages
from bot.observability.log_setup import Redaction
from bot.platforms.discord.config import BadDiscordSettings, DiscordConfig
from bot.platforms.telegram.config import TELEGRAM_API, WEBHOOK_PORTS, TelegramConfig, WebhookConfig
from bot.platforms.web.client_address import Network, network
from bot.platforms.web.config import WebConfig

NAMES = (
    "DATABASE_URL",
    "PALMARES_DISCORD_TOKEN",
    "PALMARES_DISCORD_GUILD",
    "PALMARES_DISCORD_SHARDS",
    "PALMARES_DISCORD_API",
    "PALMARES_TELEGRAM_TOKEN",
    "PALMARES_TELEGRAM_API",
    "PALMARES_TELEGRAM_WEBHOOK",
    "PALMARES_TELEGRAM_SECRET",
    "PALMARES_TELEGRAM_HOST",
    "PALMARES_TELEGRAM_PORT",
    "PALMARES_WEB",
    "PALMARES_HOST",
    "PALMARES_PORT",
    "PALMARES_OPEN",
    "PALMARES_HOSTS",
    "PALMARES_PROXIES",
    "PALMARES_LANGUAGE",
    "PALMARES_MAX_TABLES",
    "PALMARES_SEED",
    "PALMARES_LOG",
    "PALMARES_LOG_FORMAT",
    "PALMARES_HEALTH_PORT",
)
"""Every setting there is; `.env.example` explains each."""


_PREFIX = "PALMARES_"


_YES, _NO = ("1", "yes", "true", "on"), ("", "0", "no", "false", "off")


_LEVELS = ("debug", "info", "warning", "error")


_TELEGRAM_TOKEN = re.compile(r"[0-9]{1,20}:[A-Za-z0-9_-]{30,60}", re.ASCII)


_TELEGRAM_SECRET = re.compile(r"[A-Za-z0-9_-]{16,256}", re.ASCII)


class BadSettings(ValueError):
    """Settings that cannot be used: a line for each."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What the bot runs with."""

    database_url: str
    discord: DiscordConfig | None = None
    telegram: TelegramConfig | None = None
    web: bool = False
    """Whether the page is wanted beside the chats; where there are none it is served anyway."""
    host: str = "127.0.0.1"
    port: int = 8080
    hosts: tuple[str, ...] = ()
    """Names, beside this machine's own, under which the page may be asked for."""
    proxies: tuple[Network, ...] = ()
    """Where reverse proxies of the page are, beside this machine: they are believed about for whom they ask."""
    language: str = "en"
    max_tables: int = 3
    seed: str | None = field(default=None, repr=False)
    log: int = logging.WARNING
    log_json: bool = False
    health_port: int | None = None

    @property
    def page(self) -> WebConfig:
        """Return what the page needs to know."""
        return WebConfig(self.host, self.port, self.hosts, self.proxies)

    @property
    def secrets(self) -> tuple[str, ...]:
        """What must never be written anywhere."""
        found = [self.seed, self.discord.token if self.discord is not None else None]
        if self.telegram is not None:
            found += [self.telegram.token]
            found += [self.telegram.webhook.secret] if self.telegram.webhook is not None else []
        return tuple(secret for secret in found if secret)


def read(values: Mapping[str, str | None]) -> Settings:
    """The settings out of an environment, where an empty value counts as none. Raises BadSettings, naming each."""
    reader = _Reader({name: (values.get(name) or "").strip() for name in NAMES})
    settings = Settings(
        database_url=reader.text("DATABASE_URL", default_database()),
        discord=reader.discord(),
        telegram=reader.telegram(),
        web=reader.flag("PALMARES_WEB"),
        host=reader.host(),
        port=reader.number("PALMARES_PORT", 8080, 0, 65535),
        hosts=tuple(reader.text("PALMARES_HOSTS", "").replace(",", " ").split()),
        proxies=reader.networks("PALMARES_PROXIES"),
        language=reader.choice("PALMARES_LANGUAGE", "en", languages()),
        max_tables=reader.number("PALMARES_MAX_TABLES", 3, 1, 25),
        seed=reader.text("PALMARES_SEED", "") or None,
        log=getattr(logging, reader.choice("PALMARES_LOG", "warning", _LEVELS).upper()),
        log_json=reader.choice("PALMARES_LOG_FORMAT", "human", ("human", "json")) == "json",
        health_port=reader.port("PALMARES_HEALTH_PORT"),
    )
    if reader.wrong:
        raise BadSettings("\n".join(reader.wrong))
    return settings


def misspelt(values: Collection[str]) -> list[str]:
    """The names that look like settings and are none, each with those that may have been meant."""
    unknown = sorted(name for name in values if name not in NAMES)
    near = {name: _nearest(name.upper()) for name in unknown}
    # what is somebody else's, such as another bot's `DISCORD_TOKEN`, is no slip where ours is set too
    meant = {name for name in unknown if near[name] and not set(near[name]) & set(values)}
    ours = [name for name in unknown if name in meant or _is_ours(name.upper())]
    return [f"{name} (did you mean {' or '.join(near[name])}?)" if near[name] else name for name in ours]


def _nearest(name: str) -> tuple[str, ...]:
    """The settings that may be meant by a name of the environment, in which others have their settings too."""
    if name in NAMES:
        return (name,)  # in other letters
    rest = name.partition("_")[2] if _is_ours(name) else name.replace("_BOT_", "_")
    whole = f"{_PREFIX}{rest}"
    if whole in NAMES and (_is_ours(name) or "_" in rest):  # `DISCORD_TOKEN`, but not `HOST`
        return (whole,)
    if _is_ours(name):
        if ends := tuple(each for each in NAMES if each.endswith(f"_{rest}")):  # `PALMARES_TOKEN`
            return ends
        whole_of = {each.removeprefix(_PREFIX): each for each in NAMES}
        return tuple(whole_of[each] for each in get_close_matches(rest, whole_of, n=1, cutoff=0.75))
    return tuple(get_close_matches(name, NAMES, n=1, cutoff=0.87))


def _is_ours(name: str) -> bool:
    """Tell whether a name begins as our settings do, or nearly so."""
    return bool(get_close_matches(name.partition("_")[0], ["PALMARES"], cutoff=0.8))


def exposed(file: Path, values: Mapping[str, str | None]) -> bool:
    """Tell whether others on this machine may read a file of settings in which something secret stands."""
    try:
        mode = file.stat().st_mode
    except OSError:
        return False
    secret = ("PALMARES_DISCORD_TOKEN", "PALMARES_TELEGRAM_TOKEN", "PALMARES_TELEGRAM_SECRET", "PALMARES_SEED")
    return bool(mode & stat.S_IROTH) and os.name == "posix" and any(values.get(name) for name in secret)


def default_database() -> str:
    """A file in the folder where this platform keeps a user's data."""
    return f"sqlite:///{Path(platformdirs.user_data_dir('palmares', appauthor=False)) / 'palmares.sqlite3'}"


class _Reader:
    """Reads values one by one and gathers what is wrong with them."""

    def __init__(self, values: Mapping[str, str]) -> None:
        self._values = values
        self.wrong: list[str] = []

    def text(self, name: str, usual: str) -> str:
        return self._values[name] or usual

    def number(self, name: str, usual: int, least: int, most: int) -> int:
        value = self._values[name]
        if not value:
            return usual
        if not (value.isascii() and value.isdecimal() and len(value) <= 9 and least <= int(value) <= most):
            self.wrong.append(f"{name} must be a number from {least} to {most}, not {_told(value)}")
            return usual
        return int(value)

    def port(self, name: str) -> int | None:
        return self.number(name, 0, 0, 65535) if self._values[name] else None

    def networks(self, name: str) -> tuple[Network, ...]:
        found: list[Network] = []
        for value in self._values[name].replace(",", " ").split():
            try:
                found.append(network(value))
            except ValueError:
                self.wrong.append(f"{name} must be addresses or networks such as 172.18.0.0/16, not {_told(value)}")
        return tuple(found)

    def choice(self, name: str, usual: str, choices: tuple[str, ...]) -> str:
        value = self._values[name].lower() or usual
        if value not in choices:
            self.wrong.append(f"{name} must be one of {', '.join(choices)}, not {_told(value)}")
            return usual
        return value

    def flag(self, name: str) -> bool:
        value = self._values[name].lower()
        if value not in _YES + _NO:
            self.wrong.append(f"{name} must be yes or no, not {_told(value)}")
        return value in _YES

    def discord(self) -> DiscordConfig | None:
        token = self._values["PALMARES_DISCORD_TOKEN"]
        guild, shards = self._values["PALMARES_DISCORD_GUILD"], self._values["PALMARES_DISCORD_SHARDS"]
        api = self._api("PALMARES_DISCORD_API")
        if not token:
            names = ("PALMARES_DISCORD_GUILD", "PALMARES_DISCORD_SHARDS", "PALMARES_DISCORD_API")
            alone = [name for name in names if self._values[name]]
            if alone:
                needs = "needs" if len(alone) == 1 else "need"
                self.wrong.append(f"{' and '.join(alone)} {needs} PALMARES_DISCORD_TOKEN")
            return None
        try:
            return DiscordConfig.read(token, guild, shards, api)
        except BadDiscordSettings as error:
            self.wrong.append(f"PALMARES_{str(error).removeprefix('PALMARES_')}")
            return None

    def telegram(self) -> TelegramConfig | None:
        token, api = self._values["PALMARES_TELEGRAM_TOKEN"], self._api("PALMARES_TELEGRAM_API")
        webhook = self._webhook()
        if not token:
            if webhook is not None or api:
                self.wrong.append("PALMARES_TELEGRAM_API and PALMARES_TELEGRAM_WEBHOOK need PALMARES_TELEGRAM_TOKEN")
            return None
        if not _TELEGRAM_TOKEN.fullmatch(token):
            self.wrong.append(
                "PALMARES_TELEGRAM_TOKEN does not look like a bot's token: a number, a colon and some 35 letters, as "
                "@BotFather tells it"
            )
        return TelegramConfig(token, api or TELEGRAM_API, webhook)

    def _api(self, name: str) -> str:
        """The base address of an API, without a slash at its end; empty for the official one."""
        value = self._values[name].rstrip("/")
        if value and not _is_api(value):
            self.wrong.append(f"{name} must be an address with https://, not {_told(value)}")
        return value

    def _webhook(self) -> WebhookConfig | None:
        url, secret = self._values["PALMARES_TELEGRAM_WEBHOOK"], self._values["PALMARES_TELEGRAM_SECRET"]
        host = self._values["PALMARES_TELEGRAM_HOST"] or "127.0.0.1"
        port = self.number("PALMARES_TELEGRAM_PORT", 8443, 0, 65535)
        if not url:
            if secret:
                self.wrong.append("PALMARES_TELEGRAM_SECRET is for a webhook: set PALMARES_TELEGRAM_WEBHOOK too")
            return None
        if not _is_webhook(url):
            self.wrong.append(
                "PALMARES_TELEGRAM_WEBHOOK must be an address such as https://games.example.org/telegram, with no "
                f"port or one of {', '.join(map(str, WEBHOOK_PORTS))}, not {_told(url)}"
            )
        if not secret:
            secret = token_urlsafe(32)
        elif not _TELEGRAM_SECRET.fullmatch(secret):
            self.wrong.append("PALMARES_TELEGRAM_SECRET must be 16 to 256 letters, digits, _ or -")
        return WebhookConfig(url, secret, host, port)

    def host(self) -> str:
        host = self._values["PALMARES_HOST"] or "127.0.0.1"
        may_open = self.flag("PALMARES_OPEN")
        if not may_open and not _is_loopback(host):
            self.wrong.append(
                f"PALMARES_HOST is {_told(host)}, which other machines can reach, and the page asks for no password: "
                "whoever reaches it can play and read along. If that is what you want, set PALMARES_OPEN=yes"
            )
        return host


def _told(value: str) -> str:
    """A value that is wrong, as far as it may be shown: a token may have been put into another setting's place."""
    return repr(Redaction()(value)[:40])


def _is_api(url: str) -> bool:
    try:
        parts = urlsplit(url)
        named = bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False
    return named and parts.scheme in ("https", "http") and not (parts.query or parts.fragment)


def _is_webhook(url: str) -> bool:
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return False
    fine = parts.scheme == "https" and bool(parts.hostname) and parts.path not in ("", "/")
    return fine and (port is None or port in WEBHOOK_PORTS)


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
