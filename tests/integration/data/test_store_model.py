"""The store against a plain dict: whatever is done to both, both say the same."""

from __future__ import annotations

import asyncio
import string
from collections.abc import Awaitable
from dataclasses import replace
from typing import TypeVar

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from data.errors import ChannelFull, NoTable, StaleTable, TableExists
from data.records import OPEN, BoardRecord, ChatKey, MoveRecord, PersonKey, SeatRecord, Status, TableRecord
from data.sqlite.store import open_sqlite
from tests.fakes.store_samples import after, board, table

Answer = TypeVar("Answer")

NAMES = st.sampled_from(["a", "b", "c", "d"])
CHATS = st.sampled_from([ChatKey("web", "x"), ChatKey("web", "x", "1")])
TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=6) | st.text(
    string.printable, max_size=6
)
PEOPLE = st.builds(PersonKey, TEXTS, TEXTS)
SEATS = st.lists(
    st.builds(SeatRecord, TEXTS, st.none() | PEOPLE, TEXTS, st.none() | TEXTS), max_size=4
).map(tuple)  # fmt: skip
LIMIT = 2


class StoreMachine(RuleBasedStateMachine):
    """Drives a store and a model of it."""

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.store = self.wait(open_sqlite(":memory:"))
        self.tables: dict[str, TableRecord] = {}
        self.logs: dict[str, list[MoveRecord]] = {}
        self.boards: dict[tuple[str, str], BoardRecord] = {}

    def wait(self, asked: Awaitable[Answer]) -> Answer:
        """An answer of the store."""

        async def answer() -> Answer:
            return await asked

        return self.runner.run(answer())

    def says(self, asked: Awaitable[None]) -> type[Exception] | None:
        """How a write ended."""
        try:
            self.wait(asked)
        except Exception as error:  # noqa: BLE001 - compared with what the model expects
            return type(error)
        return None

    def teardown(self) -> None:
        """Leaves nothing open."""
        self.wait(self.store.close())
        self.runner.close()

    @rule(name=NAMES, chat=CHATS, seats=SEATS, host=PEOPLE, status=st.sampled_from(Status), text=TEXTS)
    def create(
        self, name: str, chat: ChatKey, seats: tuple[SeatRecord, ...], host: PersonKey, status: Status, text: str
    ) -> None:
        """Adds a table, if there is room."""
        new = table(name, chat=chat, seats=seats, host=host, status=status, snapshot=text)
        wanted: type[Exception] | None = None
        if sum(one.chat == chat and one.status in OPEN for one in self.tables.values()) >= LIMIT:
            wanted = ChannelFull
        elif name in self.tables:
            wanted = TableExists
        assert self.says(self.store.create(new, limit=LIMIT)) is wanted
        if wanted is None:
            self.tables[name] = new
            self.logs[name] = []

    @rule(
        name=NAMES, moves=st.integers(0, 3), seats=SEATS, status=st.sampled_from(Status), late=st.integers(-1, 1),
        skipped=st.sampled_from([0, 0, 0, 1, -1]),
    )  # fmt: skip
    def update(
        self, name: str, moves: int, seats: tuple[SeatRecord, ...], status: Status, late: int, skipped: int
    ) -> None:
        """Goes on with a table; sometimes with a wrong version or a wrong place in the log."""
        now = self.tables.get(name, table(name))
        seen = replace(now, version=now.version + late, plies=now.plies + skipped, seats=seats, status=status)
        then, log = after(seen, moves)
        wanted: type[Exception] | None = None
        if name not in self.tables:
            wanted = NoTable
        elif late:
            wanted = StaleTable
        elif skipped:
            wanted = ValueError
        ended = self.says(self.store.update(then, expected=seen.version, moves=log))
        if then.plies < 0 or then.version < 1 or seen.plies < 0:
            assert ended in (wanted, ValueError)
            assert ended is not None
        else:
            assert ended is wanted
        if ended is None:
            self.tables[name] = then
            self.logs[name] += log

    @rule(name=NAMES, message=NAMES, behind=st.integers(0, 2), live=st.booleans())
    def save_board(self, name: str, message: str, behind: int, *, live: bool) -> None:
        """Shows a table, perhaps in an older version."""
        version = max(0, self.tables.get(name, table()).version - behind)
        new = board(name, message, version, live=live)
        ended = self.says(self.store.save_board(new))
        assert ended is (None if name in self.tables else NoTable)
        old = self.boards.get((name, message))
        if ended is None and (old is None or old.version <= version):
            self.boards[name, message] = new

    @rule(name=NAMES, message=NAMES)
    def drop_board(self, name: str, message: str) -> None:
        """Forgets a board."""
        self.wait(self.store.drop_board(board(name, message)))
        self.boards.pop((name, message), None)

    @invariant()
    def both_say_the_same(self) -> None:
        """Everything that can be asked."""
        kept = list(self.tables.values())
        assert self.wait(self.store.all_tables(list(Status))) == kept
        assert self.wait(self.store.all_tables()) == [one for one in kept if one.status in OPEN]
        for name, one in self.tables.items():
            assert self.wait(self.store.table(name)) == one
            assert self.wait(self.store.moves(name)) == self.logs[name]
        boards = list(self.boards.values())
        dirty = [one for one in boards if one.live and one.version < self.tables[one.table].version]
        assert self.wait(self.store.dirty_boards(99)) == dirty
        for name in self.tables:
            assert self.wait(self.store.boards(name)) == [one for one in boards if one.table == name]


TestStoreMachine = StoreMachine.TestCase
TestStoreMachine.settings = settings(
    max_examples=25, stateful_step_count=20, deadline=None, suppress_health_check=list(HealthCheck)
)
