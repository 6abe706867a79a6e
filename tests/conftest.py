"""For all tests: the same chances on every machine, quick starts, and no process that outlives its test."""

from __future__ import annotations

import gc
import logging
import os
import signal
import sys
from asyncio.selector_events import BaseSelectorEventLoop
from collections.abc import Iterator
from functools import cache
from itertools import chain, groupby
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from bot.observability.log_setup import QUIET
from bot.platforms.web import platform as web
from data.sqlite import migrations
from data.sqlite.connection import Database
from tests.fakes import memory_database, open_transports, pgbouncer, postgres_server, warm_starts

settings.register_profile("same", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("same")

# Many processes are started. Where compiled code can't be kept, each compiles the whole bot again, which
# takes twice as long as the start itself.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# Nothing that is made while all modules are read and all tests are listed is ever garbage. Looked through again and
# again it would cost a tenth of the suite's time; so it is set apart once all is there.
gc.disable()
THRESHOLDS = (20_000, 20, 20)
"""How rarely the rest is looked through: seldom, as a running bot does it."""

Database._execute = memory_database.at_once  # type: ignore[method-assign]
migrations._migrate = memory_database.copied
BaseSelectorEventLoop.close = open_transports.close  # type: ignore[method-assign]
web.assets = cache(web.assets)  # packed once: each server would compress the page's files again
warm_starts.install()

IDLE = 2
"""How many workers more than cores run the tests: those of whole programs wait much of their time."""

BROWSER, PROGRAMS = "tests/e2e/browser/", "tests/e2e/process/"

TASKS = Path("/proc/self/task")
"""Where Linux tells which processes each of our threads has begun; elsewhere nothing is watched."""


def pytest_xdist_auto_num_workers() -> int:
    """Return how many workers `-n auto` means."""
    return (os.cpu_count() or 1) + IDLE


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Have one worker begin with the browser's tests and each of the others with some of whole programs.

    These wait more than they compute: side by side with tests that compute they cost little time, one after another
    they would outlast all the rest. `--dist worksteal` gives each worker a stretch of the list to begin with.
    """
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    hands: list[list[pytest.Item]] = [[item for item in items if item.nodeid.startswith(BROWSER)]]
    programs = groupby((item for item in items if item.nodeid.startswith(PROGRAMS)), lambda item: item.path)
    files = [list(found) for _, found in programs]
    hands += [list(chain(*files[number :: workers - 1])) for number in range(workers - 1)] or [list(chain(*files))]
    begun = set(chain(*hands))
    others = [item for item in items if item not in begun]
    for left, hand in zip(range(len(hands), 0, -1), hands, strict=True):
        waiting = sum(map(len, hands[len(hands) - left :])) + len(others)
        more = max(0, waiting // left - len(hand))
        hand += others[:more]
        del others[:more]
    items[:] = chain(*hands, others)


def pytest_collection_finish() -> None:
    """Set apart what is there for the whole session."""
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
    gc.enable()


@pytest.fixture(autouse=True)
def the_log_is_left_as_it_was() -> Iterator[None]:
    """Put the log back as it was: a program that a test calls sets it up, and would do so for all later tests."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    levels = [logging.getLogger(name).level for name in QUIET]
    yield
    if root.handlers != handlers:
        logging.captureWarnings(False)
        root.handlers[:] = handlers
        root.setLevel(level)
        for name, was in zip(QUIET, levels, strict=True):
            logging.getLogger(name).setLevel(was)


@pytest.fixture(autouse=True)
def every_child_ends_with_its_test() -> Iterator[None]:
    """Fail a test that leaves a process behind, and end the process: it would hold a port and a file for ever."""
    before = running_children()
    yield
    left = running_children() - before
    for child in left:
        os.kill(child, signal.SIGKILL)
    assert not left, "this test left processes running"


@pytest.fixture(scope="session", autouse=True)
def what_all_tests_share_ends_with_the_session() -> Iterator[None]:
    """End the processes that tests share: the database's server, the pooler before it, and that of warm starts."""
    yield
    warm_starts.end_shared()
    pgbouncer.end_shared_pooler()
    postgres_server.end_shared()


def running_children() -> set[int]:
    """Return the ids of the processes that this one has begun and that have not ended, but for the shared server."""
    found = {int(child) for each in TASKS.glob("*/children") for child in _text(each).split()}
    return {child for child in found - postgres_server.LASTING if not _has_ended(child)}


def _has_ended(child: int) -> bool:
    """Whether a process is gone, or is only waiting to be asked how it ended."""
    state = _text(Path(f"/proc/{child}/stat")).rpartition(")")[2].split()
    return not state or state[0] in "ZX"


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError:  # it ended in this very moment
        return ""
