"""The line that says whose turn it is and what they are to do."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bot.core.domain.table import Table
from bot.core.i18n.translator import N_, Line, Translator
from bot.core.views.players import call, human, who
from engine.game import TurnKind

_TO_DO = {
    ("parchis", "opening"): N_("{player}, throw the die: the highest number begins."),
    ("parchis", "throw"): N_("{player}, it is your turn. Throw the die!"),
    ("parchis", "again"): N_("{player}, throw again!"),
    ("parchis", "move"): N_("{player}, you have a {value}. Which piece do you move?"),
    ("parchis", "bonus"): N_("{player}, {steps} more for you. Which piece do you move?"),
    ("parchis", "pick"): N_("{player}, it is your turn. Which number do you play?"),
    ("parchis", "pick again"): N_("{player}, pick another number!"),
    ("palma", "opening"): N_("{player}, draw the lot: who begins?"),
    ("palma", "throw"): N_("{player}, it is your turn. Throw the sticks!"),
    ("palma", "again"): N_("{player}, throw again!"),
    ("palma", "move"): N_("{player}, you have a {value}. Which piece do you move?"),
    ("palma", "passed"): N_("{player}, a {value} was passed to you. Which piece do you move?"),
}
_WAIT = N_("{player} is thinking…")


def status(table: Table, position: dict[str, Any], t: Translator) -> Line:
    """Who is to act, and how."""
    assert table.match is not None  # noqa: S101 - a table in play has its match
    seat = table.match.turn.seat
    colour = position.get("colour")
    if not human(table, seat):
        return t.text(_WAIT, player=who(table, seat, t, colour))
    sentence = _TO_DO[table.record.game, _situation(table, position)]
    value, steps = position.get("throw") or "", position.get("bonus") or ""
    return t.text(sentence, player=call(table, seat, t, colour), value=value, steps=steps)


def hints(game: str, position: dict[str, Any], moves: Iterable[str], events: Iterable[Any], t: Translator) -> str:
    """Why the choice is what it is, where that is not plain to see."""
    if game != "parchis" or position["phase"] != "move":
        return ""
    steps = {move.partition("+")[2] for move in moves}
    told = []
    if steps == {"in"}:
        told.append(t("A 5 must bring a piece out."))
    if position.get("throw") == 6 and all(
        any(event["type"] == "barrier_opened" for event in each) for each in events
    ):
        told.append(t("A 6 must open a barrier."))
    if "6" in steps and steps & {"7", "12"} and position.get("again", True):
        told.append(t("If you move only 6, you do not play again."))
    return " ".join(told)


def _situation(table: Table, position: dict[str, Any]) -> str:
    phase = str(position["phase"])
    if phase == "move" and position.get("mover", position["seat"]) != position["seat"]:
        return "passed"
    if phase in ("throw", "pick") and _goes_on(table):
        return "again" if phase == "throw" else "pick again"
    return phase


def _goes_on(table: Table) -> bool:
    """Whether the seat to act has acted in this turn already."""
    assert table.match is not None  # noqa: S101 - a table in play has its match
    plies = table.match.plies
    last = plies[-1] if plies else None
    began = last is None or any(event["type"] == "turn" for event in last.events)
    return not began and table.match.turn.kind is not TurnKind.OVER
