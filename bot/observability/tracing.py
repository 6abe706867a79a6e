"""Tell OpenTelemetry what became of each press and command: stored, answered, shown, and what each step took.

A trace holds what happened and where, never who did it nor what they wrote: platforms, names of commands, buttons,
calls and errors, and the table's code, as the log has it.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from inspect import iscoroutinefunction
from typing import Any, TypeVar, cast

from opentelemetry import trace
from opentelemetry.context import Context
from opentelemetry.trace import Link, SpanKind, StatusCode

from bot.core.common.lru import LruDict
from bot.core.messages.metrics import Metrics, NoMetrics
from bot.core.messages.ports import MessageGone, NotAllowed, TryLater
from bot.core.messages.requests import Press, Request
from bot.core.services.thinking import Worker
from data.records import PersonKey
from data.store import Store, StoreError, StoreFailed

T = TypeVar("T")
LONGEST = 60.0
"""Seconds after which what follows from a press begins a trace of its own: bots may play on for an hour."""
TABLES, PRESSES = 10_000, 16
"""How many tables wait to be shown before the oldest is no longer told of, and how many presses of each."""
OTHER = "other"
_EXPECTED = (MessageGone, NotAllowed, TryLater, StoreError)
"""What is no error of a call or a statement but its answer; but where the store itself fails it is one."""
_began: ContextVar[float] = ContextVar("began", default=float("-inf"))


class Traces:
    """Makes spans of what the core tells, and hands it on to whoever counts."""

    def __init__(self, tracer: trace.Tracer, names: frozenset[str], others: Metrics | None = None) -> None:
        """Make spans by `tracer`; what is said to be a command or verb and is none of `names` is somebody's words."""
        self._tracer = tracer
        self._names = names
        self._others = others or NoMetrics()
        self._unshown = LruDict[str, list[tuple[Context, int]]](TABLES)

    @contextmanager
    def span(self, name: str, platform: str, about: Request | Press | None = None) -> Iterator[None]:
        """Time what happens inside, as a part of what happens around it; a press or command is a whole."""
        attributes, around = {"palmares.platform": platform}, trace.get_current_span()
        if about is not None:
            attributes |= {"palmares.name": self._named(about), "palmares.outcome": "failed"}
        elif _is_under_way():
            with _span(self._tracer, f"{platform} {name}", attributes, kind=SpanKind.CLIENT):
                yield
            return
        kind = SpanKind.CLIENT if about is None else SpanKind.SERVER
        links = [Link(around.get_span_context())] if about is None and _is_traced(around) else []
        moment = _began.set(time.monotonic())
        try:
            name = f"{platform} {name}"
            with _span(self._tracer, name, attributes, kind=kind, context=Context(), links=links):
                yield
        finally:
            _began.reset(moment)

    def acted(self, kind: str, platform: str, began: float, ended: float, *, table: str | None) -> None:
        """Note that a press or command was accepted, and what it changed stored."""
        span = trace.get_current_span()
        if span.is_recording():
            span.set_attribute("palmares.outcome", "accepted")
            span.add_event("stored")
            if table is not None:
                span.set_attribute("palmares.table", table)
                waiting = self._unshown.setdefault(table, [])
                if len(waiting) < PRESSES:
                    waiting.append((trace.set_span_in_context(span, Context()), time.time_ns()))
        self._others.acted(kind, platform, began, ended, table=table)

    def met(self, person: PersonKey) -> None:
        """Hand it on: no trace says who it was."""
        self._others.met(person)

    def refused(self, kind: str, platform: str) -> None:
        """Note that a press or command was refused."""
        trace.get_current_span().set_attribute("palmares.outcome", "refused")
        self._others.refused(kind, platform)

    def called(self, platform: str, call: str, outcome: str) -> None:
        """Note how a call of a platform ended."""
        trace.get_current_span().set_attribute("palmares.outcome", outcome)
        self._others.called(platform, call, outcome)

    def shown(self, table: str, now: float) -> None:
        """Tell of each press that waited for it how long that took from being stored, whoever's call has shown it."""
        for press, stored in self._unshown.pop(table, None) or ():
            self._tracer.start_span("shown", press, start_time=stored).end()
        self._others.shown(table, now)

    def _named(self, about: Request | Press) -> str:
        word = about.command if isinstance(about, Request) else about.token.split(".")[-1].partition(":")[0]
        return word if word in self._names else OTHER


def traced_store(store: Store, tracer: trace.Tracer) -> Store:
    """Return a store whose answers are spans of the press or command that asks, and of nothing else."""
    return cast("Store", _TracedStore(store, tracer))


class _TracedStore:
    def __init__(self, store: Store, tracer: trace.Tracer) -> None:
        self._store, self._tracer = store, tracer
        system = type(store).__name__.removesuffix("Store").lower()
        self._attributes = {"db.system.name": {"postgres": "postgresql"}.get(system, system)}

    def __getattr__(self, name: str) -> Any:
        """Return what the store has of that name; the next time it is found without asking."""
        found = getattr(self._store, name)
        if not iscoroutinefunction(found):
            return found
        ask: Callable[..., Awaitable[Any]] = found

        @wraps(found)
        async def traced(*arguments: object, **named: object) -> Any:
            if not _is_under_way():
                return await ask(*arguments, **named)
            with _span(self._tracer, f"store {name}", self._attributes, kind=SpanKind.CLIENT):
                return await ask(*arguments, **named)

        setattr(self, name, traced)
        return traced


class TracedWorker:
    """A worker whose pieces of work are spans, without the time for which they waited for others."""

    def __init__(self, worker: Worker, tracer: trace.Tracer) -> None:
        """Have the work done by this worker."""
        self._worker, self._tracer = worker, tracer

    async def do(self, work: Callable[..., T], *arguments: object) -> T:
        """Do a piece of work; raises NoThought."""
        if not _is_under_way():
            return await self._worker.do(work, *arguments)
        with _span(self._tracer, "think", {"palmares.name": work.__name__}):
            return await self._worker.do(work, *arguments)

    async def close(self) -> None:
        """End what is under way, and whatever does it."""
        await self._worker.close()


def _is_under_way() -> bool:
    """Tell whether a press or command is under way here, or what has followed from one just now."""
    return _is_traced(trace.get_current_span()) and time.monotonic() - _began.get() < LONGEST


def _is_traced(span: trace.Span) -> bool:
    """Tell whether a span is told of, be it that it has ended: its tasks may go on."""
    return span.get_span_context().trace_flags.sampled


@contextmanager
def _span(
    tracer: trace.Tracer,
    name: str,
    attributes: Mapping[str, str],
    kind: SpanKind = SpanKind.INTERNAL,
    context: Context | None = None,
    links: list[Link] | None = None,
) -> Iterator[None]:
    """Make a span of what happens inside; of an error only its class is told, since its words may be anybody's."""
    with tracer.start_as_current_span(
        name, context, kind, attributes, links, record_exception=False, set_status_on_exception=False
    ) as span:
        try:
            yield
        except Exception as error:
            span.set_attribute("error.type", type(error).__name__)
            if isinstance(error, StoreFailed) or not isinstance(error, _EXPECTED):
                span.set_status(StatusCode.ERROR)
            raise
