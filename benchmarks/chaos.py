"""Play in many chats while the processes that serve them are killed and frozen, and the server is restarted.

`python -m benchmarks chaos` runs for ten minutes, or as many seconds as `PALMARES_CHAOS` says. Four processes serve
one PostgreSQL database and an imitation of Telegram; in each of 200 chats somebody plays a bot. Every few seconds a
random process is killed (and begun anew) or frozen for a while; halfway the server is restarted. In the end this is
checked:

- every press that was accepted is stored once, and none more than once;
- every chat's newest board shows its table as it is stored;
- no chat was silent for longer than 20 seconds;
- where nobody plays, the clock plays a turn when its time is up, and not again before that is up once more.
"""

from __future__ import annotations

import asyncio
import os
import random
import re
import signal
import sys
import tempfile
from collections import Counter
from contextlib import suppress
from pathlib import Path
from time import monotonic

from bot.core.common.clock import SystemClock
from tests.fakes.bot_process import line_of, started, until
from tests.fakes.clock import FakeClock
from tests.fakes.postgres_server import PostgresServer, missing
from tests.fakes.telegram_server import TOKEN, FakeTelegram
from tests.fakes.telegram_world import Message, User

SECONDS = float(os.environ.get("PALMARES_CHAOS", "600"))
PROCESSES, CHATS = 4, int(os.environ.get("PALMARES_CHAOS_CHATS", "200"))
IDLE, PACE = 10, 60.0
"""One chat of so many has somebody who never presses, and so many seconds for a turn."""
SILENT = 20.0
PRESSING = 3.0
"""Seconds after which somebody who was not answered presses again."""
SETTLING = 60.0


class Player:
    """Somebody who plays against a bot in a group of their own."""

    def __init__(self, telegram: FakeTelegram, number: int) -> None:
        self.telegram = telegram
        self.user = User(500 + number, f"Player {number}")
        self.chat = telegram.chat(-1001234567890 - number)
        self.idles = number % IDLE == 0
        self.accepted = self.pressed = 0
        self.silence = 0.0

    def offered(self) -> tuple[Message, str] | None:
        """Return what can be pressed."""
        for message in reversed(self.telegram.live(self.chat)):
            for token in message.tokens:
                if re.search(r"\.(fill|throw|move|again)\b", token):
                    return message, token
        return None

    async def play(self, going: asyncio.Event) -> None:
        """Play until told to stop; then wait for the answer to the last press."""
        await self.telegram.say(self.user, f"/play palma first=D lot=no{' pace=1m' if self.idles else ''}", self.chat)
        heard = monotonic()
        begun = False
        while not going.is_set():
            if not await until(lambda: self.offered() is not None or going.is_set(), SECONDS):
                break
            if (offer := self.offered()) is None:
                continue
            if self.idles and begun:
                heard = monotonic()
                await asyncio.sleep(1.0)
                continue
            query, begun = await self.telegram.press(self.user, *offer), True
            moves = re.search(r"\.(throw|move)\b", offer[1]) is not None
            self.pressed += moves
            if await until(lambda query=query: query in self.telegram.answers, PRESSING):  # type: ignore[misc]
                self.accepted += moves and not self.telegram.answers[query]
                await until(lambda offer=offer: self.offered() != offer, 1.0)  # type: ignore[misc]
                self.silence, heard = max(self.silence, monotonic() - heard), monotonic()
            await asyncio.sleep(random.uniform(0.2, 2.0))
        self.silence = max(self.silence, monotonic() - heard)


