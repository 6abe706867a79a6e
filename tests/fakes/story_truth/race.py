"""What sentences about the race claim: who leads since when, who comes back, and recaps."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from tests.fakes.story_truth.claim import Claim, captured, captures_between, hit_on, left


def new_leader(claim: Claim) -> bool:
    """Return whether the player has taken the lead within two rounds, from the victim."""
    at, former = claim.game.flip(claim.at, claim.side)
    taken = next((end for end in claim.ends(at) if claim.game.front(end) == claim.side), claim.at)
    recent = claim.game.turn[claim.at] - claim.game.turn[taken] <= 2 * claim.rounds
    return claim.game.front(claim.at) == claim.side and former == claim.rival and recent


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
    return took_piece_this_turn(claim) and was and lead_in_turn(claim, mate)


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
    return new_leader(claim) and led > 2 * claim.rounds and low >= Fraction(24, 100)


def calm(claim: Claim) -> bool:
    """Return whether nothing but plain moves happened in the last n turns."""
    first = claim.game.end_before(claim.at, claim.n) + 1
    return claim.game.turn[claim.at] >= claim.n and all(map(claim.game.is_quiet, range(first, claim.at + 1)))


def in_front(claim: Claim) -> bool:
    """Return whether the player is in front, and no other side is ahead of the victim."""
    places = claim.game.places(claim.at)
    return places[claim.side] == 1 and in_second(places, claim) and claim.side != claim.rival


def unbroken(claim: Claim) -> bool:
    """Return whether the player has been in front since the recap before."""
    fronts = {claim.game.front(end) for end in (claim.recap, *claim.ends(claim.recap))}
    return in_front(claim) and fronts <= {claim.side, -1}


def gaps(claim: Claim) -> tuple[Fraction, Fraction]:
    """Return how far the victim was behind at the recap before, and is now."""
    then, now = (claim.game.share(at) for at in (claim.recap, claim.at))
    return then[claim.side] - then[claim.rival], now[claim.side] - now[claim.rival]


def early(claim: Claim) -> bool:
    return in_front(claim) and claim.recap < 0 and claim.game.share(claim.at)[claim.side] < Fraction(1, 2)


def half(claim: Claim) -> bool:
    return in_front(claim) and Fraction(1, 2) <= claim.game.share(claim.at)[claim.side] < Fraction(3, 5)


def half_hit(claim: Claim) -> bool:
    _, hunter, prey = claim.others
    theirs = claim.game.sides[claim.side]
    own = claim.told.find.kind == "half-own"
    return (
        half(claim) and captures_between(claim, hunter, prey) > 0 and (hunter in theirs) == own and prey not in theirs
    )


def turned(claim: Claim) -> bool:
    """Return whether the hunter captured the prey on square n as the player took the victim's lead."""
    hunter, prey = claim.others[1:]
    at, former = claim.game.flip(claim.at, claim.side)
    end = next((end for end in claim.ends(at) if claim.game.front(end) == claim.side), claim.at)
    first = claim.game.first_of_turn(end)
    if not in_lead(claim) or former != claim.rival or not hit_on(claim, hunter, prey, first, end):
        return False
    own, theirs = hunter in claim.game.sides[claim.side], prey in claim.game.sides[claim.rival]
    return {"turned": theirs, "turned-own": own and theirs, "turned-over": own and not theirs}[claim.told.find.kind]


def in_lead(claim: Claim) -> bool:
    return claim.game.places(claim.at)[claim.side] == 1 and claim.side != claim.rival


def overtook(claim: Claim) -> bool:
    """Return whether the victim was in front at the recap before, and is who last led but for the player."""
    was = claim.game.front(claim.recap) in (claim.rival, -1)
    return in_lead(claim) and was and claim.game.flip(claim.at, claim.side)[1] == claim.rival


def hit_since(claim: Claim) -> bool:
    """Return whether the hunter captured the prey since the recap before, with the player in front."""
    hunter, prey = claim.others[1:]
    if not unbroken(claim) or not hit_on(claim, hunter, prey, claim.recap + 1):
        return False
    own = claim.game.sides[claim.side]
    kinds = {"shaken": prey in own, "leader-hit": hunter in own, "rival-hit": hunter not in own and prey not in own}
    return kinds[claim.told.find.kind]


def more_in(claim: Claim) -> bool:
    """Return whether the player's side has more pieces in the goal, the victim's has come further."""
    state, share = claim.game.state(claim.at), claim.game.share(claim.at)
    goal = state.setup.board.goal if hasattr(state, "setup") else 25
    steps = [
        [step for seat in side for step in (claim.game.steps(state, seat) if goal != 25 else state.pieces[seat])]
        for side in claim.game.sides
    ]
    there = [sum(step >= goal for step in each) for each in steps]
    return in_lead(claim) and there[claim.side] > there[claim.rival] and share[claim.side] < share[claim.rival]


def in_second(places: Sequence[int], claim: Claim) -> bool:
    """Return whether no side but the player's is placed before the victim's."""
    return places[claim.rival] == min(place for at, place in enumerate(places) if at != claim.side)


def one_to_go(claim: Claim) -> bool:
    share = claim.game.share(claim.at)
    gap = share[claim.side] - share[claim.rival]
    fits = {"near": 0 <= gap <= Fraction(27, 100), "near-alone": gap > Fraction(24, 100), "near-late": gap < 0}
    places = claim.game.places(claim.at)
    best = share[claim.rival] == max(share) if gap < 0 else in_second(places, claim)
    return left(claim, claim.side) == 1 and fits[claim.told.find.kind] and best


def quickest(claim: Claim) -> bool:
    return captured(claim) and len(claim.game.captures(claim.at)) == 1 and claim.n == claim.game.turn[claim.at]
