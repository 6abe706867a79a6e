"""What a game's rule sheet is made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from bot.core.games.sitting import Sitting

Values = Mapping[str, Any]
"""Every switch of a game with its value."""
When = Callable[[Values, Sitting], bool]


def always(_values: Values, _sitting: Sitting) -> bool:
    """Return True: what is said with this condition holds at every table."""
    return True


def where(name: str, *wanted: object) -> When:
    """Return the condition that a switch has one of these values, each of its own type: true is not 1."""

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
    """A sentence of a rule sheet. `name` ties it to the test that asks the engine whether it is true.

    It is shown where it holds; of those with one name up to a dot, one at most is shown at a table.
    """

    name: str
    text: str
    when: When = always


@dataclass(frozen=True, slots=True)
class RuleSheet:
    """The words of one game's rules.

    `general` says how the game goes, `details` what a table's switches make of it; `labels` say what a switch's value
    means in a few words. `buttons` name it on a button, in at most 22 characters: each value of a switch that has
    several, and of one that is on or off what it is that is on. Where there is none, the label stands there too.
    """

    general: tuple[Sentence, ...]
    details: tuple[Sentence, ...]
    labels: Mapping[tuple[str, Any], str]
    buttons: Mapping[tuple[str, Any], str] = field(default_factory=dict)
