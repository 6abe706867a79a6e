"""The content of cards: a finished game, roll statistics, leaderboards."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ResultRow:
    """One seat: its place from 1, its colours (of Parchís, or the side of Palma), and a text per column."""

    name: str
    place: int
    colours: tuple[int, ...]
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ResultCard:
    """The words of the card, and `race`: each seat's share of its way, 0 to 1, at the start and after each turn.

    The chart ends with the lines in the order of the places. Without a race there is no chart.
    """

    title: str
    subtitle: str
    columns: tuple[str, ...]
    rows: tuple[ResultRow, ...]
    race_title: str
    race: tuple[tuple[float, ...], ...]
    fame: str = ""
    """The winner's best achievement."""
    story: tuple[str, ...] = ()
    """The game retold, a sentence each."""
    footer: str = ""
    """The card's source: bot, game code, day."""
    cheers: bool = True
    """Confetti if a person has won."""


@dataclass(frozen=True, slots=True)
class Bar:
    """How often a value was rolled, and how often it was expected."""

    label: str
    count: int
    expected: float


@dataclass(frozen=True, slots=True)
class RankRow:
    """A line of the leaderboard; `gap`: places are left out above it; `mine`: the reader's line."""

    rank: int
    name: str
    rating: str
    detail: str
    mine: bool = False
    gap: bool = False
