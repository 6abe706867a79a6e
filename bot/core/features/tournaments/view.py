"""A tournament in words and buttons: entries, check-in, rounds, the end."""

from __future__ import annotations

import hashlib
from dataclasses import replace

from bot.core.features.tournaments.announcement_view import announcement_lines
from bot.core.features.tournaments.progress_view import ending_lines, playing_lines, shown_games
from bot.core.features.tournaments.standing_view import TournamentView
from bot.core.i18n.text_format import clip, strong, text_of, width
from bot.core.i18n.translator import N_, Line, Translator
from bot.core.messages.button_tokens import ButtonVerb, encode
from bot.core.messages.content import Button, Part, Screen, Subject, Text
from bot.core.tournaments.crowd import is_crowded
from bot.core.tournaments.life import FEW
from bot.core.tournaments.terms import Format
from bot.core.tournaments.tournament import Pairing, Stage, Tournament
from bot.core.views.buttons import grid, main, side
from data.records import ChatKey

CUP = "cup"
"""A token's placeholder for the table."""
ENTER = ButtonVerb("enter", 1)
QUIT = ButtonVerb("quit", 1)
HERE = ButtonVerb("here", 1)
REST = ButtonVerb("rest", 1)
MANAGE = ButtonVerb("manage", 1)
MINE = ButtonVerb("mine", 1)
WATCH = ButtonVerb("look", 2)
"""The tournament, and the table that a chat wants to watch."""
TABLES = ButtonVerb("cupgames", 2)
"""The tournament, and the first table on a page of a list; or `all`, to see the list in a message for it alone."""
LIST = "all"
WATCHED = 6
"""Most buttons of a tournament's message for tables to watch; the last of them leads to the others."""

FORMATS = {
    Format.KNOCKOUT: N_("knock-out"),
    Format.SWISS: N_("Swiss system"),
    Format.ALL: N_("round robin"),
    Format.ARENA: N_("arena"),
}
MOST_LINES = (10, 8, 6, 4, 2, 0)
"""Tables and places in words: as many as fit."""
CAPTION = 1000
"""Characters below a picture."""


def digest_of(view: TournamentView, t: Translator, chat: ChatKey) -> str:
    """Return a digest of what a chat's message shows: the same in all processes, which order a set differently."""
    screen = tournament_screen(view, t, chat)
    rows = [(row.number, row.points, row.moved) for row in view.rows]
    shown = (replace(screen, about=None), sorted(screen.people), rows)
    return hashlib.sha256(repr(shown).encode()).hexdigest()[:16]


def tournament_screen(view: TournamentView, t: Translator, chat: ChatKey | None = None) -> Screen:
    """Return the message of a tournament, without its picture; it fits below one. It calls people of its `chat`."""
    tournament = view.tournament
    people = frozenset(one.person for one in tournament.entrants if one.name)
    text = next(
        (text for most in MOST_LINES if width((text := _text(view, most, t, chat)).plain) <= CAPTION),
        _text(view, MOST_LINES[-1], t, chat),
    )
    rows = _buttons(tournament, t, home=chat in (None, tournament.chat))
    about = Subject(people, event=tournament.id)
    return Screen(text, rows=(*rows, *_watching(tournament, t, chat)), about=about)


def _games(tournament: Tournament) -> list[tuple[int, Pairing]]:
    """Return the tables of this round that are under way, with their numbers."""
    if tournament.stage is not Stage.PLAYING or not tournament.rounds:
        return []
    return [(number, one) for number, one in enumerate(shown_games(tournament), 1) if one.opened and not one.is_over]


def games_away(tournament: Tournament, chat: ChatKey) -> list[tuple[int, Pairing]]:
    """Return the tables of this round that nobody plays from a chat, with their numbers."""
    return [
        (number, one)
        for number, one in _games(tournament)
        if all(tournament.entrants[who].chat != chat for who in one.people)
    ]


def games_elsewhere(tournament: Tournament, chat: ChatKey) -> list[tuple[int, Pairing]]:
    """Return the tables of this round whose boards a chat doesn't show, with their numbers."""
    games = _games(tournament)
    crowded = bool(games) and is_crowded(tournament, games[0][1], chat)  # the same for all of a round
    return games if crowded else games_away(tournament, chat)


def watch_button(tournament: Tournament, number: int, one: Pairing, t: Translator) -> Button:
    return side(t("Watch {n}", n=number), encode(CUP, 0, WATCH, tournament.id, one.table))


def _watching(tournament: Tournament, t: Translator, chat: ChatKey | None) -> tuple[tuple[Button, ...], ...]:
    """Return buttons to watch tables that nobody plays from this chat, and one for all that it doesn't show."""
    away = [] if chat is None else games_away(tournament, chat)
    more = len(away) > WATCHED or (chat is not None and len(games_elsewhere(tournament, chat)) > MOST_LINES[0])
    buttons = [watch_button(tournament, *one, t) for one in away[: WATCHED - more]]
    if more:
        buttons.append(side(t("More tables"), encode(CUP, 0, TABLES, tournament.id, LIST)))
    return grid(buttons, 3)


def _text(view: TournamentView, most: int, t: Translator, chat: ChatKey | None) -> Text:
    """Return the words of a tournament, with at most this many tables and places."""
    tournament = view.tournament
    lines: list[Line] = [heading(tournament, t)]
    if tournament.paused is not None:
        lines.append(paused_line(t))
    if tournament.stage in (Stage.ENTRIES, Stage.CHECKIN):
        lines += announcement_lines(view, t, chat)
    elif tournament.stage is Stage.PLAYING:
        lines += playing_lines(view, most, t, chat)
    elif tournament.stage is Stage.OVER:
        lines += ending_lines(view, most, t)
    else:
        lines.append(cancelled_line(tournament, t))
    return text_of(*lines)


def paused_line(t: Translator) -> Line:
    return (Part("⏸ "), *t.text("Paused. Games go on, rounds wait."))


def cancelled_line(tournament: Tournament, t: Translator) -> Line:
    few = t.text("Too few people came, so it's off.")
    return few if tournament.why == FEW else t.text("The host has cancelled it.")


def kind_of(tournament: Tournament, t: Translator) -> str:
    """Return what a tournament is: a league, or its format."""
    return t("league") if tournament.is_league else t(FORMATS[tournament.terms.format])


def heading(tournament: Tournament, t: Translator) -> Line:
    """Return the title and the format."""
    return (Part("🏆 "), strong(clip(tournament.title, 60)), Part(f" · {kind_of(tournament, t)}"))


def _buttons(tournament: Tournament, t: Translator, *, home: bool) -> tuple[tuple[Button, ...], ...]:
    """Return a message's buttons; only the tournament's own chat has the host's."""

    def token(verb: ButtonVerb) -> str:
        return encode(CUP, 0, verb, tournament.id)

    enter, leave = t("Enter"), side(t("Leave"), token(QUIT))
    if tournament.stage is Stage.ENTRIES:
        buttons = [main(enter, token(ENTER)), leave]
    elif tournament.stage is Stage.CHECKIN:
        buttons = [main(t("I'm here"), token(HERE)), side(enter, token(ENTER)), leave]
    elif tournament.stage is Stage.PLAYING:
        games, token_of_games = t("My games"), token(MINE)
        buttons = [main(games, token_of_games), leave]
        if tournament.is_arena:
            rest = side(t("Rest or carry on"), token(REST))
            buttons = [main(enter, token(ENTER)), rest, side(games, token_of_games), leave]
    else:
        return ()
    return grid([*buttons, side(t("Manage"), token(MANAGE))] if home else buttons, 3)
