"""Import the bot once, then fork for each start that is asked for: the process of `tests/fakes/warm_starts.py`."""

from __future__ import annotations

import gc
import json
import os
import runpy
import socket
import sys
import time
from functools import cache
from importlib import import_module

LONGEST = 200_000
"""Bytes of an order."""
LATER = (
    "bot.cli.main",
    "bot.observability.metrics",
    "bot.platforms.discord.platform",
    "bot.platforms.telegram.platform",
    "data.postgres.store",
)
Order = tuple[list[str], str, dict[str, str]]
"""Arguments, folder and environment."""


def prepare() -> None:
    """Import what a start imports sooner or later, and read the files that are the same for each."""
    gc.disable()
    for name in LATER:
        import_module(name)
    from bot.core.features.registry import registry
    from bot.core.i18n.translator import languages, translator
    from bot.platforms.web import platform as web

    registry()
    for language in languages():
        translator(language)
    web.assets = cache(web.assets)
    web.assets(web.PAGE)
    gc.freeze()
    gc.enable()


def ordered(line: socket.socket) -> Order | None:
    """Fork for each order and return it in the fork; return None once nobody is left to ask."""
    while True:
        asked, streams, _, _ = socket.recv_fds(line, LONGEST, 3)
        if not asked:
            return None
        told, tell = os.pipe()
        between = os.fork()  # at its end its fork becomes a child of the asker
        if between == 0:
            pid = os.fork()
            if pid:
                os.write(tell, str(pid).encode())
                os._exit(0)
            for number, stream in enumerate(streams):
                os.dup2(stream, number)
        else:
            os.waitpid(between, 0)
            line.send(os.read(told, 100))
        for each in (told, tell, *streams):
            os.close(each)
        if between == 0:
            arguments, folder, environment = json.loads(asked)
            return arguments, folder, environment


def begin(order: Order) -> None:
    """Be the process that was asked for."""
    arguments, folder, environment = order
    os.environ.clear()
    os.environ.update(environment)
    time.tzset()
    os.chdir(folder)
    if "PYTHONUNBUFFERED" in environment:
        sys.stdout.reconfigure(write_through=True)  # type: ignore[union-attr]
    sys.path[0] = folder
    sys.argv = ["bot", *arguments]
    runpy.run_module("bot", run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    prepare()
    with socket.socket(fileno=int(sys.argv[1])) as orders:
        order = ordered(orders)
    if order is not None:
        begin(order)
