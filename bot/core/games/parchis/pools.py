"""News of a game without dice: numbers saved, wasted or used up."""

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
    N_("💰 Save the best for last: {player} plays the {n}."),
    N_("💰 Dessert is served: a {n} for {player}."),
    N_("💰 {player} saved for a rainy day. It rains a {n}."),
)
WASTE = (
    N_("💰 A {n} for the bin: {player} had no use for it."),
    N_("💰 That {n} was no use to {player} at all."),
    N_("💰 {player} tosses a {n} to the wind."),
    N_("💰 No road for that {n}: {player} crosses it off."),
)
LAST_SIX = (
    N_("💰 No 6 at the table until numbers come back: {player} had the last one."),
    N_("💰 No 6 left anywhere for now: {player} played the last one."),
    N_("💰 {player} spends the last 6. Barriers may relax, for now."),
    N_("💰 Out of 6s, until numbers come back! The last one went to {player}."),
)
PASSES = (
    N_("💰 The noble art of doing nothing, by {player}."),
    N_("💰 Coffee break for {player}."),
    N_("💰 {player} stays put. Sometimes nothing is the best move."),
    N_("💰 Nothing to see here. {player} whistles a tune."),
)
DEALT = (
    N_("💰 All played, all back: {player} has every number again."),
    N_("💰 New numbers for {player}, from 1 to 6."),
    N_("💰 {player} has played every number and gets a new set."),
)

KINDS: Kinds = {
    "wasted": Kind(WASTE, 23, rest=9, mood=(-1, 0), most=3),
    "saved": Kind(SAVED, 22, rest=12, mood=(1, 0), asked=True, most=2),
    "last-six": Kind(LAST_SIX, 21, asked=True, most=1),
    "dealt": Kind(DEALT, 13, most=1),
    "passes": Kind(PASSES, 12, rest=20, most=2),
}


def of_pools(before: State, ply: Ply[State]) -> Iterator[Find]:
    """Yield what a number means that was picked in a ply, or that nobody could use."""
    lost = {(event.seat, event.value) for event in ply.events if isinstance(event, Lost) and not event.bonus}
    for event in ply.events:
        if not isinstance(event, Picked):
            continue
        pool, seat, number = before.pools[before.slot], event.seat, event.number
        rest = [each for each in pool if each != number]
        if not rest:
            yield Find("dealt", seat)
        if number == NULL:
            if rest:
                yield Find("passes", seat)
            continue
        if (seat, number) in lost:
            yield Find("wasted", seat, n=number)
            continue
        if not rest and number >= BIG:
            yield Find("saved", seat, n=number)
        if rest and number == SIX and sum(SIX in each for each in before.pools) == 1:
            yield Find("last-six", seat)
