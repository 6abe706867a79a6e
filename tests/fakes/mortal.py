"""Imitate a process that can be killed: from one moment on, nothing it does reaches anybody."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from typing import Any

from data.open_store import open_store
from data.store import Store
from tests.fakes.messenger import FakeMessenger

CALLS = {"post", "edit", "retire", "delete"}


class Killed(BaseException):
    """The process is no more."""


class Life:
    """Counts what a process does to the world, and ends before its n-th deed, which is after the one before it."""

    def __init__(self, deeds: int | None = None) -> None:
        self.deeds = deeds
        self.done = 0
        self.dead = False

    async def act(self, deed: Callable[[], Awaitable[Any]]) -> Any:
        """Do something, if there is still life."""
        if self.dead:
            raise Killed
        self.done += 1
        if self.deeds is not None and self.done >= self.deeds:
            self.dead = True
            raise Killed
        return await deed()


Lived = Callable[[Store, FakeMessenger, Life, str], Awaitable[None]]
"""What one process does before it dies, with its seed."""


async def killed_at_each_deed(lived: Lived) -> AsyncIterator[tuple[int, Store, FakeMessenger]]:
    """Let a process live and be killed before its first deed, its second, and so on, and at last not at all.

    Yield the deed's number, and the store and the messenger that it left.
    """
    deed, ended = 1, False
    while not ended:
        store, messenger = await open_store("sqlite:///:memory:"), FakeMessenger()
        life = Life(deed)
        with suppress(Killed, BaseExceptionGroup):
            await lived(store, messenger, life, f"a{deed}")
        ended = not life.dead
        yield deed, store, messenger
        await store.close()
        deed += 1


class Mortal:
    """Passes calls on to a store or messenger while its process lives; only deeds count, not looking."""

    def __init__(self, real: Any, life: Life, deeds: set[str]) -> None:
        self.abilities = getattr(real, "abilities", None)
        self.threads = getattr(real, "threads", None)
        self.below = getattr(real, "below", None)
        self.languages = getattr(real, "languages", None)
        self._real = real
        self._life = life
        self._deeds = deeds

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._real, name)

        async def call(*args: Any, **kwargs: Any) -> Any:
            if name in self._deeds:
                return await self._life.act(lambda: method(*args, **kwargs))
            if self._life.dead:
                raise Killed
            return await method(*args, **kwargs)

        return call


WRITES = {
    "save_person", "save_chat", "create", "update", "save_board", "doubt_boards", "drop_board", "save_place",
    "drop_places", "save_caller", "drop_caller", "add_puzzle", "answer_puzzle", "schedule_puzzles", "wake_puzzles",
    "schedule_day_game", "claim_day_game",
    "add_appointment", "answer_appointment", "change_appointment", "drop_appointment",
    "seek", "stop_seeking", "call_seekers", "change_seeker", "drop_seeker",
    "claim_puzzles", "prune_puzzles", "save_block", "drop_block",
    "look_at_season", "move_season", "close_season", "claim_card", "note_picture", "forget_pictures",
    "award", "create_tournament", "save_tournament", "look_at_tournament", "wake_tournament", "add_tournament_table",
    "claim_tournament_post", "free_tournament_post", "save_tournament_post", "drop_tournament_post",
}  # fmt: skip
