"""The news of a board: what its reader has not seen, the newest of it where not all fits."""

from __future__ import annotations

from dataclasses import dataclass

from bot.core.domain.table import StartedTable
from bot.core.i18n.text_format import plain, width, words
from bot.core.i18n.translator import Line, Translator
from bot.core.views.lead import takeover
from bot.core.views.narration import Narrator, Paragraph
from bot.core.views.players import human
from bot.core.views.recap import recap
from engine.game import TurnKind

MAX_TURNS = 10
"""So many turns are told at most."""
_LEFT_OUT = 40
"""Room for the line that says how much was left out."""


@dataclass(frozen=True, slots=True)
class News:
    """What happened, oldest first, and how many turns before that are not told.

    `first`: what stands before all of it, and is never left out.
    """

    paragraphs: tuple[Paragraph, ...] = ()
    untold: int = 0
    first: Paragraph = ()


def news(table: StartedTable, since_ply: int, t: Translator) -> News:
    """Return what happened since a ply; of a long absence only the last turns are told.

    Whoever is to act reads first what happened to them since they were gone, and then of the rest a round. The number
    that they are asked about is left to the question below.
    """
    plies, turn = table.match.plies, table.match.turn
    asks = turn.kind is TurnKind.CHOOSE and human(table, turn.seat)
    summary = recap(table, since_ply, t)
    start = turns_ago(table, since_ply, MAX_TURNS if summary is None else len(table.seats))
    untold = sum(ply.ends_turn for ply in plies[since_ply:start])
    narrator = Narrator(table, t, summary.plies if summary is not None else ())
    told = narrator.tell(plies[start:], start, asks=asks, takeover=takeover(table, since_ply))
    return News(tuple(told), untold, summary.lines if summary is not None else ())


def turns_ago(table: StartedTable, since_ply: int, turns: int) -> int:
    """Return the ply that began so many turns ago, or `since_ply` if that is later."""
    plies = table.match.plies
    for at in range(len(plies), since_ply, -1):
        turns -= plies[at - 1].ends_turn
        if turns < 0:
            return at
    return since_ply


def fitting(told: News, limit: int, t: Translator) -> list[Line]:
    """Return the newest lines that fit into so many characters, and how many turns were left out."""
    kept: list[Line] = []
    whole, used = 0, sum(map(_room, told.first))
    for paragraph in reversed(told.paragraphs[-MAX_TURNS:]):
        left = told.untold + len(told.paragraphs) - whole
        spare = limit - used - (_LEFT_OUT if left > 1 else 0)
        lines = list(paragraph)
        while lines and sum(map(_room, lines)) > spare:
            lines = lines[1:]  # of a turn too long its end is told
        kept[:0] = lines
        used += sum(map(_room, lines))
        whole += bool(lines)
        if len(lines) < len(paragraph):
            break
    left = told.untold + len(told.paragraphs) - whole
    before = [words(t.plural("… and {n} turn before", "… and {n} turns before", left))] if left else []
    return [*told.first, *before, *kept]


def _room(line: Line) -> int:
    return width(plain(line)) + 1
