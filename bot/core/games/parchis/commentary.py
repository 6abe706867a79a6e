"""Comments on Parchís: captures, sixes, arrivals, barriers that had to open, and what a roll may bring."""

from __future__ import annotations

from collections.abc import Collection

from bot.core.games.commentary import Headline, Stake, arrival
from bot.core.i18n.translator import N_
from engine.events import Captured, Event, Moved
from engine.parchis.board import LETTERS, PIECES
from engine.parchis.events import BarrierOpened, ThirdSix
from engine.parchis.state import Phase, State
from engine.parchis.turn_flow import NULL, NUMBERS, Play
from engine.parchis.working_position import ENTER, NOBODY
from engine.plies import Ply

CAPTURED = (
    N_("💥 {player} sends {victim}'s piece home!"),
    N_("💥 {player} captures one of {victim}'s pieces!"),
    N_("💥 Ouch, {victim}! {player} takes a piece."),
    N_("💥 Back home for {victim}, with regards from {player}!"),
)
FRIEND_CAPTURED = (
    N_("🙈 Wrong target: {player} sends {victim}'s piece home!"),
    N_("🙈 {player} captures {victim}'s piece, and they're on the same team!"),
    N_("🙈 With friends like {player}, {victim} needs no enemies: a piece goes home!"),
)
OWN_CAPTURED = (
    N_("🙈 {player} captures their own piece!"),
    N_("🙈 Oops! {player} sends one of their own pieces home!"),
    N_("🙈 No mercy: {player} runs into a piece of the same side!"),
)
THIRD_SIX = (
    N_("😱 A third 6 in a row! Too much of a good thing for {player}."),
    N_("😱 Three 6s in a row: {player}'s luck runs out."),
    N_("😱 The third 6! {player} had it coming."),
)
THIRD_SIX_SPARED = (
    N_("😅 A third 6 in a row, but {player} gets away with it."),
    N_("😅 Three 6s in a row, and {player} only loses the turn."),
    N_("😅 The third 6! {player} is lucky and loses no piece."),
)
IN_GOAL = (
    N_("🏁 {player} has {n} of {total} pieces in the goal!"),
    N_("🏁 {player} gets a piece to the goal: {n} of {total}!"),
    N_("🏁 Safe in the goal: {n} of {total} for {player}!"),
)
ONE_LEFT = (
    N_("🏁 {n} of {total} in the goal: {player} has one piece to go!"),
    N_("🏁 Just one piece left for {player}!"),
    N_("🏁 {player} is one piece away from the end!"),
)
ALL_IN = (
    N_("🎉 {player} has all {total} pieces in the goal!"),
    N_("🎉 That was the last one: {player} is done!"),
    N_("🎉 {total} of {total}! {player} has brought them all in."),
)
BARRIER = (
    N_("🚧 That 6 forces {player} to open a barrier!"),
    N_("🚧 A 6 is a 6: {player} must break up a barrier."),
    N_("🚧 The way is clear: {player} had to open a barrier."),
)

LAST_IN = N_("An exact {numbers} brings your last piece to the goal!")
CAPTURES = N_("{rolls} captures one of {victim}'s pieces!")
DANGER = N_("Careful: a third 6 sends the piece you moved last home!")
LETS_OUT = N_("{rolls} would let you out.")
BRINGS_IN = N_("{rolls} brings a piece to the goal.")

GOAL = "F"
_OF_A_SIX = ("6", "7", "12")
"""How far a 6 moves (P51); no bonus moves as far."""


def headlines(ply: Ply[State]) -> tuple[Headline, ...]:
    """Return the highlights of a ply, in order."""
    found = (_headline(ply, event) for event in ply.events)
    return tuple(headline for headline in found if headline is not None)


def _headline(ply: Ply[State], event: Event) -> Headline | None:
    match event:
        case Moved():
            return _arrival(ply.state, event) if event.to == GOAL else None
        case Captured():
            variants = _told_of(ply, event)
            return Headline(
                variants, event, event.seat, event.owner, alike=lambda *other: _told_of(*other) is variants
            )
        case ThirdSix():
            variants, spared = THIRD_SIX_SPARED if event.spared else THIRD_SIX, event.spared
            return Headline(variants, event, event.seat, alike=lambda _, other: other.spared == spared)
        case BarrierOpened():
            return Headline(BARRIER, event, event.seat, alike=_of_a_six) if _of_a_six(ply, event) else None
    return None


