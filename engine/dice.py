"""Dice that nobody can bend, the house included.

A game has a secret seed of 32 bytes. Its SHA-256, the commitment, is shown before the first throw; then the players
add what they like, and from all of it every throw follows. When the game is over the seed is shown, and anybody can
compute the throws again:

    block b of throw k  =  HMAC-SHA256(key = seed, message = N("palmares dice 2") N(game id) N(terms)
                           N(number of contributions) N(contribution)… N(k) N(b))

where N(text) is a netstring of its UTF-8, `3:abc,`, and numbers are decimal. The terms are the game, its rules, seats
and teams as they were at the start (`terms`): the seats decide who gets which throw, so whoever changes them after
the players have added theirs changes every throw. Games of the first version, "palmares dice 1", have no terms in
their message; they are still derived and checked so. The first throw of the log is k = 0. The blocks of a throw, b =
0, 1, …, are one stream of bytes, and each face takes the next byte that is below the greatest multiple of the number
of faces in 256 (a die skips 252 to 255); the remainder by that number is the face.

What is thrown follows from the odds. Three sticks are thrown for 1:3, 2:3, 3:1, 5:1 (H10), each (moon, sun), and the
suns are counted, none being a 5. Anything else is one body with as many faces as the weights add up to, in the sorted
order of the outcomes: a die (1 … 6), or the lot (D, J).
"""

from __future__ import annotations

import hmac
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import count, product
from math import gcd
from typing import Any

from engine.game import Move

SEED_BYTES = 32
SCHEMES = ("palmares dice 1", "palmares dice 2")
"""The versions of the derivation, by the text with which every message begins."""


@dataclass(frozen=True, slots=True)
class Throw:
    """What fell: the outcome as a move, and the faces as they lie, for the picture."""

    outcome: Move
    faces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Device:
    """Something to throw: equal bodies with equally likely faces, and how they are read."""

    faces: tuple[str, ...]
    bodies: int
    read: Callable[[tuple[str, ...]], Move]

    def showing(self, outcome: Move) -> tuple[str, ...]:
        """Return the faces of a throw that reads as an outcome, the last of those; raises KeyError if none does."""
        return {self.read(fallen): fallen for fallen in product(self.faces, repeat=self.bodies)}[outcome]

    def odds(self) -> dict[Move, int]:
        """Return the outcomes with their weights, counted out."""
        return dict(Counter(self.read(fallen) for fallen in product(self.faces, repeat=self.bodies)))


def _read_sticks(fallen: tuple[str, ...]) -> Move:
    return str(fallen.count("sun") or 5)


def _read_single(fallen: tuple[str, ...]) -> Move:
    return fallen[0]


STICKS = Device(faces=("moon", "sun"), bodies=3, read=_read_sticks)


def device_for(odds: Mapping[Move, int]) -> Device:
    """Return what is thrown for these odds: the sticks where they give them, else a die with a face a weight."""
    if _lowest_terms(odds) == _STICK_ODDS:
        return STICKS
    faces = tuple(outcome for outcome in sorted(odds) for _ in range(odds[outcome]))
    if not 1 <= len(faces) <= 256:
        raise ValueError(f"no die has {len(faces)} faces")
    return Device(faces, 1, _read_single)


def _lowest_terms(odds: Mapping[Move, int]) -> dict[Move, int]:
    divisor = gcd(*odds.values()) or 1
    return {outcome: weight // divisor for outcome, weight in odds.items()}


_STICK_ODDS = _lowest_terms(STICKS.odds())


def commitment(seed: bytes) -> str:
    """Return what is shown of a seed before the game: its SHA-256, in hexadecimal."""
    return sha256(seed).hexdigest()


def terms(
    game: str, rules: Mapping[str, Any] | None, seats: Sequence[str], teams: Sequence[Sequence[int]] | None
) -> str:
    """Write down what a game is played by, in the one way that goes into its dice.

    One line of JSON in ASCII, without spaces, the names sorted: the `rules` as they were given (left out: {}), the
    colours of each seat in their order, the teams as lists of seat numbers or null. Raises TypeError for rules that
    are no JSON.
    """
    agreed = {"game": game, "rules": dict(rules or {}), "seats": list(seats), "teams": teams}
    return json.dumps(agreed, sort_keys=True, separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class FairDice:
    """All the throws of one game, of the second version if it has `terms`. The seed is never part of a text."""

    seed: bytes = field(repr=False)
    game_id: str
    contributions: tuple[str, ...] = ()
    terms: str | None = None

    def __post_init__(self) -> None:
        """Refuse a seed that is too short to be a secret."""
        if len(self.seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(self.seed)}")

    @property
    def commitment(self) -> str:
        """What is shown of the seed before the game."""
        return commitment(self.seed)

    def throw(self, counter: int, odds: Mapping[Move, int]) -> Throw:
        """Return the throw that follows `counter` earlier ones, those taken back counted; always the same."""
        if counter < 0:
            raise ValueError(f"a throw cannot follow {counter} others")
        device = device_for(odds)
        stream = self._bytes(counter)
        faces = tuple(_face(device.faces, stream) for _ in range(device.bodies))
        return Throw(device.read(faces), faces)

    def _bytes(self, counter: int) -> Iterator[int]:
        start = (SCHEMES[0], self.game_id) if self.terms is None else (SCHEMES[1], self.game_id, self.terms)
        head = (*start, str(len(self.contributions)), *self.contributions, str(counter))
        message = b"".join(map(_netstring, head))
        for block in count():
            yield from hmac.digest(self.seed, message + _netstring(str(block)), "sha256")


def _face(faces: tuple[str, ...], stream: Iterator[int]) -> str:
    limit = 256 - 256 % len(faces)
    return next(faces[byte % len(faces)] for byte in stream if byte < limit)


def _netstring(text: str) -> bytes:
    data = text.encode("utf-8", "surrogatepass")
    return b"%d:%b," % (len(data), data)
