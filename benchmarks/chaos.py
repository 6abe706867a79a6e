"""Plays in many chats while processes are killed or frozen and the server restarts: `python -m benchmarks chaos`.

Four processes share one PostgreSQL server and imitations of Telegram and Discord; in each chat a person plays a bot.
At the end:

- every acknowledged press is stored once, and nothing else;
- every press on Telegram has an answer or a newer board (Discord reports missing answers itself);
- every chat's newest board shows its table as stored;
- no chat waited longer than 20 seconds for a new board, or 20 seconds per strike on its process;
- where nobody plays, the clock plays each turn once, when its time is up;
- no Discord shard identified twice at once;
- no process logged a traceback.

`python -m benchmarks chaos --cup 500` runs a tournament meanwhile instead (`chaos_cup.py`).

Settings, with their defaults:

- `PALMARES_CHAOS` seconds (600);
- `PALMARES_CHAOS_CHATS` (200);
- `PALMARES_CHAOS_THINKING` seconds before a press (15; at 6, Telegram's 30 calls per second stall a hundred chats);
- `PALMARES_CHAOS_TOGETHER=1` strikes all processes at once;
- `PALMARES_CHAOS_THROUGH=pgbouncer` adds pgbouncer in transaction mode.
"""

from __future__ import annotations

import asyncio
import logging
import os
import resource
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from time import monotonic

from benchmarks import chaos_cup
from benchmarks.chaos_crowd import Crowd, report
from benchmarks.chaos_faults import SILENT, lasting, longest_silences, passing, unanswered
from benchmarks.chaos_players import OnDiscord, OnTelegram, Player
from tests.fakes import pgbouncer, postgres_server

SECONDS = float(os.environ.get("PALMARES_CHAOS", "600"))
PROCESSES, CHATS = 4, int(os.environ.get("PALMARES_CHAOS_CHATS", "200"))
THINKING = float(os.environ.get("PALMARES_CHAOS_THINKING", "15"))
TOGETHER = os.environ.get("PALMARES_CHAOS_TOGETHER") == "1"
POOLED = os.environ.get("PALMARES_CHAOS_THROUGH") == "pgbouncer"
SETTLING = 60.0
LOOKING = 0.05


async def run(folder: Path) -> int:
    """Run everything; return the number of failures."""
    crowd = Crowd(folder, pooled=POOLED)
    try:
        await crowd.open(PROCESSES)
        places = OnTelegram(crowd.telegram), OnDiscord(crowd.discord)
        players = [Player(places[number % 2], number // 2, THINKING) for number in range(CHATS)]
        going, began = asyncio.Event(), monotonic()
        looking = asyncio.create_task(_look(crowd, places))
        playing = [asyncio.create_task(player.play(going)) for player in players]
        torment = asyncio.create_task(crowd.torment(SECONDS, together=TOGETHER))
        await asyncio.wait([torment, *playing], return_when=asyncio.FIRST_COMPLETED)  # players end only if they fail
        going.set()
        await asyncio.gather(torment, *playing)
        looking.cancel()
        wrong = await passing(crowd, players, SECONDS)
        end = monotonic() + SETTLING
        while (late := await lasting(crowd, players)) and monotonic() < end:  # noqa: ASYNC110 - there is no event to wait for
            await asyncio.sleep(1.0)
    finally:
        await crowd.end()
    _tell(crowd, players, _busy(monotonic() - began))
    for line in (wrong := wrong + late):
        print(line)
    return len(wrong)


def _tell(crowd: Crowd, players: Sequence[Player], share: float) -> None:
    through = " through pgbouncer" if POOLED else ""
    done = ", ".join(f"{count} {what}" for what, count in crowd.done.items())
    print(f"{SECONDS:.0f} s, {PROCESSES} processes{through}, {CHATS} chats: {done}")
    print(f"cores busy in total: {share:.1f}")
    for name in ("telegram", "discord"):
        here = [player for player in players if player.place.name == name]
        waits = sorted(end - began for player in here for began, end in player.waits)
        accepted = sum(player.place.accepted(press.made) for player in here for press in player.presses)
        pressed = sum(len(player.presses) for player in here)
        if waits:
            middle, late = waits[len(waits) // 2], waits[len(waits) * 99 // 100]
            words = f"new boards after {middle:.2f} s (p50), {late:.1f} s (p99), {waits[-1]:.1f} s (maximum)"
            silent = len(unanswered(here))
            again = sum(wait > SILENT for wait in waits)
            print(f"{name}: {pressed:,} presses, {accepted:,} accepted, {silent} without an answer; {words}")
            print(f"    {again} waits over {SILENT:.0f} s")
            silences = longest_silences(here, crowd.blows).items()
            print("    longest wait by strike: " + ", ".join(f"{what} {wait:.1f} s" for what, wait in silences))


def _busy(seconds: float) -> float:
    """Return the cores that this process and its ended children kept busy."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used) / seconds


async def _look(crowd: Crowd, places: Sequence[OnTelegram | OnDiscord]) -> None:
    """Read new messages, and advance Telegram's clock."""
    while True:
        crowd.telegram.clock.time = time.time()
        for place in places:
            place.look()
        await asyncio.sleep(LOOKING)


def main(*words: str) -> None:
    """Run the benchmark; exit with code 1 on failures."""
    if words:
        chaos_cup.main(*words)
        return
    if reason := pgbouncer.missing() if POOLED else postgres_server.missing():
        print(reason)
        return
    logging.getLogger("aiohttp.server").disabled = True  # calls cut off by a kill
    folder = Path(tempfile.mkdtemp(prefix="palmares-chaos-"))
    report(folder, failed=asyncio.run(run(folder)))


if __name__ == "__main__":
    main()
