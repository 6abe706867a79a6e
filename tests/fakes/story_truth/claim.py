"""A sentence of a story with its game, and what several kinds of them claim."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from bot.core.domain.story import LEADS, Told
from bot.core.games.chapters import ENDINGS, THREADS
from engine.events import GOAL, Captured, Moved
from tests.fakes.story_truth.chronicle import Chronicle


@dataclass(frozen=True)
class Claim:
    """A sentence of a game's story, with what it is about."""

    game: Chronicle
    told: Told
    recap: int
    """The ply of the recap before it, or -1."""
    known: int
    """The side that the sentences before it had in front last, or -1."""

    @property
    def at(self) -> int:
        return self.told.ply

    @property
    def seat(self) -> int:
        return self.told.find.seat

    @property
    def others(self) -> Sequence[int]:
        return self.told.find.others

    @property
    def n(self) -> int:
        return self.told.find.n

    @property
    def m(self) -> int:
        return self.told.find.m

    @property
    def side(self) -> int:
        return self.game.side_of(self.seat)

    @property
    def rival(self) -> int:
        """The side of the first other seat."""
        return self.game.side_of(self.others[0])

    @property
    def last(self) -> int:
        """The ply that ended the turn before."""
        return self.game.end_before(self.at)

    @property
    def rounds(self) -> int:
        return self.game.round

    def event(self, kind: type) -> list[Any]:
        return [event for event in self.game.plies[self.at].events if isinstance(event, kind)]

    def same(self, seat: int, other: int) -> bool:
        return self.game.side_of(seat) == self.game.side_of(other)

    def ends(self, since: int) -> list[int]:
        """Return the ends of turns after a ply, up to this one."""
        return [end for end in self.game.ends if since < end <= self.at]


def claims(game: Chronicle, told: Sequence[Told]) -> Iterator[Claim]:
    """Yield the sentences of a game's story, each with the recap and the leader before it."""
    recap = known = -1
    for each in told:
        yield Claim(game, each, recap, known)
        recap = each.ply if each.find.kind in THREADS else recap
        known = leader_named(game, each, known)


def leader_named(game: Chronicle, told: Told, known: int) -> int:
    """Return the side that a sentence has in front; that known before if it names none."""
    kind, seats = told.find.kind, (told.find.seat, *told.find.others)
    if kind in LEADS | (THREADS.keys() - ENDINGS):
        return game.side_of(seats[2] if kind == "toppled" else seats[0])
    return known


def captured(claim: Claim) -> bool:
    """Return whether the player captures a piece of the victim, a rival, in this ply."""
    return any((each.seat, each.owner) == (claim.seat, claim.others[0]) for each in claim.event(Captured))


def captures_between(claim: Claim, hunter: int, prey: int) -> int:
    return sum((each.seat, each.owner) == (hunter, prey) for each in claim.game.captures(claim.at))


def left(claim: Claim, side: int) -> int:
    """Return how many pieces a side still has to bring in."""
    state = claim.game.state(claim.at)
    if not hasattr(state, "setup"):
        return sum(hole < 25 for hole in state.pieces[side])
    steps = [step for seat in claim.game.sides[side] for step in claim.game.steps(state, seat)]
    return sum(step < state.setup.board.goal for step in steps)


def is_barrier(claim: Claim, at: int, cell: int) -> bool:
    """Return whether two pieces of the player's stand on a square, and let nobody pass."""
    state = claim.game.state(at)
    there = [piece for piece in claim.game.pieces(claim.seat) if claim.game.cell(state, piece) == cell]
    return len(there) == 2 and state.setup.pairs[there[0] // 4][there[1] // 4]


def in_goal(claim: Claim, seat: int) -> int:
    state = claim.game.state(claim.at)
    return sum(step == state.setup.board.goal for step in claim.game.steps(state, seat))


def arrived(claim: Claim) -> bool:
    """Return whether the player brought a piece of their own to the goal."""
    return any(
        event.to == GOAL and event.seat == claim.seat == claim.game.owner(event.piece) for event in claim.event(Moved)
    )
