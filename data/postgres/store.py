"""Open the store on a PostgreSQL server, through asyncpg."""

from __future__ import annotations

import asyncpg

from data.errors import UnusableDatabase
from data.postgres import (
    analyses,
    blocks,
    day_games,
    history,
    honours,
    ladders,
    messages,
    places,
    privacy,
    puzzles,
    restrictions,
    results,
    seasons,
    standings,
    tables,
)
from data.postgres.checking import PostgresChecking
from data.postgres.gateways import Gateways
from data.postgres.homes import Homes
from data.postgres.inbox import PostgresInbox
from data.postgres.migrations import migrate
from data.postgres.owned_work import OwnedWork
from data.postgres.server import LOST, Server, unusable
from data.postgres.tables import PostgresTables
from data.store import Store

_OTHERS = (
    analyses,
    blocks,
    day_games,
    history,
    honours,
    ladders,
    messages,
    places,
    privacy,
    puzzles,
    restrictions,
    results,
    seasons,
    standings,
    tables,
)
WORDINGS = {ours: theirs for role in _OTHERS for ours, theirs in role.WORDINGS.items()}
"""How PostgreSQL says those statements of the roles that it would not understand as they are."""


class PostgresStore(PostgresTables, PostgresChecking, PostgresInbox, OwnedWork, Gateways, Homes, Store):
    """The store on a PostgreSQL server; `open_postgres` opens one."""


async def open_postgres(url: str, *, create: bool = True) -> PostgresStore:
    """Open the database of a `postgresql://…` address; raises UnusableDatabase.

    DatabaseAway means that the server does not answer now. Without `create`, an empty database is refused.
    """
    try:
        server = Server(url)
    except ValueError:
        raise UnusableDatabase("the address of the PostgreSQL database cannot be read") from None
    try:
        await server.open()
        await migrate(server, create=create)
    except (asyncpg.PostgresError, ValueError, *LOST) as error:
        await server.close()
        raise unusable(error) from None
    except BaseException:
        await server.close()
        raise
    return PostgresStore(server, WORDINGS)
