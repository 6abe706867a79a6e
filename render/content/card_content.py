"""Say what cards show: that of a finished game, the bars of throws, the lines of a leaderboard."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ResultRow:
    """One seat: its place from 1, its colours (of Parchís, or the side of Palma), and a word for each column."""

    name: str
    place: int
    colours: tuple[int, ...]
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ResultCard:
    """The words of the card, and `race`: each seat's share of its way, 0 to 1, at the start and after each turn.

    Its last moments have the lines in the order of the places. A card without a race has no chart.
    """

    title: str
    subtitle: str
    columns: tuple[str, ...]
    rows: tuple[ResultRow, ...]
    race_title: str
    race: tuple[tuple[float, ...], ...]
    fame: str = ""
    """What the winner did best of all."""
    footer: str = ""
    """Where the card is from: the bot's name, the game's code, the day."""
    cheers: bool = True
    """Paper rains where a person has won."""


@dataclass(frozen=True, slots=True)
class Bar:
    """How often something came, and how often it should have."""

    label: str
    count: int
    expected: float


@dataclass(frozen=True, slots=True)
class RankRow:
    """A line of the leaderboard; `gap`: some places are left out above it; `mine`: it is the reader's."""

    rank: int
    name: str
    rating: str
    detail: str
    mine: bool = False
    gap: bool = False
