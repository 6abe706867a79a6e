"""The simulator in C (`c/`), compiled on demand, and its data as ctypes.

It plays Parchís some sixty times as fast as the engine, and Palma too. `tests/unit/strength` checks it against the
engine.
"""

from __future__ import annotations

import ctypes
import hashlib
import shutil
import subprocess
import tempfile
from ctypes import POINTER, Structure, c_double, c_float, c_int, c_int8, c_int16, c_int32, c_int64, c_uint8, c_uint64
from enum import IntEnum
from functools import cache
from pathlib import Path
from typing import Any

from engine.parchis.board import HOME
from engine.parchis.state import Phase, State
from engine.parchis.turn_flow import Play
from engine.parchis.working_position import NOBODY
from engine.players.network import shipped
from engine.players.parchis_nets import SHARPER

SOURCES = Path(__file__).with_name("c")
COMPILER = "cc"
FLAGS = ("-O2", "-ftree-vectorize", "-ffp-contract=off", "-shared", "-fPIC")
COLOURS, PIECES, CELLS, STEPS, MOST = 6, 4, 148, 108, 32


class Kind(IntEnum):
    """The simulator's players."""

    RANDOM = 0
    BEGINNER = 1
    CASUAL = 2
    STRONG = 3
    MASTER = 4


PHASES = {Phase.THROW: 0, Phase.PICK: 1, Phase.MOVE: 2, Phase.BONUS: 3, Phase.OVER: 4}


class TurnSlot(Structure):
    _fields_ = (
        ("seat", c_int32),
        ("side", c_int32),
        ("owned", c_int32),
        ("own", c_int32 * 3),
        ("mated", c_int32),
        ("mates", c_int32 * COLOURS),
    )


_TABLE = (
    *("length", "mouth", "goal", "colours", "long_six", "on_field", "six_choice", "mixed_blocks", "spares", "evicts"),
    *("helps", "teams", "pool", "play_on", "by_colour", "pieces", "sides", "slots", "used"),
)
_GAME = ("slot", "phase", "value", "sixes", "last", "bonus", "again", "starter", "finished", "winner")


class Table(Structure):
    _fields_ = (
        *((name, c_int32) for name in _TABLE),
        ("colour", c_int32 * COLOURS),
        ("side_of", c_int32 * COLOURS),
        ("pieces_of", c_int32 * COLOURS),
        ("start_cell", c_int32 * COLOURS),
        ("pair", c_int32 * COLOURS * COLOURS),
        ("safe", c_int32 * CELLS),
        ("cell", c_int32 * STEPS * COLOURS),
        ("start", c_int32 * (COLOURS * PIECES)),
        ("slot", TurnSlot * COLOURS),
    )

    @classmethod
    def of(cls, opening: State) -> Table:
        setup, rules, board = opening.setup, opening.setup.rules, opening.setup.board
        table = cls()
        table.length, table.mouth, table.goal, table.colours = board.length, board.mouth, board.goal, board.colours
        table.long_six = rules.six_all_out if isinstance(rules.six_all_out, int) else 0
        table.on_field = rules.all_out == "on_field"
        table.six_choice, table.mixed_blocks = rules.six_choice, rules.mixed_pair_blocks
        table.spares, table.evicts = rules.third_six_spares_shelter, rules.entry_evicts_friend
        table.helps, table.teams, table.pool = rules.stuck_helps, setup.teams is not None, rules.diceless
        table.play_on, table.by_colour, table.pieces = rules.play_on, setup.by_colour, rules.pieces
        table.sides, table.slots, table.used = len(setup.sides), len(setup.slots), len(setup.colours)
        for place, colour in enumerate(setup.colours):
            table.colour[place] = colour
            table.side_of[colour] = setup.side_of_colour[colour]
            table.pieces_of[setup.side_of_colour[colour]] += rules.pieces
        for colour in range(board.colours):
            table.start_cell[colour] = board.cells[colour][0]
            for other in range(board.colours):
                table.pair[colour][other] = setup.pairs[colour][other]
            for step in range(board.goal):
                table.cell[colour][step] = board.cells[colour][step]
        for cell, safe in enumerate(board.safe):
            table.safe[cell] = safe
        for piece, step in enumerate(opening.steps):
            table.start[piece] = step
        for place, slot in enumerate(setup.slots):
            here = table.slot[place]
            here.seat, here.side = slot.seat, slot.side
            here.owned, here.mated = len(slot.own), len(slot.mates)
            for index, colour in enumerate(slot.own):
                here.own[index] = colour
            for index, colour in enumerate(slot.mates):
                here.mates[index] = colour
        return table


