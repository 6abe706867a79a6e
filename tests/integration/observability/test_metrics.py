"""The metrics for the operators of the bot."""

from __future__ import annotations

import asyncio
import random
import sys

import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot import __version__, build
from bot.core.board_messages.instrumented_messenger import InstrumentedMessenger
from bot.core.messages.ports import MessageGone, NotAllowed, TryLater
from bot.observability.metrics import Metrics
from tests.fakes.messenger import FakeMessenger
from tests.fakes.palma_tables import palma, press_on
from tests.fakes.room import ANA, BEA, CHAT, PLATFORM, room


def key(name: str, *labels: str) -> tuple[str, frozenset[str]]:
    """A sample, by its name and the values of its labels."""
    return name, frozenset(labels)


def figures(metrics: Metrics, **tables: int) -> dict[tuple[str, frozenset[str]], float]:
    """All samples."""
    return {
        key(sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(metrics.text(tables).decode())
        for sample in family.samples
    }


async def test_a_game_is_counted() -> None:
    metrics = Metrics()
    async with room(measures=metrics) as place:
        code = await palma(place)
        for _ in range(10):
            await press_on(place, code, random.Random(1))
        await place.press(BEA, f"{code}.0.throw")  # stale
        await place.say(ANA, "/close table=zzzzzz")
        found, calls = figures(metrics), place.messenger.calls
    assert found[key("palmares_presses_total", PLATFORM)] == 10
    assert found[key("palmares_commands_total", PLATFORM)] == 5  # two by which they throw by hand, three to begin
    assert found[key("palmares_refusals_total", PLATFORM, "press")] == 1
    assert found[key("palmares_refusals_total", PLATFORM, "command")] == 1
    assert found[key("palmares_stored_seconds_count", PLATFORM, "press")] == 10
    assert found[key("palmares_shown_seconds_count", PLATFORM)] == 13
    for call in ("post", "edit", "retire"):
        assert found[key("palmares_messenger_calls_total", PLATFORM, call, "ok")] == calls.count(call)


async def test_build_process_and_errors_are_told() -> None:
    metrics, errors = Metrics(), {"KeyError": 2}
    metrics.watch_errors(errors)
    assert figures(metrics)[key("palmares_errors_total", "KeyError")] == 2
    errors["KeyError"] += 1
    found = figures(metrics)
    assert found[key("palmares_errors_total", "KeyError")] == 3
    schemas = (str(build.sqlite_schema()), str(build.postgres_schema()))
    assert found[key("palmares_build_info", __version__, build.commit() or "unknown", *schemas)] == 1
    assert any(name == "python_info" for name, _ in found)
    if sys.platform == "linux":  # where there is /proc
        assert found[key("process_resident_memory_bytes")] > 1e6
        assert found[key("process_cpu_seconds_total")] > 0


async def test_time_until_it_is_shown() -> None:
    metrics = Metrics()
    metrics.acted("press", "p", 10.0, 10.5, table="t")
    metrics.acted("press", "p", 11.0, 11.5, table="t")  # the same edit will show both
    metrics.shown("t", 13.0)
    metrics.shown("t", 99.0)
    found = figures(metrics)
    assert found[key("palmares_shown_seconds_sum", "p")] == 3.0
    assert found[key("palmares_shown_seconds_count", "p")] == 1
    assert found[key("palmares_stored_seconds_sum", "p", "press")] == 1.0


async def test_what_is_never_shown_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.observability.metrics.WAITING", 10)
    metrics = Metrics()
    for number in range(50):
        metrics.acted("press", "p", 0.0, 0.0, table=str(number))
    assert len(metrics._began) == 10


@pytest.mark.parametrize(
    ("error", "outcome"),
    [
        (None, "ok"),
        (MessageGone("x"), "gone"),
        (TryLater(1), "later"),
        (NotAllowed("x"), "barred"),
        (OSError("x"), "failed"),
        (asyncio.CancelledError(), None),
    ],
)
async def test_calls_by_how_they_end(error: BaseException | None, outcome: str | None) -> None:
    async def fails(*_: object, **__: object) -> None:
        if error is not None:
            raise error

    real = FakeMessenger()
    for call in ("edit", "retire", "delete"):
        setattr(real, call, fails)
    metrics = Metrics()
    counted = InstrumentedMessenger(real, "p", metrics)
    assert counted.abilities == real.abilities
    for call in ("edit", "retire", "delete"):
        arguments = (CHAT, "1") if call == "delete" else (CHAT, "1", None)
        named = {"pictured": True} if call == "retire" else {}
        try:
            await getattr(counted, call)(*arguments, **named)
        except BaseException as raised:  # noqa: BLE001 - the very error comes through
            assert raised is error  # noqa: PT017
        found = figures(metrics)
        assert (outcome is None) == (key("palmares_messenger_calls_total", "p", call, str(outcome)) not in found)
