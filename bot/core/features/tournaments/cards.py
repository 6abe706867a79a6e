"""The pictures of a tournament: standings and tables, the bracket of a knock-out, the podium."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from bot.core.domain.new_table import colours_of
from bot.core.features.context import CardPainters
from bot.core.features.tournaments.announcement_view import terms_line
from bot.core.features.tournaments.progress_view import (
    division_name,
    feat_lines,
    knock_out_round,
    round_name,
    score_of,
    shown_games,
)
from bot.core.features.tournaments.standing_view import TournamentView, number_of
from bot.core.features.tournaments.view import kind_of
from bot.core.i18n.text_format import clip
from bot.core.i18n.translator import Translator
from bot.core.tournaments.draws import many_through, table_sizes, through_of
from bot.core.tournaments.standings import Row
from bot.core.tournaments.terms import Format
from bot.core.tournaments.tournament import Pairing, Round, Stage
from render.content.tournament_card import (
    Bracket,
    BracketRound,
    Podium,
    PodiumStep,
    RoundCard,
    StandingRow,
    TableTile,
    TileSide,
)
from render.themes.theme import Theme

STEPS = 6
"""How many of the standings are on the podium and below it."""


@dataclass(frozen=True, slots=True)
class Card:
    """A picture to draw, and its alt text."""

    draw: Callable[[CardPainters, Theme], bytes]
    alt: str


def card_of(view: TournamentView, t: Translator) -> Card | None:
    """Return the picture of a tournament: standings and tables, bracket or podium; None before the first round."""
    tournament = view.tournament
    if tournament.stage not in (Stage.PLAYING, Stage.OVER) or not view.rows:
        return None
    title_, below = clip(tournament.title, 40), terms_line(tournament.terms, t)
    if tournament.stage is Stage.OVER:
        steps = tuple(
            PodiumStep(row.place, view.drawn_name(row.number, t), _score(view, row, t))
            for row in view.rows[:STEPS]
            if not tournament.is_league or tournament.entrants[row.number].division == 0
        )
        told = tuple(feat_lines(view, t))
        podium = Podium(steps, told, f"{kind_of(tournament, t)} · {tournament.id}")
        alt = t.marks.semicolon.join(
            ", ".join(filter(None, (f"{step.place}. {step.name}", step.points))) for step in steps
        )
        return Card(lambda paint, theme: paint.podium(theme, title_, below, podium), f"{title_}{t.marks.colon}{alt}")
    if tournament.terms.format is Format.KNOCKOUT:
        bracket = bracket_of(view, t)
        present = bracket.rounds[len(tournament.rounds) - 1]
        alt = ", ".join(" – ".join(side.name for side in tile.sides) for tile in present.tiles[:10])
        return Card(
            lambda paint, theme: paint.bracket(theme, title_, below, bracket),
            f"{title_}. {present.label}{t.marks.colon}{alt}",
        )
    is_new = not any(row.games for row in view.rows)
    rows = tuple(
        StandingRow(
            "–" if is_new else str(row.place), row.moved, view.drawn_name(row.number, t), number_of(row.points, t),
            t.plural("{n} game", "{n} games", row.games),
            tournament.is_out(row.number),
            heading=division_name(view, row, t),
            medal=row.points > 0 and not is_new,
        )
        for row in view.rows
    )  # fmt: skip
    tiles = tuple(
        TableTile(
            str(number),
            _sides(view, pairing, [], t),
        )
        for number, pairing in enumerate(shown_games(tournament), 1)
    )
    name = "" if tournament.is_arena else round_name(tournament, t)
    alt = t.marks.semicolon.join(
        f"{row.heading and row.heading + t.marks.colon}{row.name}"
        if is_new
        else f"{row.heading and row.heading + t.marks.colon}{row.place}. {row.name}, {row.points}"
        for row in rows[:10]
    )
    return Card(
        lambda paint, theme: paint.round(theme, title_, below, RoundCard(rows, tiles, name)),
        f"{title_}{t.marks.colon}{alt}",
    )


def _score(view: TournamentView, row: Row, t: Translator) -> str:
    """Return the points of somebody on the podium; nothing after a knock-out, where they decide nothing."""
    return "" if view.tournament.terms.format is Format.KNOCKOUT else score_of(view, row, t)[0]


# a bracket ----------------------------------------------------------------------------------------------------------

_Seats = tuple[tuple[int, ...], TableTile]
"""Who sits at a table, by number, and the table as it is drawn."""


def bracket_of(view: TournamentView, t: Translator) -> Bracket:
    """Return the rounds of a knock-out, and as many empty ones as will follow.

    Tables stand in the order in which they lead to the next round. Byes are tables of one.
    """
    tournament = view.tournament
    columns = [_column(view, drawn, t) for drawn in tournament.rounds]
    for after, before in pairwise(reversed(columns)):
        order = {number: index for index, number in enumerate(one for seats, _ in after for one in seats)}
        before.sort(key=lambda one: min((order[n] for n in one[0] if n in order), default=len(order)))
    tables = [tuple(tile for _, tile in column) for column in columns]
    tables += _to_come(view)
    rounds = (BracketRound(knock_out_round(len(tiles), number, t), tiles) for number, tiles in enumerate(tables, 1))
    return Bracket(tuple(rounds), drawn=True)


def _column(view: TournamentView, drawn: Round, t: Translator) -> list[_Seats]:
    final = len(drawn.pairings) == 1 and not drawn.byes
    tables: list[_Seats] = []
    for pairing in drawn.pairings:
        best = through_of(view.tournament, pairing) if pairing.is_over else []
        tables.append((pairing.sides, TableTile("", _sides(view, pairing, best[:1] if final else best, t))))
    return tables + [
        ((one,), TableTile("", (TileSide(view.drawn_name(one, t), through=True),))) for one in drawn.byes
    ]


def _sides(view: TournamentView, pairing: Pairing, best: Sequence[int], t: Translator) -> tuple[TileSide, ...]:
    """Return who sits at a table in which colours; the `best` go on."""
    places = pairing.places or (0,) * len(pairing.sides)
    colours = colours_of(view.tournament.terms.play)
    if view.tournament.terms.pairs:
        colours = tuple("".join(colours[side :: len(places)]) for side in range(len(places)))
    return tuple(
        TileSide(view.drawn_name(one, t), letters, str(place) if place else "", one in best)
        for one, letters, place in zip(pairing.sides, colours, places, strict=True)
    )


def _to_come(view: TournamentView) -> list[tuple[TableTile, ...]]:
    """Return the rounds that have not been drawn, without names; somebody may still leave before."""
    tournament, last = view.tournament, view.tournament.rounds[-1]
    tables = len(last.pairings) + len(last.byes)
    people = sum(many_through(tournament, len(pairing.people)) for pairing in last.pairings) + len(last.byes)
    found = []
    while tables > 1 and people > 1:
        sizes = table_sizes(people, tournament.terms.sides)
        found.append((TableTile("", (TileSide(""),) * tournament.terms.sides),) * len(sizes))
        tables, people = len(sizes), sum(many_through(tournament, size) for size in sizes)
    return found
