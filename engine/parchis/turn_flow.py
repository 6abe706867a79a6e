"""The course of a game: turns, rolls, bonuses, sixes, picks, the end.

`Play` changes in place. The public game thaws a state into it, makes one move and freezes the result; a playout uses
one object to the end.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TypeVar

from engine.events import (
    Bonus,
    Captured,
    Entered,
    Event,
    Finished,
    Lost,
    Moved,
    Picked,
    Thrown,
    Tied,
    TurnBegan,
)
from engine.parchis.board import NEVER, piece_name
from engine.parchis.events import BarrierOpened, ThirdSix
from engine.parchis.setup import TurnSlot
from engine.parchis.state import Phase, State
from engine.parchis.working_position import ENTER, NOBODY, Arrivals, WorkingPosition

T = TypeVar("T")

NULL = 0
NUMBERS = (1, 2, 3, 4, 5, 6)


class Play(WorkingPosition):
    """A game under way. `legal` has the movements of phases move and bonus; `log` collects events if given."""

    def __init__(self, state: State, log: list[Event] | None = None) -> None:
        super().__init__(state.setup, state.steps, state.arrivals)
        self.log = log
        self.slots = state.setup.slots
        self.slot = state.slot
        self.phase = state.phase
        self.value = state.throw
        self.six_count = state.sixes
        self.last = state.last
        self.bonus = state.bonus
        self.again = state.again
        self.starter = state.starter
        # what changes rarely is replaced, not changed in place: branches share it
        self.to_throw = state.to_throw
        self.thrown = state.thrown
        self.finished = state.finished
        self.pools = state.pools
        self.cycles = state.cycles
        self.helps = state.setup.rules.stuck_helps
        self.teams = state.setup.teams is not None
        self.shared = False  # whether a branch has the same lists of pieces
        self.placed: tuple[tuple[int, ...], Arrivals] | None = None  # where the pieces are, unless one moved since
        self.legal: list[int] = []
        if self.phase is Phase.MOVE:
            self.legal = self.playable(self.value)
        elif self.phase is Phase.BONUS:
            self.legal = self._playable_bonus(self.bonus)

    def state(self) -> State:
        # one for every ply of every table: State(...) takes twice as long
        if self.placed is None:
            self.placed = (tuple(self.steps), self.arrivals() if self.full else ())
        steps, arrivals = self.placed
        return tuple.__new__(State, (
            self.setup, steps, self.phase, self.slot, arrivals, self.value, self.six_count, self.last,
            self.bonus, self.again, self.starter, self.to_throw, self.thrown, self.finished, self.pools, self.cycles,
        ))  # fmt: skip

    def branch(self, log: list[Event] | None = None) -> Play:
        """Return an independent copy, for looking ahead; it collects events in `log` if given."""
        self.shared = True  # until either moves a piece, which a roll seldom does
        twin = object.__new__(Play)
        twin.__dict__ = self.__dict__.copy()
        twin.log = log
        return twin

    def _unshare(self) -> None:
        """Copy the lists of pieces before they change: a branch has them too."""
        self.shared = False
        self.steps, self.first, self.second = self.steps[:], self.first[:], self.second[:]
        self.home, self.goals, self.left = self.home[:], self.goals[:], self.left[:]

    # what a player may do -----------------------------------------------------------------------------------------

    def _own(self, slot: TurnSlot) -> tuple[int, ...]:
        """Return the colours that a turn moves first: the teammates' once its own are all in the goal (P75)."""
        if self.teams and self.goals[slot.own[0]] == self.rules.pieces:
            return slot.mates
        return slot.own

    def playable(self, value: int) -> list[int]:
        """Return the movements of a roll or pick; those of friends if the mover is stuck (P74, P76)."""
        slot = self.slots[self.slot]
        return self.throw(value, self._own(slot)) or (self.throw(value, slot.mates) if self.helps else [])

    def _playable_bonus(self, distance: int) -> list[int]:
        """Return the movements of a bonus (P60–P62, P74–P76)."""
        slot = self.slots[self.slot]
        found = self.movements(distance, self._own(slot))
        return found or (self.movements(distance, slot.mates) if self.helps else [])

    # the steps of a game ------------------------------------------------------------------------------------------

    def opening(self, value: int) -> None:
        """Take one roll for the first turn (P21)."""
        seat, *rest = self.to_throw
        self.to_throw = tuple(rest)
        self.thrown = tuple(sorted((*self.thrown, (seat, value))))
        self._tell(Thrown(seat, value, opening=True))
        if not self.to_throw:
            thrown = dict(self.thrown)
            best = max(thrown.values())
            first = tuple(seat for seat in self.setup.seat_order if thrown.get(seat) == best)
            self.thrown = ()
            if len(first) == 1:
                self.begin(first[0])
                return
            self.to_throw = first
            self._tell(Tied(first))
        self.slot = self.setup.first_slot(self.to_throw[0])

    def begin(self, seat: int) -> None:
        """Give a seat the first turn (P21, P91)."""
        self.starter = seat
        if self.rules.diceless:
            self.pools = tuple(self.full_pool(slot, 1) for slot in range(len(self.slots)))
        self._begin_turn(self.setup.first_slot(seat))

    def throw_die(self, value: int) -> None:
        """Take a roll in a turn (P30, P50, P53)."""
        self.value = value
        if self.log is not None:
            self.log.append(_thrown(self.slots[self.slot].seat, value))
        if value == 6:
            self.six_count += 1
            if self.six_count == 3:
                self._third_six()
                return
        self._offer(value)

    def pick(self, number: int) -> None:
        """Pick a number, or the null, and cross it off (P91–P95)."""
        at, pool = self.slot, self.pools[self.slot]
        left = pool.index(number)
        pool = pool[:left] + pool[left + 1 :]
        self._tell(Picked(self.slots[self.slot].seat, number))
        if not pool:  # P94
            self.cycles = _with(self.cycles, at, self.cycles[at] + 1)
            pool = self.full_pool(at, self.cycles[at])
        self.pools = _with(self.pools, at, pool)
        if number == NULL:
            self._pass_turn()
            return
        self.value = number
        self.six_count += number == 6
        self._offer(number)

    def full_pool(self, slot: int, cycle: int) -> tuple[int, ...]:
        """Return a slot's pool at the start of a cycle (P91, P95); the null goes round from the starter."""
        slots = len(self.slots)
        turn = (slot - self.setup.first_slot(max(self.starter, 0))) % slots
        return (*NUMBERS, NULL) if (cycle - 1) % slots == turn else NUMBERS

    def _offer(self, value: int) -> None:
        """Offer the roll's movements, or lose it (P32, P50)."""
        self.again = value == 6
        self.legal = self.playable(value)
        if self.legal:
            self.phase = Phase.MOVE
            return
        if self.log is not None:
            self.log.append(_lost(self.slots[self.slot].seat, value))
        self._go_on()

    def move(self, movement: int) -> None:
        """Make a movement of a roll or bonus, with its automatic consequences."""
        piece, distance = movement >> 5, movement & 31
        colour = piece >> 2
        if distance == 6 and self.rules.six_choice and self.rules.six_all_out != "none" and self.all_out(colour):
            self.again = False  # P52; no bonus is 6 steps long
        opened = self.log is not None and self.blocked != NEVER and self.in_barrier(piece)
        before = self.steps[piece]
        self.placed = None
        if self.shared:
            self._unshare()
        earned = self.enter(piece) if distance == ENTER else self.go(piece, distance)
        self.last = piece
        self.bonus = 0
        if self.log is not None:
            self._log_move(self.log, piece, before, opened=opened)
        side = self.setup.side_of_colour[colour]
        if not self.left[side]:
            self._finish(side)
        elif earned:
            self._earn(earned)
        else:
            self._go_on()

    def _earn(self, steps: int) -> None:
        """Offer the bonus's movements, or lose it (P60, P61)."""
        self.legal = self._playable_bonus(steps)
        if self.log is not None:
            self.log.append(Bonus(self.slots[self.slot].seat, steps))
        if self.legal:
            self.phase = Phase.BONUS
            self.bonus = steps
            return
        if self.log is not None:
            self.log.append(Lost(self.slots[self.slot].seat, steps, bonus=True))
        self._go_on()

    def _third_six(self) -> None:
        """Handle the third 6 in a row (P53)."""
        piece = self.last
        spared = piece == NOBODY or self.spared(piece)
        if self.log is not None:
            name = None if piece == NOBODY else piece_name(piece)
            self.log.append(ThirdSix(self.slots[self.slot].seat, name, spared))
        if not spared:
            self.placed = None
            if self.shared:
                self._unshare()
            self.leave(piece, self.board.cells[piece >> 2][self.steps[piece]])
            self.send_home(piece)
        self._pass_turn()

    def spared(self, piece: int) -> bool:
        """Return whether a third 6 leaves the piece moved last where it is (P53)."""
        step = self.steps[piece]
        shelter = self.board.safe[self.board.cells[piece >> 2][step]]
        in_ring = 0 <= step <= self.board.mouth
        return not in_ring or (shelter and self.rules.third_six_spares_shelter)

    # from turn to turn --------------------------------------------------------------------------------------------

    def _go_on(self) -> None:
        """Let the same player roll or pick again, or pass the turn."""
        if not self.again:
            self._pass_turn()
            return
        self.again = False
        self.value = 0
        self.phase = Phase.PICK if self.rules.diceless else Phase.THROW

    def _pass_turn(self) -> None:
        """Pass the turn to the next slot that still plays (P15)."""
        slot = (self.slot + 1) % len(self.slots)
        while self._skipped(self.slots[slot]):
            slot = (slot + 1) % len(self.slots)
        self._begin_turn(slot)

    def _skipped(self, slot: TurnSlot) -> bool:
        """Return whether a slot has no turn: a finished side, or a finished colour that cannot help (P76, P81)."""
        if not self.left[slot.side]:
            return True
        return self.setup.by_colour and self.goals[slot.own[0]] == self.rules.pieces and not self.helps

    def _begin_turn(self, slot: int) -> None:
        self.slot = slot
        self.value = self.six_count = self.bonus = 0
        self.last = NOBODY
        self.again = False
        self.phase = Phase.PICK if self.rules.diceless else Phase.THROW
        if self.log is not None:
            self.log.append(_turn_began(self.slots[slot].seat, self.slots[slot].own))

    def _finish(self, side: int) -> None:
        """Finish a side that has all its pieces in the goal (P63, P80, P81)."""
        if self.rules.play_on:
            self.finished = (*self.finished, side)
            seats = tuple(seat for seat, its in enumerate(self.setup.side_of_seat) if its == side)
            self._tell(Finished(seats, len(self.finished)))
        if not self.rules.play_on or len(self.finished) == len(self.left) - 1:
            self.phase = Phase.OVER
            self.again = False
            self.bonus = 0
            return
        self._pass_turn()

    # events -------------------------------------------------------------------------------------------------------

    def _tell(self, event: Event) -> None:
        if self.log is not None:
            self.log.append(event)

    def _log_move(self, log: list[Event], piece: int, before: int, *, opened: bool) -> None:
        squares = self.board.squares[piece >> 2]
        seat, name, here = self.slots[self.slot].seat, piece_name(piece), squares[self.steps[piece]]
        if before < 0:
            log.append(Entered(seat, name, here))
        else:
            log.append(_moved(seat, name, squares[before], here))
        if opened:
            log.append(BarrierOpened(seat, squares[before]))
        if self.captured != NOBODY:
            owner = next(seat for seat, own in enumerate(self.setup.seats) if self.captured >> 2 in own)
            log.append(Captured(seat, piece_name(self.captured), name, here, owner))


# the same few of these events come in every game


@cache
def _thrown(seat: int, value: int) -> Thrown:
    return Thrown(seat, value)


@lru_cache(maxsize=8192)
def _moved(seat: int, piece: str, origin: str, to: str) -> Moved:
    return Moved(seat, piece, origin, to)


@cache
def _lost(seat: int, value: int) -> Lost:
    return Lost(seat, value)


@cache
def _turn_began(seat: int, colours: tuple[int, ...]) -> TurnBegan:
    return TurnBegan(seat, colours)


def _with(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    return (*values[:at], value, *values[at + 1 :])
