"""What sentences about sixes, arrivals, barriers, waits and numbers claim."""

from __future__ import annotations

from engine.events import GOAL, Captured, Entered, Lost, Moved, Picked, Thrown
from engine.parchis.board import pieces_by_name
from engine.parchis.events import BarrierOpened, ThirdSix
from tests.fakes.story_truth.claim import Claim, arrived, in_goal, is_barrier, left


def threatened(claim: Claim) -> bool:
    """Return whether a piece of the victim's is m squares behind the player's on square n, and can capture it."""
    state, length = claim.game.state(claim.at), claim.game.match.opening.setup.board.length
    pieces = [piece for piece in claim.game.pieces(claim.seat) if claim.game.cell(state, piece) == claim.n]
    hunters = [by for piece in pieces for by in claim.game.hunters(state, piece)]
    return any(
        claim.game.owner(by) == claim.others[0] and (claim.n - claim.game.cell(state, by)) % length == claim.m <= 6
        for by in hunters
        if state.steps[by] >= 0
    )


def held(claim: Claim) -> bool:
    """Return whether the victim has the number m in hand."""
    state = claim.game.state(claim.at)
    return any(
        claim.m in pool
        for slot, pool in zip(state.setup.slots, state.pools, strict=True)
        if slot.seat == claim.others[0]
    )


def third(claim: Claim) -> bool:
    """Return whether the piece of the player who is named goes home, or none does."""
    (event,) = claim.event(ThirdSix)
    if claim.told.find.kind == "third-spared":
        return event.spared and event.seat == claim.seat
    loser = claim.others[0] if claim.others else claim.seat
    fell = not event.spared and claim.game.owner(event.piece) == loser and event.seat == claim.seat
    return fell and claim.game.before(claim.at).steps[pieces_by_name()[event.piece]] == claim.n


def last_piece(claim: Claim) -> tuple[int, int]:
    """Return the only piece that the player's team still has to bring in, and its steps."""
    state, goal = claim.game.state(claim.at), claim.game.match.opening.setup.board.goal
    left = [piece for seat in claim.game.sides[claim.side] for piece in claim.game.pieces(seat)]
    (piece,) = [piece for piece in left if state.steps[piece] < goal]
    return piece, state.steps[piece]


