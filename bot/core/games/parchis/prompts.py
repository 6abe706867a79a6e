"""What is said next to a choice of Parchís: the numbers in hand, a last number, and what a 5 or a 6 demands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.core.games.parchis.hands import holders, row
from bot.core.games.parchis.words import emblem
from bot.core.games.profile import Choices
from bot.core.i18n.translator import Translator
from engine.events import Event
from engine.parchis.events import BarrierOpened


def holdings(position: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the numbers left in a diceless game, by the colours of their owners; nothing in a game with a die."""
    return [(owner, row(numbers)) for owner, numbers in holders(position)] if position.get("pools") else []


def reminders(t: Translator, position: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the last number of others in a diceless game, by signs, while one is to be picked.

    The picture and its alt text have all numbers. Who has one left must play it next: that is worth a line.
    """
    if not position.get("pools") or position["phase"] != "pick":
        return ()
    own = position["seats"][position["seat"]]
    last = [(owner, left) for owner, left in holders(position) if len(left) == 1 and owner not in own]
    if not last:
        return ()
    told = " · ".join(f"{emblem(owner)} {row(numbers)}" for owner, numbers in last)
    return (t("Only one number left: {pools}", pools=told),)


def hints(t: Translator, position: Mapping[str, Any], choices: Choices) -> tuple[str, ...]:
    """Return what must be done with a 5 or a 6, and what happens to the next roll (P33, P43, P52)."""
    if position["phase"] != "move":
        return ()
    steps = {move.partition("+")[2] for move in choices}
    sentences = []
    if steps == {"in"}:
        sentences.append(t("A piece must come out."))
    if position.get("throw") == 6 and all(map(_opens_barrier, choices.values())):
        sentences.append(t("With a 6 you must open a barrier."))
    longer = steps & {"7", "12"}
    if "6" in steps and longer and position.get("again", True):
        counts = max(longer, key=int)
        sentences.append(
            t("All your pieces are out, so your 6 counts {n}. Move just 6 and your turn ends.", n=counts)
        )
    return tuple(sentences)


def _opens_barrier(events: Sequence[Event]) -> bool:
    return any(isinstance(event, BarrierOpened) for event in events)
