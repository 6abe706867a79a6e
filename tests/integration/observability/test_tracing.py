"""What is told of a press to OpenTelemetry: what happened, where and how long it took, never who did it."""

from __future__ import annotations

import asyncio
import json
import logging
import random
import socket
import sys
import threading
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import pytest
from aiohttp import web
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import StatusCode, Tracer

from bot.core.commands.group import verbs_of
from bot.core.dispatch.dispatcher import deliver_later
from bot.core.features.registry import GROUPS, registry
from bot.core.messages.metrics import NoMetrics
from bot.core.messages.requests import Request
from bot.core.services.thinking import Lane, NoThought, Thinking
from bot.observability import telemetry, tracing
from bot.observability.day_log import DayLog, ErrorTally
from bot.observability.tracing import TracedWorker, Traces, traced_store
from bot.settings import read
from data.open_store import open_store
from data.store import StoreFailed
from tests.fakes.messenger import FakeMessenger
from tests.fakes.palma_tables import palma, press_on
from tests.fakes.room import ANA, BEA, CHAT, PLATFORM, Room, room

NAMES = frozenset({*(command.name for command in registry()), *verbs_of(GROUPS)})


class Collected:
    """What has been told so far."""

    def __init__(self) -> None:
        self._memory = InMemorySpanExporter()
        provider = TracerProvider(shutdown_on_exit=False)
        provider.add_span_processor(SimpleSpanProcessor(self._memory))
        self.tracer: Tracer = provider.get_tracer("test")

    @property
    def spans(self) -> Sequence[ReadableSpan]:
        """All spans that have ended."""
        return self._memory.get_finished_spans()

    def clear(self) -> None:
        """Forgets them."""
        self._memory.clear()

    def whole(self, name: str) -> ReadableSpan:
        """The one span of that name."""
        (found,) = [span for span in self.spans if span.name == name]
        return found

    def parts(self, whole: ReadableSpan) -> list[ReadableSpan]:
        """What is told as a part of this, or of a part of it."""
        trace = whole.context.trace_id
        return [span for span in self.spans if span.context.trace_id == trace and span is not whole]


@pytest.fixture
def collected() -> Collected:
    """A collector in memory."""
    return Collected()


@asynccontextmanager
async def watched(collected: Collected) -> AsyncIterator[Room]:
    """A room whose store and core tell of themselves, as in a real process."""
    store = await open_store("sqlite:///:memory:")
    traces = DayLog(ErrorTally(), Traces(collected.tracer, NAMES))
    try:
        async with room(traced_store(store, collected.tracer), measures=traces) as place:
            yield place
    finally:
        await store.close()


def attribute(span: ReadableSpan, name: str) -> object:
    """What a span says of something."""
    return (span.attributes or {}).get(name)


async def test_a_press_is_told_from_when_it_came_until_it_was_shown(collected: Collected) -> None:
    async with watched(collected) as place:
        code = await palma(place)
        collected.clear()
        await press_on(place, code, random.Random(1))
    press = collected.whole(f"{PLATFORM} press")
    assert press.parent is None
    assert attribute(press, "palmares.name") == "throw"
    assert attribute(press, "palmares.outcome") == "accepted"
    assert attribute(press, "palmares.table") == code
    (stored,) = [event for event in press.events if event.name == "stored"]
    parts = collected.parts(press)
    assert len(parts) == len(collected.spans) - 1, "nothing is told outside of it"
    names = [span.name for span in parts]
    assert f"{PLATFORM} answer" in names
    assert any(name.startswith("store ") for name in names)
    (call,) = [span for span in parts if span.name in (f"{PLATFORM} edit", f"{PLATFORM} post")]
    assert attribute(call, "palmares.outcome") == "ok"
    (shown,) = [span for span in parts if span.name == "shown"]
    assert shown.parent is not None
    assert shown.parent.span_id == press.context.span_id
    assert shown.start_time is not None
    assert call.end_time is not None
    assert shown.end_time is not None
    assert stored.timestamp <= shown.start_time <= call.end_time <= shown.end_time
    store = [span for span in parts if span.name.startswith("store ")]
    assert {attribute(span, "db.system.name") for span in store} == {"sqlite"}
    assert not [span for span in collected.spans if span.status.status_code is StatusCode.ERROR]


async def test_presses_that_one_call_shows_are_each_told_of(collected: Collected) -> None:
    traces = Traces(collected.tracer, NAMES)
    for _ in range(tracing.PRESSES + 5):
        with traces.span("press", PLATFORM):
            traces.acted("press", PLATFORM, 0.0, 0.0, table="t")
    traces.shown("t", 1.0)
    shown = [span for span in collected.spans if span.name == "shown"]
    assert len(shown) == len({span.context.trace_id for span in shown}) == tracing.PRESSES
    traces.shown("t", 2.0)
    assert len([span for span in collected.spans if span.name == "shown"]) == tracing.PRESSES


