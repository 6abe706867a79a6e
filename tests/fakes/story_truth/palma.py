"""What sentences about Palma claim."""

from __future__ import annotations

from engine.events import Entered, Lost, Moved, Passed
from engine.palma.events import Rethrow, Slid, StakeWon
from tests.fakes.story_truth.claim import Claim


def slid(claim: Claim, sign: int) -> bool:
    return any(
        event.seat == claim.seat and int(event.to) - int(event.origin) == sign * claim.n
        for event in claim.event(Slid)
    )


def slides(claim: Claim) -> list[Slid]:
    return [event for _, event in claim.game.events(Slid, 0, claim.at)]


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
    return count == claim.n
