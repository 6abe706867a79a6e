"""A game under way: what a person does, and all that follows by itself until a person must act again."""

from __future__ import annotations

import hmac
import json
import random
from dataclasses import replace
from hashlib import sha256
from typing import Any

from bot.core.domain.table import Table, open_match
from bot.core.domain.table_options import TableOptions
from bot.core.i18n.refusal import Refusal
from bot.core.i18n.translator import N_
from data.records import MoveRecord, PersonKey, SeatRecord, Status, TableRecord
from engine import players
from engine.dice import FairDice, terms
from engine.game import Move, Result, Turn, TurnKind
from engine.match import Automation, Match, forced
from engine.notation import DICE

COMPUTER = "computer"
"""The automation of what a computer did; what the engine does has the names of `Automation`."""
LATE = "late"
"""The automation of what was played for a person whose time was up."""
STAND_IN = "greedy"
"""The computer player that plays for people who resigned, are late or away."""
BATCH = 200
"""How many steps may follow by themselves in one transaction; more follow in the next one."""


def dice_of(record: TableRecord) -> FairDice:
    """The dice of a table; those of games from before there were two versions stay as they were."""
    options = TableOptions.load(record.options)
    agreed = None
    if options.dice > 1:
        seats = [seat.colours for seat in record.seats]
        agreed = terms(record.game, json.loads(record.rules), seats, json.loads(record.teams))
    return FairDice(record.seed, options.known_as or record.id, tuple(options.contributions), agreed)


def match_of(table: Table) -> Match[Any]:
    """The match of a table whose game has started."""
    if table.match is None:
        raise Refusal(N_("The game has not started yet."))
    return table.match


def waits_for(table: Table) -> SeatRecord | None:
    """The seat that must act now, if the game is under way."""
    if table.record.status is not Status.PLAYING or table.match is None:
        return None
    return table.seat(table.match.turn.seat)


def runs_by_itself(table: Table) -> bool:
    """Whether a step is due that needs nobody."""
    seat = waits_for(table)
    if seat is None:
        return False
    if seat.computer is not None:
        return True
    return TableOptions.load(table.record.options).auto and forced(match_of(table)) is not None


def begin(record: TableRecord) -> Table:
    """A table whose game starts now; from here on its dice are bound to rules, seats and teams as they are."""
    match = open_match(record)
    record = replace(record, options=replace(TableOptions.load(record.options), dice=DICE).dump())
    return Table(replace(record, snapshot=match.game.dump(match.state)), match)


def throw(table: Table, person: PersonKey, now: float) -> Table:
    """A person throws, and what follows; raises Refusal."""
    match = match_of(table)
    turn = _my_turn(table, person)
    if turn.kind is not TurnKind.THROW:
        raise Refusal(N_("It is time to move, not to throw."))
    run = _Run(_in_time(table, person), match, now)
    run.throw(None)
    return run.on()


def move(table: Table, person: PersonKey, text: Move, now: float) -> Table:
    """A person moves, and what follows; raises Refusal."""
    match = match_of(table)
    turn = _my_turn(table, person)
    if turn.kind is not TurnKind.CHOOSE:
        raise Refusal(N_("It is time to throw, not to move."))
    if text not in match.game.moves(match.state):
        raise Refusal(N_("{move} is not possible now."), move=text[:20])
    run = _Run(_in_time(table, person), match, now)
    run.play(text, None)
    return run.on()


def play_for(table: Table, now: float) -> Table:
    """The rest of a turn, played for a person who is late, and what follows."""
    run = _Run(table, match_of(table), now)
    run.turn_for(table.match.turn.seat if table.match is not None else 0)
    return run.on()


def go_on(table: Table, now: float) -> Table:
    """What follows by itself, as far as one transaction goes; the very same table if there is nothing."""
    if not runs_by_itself(table):
        return table
    return _Run(table, match_of(table), now).on()


