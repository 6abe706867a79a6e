"""News of players who wait at the goal or behind a barrier, and of those with all pieces out."""

from __future__ import annotations

from collections.abc import Iterator

from bot.core.games.commentary import Find, Kind, Kinds, Memory, Stuck
from bot.core.games.parchis.stuck import AT_GOAL, BARRIER, EXACT, MATES_EXACT, stuck
from bot.core.games.parchis.teamwork import steps_of
from bot.core.i18n.translator import N_
from engine.events import GOAL, Entered, Lost, Moved
from engine.parchis.board import HOME, pieces_by_name
from engine.parchis.state import State
from engine.plies import Ply

OFTEN = (3, 6)
"""How many numbers lost in the same way are news: sentences name them all."""
DIGITS = 10**6
"""More than a note has of the numbers lost in a row, the last ones, as digits."""

DOORSTEP = (
    N_("🔑 {m} tries at the goal, all too big: {player} waits on the doormat."),
    N_("🔑 {m} tries, and none fits: the goal plays hard to get, {player}."),
)
JAM = (
    N_("🚧 {player} sounds the horn at {victim}'s barrier, and still no way through."),
    N_("🚧 {victim}'s barrier wants a password, {player}, and you don't have it."),
    N_("🚧 A toll road: whatever {player} offers, {victim}'s barrier wants more."),
    N_("🚧 {player} queues at {victim}'s barrier, and the queue doesn't move."),
)
ALL_OUT = (
    N_("⚡ Not one piece left at home: for {player} a 6 now counts {n}."),
    N_("⚡ Nobody left at home: {player}'s 6 counts {n} from now on."),
    N_("⚡ All of {player}'s pieces are out: from now on a 6 counts {n}."),
)

KINDS: Kinds = {
    "doorstep": Kind(DOORSTEP, 29, rest=6, most=2, counts="m", tells=True),
    "jam": Kind(JAM, 27, rest=12, most=2, tells=True),
    "all-out": Kind(ALL_OUT, 19, most=1, tells=True),
}


def waited(before: State, ply: Ply[State], memory: Memory) -> Iterator[Find]:
    """Yield who loses numbers in the same way again and again, and count them."""
    after, seats = ply.state, len(before.setup.seats)
    door, jam = memory.setdefault("door", [0] * seats), memory.setdefault("jam", [0] * 2 * seats)
    keys, tolls = memory.setdefault("keys", [0] * seats), memory.setdefault("tolls", [0] * seats)
    for event in ply.events:
        match event:
            case Lost(seat=seat) if not event.bonus:
                reason, blocker, square = stuck(before, after, event)
                yield from _last_of_team(after, event, reason, blocker, square)
                is_near = reason in AT_GOAL
                door[seat] = door[seat] + 1 if is_near else 0
                keys[seat] = _with(keys[seat], event.value) if is_near else 0
                if reason is BARRIER and blocker is not None:
                    known, count = jam[2 * seat : 2 * seat + 2]
                    is_same = known == blocker + 1
                    jam[2 * seat : 2 * seat + 2] = [blocker + 1, count + 1 if is_same else 1]
                    tolls[seat] = _with(tolls[seat] if is_same else 0, event.value)
                    if jam[2 * seat + 1] in OFTEN:
                        yield Find("jam", seat, (blocker,), tolls[seat])
                if door[seat] in OFTEN:
                    yield Find("doorstep", seat, n=keys[seat], m=door[seat])
            case Moved(seat=seat):
                if event.to == GOAL and door[seat] >= OFTEN[0]:
                    yield Find("unlocked", seat, n=keys[seat])
                door[seat], keys[seat], tolls[seat], jam[2 * seat : 2 * seat + 2] = 0, 0, 0, [0, 0]
            case Entered(seat=seat) if pieces_by_name()[event.piece] >> 2 in after.setup.seats[seat]:
                yield from _all_out(after, seat)
            case _:
                pass


def _last_of_team(state: State, event: Lost, reason: Stuck, blocker: int | None, square: str) -> Iterator[Find]:
    """Yield what keeps a team's last piece from the goal: a rival's barrier, or not the exact number."""
    setup, seat = state.setup, event.seat
    side = setup.side_of_seat[seat]
    pieces = [piece for colour in setup.sides[side] for piece in setup.pieces_of(colour)]
    if setup.teams is None or sum(state.steps[piece] < setup.board.goal for piece in pieces) != 1:
        return
    if reason is BARRIER and blocker is not None and setup.side_of_seat[blocker] != side:
        yield Find("last-wall", seat, (blocker,))
    elif reason in (EXACT, MATES_EXACT) and not state.pools:
        yield Find("last-key", seat, n=int(square), m=event.value)


def _with(tried: int, number: int) -> int:
    """Return the digits of the numbers tried, with one more."""
    return (10 * tried + number) % DIGITS


def _all_out(state: State, seat: int) -> Iterator[Find]:
    """Yield a player whose last piece comes out, where a 6 then counts for more (P51)."""
    setup, rules = state.setup, state.setup.rules
    steps = steps_of(state, seat)
    out = min(steps) > HOME and (rules.all_out == "not_home" or max(steps) < setup.board.goal)
    if out and isinstance(rules.six_all_out, int) and len(setup.seats[seat]) == 1:
        yield Find("all-out", seat, n=rules.six_all_out)
