"""What a game's rule sheet is made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Sitting:
    """What of a table decides which switches matter: seats of several colours, and teams."""

    shared: bool = True
    teams: bool = True


@dataclass(frozen=True, slots=True)
class Sheet:
    """The words of one game's rules.

    `always` holds whatever the switches are. `sentences` says what each value of each switch means, `labels` the same
    in a few words for a button. `applies` tells whether a switch, among all values, matters at such a table.
    """

    always: tuple[str, ...]
    sentences: Mapping[tuple[str, Any], str]
    labels: Mapping[tuple[str, Any], str]
    applies: Callable[[str, Mapping[str, Any], Sitting], bool]
