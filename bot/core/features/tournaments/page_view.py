"""A tournament for a page with room for all of it: how it stands, its standings, and the tables of a round."""

from __future__ import annotations

from dataclasses import dataclass

from bot.core.features.tournaments.announcement_view import announcement_lines, terms_line
from bot.core.features.tournaments.progress_view import (
    closing_lines,
    division_name,
    knock_out_round,
    stage_lines,
    table_line,
)
from bot.core.features.tournaments.standing_view import TournamentView, number_of
from bot.core.features.tournaments.view import cancelled_line, heading, paused_line
from bot.core.i18n.text_format import text_of, words
from bot.core.i18n.translator import Line, Translator
from bot.core.messages.content import Text
from bot.core.tournaments.terms import Format
from bot.core.tournaments.tournament import Pairing, Stage, Tournament
from data.records import ChatKey

ARENA = 60
"""Most tables of an arena: those under way first, then the latest."""


@dataclass(frozen=True, slots=True)
class PageRow:
    """A line of the standings. `heading`: the division that begins here. `out`: they have left."""

    place: int
    moved: int | None
    who: Line
    points: str
    games: int
    out: bool
    heading: str


@dataclass(frozen=True, slots=True)
class PageTable:
    """A table. `here`: somebody plays it from this chat. `open`: it can be looked at."""

    code: str
    line: Line
    over: bool
    here: bool
    open: bool


@dataclass(frozen=True, slots=True)
class CupPage:
    """What a chat's page shows of a tournament. `round`: whose `tables` these are, from 0; `rounds`: their names."""

    code: str
    heading: Text
    about: Text
    rows: tuple[PageRow, ...]
    scored: bool
    rounds: tuple[str, ...]
    round: int
    tables: tuple[PageTable, ...]


def page_of(view: TournamentView, chat: ChatKey, wanted: int | None, t: Translator) -> CupPage:
    """Return the page of a tournament with the tables of a round: the wanted one, else the last."""
    tournament = view.tournament
    names = _round_names(tournament, t)
    number = wanted if wanted is not None and 0 <= wanted < len(names) else len(names) - 1
    rows = tuple(
        PageRow(
            row.place,
            row.moved,
            view.who(row.number, t),
            number_of(row.points, t),
            row.games,
            tournament.is_out(row.number),
            division_name(view, row, t),
        )
        for row in view.rows
        if tournament.rounds
    )
    tables = tuple(
        PageTable(
            pairing.table,
            table_line(view, place, pairing, t, chat, with_code=False),
            pairing.is_over,
            any(one.chat == chat for one in tournament.people_of(pairing)),
            pairing.opened,
        )
        for place, pairing in _shown(tournament, number)
    )
    scored = tournament.terms.format is not Format.KNOCKOUT
    return CupPage(
        tournament.id, text_of(heading(tournament, t)), _about(view, t), rows, scored, names, number, tables
    )


def _about(view: TournamentView, t: Translator) -> Text:
    tournament = view.tournament
    lines: list[Line] = [] if tournament.paused is None else [paused_line(t)]
    if tournament.stage in (Stage.ENTRIES, Stage.CHECKIN):
        return text_of(*lines, *announcement_lines(view, t, None))
    lines.append(words(terms_line(tournament.terms, t)))
    if tournament.stage is Stage.PLAYING:
        lines += stage_lines(view, t)
    elif tournament.stage is Stage.OVER:
        lines += closing_lines(view, t)
    else:
        lines.append(cancelled_line(tournament, t))
    return text_of(*lines)


def _round_names(tournament: Tournament, t: Translator) -> tuple[str, ...]:
    """Return the names of the rounds drawn so far; an arena's games are one."""
    if tournament.is_arena:
        return (t("Tables"),) if tournament.rounds else ()
    if tournament.terms.format is Format.KNOCKOUT:
        sizes = [len(drawn.pairings) + len(drawn.byes) for drawn in tournament.rounds]
        return tuple(knock_out_round(size, number, t) for number, size in enumerate(sizes, 1))
    return tuple(t("Round {n}", n=number) for number in range(1, len(tournament.rounds) + 1))


def _shown(tournament: Tournament, number: int) -> list[tuple[int, Pairing]]:
    """Return the tables of a round with their numbers; of an arena those under way, then the latest."""
    if not tournament.rounds:
        return []
    if not tournament.is_arena:
        return list(enumerate(tournament.rounds[number].pairings, 1))
    every = list(enumerate(tournament.pairings, 1))
    return sorted(every, key=lambda one: (one[1].is_over, -one[0]))[:ARENA]
