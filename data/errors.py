"""Define the errors that a store raises."""

from __future__ import annotations


class StoreError(Exception):
    """Base of the store's errors."""


class StaleTable(StoreError):
    """The table has changed since it was read; nothing was written."""


class ChannelFull(StoreError):
    """The chat has reached its limit of open tables; nothing was written."""


class TableExists(StoreError):
    """A table with this id exists already; nothing was written."""


class NoTable(StoreError):
    """No table has this id; nothing was written."""


class NoPuzzle(StoreError):
    """The chat has no puzzle for this day; nothing was written."""


class StaleRatings(StoreError):
    """A rating that was read has changed in the meantime; nothing was written."""


class StoreFailed(StoreError):
    """The database itself failed: no space, a timeout, a broken disk. Nothing was written."""


class LogLost(StoreFailed):
    """A table's log is in an archive file that is missing or corrupt; other tables are not affected."""


class UnusableDatabase(StoreError):
    """The database cannot be used: corrupt, foreign, or from a newer version. It was left untouched."""


class DatabaseAway(UnusableDatabase):
    """The database server does not answer now."""


class DatabaseInUse(UnusableDatabase):
    """Another process uses the database. Nothing was changed."""


def store_failure(error: BaseException | None) -> StoreFailed | None:
    """Return the StoreFailed behind an error, following its causes; None if there is none."""
    for _ in range(20):  # a limit, should a chain of causes be circular
        if error is None or isinstance(error, StoreFailed):
            return error
        error = error.__cause__ or error.__context__
    return None
