"""What sentences about the race claim: who leads since when, who comes back, and recaps."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from tests.fakes.story_truth.claim import Claim, captured, in_goal, left


def new_leader(claim: Claim) -> bool:
    """Return whether the player is in front, and the victim was before them."""
    _, former = claim.game.flip(claim.at, claim.side)
    return claim.game.front(claim.at) == claim.side and former == claim.rival == claim.known


def leads_since_loss(claim: Claim) -> bool:
    """Return whether the victim lost the lead to the player, and a piece on square n within two rounds before."""
    first = max(0, claim.game.end_before(claim.at, 2 * claim.rounds + 1) + 1)
    hits = claim.game.captures(claim.last, first)
    lost = any(claim.game.side_of(each.owner) == claim.rival and each.square == str(claim.n) for each in hits)
    return new_leader(claim) and lost


def leads_now(claim: Claim) -> bool:
    """Return whether the player is in front, after another side was, and readers don't know."""
    return claim.game.front(claim.at) == claim.side != claim.known and claim.game.flip(claim.at, claim.side)[1] >= 0


def takes_lead(claim: Claim) -> bool:
    """Return whether the player is in front, and the victim was in the story until now."""
    return leads_now(claim) and claim.rival == claim.known


def leads_first(claim: Claim) -> bool:
    return leads_now(claim) and claim.known < 0


def leads_by_pieces(claim: Claim) -> bool:
    """Return whether the player leads with n pieces in the goal, and the victim has come furthest."""
    share = claim.game.share(claim.at)
    there = sum(in_goal(claim, seat) for seat in claim.game.sides[claim.side])
    return leads_now(claim) and there == claim.n and share[claim.rival] == max(share) > share[claim.side]


def lead_in_turn(claim: Claim, side: int) -> bool:
    """Return whether a side is in front and was not before this turn."""
    return claim.game.front(claim.at) == side != claim.game.front(claim.last)


def took_piece_this_turn(claim: Claim) -> bool:
    hits = claim.game.captures(claim.at, claim.last + 1)
    return any((each.seat, each.owner) == (claim.seat, claim.others[0]) for each in hits)


def fell(claim: Claim) -> bool:
    """Return whether the victim lost the lead and ground in this turn, to a player who did not move."""
    now, then = (claim.game.share(at)[claim.rival] for at in (claim.at, claim.last))
    led = claim.game.front(claim.last) == claim.rival
    turn = claim.game.plies[claim.at].seat
    return (
        led and now < then and claim.game.front(claim.at) == claim.side and turn not in claim.game.sides[claim.side]
    )


def toppled(claim: Claim) -> bool:
    mate = claim.game.side_of(claim.others[1])
    was = claim.game.places(claim.last)[claim.rival] == 1
    fits = was and claim.known == claim.rival and mate != claim.side and lead_in_turn(claim, mate)
    return took_piece_this_turn(claim) and fits


def came_back(claim: Claim) -> bool:
    """Return whether the player was far behind since they last led, and has not led for two rounds."""
    lost, _ = claim.game.flip(claim.at, claim.side)
    low, led = Fraction(0), 10**9
    for ago, end in enumerate(reversed([end for end in claim.game.ends if end <= lost])):
        share = claim.game.share(end)
        if claim.game.front(end) == claim.side:
            led = ago
            break
        low = max(
            low, *(share[at] - share[claim.side] for at, place in enumerate(claim.game.places(end)) if place == 1)
        )
    leads = claim.game.front(claim.at) == claim.side and claim.game.flip(claim.at, claim.side)[1] == claim.rival
    return leads and led > 6 * claim.rounds and low >= Fraction(24, 100)


def in_front(claim: Claim) -> bool:
    """Return whether the player alone is in front, and no other side is ahead of the victim."""
    places = claim.game.places(claim.at)
    return claim.game.front(claim.at) == claim.side and in_second(places, claim) and claim.side != claim.rival


def gaps(claim: Claim) -> tuple[Fraction, Fraction]:
    """Return how far the victim was behind at the recap before, and is now."""
    then, now = (claim.game.share(at) for at in (claim.recap, claim.at))
    return then[claim.side] - then[claim.rival], now[claim.side] - now[claim.rival]


def early(claim: Claim) -> bool:
    known = claim.known in (-1, claim.side)
    return in_front(claim) and known and claim.recap < 0 and claim.game.share(claim.at)[claim.side] < Fraction(1, 2)


def half(claim: Claim) -> bool:
    known = claim.known in (-1, claim.side)
    return in_front(claim) and known and Fraction(1, 2) <= claim.game.share(claim.at)[claim.side] < Fraction(3, 5)


def turned(claim: Claim) -> bool:
    """Return whether somebody captured on square n in the turn that brought the player the lead."""
    at, _ = claim.game.flip(claim.at, claim.side)
    end = next((end for end in claim.ends(at) if claim.game.front(end) == claim.side), claim.at)
    hits = claim.game.captures(end, claim.game.first_of_turn(end))
    return overtook(claim) and any(each.square == str(claim.n) for each in hits)


def overtook(claim: Claim) -> bool:
    """Return whether the player is in front, and the last one was the leader whom readers know."""
    loser = claim.game.side_of(claim.others[-1])
    return in_front(claim) and loser == claim.known != claim.side


def still(claim: Claim) -> bool:
    """Return whether the player is in front, as readers know."""
    return in_front(claim) and claim.known == claim.side


def leads_since(claim: Claim) -> bool:
    """Return whether the player is in front, and was not at the recap before."""
    return in_front(claim) and claim.known == claim.side != claim.game.front(claim.recap)


def shaken(claim: Claim) -> bool:
    """Return whether the player's side lost a piece on square n within two rounds, and no side any since."""
    first = max(claim.recap, claim.game.end_before(claim.at, 2 * claim.rounds + 1)) + 1
    last = [each for each in claim.game.captures(claim.at, first) if not claim.same(each.seat, each.owner)][-1]
    return still(claim) and last.square == str(claim.n) and last.owner in claim.game.sides[claim.side]


def in_second(places: Sequence[int], claim: Claim) -> bool:
    """Return whether no side but the player's is placed before the victim's."""
    return places[claim.rival] == min(place for at, place in enumerate(places) if at != claim.side)


def one_to_go(claim: Claim) -> bool:
    """Return whether somebody has one piece left, and the end is in sight."""
    counts = [left(claim, side) for side in range(len(claim.game.sides))]
    return in_front(claim) and 1 in counts and min(squares_left(claim, side) for side in range(len(counts))) <= 30


def showdown(claim: Claim) -> bool:
    """Return whether two sides have one piece left and at most six squares to go."""
    sides = range(len(claim.game.sides))
    doors = [side for side in sides if left(claim, side) == 1 and squares_left(claim, side) <= 6]
    return in_front(claim) and len(doors) > 1


def squares_left(claim: Claim, side: int) -> int:
    """Return how many squares a side's pieces still have to go; few at Palma, where holes are left."""
    state = claim.game.state(claim.at)
    if not hasattr(state, "setup"):
        return 0
    goal = state.setup.board.goal
    return sum(goal - max(0, step) for seat in claim.game.sides[side] for step in claim.game.steps(state, seat))


def quickest(claim: Claim) -> bool:
    return captured(claim) and len(claim.game.captures(claim.at)) == 1 and claim.n == claim.game.turn[claim.at]
