"""What happened since the reader last looked, a line for each turn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.core.domain.incidents import by_ply
from bot.core.domain.play import LATE
from bot.core.domain.standing import places
from bot.core.domain.table import StartedTable
from bot.core.domain.table_values import Incident
from bot.core.games.game_words import words_of
from bot.core.i18n.text_format import joined, plain, width, words
from bot.core.i18n.translator import Line, Translator
from bot.core.views.incidents import happened
from bot.core.views.players import everybody, who
from data.records import MoveRecord, Status
from engine.events import Bonus, Event, Finished, Passed, Picked, Thrown, Tied, TurnBegan, Won
from engine.match import Ply, taken_back

MAX_LINES = 10
LOT = ("D", "J")
_LEFT_OUT = 40
"""Room for the line that says how much was left out."""


@dataclass(frozen=True, slots=True)
class News:
    """What happened, oldest first, and how many turns before that are not told."""

    lines: tuple[Line, ...] = ()
    untold: int = 0


@dataclass(slots=True)
class _Sentence:
    """A number that came up, and clause by clause what was done with it."""

    head: Line
    clauses: list[str] = field(default_factory=list)
    empty: bool = True
    """Whether it is worth telling without any clause."""

    @property
    def line(self) -> Line:
        return (*self.head, *words(f": {', '.join(self.clauses)}." if self.clauses else "."))


class _Turn:
    """The line of a turn that is being told."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.sentences: list[_Sentence] = []

    @property
    def line(self) -> Line:
        return joined((sentence.line for sentence in self.sentences if sentence.clauses or sentence.empty), " ")


class Narrator:
    """A teller of plies in order. Events that neither it nor the game's words know it leaves out."""

    def __init__(self, table: StartedTable, t: Translator) -> None:
        self.table = table
        self.t = t
        self._words = words_of(table.game)
        self._lines: list[Line] = []
        self._turn = _Turn(-1)
        self._opening: list[Line] = []

    def tell(self, plies: Sequence[Ply[Any]], first: int = 0) -> list[Line]:
        """Return the lines of these plies, the first of which is number `first`, and of what was taken back there."""
        back, log, incidents = takebacks(self.table), self.table.standing, by_ply(self.table)
        for number, ply in enumerate(plies, start=first):
            self._beside(back.get(number, ()), incidents.get(number, ()))
            if _begins_late(log, number):
                self._say(
                    self.t.text("⏰ The time of {player} was up: the computer played.", player=self._who(ply.seat))
                )
            if ply.move in LOT:
                self._say(self.t.text("The lot says: {player} begins.", player=self._who(LOT.index(ply.move))))
            for event in _victory_first(ply.events):
                self._hear(ply.seat, event)
        self._beside(back.get(first + len(plies), ()), incidents.get(first + len(plies), ()))
        self._end_opening()
        self._end_turn()
        return self._lines

    def _hear(self, seat: int, event: Event) -> None:
        match event:
            case Thrown():
                self._thrown(event)
            case TurnBegan():
                self._next_turn(event.seat)
            case Picked():
                self._picked(event)
            case Bonus():
                self._bonus(event)
            case Passed():
                self._passed(event)
            case Tied():
                self._say(self.t.text("A tie: {players} throw again.", players=self._players(event.seats)))
            case Won():
                self._won(event)
            case Finished():
                self._finished(event)
            case _:
                self._done(seat, event)

    # a number comes up --------------------------------------------------------------------------------------------

    def _thrown(self, event: Thrown) -> None:
        if event.opening:
            self._opening.append((*self._who(event.seat), *words(f" {event.value}")))
        elif self._goes_on(event.seat):
            self._begin(self.t.text("Then {value}", value=event.value))
        else:
            self._begin(self.t.text("{player} throws {value}", player=self._who(event.seat), value=event.value))

    def _picked(self, event: Picked) -> None:
        goes_on, player = self._goes_on(event.seat), self._who(event.seat)
        if not event.number:
            self._begin(self.t.text("{player} picks the null and passes", player=player))
        elif goes_on:
            self._begin(self.t.text("Then {value}", value=event.number))
        else:
            self._begin(self.t.text("{player} picks {value}", player=player, value=event.number))

    def _bonus(self, event: Bonus) -> None:
        if self._goes_on(event.seat):
            self._begin(self.t.text("{steps} more", steps=event.steps), empty=False)
        else:
            self._begin(self.t.text("{player} has {steps} more", player=self._who(event.seat), steps=event.steps))

    def _passed(self, event: Passed) -> None:
        receiver = self._who(event.to)
        self._goes_on(event.seat)
        self._begin(self.t.text("It is of no use there and passes to {player}", player=receiver))

    def _goes_on(self, seat: int) -> bool:
        """Return whether the turn being told is that seat's; if not, begin its own."""
        if self._turn.seat == seat:
            return True
        self._end_turn()
        self._turn = _Turn(seat)
        return False

    def _begin(self, head: Line, *, empty: bool = True) -> None:
        self._turn.sentences.append(_Sentence(head, empty=empty))

    # and something is done with it ----------------------------------------------------------------------------------

    def _done(self, seat: int, event: Event) -> None:
        clause = self._words.clause(self.t, event)
        if clause is None:
            return
        if not self._goes_on(seat) or not self._turn.sentences:
            self._begin(self._who(seat))
        self._turn.sentences[-1].clauses.append(clause)

    def _beside(self, takebacks: Iterable[int], incidents: Iterable[Incident]) -> None:
        """Tell what happened before a ply though nobody moved."""
        for seat in takebacks:
            self._say(self.t.text("↩ {player} took back a move, and what came after it.", player=self._who(seat)))
        for incident in incidents:
            self._say(happened(self.table, incident, self.t))

    # from turn to turn ----------------------------------------------------------------------------------------------

    def _next_turn(self, seat: int) -> None:
        if self._opening:
            self._say(self.t.text("{player} begins.", player=self._who(seat)))
        self._end_turn()

    def _won(self, event: Won) -> None:
        players = self._players(event.seats)
        if self._place(event.seats, 1) != 1:
            self._say(self.t.text("The computer comes in first, for {players}.", players=players))
        else:
            self._say(self.t.text("Victory for {players}!", players=players))

    def _finished(self, event: Finished) -> None:
        place = self._place(event.seats, event.place)
        self._say(self.t.text("Place {place} for {players}!", players=self._players(event.seats), place=place))

    def _place(self, seats: tuple[int, ...], place: int) -> int:
        """Return the place of seats of one side: that which counts, once the game is over."""
        over = places(self.table) if self.table.status is Status.OVER else ()
        return over[seats[0]] if over else place

    def _players(self, seats: tuple[int, ...]) -> Line:
        return everybody(self.table, seats, self.t)

    def _who(self, seat: int) -> Line:
        return who(self.table, seat, self.t)

    def _end_turn(self) -> None:
        if self._turn.line:
            self._lines.append(self._turn.line)
        self._turn = _Turn(-1)

    def _end_opening(self) -> None:
        if self._opening:
            throws = joined(self._opening, ", ")
            self._opening = []
            self._lines.append(self.t.text("Throws for the start: {throws}.", throws=throws))

    def _say(self, line: Line) -> None:
        self._end_opening()
        self._end_turn()
        self._lines.append(line)


