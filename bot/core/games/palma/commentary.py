"""Comments on Palma: slides, stakes, holes that give another roll, arrivals, and what a roll may bring."""

from __future__ import annotations

from bot.core.games.commentary import Headline, Stake, arrival
from bot.core.i18n.translator import N_
from engine.events import Event, Moved, Passed
from engine.palma.board import ENTERING, HAND, HOME, MARKED, PIECES, THROWS, is_home
from engine.palma.events import Rethrow, Slid, StakeWon
from engine.palma.moves import Landing, landings
from engine.palma.state import Phase, State
from engine.plies import Ply

SLID = (
    N_("🛝 {player} finds the slide!"),
    N_("🛝 Whee! A slide for {player}."),
    N_("🛝 {player} takes the short cut!"),
)
SLID_BACK = (
    N_("😖 Wrong way! {player} slides back."),
    N_("😖 {player} slips and slides back down."),
    N_("😖 That slide goes backwards, {player}!"),
)
STAKE_WON = (
    N_("💰 The stake of hole {hole} goes to {player}!"),
    N_("💰 {player} is first in hole {hole} and takes the stake!"),
    N_("💰 Ka-ching! {player} pockets the stake of hole {hole}."),
)
RETHROW = (
    N_("✨ Hole {hole} gives {player} another roll!"),
    N_("✨ Lucky hole {hole}: {player} rolls again!"),
    N_("✨ {player} stops in hole {hole} and rolls again!"),
)
PASSED = (
    N_("🎁 {player} can't use it: a present for {victim}!"),
    N_("🎁 No use to {player}, so {victim} gets it."),
    N_("🎁 {victim} says thanks: {player} has to pass it on."),
)
ARRIVED = (
    N_("🏁 {n} of {total} at the top of the trunk: well done, {player}!"),
    N_("🏁 A piece arrives for {player}: {n} of {total}!"),
    N_("🏁 {player} has {n} of {total} at the top of the trunk."),
)
ONE_LEFT = (
    N_("🏁 {n} of {total} are there: {player} has one piece to go!"),
    N_("🏁 Only one more for {player}!"),
    N_("🏁 {player} is waiting for just one piece!"),
)

WINS = N_("{rolls} wins the game!")
WINS_STAKE = N_("{rolls} wins the stake of hole {hole}!")
CATCHES_SLIDE = N_("{rolls} catches the slide to {hole}!")
LETS_IN = N_("{rolls} would let you in.")
ROLLS_AGAIN = N_("{rolls} stops in hole {hole}: another roll!")


def headlines(ply: Ply[State]) -> tuple[Headline, ...]:
    """Return the highlights of a ply, in order."""
    found = (_headline(ply, event) for event in ply.events)
    return tuple(headline for headline in found if headline is not None)


def _headline(ply: Ply[State], event: Event) -> Headline | None:
    match event:
        case Moved():
            return _arrival(ply.state, event)
        case Passed():
            return Headline(PASSED, event, event.seat, event.to)
        case Slid():
            forward = _forward(ply, event)
            variants = SLID if forward else SLID_BACK
            return Headline(variants, event, event.seat, alike=lambda *other: _forward(*other) is forward)
        case StakeWon():
            return Headline(STAKE_WON, event, event.seat, values={"hole": event.hole})
        case Rethrow():
            return Headline(RETHROW, event, event.seat, values={"hole": event.hole})
    return None


def _forward(_ply: Ply[State], event: Slid) -> bool:
    return int(event.origin) < int(event.to)


def _arrival(state: State, event: Moved) -> Headline | None:
    """Count the pieces in 25 to 29 after an arrival; None for the last one, which wins."""
    if state.phase is Phase.OVER or int(event.origin) in HOME or int(event.to) not in HOME:
        return None
    counts = [sum(hole in HOME for hole in side) for side in state.pieces]
    variants, ordinal = arrival(counts, (PIECES, PIECES), event.seat, (ARRIVED, ONE_LEFT))
    values = {"n": counts[event.seat], "total": PIECES}
    return Headline(variants, event, event.seat, values=values, ordinal=ordinal)


def stake(state: State) -> Stake | None:
    """Return the most remarkable result that the next roll may have for the player to roll."""
    if state.phase is not Phase.THROW:
        return None
    rolls = {value: landings(state.rules, state.pieces[state.mover], value) for value in THROWS}
    ways = [(value, landing) for value, landings in rolls.items() for landing in landings]
    if wins := [value for value, landing in ways if _ends(state, landing)]:
        return Stake(WINS, tuple(dict.fromkeys(wins)))
    if taking := [(value, way.end) for value, way in ways if _takes_stake(state, way.end)]:
        return _at_hole(WINS_STAKE, taking)
    if sliding := [(value, way.end) for value, way in ways if way.end > way.reached]:
        return _at_hole(CATCHES_SLIDE, sliding)
    if [value for value, landings in rolls.items() if landings] == [ENTERING] and rolls[ENTERING][0].start == HAND:
        return Stake(LETS_IN, (ENTERING,))
    again = [(value, way.end) for value, way in ways if value != ENTERING and state.rules.mark(way.end) == "rethrow"]
    return _at_hole(ROLLS_AGAIN, again) if again else None


def _at_hole(sentence: str, ways: list[tuple[int, int]]) -> Stake:
    """Return the highest hole, and the rolls that lead there."""
    hole = max(end for _, end in ways)
    return Stake(sentence, tuple(dict.fromkeys(value for value, end in ways if end == hole)), hole=hole)


def _ends(state: State, way: Landing) -> bool:
    own = state.pieces[state.mover]
    return way.end in HOME and is_home((*own[: way.piece], way.end, *own[way.piece + 1 :]))


def _takes_stake(state: State, hole: int) -> bool:
    return state.rules.mark(hole) == "stake" and state.stakes[MARKED.index(hole)] is None
