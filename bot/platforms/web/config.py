"""What the bot needs to know to serve the page, and how it is read from the environment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from bot.environment import Environment, quoted
from bot.platforms.web.client_address import Network, network
from bot.platforms.web.identity import is_loopback

HOST, PORT, OPEN = "PALMARES_HOST", "PALMARES_PORT", "PALMARES_OPEN"
HOSTS, PROXIES = "PALMARES_HOSTS", "PALMARES_PROXIES"
SHOW = "PALMARES_SHOW"
NAMES = (HOST, PORT, OPEN, HOSTS, PROXIES, SHOW)


@dataclass(frozen=True, slots=True)
class WebConfig:
    """Where the page is served, and to whom it listens; port 0 is any free one.

    `hosts`: the names, beside this machine's own, under which it may be asked for. `proxies`: where reverse proxies
    are, beside this machine; they are believed about for whom they ask.
    """

    host: str = "127.0.0.1"
    port: int = 8080
    hosts: tuple[str, ...] = ()
    proxies: tuple[Network, ...] = ()
    shows: bool = False
    """Whether the page is opened in a browser when it is served."""

    @classmethod
    def read(cls, environment: Environment) -> Self:
        """Return what the environment says. What is wrong is noted there."""
        host = _host(environment)
        port = environment.port(PORT, 8080)
        hosts, proxies = tuple(environment.words(HOSTS)), _proxies(environment)
        return cls(host, port, hosts, proxies, shows=environment.flag(SHOW))


def _host(environment: Environment) -> str:
    host = environment.text(HOST, "127.0.0.1")
    may_open = environment.flag(OPEN)
    if not may_open and not is_loopback(host):
        environment.wrong.append(
            f"{HOST} is {quoted(host)}, which other machines can reach, and the page asks for no password: "
            f"whoever reaches it can play and read along. If that is what you want, set {OPEN}=yes"
        )
    return host


def _proxies(environment: Environment) -> tuple[Network, ...]:
    networks = []
    for value in environment.words(PROXIES):
        try:
            networks.append(network(value))
        except ValueError:
            environment.wrong.append(
                f"{PROXIES} must be addresses or networks such as 172.18.0.0/16, not {quoted(value)}"
            )
    return tuple(networks)
