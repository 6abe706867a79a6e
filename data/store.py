"""What every store promises, and how it says no. SQLite keeps it on one machine; others may follow."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Protocol

from data.records import (
    OPEN,
    BoardRecord,
    CallerRecord,
    ChatKey,
    ChatRecord,
    ForgottenRecord,
    MessageRecord,
    MoveRecord,
    PersonKey,
    PersonRecord,
    Status,
    TableDisplayRecord,
    TableRecord,
    TableSubscription,
)
from data.store_results import ResultStore


class StoreError(Exception):
    """Base of the store's errors."""


class StaleTable(StoreError):
    """The table has moved on since it was read; nothing was written."""


class ChannelFull(StoreError):
    """The chat has as many open tables as it may have; nothing was written."""


class TableExists(StoreError):
    """A table of that id exists already; nothing was written."""


class NoTable(StoreError):
    """There is no table of that id; nothing was written."""


class StaleRatings(StoreError):
    """Another rated game of the family has been added since; nothing was written."""


class StoreFailed(StoreError):
    """The database itself failed: no space, no answer in time, a broken disk. Nothing was written."""


class UnusableDatabase(StoreError):
    """The database cannot be used: corrupt, foreign, or from a newer version. It was left untouched."""


class Store(ResultStore, Protocol):
    """Durable once a call returns. Every write is one transaction; a failed or cancelled one is whole or nothing.

    Writing raises ValueError for what no database can keep: text with a NUL or half a surrogate pair, integers beyond
    64 bits, JSON that is none, a seed that is not 32 bytes. Reading by such a key finds nothing.
    """

    async def close(self) -> None:
        """Waits for what is under way, then lets go of the database."""

    # its own life -----------------------------------------------------------------------------------------------

    async def beat(self, at: float) -> None:
        """Notes that the program runs now, in Unix seconds."""

    async def last_beat(self) -> float | None:
        """When that was noted last, in Unix seconds; None if it never was."""

    async def probe(self) -> None:
        """Proves that something can be written: raises StoreError where it cannot."""

    # people and chats -------------------------------------------------------------------------------------------

    async def person(self, key: PersonKey) -> PersonRecord | None:
        """A person, if ever saved."""

    async def save_person(self, person: PersonRecord) -> None:
        """Adds or replaces a person."""

    async def chat(self, key: ChatKey) -> ChatRecord | None:
        """A chat's settings, if ever saved."""

    async def save_chat(self, chat: ChatRecord) -> None:
        """Adds or replaces a chat's settings."""

    async def move_chat(self, old: ChatKey, new: ChatKey) -> list[str]:
        """A chat goes on under another key: its tables move along, each one version up, and are named; then those
        that were only shown there.

        Its board messages stayed behind and are forgotten. Who wants to be called there comes along,
        and its settings unless the new chat has its own.
        """

    async def save_caller(self, caller: CallerRecord) -> None:
        """Notes that somebody wants to be called when the next table opens; asking twice is asking once."""

    async def drop_caller(self, chat: ChatKey, person: PersonKey) -> bool:
        """Forgets it; whether there was anything to forget."""

    async def callers(self, chat: ChatKey, *, limit: int) -> list[CallerRecord]:
        """Who wants to be called in a chat, who asked first first."""

    # tables -----------------------------------------------------------------------------------------------------

    async def create(
        self,
        table: TableRecord,
        *,
        limit: int,
        places: Sequence[TableSubscription] = (),
        linked: TableRecord | None = None,
    ) -> None:
        """Adds a table with its seats, and where else it is shown; raises ChannelFull when its chat has `limit` open
        ones of its own, or TableExists.

        With it another table is brought one version up to `linked`, as by `update`: both or nothing.
        """

    async def table(self, table: str) -> TableRecord | None:
        """A table by its id."""

    async def tables(self, chat: ChatKey, statuses: Iterable[Status] = OPEN) -> list[TableRecord]:
        """The tables that a chat shows, its own and others, oldest first."""

    async def all_tables(self, statuses: Iterable[Status] = OPEN) -> list[TableRecord]:
        """Every table in one of these states, oldest first: what a restart takes up again."""

    async def count_tables(self, statuses: Iterable[Status] = OPEN) -> dict[Status, int]:
        """How many tables are in each of these states."""

    async def due_tables(self, now: float, limit: int) -> list[tuple[str, int]]:
        """The ids and versions of the tables whose `due` has come, the longest due first; costs what it finds."""

    async def update(
        self,
        table: TableRecord,
        *,
        expected: int,
        moves: Sequence[MoveRecord] = (),
        place: TableSubscription | None = None,
    ) -> None:
        """Writes a table with its seats, appends moves to its log and notes from where somebody plays, in one
        transaction.

        `table.version` must be `expected + 1`, `moves` must go on exactly where the log ends and `table.plies` say
        where it ends now (ValueError otherwise). Raises StaleTable when the stored version is not `expected`, or
        NoTable.
        """

    async def cancel(self, table: str, *, expected: int, at: float) -> None:
        """Closes a table whatever else is wrong with it, one version up and due no more.

        Raises StaleTable when the stored version is not `expected`, or NoTable.
        """

    async def moves(self, table: str, *, since: int = 0) -> list[MoveRecord]:
        """The log from ply `since` on, in order."""

    async def games(self, chat: ChatKey, *, limit: int, skip: int = 0) -> list[TableRecord]:
        """A chat's tables: those that are open, then those whose game had begun, the newest first."""

    async def last_game(self, chat: ChatKey) -> str | None:
        """Where something happened last, of the tables that a chat shows and whose game has begun: its id."""

    async def add_past(self, table: TableRecord, moves: Sequence[MoveRecord]) -> None:
        """Adds a table that is over, with its whole log; raises TableExists."""

    async def log_counts(self, chat: ChatKey, *, tables: int) -> dict[str, dict[str, int]]:
        """How often each move was made in a chat's newest tables, by game and move."""

    # where a table is shown -----------------------------------------------------------------------------------------

    async def showing(self, table: str) -> TableDisplayRecord | None:
        """How a table is shown."""

    async def save_place(self, place: TableSubscription) -> None:
        """Shows a table in one chat more. A person plays from one chat only: the last.

        Nothing is written for the table's own chat, nor without such a table.
        """

    async def drop_places(self, table: str, chat: ChatKey) -> None:
        """Shows a table no more in this chat, unless it is the table's own."""

    # one person -------------------------------------------------------------------------------------------------

    async def about(self, person: PersonKey, private: ChatKey | None = None) -> dict[str, list[Any]]:
        """All that is stored of a person, by the name of what it is, as JSON values.

        A chat that has the person's own id is private to them; so is `private`, as their platform tells.
        """

    async def tables_of(self, person: PersonKey, private: ChatKey | None = None) -> list[str]:
        """The ids of the tables that name a person, oldest first."""

    async def forget(
        self, person: PersonKey, alias: PersonKey, options: Mapping[str, str], private: ChatKey | None = None
    ) -> ForgottenRecord:
        """Puts an alias in a person's place, and forgets the rest; `options` are the new options of tables by id.

        Gives the tables that named the person, each one version up; boards of games that are over are no more behind
        than they were. Web messages of which it is stored that they wrote them, or are named there, are emptied.
        """

    async def wipe(self) -> None:
        """Leaves no trace in the files of what was forgotten, unless another process is just reading them.

        It takes a tenth of a second for each thousand games, in which nothing else is read or written.
        """

    # the program's own secrets ----------------------------------------------------------------------------------

    async def secret(self, purpose: str, fresh: bytes) -> bytes:
        """Return the secret of a purpose, 32 bytes; `fresh` is kept as it if there was none, and it never changes.

        It is in every copy of the database, and in nothing that is told of a person. Raises ValueError for `fresh` of
        another size.
        """

    # board messages ---------------------------------------------------------------------------------------------

    async def save_board(self, board: BoardRecord) -> None:
        """Adds a board message or brings it up to date; a version never goes back (an older write is ignored).

        Raises NoTable when there is no such table.
        """

    async def drop_board(self, board: BoardRecord) -> None:
        """Forgets a board message, which is gone from its chat."""

    async def boards(self, table: str) -> list[BoardRecord]:
        """The messages that show a table, oldest first."""

    async def dirty_boards(self, limit: int) -> list[BoardRecord]:
        """Live board messages whose version is behind their table's."""

    # messages of the local web chat -----------------------------------------------------------------------------

    async def post_message(
        self,
        chat: ChatKey,
        nonce: str,
        body: str,
        picture: bytes | None,
        at: float,
        *,
        people: Collection[PersonKey] = (),
    ) -> MessageRecord:
        """Adds a message, or gives the one already posted with this nonce; `people` wrote it or are named there."""

    async def edit_message(
        self,
        message: int,
        body: str,
        picture: bytes | None,
        *,
        keep_picture: bool = False,
        people: Collection[PersonKey] | None = None,
    ) -> MessageRecord | None:
        """Replaces a message's body and picture (or keeps the picture), one revision up; None if it is gone.

        `people` are named there now; without that it is who was.
        """

    async def messages(self, chat: ChatKey, *, limit: int) -> list[MessageRecord]:
        """A chat's newest messages and older ones on which its open tables live, oldest first.

        Those on which a table lives are its live board messages, a hundred at most.
        """

    async def message(self, chat: ChatKey, message: int) -> MessageRecord | None:
        """Return a message of the chat; None if it is not there."""

    async def picture(self, message: int) -> bytes | None:
        """A message's picture."""

    async def drop_message(self, chat: ChatKey, message: int) -> bool:
        """Takes a message of the chat away; whether it was there."""

    async def prune_messages(self, chat: ChatKey, *, keep: int) -> list[int]:
        """Forget all but a chat's newest messages and those on which its open tables live; gives who had to go."""