async def test_nobody_can_be_known_by_what_is_told(collected: Collected) -> None:
    words = "Meet me at the station"
    async with watched(collected) as place:
        code = await palma(place)
        for _ in range(20):
            await press_on(place, code, random.Random(2))
        await place.say(ANA, f"/import {words}")
        await place.core.dispatcher.command(Request(CHAT, ANA, "anaslastname"), deliver_later)
        await place.say(ANA, "/stats @Bea")
        await place.press(BEA, f"{code}.0.anaslastname")
        await place.press(BEA, words)
        await place.say(BEA, "/deletemydata")
        message = place.messenger.of(CHAT)[-1].id
    told = json.dumps([json.loads(span.to_json()) for span in collected.spans])
    assert code in told, "as in the log"
    for somebody in (ANA, BEA):
        assert f'"{somebody.name}' not in told
        assert f'"{somebody.key.user}"' not in told
    for secret in (CHAT.chat, words, "station", "anaslastname", "@Bea", f'"{message}"'):
        assert secret not in told
    assert {attribute(span, "palmares.name") for span in collected.spans} >= {"play", "throw", tracing.OTHER}
    known = {
        "palmares.platform",
        "palmares.name",
        "palmares.outcome",
        "palmares.table",
        "db.system.name",
        "error.type",
    }
    assert {name for span in collected.spans for name in span.attributes or {}} <= known


async def test_of_an_error_only_its_kind_is_told(collected: Collected, monkeypatch: pytest.MonkeyPatch) -> None:
    async with watched(collected) as place:
        code = await palma(place)
        collected.clear()

        async def fails(*_: object, **__: object) -> None:
            raise StoreFailed("postgresql://palmares:hunter2@db.example.org is full of Ana")

        monkeypatch.setattr(place.core.desk.store, "save_person", fails)
        monkeypatch.setattr(place.core.desk.tables, "write", fails)
        await press_on_and_fail(place, code)
    press = collected.whole(f"{PLATFORM} press")
    assert attribute(press, "palmares.outcome") == "failed"
    told = "".join(span.to_json() for span in collected.spans)
    assert "hunter2" not in told
    assert "full of" not in told


async def press_on_and_fail(place: Room, code: str) -> None:
    """Presses what cannot be stored."""
    who = await place.actor(code, [ANA, BEA])
    assert who is not None
    (board,) = place.live(code)
    await place.press(who, board.tokens[0], board.id)


class Broken(FakeMessenger):
    """A platform whose errors quote what was sent."""

    async def delete(self, *_: object) -> None:
        """Fails."""
        raise ValueError("https://api.telegram.org/bot123456789:AAExampleExampleExampleExample_12345/delete of Ana")


async def test_calls_and_answers_of_the_store_that_fail_are_marked(collected: Collected) -> None:
    from bot.core.board_messages.instrumented_messenger import InstrumentedMessenger
    from data.store import StaleTable

    traces = Traces(collected.tracer, NAMES)

    class Answers:
        async def full(self) -> None:
            raise StoreFailed("the disk is full")

        async def stale(self) -> None:
            raise StaleTable("too late")

        words = "as they are"

    store = traced_store(Answers(), collected.tracer)  # type: ignore[arg-type]
    assert store.words == "as they are"  # type: ignore[attr-defined]
    with pytest.raises(StoreFailed):
        await store.full()  # type: ignore[attr-defined]
    assert collected.spans == (), "nobody's press"
    with traces.span("press", PLATFORM):
        for ask in (store.full, store.stale):  # type: ignore[attr-defined]
            with pytest.raises((StoreFailed, StaleTable)):
                await ask()
        with pytest.raises(ValueError, match="Ana"):
            await InstrumentedMessenger(Broken(), PLATFORM, traces).delete(CHAT, "1")
    kinds = {span.name: (attribute(span, "error.type"), span.status.status_code) for span in collected.spans}
    assert kinds["store full"] == ("StoreFailed", StatusCode.ERROR)
    assert kinds["store stale"] == ("StaleTable", StatusCode.UNSET)
    assert kinds[f"{PLATFORM} delete"] == ("ValueError", StatusCode.ERROR)
    assert attribute(collected.whole(f"{PLATFORM} delete"), "palmares.outcome") == "failed"
    assert "AAExample" not in "".join(span.to_json() for span in collected.spans)


async def test_what_follows_for_long_is_a_trace_of_its_own(
    collected: Collected, monkeypatch: pytest.MonkeyPatch
) -> None:
    traces, later = Traces(collected.tracer, NAMES), asyncio.Event()
    store = await open_store("sqlite:///:memory:")
    asked = traced_store(store, collected.tracer)

    async def bots_play_on() -> None:
        await later.wait()
        await asked.last_beat()
        with traces.span("edit", PLATFORM):
            await asked.last_beat()

    with traces.span("press", PLATFORM):
        playing = asyncio.create_task(bots_play_on())
    monkeypatch.setattr(tracing, "LONGEST", 0.05)
    await asyncio.sleep(0.1)
    later.set()
    await playing
    await store.close()
    press, call = collected.whole(f"{PLATFORM} press"), collected.whole(f"{PLATFORM} edit")
    assert collected.parts(press) == []
    assert [link.context.span_id for link in call.links] == [press.context.span_id]
    assert [span.name for span in collected.parts(call)] == ["store last_beat"]


