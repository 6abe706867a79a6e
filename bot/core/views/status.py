"""The line that says whose turn it is and what they are to do."""

from __future__ import annotations

from typing import Any

from bot.core.domain.table import StartedTable
from bot.core.games.profiles import profile_of
from bot.core.i18n.translator import N_, Line, Translator
from bot.core.views.players import call, human, who
from engine.game import TurnKind

_WAIT = N_("{player} is thinking…")


def status(table: StartedTable, position: dict[str, Any], t: Translator) -> Line:
    """Say who is to act, and how."""
    seat = table.match.turn.seat
    colour = position.get("colour")
    if not human(table, seat):
        return t.text(_WAIT, player=who(table, seat, t, colour))
    sentence = profile_of(table.game).prompts[_situation(table, position)]
    value, steps = position.get("throw") or "", position.get("bonus") or ""
    return t.text(sentence, player=call(table, seat, t, colour), value=value, steps=steps)


def _situation(table: StartedTable, position: dict[str, Any]) -> str:
    phase = str(position["phase"])
    if phase == "move" and position.get("mover", position["seat"]) != position["seat"]:
        return "passed"
    if phase in ("throw", "pick") and _goes_on(table):
        return "again" if phase == "throw" else "pick again"
    return phase


def _goes_on(table: StartedTable) -> bool:
    """Return whether the seat to act has acted in this turn already."""
    plies = table.match.plies
    last = plies[-1] if plies else None
    began = last is None or last.ends_turn
    return not began and table.match.turn.kind is not TurnKind.OVER