def last_wall(claim: Claim) -> bool:
    """Return whether a barrier of the victim's stands before the team's last piece, within the number lost."""
    piece, step = last_piece(claim)
    state, board = claim.game.state(claim.at), claim.game.match.opening.setup.board
    (lost,) = claim.event(Lost)
    ahead = [board.cells[piece // 4][at] for at in range(step + 1, min(step + 8, board.mouth + 1))]
    walls = [cell for cell in ahead if is_barrier_of(claim, cell, claim.others[0])]
    return bool(walls) and lost.seat == claim.seat and state.setup.side_of_seat[claim.others[0]] != claim.side


def is_barrier_of(claim: Claim, cell: int, seat: int) -> bool:
    state = claim.game.state(claim.at)
    return sum(claim.game.cell(state, piece) == cell for piece in claim.game.pieces(seat)) == 2


def last_key(claim: Claim) -> bool:
    (lost,) = claim.event(Lost)
    goal = claim.game.match.opening.setup.board.goal
    return (lost.seat, lost.value, goal - last_piece(claim)[1]) == (
        claim.seat,
        claim.m,
        claim.n,
    ) and claim.m != claim.n


def first_in(claim: Claim) -> bool:
    state = claim.game.state(claim.at)
    if not hasattr(state, "setup"):
        came = any(event.seat == claim.seat and int(event.to) >= 25 for event in claim.event(Moved))
        return came and sum(hole >= 25 for side in state.pieces for hole in side) == 1
    return arrived(claim) and sum(step == state.setup.board.goal for step in state.steps) == 1


def team_goal(claim: Claim) -> bool:
    """Return whether the player brought in a piece of the team, which has n of m in the goal."""
    moved = [event for event in claim.event(Moved) if event.to == GOAL and event.seat == claim.seat]
    seats = claim.game.sides[claim.side]
    total = sum(len(claim.game.pieces(seat)) for seat in seats)
    there = sum(in_goal(claim, seat) for seat in seats)
    return bool(moved) and claim.game.owner(moved[0].piece) in seats and (there, total) == (claim.n, claim.m)


def team_first(claim: Claim) -> bool:
    everybody = range(claim.game.seats)
    return team_goal(claim) and claim.n == 1 and sum(in_goal(claim, seat) for seat in everybody) == 1


def team_done(claim: Claim) -> bool:
    """Return whether the last of the player's pieces is in, but not of the team's, which has n of m there."""
    seats = claim.game.sides[claim.side]
    all_in = in_goal(claim, claim.seat) == len(claim.game.pieces(claim.seat))
    there = sum(in_goal(claim, seat) for seat in seats)
    return all_in and there == claim.n < claim.m == sum(len(claim.game.pieces(seat)) for seat in seats)


def team_all(claim: Claim) -> bool:
    return claim.n == claim.m and left(claim, claim.side) == 0


def brought(claim: Claim) -> bool:
    return any(
        event.to == GOAL and event.seat == claim.seat and claim.game.owner(event.piece) == claim.others[0]
        for event in claim.event(Moved)
    )


def stood(claim: Claim, at: int, square: int) -> bool:
    """Return whether a barrier stood through n rounds and one turn; players of two colours have two turns a round."""
    game, slot = claim.game, claim.game.match.opening.setup.first_slot(claim.seat)
    turns = [last for first, last in game.own_turns(claim.seat, at) if game.before(first).slot == slot]
    turns = turns[-claim.n - 1 :]
    return len(turns) > claim.n and all(is_barrier(claim, end, square) for end in turns)


def wall_falls(claim: Claim) -> bool:
    (event,) = claim.event(BarrierOpened)
    square = int(event.square)
    return not is_barrier(claim, claim.at, square) and stood(claim, claim.last, square)


def drought(claim: Claim) -> bool:
    return claim.game.shut(claim.seat, claim.at) == claim.n


def freed(claim: Claim) -> bool:
    own = any(event.seat == claim.seat for event in claim.event(Entered))
    return own and claim.game.shut(claim.seat, claim.last) == claim.n


def escape(claim: Claim) -> bool:
    """Return whether n pieces could capture one on square m, had their turns since, and didn't."""
    _, end = claim.game.own_turns(claim.seat, claim.last)[-1]
    state, now = claim.game.state(end), claim.game.state(claim.at)
    for piece in claim.game.pieces(claim.seat):
        if claim.game.cell(state, piece) == claim.m == claim.game.cell(now, piece):
            hunters = claim.game.hunters(state, piece)
            seats = {claim.game.owner(by) for by in hunters}
            acted = {claim.game.plies[at].seat for at in range(end + 1, claim.at + 1)}
            return (
                len(hunters) == claim.n
                and seats == set(claim.others) <= acted
                and claim.game.plies[claim.at].ends_turn
            )
    return False


def jam(claim: Claim) -> bool:
    return lost_since(claim, claim.at).endswith(str(claim.n)) and len(str(claim.n)) >= 3


def lost_since(claim: Claim, last: int) -> str:
    """Return the numbers that the player has lost since a piece of theirs last moved, as digits."""
    lost = ""
    for at in range(last, -1, -1):
        for event in reversed(claim.game.plies[at].events):
            if isinstance(event, Moved) and event.seat == claim.seat:
                return lost
            if isinstance(event, Lost) and event.seat == claim.seat and not event.bonus:
                lost = f"{event.value}{lost}"
    return lost


def doorstep(claim: Claim) -> bool:
    state = claim.game.state(claim.at)
    near = any(state.setup.board.goal - step <= 12 for step in state.steps if step < state.setup.board.goal)
    return near and jam(claim) and len(lost_since(claim, claim.at)) >= claim.m > 2


def unlocked(claim: Claim) -> bool:
    """Return whether a piece arrives after the player has lost the numbers n and moved no piece."""
    lost = lost_since(claim, claim.at - 1).endswith(str(claim.n)) and len(str(claim.n)) >= 3
    return any(event.to == GOAL for event in claim.event(Moved)) and lost


def all_out(claim: Claim) -> bool:
    state = claim.game.state(claim.at)
    rules, steps = state.setup.rules, claim.game.steps(state, claim.seat)
    on_field = max(steps) < state.setup.board.goal or rules.all_out == "not_home"
    return min(steps) >= 0 and on_field and claim.n == rules.six_all_out and bool(claim.event(Entered))


def picked(claim: Claim) -> tuple[int, list[int]]:
    """Return the number that the player picked, and the others of their pool."""
    before = claim.game.before(claim.at)
    (event,) = claim.event(Picked)
    rest = [*before.pools[before.slot]]
    rest.remove(event.number)
    return event.number, rest


def last_six(claim: Claim) -> bool:
    return picked(claim)[0] == 6 and not any(6 in pool for pool in claim.game.state(claim.at).pools)


def stands(claim: Claim, at: int, seat: int, cell: int) -> bool:
    """Return whether a player has a piece on a square after a ply."""
    state = claim.game.state(at)
    return any(claim.game.cell(state, piece) == cell for piece in claim.game.pieces(seat))


def let_off(claim: Claim) -> bool:
    """Return whether the victim's turn ends, without the number m, and the player's piece is still on square n."""
    rolled = [event.value for _, event in claim.game.events(Thrown, claim.last + 1, claim.at)]
    return spared(claim) and claim.m not in rolled


def spared(claim: Claim) -> bool:
    """Return whether the victim's turn ends, and the player's piece still stands on square n."""
    ply = claim.game.plies[claim.at]
    return ply.ends_turn and ply.seat == claim.others[0] and stands(claim, claim.at, claim.seat, claim.n)


def hunter_gone(claim: Claim) -> bool:
    """Return whether a piece of the victim's goes home, and the player's piece still stands on square n."""
    gone = any(event.owner == claim.others[0] for event in claim.event(Captured))
    return gone and stands(claim, claim.at, claim.seat, claim.n)


def slipped(claim: Claim) -> bool:
    """Return whether the player's piece was on square n, and moved on, but not onto a mate's."""
    here, gone = stands(claim, claim.at - 1, claim.seat, claim.n), not stands(claim, claim.at, claim.seat, claim.n)
    own = any(claim.same(each.seat, each.owner) for each in claim.event(Captured))
    return here and gone and not own and any(event.origin == str(claim.n) for event in claim.event(Moved))


def third_again(claim: Claim) -> bool:
    """Return whether third 6s have cost the player n pieces and m squares."""
    costs = [
        claim.game.before(at).steps[pieces_by_name()[event.piece]]
        for at, event in claim.game.events(ThirdSix, 0, claim.at)
        if event.piece and not event.spared and claim.game.owner(event.piece) == claim.seat == event.seat
    ]
    dear = [cost for cost in costs if cost > 1]
    return (len(dear), sum(dear)) == (claim.n, claim.m) and claim.n > 1


def one_left(claim: Claim) -> bool:
    """Return whether all but one of the player's pieces have arrived."""
    return arrived(claim) and left(claim, claim.side) == 1 and in_goal(claim, claim.seat) == claim.n
