"""A small neural net without libraries: one hidden layer, integer weights, the same score on every machine.

All hidden units' sums are one long integer with 32 bits each, so adding a feature is one multiplication. Weights are
in 4096ths and inputs in whole 720ths, so nothing is rounded except once in training (tools/strength).
"""

from __future__ import annotations

import json
import math
from base64 import b85decode
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from struct import Struct
from typing import Any, Final

from engine.players.parchis_features import FEATURES, UNIT
from engine.players.parchis_places import PLACES

SCALE: Final = 4096
FORMAT: Final = 1
_LANE: Final = 32
_ZERO: Final = 1 << _LANE - 1
"""A lane's zero: half its range, so that smaller sums are negative."""


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights of a net, in 4096ths, and how it was trained (`about`)."""

    hidden: Sequence[Sequence[int]]
    """For each input, its weight on each hidden unit.

    The inputs are a side's features. Judges also see the summed features of the other sides, and the places of all
    pieces (`parchis_places.py`).
    """
    direct: Sequence[int]
    """For each input, its weight on the score."""
    out: Sequence[int]
    """For each hidden unit, its weight on the score."""
    about: Mapping[str, Any]


class Network:
    """Scores sides by what the hidden units feel of them; higher is closer to a win.

    What they feel is one integer. It adds up over features, so what they feel of a row can be kept. The last lane
    holds the direct weights.
    """

    def __init__(self, weights: Weights) -> None:
        self.about = weights.about
        self.sees_all = len(weights.direct) > len(FEATURES)
        self._out = (*weights.out,)
        lanes = len(weights.out) + 1
        columns = tuple(
            sum(weight << _LANE * lane for lane, weight in enumerate((*hidden, direct)))
            for hidden, direct in zip(weights.hidden, weights.direct, strict=True)
        )
        features = len(FEATURES)
        self._own, self._others = columns[:features], columns[features : 2 * features]
        self._places = tuple(UNIT * column for column in columns[2 * features :])
        self._nothing = sum(_ZERO << _LANE * lane for lane in range(lanes))
        self._lanes = Struct(f"<{lanes}I")
        self._denominator = UNIT * SCALE * SCALE

    def own(self, row: Sequence[int]) -> int:
        """Return what the hidden units feel of a side's own features."""
        return _felt(self._own, row)

    def other(self, row: Sequence[int]) -> int:
        """Return what a judge's hidden units feel of one of the other sides' features."""
        return _felt(self._others, row)

    def score(self, felt: int, places: Iterable[int] = ()) -> float:
        """Return the score of a side of which this is felt, in nats; of a judge also by the places of all pieces."""
        total = self._nothing + felt
        for place in places:
            total += self._places[place]
        *sums, direct = self._lanes.unpack(total.to_bytes(self._lanes.size, "little"))
        hidden = sum([(each - _ZERO) * out for each, out in zip(sums, self._out, strict=True) if each > _ZERO])
        return float((hidden + (direct - _ZERO) * SCALE) / self._denominator)


def _felt(columns: Sequence[int], row: Sequence[int]) -> int:
    return sum([value * column for column, value in zip(columns, row, strict=True) if value])


def softmax(scores: Sequence[float]) -> list[float]:
    """Return chances that sum to one."""
    most = max(scores)
    parts = [math.exp(score - most) for score in scores]
    whole = sum(parts)
    return [part / whole for part in parts]


@cache
def network(name: str) -> Network:
    """Return the net of this name from the package's data, cached."""
    return Network(shipped(name))


def shipped(name: str) -> Weights:
    """Read weights from the package's data, `dice` or `diceless`."""
    text = resources.files("engine.players").joinpath("weights", f"{name}.json").read_text("utf-8")
    return read_weights(json.loads(text))


def read_weights(held: Mapping[str, Any]) -> Weights:
    """Read a file of weights; raises ValueError for other features or another format."""
    if held["format"] != FORMAT or tuple(held["features"]) != FEATURES or held["scale"] != SCALE:
        raise ValueError("these weights are for another net")
    units, packed = held["hidden"], b85decode(held["weights"])
    inputs = (len(packed) // 2 - units) // (units + 1)
    numbers = Struct(f"<{(units + 1) * inputs + units}h").unpack(packed)
    if inputs not in (len(FEATURES), 2 * len(FEATURES) + PLACES):
        raise ValueError("these weights are for other inputs")
    rows = [numbers[begin : begin + units] for begin in range(0, units * inputs, units)]
    rest = numbers[units * inputs :]
    about = {name: value for name, value in held.items() if name != "weights"}
    return Weights(rows, rest[:inputs], rest[inputs:], about)
