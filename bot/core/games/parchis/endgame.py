"""What a last piece of Parchís needs: a 5 to come out, an exact number, or numbers in hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from bot.core.i18n.lists import listed
from bot.core.i18n.translator import Translator
from engine.parchis.board import HOME
from engine.parchis.game import PARCHIS
from engine.parchis.state import State
from engine.parchis.turn_flow import NULL, NUMBERS

SIGHT = 12
"""Squares from which on the numbers in hand matter, even if they don't fit."""


def last_number(state: State, seats: Sequence[int]) -> int:
    """Return the number with which the only piece left of a side may arrive at once; 0 if there is none."""
    piece = _last_piece(state, seats)
    if piece is None:
        return 0
    ahead, way = PARCHIS.thawed(state).branch(), _way(state, piece)
    ahead.slot, arrives = _slot(state, piece), piece << 5 | way
    numbers = _hand(state, piece) if state.pools else NUMBERS
    return next((number for number in numbers if way < SIGHT and arrives in ahead.playable(number)), 0)


def last_need(t: Translator, state: State, seats: Sequence[int]) -> str:
    """Return what the only piece left of a side needs besides squares, if there is anything."""
    piece = _last_piece(state, seats)
    if piece is None:
        return ""
    way = _way(state, piece)
    if state.steps[piece] == HOME:
        return t("a 5 to come out, then {n} squares", n=way)
    if way == last_number(state, seats):
        return t("exactly {n} (in hand)", n=way) if state.pools else t("exactly {n}", n=way)
    if state.pools and len(seats) == 1:
        hand = _hand(state, piece)
        if numbers := next(_sums(hand, way), ()):
            return t("exactly {n}, with {numbers} in hand", n=way, numbers="+".join(map(str, numbers)))
        if way <= SIGHT:
            return t("exactly {n}, but has only {numbers} in hand", n=way, numbers=listed(t, [*map(str, hand)]))
    return ""


def _last_piece(state: State, seats: Sequence[int]) -> int | None:
    """Return the only piece that a side still has to bring in."""
    setup = state.setup
    pieces = [piece for seat in seats for colour in setup.seats[seat] for piece in setup.pieces_of(colour)]
    left = [piece for piece in pieces if state.steps[piece] < setup.board.goal]
    return left[0] if len(left) == 1 else None


def _slot(state: State, piece: int) -> int:
    """Return the slot whose numbers move a piece."""
    return next(at for at, each in enumerate(state.setup.slots) if piece >> 2 in each.own)


def _hand(state: State, piece: int) -> list[int]:
    """Return the numbers in hand that may move a piece."""
    return [number for number in state.pools[_slot(state, piece)] if number != NULL]


def _way(state: State, piece: int) -> int:
    return state.setup.board.goal - max(0, state.steps[piece])


def _sums(hand: Sequence[int], way: int) -> Iterator[Sequence[int]]:
    """Yield the numbers of a hand that together make a way, as few as possible, the largest first."""
    for count in range(2, len(hand) + 1):
        yield from (each for each in combinations(sorted(hand, reverse=True), count) if sum(each) == way)