async def test_thinking_is_told_without_the_time_it_waited(collected: Collected) -> None:
    class Thinks:
        async def do(self, work: object, *arguments: object) -> object:
            if not arguments:
                raise NoThought("about Ana")
            return arguments[0]

        async def close(self) -> None:
            pass

    traces = Traces(collected.tracer, NAMES)
    thinking = Thinking(lambda _: TracedWorker(Thinks(), collected.tracer))  # type: ignore[arg-type]
    assert await thinking.do(max, 3, owner="t") == 3
    assert collected.spans == ()
    with traces.span("press", PLATFORM):
        assert await thinking.do(max, 4, owner="t", lane=Lane.MOVES) == 4
        with pytest.raises(NoThought):
            await thinking.do(max, owner="t")
    await thinking.close()
    done, failed = [span for span in collected.spans if span.name == "think"]
    assert attribute(done, "palmares.name") == "max"
    assert attribute(failed, "error.type") == "NoThought"


# where they are sent ------------------------------------------------------------------------------------------------


@pytest.fixture
def environment(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Whatever is set is taken back."""
    for name in ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_HEADERS", "OTEL_EXPORTER_OTLP_TIMEOUT"):
        monkeypatch.setenv(name, "")
        monkeypatch.delenv(name)
    return monkeypatch


@pytest.mark.parametrize(
    ("values", "sent"),
    [
        ({}, False),
        ({"OTEL_SERVICE_NAME": "palmares"}, False),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://c:4318"}, True),
        ({"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "http://c:4318/v1/traces"}, True),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://c:4318", "OTEL_SDK_DISABLED": "True"}, False),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://c:4318", "OTEL_TRACES_EXPORTER": "none"}, False),
    ],
)
def test_traces_are_sent_where_the_standard_variables_say_so(values: dict[str, str], sent: bool) -> None:
    assert telemetry.wanted(values) is sent


def test_nothing_is_traced_without_them() -> None:
    assert telemetry.set_up(read({}).telemetry, "here") is None
    with NoMetrics().span("press", PLATFORM):
        pass


def test_without_the_library_that_is_said_and_no_more(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(sys.modules, "opentelemetry.exporter.otlp.proto.http.trace_exporter", None)
    assert telemetry.set_up({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:1"}, "here") is None
    assert "palmares[tracing]" in caplog.text


async def test_a_collector_gets_them_by_its_own_protocol_when_the_process_ends(
    environment: pytest.MonkeyPatch,
) -> None:
    asked: list[tuple[str, str, bytes]] = []

    async def collect(request: web.Request) -> web.Response:
        asked.append((request.path, request.headers["x-key"], await request.read()))
        return web.Response(content_type="application/x-protobuf")

    app = web.Application()
    app.router.add_post("/{path:.*}", collect)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    address = f"http://127.0.0.1:{runner.addresses[0][1]}"
    settings = read({"OTEL_EXPORTER_OTLP_ENDPOINT": address, "OTEL_EXPORTER_OTLP_HEADERS": "x-key=hunter2hunter2"})
    assert "hunter2hunter2" in settings.secrets
    assert "hunter2hunter2" not in repr(settings)
    try:
        sending = telemetry.set_up(settings.telemetry, "machine-7")
        assert sending is not None
        with Traces(sending.tracer, NAMES).span("press", PLATFORM):
            pass
        async with asyncio.timeout(30):
            await sending.close()
    finally:
        await runner.cleanup()
    ((path, key, body),) = asked
    assert (path, key) == ("/v1/traces", "hunter2hunter2")
    for word in (b"palmares", b"machine-7", f"{PLATFORM} press".encode()):
        assert word in body


async def test_a_collector_that_says_nothing_keeps_nobody_from_ending(
    environment: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL, "opentelemetry")  # it complains, as it should
    environment.setenv("OTEL_EXPORTER_OTLP_TIMEOUT", "1")
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        address = f"http://127.0.0.1:{silent.getsockname()[1]}"
        sending = telemetry.set_up({"OTEL_EXPORTER_OTLP_ENDPOINT": address}, "here")
        assert sending is not None
        with sending.tracer.start_as_current_span("press"):
            pass
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.1):
                await sending.close()
        (sender,) = [thread for thread in threading.enumerate() if thread.name == telemetry.LAST]
        assert sender.daemon, "the process may end"
        await asyncio.to_thread(sender.join, 60)
