"""The real process on both platforms at once: it plays there, and trouble on one of them is nothing to the other."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import aiohttp
import pytest

from bot.core.common.clock import SystemClock
from tests.fakes.bot_process import ended, failed, line_of, started
from tests.fakes.clock import FakeClock
from tests.fakes.discord_clock import ManualClock
from tests.fakes.discord_door import Fault
from tests.fakes.discord_people import People
from tests.fakes.discord_server import DiscordServer
from tests.fakes.discord_state import TOKEN as DISCORD_TOKEN
from tests.fakes.discord_state import Message as DiscordMessage
from tests.fakes.telegram_faults import CUT
from tests.fakes.telegram_server import TOKEN, FakeTelegram
from tests.fakes.telegram_world import Chat, Message, User

WRONG = DISCORD_TOKEN[:-1] + "x"
LONG = 60.0


class Both:
    """Both platforms on loopback, and a process that is on them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.discord = DiscordServer(ManualClock())
        self.telegram = FakeTelegram(FakeClock(SystemClock().now()))
        self.health = ""
        self.process: asyncio.subprocess.Process | None = None

    @property
    def settings(self) -> dict[str, str]:
        """The settings of the process."""
        return {
            "PALMARES_DISCORD_TOKEN": DISCORD_TOKEN,
            "PALMARES_DISCORD_API": f"{self.discord.url}/api",
            "PALMARES_TELEGRAM_TOKEN": TOKEN,
            "PALMARES_TELEGRAM_API": self.telegram.api,
            "PALMARES_HEALTH_PORT": "0",
        }

    async def start(self, *told: str, **settings: str) -> None:
        """Starts the process with these settings, and waits until it has said these, in whatever order."""
        self.process = await started(self.folder, **self.settings | settings)
        self.health = await line_of(self.process, r"http://127\.0\.0\.1:\d+/")
        left = set(told)
        while left:
            line = await line_of(self.process, "|".join(left))
            left.discard(line)

    async def ask(self, path: str) -> str:
        """What `/readyz` or `/metrics` says."""

        async with aiohttp.ClientSession() as session, session.get(self.health + path) as answer:
            text = await answer.text()
            assert answer.status == (200 if path == "metrics" or text == "ok\n" else 503)
            return text

    async def until_readyz(self, words: str) -> None:
        """Waits until `/readyz` says that."""
        async with asyncio.timeout(LONG):
            while words not in await self.ask("readyz"):  # noqa: ASYNC110 - nobody tells of it
                await asyncio.sleep(0.05)

    async def plays_on_telegram(self) -> None:
        """Opens a table there, starts against a computer, and throws."""
        ana, group = User(11, "Ana"), self.telegram.chat(-1001234567890 - len(self.telegram.messages))
        await self.telegram.say(ana, "/play palma first=D rolls=each", group)
        for verb in (".fill", ".throw"):
            message, token = await self._offered_on_telegram(group, verb)
            await self.telegram.press(ana, message, token)
            await eventually(lambda token=token: token not in tokens_of(self.telegram, group))  # type: ignore[misc]

    async def _offered_on_telegram(self, chat: Chat, verb: str) -> tuple[Message, str]:
        await eventually(lambda: any(verb in token for token in tokens_of(self.telegram, chat)))
        return next(
            (message, token) for message in self.telegram.live(chat) for token in message.tokens if verb in token
        )

    async def plays_on_discord(self) -> None:
        """The same there."""
        people, discord = People(self.discord), self.discord
        channel, ana = people.channel(), people.user("Ana")

        def offered(verb: str) -> list[tuple[DiscordMessage, str]]:
            parts = [(message, part["custom_id"]) for message in discord.of(channel) for part in message.pressable]
            return [(message, custom_id) for message, custom_id in parts if verb in custom_id]

        await people.say(ana, channel, "play", game="palma", rules="first=D", rolls="each")
        for verb in (".fill", ".throw"):
            await discord.until(lambda verb=verb: offered(verb), LONG)  # type: ignore[misc]
            message, custom_id = offered(verb)[-1]
            await people.press(ana, message, custom_id)
            await discord.until(lambda custom_id=custom_id: not offered(custom_id), LONG)  # type: ignore[misc]


async def eventually(fine: Callable[[], object]) -> None:
    """Waits for what nobody tells of."""
    async with asyncio.timeout(LONG):
        while not fine():  # noqa: ASYNC110
            await asyncio.sleep(0.02)


def tokens_of(telegram: FakeTelegram, chat: Chat) -> list[str]:
    """What can be pressed in a chat."""
    return [token for message in telegram.live(chat) for token in message.tokens]


@pytest.fixture
async def both(tmp_path: Path) -> AsyncIterator[Both]:
    """Both platforms; the process is started by the test."""
    found = Both(tmp_path)
    await found.discord.start()
    await found.telegram.start()
    yield found
    if found.process is not None and found.process.returncode is None:
        found.process.kill()
        await found.process.wait()
    await found.discord.stop()
    await found.telegram.stop()


async def test_it_plays_on_both_at_once_whatever_events_come_that_no_library_can_read(both: Both) -> None:
    await both.start("integration_type=1", "startgroup=new")
    assert await both.ask("readyz") == "ok\n"
    figures = await both.ask("metrics")
    for platform in ("discord", "telegram"):
        assert f'palmares_platform_connected{{platform="{platform}"}} 1.0' in figures
    people = People(both.discord)
    channel = people.channel()
    broken = people.thread(channel).payload()
    del broken["owner_id"]
    for event, data in (("THREAD_CREATE", broken), ("GUILD_CREATE", {"id": channel.guild, "threads": [broken]})):
        await both.discord.gateway.dispatch(event, data, channel.guild)
    for kind in ("message", "callback_query"):
        await both.telegram.push(kind, {"chat": "nonsense"})
    await asyncio.gather(both.plays_on_discord(), both.plays_on_telegram())
    assert len(both.discord.gateway.identified) == 1
    assert both.process is not None
    told = await ended(both.process)
    assert all("cannot be read" in line for line in told.splitlines()), told
    assert "GUILD_CREATE: KeyError: 'owner_id'" in told
    assert "Traceback" not in told


