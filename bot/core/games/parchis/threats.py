"""What becomes of a threat that the story announced: the piece is captured, left alone or gone in time."""

from __future__ import annotations

from collections.abc import Iterator

from bot.core.games.commentary import THREAT, Find, Kind, Kinds, Memory
from bot.core.i18n.translator import N_
from engine.events import Captured, Moved, Thrown
from engine.parchis.board import HOME
from engine.parchis.state import State
from engine.plies import Ply

FEARED = (
    N_("💥 {victim} saw it coming, and it came: {player}."),
    N_("💥 It was no empty threat: {player} takes {victim}'s piece."),
)
LET_OFF = (
    N_("✨ The {m} doesn't come: {player} can breathe again."),
    N_("✨ No {m} for {victim}, and {player}'s piece on {n} sleeps well."),
    N_("✨ {player}'s piece on {n} is still there: the {m} stayed in the die."),
)
SPARED = (
    N_("✨ {victim} has other plans: {player}'s piece on {n} lives."),
    N_("✨ Danger past: {victim} leaves {player}'s piece on {n} alone."),
)
SLIPPED = (
    N_("✨ {player} slips away: on {n} there's nothing left for {victim} to bite."),
    N_("✨ Gone from {n} just in time: {player} leaves {victim} an empty square."),
)

KINDS: Kinds = {
    "feared": Kind(FEARED, 65, mood=(1, -1), always=True),
    "let-off": Kind(LET_OFF, 44, always=True),
    "spared": Kind(SPARED, 44, always=True),
    "slipped": Kind(SLIPPED, 44, always=True),
}


def threatened(before: State, ply: Ply[State], memory: Memory) -> Iterator[Find]:
    """Yield what a ply makes of the threat that readers know of, and forget it once it is over."""
    if len(memory.get(THREAT, ())) != 5:
        return
    owner, hunter, cell, number, fell = memory[THREAT]
    for event in ply.events:
        match event:
            case Captured() if event.owner == owner and event.square == str(cell):
                del memory[THREAT]
                if event.seat == hunter:
                    yield Find("feared", hunter, (owner,))
                return
            case Thrown() if event.seat == hunter and event.value == number:
                fell = memory[THREAT][4] = 1
            case Moved() if event.origin == str(cell) and not _stands(ply.state, owner, cell):
                del memory[THREAT]
                if not _took_mate(ply):
                    yield Find("slipped", owner, (hunter,), cell)
                return
            case _:
                pass
    if ply.ends_turn and ply.seat == hunter:
        del memory[THREAT]
        if _stands(ply.state, owner, cell):
            is_let_off = number and not fell and not before.pools
            yield Find("let-off" if is_let_off else "spared", owner, (hunter,), cell, number)


def _took_mate(ply: Ply[State]) -> bool:
    """Return whether a ply captures a piece within a team."""
    side = ply.state.setup.side_of_seat
    return any(isinstance(each, Captured) and side[each.seat] == side[each.owner] for each in ply.events)


def _stands(state: State, owner: int, cell: int) -> bool:
    """Return whether a player has a piece on a square of the ring."""
    board = state.setup.board
    own = [(piece, state.steps[piece]) for piece in state.setup.own[owner]]
    return any(HOME < step <= board.mouth and board.cells[piece >> 2][step] == cell for piece, step in own)
