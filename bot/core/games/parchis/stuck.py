"""Why a number at Parchís moves nothing: no 5 to come out, a barrier in the way, a full square, or too many steps."""

from __future__ import annotations

from bot.core.games.commentary import Stuck
from bot.core.games.parchis.teamwork import owner_of
from bot.core.i18n.translator import N_
from engine.events import Lost
from engine.parchis.board import HOME
from engine.parchis.state import State
from engine.parchis.turn_flow import Play
from engine.parchis.working_position import NOBODY

NO_FIVE = Stuck(N_("needs a 5"), N_("Nobody comes out: {rolls}"), waits=True)
MATES_FIVE = Stuck(N_("{player}'s piece needs a 5"), NO_FIVE.several, waits=True)
FULL_START = Stuck(N_("the way out is full"))
TOO_FAR = Stuck(N_("too big for the goal"), N_("Too big for the goal: {rolls}"))
EXACT = Stuck(N_("needs exactly {square} for the goal"), TOO_FAR.several)
"""Of a player whose last piece can't get any nearer by this number; `square` is the number that it needs."""
MATES_TOO_FAR = Stuck(N_("too big for the team's pieces"), TOO_FAR.several)
MATES_EXACT = Stuck(N_("{player}'s piece needs exactly {square} for the goal"), TOO_FAR.several)
AT_GOAL = (TOO_FAR, EXACT, MATES_TOO_FAR, MATES_EXACT)
BONUS_TOO_FAR = Stuck(N_("no piece can go that far"))
NONE_OUT = Stuck(N_("no piece is out"))
"""Of a bonus, which brings no piece out."""
BARRIER = Stuck(N_("{player}'s barrier on {square} is in the way"), blocks=True)
OWN_BARRIER = Stuck(N_("their own barrier is in the way"), blocks=True)
SHARED = Stuck(N_("the mixed barrier on {square} is in the way"), blocks=True)
FULL_SQUARE = Stuck(N_("square {square} is full"), blocks=True)
NOTHING = Stuck(N_("no move"))


def stuck(before: State, after: State, event: Lost) -> tuple[Stuck, int | None, str]:
    """Return why a number moves nothing, the seat whose barrier is in the way, and its square.

    `before` and `after`: the states around the ply. The first obstacle counts, of the piece that is furthest ahead.
    """
    play = Play(after)
    slots = before.setup.slots
    slot = slots[before.slot if slots[before.slot].seat == event.seat else before.setup.first_slot(event.seat)]
    colours = slot.mates if all(play.goals[colour] == play.rules.pieces for colour in slot.own) else slot.own
    pieces = [piece for colour in colours for piece in play.setup.pieces_of(colour)]
    out = sorted((piece for piece in pieces if play.on_track(piece)), key=lambda piece: -play.steps[piece])
    home = any(play.steps[piece] == HOME for piece in pieces)
    if home and event.value == 5 and not event.bonus:
        return FULL_START, None, ""
    found = [_obstacle(play, piece, _steps(play, piece, event)) for piece in out]
    blocked = next((each for each in found if each[0] is not TOO_FAR), None)
    if blocked is not None:
        return blocked
    if home and not event.bonus and not out:
        owner = owner_of(play.setup, next(piece for piece in pieces if play.steps[piece] == HOME))
        return (NO_FIVE, None, "") if owner == event.seat else (MATES_FIVE, owner, "")
    if event.bonus:
        return BONUS_TOO_FAR if out else NONE_OUT, None, ""
    if not out:
        return NOTHING, None, ""
    left, owner = play.board.goal - play.steps[out[0]], owner_of(play.setup, out[0])
    is_mates = owner != event.seat
    if len(out) > 1 or home:
        return MATES_TOO_FAR if is_mates else TOO_FAR, None, ""
    return (MATES_EXACT, owner, str(left)) if is_mates else (EXACT, None, str(left))


def _steps(play: Play, piece: int, event: Lost) -> int:
    """Return how far the number would move a piece (P51)."""
    long = play.rules.six_all_out
    if event.value == 6 and not event.bonus and isinstance(long, int) and play.all_out(piece >> 2):
        return long
    return event.value


def _obstacle(play: Play, piece: int, distance: int) -> tuple[Stuck, int | None, str]:
    """Return what a piece meets first on its way."""
    board, colour, step = play.board, piece >> 2, play.steps[piece]
    if step + distance > board.goal:
        return TOO_FAR, None, ""
    for at in range(step + 1, min(step + distance + 1, board.goal)):
        cell = board.cells[colour][at]
        name = board.square(colour, at)
        if play.blocked >> cell & 1:
            first, second = play.first[cell], play.second[cell]
            mixed = NOBODY in (first, second) or owner_of(play.setup, first) != owner_of(play.setup, second)
            if mixed:
                return SHARED, None, name
            own = owner_of(play.setup, first) == owner_of(play.setup, piece)
            return (OWN_BARRIER, None, name) if own else (BARRIER, owner_of(play.setup, first), name)
        if at == step + distance and play.full >> cell & 1:
            return FULL_SQUARE, None, name
    return NOTHING, None, ""
