"""What becomes of a threat that the story announced: the piece is captured, left alone or gone in time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.core.games.commentary import THREAT, Find, Kind, Kinds, Memory
from bot.core.i18n.translator import N_
from engine.events import Captured, Moved, Thrown
from engine.parchis.board import HOME
from engine.parchis.state import State
from engine.plies import Ply

NOTES = 6
"""The numbers of the note of a threat; a story of another version may have fewer."""

FEARED = (
    N_("💥 {victim} saw it coming, and it came: {player}."),
    N_("💥 It was no empty threat: {player} takes {victim}'s piece."),
)
LET_OFF = (
    N_("✨ The {m} doesn't come, this time: {player} can breathe."),
    N_("✨ No {m} for {victim}, and {player}'s piece on {n} sleeps well."),
    N_("✨ No {m}: {player}'s piece on {n} is still there, for now."),
)
SPARED = (
    N_("✨ {victim} has other plans: {player}'s piece on {n} lives."),
    N_("✨ Danger past: {victim} leaves {player}'s piece on {n} alone."),
)
SLIPPED = (
    N_("✨ {player} slips away: on {n} there's nothing left for {victim} to bite."),
    N_("✨ Gone from {n} just in time: {player} leaves {victim} an empty square."),
)
HUNTER_GONE = (
    N_("✨ {player}'s piece on {n} has one hunter less: {victim}'s went home first."),
    N_("✨ The hunter becomes the prey: {victim}'s goes home, and {player}'s piece on {n} stays."),
)

KINDS: Kinds = {
    "feared": Kind(FEARED, 65, mood=(1, -1), always=True),
    "let-off": Kind(LET_OFF, 44, always=True),
    "spared": Kind(SPARED, 44, always=True),
    "slipped": Kind(SLIPPED, 44, always=True),
    "hunter-gone": Kind(HUNTER_GONE, 44, always=True),
}


def threatened(before: State, ply: Ply[State], memory: Memory) -> Iterator[Find]:
    """Yield what a ply makes of the threat that readers know of, and forget it once it is over."""
    if len(memory.get(THREAT, ())) != NOTES:
        return
    owner, hunter, cell, number, fell, _ = memory[THREAT]
    for event in ply.events:
        match event:
            case Captured() if (found := _ended(event, memory[THREAT], ply.state.setup.board.length)) is not None:
                del memory[THREAT]
                yield from found
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


def _ended(event: Captured, threat: Sequence[int], length: int) -> list[Find] | None:
    """Return what a capture makes of a threat: the piece falls, or its hunter; None if it is another piece."""
    owner, hunter, cell, number, _, origin = threat
    if (event.owner, event.square) == (owner, str(cell)):
        return [Find("feared", hunter, (owner,))] if event.seat == hunter else []
    if event.owner == hunter and event.square.isdecimal():
        is_hunter = (int(event.square) - (origin or cell - number)) % length == 0
        return [Find("hunter-gone", owner, (hunter,), cell)] if is_hunter else None
    return None


def _took_mate(ply: Ply[State]) -> bool:
    """Return whether a ply captures a piece within a team."""
    side = ply.state.setup.side_of_seat
    return any(isinstance(each, Captured) and side[each.seat] == side[each.owner] for each in ply.events)


def _stands(state: State, owner: int, cell: int) -> bool:
    """Return whether a player has a piece on a square of the ring."""
    board = state.setup.board
    own = [(piece, state.steps[piece]) for piece in state.setup.own[owner]]
    return any(HOME < step <= board.mouth and board.cells[piece >> 2][step] == cell for piece, step in own)
