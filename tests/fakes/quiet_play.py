"""Play a game ahead without showing it: what a test needs that is about its end, and not about its boards."""

from __future__ import annotations

import random
from collections.abc import Collection
from dataclasses import replace

from bot.core.domain import play
from bot.core.domain.deadlines import to_act
from bot.core.domain.table import StartedTable, Table
from bot.core.views.board import choices_of
from data.records import PersonKey, Status
from engine.game import TurnKind

ENOUGH = 40
"""Presses in one change of a table."""


class Ahead:
    """Choices of people who do not look, by the same luck as those who press what a board offers."""

    def __init__(self, people: Collection[PersonKey], rng: random.Random, now: float, most: int = ENOUGH) -> None:
        self._people = people
        self._rng = rng
        self._now = now
        self._most = most
        self.count = 0
        """The number of presses so far."""

    def __call__(self, table: Table) -> Table:
        """Return the table some presses later: before another has to act, and before the press that ends the game."""
        start = table.version
        while self.count < self._most:
            luck = self._rng.getstate()
            after = self._pressed(table)
            if after is None or after.status is Status.OVER:
                self._rng.setstate(luck)
                break
            table, self.count = replace(after, version=start), self.count + 1
        return replace(table, version=start + 1) if self.count else table

    def _pressed(self, table: Table) -> Table | None:
        seat = to_act(table)
        person = None if seat is None else seat.person
        if person is None or person not in self._people or not isinstance(table, StartedTable):
            return None
        rolls = table.match.turn.kind is TurnKind.THROW
        chosen = self._rng.choice(["throw"] if rolls else list(choices_of(table.match)))
        if rolls:
            return play.throw(table, person, self._now)
        return play.move(table, person, chosen, self._now)
