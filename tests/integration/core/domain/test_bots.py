"""The bots at a table: the same ones from its lobby to a rematch, and in every language."""

from __future__ import annotations

from bot.core.domain.bots import bot_name
from bot.core.domain.table import Table
from bot.core.features.export.game_export import export
from bot.core.features.export.game_import import table_of
from bot.core.i18n.translator import translator
from bot.core.messages.button_tokens import Verb, encode
from bot.core.views.players import name
from data.open_store import open_store
from engine.notation import read
from engine.verify import verify
from tests.fakes.room import ANA, Room, room


def bots(table: Table) -> list[str]:
    return [bot_name(table, seat) for seat in range(len(table.seats))]


async def pressed(place: Room, code: str, verb: Verb, *arguments: object) -> None:
    table = await place.table(code)
    outcome = await place.press(ANA, encode(code, table.version, verb, *arguments))  # type: ignore[arg-type]
    assert outcome.notice is None, outcome.notice.plain


async def test_the_lobby_tells_a_bot_by_its_name_and_how_well_it_plays() -> None:
    async with room() as place:
        code = await place.opened("/play")
        await pressed(place, code, Verb.COMPUTER, 1, "random")
        easy = bots(await place.table(code))[1]
        assert f"🤖 {easy} (beginner bot)" in place.messenger.messages[-1].screen.text.plain
        await pressed(place, code, Verb.COMPUTER, 1, "greedy")
        normal = bots(await place.table(code))[1]
        assert f"🤖 {normal} (normal bot)" in place.messenger.messages[-1].screen.text.plain
        assert easy != normal


async def test_bots_are_the_same_in_a_rematch_after_a_restart_and_wherever_seats_rotate() -> None:
    store = await open_store("sqlite:///:memory:")
    async with room(store) as place:
        await place.started("/play")
        first = await place.table()
        await place.play_out(first.id, [ANA])
        assert bots(await place.table(first.id)) == bots(first)
    async with room(store, seed="2") as place:
        assert bots(await place.table(first.id)) == bots(first)
        await pressed(place, first.id, Verb.AGAIN)
        second = await place.table()
        assert second.id != first.id
        assert bots(second) == bots(first)
        await place.play_out(second.id, [ANA])
        await pressed(place, second.id, Verb.ROTATE)
        third = await place.table()
        assert third.id != second.id
        assert bots(third)[1] == ""
        assert bots(third)[2:] == bots(first)[2:], "each at the same colour"
    await store.close()


async def test_readers_of_other_languages_meet_the_same_bots() -> None:
    async with room() as place:
        await place.started("/play palma")
        table = await place.table()
        for language in ("en", "es", "it"):
            t = translator(language)
            assert name(table, 1, t) == f"🤖 {t(bot_name(table, 1))}"


async def test_the_text_of_a_game_keeps_the_levels_and_a_game_from_a_text_has_the_same_bots() -> None:
    async with room() as place:
        code = await place.started("/play palma")
        await place.play_out(code, [ANA])
        table = await place.table(code)
        text = export(table)
        assert read(text).players == ("Ana", "casual")
        assert all(check.passed for check in verify(text))
        assert bots(table_of(read(text))) == bots(table)