class Game(Structure):
    _fields_ = (
        ("step", c_int8 * (COLOURS * PIECES)),
        ("first", c_int8 * CELLS),
        ("second", c_int8 * CELLS),
        ("home", c_int8 * COLOURS),
        ("goals", c_int8 * COLOURS),
        ("left", c_int8 * COLOURS),
        *((name, c_int8) for name in _GAME),
        ("pool", c_uint8 * COLOURS),
        ("cycle", c_int16 * COLOURS),
        ("choices", c_int16),
        ("choice", c_int16 * MOST),
    )

    @classmethod
    def of(cls, play: Play) -> Game:
        game, setup = cls(), play.setup
        for cells, held in ((game.first, play.first), (game.second, play.second)):
            cells[:] = [*held, *[NOBODY] * (CELLS - len(held))]
        game.step[:] = [*play.steps, *[HOME] * (len(game.step) - len(play.steps))]
        for colour in setup.colours:
            game.home[colour], game.goals[colour] = play.home[colour], play.goals[colour]
        game.left[: len(play.left)] = play.left
        game.slot, game.phase, game.value, game.sixes = play.slot, PHASES[play.phase], play.value, play.six_count
        game.last, game.bonus, game.again = play.last, play.bonus, play.again
        game.starter = setup.first_slot(max(play.starter, 0))
        done = play.finished or [side for side, left in enumerate(play.left) if not left]
        game.finished, game.winner = len(done), done[0] if done else 0
        for slot, (pool, cycle) in enumerate(zip(play.pools, play.cycles, strict=True)):
            game.pool[slot], game.cycle[slot] = sum(1 << number for number in pool), cycle
        if play.phase in (Phase.MOVE, Phase.BONUS):
            game.choices = len(play.legal)
            game.choice[: len(play.legal)] = play.legal
        return game

    def told(self) -> dict[str, Any]:
        """Return all fields by name; choices only if there are any."""
        found = {field[0]: getattr(self, field[0]) for field in self._fields_ if field[0] != "choice"}
        told = {name: value if isinstance(value, int) else list(value) for name, value in found.items()}
        choosing = self.phase in (PHASES[Phase.MOVE], PHASES[Phase.BONUS])
        return {**told, "choices": list(self.choice[: self.choices]) if choosing else []}


class Player(Structure):
    _fields_ = (
        ("kind", c_int32),
        ("overlooks", c_int32),
        ("heedless", c_int32),
        ("nodes", c_int32),
        ("net", ctypes.c_void_p),
        ("judge", ctypes.c_void_p),
        ("style", c_int32),
        ("taste", c_double),
        ("often", c_int32),
    )


class Hundredths(Structure):
    """By hundredths of the predicted chances: the number of sides, their wins, and the sum of the predictions."""

    _fields_ = (("count", c_int64 * 100), ("won", c_int64 * 100), ("said", c_double * 100))


class PalmaRules(Structure):
    _fields_ = tuple((name, c_int32) for name in ("pieces", "penalty", "rethrow5", "rethrow15", "stay"))


