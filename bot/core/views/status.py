"""The line with the player to act, their action, and what is at stake."""

from __future__ import annotations

from typing import Any

from bot.core.domain.storytelling import turns_before
from bot.core.domain.table import StartedTable
from bot.core.games.commentary import Stake
from bot.core.games.profiles import profile_of
from bot.core.games.wordings import in_turn
from bot.core.i18n.lists import OR, listed
from bot.core.i18n.text_format import capital, named, words
from bot.core.i18n.translator import N_, Line, Translator
from bot.core.views.players import call, human, short_name, who
from engine.events import Picked
from engine.game import TurnKind

_WAIT = N_("🤔 {player} is thinking…")


def status(table: StartedTable, position: dict[str, Any], t: Translator) -> Line:
    """Return who is to act and how, and what the next roll may bring if that is remarkable."""
    seat = table.match.turn.seat
    colour = position.get("colour")
    if not human(table, seat):
        return t.text(_WAIT, player=who(table, seat, t, colour))
    line = request_to_act(table, position, call(table, seat, t, colour), t)
    stake = profile_of(table.game).stake(table.match.state)
    return line if stake is None else (*line, *words(" "), *at_stake(table, stake, t))


def request_to_act(table: StartedTable, position: dict[str, Any], player: Line, t: Translator) -> Line:
    """Ask the player, by these words, for their action."""
    profile, situation = profile_of(table.game), _situation(table, position)
    value, steps = position.get("throw") or "", position.get("bonus") or ""
    first = profile.bonuses[int(steps)].prompt if steps else profile.prompts[situation]
    wordings = (first, *profile.more_prompts.get(situation, ()))
    sentence = in_turn(wordings, _number(table)) if wordings[1:] else first
    return t.text(sentence, player=player, value=value, steps=steps, other=_name(table, position["seat"], t))


def at_stake(table: StartedTable, stake: Stake, t: Translator) -> Line:
    numbers = [str(number) for number in stake.numbers]
    rolls = [t("a {value}", value=number) for number in numbers]
    line = t.text(
        in_turn((stake.sentence, *stake.others), _number(table)) if stake.others else stake.sentence,
        numbers=listed(t, numbers, OR),
        rolls=listed(t, rolls, OR),
        victim="" if stake.victim is None else _name(table, stake.victim, t),
        hole="" if stake.hole is None else stake.hole,
    )
    first = line[0]
    return (first._replace(text=capital(first.text)), *line[1:])


def _number(table: StartedTable) -> int:
    """Return a number that differs from request to request to the same player."""
    plies, seat = table.match.plies, table.match.turn.seat
    rolls, at = 0, len(plies)
    while at and not plies[at - 1].ends_turn:
        at -= 1
        rolls += plies[at].kind is not TurnKind.CHOOSE
    return 3 * turns_before(table, len(plies))[seat] + rolls


def _name(table: StartedTable, seat: int, t: Translator) -> Line:
    return (named(short_name(table, seat, t), table.seats[seat].person),)


def _situation(table: StartedTable, position: dict[str, Any]) -> str:
    phase = str(position["phase"])
    if phase == "move" and position.get("mover", position["seat"]) != position["seat"]:
        return "passed"
    if phase == "move" and _has_picked(table):
        return "picked"
    if phase in ("throw", "pick") and _goes_on(table):
        return "again" if phase == "throw" else "pick again"
    return phase


def _has_picked(table: StartedTable) -> bool:
    """Return whether the last number was picked, not rolled."""
    plies = table.match.plies
    return bool(plies) and isinstance(plies[-1].events[-1], Picked)


def _goes_on(table: StartedTable) -> bool:
    """Return whether the seat to act has acted in this turn already."""
    plies = table.match.plies
    last = plies[-1] if plies else None
    began = last is None or last.ends_turn
    return not began and table.match.turn.kind is not TurnKind.OVER
