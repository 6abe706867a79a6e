"""A tournament while processes are killed or frozen: `python -m benchmarks chaos --cup [people]`.

Four processes share one PostgreSQL server, or one has a file (`--file`), over an imitation of Telegram. People of
many groups enter, the first by buttons, and are drawn to tables of four. Groups with three tables or more play in
private; half of the people open that chat only by the link to their game. All of a table but one resign. At the end:

- the tournament is over, and no round was skipped;
- each pairing has one table, and no other table belongs to the tournament;
- each result in the tournament is that of its table: who stayed is first;
- each group got each round, and the end. Telegram knows no nonces, so a kill can repeat a post, at most one a kill;
- no process logged a traceback.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import re
import sys
import tempfile
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any

from benchmarks.chaos_crowd import Crowd, FileCrowd, report
from bot.core.services.tournaments import Tournaments
from bot.core.tournaments.entering import Comer, enter
from bot.core.tournaments.tournament import Tournament
from data.postgres.store import open_postgres
from data.records import ChatKey, PersonKey
from tests.fakes import postgres_server
from tests.fakes.telegram_world import Chat, Message, User

PEOPLE, PROCESSES, ROUNDS, GROUP = 500, 4, 2, 4
LIMIT = 900.0
"""Seconds after which it is given up."""
RECENT = 60
"""How many recent messages of the bot somebody searches for a button."""
PRESSING = 3.0
"""Seconds after which somebody presses again."""
AGAIN = 10.0
"""Seconds after which somebody who got no answer asks again."""
SAYING = 15.0
"""Seconds between two lines about how far it is."""
BY_BUTTON = 24
"""People who enter by buttons; the others are entered together, unless one process has the database alone."""
AT_ONCE = 40
"""People who act at the same time."""
WAITING = 60.0
"""Seconds that people wait for the post of a round before they play without it."""
LAST = 120.0
"""Seconds for the posts of the end: a claim of a killed process alone takes 45 to lapse."""
_POST = re.compile(r"Round (\d+) of|wins the tournament")
_BODY = "SELECT id, body FROM tournaments"
_PEOPLE = 'SELECT number, "user" FROM tournament_people'
_PLACES = "SELECT table_id, chat FROM places"
_TABLES = "SELECT table_id, tables.status FROM tournament_tables JOIN tables ON tables.id = table_id"


@dataclass
class Cup:
    """The tournament's people, and what they have seen."""

    crowd: Crowd
    people: list[tuple[User, Chat]]
    posts: defaultdict[int, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    seen: defaultdict[int, list[Message]] = field(default_factory=lambda: defaultdict(list))
    read: int = 0

    def look(self) -> None:
        """Note which rounds each group was shown, as each message was when it came."""
        telegram = self.crowd.telegram
        telegram.clock.time = time.time()
        for message in telegram.messages[self.read :]:
            if message.author is None:
                self.seen[message.chat.id].append(message)
            if message.author is None and message.text.startswith("🏆") and (found := _POST.search(message.text)):
                self.posts[message.chat.id][found[1] or "end"] += 1
        self.read = len(telegram.messages)

    async def progress(self) -> str:
        """Return how far it is, in a line."""
        try:
            cup, entered = await self.stored(), len(await self._there())
        except Exception as error:  # noqa: BLE001 - the server is just restarting
            return f"no database: {error!r}"
        drawn = [one for each in cup.get("rounds", ()) for one in each["tables"]]
        over = sum(bool(one[3]) for one in drawn)
        done = dict(self.crowd.done)
        return f"{cup.get('stage')}: {entered} in, {over} of {len(drawn)} tables over, {done}"

    async def stored(self) -> dict[str, Any]:
        """Return the tournament as stored, empty before it is announced."""
        rows = await self.crowd.rows(_BODY)
        if not rows:
            return {}
        body = rows[0][1]
        return {"id": rows[0][0], **(json.loads(body) if isinstance(body, str) else body)}

    def button(self, chat: Chat, wanted: str, end: str = "") -> tuple[Any, str] | None:
        """Return the newest message of a chat with such a token, and the token."""
        for message in reversed(self.seen[chat.id][-RECENT:]):
            for token in () if message.gone else message.tokens:
                if wanted in token and token.endswith(end):
                    return message, token
        return None

    async def enter(self, rounds: int) -> None:
        """Announce the tournament in the first group, and let everybody enter from their own."""
        telegram, (host, first) = self.crowd.telegram, self.people[0]
        line = f"/tournament swiss parchis players=4 start=60 pace=24h rounds={rounds} most=512 name=Chaos"
        while not (cup := await self.stored()):
            await telegram.say(host, line, first)
            await asyncio.sleep(AGAIN)
        limit = asyncio.Semaphore(AT_ONCE)
        there = await self._there()

        async def enters(user: User, chat: Chat) -> None:
            async with limit:
                found = self.button(chat, f"enter:{cup['id']}")
                if found is None:
                    await telegram.say(user, f"/tournament code={cup['id']}", chat)
                else:
                    await telegram.press(user, *found)

        pressing = len(self.people) if self.crowd.is_file else BY_BUTTON
        while len(there) < min(pressing, len(self.people)):
            shown = {chat.id for _, chat in self.people if self.button(chat, f"enter:{cup['id']}")}
            waiting: dict[int, list[tuple[User, Chat]]] = defaultdict(list)
            for user, chat in self.people[:pressing]:
                if str(user.id) not in there:
                    waiting[chat.id].append((user, chat))
            group = [one for chat, ones in waiting.items() for one in (ones if chat in shown else ones[:1])]
            await asyncio.gather(*(enters(*one) for one in group[: 4 * AT_ONCE]))
            await asyncio.sleep(AGAIN / 2)
            there = await self._there()
        if len(there) < len(self.people):
            await self._all_enter(cup["id"])
        while (cup := await self.stored())["stage"] != "playing":
            found = self.button(first, f"enter:{cup['id']}")
            if found is not None:
                await telegram.press(host, found[0], f"cup.0.host:{cup['id']}:start")
            await asyncio.sleep(AGAIN)

    async def _all_enter(self, code: str) -> None:
        """Enter those who press nothing: each press stores the whole tournament, which is measured elsewhere."""
        store = await open_postgres(self.crowd.server.url())
        try:

            def entered(cup: Tournament) -> Tournament:
                for user, chat in self.people:
                    key = PersonKey("telegram", str(user.id))
                    if cup.entrant_of(key) is None:
                        cup = enter(cup, Comer(key, user.first_name, ChatKey("telegram", str(chat.id)), 1000))
                return cup

            await Tournaments(store).change(code, entered, time.time())
        finally:
            await store.close()

    async def _there(self) -> set[str]:
        return {str(user) for _, user in await self.crowd.rows(_PEOPLE)}

    async def play(self) -> None:
        """End each table that opens: all of its people but the first resign, or all if bots sit there.

        They wait for the post of the round, for a while.
        """
        asked: dict[tuple[str, int], float] = {}
        since: dict[str, float] = {}
        places = {str(user.id): (user, chat) for user, chat in self.people}
        while (cup := await self.stored())["stage"] == "playing":
            who = {number: str(user) for number, user in await self.crowd.rows(_PEOPLE)}
            shown = {(table, chat) for table, chat in await self.crowd.rows(_PLACES)}
            rows = await self.crowd.rows(_TABLES)
            open_ = {table for table, status in rows if status == "playing"}
            for number, drawn in enumerate(cup["rounds"], 1):
                for sides, table, opened, came_in, *_ in drawn["tables"]:
                    people = [(seat, who[side]) for seat, side in enumerate(sides) if side >= 0]
                    leavers = people if len(people) < len(sides) else people[1:]
                    told = all(self.posts[places[user][1].id][str(number)] for _, user in people)
                    ready = told or monotonic() - since.setdefault(table, monotonic()) > WAITING
                    if opened and not came_in and table in open_ and ready:
                        for seat, user in leavers:
                            is_private = (table, user) in shown
                            await self._resign(table, seat, *places[user], asked, is_private=is_private)
            await asyncio.sleep(1.0)

    async def _resign(
        self, table: str, seat: int, user: User, group: Chat, asked: dict[tuple[str, int], float], *, is_private: bool
    ) -> None:
        """Resign where the board is: say yes if the bot has asked, else give the command.

        Those who have never written to the bot first open their private chat by the link to their game.
        """
        telegram = self.crowd.telegram
        if is_private and user.id not in telegram.chats:
            await telegram.say(user, f"/start watch_{table}")
            return
        chat = telegram.chat(user.id) if is_private else group
        found, now = self.button(chat, f"{table}.", f".resign:{seat}"), monotonic()
        if now - asked.get((table, seat), 0.0) < (PRESSING if found else AGAIN):
            return
        asked[table, seat] = now
        if found is not None:
            await telegram.press(user, *found)
        else:
            await telegram.say(user, f"/resign {table}", chat)

    async def told(self) -> float:
        """Wait until all groups have the post of the end, or too long; return how many seconds that took."""
        began, groups = monotonic(), {chat.id for _, chat in self.people}
        for _ in range(int(10 * LAST)):
            if all(self.posts[chat]["end"] for chat in groups):
                break
            await asyncio.sleep(0.1)
        return monotonic() - began

    async def faults(self, rounds: int) -> list[str]:
        """Return a line for each rule that was broken."""
        cup, wrong = await self.stored(), []
        tables = {row[0] for row in await self.crowd.rows(_TABLES)}
        drawn = [one for each in cup["rounds"] for one in each["tables"]]
        if cup["stage"] != "over" or len(cup["rounds"]) != rounds:
            wrong.append(f"{cup['stage']} after {len(cup['rounds'])} of {rounds} rounds")
        codes = [one[1] for one in drawn]
        if len(set(codes)) != len(codes) or set(codes) != tables:
            wrong.append(f"{len(codes)} pairings and {len(tables)} tables")
        for each in cup["rounds"]:
            numbers = [side for one in each["tables"] for side in one[0] if side >= 0]
            if len(set(numbers)) != len(numbers) or len(numbers) != len(self.people):
                wrong.append(f"{len(numbers)} people in a round of {len(self.people)}")
        for sides, table, _, places, *_ in drawn:
            if all(side >= 0 for side in sides) and (not places or places[0] != 1 or places.count(1) != 1):
                wrong.append(f"table {table} has the places {places}")
        twice = sum(n - 1 for counted in self.posts.values() for n in counted.values())
        if twice > self.crowd.done["killed"]:
            wrong.append(f"{twice} posts came twice")
        wanted = {*map(str, range(1, rounds + 1)), "end"}
        for chat in {chat.id for _, chat in self.people}:
            wrong += [f"group {chat} was never shown {what}" for what in sorted(wanted - set(self.posts[chat]))]
        return wrong


async def run(folder: Path, options: argparse.Namespace) -> int:
    """Run everything; return the number of failures."""
    crowd = FileCrowd(folder) if options.file else Crowd(folder, pooled=False)
    groups = -(-options.people // GROUP)
    try:
        await crowd.open(1 if options.file else options.processes)
        chats = [crowd.telegram.chat(-1001234567890 - number) for number in range(groups)]
        people = [(User(500 + number, f"P{number}"), chats[number % groups]) for number in range(options.people)]
        for user, _ in people[::2]:
            crowd.telegram.chat(user.id)
        cup = Cup(crowd, people)
        looking, began = asyncio.create_task(_look(cup)), monotonic()
        crowd.every = options.every / 2, options.every * 3 / 2
        torment = asyncio.create_task(crowd.torment(LIMIT))
        async with asyncio.timeout(LIMIT):
            await cup.enter(options.rounds)
            entered = monotonic()
            await cup.play()
        over = monotonic()
        torment.cancel()
        await asyncio.gather(torment, return_exceptions=True)
        await crowd.thawed()
        last = await cup.told()
        await asyncio.sleep(5.0)  # some may come twice
        looking.cancel()
        wrong = await cup.faults(options.rounds)
        wrong += await asyncio.to_thread(_tracebacks, folder)
    finally:
        await crowd.end()
    strikes = ", ".join(f"{count} {what}" for what, count in crowd.done.items())
    times = [n for counted in cup.posts.values() for n in counted.values()]
    print(f"{options.people} people of {groups} groups, {options.rounds} rounds: entered in {entered - began:.0f} s, "
          f"over after {over - began:.0f} s; {strikes}")  # fmt: skip
    print(f"{len(times)} of {groups * (options.rounds + 1)} posts of rounds and of the end came, "
          f"{sum(times) - len(times)} of them twice; those of the end took {last:.0f} s")  # fmt: skip
    for line in wrong:
        print(line)
    return len(wrong)


def _tracebacks(folder: Path) -> list[str]:
    return [f"{log.name}: a traceback" for log in folder.glob("*.log") if "Traceback" in log.read_text("utf-8")]


async def _look(cup: Cup) -> None:
    said = monotonic()
    while True:
        cup.look()
        if monotonic() - said > SAYING:
            said = monotonic()
            print(await cup.progress(), file=sys.stderr, flush=True)
        await asyncio.sleep(0.05)


def main(*words: str) -> None:
    """Run the benchmark; exit with code 1 on failures."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks chaos --cup")
    parser.add_argument("--cup", dest="people", type=int, nargs="?", const=PEOPLE, default=PEOPLE)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--processes", type=int, default=PROCESSES)
    parser.add_argument("--every", type=float, default=5.5, help="seconds between two strikes, in the mean")
    parser.add_argument("--file", action="store_true", help="SQLite and one process")
    options = parser.parse_args(words)
    if not options.file and (reason := postgres_server.missing()):
        print(reason)
        return
    logging.getLogger("aiohttp.server").disabled = True  # calls cut off by a kill
    folder = Path(tempfile.mkdtemp(prefix="palmares-chaos-"))
    report(folder, failed=asyncio.run(run(folder, options)))
