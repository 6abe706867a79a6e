"""The page's settings, read from the environment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from bot.environment import Environment, quoted
from bot.host_names import host_name
from bot.http.client_address import Network, network
from bot.platforms.web.identity import host_of, is_loopback
from bot.platforms.web.own_address import seen_from_outside

HOST, PORT, OPEN = "PALMARES_HOST", "PALMARES_PORT", "PALMARES_OPEN"
ADDRESS, HOSTS, PROXIES = "PALMARES_ADDRESS", "PALMARES_HOSTS", "PALMARES_PROXIES"
SHOW = "PALMARES_SHOW"
NAMES = (HOST, PORT, OPEN, ADDRESS, HOSTS, PROXIES, SHOW)


@dataclass(frozen=True, slots=True)
class WebConfig:
    """Where the page is served, and which requests it accepts; port 0 means any free one.

    `address`: the public address for friends, if set. `hosts`: accepted host names besides this machine's. `proxies`:
    the addresses of reverse proxies besides this machine, whose forwarded client addresses are trusted.
    """

    host: str = "127.0.0.1"
    port: int = 8080
    address: str = ""
    hosts: tuple[str, ...] = ()
    proxies: tuple[Network, ...] = ()
    shows: bool = False
    """Whether to open the page in a browser when it is served."""
    opened: bool = False
    """Whether the settings allow other machines to reach the page."""

    @property
    def invites(self) -> bool:
        """Whether browsers need an invitation: other machines can reach the page."""
        return self.opened or not all(map(is_loopback, self.names))

    @property
    def is_public(self) -> bool:
        """Whether the page has a public https address, as an app inside a chat needs."""
        return self.address.startswith("https://")

    @property
    def names(self) -> frozenset[str]:
        """Return the accepted host names besides this machine's."""
        said = host_of(self.address.partition("://")[2])
        found = (self.host, seen_from_outside(self.host), said, *self.hosts)
        return frozenset(name.lower() for name in found if name)

    def friends_address(self, port: int) -> str:
        """Return the page's address for friends, without a slash at its end."""
        name = next(iter(self.hosts), None) or seen_from_outside(self.host)
        return self.address or f"http://{f'[{name}]' if ':' in name else name}:{port}"

    @classmethod
    def read(cls, environment: Environment) -> Self:
        """Return the settings. Invalid ones are noted in `environment`."""
        opened = environment.flag(OPEN)
        host = _host(environment, opened=opened)
        port = environment.port(PORT, 8080)
        address, hosts, proxies = _address(environment), _hosts(environment), _proxies(environment)
        return cls(host, port, address, hosts, proxies, shows=environment.flag(SHOW), opened=opened)


def _host(environment: Environment, *, opened: bool) -> str:
    host = environment.text(HOST, "127.0.0.1")
    try:
        host = host_name(host)
    except ValueError:
        environment.wrong.append(
            f"{HOST} must be an IP address or a name of this machine, without a port, not {quoted(host)}"
        )
        return host
    if not (opened or is_loopback(host)):
        environment.wrong.append(
            f"{HOST} is {quoted(host)}, which other machines can reach. If that is what you want, set {OPEN}=yes: "
            "then only people with the link that the bot prints at the start get in"
        )
    return host


def _address(environment: Environment) -> str:
    address = environment.api(ADDRESS)
    if address.count("/") > 2:
        environment.wrong.append(f"{ADDRESS} must be an address without a path, not {quoted(address)}")
    return address


def _hosts(environment: Environment) -> tuple[str, ...]:
    names = []
    for value in environment.words(HOSTS):
        try:
            names.append(host_name(value))
        except ValueError:
            environment.wrong.append(
                f"{HOSTS} must be names or IP addresses such as play.example.org, without http://, port, path or *, "
                f"not {quoted(value)}"
            )
    return tuple(names)


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