async def test_a_discord_that_is_away_at_the_start_keeps_nobody_from_playing_on_telegram(both: Both) -> None:
    port = int(both.discord.url.rpartition(":")[2])
    await both.discord.stop()
    await both.start("startgroup=new")
    await both.plays_on_telegram()
    assert (await both.ask("readyz")).startswith("discord: ")
    figures = await both.ask("metrics")
    assert 'palmares_platform_connected{platform="discord"} 0.0' in figures
    assert 'palmares_platform_connected{platform="telegram"} 1.0' in figures
    await both.discord.start(port)
    assert both.process is not None
    await line_of(both.process, "integration_type=1")
    await both.plays_on_discord()
    assert await both.ask("readyz") == "ok\n"
    told = await ended(both.process)
    assert "discord: Discord cannot be reached" in told
    assert "discord: connected again" in told
    assert "Traceback" not in told


async def test_a_telegram_that_is_away_at_the_start_keeps_nobody_from_playing_on_discord(both: Both) -> None:
    both.telegram.trouble = lambda method, params: CUT
    await both.start("integration_type=1")
    await both.plays_on_discord()
    await both.until_readyz("telegram: Telegram cannot be reached")
    both.telegram.trouble = lambda method, params: None
    assert both.process is not None
    await line_of(both.process, "startgroup=new")
    await both.plays_on_telegram()
    assert await both.ask("readyz") == "ok\n"
    assert "Traceback" not in await ended(both.process)


async def test_tokens_that_are_taken_back_while_it_runs_end_nothing(both: Both) -> None:
    """First Discord's, then Telegram's: `/readyz` reports each, and each is there again once its token is valid."""
    await both.start("integration_type=1", "startgroup=new")
    both.discord.faults.append(Fault("users/@me", status=401, times=2))
    await both.discord.gateway.close(4004)
    await both.until_readyz("discord: PALMARES_DISCORD_TOKEN is not accepted")
    await both.plays_on_telegram()
    await both.until_readyz("ok")
    await both.plays_on_discord()
    both.telegram.unauthorized = True
    await both.telegram.push("message", {})
    await both.until_readyz("telegram: PALMARES_TELEGRAM_TOKEN")
    assert 'palmares_platform_connected{platform="telegram"} 0.0' in await both.ask("metrics")
    await both.plays_on_discord()
    both.telegram.unauthorized = False
    await both.until_readyz("ok")
    await both.plays_on_telegram()
    assert both.process is not None
    told = await ended(both.process)
    for secret in (DISCORD_TOKEN, TOKEN):
        assert secret not in told


async def test_a_token_that_is_refused_at_the_first_start_leaves_the_other_platform_up(both: Both) -> None:
    for platform, wrong, there, play in (
        ("discord", WRONG, "startgroup=new", both.plays_on_telegram),
        ("telegram", TOKEN[:-1] + "x", "integration_type=1", both.plays_on_discord),
    ):
        name = f"PALMARES_{platform.upper()}_TOKEN"
        await both.start(there, **{name: wrong})
        await both.until_readyz(f"{platform}: {name}")
        await play()
        assert f'palmares_platform_connected{{platform="{platform}"}} 0.0' in await both.ask("metrics")
        assert both.process is not None
        lines = (await ended(both.process)).splitlines()
        assert len([line for line in lines if name in line]) == 1, lines
        assert "stays off until the next start" in lines[0]
        assert wrong not in "".join(lines)


async def test_a_start_with_no_platform_left_ends_with_a_line_for_each(both: Both) -> None:
    wrong = {"PALMARES_DISCORD_TOKEN": WRONG, "PALMARES_TELEGRAM_TOKEN": TOKEN[:-1] + "x"}
    process = await started(both.folder, **both.settings | wrong)
    _, told = await asyncio.wait_for(process.communicate(), LONG)
    assert process.returncode == 2, "the unit does not start it again: RestartPreventExitStatus"
    lines = [line for line in told.decode().splitlines() if not line.startswith("20")]  # what is logged has a date
    assert sorted(line.split()[0].rstrip(":") for line in lines) == [*wrong]
    assert not any(value in told.decode() for value in wrong.values())


async def test_the_only_platform_asked_for_ends_it_where_it_is_refused(both: Both) -> None:
    settings = both.settings | {"PALMARES_DISCORD_TOKEN": WRONG}
    del settings["PALMARES_HEALTH_PORT"]
    told = await failed(await started(both.folder, "discord", **settings))
    assert "PALMARES_DISCORD_TOKEN is not accepted" in told
    assert len(told.splitlines()) == 1


@pytest.mark.parametrize("platform", ["discord", "telegram"])
async def test_the_only_platform_asked_for_may_be_away_for_as_long_as_it_likes(both: Both, platform: str) -> None:
    settings = both.settings
    await both.discord.stop()
    both.telegram.trouble = lambda method, params: CUT
    process = both.process = await started(both.folder, platform, **settings)
    both.health = await line_of(process, r"http://127\.0\.0\.1:\d+/")
    await both.until_readyz("cannot be reached")
    assert process.returncode is None
    assert "Traceback" not in await ended(process)
