"""A game that was exported comes back as it was, once, and a forged one does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.cli import import_
from bot.core.features.export.game_export import export
from bot.core.features.export.game_import import CannotImport, table_of
from bot.core.services.recompute import recompute
from bot.core.services.table_repository import TableRepository
from data.open_store import open_store
from engine.notation import Record, read, write
from tests.fakes.room import ANA, BEA, room


@pytest.mark.parametrize("line", ["/play palma hole5=stake stake5=3", "/play parchis italian seats=Y,R auto=no"])
@pytest.mark.parametrize("end", ["play", "resign", "close"])
async def test_the_text_survives_the_round_trip(
    line: str, end: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with room() as place:
        code = await place.opened(line, BEA)
        await place.say(BEA, f"/mix table={code} blue elephants")
        await place.say(ANA, f"/start {code}")
        await place.end(code, end, [ANA, BEA])
        text = export(await place.table(code))
    file, address = tmp_path / "game.txt", f"sqlite:///{tmp_path / 'other.sqlite3'}"
    file.write_text(text, "utf-8")
    assert await import_.run(address, str(file)) == 0
    assert await import_.run(address, str(file)) == 2
    assert "stored already" in capsys.readouterr().err
    store = await open_store(address)
    table = await TableRepository(store).fresh(code)
    assert (await recompute(store)).rated == 0
    await store.close()
    assert table is not None
    assert export(table) == text
    assert not table.is_rated


async def test_what_is_forged_or_no_game_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with room() as place:
        code = await place.started("/play palma")
        await place.play_out(code, [ANA])
        text = export(await place.table(code))
    file, address = tmp_path / "game.txt", f"sqlite:///{tmp_path / 'other.sqlite3'}"
    for wrong in ("no game", text.replace(code, "zzzzzz")):
        file.write_text(wrong, "utf-8")
        assert await import_.run(address, str(file)) == 2
        assert capsys.readouterr().err
    file.write_text(text, "utf-8")
    assert await import_.run(address, str(file), "zzzzzz") == 2


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('"abc234"', '"../../x"', "its Id"),
        ('"Ana"', '"' + "A" * 99 + '"', "its Players"),
        ('["Ana", "Bo"]', '["Ana"]', "its Players"),
        ('["Ana", "Bo"]', '["Ana", "Bo", "Eve"]', "its Players"),
        ('["elephants"]', '["' + "e" * 101 + '"]', "its Contributions"),
        ('"Cai"', '"' + "C" * 49 + '"', "its Contributors"),
        ('"Cai"', '"\\ud800"', "its Contributors"),
        ('{"5": 3}', '{"6": 3}', "its Stakes"),
        ('[Ended "resigned"]\n', "", "its Ended"),
        (f'[Seed "{"0" * 64}"]\n', "", "its Seed"),
    ],
)
def test_what_no_export_of_ours_says_is_refused(old: str, new: str, why: str) -> None:
    record = Record(
        "palma", ("D",), {"preset": "classic", "hole5": "stake"}, players=("Ana", "Bo"), game_id="abc234",
        contributions=("elephants",), seed=bytes(32), date="9999-12-31",
        contributors=("Cai",), stakes={"5": 3}, ended="resigned", places=(2, 1),
    )  # fmt: skip
    text = write(record)
    table = table_of(read(text))
    assert (table.id, table.result is not None, [seat.name for seat in table.seats]) == (
        "abc234",
        True,
        ["Ana", "Bo"],
    )
    assert table.created < 4e9
    assert old in text
    with pytest.raises(CannotImport, match=why):
        table_of(read(text.replace(old, new)))
