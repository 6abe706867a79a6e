"""Leave out of a chat's history what is no event: plain moves, and a piece that is stuck as it was before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.core.domain.road import Road
from bot.core.domain.table import StartedTable
from bot.core.games.commentary import is_cheap
from bot.core.games.profiles import profile_of
from bot.core.i18n.text_format import words
from bot.core.i18n.translator import Line
from bot.core.views.told_turns import Clause, Turn
from engine.events import Captured, Entered, Event, Moved

SIGHT = 8
"""Squares to go from which on each move of a team's last piece has a clause."""


class EventsOnly:
    """What the turns of one message that stays have besides plain moves."""

    def __init__(self, table: StartedTable) -> None:
        self._table = table
        self._profile = profile_of(table.game)
        self._reasons: set[tuple[Line, ...]] = set()
        self._silent = 0
        self.has_left_out = False
        """Whether a turn had no event."""

    def keep(self, turn: Turn, player: Line, before: Any, *, earlier: bool) -> None:
        """Leave plain moves out of a turn that ends, but for those of a team's last piece, or of one near its end.

        Numbers that move nothing stay with a comment, or if they are a last piece's. Say a reason once; that a piece
        is in the way only with a comment. `before`: the state before the turn's last number. `earlier`: an event
        has the numbers before it too.
        """
        happened, road = bool(turn.line), Road(self._table.match.game, before, self._table.sides)
        side = road.side_of(turn.seat)
        is_last, is_team = road.left[side] == 1, len(road.sides[side]) > 1
        moves = is_last and is_team and road.to_go[side] <= SIGHT
        stuck = bool(turn.headlines) or (is_last and road.has_goal)
        turn.keep_events(player, near=is_last and not is_team, moves=moves, stuck=stuck, earlier=earlier)
        reasons = (player, *(deed for clause in turn.clauses for deed in clause.deeds))
        if turn.clauses and all(clause.stuck is not None for clause in turn.clauses):
            is_blocked = all(clause.stuck and clause.stuck.blocks for clause in turn.clauses)
            if not turn.headlines and (reasons in self._reasons or is_blocked):
                turn.clauses.clear()
            self._reasons.add(reasons)
        is_told = turn.is_told and not any(clause.moves for clause in turn.clauses)
        if is_told or (is_team and not moves and turn.is_small):
            turn.clauses.clear()
        if happened and not (turn.clauses or turn.headlines or turn.chapter):
            self._silent += 1
            self.has_left_out = True

    def weigh(self, clause: Clause, done: Sequence[Event], before: Any, after: Any) -> None:
        """Note whether a piece only came out by a number, and not its player's first; or what captures cost."""
        clause.moves |= any(isinstance(event, Moved | Captured) for event in done)
        then, now = (self._table.match.game.steps(state) for state in (before, after))
        match done:
            case [Entered(piece=piece)]:
                owner = next(at for at, seat in enumerate(self._table.seats) if piece[0] in seat.colours)
                clause.entered = then[owner] > 0 or bool(self._table.seating.teams)
            case _:
                loss = max(map(int.__sub__, then, now), default=0) - 1  # to the square outside home
                prey = {event.owner for event in done if isinstance(event, Captured)}
                if loss > 0 and not prey and clause.deeds and self._profile.by_pieces:  # a third 6
                    clause.deeds[-1] = (*clause.deeds[-1], *words(f" (−{loss})"))
                cost = sum(then[owner] - now[owner] for owner in prey)
                clause.is_cheap = bool(prey) and is_cheap(cost, len(self._table.seats))

    def forget(self) -> int:
        """Return how many turns were left out since the last call."""
        silent, self._silent = self._silent, 0
        return silent
