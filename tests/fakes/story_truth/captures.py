"""What sentences about captures, and about what partners do, claim."""

from __future__ import annotations

from collections.abc import Sequence

from engine.events import GOAL, Captured, Moved
from engine.parchis.board import pieces_by_name
from engine.parchis.events import BarrierOpened
from tests.fakes.story_truth.claim import Claim, captured, captures_between, left


def capture(claim: Claim) -> Captured:
    return next(each for each in claim.event(Captured) if each.seat == claim.seat)


def step_lost(claim: Claim) -> int:
    """Return how far the captured piece had come."""
    state, piece = claim.game.before(claim.at), capture(claim).piece
    return state.steps[pieces_by_name()[piece]]


def first(claim: Claim) -> bool:
    return captured(claim) and len(claim.game.captures(claim.at)) == 1


def revenge(claim: Claim) -> bool:
    """Return whether the victim captured a piece of the player's after the player's last capture of one of theirs."""
    between = [
        each.seat for each in claim.game.captures(claim.at - 1)
        if {each.seat, each.owner} == {claim.seat, claim.others[0]} and each.seat != each.owner
    ]  # fmt: skip
    return captured(claim) and between[-1:] == [claim.others[0]]


def between(claim: Claim) -> tuple[int, int]:
    """Return how many pieces the player and the victim have taken from each other."""
    one, other = claim.seat, claim.others[0]
    return captures_between(claim, one, other), captures_between(claim, other, one)


def running(claim: Claim) -> bool:
    """Return whether the last n captures are all by the player, of rivals, and cost m squares."""
    hits = [*claim.game.events(Captured, 0, claim.at)][-claim.n :]
    cost = sum(claim.game.before(at).steps[pieces_by_name()[each.piece]] for at, each in hits)
    is_own = all(each.seat == claim.seat and not claim.same(each.seat, each.owner) for _, each in hits)
    return captured(claim) and is_own and len(hits) == claim.n > 1 and cost == claim.m


def feud(claim: Claim) -> bool:
    return captured(claim) and captures_between(claim, claim.seat, claim.others[0]) == claim.n >= 3


def row(claim: Claim) -> list[Captured]:
    hits = claim.game.captures(claim.at, claim.last + 1)
    return [each for each in hits if each.seat == claim.seat != each.owner]


def spree(claim: Claim) -> bool:
    hits = row(claim)
    mixed = any(claim.same(claim.seat, each.owner) for each in hits)
    fits = len(hits) == claim.n > 1 and {each.owner for each in hits} == set(claim.others)
    return fits and mixed == (claim.told.find.kind == "mixed") and bool(claim.event(Captured))


def hit_and_in(claim: Claim) -> bool:
    """Return whether the player captures a rival's piece and brings one to the goal in this turn."""
    moved = [event for _, event in claim.game.events(Moved, claim.last + 1, claim.at)]
    return bool(row(claim)) and any(event.to == GOAL and event.seat == claim.seat for event in moved)


def two_in(claim: Claim) -> bool:
    moved = [event for _, event in claim.game.events(Moved, claim.last + 1, claim.at)]
    return sum(event.to == GOAL and event.seat == claim.seat for event in moved) == 2


def threshold(claim: Claim) -> bool:
    mouth = claim.game.match.opening.setup.board.mouth
    return captured(claim) and mouth - 7 <= step_lost(claim) <= mouth and claim.n == mouth + 1 - step_lost(claim)


def far_home(claim: Claim) -> bool:
    return captured(claim) and step_lost(claim) >= 40


def denied(claim: Claim) -> bool:
    """Return whether the victim's side had one piece left, which was close to the goal; nobody has finished."""
    none = not claim.game.state(claim.at).finished
    return at_door(claim) and left(claim, claim.rival) == 1 and none


def last_home(claim: Claim) -> bool:
    """Return whether the victim had one piece left, which had come n squares."""
    return captured(claim) and left(claim, claim.rival) == 1 and step_lost(claim) == claim.n >= 20


def at_door(claim: Claim) -> bool:
    """Return whether the captured piece had at most fifteen squares to the goal."""
    return captured(claim) and claim.game.match.opening.setup.board.goal - step_lost(claim) <= 15


def caught(claim: Claim) -> bool:
    event = capture(claim)
    hunter, prey = (pieces_by_name()[each] for each in (event.by, event.piece))
    return captured(claim) and chased(claim, hunter, prey, claim.game.own_turns(claim.seat, claim.last)[-claim.n :])


