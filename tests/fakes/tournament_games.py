"""Tournaments as pure values, played to their end with random results."""

from __future__ import annotations

import random

from bot.core.tournaments import entering, life
from bot.core.tournaments.entering import Comer
from bot.core.tournaments.terms import Format, Terms
from bot.core.tournaments.tournament import Result, Stage, Tournament
from data.records import ChatKey, PersonKey

CHAT = ChatKey("telegram", "-1")
SEED = bytes(range(32))


def announced(count: int, *, chat: ChatKey = CHAT, **terms: object) -> Tournament:
    """Return a tournament at time 0 that starts at 1000, with entrants of rising ratings."""
    given = {"format": Format.SWISS, "starts": 1000.0, "span": 3600.0, "live": False, **terms}
    tournament = Tournament("cup234", chat, person(0), "P0", "Cup", Terms(**given), SEED, 0.0)  # type: ignore[arg-type]
    for number in range(count):
        tournament = entering.enter(tournament, Comer(person(number), f"P{number}", chat, 1000 + number))
    return tournament


def person(number: int) -> PersonKey:
    return PersonKey("telegram", str(number))


def play(tournament: Tournament, rng: random.Random, now: float = 1000.0) -> tuple[Tournament, list[Tournament]]:
    """Play to the end with random places; return it, and what it was after each step."""
    steps = [tournament]
    for _ in range(3000):
        waiting = [pairing for pairing in tournament.pairings if not pairing.is_over]
        results = {}
        if waiting:
            pairing = rng.choice(waiting)
            places = list(range(1, len(pairing.sides) + 1))
            rng.shuffle(places)
            results[pairing.table] = Result(tuple(places), tuple(rng.randrange(5) for _ in places), now)
        after = life.step(tournament, now, results)
        now += 20.0
        if after is not tournament:
            steps.append(after)
        tournament = after
        if tournament.stage in (Stage.OVER, Stage.CANCELLED):
            return tournament, steps
    raise AssertionError("it never ends")
