"""Say what every store promises, role by role, and how it says no.

SQLite keeps it in a file, PostgreSQL on a server. What all roles have in common stands with `Store`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from data.records import (
    OPEN,
    BoardRecord,
    CallerRecord,
    ChatKey,
    ChatRecord,
    ForgottenRecord,
    LogRecord,
    MoveRecord,
    OutageRecord,
    PersonKey,
    PersonRecord,
    Status,
    TableDisplayRecord,
    TableRecord,
    TableSubscription,
    TouchedRecord,
    TracesRecord,
)
from data.store_results import BesidePlayStore


class PeopleStore(Protocol):
    """The people who have spoken to the bot."""

    async def person(self, key: PersonKey) -> PersonRecord | None:
        """Return a person, None if never saved."""

    async def save_person(self, person: PersonRecord) -> None:
        """Add or replace a person."""


class ChatStore(Protocol):
    """The settings of chats."""

    async def chat(self, key: ChatKey) -> ChatRecord | None:
        """Return a chat's settings, None if never saved."""

    async def save_chat(self, chat: ChatRecord) -> None:
        """Add or replace a chat's settings."""

    async def move_chat(self, old: ChatKey, new: ChatKey) -> list[str]:
        """Carry a chat to another key; return the ids of its tables, oldest first, then of those only shown there.

        Its tables move along, each one version up. Its board messages stayed behind and are forgotten. Who wants to
        be called there comes along, and its settings unless the new chat has its own.
        """


class WaitlistStore(Protocol):
    """Who wants to be called when the next table opens, by chat."""

    async def save_caller(self, caller: CallerRecord) -> None:
        """Note that somebody wants to be called when the next table opens; asking twice is asking once."""

    async def drop_caller(self, chat: ChatKey, person: PersonKey) -> bool:
        """Forget that somebody wants to be called; return whether they did."""

    async def callers(self, chat: ChatKey, *, limit: int) -> list[CallerRecord]:
        """Return who wants to be called in a chat, who asked first first."""


class CommandStore(Protocol):
    """The commands that were taken lately: a platform may bring one again, to any process."""

    async def take_command(self, bot: str, digest: str, at: float) -> bool:
        """Note a command of a bot as taken, in Unix seconds; return whether it was not taken before, by whomever."""

    async def forget_commands(self, before: float) -> None:
        """Forget the commands that were taken before a moment, in Unix seconds."""


