"""What sentences about Palma claim."""

from __future__ import annotations

from engine.events import Entered, Lost, Moved, Passed, Thrown
from engine.palma.events import Rethrow, Slid, StakeWon
from tests.fakes.story_truth.claim import Claim


def moved(claim: Claim) -> tuple[int, int, int]:
    """Return where the player's piece starts in this ply, where the roll ends, and where it comes to rest."""
    (way,) = [event for event in claim.event(Moved) if event.seat == claim.seat]
    slides_on = claim.event(Slid)
    return int(way.origin), int(way.to), int(slides_on[0].to if slides_on else way.to)


def slid_back(claim: Claim) -> bool:
    _, reached, end = moved(claim)
    return claim.n == reached - end > 2


def slipped(claim: Claim) -> bool:
    _, reached, end = moved(claim)
    return end < reached == claim.n and reached - end < 3


def first_slide(claim: Claim) -> bool:
    _, reached, end = moved(claim)
    return end - reached == claim.n > 2 and len(slides(claim)) == 1


def slides(claim: Claim) -> list[Slid]:
    """Return the slides so far that brought a piece on."""
    return [event for _, event in claim.game.events(Slid, 0, claim.at) if int(event.to) > int(event.origin)]


def far_up(claim: Claim, hole: int) -> bool:
    """Return whether the player's piece comes to rest in a hole, by a slide or among the last five."""
    start, reached, end = moved(claim)
    return end == hole and (end - reached > 2 or (end > 24 >= start))


def giver(claim: Claim) -> tuple[int, int] | None:
    """Return who passed on the roll that is used in this ply, and its value."""
    for at in range(claim.at, -1, -1):
        for event in reversed(claim.game.plies[at].events):
            if isinstance(event, Passed):
                return event.seat, event.value
            if isinstance(event, Thrown):
                return None
    return None


def gift_ride(claim: Claim) -> bool:
    return giver(claim) == (claim.others[0], claim.n) and far_up(claim, claim.m)


def again_pays(claim: Claim) -> bool:
    stops = [event for _, event in claim.game.events(Rethrow, claim.last + 1, claim.at - 1)]
    return any(event.seat == claim.seat for event in stops) and giver(claim) is None and far_up(claim, claim.n)


def at_top(claim: Claim) -> int:
    return sum(hole >= 25 for hole in claim.game.state(claim.at).pieces[claim.seat])


def settled(claim: Claim) -> bool:
    pieces = len(claim.game.state(claim.at).pieces[claim.seat])
    return far_up(claim, moved(claim)[2]) and (at_top(claim), pieces) == (claim.n, claim.m)


def crowned(claim: Claim) -> bool:
    total = len(claim.game.state(claim.at).pieces[claim.seat])
    gift = giver(claim)
    if claim.others:
        return at_top(claim) == total and gift == (claim.others[0], claim.n)
    return at_top(claim) == total == claim.n and gift is None


def summit(claim: Claim) -> bool:
    return moved(claim)[2] == 29


def is_stake(claim: Claim) -> bool:
    won = [event for _, event in claim.game.events(StakeWon, 0, claim.at)]
    fits = claim.event(StakeWon) == [StakeWon(str(claim.n), claim.seat)]
    return fits and len(won) == 1


def again(claim: Claim) -> bool:
    stops = [event for _, event in claim.game.events(Rethrow, claim.last + 1, claim.at) if event.seat == claim.seat]
    return len(stops) == 2


def presents(claim: Claim) -> int:
    return sum(event.seat == claim.seat for _, event in claim.game.events(Passed, 0, claim.at))


def passed(claim: Claim) -> bool:
    return any((event.seat, event.to) == (claim.seat, claim.others[0]) for event in claim.event(Passed))


def entries(claim: Claim) -> bool:
    came = [e for _, e in claim.game.events(Entered, claim.last + 1, claim.at) if e.seat == claim.seat]
    return len(came) == claim.n > 1


def deadlock(claim: Claim) -> bool:
    events = [event for ply in claim.game.plies[: claim.at + 1] for event in ply.events]
    count = 0
    for event in reversed(events):
        if isinstance(event, Moved | Entered):
            break
        count += isinstance(event, Lost)
    return count == claim.n > 1
