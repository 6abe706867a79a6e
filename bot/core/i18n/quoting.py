"""Commands in texts, so that readers can type or press them."""

from __future__ import annotations


class Quoting:
    """Write commands as in the registry; subclasses know the readers' names."""

    fills_forms = False
    """Whether readers give every option by its name."""

    def command(self, name: str) -> str:
        return name

    def option(self, _command: str, name: str) -> str:
        return name

    def choice(self, _command: str, _option: str, choice: str) -> str:
        return choice

    def assignment(self, command: str, option: str, value: str) -> str:
        """Return an option with a placeholder as its value, as the reader gives it: `pace=…`."""
        return f"{self.option(command, option)}={value}"

    def line(self, line: str) -> str:
        """Return a whole command, `/play parchis colours=6`, as the reader gives it."""
        return line

    def handle(self, _name: str) -> str:
        """Return the platform's name of a command for pressing it in a text; empty if there is none."""
        return ""


REGISTRY_NAMES = Quoting()
