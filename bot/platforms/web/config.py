"""What the bot needs to know to serve the page."""

from __future__ import annotations

from dataclasses import dataclass

from bot.platforms.web.client_address import Network


@dataclass(frozen=True, slots=True)
class WebConfig:
    """Where the page is served, port 0 for any free one; the names, beside this machine's own, under which it may be
    asked for; and where reverse proxies are, beside this machine: they are believed about for whom they ask.
    """

    host: str = "127.0.0.1"
    port: int = 8080
    hosts: tuple[str, ...] = ()
    proxies: tuple[Network, ...] = ()
