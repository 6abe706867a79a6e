"""Give the core a store, a count and thoughts that tell of themselves to a collector, where one is named."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.core.commands.group import verbs_of
from bot.core.features.registry import GROUPS, registry
from bot.core.messages.metrics import Metrics
from bot.core.services.thinking import Lane, Thinking
from bot.observability import telemetry
from bot.observability.telemetry import Telemetry
from bot.thinking_worker import ThinkingWorker
from data.store import Store


@dataclass(frozen=True, slots=True)
class Traced:
    """What the core is given; where nothing is traced, the store and the metrics as they were, and no thinking."""

    store: Store
    measures: Metrics | None
    thinking: Thinking | None = None
    sending: Telemetry | None = None

    async def close(self) -> None:
        """Send what is left, if anything is sent; for as long as anybody waits for it."""
        if self.sending is not None:
            await self.sending.close()


def traced(values: Mapping[str, str], process: str, store: Store, metrics: Metrics | None) -> Traced:
    """Have a process of this name traced if the standard variables say so; the library is imported only then."""
    sending = telemetry.set_up(values, process)
    if sending is None:
        return Traced(store, metrics)
    from bot.observability.tracing import TracedWorker, Traces, traced_store

    tracer, names = sending.tracer, frozenset({*(command.name for command in registry()), *verbs_of(GROUPS)})
    return Traced(
        traced_store(store, tracer),
        Traces(tracer, names, metrics),
        Thinking(lambda lane: TracedWorker(ThinkingWorker(modest=lane is Lane.REPORTS), tracer)),
        sending,
    )
