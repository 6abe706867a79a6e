"""What the host of a tournament can do, in words and buttons that nobody else sees."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.features.tournaments.standing_view import NAME, TournamentView
from bot.core.features.tournaments.view import CUP, heading
from bot.core.i18n.text_format import clip, text_of
from bot.core.i18n.translator import Line, Translator
from bot.core.messages.button_tokens import ButtonVerb, encode
from bot.core.messages.content import Screen
from bot.core.tournaments.tournament import PENDING, Stage, Tournament
from bot.core.views.buttons import danger, grid, main, side

DO = ButtonVerb("host", 2)
"""The tournament, and what its host does: start, pause, extend, cancel; or `back`, to see the choice again."""
LIST = ButtonVerb("list", 2)
"""The tournament, and the first entrant of a list in which the host chooses whom to remove."""
REMOVE = ButtonVerb("drop", 2)
"""The tournament, and the entrant's number."""
SWAPS = ButtonVerb("heirs", 2)
"""The tournament, and the first entrant of a list in which the host chooses whose place somebody else takes."""
SWAP = ButtonVerb("heir", 2)
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
        buttons.append(side(t("Replace someone"), encode(CUP, 0, SWAPS, tournament.id, 0)))
    buttons.append(danger(t("Cancel it"), token("cancel")))
    return Screen(text_of(heading(tournament, t), t.text("What do you want to do?")), rows=grid(buttons, 2))


def removal_screen(view: TournamentView, start: int, t: Translator) -> Screen:
    """Return the list in which the host chooses whom to remove, from one of those who are in."""
    tournament = view.tournament
    there = [one.number for one in tournament.entrants if not one.is_out and not one.is_gone]
    return _list_screen(view, there, start, (LIST, REMOVE), t.text("Who has to leave? They can't come back."), t)


def replacement_screen(view: TournamentView, start: int, t: Translator) -> Screen:
    """Return the list in which the host chooses whose place somebody else takes."""
    tournament = view.tournament
    placed = {one for row in view.rows for one in tournament.members(row.number)}
    there = [
        one.number
        for one in tournament.entrants
        if one.standby not in PENDING and (not one.is_out or one.number in placed)
    ]
    return _list_screen(view, there, start, (SWAPS, SWAP), t.text("Who do you want to replace?"), t)


def _list_screen(
    view: TournamentView,
    there: Sequence[int],
    start: int,
    verbs: tuple[ButtonVerb, ButtonVerb],
    line: Line,
    t: Translator,
) -> Screen:
    """Return a page of entrants; the first of the `verbs` turns the page, the second chooses."""
    tournament, (turns, chooses) = view.tournament, verbs
    start = start if 0 <= start < len(there) else 0
    buttons = [
        side(_own_name(tournament, number, t), encode(CUP, 0, chooses, tournament.id, number))
        for number in there[start : start + CHOICES]
    ]
    rows = [*grid(buttons, 3), (main(t("◀ Back"), encode(CUP, 0, DO, tournament.id, "back")),)]
    if len(there) > CHOICES:
        further = start + CHOICES if start + CHOICES < len(there) else 0
        rows[-1] += (side(t("More"), encode(CUP, 0, turns, tournament.id, further)),)
    return Screen(text_of(heading(tournament, t), line), rows=tuple(rows))


def _own_name(tournament: Tournament, number: int, t: Translator) -> str:
    return clip(tournament.entrants[number].name, NAME) or t("former player")