def _in_time(table: Table, person: PersonKey) -> Table:
    """The table with this person acting: the turns that were played for them no longer count."""
    seats = tuple(replace(seat, late=0) if seat.person == person else seat for seat in table.record.seats)
    return table if seats == table.record.seats else replace(table, record=replace(table.record, seats=seats))


def _my_turn(table: Table, person: PersonKey) -> Turn:
    if table.record.status is not Status.PLAYING:
        raise Refusal(N_("This game is over."))
    turn = match_of(table).turn
    seat = table.seat(turn.seat)
    if seat.person != person or seat.computer is not None:
        raise Refusal(N_("It is the turn of {player}."), player=seat.name or seat.colours)
    return turn


class _Run:
    """Moves that will be stored together."""

    def __init__(self, table: Table, match: Match[Any], now: float) -> None:
        self.table = table
        self.match = match
        self.now = now
        self.auto = TableOptions.load(table.record.options).auto
        self.dice = dice_of(table.record)
        self.moves: list[MoveRecord] = []

    @property
    def ply(self) -> int:
        """The ply that comes next."""
        return self.table.record.plies + len(self.moves)

    def throw(self, automation: str | None) -> None:
        """The next throw of the dice."""
        odds = self.match.game.odds(self.match.state)
        self.play(self.dice.throw(self.match.throws, odds).outcome, automation)

    def play(self, text: Move, automation: str | None) -> None:
        """One move into the log."""
        version, seat = self.table.record.version + 1, self.match.turn.seat
        self.match = self.match.play(text)
        self.moves.append(MoveRecord(self.ply, version, text, seat, automation, self.now))

    def turn_for(self, seat: int) -> None:
        """What is left of a seat's turn, as a computer would play it."""
        for _ in range(BATCH):
            turn = self.match.turn
            if turn.kind is TurnKind.OVER or turn.seat != seat:
                return
            self._computer(turn, STAND_IN, LATE)
            if any(event["type"] == "turn" for event in self.match.plies[-1].events):
                return

    def on(self) -> Table:
        """Everything that follows by itself, then the table with it all."""
        for _ in range(BATCH):
            if not self._step():
                break
        return Table(self._record(), self.match, (*self.table.log, *self.moves))

    def _step(self) -> bool:
        turn = self.match.turn
        if turn.kind is TurnKind.OVER:
            return False
        seat = self.table.seat(turn.seat)
        if seat.computer is not None:
            self._computer(turn, seat.computer, COMPUTER)
            return True
        only = forced(self.match) if self.auto else None
        if only is None:
            return False
        self.play(only, Automation.FORCED_MOVE.value)
        return True

    def _computer(self, turn: Turn, level: str, automation: str) -> None:
        if turn.kind is TurnKind.THROW:
            self.throw(automation)
            return
        game, state = self.match.game, self.match.state
        rng = _computer_luck(self.table.record, self.ply)
        self.play(players.player(level).choose(game, state, game.moves(state), rng), automation)

    def _record(self) -> TableRecord:
        record = replace(
            self.table.record,
            version=self.table.record.version + 1,
            plies=self.ply,
            snapshot=self.match.game.dump(self.match.state),
            updated=self.now,
        )
        result = self.match.result
        return record if result is None else ended(record, result)


def ended(record: TableRecord, result: Result) -> TableRecord:
    """The record of a game that its present version has brought to its end."""
    options = replace(TableOptions.load(record.options), ended=record.version)
    text = json.dumps({"places": list(result.places), "reason": result.reason, "at": record.updated})
    return replace(record, status=Status.OVER, result=text, options=options.dump())


def _computer_luck(record: TableRecord, ply: int) -> random.Random:
    """The same at every replay, and nothing that a player could foresee."""
    digest = hmac.digest(record.seed, f"palmares computer 1 {record.id} {ply}".encode(), sha256)
    return random.Random(digest)  # noqa: S311 - a choice between moves, not a secret
