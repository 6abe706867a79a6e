"""A game step by step: its turns and plies in words, and the board after any ply."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

from bot.core.domain.table import StartedTable
from bot.core.domain.table_values import TableClock
from bot.core.i18n.text_format import plain
from bot.core.i18n.translator import Translator
from bot.core.views.alt_text import describe
from bot.core.views.board import scene_of, unseen_before
from bot.core.views.game_over import places_of
from bot.core.views.narration import Narrator
from data.records import Status
from render.content.scene import Scene
from render.content.unseen import Unseen

Ghosts = tuple[tuple[str, str], ...]
"""Pieces and squares, as a scene has them."""


@dataclass(frozen=True, slots=True)
class ToldTurn:
    """A turn in words: its player, and the number of plies before it and after it."""

    seat: int
    first: int
    last: int
    words: str


def turns(table: StartedTable, t: Translator) -> tuple[ToldTurn, ...]:
    """Return a game's turns in order, as many as `/replay` counts, including the one under way."""
    plies, bounds = table.match.plies, _bounds(table)
    return tuple(
        ToldTurn(plies[last - 1].seat, first, last, _told(table, first, last, t)) for first, last in pairwise(bounds)
    )


def plies_told(table: StartedTable, t: Translator) -> tuple[str, ...]:
    return tuple(_told(table, ply, ply + 1, t) for ply in range(len(table.match.plies)))


def scene_after(table: StartedTable, ply: int, t: Translator, theme: str, ghosts: Ghosts = ()) -> Scene:
    """Return the board after `ply` plies, with the trail of its turn so far, and ghosts; raises IndexError."""
    scene = replace(scene_of(_then(table, ply), _begin(table, ply), t, (), theme), ghosts=ghosts)
    decided = ply == len(table.match.plies) and table.status is Status.OVER
    return replace(scene, places=tuple(places_of(table))) if decided else scene


def unseen_after(table: StartedTable, ply: int, t: Translator, theme: str, ghosts: Ghosts = ()) -> Unseen:
    """Return how the board after `ply` plies, one at least, comes from that before it; raises IndexError."""
    return unseen_before(_then(table, ply), ply - 1, scene_after(table, ply, t, theme, ghosts))


def described_after(table: StartedTable, ply: int, t: Translator) -> str:
    """Describe the position after `ply` plies; raises IndexError."""
    then = _then(table, ply)
    over = ply == len(table.match.plies) and table.status is not Status.PLAYING
    return describe(then, then.match.game.position(then.match.state), {}, t, over=over)


def _then(table: StartedTable, ply: int) -> StartedTable:
    """Return the table as it was after `ply` plies, without running clocks; raises IndexError."""
    return replace(table, match=table.match.at(ply), clock=TableClock())


def _told(table: StartedTable, first: int, last: int, t: Translator) -> str:
    plies = table.match.plies
    paragraphs = Narrator(table, t).tell(plies[first:last], first, closes=last == len(plies))
    return " ".join(plain(line) for paragraph in paragraphs for line in paragraph)


def _bounds(table: StartedTable) -> list[int]:
    """Return the number of plies before each turn, and last their total."""
    plies = table.match.plies
    ends = [number for number, ply in enumerate(plies, start=1) if ply.ends_turn]
    return [*dict.fromkeys((0, *ends, len(plies)))]


def _begin(table: StartedTable, ply: int) -> int:
    """Return the number of plies before the turn that includes a ply."""
    return next((first for first, last in pairwise(_bounds(table)) if first < ply <= last), 0)