def chased(claim: Claim, hunter: int, prey: int, turns: Sequence[tuple[int, int]]) -> bool:
    """Return whether the hunter was close behind the prey at the end of these turns, three or more."""
    board = claim.game.match.opening.setup.board
    for _, last in turns:
        state = claim.game.state(last)
        mine, theirs = (claim.game.cell(state, piece) for piece in (hunter, prey))
        if not mine or not theirs or not 0 < (theirs - mine) % board.length <= 6:
            return False
    return len(turns) > 2


def chase(claim: Claim) -> bool:
    """Return whether the player's piece on square n was behind the victim's on square m for three turns."""
    state = claim.game.state(claim.at)
    preys = [piece for piece in claim.game.pieces(claim.others[0]) if claim.game.cell(state, piece) == claim.m]
    hunters = [piece for piece in claim.game.pieces(claim.seat) if claim.game.cell(state, piece) == claim.n]
    turns = claim.game.own_turns(claim.seat, claim.at)[-3:]
    return any(chased(claim, hunter, prey, turns) for prey in preys for hunter in hunters)


def wiped(claim: Claim) -> bool:
    return captured(claim) and not claim.game.is_out(claim.game.state(claim.at), claim.others[0])


def earlier(claim: Claim) -> list[int]:
    """Return what captures within a team cost before this ply."""
    costs = []
    for at, event in claim.game.events(Captured, 0, claim.at - 1):
        if event.seat != event.owner and claim.same(event.seat, event.owner):
            costs.append(claim.game.before(at).steps[pieces_by_name()[event.piece]])
    return costs


def is_dearest(claim: Claim) -> bool:
    return step_lost(claim) > max(earlier(claim), default=0)


def team_denied(claim: Claim) -> bool:
    return captured(claim) and left(claim, claim.rival) == 1 and not claim.game.state(claim.at).finished


def team_blow(claim: Claim) -> bool:
    return captured(claim) and claim.n == step_lost(claim) >= 40


def rescued(claim: Claim) -> bool:
    """Return whether a piece of the mate's could be captured by the piece that went home, and by none any more."""
    before, after = claim.game.before(claim.at), claim.game.state(claim.at)
    gone = {pieces_by_name()[each.piece] for each in claim.event(Captured)}
    return captured(claim) and any(
        gone & claim.game.hunters(before, piece) and not claim.game.hunters(after, piece)
        for piece in claim.game.pieces(claim.others[1])
    )


def friend(claim: Claim) -> bool:
    return captured(claim) and claim.same(claim.seat, claim.others[0]) and claim.seat != claim.others[0]


def way(claim: Claim) -> bool:
    """Return whether the mate's piece passes or reaches a square where the player opened a barrier within a round."""
    first = claim.game.end_before(claim.at, claim.rounds + 1)
    squares = {e.square for _, e in claim.game.events(BarrierOpened, first, claim.at) if e.seat == claim.seat}
    moved = [e for e in claim.event(Moved) if e.seat == claim.others[0] == claim.game.owner(e.piece)]
    state = claim.game.before(claim.at)
    if str(claim.m) not in squares:
        return False
    for event in moved:
        piece = pieces_by_name()[event.piece]
        span = range(state.steps[piece] + 1, claim.game.state(claim.at).steps[piece] + 1)
        if str(claim.m) in {state.setup.board.square(piece // 4, step) for step in span}:
            return True
    return False


def gift(claim: Claim) -> bool:
    """Return whether a bonus that the player earned with a piece of their own moves one of the mate's."""
    before, mate = claim.game.before(claim.at), claim.others[-1]
    (event,) = claim.event(Moved)
    fits = before.bonus == claim.n and claim.game.owner(event.piece) == mate != event.seat == claim.seat
    if claim.told.find.kind == "gift-of-goal":
        return fits and claim.game.owner(before.last) == claim.seat
    hits = claim.game.captures(claim.at - 1, claim.last + 1)
    return fits and (hits[-1].seat, hits[-1].owner) == (claim.seat, claim.others[0])


def swept(claim: Claim) -> bool:
    """Return whether the victim's team has no piece on the road after the capture, and some at home."""
    state, seats = claim.game.state(claim.at), claim.game.sides[claim.rival]
    goal = state.setup.board.goal
    steps = [step for seat in seats for step in claim.game.steps(state, seat)]
    return captured(claim) and -1 in steps and not any(0 <= step < goal for step in steps)
