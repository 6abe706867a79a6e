"""Makes the engine's tables of Palma (engine/players/palma_table.py)."""

from __future__ import annotations

import lzma
from array import array
from ctypes import byref

from engine.players.palma_table import SPREAD, STATES, TURN
from tools.strength.simulator import PalmaRules, library
from tools.strength.weights_file import FOLDER

_LZMA = {"id": lzma.FILTER_LZMA2, "preset": 9, "lc": 2, "lp": 1, "pb": 1}


def make() -> None:
    """Solve both presets and write their tables; the same bytes each time."""
    for name, penalty in (("classic", 0), ("penalty", 1)):
        held = solved(penalty=penalty)
        means, spreads = held[: 2 * STATES], held[2 * STATES :]
        packed = _packed(means, 2) + _packed(spreads, 1)
        path = FOLDER / f"palma-{name}.xz"
        path.write_bytes(packed)
        print(f"{path.name}: {STATES:,} states, {len(packed):,} bytes")


def solved(*, penalty: int) -> bytes:
    """Return the numbers of a table in the engine's format."""
    simulator = library()
    rules = PalmaRules(pieces=5, penalty=penalty, rethrow5=0, rethrow15=1, stay=0)
    made = simulator.solve_palma(byref(rules))
    if simulator.palma_states(made) != STATES:
        raise ValueError("the simulator and the engine number states differently")
    means, spreads = simulator.palma_means(made)[:STATES], simulator.palma_spreads(made)[:STATES]
    numbers = array("H", (round(mean * TURN) for mean in means))
    low_first = b"".join(number.to_bytes(2, "little") for number in numbers)
    return low_first + bytes(min(255, round(max(spread, 0) ** 0.5 * SPREAD)) for spread in spreads)


def _packed(data: bytes, distance: int) -> bytes:
    filters = [{"id": lzma.FILTER_DELTA, "dist": distance}, _LZMA]
    return lzma.compress(data, format=lzma.FORMAT_XZ, filters=filters)
