"""The board of a table before its game: who sits where, and what can be done there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.core.domain.seat_offers import offer_at
from bot.core.domain.table import Table, open_match
from bot.core.games.levels import base, today
from bot.core.i18n.text_format import capital, clip, plain, unsigned
from bot.core.i18n.translator import N_, Translator
from bot.core.messages.button_tokens import Verb, encode
from bot.core.messages.content import Button, Disc, Picture, Place, Screen
from bot.core.views.alt_text import ALT_LIMIT, clipped
from bot.core.views.buttons import choice, side
from bot.core.views.lobby import seat_lines
from bot.core.views.lobby_pages import seat_label
from bot.core.views.players import introduced, level, name
from data.records import Status
from engine import players
from render.content.scene import Scene

FREE = "\N{CHAIR}"
"""The picture's placeholder for a player's name; no text contains it."""

_LEVELS = {
    "beginner": N_("Beginner"),
    "casual": N_("Normal"),
    "strong": N_("Strong"),
    "master": N_("Master"),
}
"""One-word names of the bots' levels, where it is plain that they are a bot's."""


def lobby_scene(table: Table, t: Translator, theme: str = "classic") -> Scene:
    """Return a lobby's picture: the board before the first ply; raises EngineError."""
    match = open_match(table)
    return Scene(
        game=table.game,
        state=match.state,
        names=tuple(_sitter(table, seat, t) for seat in range(len(table.seats))),
        size=None,
        theme=theme,
        teams=table.seating.teams or (),
        waiting=True,
    )


def with_board(
    screen: Screen, table: Table, t: Translator, picture: Picture, seats: Sequence[tuple[Disc, ...]]
) -> Screen:
    """Add the picture of a lobby to its screen, in words too, and the seats' places; unchanged for a closed table."""
    if table.status is not Status.LOBBY:
        return screen
    told = t.marks.semicolon.join(unsigned(plain(line)) for line in seat_lines(table, t))
    alt = clipped(t("The board before the game. {seats}", seats=told), ALT_LIMIT)
    places = tuple(_place(table, seat, discs, t) for seat, discs in enumerate(seats))
    return replace(screen, picture=replace(picture, description=alt), places=places)


def _sitter(table: Table, seat: int, t: Translator) -> str:
    offer = offer_at(table, seat)
    if offer is not None:
        return f"{clip(offer.name)} ?"
    return FREE if table.seats[seat].is_free else name(table, seat, t)


def _place(table: Table, seat: int, discs: tuple[Disc, ...], t: Translator) -> Place:
    """Return a seat's action: take it, leave it, accept it, or choose the level of its bot."""
    record, named = table.seats[seat], seat_label(table, seat, t)
    offer = offer_at(table, seat)
    if offer is not None:
        deed = side(t("I'm in!"), encode(table.id, table.version, Verb.ACCEPT))
        return Place(discs, f"{named}{t.marks.colon}{clip(offer.name)}", (deed,), offer.person)
    if record.person is not None:
        leave = _button(table, t("Leave seat: {side}", side=named), Verb.RISE, seat)
        return Place(discs, f"{named}{t.marks.colon}{name(table, seat, t)}", (leave,), record.person)
    if record.computer is None:
        return Place(discs, named, (_button(table, t("Sit down: {side}", side=named), Verb.SIT, seat),))
    now, among = base(record.computer), f"{named}{t.marks.colon}{name(table, seat, t)}"
    levels = [
        _button(
            table,
            choice(capital(level(t, each)), among, chosen=each == today(players.plain(record.computer))),
            Verb.COMPUTER,
            seat,
            players.styled(each, players.style_of(record.computer)),
        )
        for each in players.levels()
    ]
    free = _button(table, choice(t("Nobody"), among, chosen=False), Verb.FREE, seat)
    bot = f"{named}{t.marks.colon}{introduced(table, seat, t)}"
    return Place(discs, bot, (*levels, free), table.host, t(_LEVELS[now]) if now in _LEVELS else now)


def _button(table: Table, label: str, verb: Verb, *arguments: str | int) -> Button:
    return side(label, encode(table.id, table.version, verb, *arguments))
