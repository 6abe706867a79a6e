"""Say what the card of a game that was looked at again shows."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ChanceCurve:
    """A side's win chances, 0 to 1, from the start to the decision, evenly spaced, and the colour it plays."""

    colour: int
    values: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class MomentPanel:
    """A moment that decided the game: where in it, 0 to 1, its heading and what happened; its board comes apart."""

    at: float
    heading: str
    words: str


@dataclass(frozen=True, slots=True)
class AnalysisRow:
    """A seat: its colours, and a word for each column."""

    name: str
    colours: tuple[int, ...]
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AnalysisCard:
    """The words and curves of the card; moments in the order of the game, three at most."""

    title: str
    subtitle: str
    curves: tuple[ChanceCurve, ...]
    moments: tuple[MomentPanel, ...]
    columns: tuple[str, ...]
    rows: tuple[AnalysisRow, ...]
    notes: tuple[str, ...]
    footer: str = ""
    """Where the card is from."""
