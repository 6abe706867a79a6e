"""Send traces to a collector, where the standard `OTEL_…` variables name one and `palmares[tracing]` is installed."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Mapping
from contextlib import suppress
from threading import Thread
from typing import TYPE_CHECKING

from bot import __version__

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.trace import Tracer

PREFIX = "OTEL_"
LAST = "last spans"
"""The thread that sends what is left at the end."""
_ENDPOINTS = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")
_HEADERS = ("OTEL_EXPORTER_OTLP_TRACES_HEADERS", "OTEL_EXPORTER_OTLP_HEADERS")
_log = logging.getLogger(__name__)


class Telemetry:
    """Sends the spans that its tracer makes, beside the event loop and many at once."""

    def __init__(self, provider: TracerProvider) -> None:
        """Send what this provider's tracer makes, to wherever its processors say."""
        self._provider = provider
        self.tracer: Tracer = provider.get_tracer("palmares", __version__)

    async def close(self) -> None:
        """Send what is left. Whoever waits no longer leaves it to a thread that keeps nobody from ending."""
        loop, sent = asyncio.get_running_loop(), asyncio.Event()

        def send() -> None:
            self._provider.shutdown()
            with suppress(RuntimeError):  # nobody waits any longer
                loop.call_soon_threadsafe(sent.set)

        Thread(target=send, name=LAST, daemon=True).start()
        await sent.wait()


def wanted(values: Mapping[str, str]) -> bool:
    """Tell whether the standard variables ask for traces."""
    if values.get("OTEL_SDK_DISABLED", "").lower() == "true" or values.get("OTEL_TRACES_EXPORTER", "otlp") == "none":
        return False
    return any(values.get(name) for name in _ENDPOINTS)


def secrets_of(values: Mapping[str, str]) -> tuple[str, ...]:
    """Return what must never be written anywhere: the values of headers, by which a collector knows who may write."""
    headers = [header for name in _HEADERS for header in values.get(name, "").split(",")]
    return tuple(value for header in headers if (value := header.partition("=")[2].strip()))


def set_up(values: Mapping[str, str], process: str) -> Telemetry | None:
    """Begin to send traces as the standard variables say; None where they ask for none, or the library is missing.

    `process` names this process among those that serve the same database.
    """
    if not wanted(values):
        return None
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ImportError as error:
        _log.warning("no traces are sent: %s (pip install 'palmares[tracing]')", error)
        return None
    for name, value in values.items():  # the library asks the environment alone, and some may stand in .env
        os.environ.setdefault(name, value)
    about = {"service.version": __version__, "service.instance.id": process}
    if not values.get("OTEL_SERVICE_NAME") and "service.name=" not in values.get("OTEL_RESOURCE_ATTRIBUTES", ""):
        about["service.name"] = "palmares"
    provider = TracerProvider(resource=Resource.create(about), shutdown_on_exit=False)
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    return Telemetry(provider)
