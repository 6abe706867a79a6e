"""Run one bot on Telegram, Discord and the page at once, with people who play from all three."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

import pytest

from bot.bootstrap import application
from bot.core.application import Application
from bot.core.common.entropy import seeded
from bot.core.domain.deadlines import to_act
from bot.core.features.registry import registry
from bot.core.features.tournaments.running import TournamentRunner
from bot.core.services.tournaments import Tournaments
from bot.core.tournaments.tournament import Stage, Tournament
from bot.platforms.discord.config import DiscordConfig
from bot.platforms.discord.platform import DiscordPlatform
from bot.platforms.telegram.config import TelegramConfig
from bot.platforms.telegram.platform import TelegramPlatform
from bot.platforms.web.platform import WebPlatform
from data.open_store import open_store
from data.records import ChatKey, PersonKey
from data.store import Store
from tests.fakes.clock import FakeClock
from tests.fakes.discord_clock import ManualClock
from tests.fakes.discord_place import PATIENCE, Place, ids_of, point_library_at
from tests.fakes.discord_server import DiscordServer
from tests.fakes.discord_state import TOKEN, Channel, User
from tests.fakes.room import taken_up
from tests.fakes.telegram_room import PICTURES, TelegramRoom
from tests.fakes.telegram_server import TOKEN as TELEGRAM_TOKEN
from tests.fakes.telegram_server import FakeTelegram
from tests.fakes.telegram_world import ANA
from tests.fakes.web_site import ANY_PORT, Page, visitor, words


@dataclass
class House:
    """A running bot: Ana in a Telegram group, Bea in a Discord channel, a visitor of the page."""

    room: TelegramRoom
    place: Place
    bea: User
    page: Page
    core: Application
    store: Store
    clock: FakeClock
    address: str

    def __post_init__(self) -> None:
        self.channel = self.place.channel()

    async def settle(self) -> None:
        """Wait until all is done and shown on the two chat platforms."""
        await self.room.settle()
        await self.place.idle()

    async def look(self) -> None:
        """Let the tournaments' recurring work run once."""
        for one in self.core.beside:
            if isinstance(getattr(one.look, "__self__", None), TournamentRunner):
                await one.look()
        await self.settle()

    async def cup(self, code: str) -> Tournament:
        """Return a tournament as stored."""
        found = await Tournaments(self.store).get(code)
        assert found is not None
        return found

    async def announced(self, line: str) -> str:
        """Announce a tournament in the group and enter all three people, each from their chat; return its code."""
        await self.room.say(ANA, line)
        (code,) = await self.store.tournaments_of(self.room_key, 1)
        await self.room.click(ANA, "Enter")
        await self.place.gave(self.bea, self.channel, "tournament", code=code)
        await self.page.say(f"/tournament code={code}")
        await self.settle()
        return code

    @property
    def threads(self) -> list[Channel]:
        """Return the threads of the channel, oldest first."""
        return [one for one in self.place.server.channels.values() if one.parent == self.channel.id]

    @property
    def room_key(self) -> ChatKey:
        """Return the group as the core knows it."""
        return ChatKey("telegram", str(self.room.group.id))

    async def press(self, person: PersonKey, wanted: str, rng: random.Random, part: str = "") -> str:
        """Press a button with such a token, as a person in their own chat; return the notice that only they see."""
        self.clock.time += 30  # who has just pressed needs no ping
        if person.platform == "telegram":
            shown = next(
                one for one in reversed(self.room.server.live(self.room.group)) if _fit(one.tokens, wanted, part)
            )
            answer = await self.room.press(ANA, shown, rng.choice(_fit(shown.tokens, wanted, part)))
        elif person.platform == "discord":
            where = [self.channel, *self.threads]
            shown = [one for channel in where for one in self.place.boards(channel)]
            board = next(one for one in reversed(shown) if _fit(ids_of(one), wanted, part))
            answer = (await self.place.pressed(self.bea, board, rng.choice(_fit(ids_of(board), wanted, part)))).notice
        else:
            answer = await self._press_page(wanted, rng, part)
        await self.settle()
        return answer or ""

    async def _press_page(self, wanted: str, rng: random.Random, part: str) -> str | None:
        await self.page.hello()  # what it missed
        for number, message in sorted(self.page.messages.items(), reverse=True):
            if found := _fit([button[1] for row in message["body"]["rows"] for button in row], wanted, part):
                return words(await self.page.do("press", message=str(number), token=rng.choice(found)))
        raise AssertionError(f"no button {wanted} on the page")

    async def play_out(self, table: str, rng: random.Random, most: int = 1500) -> None:
        """Play a table to its end, each person in their own chat."""
        for _ in range(most):
            seat = to_act(await self.room.table(table))
            if seat is None or seat.person is None:
                return
            told = await self.press(seat.person, f"{table}.", rng)
            assert not told, (seat.person.platform, told)
        raise AssertionError(f"not over after {most} presses")

    async def resign(self, person: PersonKey, table: str, rng: random.Random) -> None:
        """Let a person resign at a table, in their own chat."""
        if person.platform == "telegram":
            await self.room.say(ANA, f"/resign {table}")
        elif person.platform == "discord":
            await self.place.gave(self.bea, self.channel, "resign", table=table)
            await self.place.clicked(self.bea, self.channel, "Yes, resign")  # in private
            await self.settle()
            return
        else:
            await self.page.say(f"/resign {table}")
        await self.settle()
        await self.press(person, f"{table}.", rng, ".resign:")

    async def play(self, code: str, rng: random.Random, played: int = 100) -> Tournament:
        """Play a tournament to its end, its first tables by presses; at the others all but one resign."""
        for _ in range(60):
            await self.look()
            tournament = await self.cup(code)
            if tournament.stage in (Stage.OVER, Stage.CANCELLED):
                return tournament
            for pairing in tournament.pairings:
                if not pairing.opened or pairing.is_over:
                    continue
                played -= 1
                if played >= 0:
                    await self.play_out(pairing.table, rng)
                    continue
                for number in pairing.people[1:]:
                    await self.resign(tournament.entrants[number].person, pairing.table, rng)
            self.clock.time += 5.0
        raise AssertionError("it never ends")


