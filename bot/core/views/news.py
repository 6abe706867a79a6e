"""The news of a board since its reader last looked; the newest part if not all fits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.core.domain.story import Told
from bot.core.domain.storytelling import told_from
from bot.core.domain.table import StartedTable
from bot.core.domain.time_control import TimeControlKind
from bot.core.games.chapters import CHAPTERS
from bot.core.games.profiles import profile_of
from bot.core.i18n.text_format import plain, width, words
from bot.core.i18n.translator import Line, Translator
from bot.core.views.narration import Narrator
from bot.core.views.players import human
from bot.core.views.recap import recap
from bot.core.views.told_turns import Paragraph
from engine.game import TurnKind

MAX_TURNS = 10
"""The limit on turns in the news."""
DAILY_NEWS = 2
"""The limit on sentences of the story on a board of a slow game."""
LEFT_OUT = 40
"""Room for the line that says how much was left out."""


@dataclass(frozen=True, slots=True)
class News:
    """The news, oldest first, and the number of turns left out before them.

    `first`: lines at the top, never left out. `turns`: how many turns each paragraph has, by default one.
    """

    paragraphs: tuple[Paragraph, ...] = ()
    untold: int = 0
    first: Paragraph = ()
    turns: tuple[int, ...] = ()


def news(table: StartedTable, since_ply: int, t: Translator) -> News:
    """Return the news since a ply; after a long absence only the last turns.

    The player to act reads what happened to them while away, then a round of the rest. The number they have to use is
    in the question below.
    """
    plies, turn = table.match.plies, table.match.turn
    asks = turn.kind is TurnKind.CHOOSE and human(table, turn.seat)
    summary = recap(table, since_ply, t)
    start = turns_ago(table, since_ply, MAX_TURNS if summary is None else len(table.seats))
    untold = sum(ply.ends_turn for ply in plies[since_ply:start])
    narrator = Narrator(table, t, summary.plies if summary is not None else (), _best(table, start), grouped=True)
    told = narrator.tell(plies[start:], start, asks=asks)
    return News(tuple(told), untold, summary.lines if summary is not None else (), tuple(narrator.turns_told))


def _best(table: StartedTable, start: int) -> Sequence[Told]:
    """Return the sentences since a ply; the best ones for readers who come once a day."""
    told = [each for each in told_from(table, start) if start <= each.ply < len(table.match.plies)]
    if table.options.pace.kind is not TimeControlKind.DAILY:
        return told
    kinds = profile_of(table.game).kinds
    weights = {each: kind.weight for each in told if (kind := each.kind(kinds)) is not None}
    chapters = [each for each in weights if each.find.kind in CHAPTERS]
    best = sorted((each for each in weights if each.find.kind not in CHAPTERS), key=lambda each: -weights[each])
    return sorted(
        (*best[:DAILY_NEWS], *(each for each in chapters if each.ply == chapters[-1].ply)), key=lambda each: each.ply
    )


def turns_ago(table: StartedTable, since_ply: int, turns: int) -> int:
    """Return the ply that began `turns` turns ago, or `since_ply` if that is later."""
    plies = table.match.plies
    for at in range(len(plies), since_ply, -1):
        turns -= plies[at - 1].ends_turn
        if turns < 0:
            return at
    return since_ply


def fitting(told: News, limit: int, t: Translator, most: int = MAX_TURNS) -> list[Line]:
    """Return the newest lines that fit into `limit` characters, and how many turns were left out.

    `most`: the limit on paragraphs.
    """
    kept: list[Line] = []
    turns = told.turns or (1,) * len(told.paragraphs)
    whole, used = 0, sum(map(_room, told.first))
    for paragraph, count in reversed([*zip(told.paragraphs, turns, strict=True)][-most:]):
        left = told.untold + sum(turns) - whole
        spare = limit - used - (LEFT_OUT if left > 1 else 0)
        lines = list(paragraph)
        while lines and sum(map(_room, lines)) > spare:
            lines = lines[1:]  # keep the end of a turn that is too long
        kept[:0] = lines
        used += sum(map(_room, lines))
        whole += count if lines else 0
        if len(lines) < len(paragraph):
            break
    left = told.untold + sum(turns) - whole
    before = [words(t.plural("({n} earlier turn left out)", "({n} earlier turns left out)", left))] if left else []
    return [*told.first, *before, *kept]


def _room(line: Line) -> int:
    return width(plain(line)) + 1
