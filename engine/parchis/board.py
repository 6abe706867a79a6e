"""The board of N colours as integer tables (P1–P6).

- A *step* is a piece's distance from its own start (P4); `HOME` is −1.
- A *cell* is a place on the board: ring square q is cell q, corridor square j of colour i is cell L + 7·i + j.
- Home and goal are not cells; their table entry is 0.
- A set of cells is one integer, a bit per cell. Bit 0 is `NEVER`: always blocked, in movements no piece can make.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

from engine.errors import echo

LETTERS = "YBRGPO"
ARM = 17
PIECES = 4  # the most of a colour; with fewer (P9) the last numbers are not used
CORRIDOR = 7
HOME = -1
START = 0
NEVER = 1
DISTANCES = (1, 2, 3, 4, 5, 6, 7, 10, 12, 20)
SHELTER_OFFSETS = (-5, 0, 5)


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """Tables of one board, cached by `board()`.

    `cells[colour][step]` is a cell. `ways[distance][colour][step]` is the set of cells that a piece on `step`
    crosses, the last one included, or `NEVER`. `ends[distance][colour][step]` is the set of its last cell.
    `squares[colour][step]` is the square's name: `H`, `1`…`L`, `c1`…`c7`, `F`.
    """

    colours: int
    length: int
    mouth: int  # the step of the last ring square
    goal: int
    shelters: frozenset[int]
    safe: tuple[bool, ...]
    cells: tuple[tuple[int, ...], ...]
    ways: tuple[tuple[tuple[int, ...], ...], ...]
    ends: tuple[tuple[tuple[int, ...], ...], ...]
    squares: tuple[tuple[str, ...], ...]
    starts: frozenset[int]  # where pieces enter

    def start_square(self, colour: int) -> int:
        """Return the square where a colour's pieces enter (P3)."""
        return ARM * colour + 5

    def mouth_square(self, colour: int) -> int:
        """Return the last ring square of a colour, below its corridor (P3)."""
        return ARM * colour or self.length

    def square(self, colour: int, step: int) -> str:
        """Name the square of a step."""
        return self.squares[colour][step]

    def step(self, colour: int, square: str) -> int:
        """Return the step of a square's name; raises ValueError where the colour cannot stand there (P4)."""
        step = _steps_by_square(self, colour).get(square)
        if step is None:
            raise ValueError(f"{LETTERS[colour]} cannot stand on {echo(square)}")
        return step


@lru_cache(maxsize=256)
def _steps_by_square(board: Board, colour: int) -> dict[str, int]:
    return {board.square(colour, step): step for step in range(HOME, board.goal + 1)}


@lru_cache(maxsize=64)  # imported games may have any shelters
def board(colours: int, offsets: tuple[int, ...] = SHELTER_OFFSETS) -> Board:
    """Return the board of 3 to 6 colours; `offsets` are its shelters' distances from each mouth (P5)."""
    length = ARM * colours
    mouth, goal = length - 5, length + 3
    shelters = frozenset((ARM * i + offset - 1) % length + 1 for i in range(colours) for offset in offsets)

    def cell(colour: int, step: int) -> int:
        if step <= mouth:
            return (ARM * colour + 4 + step) % length + 1
        return length + CORRIDOR * colour + step - mouth

    # entries `goal` and −1 (home, the last of the tuple) are not cells
    cells = tuple((*(cell(i, step) for step in range(goal)), 0, 0) for i in range(colours))

    def way(colour: int, step: int, distance: int) -> int:
        if step + distance > goal or step == goal:
            return NEVER
        return sum(1 << cells[colour][at] for at in range(step + 1, step + distance + 1) if at < goal)

    def end(colour: int, step: int, distance: int) -> int:
        return 1 << cells[colour][step + distance] if step + distance < goal else 0

    steps = range(goal + 1)
    ways: list[tuple[tuple[int, ...], ...]] = [()] * (max(DISTANCES) + 1)
    ends = list(ways)
    for distance in DISTANCES:
        ways[distance] = tuple((*(way(i, step, distance) for step in steps), NEVER) for i in range(colours))
        ends[distance] = tuple((*(end(i, step, distance) for step in steps), 0) for i in range(colours))
    safe = tuple(number in shelters for number in range(length + CORRIDOR * colours + 1))
    corridor = (*(f"c{step}" for step in range(1, goal - mouth)), "F", "H")
    squares = tuple((*map(str, cells[i][: mouth + 1]), *corridor) for i in range(colours))
    starts = frozenset(cells[i][START] for i in range(colours))
    return Board(colours, length, mouth, goal, shelters, safe, cells, tuple(ways), tuple(ends), squares, starts)


def piece_name(piece: int) -> str:
    """Name a piece, `Y2` for piece 1: pieces are numbered 4·colour + n, n from 0."""
    return _NAMES[piece]


_NAMES = tuple(f"{letter}{number}" for letter in LETTERS for number in range(1, PIECES + 1))


@cache
def pieces_by_name() -> dict[str, int]:
    """Return the number of each piece by its name: the inverse of `piece_name`."""
    return {piece_name(piece): piece for piece in range(PIECES * len(LETTERS))}
