"""Explains moves in Parchís.

Facts come from playing on a working position: a piece is in range if a legal movement of a next roll would capture
it. A fact's weight is the change in win chances when the features it concerns are taken from the other line.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from engine.events import Captured, Entered, Event, Moved
from engine.game import Move
from engine.parchis.board import HOME, piece_name
from engine.parchis.events import BarrierOpened
from engine.parchis.game import PARCHIS
from engine.parchis.reach import Reach, reach
from engine.parchis.state import Phase, State
from engine.parchis.turn_flow import NULL, NUMBERS, Play
from engine.parchis.working_position import NOBODY
from engine.players.parchis_chances import ParchisEvaluation
from engine.players.reasons.fact import Fact, Line, ParchisFact
from engine.players.reasons.parchis_weights import weights_of

WITHIN: Final = 6
"""A barrier this many steps ahead is in a piece's way."""
_CHOOSES: Final = (Phase.MOVE, Phase.BONUS)


class ParchisExplainer:
    """Explains moves in Parchís (`Explainer`)."""

    def line(self, state: State, move: Move) -> Line:
        """Follow a choice through the movement of a picked number and through bonuses."""
        judge, side = ParchisEvaluation(), state.setup.slots[state.slot].side
        moves, events = [move], list[Event]()
        step = PARCHIS.apply(state, move)
        events += step.events
        while step.state.phase in _CHOOSES:
            values = judge.values(step.state, PARCHIS.moves(step.state), 1)
            moves.append(max(values, key=lambda each: values[each][side]))
            step = PARCHIS.apply(step.state, moves[-1])
            events += step.events
        facts = dict.fromkeys(_Comparison(state, step.state, events).facts())  # a piece may capture twice
        return Line(tuple(moves), state, step.state, tuple(facts))

    def weights(self, line: Line, other: Line) -> Mapping[Fact, float]:
        return weights_of(line, other)


@dataclass(frozen=True, slots=True)
class _Sight:
    """One position from the mover's point of view."""

    play: Play
    hunted: Reach
    """Its pieces that can be captured."""
    prey: Reach
    """Opponents' pieces that the mover can capture."""


