"""Taking back a person's last choice, and all after it, automatic rolls included.

The roll before it stands, so nobody rolls twice. A takeback is an entry of the log, which only grows, and rolls that
were taken back stay used, as the dice proof shows.
"""

from __future__ import annotations

from dataclasses import replace

from bot.core.domain.agreement import agreed_by, waiting
from bot.core.domain.permissions import Actor, may_take_back
from bot.core.domain.story import folded
from bot.core.domain.storytelling import best_of
from bot.core.domain.table import StartedTable, Table, begun, in_play, longer
from bot.core.domain.table_values import Throws
from bot.core.domain.throwing import way_of
from bot.core.domain.votes import Answer, Takeback
from bot.core.i18n.refusal import Refusal
from bot.core.i18n.translator import N_
from data.records import MoveRecord, PersonKey
from engine.game import TurnKind
from engine.plies import Automation


def wish(table: Table) -> Takeback | None:
    game, asked = in_play(table), table.votes.takeback
    return asked if game is not None and asked is not None and asked.entries == game.plies else None


def agree(table: Table, person: PersonKey, now: float) -> Table:
    """Ask to take back, or agree to it; the last agreement does it. Raises Refusal."""
    game = begun(table)
    mine = may_take_back(game, Actor(person))
    wanted = agreed_by(wish(game) or _wanted(game, mine), mine)
    if waiting(game, wanted):
        return _with(game, wanted, now)
    after = _with(game, None, now, Answer(wanted.mark, wanted.seat, None))
    entry = MoveRecord(wanted.entries, after.version, f"-{wanted.plies}", wanted.seat, None, now)
    match = game.match.take_back(wanted.plies)
    return replace(after, match=match, story=folded(match, best=best_of(game)), log=longer(game.log, [entry]))


def decline(table: Table, person: PersonKey, now: float) -> Table:
    """Refuse to take back, or withdraw the request; raises Refusal."""
    game, asked = begun(table), wish(table)
    mine = may_take_back(game, Actor(person))
    return _with(game, None, now, None if asked is None else Answer(asked.mark, asked.seat, mine[0]))


def _wanted(table: StartedTable, mine: tuple[int, ...]) -> Takeback:
    """Return the request for the person's last choice and all after it; raises Refusal."""
    plies = table.match.plies
    for back, (ply, move) in enumerate(zip(reversed(plies), reversed(table.standing), strict=True), start=1):
        if ply.kind is not TurnKind.CHOOSE or ply.seat not in mine or move.automation is not None:
            continue
        if ply.automation is not Automation.FORCED_MOVE or way_of(table, ply.seat) is not Throws.SELF:
            return Takeback(len(table.log), back, ply.seat, ())
    raise Refusal(N_("You haven't chosen anything to undo yet."))


def _with(table: StartedTable, wanted: Takeback | None, now: float, answer: Answer | None = None) -> StartedTable:
    votes = replace(table.votes, takeback=wanted, answered=answer)
    return replace(table, votes=votes, version=table.next_version, updated=now)
