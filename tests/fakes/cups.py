"""Tournaments in a room: announced, looked at and played by presses."""

from __future__ import annotations

from bot.core.features.tournaments.running import TournamentRunner
from bot.core.messages.requests import Person
from bot.core.services.tournaments import Tournaments
from bot.core.tournaments.tournament import Stage, Tournament
from data.records import ChatKey
from tests.fakes.room import ANA, BEA, CAI, CHAT, DAN, PLATFORM, Room, person

EVE, FAY = person("Eve"), person("Fay")
ELSEWHERE = ChatKey(PLATFORM, "elsewhere")
ALL = [ANA, BEA, CAI, DAN, EVE, FAY]


async def look(place: Room) -> None:
    """Let the tournaments' recurring work run once."""
    for one in place.core.beside:
        if isinstance(getattr(one.look, "__self__", None), TournamentRunner):
            await one.look()
    await place.core.service.computers.idle()
    await place.core.publisher.idle()


async def now(place: Room, code: str) -> Tournament:
    found = await Tournaments(place.store).get(code)
    assert found is not None
    return found


async def announced(place: Room, line: str, *people: Person) -> str:
    """Announce a tournament as Ana; these people enter. Return its code."""
    told = await place.say(ANA, line)
    assert told.notice is not None
    (code,) = await place.store.tournaments_of(CHAT, 1)
    for one in people:
        await place.say(one, f"/tournament code={code}")
    return code


async def play(place: Room, code: str, people: list[Person] = ALL, chat: ChatKey = CHAT) -> Tournament:
    """Play a tournament to its end by presses."""
    for _ in range(60):
        await look(place)
        tournament = await now(place, code)
        if tournament.stage in (Stage.OVER, Stage.CANCELLED):
            return tournament
        for pairing in tournament.pairings:
            if pairing.opened and not pairing.is_over:
                where = next((tournament.entrants[one].chat for one in pairing.people), chat)
                await place.play_out(pairing.table, people, where)
        place.clock.time += 5.0
    raise AssertionError("it never ends")
