"""What a feature adds to the core: answers to its commands, and to the buttons that it alone makes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

from bot.core.messages.button_tokens import Token, Verb
from bot.core.messages.requests import Outcome, Press, Request

Answer = Callable[[Request], Awaitable[Outcome]]
"""Answers a command; raises Refusal."""
PressAnswer = Callable[[Press, Token], Awaitable[Outcome]]
"""Answers a button, whose token is well-formed and else not to be trusted; raises Refusal."""


@dataclass(frozen=True, slots=True)
class Feature:
    """Its commands by their names and its buttons by their verbs; the registry describes the commands."""

    commands: Mapping[str, Answer] = field(default_factory=dict)
    presses: Mapping[Verb, PressAnswer] = field(default_factory=dict)
