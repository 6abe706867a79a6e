"""The content of a tournament's cards: standings, tables, bracket, podium, certificate.

All words are in the reader's language. A side's colours are letters: `Y`, `YR` with two, `D` or `J` at Palma.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A line of the standings; `moved` counts places won or lost since the last round, None before there was one."""

    place: str
    moved: int | None
    name: str
    points: str
    note: str = ""
    out: bool = False
    """Whether the player left or was knocked out."""
    mine: bool = False
    """Whether it is the reader's line."""
    heading: str = ""
    """The division that begins with this line."""
    medal: bool = True
    """Whether one of the first three places is drawn as a medal."""


@dataclass(frozen=True, slots=True)
class TileSide:
    """A side at a table: without a name while nobody knows who it will be, without a place while they play."""

    name: str
    colours: str = ""
    place: str = ""
    through: bool = False
    """Whether it reached the next round."""


@dataclass(frozen=True, slots=True)
class TableTile:
    """A table of a round."""

    label: str
    sides: tuple[TileSide, ...]


@dataclass(frozen=True, slots=True)
class RoundCard:
    """The standings, and the tables of a round below their title."""

    rows: tuple[StandingRow, ...]
    tiles: tuple[TableTile, ...] = ()
    tiles_title: str = ""


@dataclass(frozen=True, slots=True)
class BracketRound:
    """A round of a knock-out, such as the semi-finals, with its tables from the top down."""

    label: str
    tiles: tuple[TableTile, ...]


@dataclass(frozen=True, slots=True)
class Bracket:
    """The rounds of a knock-out, from the first to the final, also those to come.

    Where each round has the same share of the tables before it, neighbours feed one table. If each round is `drawn`
    after the one before, nothing leads to a table until it has names.
    """

    rounds: tuple[BracketRound, ...]
    drawn: bool = False
    third: TableTile | None = None
    """The game for the third place."""


@dataclass(frozen=True, slots=True)
class PodiumStep:
    """A winner: the place from 1, which several may share, with a name and points."""

    place: int
    name: str
    points: str = ""


@dataclass(frozen=True, slots=True)
class Podium:
    """The best of a tournament, and what else is worth telling of it, a sentence a line."""

    steps: tuple[PodiumStep, ...]
    lines: tuple[str, ...] = ()
    footer: str = ""
    """The card's source: bot, tournament code, day."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """A medal of a tournament, to frame; `place` from 1 chooses its metal."""

    heading: str
    """What it is, such as `Certificate`."""
    intro: str
    """What leads to the name, such as `This is to certify that`."""
    name: str
    deed: str
    """What leads from the name to the title of the tournament, such as `won first place in`."""
    title: str
    details: str
    """What was played, by how many."""
    place: int
    date: str
    code: str
    """The code by which the tournament is found."""
    signature: str
    """The digits that prove it; the seal is drawn from them."""
    note: str = ""
    """How to check the digits."""
