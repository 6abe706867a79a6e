"""Telegram's settings, read from the environment."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, field
from typing import Self
from urllib.parse import urlsplit

from bot.environment import Environment, quoted

TOKEN, API = "PALMARES_TELEGRAM_TOKEN", "PALMARES_TELEGRAM_API"
WEBHOOK, SECRET = "PALMARES_TELEGRAM_WEBHOOK", "PALMARES_TELEGRAM_SECRET"
HOST, PORT = "PALMARES_TELEGRAM_HOST", "PALMARES_TELEGRAM_PORT"
APP = "PALMARES_TELEGRAM_APP"
NAMES = (TOKEN, API, WEBHOOK, SECRET, HOST, PORT, APP)
SECRETS = (TOKEN, SECRET)

WEBHOOK_PORTS = (443, 80, 88, 8443)
"""The only ports to which Telegram delivers updates."""
TELEGRAM_API = "https://api.telegram.org"

_TOKEN = re.compile(r"[0-9]{1,20}:[A-Za-z0-9_-]{30,60}", re.ASCII)
_APP = re.compile(r"[A-Za-z0-9_]{3,30}", re.ASCII)
_SECRET = re.compile(r"[A-Za-z0-9_-]{16,256}", re.ASCII)


@dataclass(frozen=True, slots=True)
class WebhookConfig:
    """The https address to which Telegram delivers updates (`url`), and where this machine listens.

    `secret` comes with each update. If it is not set, it is derived from the token, so all processes behind the
    address share it.
    """

    url: str
    secret: str = field(repr=False)
    host: str = "127.0.0.1"
    port: int = 8443

    @classmethod
    def read(cls, environment: Environment) -> Self | None:
        """Return the webhook settings; None without an address."""
        url, secret = environment.text(WEBHOOK), environment.text(SECRET)
        port = environment.port(PORT, 8443)
        if not url:
            if secret:
                environment.wrong.append(f"{SECRET} is for a webhook: set {WEBHOOK} too")
            return None
        if not _is_webhook(url):
            environment.wrong.append(
                f"{WEBHOOK} must be an address such as https://games.example.org/telegram, with no "
                f"port or one of {', '.join(map(str, WEBHOOK_PORTS))}, not {quoted(url)}"
            )
        if not secret:
            secret = hashlib.sha256(f"webhook {environment.text(TOKEN)}".encode()).hexdigest()
        elif not _SECRET.fullmatch(secret):
            environment.wrong.append(f"{SECRET} must be 16 to 256 letters, digits, _ or -")
        return cls(url, secret, environment.text(HOST, "127.0.0.1"), port)


@dataclass(frozen=True, slots=True)
class TelegramConfig:
    """Settings of the bot on Telegram; it polls if there is no webhook.

    `api`: the address of a self-hosted Bot API server. `app`: the short name of a Mini App other than the main one.
    """

    token: str = field(repr=False)
    api: str = TELEGRAM_API
    webhook: WebhookConfig | None = None
    app: str = ""

    @property
    def secrets(self) -> tuple[str, ...]:
        """Return the values that must never be logged."""
        return (self.token,) if self.webhook is None else (self.token, self.webhook.secret)

    @classmethod
    def read(cls, environment: Environment) -> Self | None:
        """Return the settings; None without a token. Invalid ones are noted in `environment`."""
        token, api = environment.text(TOKEN), environment.api(API)
        webhook = WebhookConfig.read(environment)
        if not token:
            if alone := [name for name in (API, WEBHOOK) if environment.text(name)]:
                needs = "needs" if len(alone) == 1 else "need"
                environment.wrong.append(f"{' and '.join(alone)} {needs} {TOKEN}")
            return None
        if not is_token(token):
            environment.wrong.append(
                f"{TOKEN} does not look like a bot's token: a number, a colon and some 35 letters, as "
                "@BotFather shows it"
            )
        app = environment.text(APP)
        if app and not _APP.fullmatch(app):
            environment.wrong.append(f"{APP} must be 3 to 30 letters, digits or _, not {quoted(app)}")
        return cls(token, api or TELEGRAM_API, webhook, app)


def is_token(text: str) -> bool:
    """Return whether a text has the format of a bot token, such as `123456789:AAE…`."""
    return _TOKEN.fullmatch(text) is not None


def _is_webhook(url: str) -> bool:
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return False
    well_formed = parts.scheme == "https" and bool(parts.hostname) and parts.path not in ("", "/")
    return well_formed and (port is None or port in WEBHOOK_PORTS)
