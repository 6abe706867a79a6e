"""Where the pieces stand and may go, as a working position that changes in place for speed.

A movement is one integer, `piece << 5 | distance`, with distance 0 for entering.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.parchis.board import HOME, NEVER, PIECES, START
from engine.parchis.setup import Setup

NOBODY = -1
ENTER = 0
CAPTURE_BONUS = 20
GOAL_BONUS = 10
Arrivals = tuple[tuple[int, int, int], ...]
"""For each ring square with two colours, the square and the two pieces in the order they came (P35)."""


class WorkingPosition:
    """Pieces by number and by cell, with the sets of full cells (two pieces) and blocked cells (P40–P42)."""

    def __init__(self, setup: Setup, steps: Sequence[int], arrivals: Arrivals = ()) -> None:
        self.setup = setup
        self.board = setup.board
        self.rules = setup.rules
        self.steps = list(steps)
        self.first = [NOBODY] * setup.cells  # per cell: the piece that came first,
        self.second = [NOBODY] * setup.cells  # and the one that came second
        self.full = 0
        self.blocked = NEVER
        self.home = [0] * self.board.colours  # pieces at home, per colour
        self.goals = [0] * self.board.colours  # pieces in the goal, per colour
        each = setup.rules.pieces
        self.left = [each * len(colours) for colours in setup.sides]  # pieces not yet in the goal, per side
        self.captured = NOBODY  # the piece that the last movement sent home
        for colour in setup.colours:
            for piece in setup.pieces_of(colour):
                self._put(piece)
        for square, one, other in arrivals:
            self.first[square], self.second[square] = one, other

    def _put(self, piece: int) -> None:
        colour, step = piece // PIECES, self.steps[piece]
        if step == HOME:
            self.home[colour] += 1
        elif step == self.board.goal:
            self.goals[colour] += 1
            self.left[self.setup.side_of_colour[colour]] -= 1
        else:
            self.settle(piece, self.board.cells[colour][step])

    def arrivals(self) -> Arrivals:
        """Return the order of arrival on squares with two colours (P35)."""
        first, second, full = self.first, self.second, self.full
        found = []
        while full:
            square = (full & -full).bit_length() - 1
            full &= full - 1
            if first[square] // PIECES != second[square] // PIECES:
                found.append((square, first[square], second[square]))
        return tuple(found)

    # possible movements -------------------------------------------------------------------------------------------

    def movements(self, distance: int, colours: Iterable[int]) -> list[int]:
        """Return the movements of a whole distance (P30, P41, P42, P46, P47); of two alike, the lower number's."""
        found = []
        steps, blocked, full = self.steps, self.blocked, self.full
        ways, ends = self.board.ways[distance], self.board.ends[distance]
        for colour in colours:
            way, end = ways[colour], ends[colour]
            base = PIECES * colour
            for piece in (base, base + 1, base + 2, base + 3):
                step = steps[piece]
                if not (blocked & way[step] or full & end[step]) and steps.index(step, base) == piece:
                    found.append(piece << 5 | distance)
        return found

    def entries(self, colours: Iterable[int]) -> list[int]:
        """Return, per colour, the lowest piece at home that can enter (P33, P34)."""
        found = []
        for colour in colours:
            if self.home[colour]:
                start = self.board.cells[colour][START]
                two = self.second[start] != NOBODY
                if not (two and self.first[start] // PIECES == self.second[start] // PIECES == colour):
                    found.append(self.steps.index(HOME, PIECES * colour) << 5 | ENTER)
        return found

    def all_out(self, colour: int) -> bool:
        """Return whether a colour's pieces are all out (P51)."""
        return not self.home[colour] and (self.rules.all_out == "not_home" or not self.goals[colour])

    def sixes(self, colours: Iterable[int]) -> list[int]:
        """Return the movements of a 6 (P43, P51, P52)."""
        found = []
        long, choice = self.rules.six_all_out, self.rules.six_choice
        for colour in colours:
            only = (colour,)
            if isinstance(long, int) and self.all_out(colour):
                found += self.movements(long, only)
                if choice:
                    found += self.movements(6, only)
            else:
                found += self.movements(6, only)
        if self.blocked == NEVER:
            return found
        return [movement for movement in found if self.in_barrier(movement >> 5)] or found

    def in_barrier(self, piece: int) -> bool:
        """Return whether a piece stands on a blocked square (P40, P43)."""
        return bool(self.blocked >> self.board.cells[piece // PIECES][self.steps[piece]] & 1 and self.on_track(piece))

    def on_track(self, piece: int) -> bool:
        return HOME < self.steps[piece] < self.board.goal

    def throw(self, value: int, colours: Sequence[int]) -> list[int]:
        """Return the movements of a roll or picked number with these colours (P31, P33, P43, P51, P52)."""
        if value == 6:
            return self.sixes(colours)
        if value == 5:
            entries = self.entries(colours)
            if entries:
                return entries
        return self.movements(value, colours)

    def victim(self, movement: int) -> int:
        """Return the piece that a movement would send home (P35, P45), or NOBODY."""
        piece, distance = movement >> 5, movement & 31
        colour = piece >> 2
        if distance == ENTER:
            return self.evicted(colour)
        cell = self.board.cells[colour][self.steps[piece] + distance]
        there = self.first[cell]  # cell 0, the goal, has nobody
        spared = there == NOBODY or self.board.safe[cell] or self.setup.pairs[colour][there >> 2]
        return NOBODY if spared else there

    # movements made -----------------------------------------------------------------------------------------------

    def go(self, piece: int, distance: int) -> int:
        """Move a piece; return the bonus it earns (P60): 20, 10 or 0."""
        colour, step = piece >> 2, self.steps[piece]
        cells = self.board.cells[colour]
        self.leave(piece, cells[step])
        self.captured = NOBODY
        self.steps[piece] = step = step + distance
        if step == self.board.goal:
            self.goals[colour] += 1
            self.left[self.setup.side_of_colour[colour]] -= 1
            return GOAL_BONUS
        return self.settle(piece, cells[step])

    def enter(self, piece: int) -> int:
        """Move a piece to its start (P34, P35, P72); return the bonus it earns."""
        colour = piece >> 2
        start = self.board.cells[colour][START]
        victim = self.evicted(colour)
        if victim != NOBODY:
            self.leave(victim, start)
            self.send_home(victim)
        self.captured = victim
        self.home[colour] -= 1
        self.steps[piece] = START
        self.settle(piece, start)
        return 0 if victim == NOBODY else CAPTURE_BONUS

    def evicted(self, colour: int) -> int:
        """Return the piece that must leave the start when `colour` enters, or NOBODY (P34, P35, P72)."""
        start = self.board.cells[colour][START]
        there = [piece for piece in (self.first[start], self.second[start]) if piece != NOBODY]
        strangers = [piece for piece in there if piece >> 2 != colour]
        if self.rules.entry_evicts_friend:
            friends = [piece for piece in strangers if self.setup.friends(colour, piece >> 2)]
            foes = [piece for piece in strangers if piece not in friends]
            if friends:  # P72: they make room even for the second piece; a foe next to them goes instead
                return _last_come(foes or friends)
        return _last_come(strangers) if len(there) == 2 else NOBODY

    def settle(self, piece: int, cell: int) -> int:
        """Put a piece on a cell that is not full (P44, P45); return the bonus it earns."""
        other = self.first[cell]
        if other < 0:
            self.first[cell] = piece
            return 0
        pair = self.setup.pairs[piece >> 2][other >> 2]
        if not pair and not self.board.safe[cell]:
            self.send_home(other)
            self.first[cell] = piece
            self.captured = other
            return CAPTURE_BONUS
        self.second[cell] = piece
        self.full |= 1 << cell
        if pair or self.rules.mixed_pair_blocks:
            self.blocked |= 1 << cell
        return 0

    def leave(self, piece: int, cell: int) -> None:
        if self.second[cell] < 0:
            self.first[cell] = NOBODY
            return
        if self.first[cell] == piece:
            self.first[cell] = self.second[cell]
        self.second[cell] = NOBODY
        self.full &= ~(1 << cell)
        self.blocked &= ~(1 << cell)

    def send_home(self, piece: int) -> None:
        """Put a piece that has left its cell back home."""
        self.steps[piece] = HOME
        self.home[piece >> 2] += 1


def _last_come(pieces: Sequence[int]) -> int:
    """Return the last of pieces in the order of arrival (P35); of two of one colour, the lower number."""
    if not pieces:
        return NOBODY
    last = pieces[-1]
    return min(piece for piece in pieces if piece >> 2 == last >> 2)
