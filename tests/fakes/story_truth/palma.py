"""What sentences about Palma claim."""

from __future__ import annotations

from engine.events import Entered, Lost, Moved, Passed, Thrown
from engine.palma.events import Rethrow, Slid, StakeWon
from tests.fakes.story_truth.claim import Claim, arrived, in_goal


def slid(claim: Claim, sign: int) -> bool:
    return any(
        event.seat == claim.seat and int(event.to) - int(event.origin) == sign * claim.n
        for event in claim.event(Slid)
    )


def slides(claim: Claim) -> list[Slid]:
    return [event for _, event in claim.game.events(Slid, 0, claim.at)]


def first_slid(claim: Claim) -> bool:
    (event,) = slides(claim)[-1:]
    places = (claim.seat, str(claim.n), str(claim.m)) == (event.seat, event.to, event.origin)
    return places and len(slides(claim)) == 1 and claim.n > claim.m


def is_stake(claim: Claim) -> bool:
    won = [event for _, event in claim.game.events(StakeWon, 0, claim.at)]
    fits = claim.event(StakeWon) == [StakeWon(str(claim.n), claim.seat)]
    return fits and (len(won) == 1) == (claim.told.find.kind == "first-stake")


def rethrow(claim: Claim) -> bool:
    fits = any((event.seat, event.hole) == (claim.seat, str(claim.n)) for event in claim.event(Rethrow))
    stops = [event for _, event in claim.game.events(Rethrow, 0, claim.at)]
    return fits and (claim.told.find.kind == "rethrow" or len(stops) == 1)


def again(claim: Claim) -> bool:
    stops = [event for _, event in claim.game.events(Rethrow, claim.last + 1, claim.at) if event.seat == claim.seat]
    return len(stops) == 2


def presents(claim: Claim) -> int:
    return sum(event.seat == claim.seat for _, event in claim.game.events(Passed, 0, claim.at))


def passed(claim: Claim) -> bool:
    return any((event.seat, event.to) == (claim.seat, claim.others[0]) for event in claim.event(Passed))


def at_the_top(claim: Claim) -> bool:
    if hasattr(claim.game.match.opening, "setup"):
        return arrived(claim) and in_goal(claim, claim.seat) == claim.n
    came = any(int(event.origin) < 25 <= int(event.to) and event.seat == claim.seat for event in claim.event(Moved))
    return came and sum(hole >= 25 for hole in claim.game.state(claim.at).pieces[claim.seat]) == claim.n


def entries(claim: Claim) -> bool:
    came = [e for _, e in claim.game.events(Entered, claim.last + 1, claim.at) if e.seat == claim.seat]
    return len(came) == claim.n > 1


def echo(claim: Claim) -> bool:
    """Return whether the player rolls the first 5 of this turn, after one of the other side in the turn before."""
    before = claim.game.end_before(claim.at, 2)
    fives = [e.seat for _, e in claim.game.events(Thrown, before + 1, claim.last) if e.value == 5]
    now = [e.seat for _, e in claim.game.events(Thrown, claim.last + 1, claim.at) if e.value == 5]
    return claim.others[0] in fives and now == [claim.seat]


def deadlock(claim: Claim) -> bool:
    events = [event for ply in claim.game.plies[: claim.at + 1] for event in ply.events]
    count = 0
    for event in reversed(events):
        if isinstance(event, Moved | Entered):
            break
        count += isinstance(event, Lost)
    return count == claim.n