class TableStore(Protocol):
    """Tables with their seats and logs; every change is guarded by a version."""

    async def create(
        self,
        table: TableRecord,
        *,
        limit: int,
        places: Sequence[TableSubscription] = (),
        linked: TableRecord | None = None,
    ) -> None:
        """Add a table with its seats, and where else it is shown.

        With it another table is brought one version up to `linked`, as by `update`: both or nothing.
        Raises ChannelFull when its chat has `limit` open ones of its own, or TableExists.
        """

    async def table(self, table: str) -> TableRecord | None:
        """Return a table by its id, None if there is none."""

    async def tables(self, chat: ChatKey, statuses: Iterable[Status] = OPEN) -> list[TableRecord]:
        """Return the tables that a chat shows, its own and others, oldest first."""

    async def all_tables(self, statuses: Iterable[Status] = OPEN) -> list[TableRecord]:
        """Return every table in one of these states, oldest first; for tools, as it holds all at once."""

    async def touched_tables(
        self, since: float, limit: int, before: TouchedRecord | None = None
    ) -> list[TouchedRecord]:
        """Return at most so many open tables that were touched since a moment, the last first, those before one.

        It costs what it finds, and what has ended since then.
        """

    async def give_time_back(
        self, outage: OutageRecord, limit: int, before: tuple[float, int] | None = None
    ) -> tuple[float, int] | None:
        """Put off what is due at a page of open tables by what an outage took, and note what each is owed.

        A table that has its time already is left alone, so asking again does no harm. The tables that are due last
        come first. Returns where the next page begins, None after the last. No table is read.
        """

    async def open_in_all_threads(self, platform: str, chat: str) -> list[str]:
        """Return the ids of the open tables that a chat shows in any of its threads, oldest first.

        It costs what that chat has ever seen, however many tables there are.
        """

    async def tables_played_by(self, person: PersonKey) -> list[str]:
        """Return the ids of the tables under way where a person sits, oldest first.

        It costs what that person has ever played, however many tables there are.
        """

    async def count_tables(self, statuses: Iterable[Status] = OPEN) -> dict[Status, int]:
        """Count the tables in each of these states."""

    async def due_tables(self, now: float, limit: int) -> list[tuple[str, int]]:
        """Return the ids and versions of at most `limit` tables whose `due` has come, the longest due first.

        It costs what it finds, however many tables there are.
        """

    async def update(
        self,
        table: TableRecord,
        *,
        expected: int,
        moves: Sequence[MoveRecord] = (),
        place: TableSubscription | None = None,
        reseated: bool = True,
    ) -> None:
        """Write a table with its seats, append moves to its log and note from where somebody plays: all or nothing.

        `table.version` must be `expected + 1`, `moves` must go on exactly where the log ends and `table.plies` say
        where it ends now (ValueError otherwise). Who knows that the seats are those at `expected` says that the table
        is not `reseated`: then they are left as they are, which costs less. Raises StaleTable when the stored version
        is not `expected`, or NoTable.
        """

    async def cancel(self, table: str, *, expected: int, at: float) -> None:
        """Close a table whatever else is wrong with it, one version up and due no more.

        Raises StaleTable when the stored version is not `expected`, or NoTable.
        """

    async def moves(self, table: str, *, since: int = 0) -> list[MoveRecord]:
        """Return the log from ply `since` on, in order, also out of an archive; raises LogLost without that."""

    async def log(self, table: str, *, since: int) -> LogRecord:
        """Return the log from ply `since` on, as `moves` does, and what gives earlier entries once they are wanted.

        Until then they take less than they do as records, or nothing.
        """


class HistoryStore(Protocol):
    """Looking back: at a chat's games, and at what was thrown in them."""

    async def games(self, chat: ChatKey, *, limit: int, skip: int = 0) -> list[TableRecord]:
        """Return a page of the tables of a chat, and of a channel's threads.

        Open ones come first, then those whose game had begun, the newest first.
        """

    async def last_game(self, chat: ChatKey) -> str | None:
        """Return the id of the table where something happened last, of those whose game has begun.

        It is shown in the chat, or in a thread of the channel.
        """

    async def add_past(self, table: TableRecord, moves: Sequence[MoveRecord]) -> None:
        """Add a table that is over, with its whole log; raises TableExists."""

    async def log_counts(self, chat: ChatKey, *, tables: int) -> dict[str, dict[str, int]]:
        """Count how often each move was made in the newest tables of a chat or channel, by game and move.

        Imported games are left out.
        """


class PlaceStore(Protocol):
    """In which chats a table is shown besides its own."""

    async def showing(self, table: str) -> TableDisplayRecord | None:
        """Return how a table is shown, None if there is none of that id."""

    async def save_place(self, place: TableSubscription) -> None:
        """Show a table in one chat more. A person plays from one chat only: the last.

        Nothing is written for the table's own chat, nor without such a table.
        """

    async def drop_places(self, table: str, chat: ChatKey) -> None:
        """Show a table no more in this chat, unless it is the table's own."""


