"""Positions of Palma as JSON, read strictly: bad input raises only BadPosition or BadRules.

docs/protocol.md lists the fields and their defaults. Pieces on 10 and 20 are accepted under any rules, for analysis;
so is a roll that nothing can move, which has no moves. Fields without meaning in a phase are type-checked and
dropped.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.errors import BadPosition
from engine.palma.board import ENTERING, HOLE_NAMES, HOLES_BY_NAME, MARKED, SIDES, THROWS, TOP, is_home
from engine.palma.moves import can_use
from engine.palma.presets import read_rules, write_rules
from engine.palma.rules import Rules
from engine.palma.state import Phase, Pieces, Stack, State, empty_side, starting_state

NAME: Final = "palma"


def write_position(state: State) -> dict[str, Any]:
    return {
        "game": NAME,
        "rules": write_rules(state.rules),
        "pieces": {
            side: [HOLE_NAMES[hole] for hole in pieces] for side, pieces in zip(SIDES, state.pieces, strict=True)
        },
        "seat": state.seat,
        "mover": state.mover,
        "phase": str(state.phase),
        "throw": state.throw,
        "stack": list(state.stack),
        "owner": state.owner,
        "stakes": {str(hole): winner for hole, winner in zip(MARKED, state.stakes, strict=True)},
    }


def read_position(position: object) -> State:
    """Read a position; raises BadPosition if it is malformed or impossible, BadRules for its rules."""
    fields = _fields(position)
    rules = read_rules(fields.get("rules"))
    pieces = _read_pieces(fields.get("pieces"), rules)
    phase = _read_phase(fields.get("phase"))
    throw = _read_throw(fields.get("throw"))
    seat = _read_seat("seat", fields.get("seat"), _natural_seat(phase, pieces))
    state = State(
        rules=rules,
        pieces=pieces,
        phase=phase,
        seat=seat,
        mover=_read_seat("mover", fields.get("mover"), seat),
        owner=_read_seat("owner", fields.get("owner"), seat),
        throw=throw,
        stack=_read_stack(fields.get("stack"), (seat,) if throw == ENTERING else ()),
        stakes=_read_stakes(fields.get("stakes"), rules),
    )
    if (phase is Phase.OVER) is not any(map(is_home, pieces)):
        raise BadPosition("a game is over when, and only when, all pieces of a side stand in 25…29")
    return _SETTLED[phase](state)


# --- the phases: what each requires, and what has no meaning in it --------------------------------------------------


def _settled_opening(state: State) -> State:
    start = starting_state(state.rules)
    if start.phase is not Phase.OPENING:
        raise BadPosition("there is no opening when the rules say who begins")
    if state.pieces != start.pieces or state.stakes != start.stakes:
        raise BadPosition("in the opening all pieces are in hand and no stake is won")
    return start


def _settled_throw(state: State) -> State:
    listed = state.stack[-1:] == (state.seat,)
    stack = state.stack if listed else (*state.stack, state.seat)
    return state._replace(mover=state.seat, throw=None, stack=stack)


def _settled_move(state: State) -> State:
    throw, top = state.throw, state.stack[-1:]
    if throw is None:
        raise BadPosition("in phase move a throw is needed")
    passed = state.mover != state.seat
    if passed and can_use(state.rules, state.pieces[state.seat], throw):
        raise BadPosition("a throw that its thrower can use is not passed")
    if throw == ENTERING and top != (state.seat,):
        raise BadPosition("after a 5 its thrower is on top of the stack")
    if passed and throw != ENTERING and top == (state.seat,):
        raise BadPosition("a passed throw other than 5 takes its thrower off the top of the stack")
    return state


def _settled_over(state: State) -> State:
    homes = [side for side, pieces in enumerate(state.pieces) if is_home(pieces)]
    if len(homes) != 1:
        raise BadPosition("only one side can have won")
    return state._replace(mover=homes[0], throw=None, stack=())


_SETTLED: Final = {
    Phase.OPENING: _settled_opening,
    Phase.THROW: _settled_throw,
    Phase.MOVE: _settled_move,
    Phase.OVER: _settled_over,
}


def _natural_seat(phase: Phase, pieces: tuple[Pieces, Pieces]) -> int:
    return 1 if phase is Phase.OVER and is_home(pieces[1]) else 0


# --- the fields -----------------------------------------------------------------------------------------------------


def _fields(position: object) -> Mapping[str, Any]:
    if not isinstance(position, Mapping):
        raise BadPosition("a position is an object")
    if position.get("game") not in (None, NAME):
        raise BadPosition("the position is not of this game")
    return position


def _read_pieces(value: object, rules: Rules) -> tuple[Pieces, Pieces]:
    if value is None:
        return (empty_side(rules), empty_side(rules))
    if not isinstance(value, Mapping) or not value.keys() <= set(SIDES):
        raise BadPosition("pieces: an object with lists for D and J is expected")
    hounds, jackals = (_read_side(side, value.get(side), rules) for side in SIDES)
    return (hounds, jackals)


def _read_side(side: str, value: object, rules: Rules) -> Pieces:
    empty = empty_side(rules)
    if value is None:
        return empty
    if not isinstance(value, list | tuple) or len(value) > len(empty):
        raise BadPosition(f"pieces of {side}: a list of at most {len(empty)} holes is expected")
    holes = tuple(_read_hole(side, name) for name in value)
    crowded = [hole for hole in holes if hole > TOP]
    if len(crowded) != len(set(crowded)):
        raise BadPosition(f"pieces of {side}: only hole 0 holds more than one piece")
    return (*holes, *empty[len(holes) :])


def _read_hole(side: str, name: object) -> int:
    if not isinstance(name, str) or name not in HOLES_BY_NAME:
        raise BadPosition(f"pieces of {side}: holes are the texts H and 0…29")
    return HOLES_BY_NAME[name]


def _read_phase(value: object) -> Phase:
    if value is None:
        return Phase.THROW
    if not isinstance(value, str) or value not in list(Phase):
        raise BadPosition(f"phase is one of {', '.join(Phase)}")
    return Phase(value)


def _read_throw(value: object) -> int | None:
    if value is not None and (not isinstance(value, int) or isinstance(value, bool) or value not in THROWS):
        raise BadPosition(f"throw is one of {', '.join(map(str, THROWS))}")
    return value


def _read_seat(name: str, value: object, default: int) -> int:
    if value is None:
        return default
    if not isinstance(value, int) or isinstance(value, bool) or value not in (0, 1):
        raise BadPosition(f"{name}: a seat is 0 or 1")
    return value


def _read_stack(value: object, default: Stack) -> Stack:
    if value is None:
        return default
    if not isinstance(value, list | tuple) or None in value:
        raise BadPosition("stack: a list of seats is expected")
    return tuple(_read_seat("stack", seat, 0) for seat in value)


def _read_stakes(value: object, rules: Rules) -> tuple[int | None, int | None]:
    if value is None:
        return (None, None)
    if not isinstance(value, Mapping) or not value.keys() <= {str(hole) for hole in MARKED}:
        raise BadPosition("stakes: an object with seats or null for 5 and 15 is expected")
    on_five, on_fifteen = (_read_stake(hole, value.get(str(hole)), rules) for hole in MARKED)
    return (on_five, on_fifteen)


def _read_stake(hole: int, winner: object, rules: Rules) -> int | None:
    if winner is None:
        return None
    if rules.mark(hole) != "stake":
        raise BadPosition(f"stakes: by these rules there is none on hole {hole}")
    return _read_seat("stakes", winner, 0)
