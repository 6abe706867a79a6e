"""A feature's commands and buttons, each with its definition, guard and handler."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
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
    """A command and its handler, a method that raises Refusal.

    The `guard` runs first, and raises Refusal for people who may not use the command. `above`: in a thread that was
    opened for a table, it concerns the chat above, which is the request's chat then.
    """

    definition: Command
    handler: Callable[[H, Request], Awaitable[Outcome]]
    guard: Callable[[H, Request], Awaitable[None]] | None = None
    above: bool = False


@dataclass(frozen=True, slots=True)
class GroupButton(Generic[H]):
    """A button's verb and its handler, a method that raises Refusal.

    The token is well-formed and has as many arguments as the verb; do not trust anything else in it. The `guard` and
    `above` are as for a command.
    """

    verb: ButtonVerb
    handler: Callable[[H, Press, Token], Awaitable[Outcome]]
    guard: Callable[[H, Press, Token], Awaitable[None]] | None = None
    above: bool = False


@dataclass(frozen=True, slots=True)
class CommandGroup(Generic[C, H]):
    """The commands and buttons of a feature; `make` builds their handlers."""

    make: Callable[[C], H]
    commands: tuple[GroupCommand[H], ...] = ()
    buttons: tuple[GroupButton[H], ...] = ()


def verbs_of(groups: Iterable[CommandGroup[Any, Any]]) -> dict[str, ButtonVerb]:
    return {str(button.verb): button.verb for group in groups for button in group.buttons}


@lru_cache(maxsize=8)
def registry_of(groups: tuple[CommandGroup[Any, Any], ...]) -> Registry:
    """Return the definitions of all commands, in the order of their groups; it takes 20 ms to make."""
    return Registry.of(command.definition for group in groups for command in group.commands)
