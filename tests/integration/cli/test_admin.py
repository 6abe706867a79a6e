"""Looking after the database on the command line, while the bot is using it."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.cli import admin
from bot.core.rankings.folding import fold_all
from data.open_store import open_store
from data.records import Status
from data.store import Store
from engine.verify import verify
from tests.fakes.room import ANA, BEA, Room, room


async def played(place: Room, line: str = "/play palma", *, shown: bool = False) -> str:
    code = await place.started(line, BEA)
    await place.play_out(code, [ANA, BEA], shown=shown)
    return code


async def until_playing(store: Store) -> None:
    for _ in range(10_000):
        if await store.all_tables((Status.PLAYING,)):
            return
        await asyncio.sleep(0)
    raise AssertionError("nobody plays")


def names_in(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.iterdir())


def again(file: Path, *task: str) -> tuple[int, str]:
    """A task in a separate process, as on a clean machine."""
    command = [sys.executable, "-m", "bot", "admin", *task, "--database", f"sqlite:///{file}"]
    run = subprocess.run(command, capture_output=True, check=False, text=True)  # noqa: S603
    return run.returncode, run.stdout + run.stderr


async def test_a_backup_made_while_a_game_goes_on_is_whole_on_a_clean_machine(tmp_path: Path) -> None:
    file, copy = tmp_path / "games.sqlite3", tmp_path / "elsewhere" / "copy.sqlite3"
    copy.parent.mkdir()
    store = await open_store(f"sqlite:///{file}")
    async with room(store) as place:
        done = await played(place)
        writing = asyncio.create_task(played(place, shown=True))  # press by press: it lasts
        await until_playing(store)
        assert await admin.run(f"sqlite:///{file}", "backup", str(copy)) == 0
        assert not writing.done(), "the game was still going on"
        code = await writing
    await store.close()
    assert names_in(copy.parent) == ["copy.sqlite3"]
    status, told = await asyncio.to_thread(again, copy, "check")
    assert (status, told) == (0, "2 tables, 0 faults\n")
    status, told = await asyncio.to_thread(again, copy, "tables")
    assert status == 0
    assert code in told
    assert "Ana, Bea" in told
    restored = await open_store(f"sqlite:///{copy}")
    async with room(restored) as place:
        assert (await place.table(done)).status is Status.OVER
        await place.say(ANA, f"/board {code}")
        await place.play_out(code, [ANA, BEA])
    await restored.close()


async def test_what_cannot_be_done_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    address = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    assert await admin.run(address, "check") == 2
    assert "there is no database" in capsys.readouterr().err
    await (await open_store(address)).close()
    there = tmp_path / "there"
    there.write_text("mine")
    assert await admin.run(address, "backup", str(there)) == 2
    assert "exists already" in capsys.readouterr().err
    assert there.read_text() == "mine"
    assert await admin.run(address, "backup", str(tmp_path / "no" / "folder")) == 2
    assert await admin.run(address, "end", "abc234") == 2
    assert "no open table" in capsys.readouterr().err
    assert not any(name.endswith(".part") for name in names_in(tmp_path))


async def test_damage_is_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "games.sqlite3"
    store = await open_store(f"sqlite:///{file}")
    async with room(store) as place:
        code = await played(place)
    await store.close()
    with closing(sqlite3.connect(file)) as connection:
        other = connection.execute("SELECT snapshot FROM tables").fetchone()[0].replace("1", "2", 1)
        connection.execute("UPDATE tables SET snapshot = ?", (other,))
        connection.execute("INSERT INTO seats VALUES ('zzzzzz', 0, 'D', NULL, NULL, '', NULL, 0)")
        connection.commit()
    assert await admin.run(f"sqlite:///{file}", "check") == 1
    told = capsys.readouterr().out
    assert (
        f"tables, row id {code!r}: column content cannot be read: its log does not lead to its stored position"
        in told
    )
    assert "names a row of tables that is not there" in told
    assert "1 tables, 2 faults" in told


async def test_an_anchor_that_its_log_does_not_lead_to_is_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games.sqlite3"
    store = await open_store(f"sqlite:///{file}")
    async with room(store) as place:
        code = await played(place)
    await store.close()
    assert await admin.run(f"sqlite:///{file}", "check") == 0
    with closing(sqlite3.connect(file)) as connection:
        plies, throws, position = json.loads(connection.execute("SELECT anchor FROM tables").fetchone()[0])
        connection.execute("UPDATE tables SET anchor = ?", (json.dumps([plies, throws + 1, position]),))
        connection.commit()
    capsys.readouterr()
    assert await admin.run(f"sqlite:///{file}", "check") == 1
    assert (
        f"tables, row id {code!r}: column content cannot be read: its log does not lead to its stored position"
        in capsys.readouterr().out
    )


async def test_a_table_is_ended_under_a_running_bot_which_shows_it(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    store = await open_store(address)
    async with room(store) as place:
        code = await place.started("/play palma")
        token, message = place.live(code)[-1].tokens[0], place.live(code)[-1].id
        assert await admin.run(address, "end", code.upper()) == 0
        late = await place.press(ANA, token, message)
        assert late.notice is not None
        record = await store.table(code)
        assert record is not None
        assert record.status is Status.CANCELLED
        await place.core.publisher.publish(code)
        await place.core.publisher.idle()
        assert "cancelled" in place.messenger.messages[0].screen.text.plain + str(
            [one.screen.text.plain for one in place.messenger.messages]
        )
    await store.close()


async def test_all_games_are_written_and_ratings_computed_anew(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    address = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    store = await open_store(address)
    async with room(store) as place:
        codes = [await played(place), await played(place)]
        await place.say(ANA, "/play palma")
    await fold_all(store)
    before = await store.standings("palma", "classic", None, 0.0)
    assert await admin.run(address, "export-all", str(tmp_path / "texts")) == 0
    texts = {name: (tmp_path / "texts" / name).read_text("utf-8") for name in names_in(tmp_path / "texts")}
    assert sorted(texts) == sorted(f"palmares-{code}.txt" for code in codes)
    assert all(check.passed for text in texts.values() for check in verify(text))
    assert await admin.run(address, "recompute") == 0
    assert "2 games, 2 of them rated" in capsys.readouterr().out
    assert await store.standings("palma", "classic", None, 0.0) == before
    await store.close()


def test_the_command_line_knows_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["admin"])
    assert "check" in capsys.readouterr().err
    assert main(["admin", "tables", "--database", f"sqlite:///{tmp_path / 'none.sqlite3'}"]) == 2
