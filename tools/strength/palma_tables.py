"""Makes the engine's tables of Palma (engine/players/palma_table.py)."""

from __future__ import annotations

import lzma
from array import array
from ctypes import byref
from itertools import product

from engine.palma.board import PIECES
from engine.palma.rules import SWITCHES
from engine.players.palma_table import SPREAD, TURN, file_of, states
from tools.strength.simulator import PalmaRules, library
from tools.strength.weights_file import FOLDER

_LZMA = {"id": lzma.FILTER_LZMA2, "preset": 9, "lc": 2, "lp": 1, "pb": 1}


def make() -> None:
    """Solve both presets for each number of pieces and write their tables; the same bytes each time."""
    for pieces, (name, penalty) in product(SWITCHES["pieces"], (("classic", 0), ("penalty", 1))):
        held, count = solved(penalty=penalty, pieces=int(pieces)), states(int(pieces))
        means, spreads = held[: 2 * count], held[2 * count :]
        packed = _packed(means, 2) + _packed(spreads, 1)
        path = FOLDER / file_of(name, int(pieces))
        path.write_bytes(packed)
        print(f"{path.name}: {count:,} states, {len(packed):,} bytes")


def solved(*, penalty: int, pieces: int = PIECES) -> bytes:
    """Return the numbers of a table in the engine's format."""
    simulator = library()
    rules = PalmaRules(pieces=pieces, penalty=penalty, rethrow5=0, rethrow15=1, stay=0)
    made = simulator.solve_palma(byref(rules))
    if simulator.palma_states(made) != states(pieces):
        raise ValueError("the simulator and the engine number states differently")
    means, spreads = simulator.palma_means(made)[: states(pieces)], simulator.palma_spreads(made)[: states(pieces)]
    numbers = array("H", (round(mean * TURN) for mean in means))
    low_first = b"".join(number.to_bytes(2, "little") for number in numbers)
    return low_first + bytes(min(255, round(max(spread, 0) ** 0.5 * SPREAD)) for spread in spreads)


def _packed(data: bytes, distance: int) -> bytes:
    filters = [{"id": lzma.FILTER_DELTA, "dist": distance}, _LZMA]
    return lzma.compress(data, format=lzma.FORMAT_XZ, filters=filters)
