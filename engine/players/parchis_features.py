"""The net's features of a side in a position of Parchís, relative to that side's own way.

A row has a number for each of `FEATURES`, summed over the side's pieces, in whole 720ths (`UNIT`), so it is the same
on every machine. One net serves all colours and boards; `tools/strength/c/features.h` computes the same for training.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from engine.parchis.board import ARM, HOME, PIECES, START
from engine.parchis.setup import Setup
from engine.parchis.turn_flow import Play
from engine.parchis.working_position import NOBODY

UNIT: Final = 720
FACE: Final = UNIT // 6
TWO_FACES: Final = UNIT // 36
SIX: Final = 1 << 6
FIVE: Final = 1 << 5
DIE: Final = 0b1111110
"""All six faces of a die; a pool is written the same way, with the null as bit 0."""

FEATURES: Final = (
    "at home",  # pieces that wait for a 5
    "homes",  # colours with a piece at home
    "in the goal",
    "way",  # hundredths of the steps that all pieces still have to go
    *(
        f"stretch {index}" for index in range(6)
    ),  # ring pieces by stretches of 17 squares, the last before the mouth 0
    *(f"corridor {far}" for far in range(1, 8)),  # corridor pieces by their distance from the goal
    "near",  # ring pieces within 13 steps of the goal
    "sheltered",  # ring pieces on a shelter, not in a barrier
    "paired",  # barriers that it is part of, half of one for each piece
    "shut out",  # colours that could not enter with a 5
    "exposed",  # pieces alone on a square where they can be captured
    "risk",  # each piece's probability of capture by the others' next rolls
    "risk of way",  # the same, weighted by the way that would be lost
    "worst risk",  # the greatest of these
    "prey",  # the way that its own next roll may take from others
    "hits",  # faces, or remaining numbers, with which it captures
    "far hunters",  # foreign pieces 7 to 13 steps behind an exposed piece
    "far prey",  # exposed pieces 7 to 20 steps before its own
    "barred",  # pieces with a foreign barrier within six steps
    "bars",  # foreign pieces that have its barrier within six steps
    "barred by its own",
    "on a foreign start",  # pieces on the start of a foreign colour that still has to enter
    "start shared",  # its starts with one foreign piece, a colour waiting at home
    "start captures",  # its starts where a 5 captures, a colour waiting at home
    "to throw",
    "turns away",  # how far round the table its next turn is
    "next",  # the turn after this one is its own
    "one six",
    "two sixes",
    "six at stake",  # the way of the piece that a third 6 sends home
    "last one",  # one piece is missing
    "last two",
    "last three",
    "goal faces",  # faces, or remaining numbers, that bring a piece into the goal
    "long six",  # colours whose 6 is worth 7 or 12
    "twenty ahead",  # exposed pieces 20 before a foreign one, which a bonus takes
    "ten ahead",
    "hits now",  # hits, if it is its turn to roll
    "sides",  # sides that still play, in quarters
    "board",  # colours of the board, in quarters
    "one",  # always one
    *(f"phase {index}" for index in range(ARM)),  # single ring pieces by their place between two mouths
    "near entries",  # the way of exposed pieces within 7 steps of a start where a piece waits
    "risk now",  # the part of the risk that comes from the side to roll
    "prey now",
    "ahead",  # hundredths of steps ahead of the best of the others
    "behind",
    *(f"pool {number}" for number in range(7)),  # remaining numbers in a diceless game, with the null as 0
    "may enter",  # colours that can enter with a remaining number
    "colours",  # colours of the side, in halves
    "turns",  # turns that the side has in a round, in halves
)
"""The names of the features, in the order of a row."""

_PLACE: Final = {name: index for index, name in enumerate(FEATURES)}
_AT_HOME, _HOMES, _IN_GOAL, _WAY = (_PLACE[name] for name in ("at home", "homes", "in the goal", "way"))
_STRETCH, _CORRIDOR, _PHASE, _POOL = (_PLACE[name] for name in ("stretch 0", "corridor 1", "phase 0", "pool 0"))
_NEAR, _SHELTERED, _PAIRED, _SHUT_OUT = (_PLACE[name] for name in ("near", "sheltered", "paired", "shut out"))
_EXPOSED, _RISK, _RISK_WAY = (_PLACE[name] for name in ("exposed", "risk", "risk of way"))
_WORST, _PREY, _HITS = (_PLACE[name] for name in ("worst risk", "prey", "hits"))
_FAR_HUNTERS, _FAR_PREY = _PLACE["far hunters"], _PLACE["far prey"]
_BARRED, _BARS, _BARRED_BY_OWN = (_PLACE[name] for name in ("barred", "bars", "barred by its own"))
_ON_START, _SHARED, _CAPTURES = (_PLACE[name] for name in ("on a foreign start", "start shared", "start captures"))
_TO_THROW, _AWAY, _NEXT = (_PLACE[name] for name in ("to throw", "turns away", "next"))
_ONE_SIX, _TWO_SIXES, _AT_STAKE = (_PLACE[name] for name in ("one six", "two sixes", "six at stake"))
_LAST, _GOAL_FACES, _LONG_SIX = (_PLACE[name] for name in ("last one", "goal faces", "long six"))
_TWENTY, _TEN, _HITS_NOW = (_PLACE[name] for name in ("twenty ahead", "ten ahead", "hits now"))
_SIDES, _BOARD, _ONE = (_PLACE[name] for name in ("sides", "board", "one"))
_NEAR_ENTRIES, _RISK_NOW, _PREY_NOW = (_PLACE[name] for name in ("near entries", "risk now", "prey now"))
_AHEAD, _BEHIND, _MAY_ENTER = (_PLACE[name] for name in ("ahead", "behind", "may enter"))
_COLOURS, _TURNS = (_PLACE[name] for name in ("colours", "turns"))

Row = list[int]


class Sight:
    """Computes the features of positions of one setup; made by `sight`."""

    def __init__(self, setup: Setup) -> None:
        board = setup.board
        self.setup = setup
        self.length, self.mouth, self.goal = board.length, board.mouth, board.goal
        self.side_of = [setup.side_of_colour.get(colour, NOBODY) for colour in range(board.colours)]
        self.starts = [board.cells[colour][START] for colour in range(board.colours)]
        self.starts_at = {self.starts[colour]: colour for colour in setup.colours}
        self.pieces = [(colour, piece) for colour in setup.colours for piece in setup.pieces_of(colour)]
        self.absent = PIECES - setup.rules.pieces
        long = setup.rules.six_all_out
        self.long_six = long if isinstance(long, int) else 6
        self.tracks = [self._track(colour) for colour in range(board.colours)]
        slots = setup.slots
        self.held = [
            (
                UNIT // 2 * sum(setup.side_of_colour[colour] == side for colour in setup.colours),
                UNIT // 2 * sum(slot.side == side for slot in slots),
            )
            for side in range(len(setup.sides))
        ]
        self.away = [
            [
                next(away for away in range(len(slots)) if slots[(slot + away) % len(slots)].side == side)
                for side in range(len(setup.sides))
            ]
            for slot in range(len(slots))
        ]

    def _track(self, colour: int) -> list[int]:
        """Return for each step the set of cells from the start to it."""
        cells, found, sofar = self.setup.board.cells[colour], [], 0
        for step in range(self.goal):
            sofar |= 1 << cells[step]
            found.append(sofar)
        return found

    def rows(self, play: Play) -> list[Row]:
        """Return the rows of all sides before a roll or a pick; rows of finished sides are meaningless."""
        view = _View(self, play)
        for colour in self.setup.colours:
            view.see_colour(colour)
        for colour, piece in self.pieces:
            if HOME < play.steps[piece] < self.goal:
                view.see_piece(colour, piece)
        view.see_turns()
        return view.rows


@lru_cache(maxsize=64)
def sight(setup: Setup) -> Sight:
    return Sight(setup)


class _View:
    """The features of one position, under construction."""

    def __init__(self, sight: Sight, play: Play) -> None:
        self.sight, self.play = sight, play
        setup, steps = sight.setup, play.steps
        self.rules = setup.rules
        self.now = setup.slots[play.slot].side
        self.rows: list[Row] = [[0] * len(FEATURES) for _ in setup.sides]
        self.hits = [0] * len(setup.sides)
        self.numbers = self._numbers_left()
        self.long_six = [sight.long_six if play.all_out(colour) else 6 for colour in range(setup.rules.colours)]
        self.enters = [False] * setup.rules.colours
        self.goal_faces = [0] * setup.rules.colours
        self.evicted: dict[int, int] = {}  # by piece: the sides that capture it by entering
        self.waiting = [colour for colour in setup.colours if play.home[colour]]
        cells, mouth = setup.board.cells, sight.mouth
        self.hunters = [
            (colour, sight.side_of[colour], step, cells[colour][step])
            for colour, piece in sight.pieces
            if HOME < (step := steps[piece]) <= mouth
        ]

    def _numbers_left(self) -> list[int]:
        """Return the sets of numbers that each side may still use: all with a die (P30, P91)."""
        if not self.rules.diceless:
            return [DIE] * len(self.rows)
        found = [0] * len(self.rows)
        for slot, pool in zip(self.sight.setup.slots, self.play.pools, strict=True):
            row = self.rows[slot.side]
            for number in pool:
                found[slot.side] |= 1 << number
                row[_POOL + number] += UNIT
        return found

    def see_colour(self, colour: int) -> None:
        """Add a colour's features, and those of its pieces at home and in the goal."""
        sight, play = self.sight, self.play
        side, home = sight.side_of[colour], play.home[colour]
        row = self.rows[side]
        row[_AT_HOME] += UNIT * home
        row[_IN_GOAL] += UNIT * (play.goals[colour] + sight.absent)  # fewer pieces are an endgame of four (P9)
        row[_WAY] += 7 * (sight.goal + 6) * home
        if self.long_six[colour] != 6:
            row[_LONG_SIX] += UNIT
        if not home:
            return
        start = sight.starts[colour]
        first, second = play.first[start], play.second[start]
        row[_HOMES] += UNIT
        foreign = [piece for piece in (first, second) if piece >= 0 and sight.side_of[piece >> 2] != side]
        if foreign:
            row[_SHARED if second < 0 else _CAPTURES] += UNIT
        if not play.entries((colour,)):
            row[_SHUT_OUT] += UNIT
            return
        self.enters[colour] = True
        if self.numbers[side] & FIVE:
            row[_MAY_ENTER] += UNIT
        if foreign:
            victim = play.evicted(colour)
            if victim != NOBODY and sight.side_of[victim >> 2] != side:
                self.evicted[victim] = side

    def see_piece(self, colour: int, piece: int) -> None:
        sight, play = self.sight, self.play
        side, step = sight.side_of[colour], play.steps[piece]
        row, far = self.rows[side], sight.goal - step
        cell = play.board.cells[colour][step]
        row[_WAY] += 7 * far
        if far < 6 and not (far == 5 and self.enters[colour]):
            self.goal_faces[colour] |= 1 << far
        if far == self.long_six[colour] or (far == 6 and self.rules.six_choice):
            self.goal_faces[colour] |= SIX
        paired = play.blocked >> cell & 1
        if paired:
            row[_PAIRED] += UNIT // 2
        track = sight.tracks[colour]
        if (track[min(step + 6, sight.goal - 1)] ^ track[step]) & play.blocked:
            self._see_barrier(colour, side, step)
        if step > sight.mouth:
            row[_CORRIDOR + far - 1] += UNIT
            return
        row[_STRETCH + (sight.mouth - step) // ARM] += UNIT
        if far <= 13:
            row[_NEAR] += UNIT
        if not paired:
            row[_PHASE + step % ARM] += UNIT
        if play.board.safe[cell]:
            self._see_on_shelter(side, piece, cell, paired=bool(paired))
        elif play.second[cell] < 0:
            row[_EXPOSED] += UNIT
            self._see_entries(side, step, cell)
            self._see_hunters(side, step, *self._hunted(side, cell))

    def _see_on_shelter(self, side: int, piece: int, cell: int, *, paired: bool) -> None:
        """Add the features of a piece on a shelter, which may be a foreign start (P35)."""
        sight, play = self.sight, self.play
        if not paired:
            self.rows[side][_SHELTERED] += UNIT
        owner = sight.starts_at.get(cell)
        if owner is not None and play.home[owner] and sight.side_of[owner] != side:
            self.rows[side][_ON_START] += UNIT
        if piece in self.evicted:
            self._see_hunters(side, play.steps[piece], {self.evicted[piece]: FIVE}, {})

    def _see_barrier(self, colour: int, side: int, step: int) -> None:
        """Add the first barrier within six steps of a piece."""
        play, cells = self.play, self.play.board.cells[colour]
        step += 1
        while not play.blocked >> cells[step] & 1:
            step += 1
        cell = cells[step]
        owners = [self.sight.side_of[piece >> 2] for piece in (play.first[cell], play.second[cell])]
        self.rows[side][_BARRED_BY_OWN if side in owners else _BARRED] += UNIT
        for owner in owners:
            if owner != side:
                self.rows[owner][_BARS] += UNIT // 2

    def _see_entries(self, side: int, step: int, cell: int) -> None:
        """Add the starts close behind an exposed piece where a piece waits."""
        sight = self.sight
        for colour in self.waiting:
            if sight.side_of[colour] != side and ((cell - sight.starts[colour]) % sight.length or sight.length) <= 7:
                self.rows[side][_NEAR_ENTRIES] += progress(step)

    def _hunted(self, side: int, cell: int) -> tuple[dict[int, int], dict[int, int]]:
        """Return by side the faces that capture an exposed piece, and those that do after a 6."""
        sight, rows, blocked = self.sight, self.rows, self.play.blocked
        length, mouth, tracks = sight.length, sight.mouth, sight.tracks
        row, one, two = rows[side], dict[int, int](), dict[int, int]()
        for colour, hunter, start, place in self.hunters:
            gap = (cell - place) % length or length
            if hunter == side or gap > 20 or start + gap > mouth:
                continue
            if gap > 13:
                rows[hunter][_FAR_PREY] += UNIT
                row[_TWENTY] += UNIT * (gap == 20)
                continue
            track = tracks[colour]
            if (track[start + gap - 1] ^ track[start]) & blocked:
                continue
            direct, after_six = self._faces(colour, gap)
            if direct:
                one[hunter] = one.get(hunter, 0) | direct
            if after_six:
                two[hunter] = two.get(hunter, 0) | after_six
            if gap > 6:
                row[_FAR_HUNTERS] += UNIT
                rows[hunter][_FAR_PREY] += UNIT
                row[_TEN] += UNIT * (gap == 10)
        return one, two

    def _faces(self, colour: int, gap: int) -> tuple[int, int]:
        """Return as sets the faces that move a colour's piece this far, and those that do after a 6."""
        long_six, direct = self.long_six[colour], 0
        if gap < 6 and not (gap == 5 and self.enters[colour]):
            direct = 1 << gap
        elif gap == long_six or (gap == 6 and self.rules.six_choice):
            direct = SIX
        return direct, 1 << gap - long_six if long_six < gap < long_six + 6 else 0

    def _see_hunters(self, side: int, step: int, one: dict[int, int], two: dict[int, int]) -> None:
        """Add what a piece in danger may lose, and its hunters gain."""
        row, way, survival = self.rows[side], progress(step), UNIT
        for hunter in sorted(one.keys() | two.keys()):
            likely = self._likely(hunter, one.get(hunter, 0), two.get(hunter, 0))
            cost = likely * way // UNIT
            survival = survival * (UNIT - likely) // UNIT
            self.rows[hunter][_PREY] += cost
            self.hits[hunter] |= one.get(hunter, 0)
            if hunter == self.now:
                row[_RISK_NOW] += cost
                self.rows[hunter][_PREY_NOW] += cost
        cost = (UNIT - survival) * way // UNIT
        row[_RISK] += UNIT - survival
        row[_RISK_WAY] += cost
        row[_WORST] = max(row[_WORST], cost)

    def _likely(self, hunter: int, one: int, two: int) -> int:
        """Return the probability that a side gets a face of `one`, or a 6 and then a face of `two`."""
        if not self.rules.diceless:
            return FACE * one.bit_count() + (0 if one & SIX else TWO_FACES * two.bit_count())
        left = self.numbers[hunter]
        return UNIT if one & left or (left & SIX and two & left) else 0

    def see_turns(self) -> None:
        sight, play, rows = self.sight, self.play, self.rows
        for colour in sight.setup.colours:
            side = sight.side_of[colour]
            rows[side][_GOAL_FACES] += FACE * (self.goal_faces[colour] & self.numbers[side]).bit_count()
        playing = [side for side, left in enumerate(play.left) if left]
        slots = len(sight.setup.slots)
        for side in playing:
            row, away, left = rows[side], sight.away[play.slot][side], play.left[side]
            row[_HITS] = FACE * (self.hits[side] & self.numbers[side]).bit_count()
            row[_AWAY] = UNIT * away // slots
            row[_NEXT] = UNIT * (away == 1)
            if left <= 3:
                row[_LAST + left - 1] = UNIT
            best = min(rows[other][_WAY] for other in playing if other != side)
            row[_AHEAD if best > row[_WAY] else _BEHIND] = abs(best - row[_WAY])
            row[_SIDES] = UNIT // 4 * len(playing)
            row[_BOARD] = UNIT // 4 * self.rules.colours
            row[_ONE] = UNIT
            row[_COLOURS], row[_TURNS] = sight.held[side]
        self._see_throw(rows[self.now])

    def _see_throw(self, row: Row) -> None:
        play = self.play
        row[_TO_THROW] = UNIT
        row[_HITS_NOW] = row[_HITS]
        row[_ONE_SIX] = UNIT * (play.six_count == 1)
        if play.six_count == 2:
            row[_TWO_SIXES] = UNIT
            step = HOME if play.last == NOBODY else play.steps[play.last]
            if HOME < step <= self.sight.mouth:
                row[_AT_STAKE] = progress(step)


def progress(step: int) -> int:
    """Return what a captured piece loses: sixtieths of its way, plus eight steps for waiting."""
    return 12 * (step + 8)