def _told_of(ply: Ply[State], event: Captured) -> tuple[str, ...]:
    """Return the wordings of a capture: of a stranger, of a friend, or of one's own piece."""
    if event.owner == event.seat:
        return OWN_CAPTURED
    side = ply.state.setup.side_of_seat
    return FRIEND_CAPTURED if side[event.owner] == side[event.seat] else CAPTURED


def _arrival(state: State, event: Moved) -> Headline | None:
    """Count the pieces in the goal of the arriving piece's owner; None for the one that ends the game."""
    if state.phase is Phase.OVER:
        return None
    setup, goal = state.setup, state.setup.board.goal
    totals = [PIECES * len(own) for own in setup.seats]
    counts = [
        sum(state.steps[PIECES * colour : PIECES * colour + PIECES].count(goal) for colour in own)
        for own in setup.seats
    ]
    colour = LETTERS.index(event.piece[0])
    seat = next(seat for seat, own in enumerate(setup.seats) if colour in own)
    variants, ordinal = arrival(counts, totals, seat, (IN_GOAL, ONE_LEFT, ALL_IN))
    return Headline(variants, event, seat, values={"n": counts[seat], "total": totals[seat]}, ordinal=ordinal)


def _of_a_six(ply: Ply[State], _event: Event) -> bool:
    return ply.move.partition("+")[2] in _OF_A_SIX


def broken(ply: Ply[State], seats: Collection[int]) -> bool:
    """Return whether another player broke a barrier with a piece of these seats on the ring (P42, P43)."""
    opened = [event.square for event in ply.events if isinstance(event, BarrierOpened) and event.seat not in seats]
    if not opened:
        return False
    own = {square for seat in seats for colour in ply.state.setup.seats[seat] for square in ply.state.squares(colour)}
    return any(square in own and not square.startswith("c") for square in opened)


def stake(state: State) -> Stake | None:
    """Return the most remarkable result that the next roll or number may have for the player to act."""
    if state.phase not in (Phase.THROW, Phase.PICK):
        return None
    play = Play(state)
    numbers = NUMBERS if state.phase is Phase.THROW else tuple(n for n in state.pools[state.slot] if n != NULL)
    rolls = {number: play.playable(number) for number in numbers}
    danger = state.phase is Phase.THROW and play.six_count == 2  # P53: a third 6 is not moved
    if danger:
        rolls[6] = []
    arriving = tuple(number for number, moves in rolls.items() if any(_arrives(play, move) for move in moves))
    if arriving and play.left[play.slots[play.slot].side] == 1:
        return Stake(LAST_IN, arriving)
    if (capture := _best_capture(play, rolls)) is not None:
        return capture
    if danger and play.last != NOBODY and not play.spared(play.last):
        return Stake(DANGER, (6,))
    if [number for number, moves in rolls.items() if moves] == [5] and rolls[5][0] & 31 == ENTER:
        return Stake(LETS_OUT, (5,))
    return Stake(BRINGS_IN, arriving) if arriving else None


def _arrives(play: Play, movement: int) -> bool:
    distance = movement & 31
    return distance != ENTER and play.steps[movement >> 5] + distance == play.board.goal


def _best_capture(play: Play, rolls: dict[int, list[int]]) -> Stake | None:
    """Return which numbers capture pieces of the seat that would lose the most."""
    setup, own = play.setup, play.slots[play.slot].side
    captures: dict[int, list[int]] = {}
    worst, prey = -1, -1
    for number, moves in rolls.items():
        for movement in moves:
            victim = play.victim(movement)
            if victim == NOBODY or setup.side_of_colour[victim >> 2] == own:
                continue
            owner = next(seat for seat, colours in enumerate(setup.seats) if victim >> 2 in colours)
            captures.setdefault(owner, []).append(number)
            if play.steps[victim] > worst:
                worst, prey = play.steps[victim], owner
    return Stake(CAPTURES, tuple(dict.fromkeys(captures[prey])), prey) if captures else None
