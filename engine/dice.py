"""Provably fair dice: nobody can change the rolls, not even the operator.

Every roll follows from a secret seed, whose SHA-256 is public before the first roll, and from the game's terms and
the players' contributions. docs/protocol.md specifies the derivation.
"""

from __future__ import annotations

import hmac
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from itertools import count, product
from math import gcd
from typing import Any

from engine.game import Move

SEED_BYTES = 32
SCHEMES = ("palmares dice 1", "palmares dice 2")
"""Versions of the derivation; each message starts with one."""


@dataclass(frozen=True, slots=True)
class Throw:
    """A roll: the outcome as a move, and the faces for the picture."""

    outcome: Move
    faces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Device:
    """A die or a set of sticks: equal bodies, equally likely faces, and how to read them."""

    faces: tuple[str, ...]
    bodies: int
    read: Callable[[tuple[str, ...]], Move]

    def showing(self, outcome: Move) -> tuple[str, ...]:
        """Return faces that read as this outcome, the last combination that does; raises KeyError if none does."""
        return {self.read(fallen): fallen for fallen in product(self.faces, repeat=self.bodies)}[outcome]

    def odds(self) -> dict[Move, int]:
        """Return each outcome with its number of combinations."""
        return dict(Counter(self.read(fallen) for fallen in product(self.faces, repeat=self.bodies)))


def _read_sticks(fallen: tuple[str, ...]) -> Move:
    return str(fallen.count("sun") or 5)


def _read_single(fallen: tuple[str, ...]) -> Move:
    return fallen[0]


STICKS = Device(faces=("moon", "sun"), bodies=3, read=_read_sticks)


def device_for(odds: Mapping[Move, int]) -> Device:
    """Return the sticks if they have these odds (H10), else a die with a face per unit of weight."""
    return _device(tuple(sorted(odds.items())))


@lru_cache(maxsize=64)
def _device(odds: tuple[tuple[Move, int], ...]) -> Device:
    if _lowest_terms(dict(odds)) == _STICK_ODDS:
        return STICKS
    faces = tuple(outcome for outcome, weight in odds for _ in range(weight))
    if not 1 <= len(faces) <= 256:
        raise ValueError(f"no die has {len(faces)} faces")
    return Device(faces, 1, _read_single)


def _lowest_terms(odds: Mapping[Move, int]) -> dict[Move, int]:
    divisor = gcd(*odds.values()) or 1
    return {outcome: weight // divisor for outcome, weight in odds.items()}


_STICK_ODDS = _lowest_terms(STICKS.odds())


def commitment(seed: bytes) -> str:
    """Return the SHA-256 of a seed in hexadecimal, as shown before the game."""
    return sha256(seed).hexdigest()


def terms(
    game: str, rules: Mapping[str, Any] | None, seats: Sequence[str], teams: Sequence[Sequence[int]] | None
) -> str:
    """Return the terms of a game as the text that its dice commit to.

    One line of ASCII JSON without spaces, keys sorted: `rules` as given ({} if None), the colours of each seat, and
    teams as lists of seat numbers or null. Raises TypeError for rules that are not JSON.
    """
    agreed = {"game": game, "rules": dict(rules or {}), "seats": list(seats), "teams": teams}
    return json.dumps(agreed, sort_keys=True, separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class FairDice:
    """All rolls of one game: version 2 with `terms`, else version 1. Its repr omits the seed."""

    seed: bytes = field(repr=False)
    game_id: str
    contributions: tuple[str, ...] = ()
    terms: str | None = None

    def __post_init__(self) -> None:
        """Raise ValueError unless the seed has 32 bytes."""
        if len(self.seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(self.seed)}")

    @property
    def commitment(self) -> str:
        return commitment(self.seed)

    def throw(self, counter: int, odds: Mapping[Move, int]) -> Throw:
        """Return the roll after `counter` earlier ones, counting those taken back; always the same."""
        if counter < 0:
            raise ValueError(f"a roll cannot follow {counter} others")
        device = device_for(odds)
        stream = self._bytes(counter)
        faces = tuple(_face(device.faces, stream) for _ in range(device.bodies))
        return Throw(device.read(faces), faces)

    def _bytes(self, counter: int) -> Iterator[int]:
        start = (SCHEMES[0], self.game_id) if self.terms is None else (SCHEMES[1], self.game_id, self.terms)
        head = (*start, str(len(self.contributions)), *self.contributions, str(counter))
        message = b"".join(map(_netstring, head))
        for block in count():
            yield from hmac.digest(self.seed, message + _netstring(str(block)), sha256)


def _face(faces: tuple[str, ...], stream: Iterator[int]) -> str:
    limit = 256 - 256 % len(faces)
    return next(faces[byte % len(faces)] for byte in stream if byte < limit)


def _netstring(text: str) -> bytes:
    data = text.encode("utf-8", "surrogatepass")
    return b"%d:%b," % (len(data), data)
