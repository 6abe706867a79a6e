"""Read settings from an environment one by one, and collect what is wrong with them."""

from __future__ import annotations

from collections.abc import Mapping
from ipaddress import ip_address
from urllib.parse import urlsplit

from bot.host_names import host_name
from bot.observability.redaction import Redaction

_YES, _NO = ("1", "yes", "true", "on"), ("", "0", "no", "false", "off")


class Environment:
    """The values of settings by name; an empty one counts as missing."""

    def __init__(self, values: Mapping[str, str | None]) -> None:
        self._values = values
        self.wrong: list[str] = []
        """A line for each invalid setting read so far."""

    def text(self, name: str, usual: str = "") -> str:
        """Return a value without surrounding white space, or the default."""
        return (self._values.get(name) or "").strip() or usual

    def words(self, name: str) -> list[str]:
        """Return the words of a value, separated by commas or spaces."""
        return self.text(name).replace(",", " ").split()

    def number(self, name: str, usual: int, least: int, most: int) -> int:
        """Return a whole number from `least` to `most`."""
        value = self.text(name)
        if not value:
            return usual
        if not (value.isascii() and value.isdecimal() and len(value) <= 9 and least <= int(value) <= most):
            self.wrong.append(f"{name} must be a number from {least} to {most}, not {quoted(value)}")
            return usual
        return int(value)

    def port(self, name: str, usual: int) -> int:
        """Return a port, 0 for any free one."""
        return self.number(name, usual, 0, 65535)

    def ip(self, name: str, usual: str) -> str:
        """Return an IP address to listen on."""
        value = self.text(name, usual)
        try:
            return str(ip_address(value))
        except ValueError:
            self.wrong.append(f"{name} must be an IP address such as {usual}, not {quoted(value)}")
            return usual

    def choice(self, name: str, usual: str, choices: tuple[str, ...]) -> str:
        """Return one of some words, in lower case."""
        value = self.text(name, usual).lower()
        if value not in choices:
            self.wrong.append(f"{name} must be one of {', '.join(choices)}, not {quoted(value)}")
            return usual
        return value

    def flag(self, name: str) -> bool:
        value = self.text(name).lower()
        if value not in _YES + _NO:
            self.wrong.append(f"{name} must be yes or no, not {quoted(value)}")
        return value in _YES

    def api(self, name: str) -> str:
        """Return the base address of an API, without a slash at its end; empty for the official one."""
        value = self.text(name).rstrip("/")
        if value and (fault := _fault_of(value)):
            self.wrong.append(f"{name} must be an address {fault}, not {quoted(value)}")
        return value


def quoted(value: str) -> str:
    """Return an invalid value as far as it may be shown: it may be a token in the wrong setting."""
    return repr(Redaction()(value)[:40])


def _fault_of(url: str) -> str:
    """Return what an invalid address lacks; nothing for a valid one."""
    if not url.startswith(("https://", "http://")):
        return "that begins with https:// or http://"
    try:
        parts = urlsplit(url)
        named = host_name(parts.hostname or "")
    except ValueError:
        named = ""
    if not named:
        return "with the name of a host after ://"
    try:
        port = parts.port
    except ValueError:
        port = 0
    if port == 0:
        return "with a port from 1 to 65535, or none"
    return "without ? and #" if parts.query or parts.fragment else ""
