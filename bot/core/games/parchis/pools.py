"""News of a game without dice: numbers saved or used up."""

from __future__ import annotations

from collections.abc import Iterator

from bot.core.games.commentary import Find, Kind, Kinds
from bot.core.i18n.translator import N_
from engine.events import Lost, Picked
from engine.parchis.state import State
from engine.parchis.turn_flow import NULL
from engine.plies import Ply

SIX = 6
BIG = 5
"""The least number worth saving for the end."""

SAVED = (
    N_("💰 {player} kept the {n} for the end. What patience!"),
    N_("💰 {player} breaks the piggy bank: out comes a {n}."),
    N_("💰 Guess who still had a {n} up their sleeve? {player}."),
)
LAST_SIX = (
    N_("💰 {player} has played the last 6: nobody has one until numbers come back."),
    N_("💰 {player} spends the last 6. Barriers may relax, for now."),
)

KINDS: Kinds = {
    "saved": Kind(SAVED, 22, rest=12, mood=(1, 0), asked=True, most=2),
    "last-six": Kind(LAST_SIX, 21, asked=True, most=1),
}


def of_pools(before: State, ply: Ply[State]) -> Iterator[Find]:
    """Yield what a number means that was picked in a ply."""
    lost = {(event.seat, event.value) for event in ply.events if isinstance(event, Lost) and not event.bonus}
    for event in ply.events:
        if not isinstance(event, Picked) or event.number == NULL or (event.seat, event.number) in lost:
            continue
        rest = [each for each in before.pools[before.slot] if each != event.number]
        others = sum(event.number in each for each in before.pools) - 1
        if not rest and event.number >= BIG and not others:
            yield Find("saved", event.seat, n=event.number)
        if rest and event.number == SIX and not others:
            yield Find("last-six", event.seat)
