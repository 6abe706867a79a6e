"""Give tests what is made for one of them alone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.fakes.postgres_server import PostgresServer


@pytest.fixture
def own() -> Iterator[PostgresServer]:
    """Start a server that may be stopped."""
    server = PostgresServer()
    server.start()
    yield server
    server.remove()
