"""Past tournaments of a chat: a list, and each with its final standings and its tables to replay."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.features.tournaments.announcement_view import terms_line
from bot.core.features.tournaments.progress_view import score_of
from bot.core.features.tournaments.standing_view import TournamentView
from bot.core.features.tournaments.view import CUP, heading, kind_of
from bot.core.i18n.text_format import clip, strong, text_of, words
from bot.core.i18n.translator import Line, Translator
from bot.core.messages.button_tokens import ButtonVerb, encode
from bot.core.messages.content import Button, Part, Screen, Style
from bot.core.tournaments.tournament import Pairing, Stage, Tournament
from bot.core.views.buttons import grid, side
from bot.core.views.game_over import MEDALS
from bot.core.views.past_games import day

PAST = ButtonVerb("cups", 1)
"""A page of the list."""
ENDED = ButtonVerb("cupend", 2)
"""The tournament, and a page of its standings and tables."""
ROWS = 15
"""Places or tables on a page."""
TITLE = 30


def past_screen(cups: Sequence[TournamentView], page: int, t: Translator, *, more: bool) -> Screen:
    """Show one page of the list, with a button for each tournament that has standings."""
    lines: list[Line] = [(strong(t("Tournaments in this chat")),)]
    buttons: list[Button] = []
    for cup in cups:
        tournament = cup.tournament
        lines.append((strong(clip(tournament.title, TITLE)), *words(" · "), *past_line(cup, t)))
        if cup.rows and tournament.stage is Stage.OVER:
            buttons.append(side(clip(tournament.title, TITLE), encode(CUP, 0, ENDED, tournament.id, 0)))
    turns = [side(t("◀ Newer"), encode(CUP, 0, PAST, page - 1))] if page else []
    turns += [side(t("Older ▶"), encode(CUP, 0, PAST, page + 1))] if more else []
    rows = grid(buttons, 3)
    return Screen(text_of(*lines), rows=(*rows, tuple(turns)) if turns else rows)


def past_line(cup: TournamentView, t: Translator) -> Line:
    """Return what a tournament was, when, and what became of it."""
    ended = day(cup.tournament.ended or cup.tournament.created, t)
    return (*words(f"{kind_of(cup.tournament, t)} · {ended} · "), *_came(cup, t))


def _came(cup: TournamentView, t: Translator) -> Line:
    """Return what became of a tournament."""
    if cup.tournament.stage is Stage.CANCELLED:
        return t.text("didn't take place")
    if cup.tournament.stage is not Stage.OVER or not cup.rows:
        return t.text("in progress")
    return (Part("🥇 "), *cup.who(cup.rows[0].number, t))


def ended_screen(view: TournamentView, page: int, t: Translator) -> Screen:
    """Show a page of a finished tournament: the standings first, then its tables."""
    tournament = view.tournament
    tables = [(number, one) for number, drawn in enumerate(tournament.rounds, 1) for one in drawn.pairings]
    places = -(-len(view.rows) // ROWS)
    pages = places + -(-len(tables) // ROWS)
    page = page if 0 <= page < pages else 0
    lines: list[Line] = [heading(tournament, t), words(terms_line(tournament.terms, t))]
    if page < places:
        lines += _standing(view, page * ROWS, t)
    else:
        first = (page - places) * ROWS
        lines += _tables(view, tables[first : first + ROWS], t)
        lines.append(
            t.text("See such a game again: {command}", command=t.command(f"/replay {tables[first][1].table}"))
        )
    buttons = [
        side(t("◀ Back"), encode(CUP, 0, PAST, 0) if page == 0 else encode(CUP, 0, ENDED, tournament.id, page - 1))
    ]
    if page + 1 < pages:
        label = t("Tables ▶") if page + 1 >= places else t("More ▶")
        buttons.append(side(label, encode(CUP, 0, ENDED, tournament.id, page + 1)))
    return Screen(text_of(*lines), rows=(tuple(buttons),))


def _standing(view: TournamentView, first: int, t: Translator) -> list[Line]:
    lines: list[Line] = []
    for row in view.rows[first : first + ROWS]:
        one = view.tournament.entrants[row.number]
        if row.place == 1 and view.tournament.is_league:
            lines.append((strong(t("Division {n}", n=one.division + 1)),))
        sign = MEDALS.get(row.place, f"{row.place}.")
        score = ", ".join(score_of(view, row, t))
        lines.append((Part(f"{sign} "), *view.who(row.number, t), Part(f" · {score}")))
    return lines


def _tables(view: TournamentView, tables: Sequence[tuple[int, Pairing]], t: Translator) -> list[Line]:
    """Return tables with who came in where, each with its game to replay; rounds have headings."""
    lines: list[Line] = []
    before = 0
    for number, pairing in tables:
        if number != before and not view.tournament.is_arena:
            lines.append((strong(t("Round {n}", n=number)),))
        before = number
        order = sorted(zip(pairing.places, pairing.sides, strict=True)) if pairing.is_over else []
        parts = [Part(pairing.table, Style.CODE, game=pairing.table), Part(" · ")]
        for index, (place, side_) in enumerate(order):
            parts += [Part(", ")] if index else []
            parts += [Part(f"{place}. "), *view.who(side_, t)]
        lines.append(tuple(parts))
    return lines


def past_of(found: Sequence[Tournament]) -> list[TournamentView]:
    """Return tournaments with their standings."""
    return [TournamentView.of(one) for one in found]