class BoardStore(Protocol):
    """The messages that show tables."""

    async def save_board(self, board: BoardRecord) -> None:
        """Add a board message or bring it up to date; a version never goes back (an older write is ignored).

        Raises NoTable when there is no such table.
        """

    async def doubt_boards(self, table: str, chat: ChatKey) -> None:
        """Count a table's live messages in a chat as behind, whatever they are noted to show.

        It is for a chat where an older board may have come to stand over a newer one.
        """

    async def drop_board(self, board: BoardRecord) -> None:
        """Forget a board message, which is gone from its chat."""

    async def boards(self, table: str) -> list[BoardRecord]:
        """Return the messages that show a table, oldest first."""

    async def dirty_boards(self, limit: int) -> list[BoardRecord]:
        """Return at most `limit` live board messages whose version is behind their table's, oldest first."""

    async def unshown_tables(self, since: float, limit: int) -> list[str]:
        """Return at most `limit` open tables without any message that were opened since a moment, oldest first."""


class PrivacyStore(Protocol):
    """All that is stored of one person: to show it to them, and to forget it."""

    async def about(self, person: PersonKey, private: ChatKey | None = None) -> dict[str, list[Any]]:
        """Return all that is stored of a person, by the name of what it is, as JSON values.

        A chat that has the person's own id is private to them; so is `private`, as their platform tells.
        """

    async def tables_of(self, person: PersonKey, private: ChatKey | None = None) -> list[str]:
        """Return the ids of the tables that name a person, oldest first."""

    async def traces(self, person: PersonKey, private: ChatKey | None = None) -> TracesRecord:
        """Look beside play for where a person is named: it reads whole tables, and nobody waits for it."""

    async def forget(
        self,
        person: PersonKey,
        alias: PersonKey,
        options: Mapping[str, str],
        private: ChatKey | None = None,
        traces: TracesRecord | None = None,
    ) -> ForgottenRecord:
        """Put an alias in a person's place, and forget the rest; `options` are the new options of tables by id.

        `traces`: what was found just before; otherwise they are looked for first.

        Returns the tables that named the person, each one version up, and the web messages that were emptied: those
        of which it is stored that they wrote them, or are named there. Boards of games that are over are no more
        behind than they were.
        """

    async def tidy(self) -> None:
        """Put the database's files in order, for seconds at most; for a start, before anybody plays."""

    async def clean(self) -> bool:
        """Give back some of the space of what was deleted, or empty the log of it; return whether there is more.

        It is a short step, and nobody else waits for longer. A server only makes the space free for new rows.
        """

    async def rewrite(self) -> None:
        """Write the whole database anew, so that its unused parts hold nothing of what was deleted.

        Nobody else may have it meanwhile. A server does it by its own tools: there it is the same as `clean`.
        """


class SecretStore(Protocol):
    """The program's own secrets."""

    async def secret(self, purpose: str, fresh: bytes) -> bytes:
        """Return the secret of a purpose, 32 bytes; `fresh` is kept as it if there was none.

        It is in every copy of the database, and in nothing that is told of a person. Raises ValueError for `fresh` of
        another size.
        """

    async def renew_secret(self, purpose: str, fresh: bytes) -> None:
        """Keep `fresh`, 32 bytes, as the secret of a purpose from now on; raises ValueError for another size."""

    async def secrets_of(self, beginning: str) -> Mapping[str, bytes]:
        """Return what is kept under all purposes that begin so."""


class Store(
    PeopleStore,
    ChatStore,
    WaitlistStore,
    CommandStore,
    TableStore,
    HistoryStore,
    PlaceStore,
    BoardStore,
    PrivacyStore,
    SecretStore,
    BesidePlayStore,
    Protocol,
):
    """All roles of one database, durable once a call returns.

    Every write is one transaction; a failed or cancelled one is whole or nothing. Writing raises ValueError for what
    no database can keep: text with a NUL or half a surrogate pair, integers beyond 64 bits, JSON that is none, a seed
    that is not 32 bytes. Reading by such a key finds nothing. Both raise StoreFailed when the database fails.
    """

    async def close(self) -> None:
        """Wait for what is under way, then let go of the database."""

    async def probe(self) -> None:
        """Prove that something can be written; raises StoreError where it cannot."""
