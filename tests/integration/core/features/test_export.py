"""Games that were played here, as texts that anybody can check."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.cli import export as command
from bot.core.features.export.game_export import export
from bot.core.features.export.view import LIMIT
from data.open_store import open_store
from engine.notation import read
from engine.verify import verify
from tests.fakes.room import ANA, BEA, CAI, room


def true(text: str) -> bool:
    return all(check.passed for check in verify(text))


async def test_a_game_played_here_can_be_checked_and_a_forged_one_is_found_out() -> None:
    async with room() as place:
        code = await place.started("/play palma", BEA)
        await place.play_out(code, [ANA, BEA])
        text = export(await place.table(code))
        assert true(text)
        record = read(text)
        assert (record.players, record.game_id) == (("Ana", "Bea"), code)
        throw = next(move for move in record.moves if move.isdecimal())
        assert not true(text.replace(f": {throw}", f": {'1' if throw != '1' else '2'}", 1))
        assert not true(text.replace((record.seed or b"").hex(), "0" * 64))


async def test_who_asks_in_the_chat_gets_it_alone() -> None:
    async with room() as place:
        nothing = (await place.say(CAI, "/export")).notice
        assert nothing is not None
        assert nothing.plain == "No games have been played here yet."
        code = await place.opened("/play palma")
        assert "hasn't started" in str((await place.say(ANA, f"/export {code}")).notice)
        await place.click(ANA, "Start with bots")
        under_way = (await place.say(ANA, "/export")).notice
        assert under_way is not None
        seed = (await place.table(code)).seed.hex()
        assert "[Commitment" in under_way.plain
        assert seed not in under_way.plain
        await place.end(code, "resign", [ANA])
        assert f"/verify {code}" in place.messenger.messages[-1].screen.text.plain
        for line in (f"/export {code}", "/export"):
            told = await place.say(CAI, line)
            assert told.notice is not None
            assert (told.screen, told.table) == (None, None)
            text, _, how = told.notice.plain.partition("\n—\n")
            assert seed in text
            assert true(text)
            assert "palmares verify" in how


async def test_a_game_too_long_for_a_message_comes_as_a_file() -> None:
    async with room() as place:
        code = await place.started("/play parchis")
        await place.play_out(code, [ANA])
        assert len(export(await place.table(code))) > LIMIT
        told = await place.say(ANA, "/export")
        assert told.notice is not None
        assert told.document is not None
        assert told.document.name in told.notice.plain
        assert told.document.text == export(await place.table(code), signer=(await place.core.service.keys()).signer)


async def test_games_that_end_before_their_time_say_why_and_can_be_checked() -> None:
    async with room() as place:
        ended = []
        for last in ("resign", "cancel"):
            code = await place.started("/play palma first=D auto=no rated=no", BEA)
            await place.say(ANA, f"/roll {code}")
            await place.say(ANA, f"/{last} {code}")
            await place.click(ANA, "Yes")
            text = export(await place.table(code))
            assert true(text)
            ended.append((read(text).ended, read(text).places))
        assert ended == [("resigned", (2, 1)), ("called off", ())]


async def test_the_host_gets_any_game_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    address = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    assert await command.run(address, "abc234") == 2
    store = await open_store(address)
    async with room(store) as place:
        code = await place.opened("/play parchis seats=Y,R")
        assert await command.run(address, code) == 2
        await place.click(ANA, "Start with bots")
        await place.end(code, "resign", [ANA])
        capsys.readouterr()
        assert await command.run(address, code.upper()) == 0
        assert true(capsys.readouterr().out)
        assert await command.run(address, "zzzzzz") == 2
        assert "zzzzzz" in capsys.readouterr().err
    await store.close()
