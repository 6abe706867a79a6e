"""Play in many chats while the processes that serve them are killed and frozen, and the server is restarted.

`python -m benchmarks chaos` runs for ten minutes, or as many seconds as `PALMARES_CHAOS` says. Four processes serve
one PostgreSQL database, an imitation of Telegram and one of Discord; in each of 200 chats (`PALMARES_CHAOS_CHATS`),
half of them on either, somebody plays a bot. `PALMARES_CHAOS_THROUGH=pgbouncer` puts that in transaction mode before
the server. Every few seconds a random process is killed (and begun anew) or frozen for a while; halfway the server is
restarted. With `PALMARES_CHAOS_TOGETHER=1` all four are struck at once instead, two of them killed, two frozen. In
the end this is checked:

- every press that was acknowledged is stored once, and nothing that nobody pressed;
- every press on Telegram has an answer, or a newer board where its button waited no more (Discord itself tells
  whoever pressed that nobody answered within 3 s);
- every chat's newest board shows its table as it is stored;
- no chat waited for longer than 20 seconds for what was pressed to be shown; where whoever heard it was struck again
  while it waited, 20 seconds a blow;
- where nobody plays, the clock plays a turn when its time is up, and not again before that is up once more;
- no shard of Discord said who it is while another connection of its was served;
- no process wrote a traceback.

Somebody thinks for 15 seconds before a press (`PALMARES_CHAOS_THINKING`), more or less. Telegram allows a bot 30
calls a second, of which each living process has its part, a killed one for six seconds more; a press takes two, and
whoever waits presses again: a hundred chats that think for six seconds stop each other. It also leaves two cores,
which imitate both platforms too, half of their time. The processes' logs stay in a folder if something was wrong.
"""

from __future__ import annotations

import asyncio
import logging
import os
import resource
import shutil
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from time import monotonic

from benchmarks.chaos_crowd import Crowd, tail
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
    """Run it all; return how much was wrong."""
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
        while (late := await lasting(crowd, players)) and monotonic() < end:  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(1.0)
    finally:
        await crowd.end()
    _tell(crowd, players, _busy(monotonic() - began))
    for line in (wrong := wrong + late):
        print(line)
    return len(wrong)


def _tell(crowd: Crowd, players: Sequence[Player], share: float) -> None:
    """Print the figures."""
    through = " through pgbouncer" if POOLED else ""
    done = ", ".join(f"{count} {what}" for what, count in crowd.done.items())
    print(f"{SECONDS:.0f} s, {PROCESSES} processes{through}, {CHATS} chats: {done}")
    print(f"all of it kept {share:.1f} cores busy")
    for name in ("telegram", "discord"):
        here = [player for player in players if player.place.name == name]
        waits = sorted(end - began for player in here for began, end in player.waits)
        accepted = sum(player.place.accepted(press.made) for player in here for press in player.presses)
        pressed = sum(len(player.presses) for player in here)
        if waits:
            middle, late = waits[len(waits) // 2], waits[len(waits) * 99 // 100]
            words = f"a new board came after {middle:.2f} s (p50), {late:.1f} s (p99), {waits[-1]:.1f} s at most"
            silent = len(unanswered(here))
            again = sum(wait > SILENT for wait in waits)
            print(f"{name}: {pressed:,} presses, {accepted:,} taken, {silent} without an answer; {words}")
            print(f"    {again} waits of more than {SILENT:.0f} s")
            silences = longest_silences(here, crowd.blows).items()
            print("    longest by what struck: " + ", ".join(f"{what} {wait:.1f} s" for what, wait in silences))


def _busy(seconds: float) -> float:
    """Return how many cores this process and all that it has begun and ended kept busy."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used) / seconds


async def _look(crowd: Crowd, places: Sequence[OnTelegram | OnDiscord]) -> None:
    """Read what is shown as it comes, and let Telegram's time go on."""
    while True:
        crowd.telegram.clock.time = time.time()
        for place in places:
            place.look()
        await asyncio.sleep(LOOKING)


def main() -> None:
    """Run for as long as is wished; end with exit code 1 if something is wrong."""
    if reason := pgbouncer.missing() if POOLED else postgres_server.missing():
        print(reason)
        return
    logging.getLogger("aiohttp.server").disabled = True  # of calls that were cut off by a kill
    folder = Path(tempfile.mkdtemp(prefix="palmares-chaos-"))
    if asyncio.run(run(folder)):
        for log in sorted(folder.glob("*.log")):
            print(f"\n--- {log.name}\n{tail(log)}")
        print(f"\nthe whole logs are in {folder}")
        sys.exit(1)
    print("nothing was wrong")
    shutil.rmtree(folder)


if __name__ == "__main__":
    main()