class Crowd:
    """The processes, the server and Telegram."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.server = PostgresServer()
        self.telegram = FakeTelegram(FakeClock(SystemClock().now()))
        self.living: list[asyncio.subprocess.Process] = []
        self.done: Counter[str] = Counter()

    async def begin(self) -> None:
        """Start one process more."""
        settings = {"PALMARES_TELEGRAM_TOKEN": TOKEN, "PALMARES_TELEGRAM_API": self.telegram.api}
        process = await started(self.folder, "telegram", DATABASE_URL=self.server.url(), **settings)
        self.living.append(process)
        with suppress(AssertionError):  # it was killed already
            await line_of(process, "startgroup=new")

    async def kill(self, process: asyncio.subprocess.Process) -> None:
        """Kill a process, and begin another."""
        self.living.remove(process)
        process.send_signal(signal.SIGKILL)
        await process.communicate()
        self.done["killed"] += 1
        await self.begin()

    async def freeze(self, process: asyncio.subprocess.Process, seconds: float) -> None:
        """Let a process stand still for a while."""
        process.send_signal(signal.SIGSTOP)
        self.done["frozen"] += 1
        await asyncio.sleep(seconds)
        with suppress(ProcessLookupError):
            process.send_signal(signal.SIGCONT)

    async def torment(self, seconds: float) -> None:
        """Kill or freeze a random process every few seconds, and restart the server once, halfway."""
        rng, end, restarted = random.Random(20), monotonic() + seconds, False
        under_way: list[asyncio.Task[None]] = []
        while monotonic() < end:
            await asyncio.sleep(rng.uniform(3.0, 8.0))
            if not restarted and end - monotonic() < seconds / 2:
                restarted = True
                await asyncio.to_thread(self.server.stop, signal.SIGQUIT)
                await asyncio.sleep(1.0)
                await asyncio.to_thread(self.server.start)
                self.done["restarts of the server"] += 1
                continue
            victim = rng.choice(self.living)
            if rng.random() < 0.5:
                await self.kill(victim)
            else:
                under_way.append(asyncio.create_task(self.freeze(victim, rng.uniform(1.0, 16.0))))
        await asyncio.gather(*under_way)

    async def end(self) -> None:
        """Tell all processes to stop."""
        for process in self.living:
            with suppress(ProcessLookupError):
                process.send_signal(signal.SIGCONT)
                process.send_signal(signal.SIGTERM)
        await asyncio.gather(*(process.communicate() for process in self.living))
        await self.telegram.stop()
        await asyncio.to_thread(self.server.remove)


async def faults(crowd: Crowd, players: list[Player]) -> list[str]:
    """Return a line for whatever is not as it should be."""
    found = []
    moves = dict(
        await crowd.server.tell(
            "SELECT tables.chat, count(*) FROM moves JOIN tables ON tables.id = table_id "
            "WHERE automation IS NULL GROUP BY tables.chat"
        )
    )
    tables = dict(await crowd.server.tell("SELECT chat, max(version) FROM tables GROUP BY chat"))
    lates = await crowd.server.tell(
        "SELECT table_id, at - lag(at) OVER (PARTITION BY table_id ORDER BY at) FROM "
        "(SELECT table_id, version, min(at) AS at FROM moves WHERE automation = 'late' GROUP BY table_id, version) "
        "AS late"
    )
    found += [
        f"table {table}: turns of the clock {gap:.0f} s apart" for table, gap in lates if gap and gap < 0.9 * PACE
    ]
    for player in players:
        name = str(player.chat.id)
        if not player.accepted <= moves.get(name, 0) <= player.pressed:
            counts = f"{player.pressed} presses, {player.accepted} accepted"
            found.append(f"chat {name}: {moves.get(name, 0)} moves stored of {counts}")
        if player.silence > SILENT:
            found.append(f"chat {name} was silent for {player.silence:.1f} s")
        shown = [int(token.split(".")[1]) for one in player.telegram.live(player.chat) for token in one.tokens]
        if shown and max(shown) != tables.get(name):
            found.append(f"chat {name} shows version {max(shown)} of {tables.get(name)}")
    return found


async def run() -> int:
    """Run it all; return how much was wrong."""
    with tempfile.TemporaryDirectory() as folder:
        crowd = Crowd(Path(folder))
        await asyncio.to_thread(crowd.server.start)
        await crowd.telegram.start()
        try:
            await asyncio.gather(*(crowd.begin() for _ in range(PROCESSES)))
            players, going = [Player(crowd.telegram, number) for number in range(CHATS)], asyncio.Event()
            playing = [asyncio.create_task(player.play(going)) for player in players]
            await crowd.torment(SECONDS)
            going.set()
            await asyncio.gather(*playing)
            wrong: list[str] = []
            end = monotonic() + SETTLING
            while (wrong := await faults(crowd, players)) and monotonic() < end:  # noqa: ASYNC110 - nobody tells
                await asyncio.sleep(1.0)
        finally:
            await crowd.end()
    accepted = sum(player.accepted for player in players)
    slowest = max(player.silence for player in players)
    print(f"{SECONDS:.0f} s, {PROCESSES} processes, {CHATS} chats: {dict(crowd.done)}")
    print(f"{accepted:,} presses accepted, the longest silence of a chat was {slowest:.1f} s")
    print("\n".join(wrong) or "nothing was wrong")
    return len(wrong)


def main() -> None:
    """Run for as long as is wished; end with exit code 1 if something is wrong."""
    if reason := missing():
        print(reason)
        return
    if asyncio.run(run()):
        sys.exit(1)


if __name__ == "__main__":
    main()
