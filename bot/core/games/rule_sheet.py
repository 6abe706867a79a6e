"""The parts of a game's rule sheet."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from bot.core.games.sitting import Sitting

Values = Mapping[str, Any]
"""Every switch of a game with its value."""
When = Callable[[Values, Sitting], bool]


def always(_values: Values, _sitting: Sitting) -> bool:
    """Return True, the condition of sentences for every table."""
    return True


def where(name: str, *wanted: object) -> When:
    """Return the condition that a switch has one of these values, each of the same type: true is not 1."""

    def holds(values: Values, _sitting: Sitting) -> bool:
        return any(type(values[name]) is type(value) and values[name] == value for value in wanted)

    return holds


def both(*conditions: When) -> When:
    """Return the condition that all of these hold."""
    return lambda values, sitting: all(condition(values, sitting) for condition in conditions)


def neither(*conditions: When) -> When:
    """Return the condition that none of these holds."""
    return lambda values, sitting: not any(condition(values, sitting) for condition in conditions)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a rule sheet. `name` ties it to the test that checks it with the engine.

    It is shown where it applies; a table shows at most one of those that share a name up to a dot.
    """

    name: str
    text: str
    when: When = always


@dataclass(frozen=True, slots=True)
class RuleSheet:
    """The words of one game's rules.

    `brief` is how to play in a few lines of at most 160 characters; all of them fit on one picture's caption. `frame`
    stands where a game begins, above the first move of a chat's history: the aim, then the other rules that matter.
    `general` explains the game, `details` the effects of a table's switches. `labels` are a few words for a switch's
    value. `buttons` are labels of at most 22 characters: each value of a switch that has several, and the name of an
    on/off switch. Without a button text, the label is used.
    """

    general: tuple[Sentence, ...]
    details: tuple[Sentence, ...]
    labels: Mapping[tuple[str, Any], str]
    buttons: Mapping[tuple[str, Any], str] = field(default_factory=dict)
    brief: tuple[Sentence, ...] = ()
    frame: tuple[Sentence, ...] = ()
