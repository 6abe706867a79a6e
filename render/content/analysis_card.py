"""The content of an analysis card."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ChanceCurve:
    """A side's win chances, 0 to 1, evenly spaced from start to decision, and its colour."""

    colour: int
    values: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class MomentPanel:
    """A moment that decided the game: its place in it, 0 to 1, its heading and words. Its board comes separately."""

    at: float
    heading: str
    words: str


@dataclass(frozen=True, slots=True)
class AnalysisRow:
    """A seat with its colours, and a text per column."""

    name: str
    colours: tuple[int, ...]
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AnalysisCard:
    """The words and curves of the card; at most three moments, in game order."""

    title: str
    subtitle: str
    curves: tuple[ChanceCurve, ...]
    moments: tuple[MomentPanel, ...]
    columns: tuple[str, ...]
    rows: tuple[AnalysisRow, ...]
    notes: tuple[str, ...]
    footer: str = ""
    """The card's source."""
