"""A game under way: a person's action, and everything automatic until a person must act again."""

from __future__ import annotations

import hmac
import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from types import MappingProxyType
from typing import Any

from bot.core.common.changes import copied
from bot.core.domain import throwing
from bot.core.domain.permissions import Actor, require_turn
from bot.core.domain.story import folded, told_on
from bot.core.domain.table import StartedTable, Table, begun, in_play, longer, open_match
from bot.core.domain.table_values import TableResult, Throws
from bot.core.games.game_words import words_of
from bot.core.games.profiles import profile_of
from bot.core.i18n.refusal import Refusal
from bot.core.i18n.translator import N_
from data.records import MoveRecord, PersonKey, Status
from engine import players
from engine.dice import FairDice, terms
from engine.game import Move, Result, Turn, TurnKind
from engine.match import Match, forced
from engine.notation import DICE
from engine.players.effort import load
from engine.plies import Automation

COMPUTER = "computer"
"""The automation of a bot's action; the engine's own have the names of `Automation`."""
LOT = "lot"
"""The automation of rolls that only decide who begins, drawn for all at once."""
BY_ITSELF = "by_itself"
"""The automation of rolls for people who prefer not to press for them."""
LATE = "late"
"""The automation of plies played for a person whose time was up."""
STAND_IN = "casual"
"""The level that plays for people who resigned, are late or away."""
BATCH = 32
"""The number of automatic steps in one transaction, if bots have little to weigh in them.

The rest follows in the next transaction, so that other work gets the event loop in between.
"""
TURN = 200
"""The limit on steps of a turn that is played for a late person."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A bot's choice that takes long to compute: the table's version, and all that the bot may know."""

    table: str
    version: int
    level: str
    game: str
    position: str
    """As `Game.dump` writes it."""
    luck: bytes


class Unsolved(Exception):
    """A turn played for a person has a choice that takes long: solve it, then try again."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.table)
        self.problem = problem


Solved = Mapping[Problem, Move]
"""Choices of bots that were computed off the event loop."""
NOTHING_SOLVED: Solved = MappingProxyType({})


def dice_of(table: Table) -> FairDice:
    """Return the dice of a table; games from before the second version keep the first."""
    dice, agreed = table.dice, None
    if dice.version > 1:
        seats = [seat.colours for seat in table.seats]
        agreed = terms(table.game, table.rules, seats, table.teams)
    return FairDice(table.seed, table.origin.known_as or table.id, dice.contributions, agreed)


def runs_by_itself(table: Table) -> bool:
    """Return whether a step is due that needs no person."""
    game = in_play(table)
    if game is None:
        return False
    if game.turn_seat.is_automated:
        return True
    return alone(game, game.match, throwing.turns_alone(game)) is not None


def alone(table: StartedTable, match: Match[Any], turns: int) -> str | None:
    """Return the automation of a person's due step if it needs no press; None if they must act.

    `match`: so far. `turns`: ended since the last press.
    """
    turn, options = match.turn, table.options
    if turn.kind is TurnKind.CHOOSE:
        by_itself = options.auto or throwing.way_of(table, turn.seat) is Throws.SELF
        plays = by_itself and forced(match) is not None
        return Automation.FORCED_MOVE.value if plays else None
    if turn.kind is TurnKind.OVER:
        return None
    if match.game.is_lot(match.state):
        return None if options.lot_by_hand else LOT
    return BY_ITSELF if throwing.rolls_itself(table, match, turns) else None


def begin(table: Table) -> StartedTable:
    """Start a table's game; from here on its dice depend on these rules, seats and teams."""
    return replace(table, dice=replace(table.dice, version=DICE)).with_match(open_match(table))


def throw(table: Table, person: PersonKey, now: float, *, on: bool = False) -> Table:
    """Roll for a person, and play what follows; raises Refusal.

    `on`: from now on, their further rolls in a turn are automatic.
    """
    game = begun(table)
    turn = require_turn(game, Actor(person))
    if turn.kind is not TurnKind.THROW:
        raise Refusal(_reproof(game) or N_("It's time to move, not to roll."))
    acting = _in_time(game, person)
    run = _Run(begun(throwing.roll_on(acting, person)) if on else acting, now)
    run.throw(None)
    return run.on()


def move(table: Table, person: PersonKey, text: Move, now: float) -> Table:
    """Make a person's move, and play what follows; raises Refusal."""
    game = begun(table)
    turn = require_turn(game, Actor(person))
    if turn.kind is not TurnKind.CHOOSE:
        raise Refusal(N_("Roll first, then move."))
    if text not in game.match.game.moves(game.match.state):
        reproof = _reproof(game)
        if reproof is not None:
            raise Refusal(reproof)
        raise Refusal(N_("You can't play {move} now."), move=lambda t: words_of(table.game).label(t, text[:20], ()))
    run = _Run(_in_time(game, person), now)
    run.play(text, None)
    return run.on()


def _reproof(table: StartedTable) -> str | None:
    return profile_of(table.game).reproof(table.match.state)


def play_for(table: Table, now: float, solved: Solved = NOTHING_SOLVED) -> Table:
    """Play the rest of a late person's turn, and what follows.

    Raises Unsolved for a choice that takes long and is not in `solved`.
    """
    run = _Run(begun(table), now)
    run.turn_for(run.match.turn.seat, solved)
    return run.on()


