"""A game under way: what a person does, and all that follows by itself until a person must act again."""

from __future__ import annotations

import hmac
import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from types import MappingProxyType
from typing import Any

from bot.core.domain import throwing
from bot.core.domain.permissions import Actor, require_turn
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
"""The automation of what a computer did; what the engine does has the names of `Automation`."""
LOT = "lot"
"""The automation of throws that only decide who begins, drawn for all at once."""
BY_ITSELF = "by_itself"
"""The automation of throws of people who do not want to press for them."""
LATE = "late"
"""The automation of what was played for a person whose time was up."""
STAND_IN = "casual"
"""The level that plays for people who resigned, are late or away."""
BATCH = 32
"""How many steps may follow by themselves in one transaction, if computers have little to weigh in them.

More follow in the next one, so that others get the event loop between them.
"""
TURN = 200
"""How many steps a turn may have that is played for somebody who is late."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A choice that a computer is to make and takes long for: at which version of a table, and all it may know."""

    table: str
    version: int
    level: str
    game: str
    position: str
    """As `Game.dump` writes it."""
    luck: bytes


class Unsolved(Exception):
    """A turn is played for somebody, and one of its choices takes long: solve it, then try again."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.table)
        self.problem = problem


Solved = Mapping[Problem, Move]
"""What computers have chosen already beside the event loop."""
NOTHING_SOLVED: Solved = MappingProxyType({})


def dice_of(table: Table) -> FairDice:
    """Return the dice of a table; those of games from before there were two versions stay as they were."""
    dice, agreed = table.dice, None
    if dice.version > 1:
        seats = [seat.colours for seat in table.seats]
        agreed = terms(table.game, table.rules, seats, table.teams)
    return FairDice(table.seed, table.origin.known_as or table.id, dice.contributions, agreed)


def runs_by_itself(table: Table) -> bool:
    """Return whether a step is due that needs nobody."""
    game = in_play(table)
    if game is None:
        return False
    if game.turn_seat.is_automated:
        return True
    return alone(game, game.match, throwing.turns_alone(game)) is not None


def alone(table: StartedTable, match: Match[Any], turns: int) -> str | None:
    """Return the automation of the step that is due for a person, if it needs nobody; None if they must act.

    `match` is that of the table as far as it has come; `turns` have ended since somebody pressed for anything.
    """
    turn, options = match.turn, table.options
    by_itself = throwing.way_of(table, turn.seat) is Throws.SELF
    if turn.kind is TurnKind.CHOOSE:
        plays = (by_itself or options.auto) and forced(match) is not None
        return Automation.FORCED_MOVE.value if plays else None
    if turn.kind is TurnKind.OVER:
        return None
    if match.game.is_lot(match.state):
        return LOT if options.lot is Throws.SELF else None
    return BY_ITSELF if by_itself and turns < throwing.MOST_TURNS else None


def begin(table: Table) -> StartedTable:
    """Start a table's game; from here on its dice are bound to rules, seats and teams as they are."""
    return replace(table, dice=replace(table.dice, version=DICE)).with_match(open_match(table))


def throw(table: Table, person: PersonKey, now: float) -> Table:
    """Throw for a person, and play what follows; raises Refusal."""
    game = begun(table)
    turn = require_turn(game, Actor(person))
    if turn.kind is not TurnKind.THROW:
        raise Refusal(_reproof(game) or N_("It's time to move, not to roll."))
    run = _Run(_in_time(game, person), now)
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
    """Play the rest of a turn for a person who is late, and what follows.

    Raises Unsolved for a choice that takes long and is not among those that were `solved`.
    """
    run = _Run(begun(table), now)
    run.turn_for(run.match.turn.seat, solved)
    return run.on()


def go_on(table: Table, now: float) -> Table:
    """Play what follows by itself, as far as one transaction goes; the very same table if there is nothing.

    It goes no further than to a `problem`, which is for others to solve.
    """
    game = in_play(table)
    return _Run(game, now).on() if game is not None and runs_by_itself(game) and problem(game) is None else table


def problem(table: Table) -> Problem | None:
    """Return the choice that is due of a computer, if it takes long."""
    game = in_play(table)
    level = None if game is None else game.turn_seat.computer
    if game is None or level is None or not _takes_long(game.match, level):
        return None
    return _problem(game, game.match, game.plies, level)


def _problem(table: Table, match: Match[Any], ply: int, level: str) -> Problem:
    line, luck = match.game.dump(match.state), _computer_luck(table, ply)
    return Problem(table.id, table.version, level, table.game, line, luck)


def solve(table: Table, given: Problem, move: Move, now: float) -> Table:
    """Make the move that a computer has chosen, and play what follows; the very same table if it asks no more."""
    game = in_play(table)
    if game is None or problem(table) != given:
        return table
    run = _Run(game, now)
    run.play(move, COMPUTER)
    return run.on()


def _takes_long(match: Match[Any], level: str) -> bool:
    """Return whether a computer's choice that is due may take longer than the event loop can wait."""
    if match.turn.kind is not TurnKind.CHOOSE:
        return False
    return players.player(level).takes_long(match.game, match.state, match.legal)


def _in_time(table: StartedTable, person: PersonKey) -> StartedTable:
    """Return the table with this person acting: turns that were played for them no longer count."""
    seats = tuple(replace(seat, late=0) if seat.person == person else seat for seat in table.seats)
    return table if seats == table.seats else replace(table, seats=seats)


class _Run:
    """Moves that will be stored together."""

    def __init__(self, table: StartedTable, now: float) -> None:
        self.table = table
        self.match: Match[Any] = table.match
        self.now = now
        self.turns = throwing.turns_alone(table)
        self.dice = dice_of(table)
        self.moves: list[MoveRecord] = []
        self.weighed = 0.0

    @property
    def ply(self) -> int:
        """Return the number of the ply that comes next."""
        return self.table.plies + len(self.moves)

    def throw(self, automation: str | None) -> None:
        """Add the next throw of the dice to the log."""
        odds = self.match.game.odds(self.match.state)
        self.play(self.dice.throw(self.match.throws, odds).outcome, automation)

    def play(self, text: Move, automation: str | None) -> None:
        """Add one move to the log."""
        version, seat = self.table.next_version, self.match.turn.seat
        self.match = self.match.play(text)
        self.moves.append(MoveRecord(self.ply, version, text, seat, automation, self.now))
        self.turns = 0 if automation is None else self.turns + self.match.plies[-1].ends_turn

    def turn_for(self, seat: int, solved: Solved) -> None:
        """Play what is left of a seat's turn as a computer would; raises Unsolved."""
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
        """Play everything that follows by itself, then return the table with it all."""
        for _ in range(BATCH):
            if not self._step():
                break
        table = replace(
            self.table,
            match=self.match.anchored(),
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
    """Return the table of a game that its present version has brought to its end."""
    outcome = TableResult(tuple(result.places), result.reason, table.updated)
    return replace(table, status=Status.OVER, result=outcome, ended=table.version)


def _computer_luck(table: Table, ply: int) -> bytes:
    """Return what is the same at every replay, and nothing that a player could foresee."""
    return hmac.digest(table.seed, f"palmares computer 1 {table.id} {ply}".encode(), sha256)
