"""A store that keeps nothing more: people who act read so plainly, in their language."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.core.dispatch.middleware import FAILED, NOT_SAVED, apology
from data.errors import StoreFailed
from data.open_store import open_store
from tests.fakes.palma_tables import palma
from tests.fakes.room import ANA, Room, room, said

WORDS = {
    "en": "I can't save anything right now. Please try again in a few minutes.",
    "es": "Ahora mismo no puedo guardar nada. Inténtalo de nuevo dentro de unos minutos.",
    "it": "In questo momento non riesco a salvare nulla. Riprova tra qualche minuto.",
}


async def fills(store: Any, *, full: bool) -> None:
    """Let the database be read only, as on a disk without room, or again as before."""
    await store._database.execute(f"PRAGMA query_only = {'ON' if full else 'OFF'}")


async def started(place: Room) -> str:
    await palma(place)
    return (await place.table()).id


@pytest.mark.parametrize("language", WORDS)
async def test_a_press_and_a_command_are_told_that_nothing_can_be_saved(language: str) -> None:
    store = await open_store("sqlite:///:memory:")
    try:
        async with room(store) as place:
            code, me = await started(place), replace(ANA, locale=language)
            version, board = (await place.table(code)).version, place.live(code)[-1]
            await fills(store, full=True)
            for outcome in (await place.press(me, board.tokens[0], board.id), await place.say(me, "/play parchis")):
                assert outcome.notice is not None
                assert outcome.notice.plain == WORDS[language]
            await fills(store, full=False)
            assert (await place.press(me, board.tokens[0], board.id)).notice is None
            assert (await place.table(code)).version > version
    finally:
        await store.close()


async def test_so_is_a_press_under_an_old_board_since_the_newest_one_never_comes() -> None:
    store = await open_store("sqlite:///:memory:")
    try:
        async with room(store) as place:
            code = await started(place)
            board = place.live(code)[-1]
            old = board.tokens[0]
            assert (await place.press(ANA, old, board.id)).notice is None
            assert "newest message" in said(await place.press(ANA, old, board.id))
            await fills(store, full=True)
            told = await place.press(ANA, old, board.id)
            await fills(store, full=False)
            assert told.notice is not None
            assert told.notice.plain == WORDS["en"]
    finally:
        await store.close()


def test_what_fails_for_another_reason_is_not_blamed_on_the_store() -> None:
    behind = RuntimeError("a board could not be shown")
    behind.__cause__ = StoreFailed("database or disk is full")
    assert [apology(error) for error in (StoreFailed("x"), behind, KeyError("x"))] == [NOT_SAVED, NOT_SAVED, FAILED]
