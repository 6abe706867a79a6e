"""What happened since the reader last looked, a line for each turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
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
from engine.game import Event
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
        return joined((each.line for each in self.sentences if each.clauses or each.empty), " ")


class Narrator:
    """Tells plies in order. Events that it does not know it leaves out, and missing details too."""

    def __init__(self, table: StartedTable, t: Translator) -> None:
        self.table = table
        self.t = t
        self._words = words_of(table.game)
        self._lines: list[Line] = []
        self._turn = _Turn(-1)
        self._opening: list[Line] = []
        self._hear: dict[str, Callable[[Event], None]] = {
            "thrown": self._thrown,
            "picked": self._picked,
            "bonus": self._bonus,
            "passed": self._passed,
            "turn": self._next_turn,
            "tied": self._tied,
            "won": self._won,
            "finished": self._finished,
        }

    def tell(self, plies: Sequence[Ply[Any]], first: int = 0) -> list[Line]:
        """The lines of these plies, of which `first` is the number of the first, and of what was taken back there."""
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
                handler = self._hear.get(event["type"])
                if handler:
                    handler(event)
                else:
                    self._done(ply.seat, event)
        self._beside(back.get(first + len(plies), ()), incidents.get(first + len(plies), ()))
        self._end_opening()
        self._end_turn()
        return self._lines

    # a number comes up --------------------------------------------------------------------------------------------

    def _thrown(self, event: Event) -> None:
        seat, value = event.get("seat", 0), event.get("value", "")
        if event.get("opening"):
            self._opening.append((*self._who(seat), *words(f" {value}")))
        elif self._goes_on(seat):
            self._begin(self.t.text("Then {value}", value=value))
        else:
            self._begin(self.t.text("{player} throws {value}", player=self._who(seat), value=value))

    def _picked(self, event: Event) -> None:
        seat, number = event.get("seat", 0), event.get("number", 0)
        goes_on = self._goes_on(seat)
        if not number:
            self._begin(self.t.text("{player} picks the null and passes", player=self._who(seat)))
        elif goes_on:
            self._begin(self.t.text("Then {value}", value=number))
        else:
            self._begin(self.t.text("{player} picks {value}", player=self._who(seat), value=number))

    def _bonus(self, event: Event) -> None:
        seat, steps = event.get("seat", 0), event.get("steps", "")
        if self._goes_on(seat):
            self._begin(self.t.text("{steps} more", steps=steps), empty=False)
        else:
            self._begin(self.t.text("{player} has {steps} more", player=self._who(seat), steps=steps))

    def _passed(self, event: Event) -> None:
        seat = event.get("seat", 0)
        receiver = self._who(event.get("to", 1 - seat))
        self._goes_on(seat)
        self._begin(self.t.text("It is of no use there and passes to {player}", player=receiver))

    def _goes_on(self, seat: int) -> bool:
        """Whether the turn being told is that seat's; if not, its own is begun."""
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
        """What happened before a ply though nobody moved."""
        for seat in takebacks:
            self._say(self.t.text("↩ {player} took back a move, and what came after it.", player=self._who(seat)))
        for incident in incidents:
            self._say(happened(self.table, incident, self.t))

    # from turn to turn ----------------------------------------------------------------------------------------------

    def _next_turn(self, event: Event) -> None:
        if self._opening:
            self._say(self.t.text("{player} begins.", player=self._who(event.get("seat", 0))))
        self._end_turn()

    def _tied(self, event: Event) -> None:
        self._say(self.t.text("A tie: {players} throw again.", players=self._players(event)))

    def _won(self, event: Event) -> None:
        if self._place(event, 1) != 1:
            self._say(self.t.text("The computer comes in first, for {players}.", players=self._players(event)))
        else:
            self._say(self.t.text("Victory for {players}!", players=self._players(event)))

    def _finished(self, event: Event) -> None:
        self._say(
            self.t.text(
                "Place {place} for {players}!",
                players=self._players(event),
                place=self._place(event, event.get("place", "")),
            )
        )

    def _place(self, event: Event, told: int | str) -> int | str:
        """The place of those whom an event names: that which counts, once the game is over."""
        over = places(self.table) if self.table.status is Status.OVER else ()
        return over[event.get("seats", [event.get("seat", 0)])[0]] if over else told

    def _players(self, event: Event) -> Line:
        return everybody(self.table, tuple(event.get("seats", [event.get("seat", 0)])), self.t)

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
    """Whether a ply is the first of a turn, or rest of a turn, that was played for somebody who was late."""
    if number >= len(log):  # a table that was never stored has no log
        return False
    move = log[number]
    before = log[number - 1] if number else None
    return move.automation == LATE and (before is None or (before.version, before.automation) != (move.version, LATE))


def takebacks(table: StartedTable) -> dict[int, list[int]]:
    """Who took back moves, by the number of the ply that has come in their place, or would come."""
    taken = table.match.taken
    if not taken:
        return {}  # most games: their log need not be read through
    asked = [move.seat for move in table.log if taken_back(move.move)]
    found: dict[int, list[int]] = {}
    for seat, each in zip(asked, taken, strict=False):
        found.setdefault(each.kept, []).append(seat)
    return found


def _victory_first(events: tuple[Event, ...]) -> list[Event]:
    """The events of a ply, the winner named before the last places are."""
    places = [event for event in events if event["type"] == "finished"]
    if not any(event["type"] == "won" for event in events):
        return list(events)
    return [*(event for event in events if event["type"] != "finished"), *places]


def news(table: StartedTable, since_ply: int, t: Translator) -> News:
    """What happened since a ply; of a long absence only the last turns are told."""
    plies = table.match.plies
    start = turns_ago(table, since_ply, MAX_LINES)
    untold = sum(_is_turn(ply) for ply in plies[since_ply:start])
    return News(tuple(Narrator(table, t).tell(plies[start:], start)), untold)


def turns_ago(table: StartedTable, since_ply: int, turns: int) -> int:
    """The ply that began so many turns ago, or `since_ply` if that is later."""
    plies = table.match.plies
    for at in range(len(plies), since_ply, -1):
        turns -= _is_turn(plies[at - 1])
        if turns < 0:
            return at
    return since_ply


def _is_turn(ply: Ply[Any]) -> bool:
    return any(event["type"] == "turn" for event in ply.events)


def fitting(told: News, limit: int, t: Translator) -> list[Line]:
    """The newest lines that fit into so many characters, and how many turns were left out."""
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
