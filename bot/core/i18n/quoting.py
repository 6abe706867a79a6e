"""How commands are written in texts: so that whoever reads them can type them, or press them."""

from __future__ import annotations


class Quoting:
    """Writes commands as the registry names them; who knows what readers call them overrides it."""

    fills_forms = False
    """Whether readers give every option by its name."""

    def command(self, name: str) -> str:
        """Return what the reader calls a command."""
        return name

    def option(self, _command: str, name: str) -> str:
        """Return what the reader calls an option of a command."""
        return name

    def choice(self, _command: str, _option: str, choice: str) -> str:
        """Return what the reader calls a choice of an option."""
        return choice

    def assignment(self, command: str, option: str, value: str) -> str:
        """Return how the reader gives an option a value that stands for any: `pace=…`."""
        return f"{self.option(command, option)}={value}"

    def line(self, line: str) -> str:
        """Return a whole command, `/play parchis colours=6`, as the reader gives it."""
        return line

    def handle(self, _name: str) -> str:
        """Return the platform's own name of a command, by which it can be pressed in a text; empty if it cannot."""
        return ""


REGISTRY_NAMES = Quoting()
