"""What the bot needs to know to be on Telegram."""

from __future__ import annotations

from dataclasses import dataclass, field

WEBHOOK_PORTS = (443, 80, 88, 8443)
"""The only ones to which Telegram brings anything."""


TELEGRAM_API = "https://api.telegram.org"


@dataclass(frozen=True, slots=True)
class WebhookConfig:
    """Where Telegram brings what happens, and where on this machine it is received."""

    url: str
    secret: str = field(repr=False)
    host: str = "127.0.0.1"
    port: int = 8443


@dataclass(frozen=True, slots=True)
class TelegramConfig:
    """The bot on Telegram; without a webhook it asks for what happens."""

    token: str = field(repr=False)
    api: str = TELEGRAM_API
    webhook: WebhookConfig | None = None
