"""Measure tournaments: how long a draw takes, and a round of 500 people in one process over a file.

`python -m benchmarks tournaments [people]`. Games end by resignations, so that only the tournament costs time.
"""

from __future__ import annotations

import asyncio
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from bot.core.domain import endings
from bot.core.features.tournaments.running import TournamentRunner
from bot.core.services.tournaments import Tournaments
from bot.core.tournaments import entering, life
from bot.core.tournaments.entering import Comer
from bot.core.tournaments.terms import MOST, Format, Terms
from bot.core.tournaments.tournament import Result, Stage, Tournament
from data.open_store import open_store
from data.records import ChatKey, PersonKey
from tests.fakes.room import ANA, CHAT, Room, person, room

PEOPLE = 500
ROUNDS = 9
KINDS = ((Format.SWISS, 2), (Format.SWISS, 4), (Format.SWISS, 6), (Format.KNOCKOUT, 2), (Format.ALL, 4))


def drawn(form: Format, sides: int, people: int) -> tuple[float, int, int]:
    """Play a tournament with random results; return its slowest draw, its rounds, and the pairs that met again."""
    terms = Terms(form, 0.0, 1.0, sides, rounds=ROUNDS if form is Format.SWISS else 0, live=False, most=MOST)
    seed = bytes(range(32))
    tournament = Tournament("bench2", ChatKey("bench", "1"), PersonKey("bench", "0"), "0", "Cup", terms, seed, 0.0)
    for number in range(people):
        one = PersonKey("bench", str(number))
        tournament = entering.enter(tournament, Comer(one, str(number), tournament.chat, 1000 + number))
    slowest, rng = 0.0, random.Random(1)
    for now in range(ROUNDS):
        began = time.process_time()
        after = life.step(tournament, float(now), {})
        slowest = max(slowest, time.process_time() - began)
        if after.stage is not Stage.PLAYING:
            break
        results = {}
        for pairing in after.rounds[-1].pairings:
            places = rng.sample(range(1, sides + 1), sides)
            results[pairing.table] = Result(tuple(places), (0,) * sides, float(now))
        tournament = life.step(after, float(now), results)
    met = Counter(
        frozenset((one, other))
        for pairing in tournament.pairings
        for one in pairing.people
        for other in pairing.people
        if one < other
    )
    return slowest, len(tournament.rounds), sum(times > 1 for times in met.values())


async def _look(place: Room) -> None:
    for one in place.core.beside:
        if isinstance(getattr(one.look, "__self__", None), TournamentRunner):
            await one.look()


async def _round(people: int) -> None:
    """Open a round of these people at tables of four, end its games, and see the next one drawn."""
    with tempfile.TemporaryDirectory() as folder:
        store = await open_store(f"sqlite:///{Path(folder) / 'cup.db'}")
        async with room(store) as place:
            await place.say(ANA, f"/tournament swiss parchis players=4 start=1 pace=24h most={people}")
            (code,) = await store.tournaments_of(CHAT, 1)
            tournaments, crowd = Tournaments(store), [person(f"P{number}") for number in range(people)]

            def entered(one: Tournament) -> Tournament:
                for who in crowd:
                    one = entering.enter(one, Comer(who.key, who.name, CHAT, 1000))
                return one

            await tournaments.change(code, entered, place.clock.now())
            place.clock.time += 61.0
            began, cpu, longest = time.perf_counter(), time.process_time(), 0.0
            watch = asyncio.create_task(_longest_block())
            for _ in range(99):
                await _look(place)
                place.clock.time += 5.0
                now = await tournaments.named(code)
                if now.rounds and all(pairing.opened for pairing in now.rounds[0].pairings):
                    break
            tables = len(now.rounds[0].pairings)
            took, spent = time.perf_counter() - began, time.process_time() - cpu
            watch.cancel()
            longest = _LONGEST[0]
            print(f"{tables} tables opened and begun in {took:.1f} s, {1000 * spent / tables:.1f} ms CPU a table, "
                  f"the event loop was busy for at most {1000 * longest:.0f} ms")  # fmt: skip
        await store.close()


class Posts(NamedTuple):
    """What a stage has posted: the tournament's messages and boards in its chat, boards in private, and pings."""

    stage: str
    own: int
    boards: int
    private: int
    pings: int


