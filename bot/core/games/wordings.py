"""The wordings of the requests that people read most, in turn: nobody reads the same one twice running."""

from __future__ import annotations

from bot.core.i18n.translator import N_

AGAIN = (
    N_("{player}, roll again!"),
    N_("{player}, once more!"),
    N_("{player}, you roll again!"),
    N_("{player}, another roll for you!"),
    N_("{player}, and again!"),
)
ROLLS_OUT = (
    N_("{rolls} would let you out."),
    N_("{rolls} opens the door."),
    N_("Your key is {rolls}."),
    N_("Only {rolls} gets a piece out."),
    N_("You know the magic number: {numbers}."),
)
ROLLS_IN = (
    N_("{rolls} would let you in."),
    N_("{rolls} opens the gate."),
    N_("Your ticket in is {rolls}."),
    N_("Only {rolls} brings a piece in."),
    N_("You know the magic number: {numbers}."),
)


def in_turn(wordings: tuple[str, ...], number: int) -> str:
    """Return the wording with a number, counted round and round."""
    return wordings[number % len(wordings)]
