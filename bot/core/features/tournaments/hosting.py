"""What the host of a tournament can do, in words and buttons that nobody else sees."""

from __future__ import annotations

from bot.core.features.tournaments.view import CUP, TournamentView, heading
from bot.core.i18n.text_format import text_of
from bot.core.i18n.translator import Translator
from bot.core.messages.button_tokens import ButtonVerb, encode
from bot.core.messages.content import Screen
from bot.core.tournaments.tournament import Stage, Tournament
from bot.core.views.buttons import danger, grid, main, side

DO = ButtonVerb("host", 2)
"""The tournament, and what its host does: start, pause, extend, cancel; or `back`, to see the choice again."""
LIST = ButtonVerb("list", 2)
"""The tournament, and the first entrant of a list in which the host chooses whom to remove."""
REMOVE = ButtonVerb("drop", 2)
"""The tournament, and the entrant's number."""
CHOICES = 12
"""Entrants on a page of buttons."""


def host_screen(tournament: Tournament, t: Translator) -> Screen:
    """Return what only the host sees: what they can do, each with a button."""

    def token(deed: str) -> str:
        return encode(CUP, 0, DO, tournament.id, deed)

    buttons = []
    if tournament.stage is Stage.ENTRIES:
        buttons.append(main(t("Start now"), token("start")))
    buttons.append(side(t("Go on") if tournament.paused is not None else t("Pause"), token("pause")))
    if tournament.stage is Stage.PLAYING and not tournament.is_arena:
        buttons.append(side(t("Extend the round"), token("extend")))
    if any(not one.is_out for one in tournament.entrants):
        buttons.append(side(t("Remove someone"), encode(CUP, 0, LIST, tournament.id, 0)))
    buttons.append(danger(t("Cancel it"), token("cancel")))
    return Screen(text_of(heading(tournament, t), t.text("What do you want to do?")), rows=grid(buttons, 2))


def removal_screen(view: TournamentView, start: int, t: Translator) -> Screen:
    """Return the list in which the host chooses whom to remove, from one of those who are in."""
    tournament = view.tournament
    there = [one.number for one in tournament.entrants if not one.is_out and not one.is_gone]
    start = start if 0 <= start < len(there) else 0
    buttons = [
        side(view.name(number, t), encode(CUP, 0, REMOVE, tournament.id, number))
        for number in there[start : start + CHOICES]
    ]
    rows = [*grid(buttons, 3), (main(t("◀ Back"), encode(CUP, 0, DO, tournament.id, "back")),)]
    if len(there) > CHOICES:
        further = start + CHOICES if start + CHOICES < len(there) else 0
        rows[-1] += (side(t("More"), encode(CUP, 0, LIST, tournament.id, further)),)
    return Screen(text_of(heading(tournament, t), t.text("Who is out? They can't come back.")), rows=tuple(rows))
