"""What a feature offers: commands and buttons, each with its definition, its guard and its handler in one place."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from bot.core.commands.definition import Command, Registry
from bot.core.messages.button_tokens import ButtonVerb, Token
from bot.core.messages.requests import Outcome, Press, Request

C = TypeVar("C")
"""What handlers are made from."""
H = TypeVar("H")
"""The class whose methods are a group's handlers."""


@dataclass(frozen=True, slots=True)
class GroupCommand(Generic[H]):
    """A command, and the method that answers it; raises Refusal.

    The `guard` comes first, and raises Refusal for whoever may not give the command.
    """

    definition: Command
    handler: Callable[[H, Request], Awaitable[Outcome]]
    guard: Callable[[H, Request], Awaitable[None]] | None = None


@dataclass(frozen=True, slots=True)
class GroupButton(Generic[H]):
    """A button by its verb, and the method that answers it; raises Refusal.

    The token is well-formed and has as many arguments as the verb; nothing else of it is to be trusted. The `guard`
    is as a command's.
    """

    verb: ButtonVerb
    handler: Callable[[H, Press, Token], Awaitable[Outcome]]
    guard: Callable[[H, Press, Token], Awaitable[None]] | None = None


@dataclass(frozen=True, slots=True)
class CommandGroup(Generic[C, H]):
    """The commands and buttons of a feature; `make` builds what handles them."""

    make: Callable[[C], H]
    commands: tuple[GroupCommand[H], ...] = ()
    buttons: tuple[GroupButton[H], ...] = ()


def verbs_of(groups: Iterable[CommandGroup[Any, Any]]) -> dict[str, ButtonVerb]:
    """Return the verbs of all buttons by their words."""
    return {str(button.verb): button.verb for group in groups for button in group.buttons}


def registry_of(groups: Iterable[CommandGroup[Any, Any]]) -> Registry:
    """Return the definitions of all commands, in the order of their groups."""
    return Registry.of(command.definition for group in groups for command in group.commands)
