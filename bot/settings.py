"""The settings, read from the environment and a `.env` file, once, by `__main__`; everybody else is handed them."""

from __future__ import annotations

import ipaddress
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from bot.core.texts import languages

NAMES = (
    "DATABASE_URL",
    "PALMARES_HOST",
    "PALMARES_PORT",
    "PALMARES_OPEN",
    "PALMARES_HOSTS",
    "PALMARES_LANGUAGE",
    "PALMARES_MAX_TABLES",
    "PALMARES_SEED",
    "PALMARES_LOG",
)
"""Every setting there is; `.env.example` explains each."""

_YES, _NO = ("1", "yes", "true", "on"), ("", "0", "no", "false", "off")
_LEVELS = ("debug", "info", "warning", "error")


class BadSettings(ValueError):
    """Settings that cannot be used: a line for each."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What the bot runs with."""

    database_url: str
    host: str = "127.0.0.1"
    port: int = 8080
    hosts: tuple[str, ...] = ()
    """Names, beside this machine's own, under which the page may be asked for."""
    language: str = "en"
    max_tables: int = 3
    seed: str | None = None
    log: int = logging.WARNING


def read(values: Mapping[str, str | None]) -> Settings:
    """The settings out of an environment, where an empty value counts as none. Raises BadSettings, naming each."""
    reader = _Reader({name: (values.get(name) or "").strip() for name in NAMES})
    settings = Settings(
        database_url=reader.text("DATABASE_URL", default_database()),
        host=reader.host(),
        port=reader.number("PALMARES_PORT", 8080, 0, 65535),
        hosts=tuple(reader.text("PALMARES_HOSTS", "").replace(",", " ").split()),
        language=reader.choice("PALMARES_LANGUAGE", "en", languages()),
        max_tables=reader.number("PALMARES_MAX_TABLES", 3, 1, 25),
        seed=reader.text("PALMARES_SEED", "") or None,
        log=getattr(logging, reader.choice("PALMARES_LOG", "warning", _LEVELS).upper()),
    )
    if reader.wrong:
        raise BadSettings("\n".join(reader.wrong))
    return settings


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
            self.wrong.append(f"{name} must be a number from {least} to {most}, not {value[:40]!r}")
            return usual
        return int(value)

    def choice(self, name: str, usual: str, choices: tuple[str, ...]) -> str:
        value = self._values[name].lower() or usual
        if value not in choices:
            self.wrong.append(f"{name} must be one of {', '.join(choices)}, not {value[:40]!r}")
            return usual
        return value

    def flag(self, name: str) -> bool:
        value = self._values[name].lower()
        if value not in _YES + _NO:
            self.wrong.append(f"{name} must be yes or no, not {value[:40]!r}")
        return value in _YES

    def host(self) -> str:
        host = self._values["PALMARES_HOST"] or "127.0.0.1"
        may_open = self.flag("PALMARES_OPEN")
        if not may_open and not _is_loopback(host):
            self.wrong.append(
                f"PALMARES_HOST is {host[:40]!r}, which other machines can reach, and the page asks for no password: "
                "whoever reaches it can play and read along. If that is what you want, set PALMARES_OPEN=yes"
            )
        return host


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
