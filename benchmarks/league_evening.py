"""Eight hours of a league of forty people in one chat, with absences.

`python -m benchmarks.league_evening [seed] [folder] [language]`. All have their boards in private.
Everything is real but the games: each ends after some minutes by a resignation, and gives the points of a bye, or not
before the round does. People forget to check in, leave, come late and come back. Prints the posts as they came, and
how often each was changed; read it for what is noisy or dull. With a folder, their pictures are written there.
"""

from __future__ import annotations

import asyncio
import random
import sys
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from bot.bootstrap import CARDS
from bot.core.domain import endings
from bot.core.features.tournaments.running import TournamentRunner
from bot.core.i18n.refusal import Refusal
from bot.core.services.tournaments import Tournaments
from bot.core.tournaments.life import CHECKIN
from bot.core.tournaments.tournament import Stage, Tournament
from data.records import ChatKey
from tests.fakes.room import ANA, CHAT, Room, person, room

NAMES = (
    "Ana Bea Cai Dan Eve Fay Gus Hal Ida Jon Kim Leo Mia Ned Oda Pia Quim Rut Sol Tom Uma Vic Wim Xus Yan Zoe "
    "Abel Blas Cleo Dora Elio Fina Gala Hugo Inma Jara Kiko Lara Mimi Nora"
)
PEOPLE = [person(name) for name in NAMES.split()]
HOURS = 8
ABSENT, LEAVES, ENDLESS = 0.12, 0.0003, 0.04
"""How likely somebody doesn't check in, leaves in twenty seconds, or a game isn't over when the round is."""
MINUTE, STEP = 60.0, 20.0


@dataclass
class League:
    """The league as it goes on: its present edition, and when each table ends."""

    place: Room
    code: str
    rng: random.Random
    asked: bool = False
    ends: dict[str, float] = field(default_factory=dict)

    async def look(self) -> Tournament:
        """Let the recurring work run once; return the present edition."""
        for one in self.place.core.beside:
            if isinstance(getattr(one.look, "__self__", None), TournamentRunner):
                await one.look()
        await self.place.core.publisher.idle()
        return await Tournaments(self.place.store).named(self.code)

    async def check_in(self, cup: Tournament) -> None:
        """Let most of those who are in say that they are here."""
        there = {one.person for one in cup.entrants}
        for who in PEOPLE:
            if not self.asked and who.key in there and self.rng.random() > ABSENT:
                await self.place.press(who, f"cup.0.here:{self.code}")
        self.asked = True

    async def play(self, cup: Tournament) -> None:
        """End the tables whose time has come; now and then somebody leaves the league."""
        now = self.place.clock.now()
        for pairing in cup.rounds[-1].pairings:
            if pairing.opened and not pairing.is_over:
                minutes = 99.0 if self.rng.random() < ENDLESS else self.rng.uniform(3, 15)
                if self.ends.setdefault(pairing.table, now + minutes * MINUTE) <= now:
                    key = cup.entrants[self.rng.choice(pairing.people)].person
                    with suppress(Refusal):
                        await self.place.core.service.change(
                            pairing.table, lambda one, who=key: endings.resign(one, who, now)
                        )
        for who in PEOPLE:
            entry = cup.entrant_of(who.key)
            if entry is not None and not entry.is_out and self.rng.random() < LEAVES:
                await self.place.press(who, f"cup.0.quit:{self.code}")

    async def next_edition(self) -> bool:
        """Go to a minute before the next edition's check-in; return whether it is announced."""
        (newest, *_) = await self.place.store.tournaments_of(CHAT, 9)
        if newest == self.code:
            return False
        self.code, self.asked = newest, False
        following = await Tournaments(self.place.store).named(newest)
        self.place.clock.time = following.terms.starts - CHECKIN - MINUTE
        return True


async def evening(seed: int, folder: Path | None, language: str) -> list[str]:
    """Play editions of the league for eight hours; return the transcript."""
    async with room(**({} if folder is None else {"cards": CARDS})) as place:
        place.messenger.doors |= {one.key: ChatKey(CHAT.platform, f"alone with {one.name}") for one in PEOPLE}
        await place.say(
            replace(ANA, locale=language),
            "/tournament swiss palma divisions=4 rounds=4 start=15 pace=30s length=20 every=day name=Liga",
        )
        (code,) = await place.store.tournaments_of(CHAT, 1)
        league, played = League(place, code, random.Random(seed)), 0.0
        for who in PEOPLE:
            await place.press(who, f"cup.0.enter:{code}")
        while played < HOURS * 3600.0:
            cup = await league.look()
            if cup.stage is Stage.CHECKIN:
                await league.check_in(cup)
            elif cup.stage is Stage.PLAYING:
                await league.play(cup)
            elif cup.stage in (Stage.OVER, Stage.CANCELLED):
                await league.next_edition()
            place.clock.time += STEP
            played += STEP
        return transcript(place, folder)


def transcript(place: Room, folder: Path | None) -> list[str]:
    """Return the tournament's posts as they came, and as they were left if they have changed."""
    told = []
    for message in place.messenger.messages:
        if message.nonce.startswith("cup:") and message.chat == CHAT:
            told += [f"--- {message.nonce}, changed {len(message.faces) - 1} times", message.faces[0].text.plain]
            told += ["--- in the end:", message.faces[-1].text.plain] if len(message.faces) > 2 else []
            last = message.faces[-1].picture
            if folder is not None and last is not None:
                (folder / f"{message.id}.png").write_bytes(last.data)
                told.append(f"--- picture {message.id}.png: {last.alt}")
    others = [one for one in place.messenger.messages if not one.nonce.startswith("cup:")]
    here = sum(one.chat == CHAT for one in others)
    return [*told, f"--- boards, and ends of games: {here} messages here, {len(others) - here} in private"]


def main() -> None:
    seed, folder = int(sys.argv[1]) if len(sys.argv) > 1 else 1, Path(sys.argv[2]) if len(sys.argv) > 2 else None
    language = sys.argv[3] if len(sys.argv) > 3 else "en"
    if folder is not None:
        folder.mkdir(exist_ok=True)
    print("\n".join(asyncio.run(evening(seed, folder, language))))


if __name__ == "__main__":
    main()