def go_on(table: Table, now: float) -> Table:
    """Play automatic steps, as many as fit one transaction; the same table if there are none.

    It stops at a `problem`, which others solve.
    """
    game = in_play(table)
    return _Run(game, now).on() if game is not None and runs_by_itself(game) and problem(game) is None else table


def problem(table: Table) -> Problem | None:
    """Return the bot's choice that is due, if it takes long."""
    game = in_play(table)
    level = None if game is None else game.turn_seat.computer
    if game is None or level is None or not _takes_long(game.match, level):
        return None
    return _problem(game, game.match, game.plies, level)


def _problem(table: Table, match: Match[Any], ply: int, level: str) -> Problem:
    line, luck = match.game.dump(match.state), _computer_luck(table, ply)
    return Problem(table.id, table.version, level, table.game, line, luck)


def solve(table: Table, given: Problem, move: Move, now: float) -> Table:
    """Make a bot's chosen move, and play what follows; the same table if it is no longer due."""
    game = in_play(table)
    if game is None or problem(table) != given:
        return table
    run = _Run(game, now)
    run.play(move, COMPUTER)
    return run.on()


def _takes_long(match: Match[Any], level: str) -> bool:
    """Return whether a bot's due choice may block the event loop for too long."""
    if match.turn.kind is not TurnKind.CHOOSE:
        return False
    return players.player(level).takes_long(match.game, match.state, match.legal)


def _in_time(table: StartedTable, person: PersonKey) -> StartedTable:
    """Return the table with this person acting: turns played for them no longer count."""
    late = {
        number: replace(seat, late=0)
        for number, seat in enumerate(table.seats)
        if seat.late and seat.person == person
    }
    return table.with_seats(late) if late else table


class _Run:
    """Moves that will be stored together."""

    def __init__(self, table: StartedTable, now: float) -> None:
        self.table = table
        self.match: Match[Any] = table.match
        self.story = folded(table.match, table.story)
        self.now = now
        self.turns = throwing.turns_alone(table)
        self.dice = dice_of(table)
        self.moves: list[MoveRecord] = []
        self.weighed = 0.0

    @property
    def ply(self) -> int:
        return self.table.plies + len(self.moves)

    def throw(self, automation: str | None) -> None:
        """Add the next roll of the dice to the log."""
        odds = self.match.game.odds(self.match.state)
        self.play(self.dice.throw(self.match.throws, odds).outcome, automation)

    def play(self, text: Move, automation: str | None) -> None:
        version, seat = self.table.next_version, self.match.turn.seat
        before, self.match = self.match.state, self.match.play(text)
        self.story = told_on(self.story, self.match, before, self.match.plies[-1])
        self.moves.append(MoveRecord(self.ply, version, text, seat, automation, self.now))
        self.turns = 0 if automation is None else self.turns + throwing.is_counted(self.match.plies[-1])

    def turn_for(self, seat: int, solved: Solved) -> None:
        """Play the rest of a seat's turn as a bot would; raises Unsolved."""
        for _ in range(TURN):
            turn = self.match.turn
            if turn.kind is TurnKind.OVER or turn.seat != seat:
                return
            if _takes_long(self.match, STAND_IN):
                problem = _problem(self.table, self.match, self.ply, STAND_IN)
                if problem not in solved:
                    raise Unsolved(problem)
                self.play(solved[problem], LATE)
            else:
                self._computer(turn, STAND_IN, LATE)
            if self.match.plies[-1].ends_turn:
                return

    def on(self) -> StartedTable:
        """Play all automatic steps, then return the table with them."""
        for _ in range(BATCH):
            if not self._step():
                break
        table = copied(
            self.table,
            match=self.match.anchored(),
            story=self.story,
            log=longer(self.table.log, self.moves),
            version=self.table.next_version,
            updated=self.now,
        )
        result = self.match.result
        return table if result is None else ended(table, result)

    def _step(self) -> bool:
        turn = self.match.turn
        if turn.kind is TurnKind.OVER:
            return False
        seat = self.table.seats[turn.seat]
        if seat.computer is not None:
            cost = load(self.match.state, self.match.legal) if turn.kind is TurnKind.CHOOSE else 0.0
            if (self.weighed and self.weighed + cost > 1) or _takes_long(self.match, seat.computer):
                return False
            self.weighed += cost
            self._computer(turn, seat.computer, COMPUTER)
            return True
        automation = alone(self.table, self.match, self.turns)
        if automation is None:
            return False
        if turn.kind is TurnKind.THROW:
            self.throw(automation)
        else:
            self.play(self.match.legal[0], automation)
        return True

    def _computer(self, turn: Turn, level: str, automation: str) -> None:
        if turn.kind is TurnKind.THROW:
            self.throw(automation)
            return
        game, state = self.match.game, self.match.state
        rng = random.Random(_computer_luck(self.table, self.ply))  # noqa: S311 - a choice between moves, not a secret
        self.play(players.player(level).choose(game, state, game.moves(state), rng), automation)


def ended(table: StartedTable, result: Result) -> StartedTable:
    """Return the table of a game that ends with its present version."""
    outcome = TableResult(tuple(result.places), result.reason, table.updated)
    return replace(table, status=Status.OVER, result=outcome, ended=table.version)


def _computer_luck(table: Table, ply: int) -> bytes:
    """Return a bot's random seed: the same at every replay, and unpredictable for players."""
    return hmac.digest(table.seed, f"palmares computer 1 {table.id} {ply}".encode(), sha256)
