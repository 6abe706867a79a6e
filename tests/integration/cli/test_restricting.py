"""Banning people and hiding names on the command line."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.cli import export, restricting
from bot.core.domain.hidden_names import hidden_name
from data.open_store import open_store
from data.records import PersonKey, PersonRecord, RestrictionRecord
from tests.fakes.room import ANA, BEA, room

PEST = PersonKey("discord", "4711")


async def known(tmp_path: Path) -> str:
    address = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    store = await open_store(address)
    await store.save_person(PersonRecord(PEST, "Pest"))
    for number in range(25):
        await store.save_person(PersonRecord(PersonKey("telegram", str(number)), f"Ana {number}"))
    await store.close()
    return address


async def decided(address: str) -> list[RestrictionRecord]:
    store = await open_store(address)
    try:
        return await store.restrictions(9)
    finally:
        await store.close()


async def test_a_person_is_found_banned_listed_and_let_in_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    address = await known(tmp_path)
    assert await restricting.run(address, "people", "pes") == 0
    assert capsys.readouterr().out == "discord:4711  Pest\n"
    assert await restricting.run(address, "ban", "discord:4711", "spam\n again") == 0
    assert "discord:4711 (Pest) is banned. A running bot hears of it within 30 seconds" in capsys.readouterr().out
    assert await restricting.run(address, "hide-name", "discord:4711") == 0
    assert f"is shown as {hidden_name(PEST)}." in capsys.readouterr().out
    (record,) = await decided(address)
    assert (record.person, record.banned, record.hidden, record.reason) == (PEST, True, True, "spam again")
    assert await restricting.run(address, "bans") == 0
    told = capsys.readouterr().out
    assert told.startswith("banned and hidden")
    assert told.endswith("discord:4711 (Pest)  spam again\n")
    assert await restricting.run(address, "unban", "discord:4711") == 0
    assert [(one.banned, one.hidden) for one in await decided(address)] == [(False, True)]
    assert await restricting.run(address, "show-name", "discord:4711") == 0
    assert await decided(address) == []
    capsys.readouterr()
    assert await restricting.run(address, "bans") == 0
    assert capsys.readouterr().out == "Nobody is banned, and no name is hidden.\n"


async def test_a_name_bans_nobody_and_says_who_is_called_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    address = await known(tmp_path)
    assert await restricting.run(address, "ban", "Pest") == 2
    told = capsys.readouterr().err
    assert "'Pest' is no PERSON: discord:ID, telegram:ID or web:ID." in told
    assert "discord:4711  Pest" in told
    for wrong in ("irc:5", "discord:", "discord:x", "web:short-1", "", "nobody at all"):
        assert await restricting.run(address, "ban", wrong) == 2
    assert "`admin people NAME` lists" in capsys.readouterr().err
    assert await decided(address) == []
    assert await restricting.run(address, "ban", "web:0123456789abcdef-2") == 0
    assert await restricting.run(address, "people", "nobody at all") == 1


async def test_a_long_list_of_people_is_cut_and_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    address = await known(tmp_path)
    assert await restricting.run(address, "people", "ana") == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == restricting.SHOWN + 1
    assert lines[-1].startswith("…")


async def test_the_list_of_bans_is_bounded(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    address = await known(tmp_path)
    monkeypatch.setattr(restricting, "MOST", 2)
    for number in range(3):
        assert await restricting.run(address, "ban", f"telegram:{number}") == (0 if number < 2 else 2)
    assert "lift one of these first" in capsys.readouterr().err
    assert await restricting.run(address, "ban", "telegram:1", "again") == 0
    assert await restricting.run(address, "unban", "telegram:2") == 0
    assert len(await decided(address)) == 2


def test_the_program_takes_the_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    address = asyncio.run(known(tmp_path))
    assert main(["admin", "ban", "discord:4711", "--reason", "spam", "--database", address]) == 0
    assert main(["admin", "bans", "--database", address]) == 0
    assert "spam" in capsys.readouterr().out


async def test_an_export_has_no_hidden_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    address = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    store = await open_store(address)
    async with room(store) as place:
        code = await place.opened("/play palma", BEA)
        await place.say(BEA, f"/mix {code} seven seas")
        await place.say(ANA, f"/start {code}")
        await place.play_out(code, [ANA, BEA])
    await store.restrict(RestrictionRecord(BEA.key, hidden=True))
    await store.close()
    assert await export.run(address, code) == 0
    told = capsys.readouterr().out
    assert hidden_name(BEA.key) in told
    assert "Ana" in told
    assert "Bea" not in told