class _Comparison:
    """Compares the positions before and after a line."""

    def __init__(self, before: State, after: State, events: list[Event]) -> None:
        self.setup, self.slot, self.events = before.setup, before.slot, events
        self.mover = before.setup.slots[before.slot]
        self.before, self.after = self._seen(before), self._seen(after)
        self.board = before.setup.board
        was, now = self.before.play.steps, self.after.play.steps
        self.moved = [piece for piece in self._own_pieces() if was[piece] != now[piece]]

    def _seen(self, state: State) -> _Sight:
        play = Play(state)
        side = self.mover.side
        foes = [index for index, slot in enumerate(play.slots) if slot.side != side and play.left[slot.side]]
        mine = [index for index, slot in enumerate(play.slots) if slot.seat == self.mover.seat]
        sides = self.setup.side_of_colour
        hunted = {piece: found for piece, found in reach(play, foes).items() if sides[piece >> 2] == side}
        return _Sight(play, hunted, reach(play, mine if play.left[side] else ()))

    def _own_pieces(self) -> list[int]:
        colours = self.setup.sides[self.mover.side]
        return [piece for colour in colours for piece in self.setup.pieces_of(colour)]

    def facts(self) -> list[Fact]:
        if not self.after.play.left[self.mover.side]:
            return [Fact(ParchisFact.WINS)]
        return [
            *self._deeds(),
            *self._dangers(),
            *self._places(),
            *self._barriers(),
            *self._prospects(),
            *self._way(),
        ]

    def _deeds(self) -> list[Fact]:
        found = []
        for event in self.events:
            match event:
                case Captured(owner=owner, by=by):
                    friend = self.setup.side_of_seat[owner] == self.mover.side
                    kind = ParchisFact.CAPTURES_OWN if friend else ParchisFact.CAPTURES
                    found.append(Fact(kind, by, (owner,)))
                case Moved(to="F", piece=piece):
                    found.append(Fact(ParchisFact.GOAL, piece))
                case Entered(piece=piece):
                    found.append(Fact(ParchisFact.ENTERS, piece))
        if not any(isinstance(event, (Moved, Entered)) for event in self.events):
            found.append(Fact(ParchisFact.PASSES))
        return found

    def _dangers(self) -> list[Fact]:
        found, steps = [], self.after.play.steps
        for piece in self._own_pieces():
            was, now = self.before.hunted.get(piece), self.after.hunted.get(piece)
            name, moved = piece_name(piece), piece in self.moved
            if was and not now and steps[piece] != HOME:
                kind = ParchisFact.ESCAPES if moved else ParchisFact.RELIEVED
                found.append(self._about(kind, was, piece=name))
            if not now:
                continue
            if all(steps[hunter] == HOME for hunter in now):
                found.append(Fact(ParchisFact.AT_THE_DOOR, name, self._seats(now)))
            elif was:
                found.append(self._about(ParchisFact.STAYS_EXPOSED, now, piece=name))
            else:
                found.append(self._about(ParchisFact.EXPOSED if moved else ParchisFact.BARED, now, piece=name))
        return found

    def _places(self) -> list[Fact]:
        found, board, was, now = [], self.board, self.before.play.steps, self.after.play.steps
        for piece in self.moved:
            colour, start, end = piece >> 2, was[piece], now[piece]
            on_ring, sheltered = HOME < end <= board.mouth, self._sheltered(piece, end)
            if start == HOME or end == HOME:
                continue
            if sheltered and not self._sheltered(piece, start):
                found.append(Fact(ParchisFact.SAFE, piece_name(piece), place=board.square(colour, end)))
            if on_ring and not sheltered and self._sheltered(piece, start):
                place = board.square(colour, start)
                found.append(Fact(ParchisFact.LEAVES_SAFETY, piece_name(piece), place=place))
            if start <= board.mouth < end < board.goal:
                found.append(Fact(ParchisFact.CORRIDOR, piece_name(piece)))
        return found

    def _sheltered(self, piece: int, step: int) -> bool:
        board = self.board
        return HOME < step <= board.mouth and board.safe[board.cells[piece >> 2][step]]

    def _barriers(self) -> list[Fact]:
        found, pairs, ring = [], self.setup.pairs, range(1, self.board.length + 1)
        was, now = self.before.play, self.after.play
        side, sides = self.mover.side, self.setup.side_of_colour
        for square in ring:
            if not (now.blocked & ~was.blocked) >> square & 1:
                continue
            first, second = now.first[square], now.second[square]
            if pairs[first >> 2][second >> 2] and sides[first >> 2] == side:
                piece = next((piece_name(one) for one in (first, second) if one in self.moved), "")
                held = self._behind(now, square)
                found.append(self._about(ParchisFact.BARRIER, held, piece=piece, place=str(square)))
        for event in self.events:
            if isinstance(event, BarrierOpened) and event.square.isdecimal():
                square = int(event.square)
                if not now.blocked >> square & 1:
                    held = self._behind(was, square)
                    found.append(self._about(ParchisFact.OPENS, held, place=event.square))
        found += [fact for piece in self.moved if (fact := self._barred(piece))]
        return found

    def _behind(self, play: Play, square: int) -> list[int]:
        """Return opponents' pieces with the square within six steps ahead."""
        cells, sides = self.board.cells, self.setup.side_of_colour
        found = []
        for colour in self.setup.colours:
            for piece in self.setup.pieces_of(colour):
                step = play.steps[piece]
                ahead = cells[colour][step + 1 : min(step + WITHIN, self.board.mouth) + 1] if step > HOME else ()
                if sides[colour] != self.mover.side and square in ahead:
                    found.append(piece)
        return found

    def _barred(self, piece: int) -> Fact | None:
        """Return the fact that a piece came to stand close behind a foreign barrier."""
        now, was = self._barrier_ahead(self.after.play, piece), self._barrier_ahead(self.before.play, piece)
        if now is None or was is not None:
            return None
        there = (self.after.play.first[now], self.after.play.second[now])
        return Fact(ParchisFact.BARRED, piece_name(piece), self._seats(there))

    def _barrier_ahead(self, play: Play, piece: int) -> int | None:
        """Return the first barred square within six steps of a piece, if both its pieces are opponents'."""
        step, sides, cells = play.steps[piece], self.setup.side_of_colour, self.board.cells[piece >> 2]
        if not HOME < step <= self.board.mouth:
            return None
        for cell in cells[step + 1 : min(step + WITHIN, self.board.mouth) + 1]:
            if play.blocked >> cell & 1:
                both = (play.first[cell], play.second[cell])
                return cell if all(sides[one >> 2] != self.mover.side for one in both) else None
        return None

    def _prospects(self) -> list[Fact]:
        found, play = [], self.after.play
        by_owner: dict[int, int] = defaultdict(int)
        for victim in self.after.prey.keys() - self.before.prey.keys():
            by_owner[self._seat(victim)] += 1
        found += [Fact(ParchisFact.HUNTS, seats=(seat,), count=by_owner[seat]) for seat in sorted(by_owner)]
        found += self._arrivals(play)
        if play.phase is Phase.OVER:
            return found
        if play.slot == self.slot and play.six_count:
            found.append(Fact(ParchisFact.AGAIN))
            if not play.pools and play.six_count == 2 and play.last != NOBODY and not play.spared(play.last):
                found.append(Fact(ParchisFact.THIRD_SIX, piece_name(play.last)))
        if play.pools and 5 in play.pools[self.slot] and play.entries(self.mover.own):
            found.append(Fact(ParchisFact.KEEPS_FIVE))
        return found

    def _arrivals(self, play: Play) -> list[Fact]:
        """Return which numbers would bring a moved piece into the goal."""
        ahead, goal = play.branch(), self.board.goal
        ahead.slot = self.slot
        numbers: dict[int, list[int]] = defaultdict(list)
        for number in sorted(play.pools[self.slot]) if play.pools else NUMBERS:
            for movement in ahead.playable(number) if number != NULL else ():
                piece, distance = movement >> 5, movement & 31
                if piece in self.moved and distance and play.steps[piece] + distance == goal:
                    numbers[piece].append(number)
        return [
            Fact(ParchisFact.GOAL_NEXT, piece_name(piece), numbers=tuple(dict.fromkeys(numbers[piece])))
            for piece in sorted(numbers)
        ]

    def _way(self) -> list[Fact]:
        """Return whether the only moved piece was the rearmost or the foremost of its seat."""
        if len(self.moved) != 1:
            return []
        (piece,), was = self.moved, self.before.play.steps
        seat = self.setup.seats[self._seat(piece)]
        others = [
            was[other]
            for colour in seat
            for other in self.setup.pieces_of(colour)
            if other != piece and HOME < was[other] < self.board.goal
        ]
        if was[piece] == HOME or not others:
            return []
        if was[piece] < min(others):
            return [Fact(ParchisFact.LAST, piece_name(piece))]
        return [Fact(ParchisFact.FIRST, piece_name(piece))] if was[piece] > max(others) else []

    def _about(self, kind: ParchisFact, pieces: Iterable[int], piece: str = "", place: str = "") -> Fact:
        pieces = tuple(pieces)
        return Fact(kind, piece, self._seats(pieces), len(pieces), place)

    def _seats(self, pieces: Iterable[int]) -> tuple[int, ...]:
        return tuple(sorted({self._seat(piece) for piece in pieces}))

    def _seat(self, piece: int) -> int:
        return next(seat for seat, own in enumerate(self.setup.seats) if piece >> 2 in own)