def _fit(tokens: Sequence[str], wanted: str, part: str) -> list[str]:
    """Return the tokens that begin like this and contain the part; offers move nothing."""
    found = [one for one in tokens if one.removeprefix("palmares:").startswith(wanted) and part in one]
    return [one for one in found if ".offer:" not in one]


@asynccontextmanager
async def house(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[House]:
    """Run a bot on all three platforms over a store in memory."""
    clock = FakeClock()
    async with AsyncExitStack() as stack:
        store = await open_store("sqlite:///:memory:")
        stack.push_async_callback(store.close)
        telegram, discord = FakeTelegram(clock), DiscordServer(ManualClock())
        for server in (telegram, discord):
            await server.start()
            stack.push_async_callback(server.stop)
        point_library_at(discord, monkeypatch)
        here = TelegramPlatform(TelegramConfig(TELEGRAM_TOKEN, telegram.api), clock, timeout=PATIENCE)
        here.limiter = None
        there = DiscordPlatform(DiscordConfig(TOKEN, None, None), store, discord.clock, registry(), timeout=PATIENCE)
        site = WebPlatform(ANY_PORT, store, clock)
        stack.push_async_callback(here.close)
        stack.push_async_callback(there.close)
        messengers = {"telegram": here.messenger, "discord": there.messenger, "web": site.messenger}
        core = await stack.enter_async_context(
            application(store, messengers, clock, PICTURES, entropy=seeded("1"), authorities={"web": site.authority})
        )
        for platform in (here, there, site):
            await platform.open(core)
            stack.push_async_callback(platform.drain)
        await taken_up(core)
        page = await stack.enter_async_context(visitor(site.address))
        room, place = (
            TelegramRoom(telegram, here.messenger, here, core, store),
            Place(discord, there, core, store, clock),
        )
        yield House(room, place, place.user("Bea"), page, core, store, clock, site.address)
