"""How far sides of Parchís are apart, in words."""

from __future__ import annotations

from bot.core.i18n.numbers import in_words
from bot.core.i18n.translator import N_, Translator
from engine.parchis.state import State

LAPS = (
    (1.25, N_("a whole lap")),
    (1.75, N_("a lap and a half")),
)
"""More than a lap, each up to a limit; less is counted in squares."""


def to_go(state: State) -> tuple[int, ...]:
    """Return how many squares all pieces of each seat have to go; coming out is none."""
    setup = state.setup
    return tuple(
        sum(setup.board.goal - max(0, state.steps[piece]) for colour in own for piece in setup.pieces_of(colour))
        for own in setup.seats
    )


def distance(t: Translator, state: State, squares: int) -> str:
    """Return a distance on the road as one pictures it."""
    if squares < state.setup.board.length:
        return t.plural("{n} square", "{n} squares", squares)
    laps = squares / state.setup.board.length
    words = next((words for limit, words in LAPS if laps < limit), None)
    return t(words) if words else t("{n} laps", n=in_words(t, round(laps)))