async def posts(people: int = 16) -> list[Posts]:
    """Run a live Swiss tournament of duels in one chat, whose people can all be reached in private.

    Games end by resignations. Return what each stage has posted.
    """
    found: list[Posts] = []
    async with room() as place:
        crowd = [person(f"P{number}") for number in range(people)]
        place.messenger.doors |= {one.key: ChatKey(CHAT.platform, f"alone with {one.name}") for one in crowd}
        seen = 0

        def note(name: str) -> None:
            nonlocal seen
            new = place.messenger.messages[seen:]
            seen += len(new)
            own = sum(one.nonce.startswith("cup:") and one.chat == CHAT for one in new)
            boards = [
                one
                for one in new
                if not one.nonce.startswith("cup:")
                and any("." in button.token for row in one.faces[0].rows for button in row)
            ]
            here = sum(one.chat == CHAT for one in boards)
            pings = sum(part.mention is not None for one in new for line in one.faces[0].text.lines for part in line)
            found.append(Posts(name, own, here, len(boards) - here, pings))

        await place.say(ANA, "/tournament swiss palma start=30 pace=60s name=Copa")
        (code,) = await place.store.tournaments_of(CHAT, 1)
        for one in crowd:
            await place.press(one, f"cup.0.enter:{code}")
        note("entries")
        place.clock.time += 1200.0
        await _look(place)
        for one in crowd:
            await place.press(one, f"cup.0.here:{code}")
        note("check-in")
        place.clock.time += 600.0
        tournaments = Tournaments(place.store)
        while True:
            await _look(place)
            await place.core.publisher.idle()
            cup = await tournaments.named(code)
            if cup.stage is not Stage.PLAYING:
                break
            for pairing in cup.rounds[-1].pairings:
                who, now = cup.entrants[pairing.people[0]].person, place.clock.now()
                await place.core.service.change(pairing.table, lambda one: endings.resign(one, who, now))  # noqa: B023
                await place.core.publisher.publish(pairing.table)
            await place.core.publisher.idle()
            note(f"round {len(cup.rounds)}")
            place.clock.time += 20.0
        note("end")
    return found


async def arena_posts(people: int, minutes: int = 10) -> tuple[int, int, int, int]:
    """Run an arena of an hour in one chat, with duels that last some minutes.

    Return its games, the tournament's messages in its chat, all others there, and those in private.
    """
    async with room() as place:
        crowd = [person(f"P{number}") for number in range(people)]
        place.messenger.doors |= {one.key: ChatKey(CHAT.platform, f"alone with {one.name}") for one in crowd}
        await place.say(ANA, "/tournament arena palma start=15 pace=60s length=60 name=Arena")
        (code,) = await place.store.tournaments_of(CHAT, 1)
        for one in crowd:
            await place.press(one, f"cup.0.enter:{code}")
        place.clock.time += 300.0
        await _look(place)
        for one in crowd:
            await place.press(one, f"cup.0.here:{code}")
        place.clock.time += 601.0
        tournaments, began = Tournaments(place.store), dict[str, float]()
        while (cup := await tournaments.named(code)).stage in (Stage.CHECKIN, Stage.PLAYING):
            for pairing in cup.pairings:
                now, who = place.clock.now(), cup.entrants[pairing.people[0]].person
                if not pairing.opened or pairing.is_over:
                    continue
                if now >= began.setdefault(pairing.table, now) + 60.0 * minutes:
                    await place.core.service.change(pairing.table, lambda one: endings.resign(one, who, now))  # noqa: B023
                    await place.core.publisher.publish(pairing.table)
            place.clock.time += 20.0
            await _look(place)
            await place.core.publisher.idle()
        here = [one for one in place.messenger.messages if one.chat == CHAT]
        own = sum(one.nonce.startswith("cup:") for one in here)
        calls = people  # to the check-in
        alone = len(place.messenger.messages) - len(here) - calls
        return len(list(cup.pairings)), own, len(here) - own, alone


_LONGEST = [0.0]


async def _longest_block() -> None:
    loop = asyncio.get_running_loop()
    while True:
        began = loop.time()
        await asyncio.sleep(0.002)
        _LONGEST[0] = max(_LONGEST[0], loop.time() - began - 0.002)


def main() -> None:
    people = int(sys.argv[2]) if len(sys.argv) == 3 and sys.argv[2].isdecimal() else PEOPLE
    for form, sides in (
        (Format.SWISS, 2),
        (Format.SWISS, 4),
        (Format.SWISS, 6),
        (Format.KNOCKOUT, 2),
        (Format.ALL, 4),
    ):
        slowest, rounds, again = drawn(form, sides, people)
        print(f"{form.value}, {sides} at a table, {people} people: slowest draw of {rounds} {slowest:.2f} s CPU, "
              f"{again} pairs met again")  # fmt: skip
    asyncio.run(_round(people))
    for many in (4, 8, 16):
        print(f"{many} people, Swiss system in duels, one chat:")
        for stage, own, boards, private, pings in asyncio.run(posts(many)):
            print(f"  {stage}: {own} messages of the tournament, {boards} boards, {private} boards in private, "
                  f"{pings} pings")  # fmt: skip
    for many in (4, 12):
        games, own, others, alone = asyncio.run(arena_posts(many))
        print(f"{many} people, an arena of an hour, one chat: {games} games, {own} messages of the tournament, "
              f"{others} of games, {alone} of games in private")  # fmt: skip


if __name__ == "__main__":
    main()