@cache
def library() -> Any:
    """Compile the sources, once per version, and load them. Raises FileNotFoundError without a compiler."""
    compiler = shutil.which(COMPILER)
    if compiler is None:
        raise FileNotFoundError(f"the simulator needs a C compiler, {COMPILER}")
    sources = sorted(SOURCES.iterdir())
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in sources) + " ".join(FLAGS).encode()).hexdigest()
    made = Path(tempfile.gettempdir()) / f"palmares-simulator-{digest[:16]}.so"
    if not made.exists():
        with tempfile.TemporaryDirectory() as folder:
            built = Path(folder) / made.name
            command = [compiler, *FLAGS, "-march=native", str(SOURCES / "simulator.c"), "-o", str(built), "-lm"]
            subprocess.run(command, check=True)
            shutil.copy(built, made.with_suffix(".new"))
            made.with_suffix(".new").replace(made)
    loaded = ctypes.CDLL(str(made))
    loaded.train.restype = c_double
    loaded.train.argtypes = [ctypes.c_void_p, ctypes.c_void_p, c_int, c_int, c_float, c_float, c_int, c_int, c_uint64]
    loaded.judge.restype = c_double
    pointer = ctypes.c_void_p
    loaded.judge.argtypes = [pointer, pointer, pointer, c_int, c_int, c_float, c_float, c_float, c_uint64]
    loaded.drifts.argtypes = [pointer, pointer, pointer, c_int, c_int, c_uint64, pointer]
    loaded.check_positions.argtypes = [pointer, pointer, pointer, c_int, c_int, c_uint64, pointer]
    loaded.solve_endgames.argtypes = [pointer, c_int, c_double, pointer]
    loaded.new_judge.argtypes = [pointer, pointer, c_uint64]
    loaded.rounded_judge.argtypes = [pointer, pointer]
    loaded.judge_chances_of.argtypes = [pointer, pointer, pointer, pointer]
    loaded.new_learner.argtypes = [ctypes.c_void_p, c_uint64]
    loaded.rounded.argtypes = [ctypes.c_void_p, ctypes.c_void_p]
    loaded.play_games.restype = c_int64
    loaded.play_games.argtypes = [ctypes.c_void_p, ctypes.c_void_p, c_int, c_uint64, ctypes.c_void_p]
    loaded.start_at.argtypes = [pointer, pointer, c_int]
    loaded.do_throw.argtypes = loaded.do_choice.argtypes = [pointer, pointer, c_int]
    loaded.features_of.argtypes = [pointer, pointer, pointer]
    loaded.told_chances_of.argtypes = [pointer, pointer, pointer, pointer]
    loaded.chances_of.argtypes = [pointer, pointer, pointer, pointer]
    loaded.calibrate.argtypes = [pointer, pointer, pointer, c_int, c_uint64, c_int, pointer]
    loaded.calibrate_palma.argtypes = [pointer, c_int, c_uint64, pointer]
    loaded.choose_one.argtypes = [pointer, pointer, pointer, c_uint64]
    loaded.solve_palma.restype = ctypes.c_void_p
    loaded.play_palma.argtypes = [pointer, pointer, c_int, c_uint64, c_int, pointer]
    loaded.list_palma.restype = ctypes.c_void_p
    loaded.drop_palma.argtypes = [pointer]
    loaded.judge_palma_by.argtypes = [pointer, pointer, pointer]
    loaded.palma_start.argtypes = [pointer, pointer, c_uint64]
    loaded.palma_do_throw.argtypes = loaded.palma_do_move.argtypes = [pointer, pointer, c_int]
    loaded.palma_values.argtypes = [pointer, pointer, c_int, pointer]
    loaded.palma_choose_one.argtypes = [pointer, pointer, pointer, c_uint64]
    loaded.palma_states.argtypes = [ctypes.c_void_p]
    for name in ("palma_means", "palma_spreads"):
        getattr(loaded, name).restype = POINTER(c_double)
        getattr(loaded, name).argtypes = [ctypes.c_void_p]
    if (loaded.size_of(0), loaded.size_of(1)) != (ctypes.sizeof(Table), ctypes.sizeof(Game)):
        raise TypeError("the structures of Python and C differ")
    return loaded


def net_of(raw: bytes) -> tuple[list[list[int]], list[int], list[int]]:
    """Return the weights of a player's net: hidden, direct and out."""
    return _weights(raw, library().size_of(5), library().size_of(6))


def judge_of(raw: bytes) -> tuple[list[list[int]], list[int], list[int]]:
    """Return the weights of a judge's net, rounded: hidden, direct and out."""
    return _weights(raw, library().size_of(9), library().size_of(10))


def _weights(raw: bytes, inputs: int, units: int) -> tuple[list[list[int]], list[int], list[int]]:
    numbers = (c_int32 * (len(raw) // 4)).from_buffer_copy(raw)
    begin = inputs * units
    hidden = [list(numbers[row * units : (row + 1) * units]) for row in range(inputs)]
    return hidden, list(numbers[begin + units : begin + units + inputs]), list(numbers[begin : begin + units])


def shipped_net(name: str) -> Any:
    """Return a net of the engine for the simulator, as bytes that must be kept while it plays."""
    weights = shipped(name)
    numbers = [weight for row in weights.hidden for weight in row] + [*weights.out, *weights.direct]
    return (c_int32 * len(numbers))(*numbers)


def shipped_judge(name: str) -> Any:
    """Return a judge's net of the engine for the simulator, as sharp as in the analysis."""
    weights, sharper = shipped(name), SHARPER.get(name, 1.0)
    told = [round(sharper * weight) for weight in (*weights.out, *weights.direct)]
    numbers = [weight for row in weights.hidden for weight in row] + told
    return (c_int32 * len(numbers))(*numbers)