def _begins_late(log: Sequence[MoveRecord], number: int) -> bool:
    """Return whether a ply is the first of a turn, or its rest, that was played for somebody late."""
    if number >= len(log):  # a table that was never stored has no log
        return False
    move = log[number]
    before = log[number - 1] if number else None
    return move.automation == LATE and (before is None or (before.version, before.automation) != (move.version, LATE))


def takebacks(table: StartedTable) -> dict[int, list[int]]:
    """Return who took back moves, by the number of the ply that has come in their place, or would come."""
    taken = table.match.taken
    if not taken:
        return {}  # most games: their log need not be read through
    asked = [move.seat for move in table.log if taken_back(move.move)]
    seats: dict[int, list[int]] = {}
    for seat, takeback in zip(asked, taken, strict=False):
        seats.setdefault(takeback.kept, []).append(seat)
    return seats


def _victory_first(events: tuple[Event, ...]) -> list[Event]:
    """Return the events of a ply, the winner named before the last places are."""
    if not any(isinstance(event, Won) for event in events):
        return list(events)
    finished = [event for event in events if isinstance(event, Finished)]
    return [*(event for event in events if not isinstance(event, Finished)), *finished]


def news(table: StartedTable, since_ply: int, t: Translator) -> News:
    """Return what happened since a ply; of a long absence only the last turns are told."""
    plies = table.match.plies
    start = turns_ago(table, since_ply, MAX_LINES)
    untold = sum(ply.ends_turn for ply in plies[since_ply:start])
    return News(tuple(Narrator(table, t).tell(plies[start:], start)), untold)


def turns_ago(table: StartedTable, since_ply: int, turns: int) -> int:
    """Return the ply that began so many turns ago, or `since_ply` if that is later."""
    plies = table.match.plies
    for at in range(len(plies), since_ply, -1):
        turns -= plies[at - 1].ends_turn
        if turns < 0:
            return at
    return since_ply


def fitting(told: News, limit: int, t: Translator) -> list[Line]:
    """Return the newest lines that fit into so many characters, and how many turns were left out."""
    kept: list[Line] = []
    used = 0
    for index, line in enumerate(reversed(told.lines)):
        left = told.untold + len(told.lines) - index
        used += width(plain(line)) + 1
        if used + (_LEFT_OUT if left > 1 else 0) > limit or len(kept) == MAX_LINES:
            break
        kept.append(line)
    left = told.untold + len(told.lines) - len(kept)
    before = [words(t.plural("… and {n} turn before", "… and {n} turns before", left))] if left else []
    return [*before, *reversed(kept)]
