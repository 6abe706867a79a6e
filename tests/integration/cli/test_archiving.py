"""Old games' logs move into files, where everything still finds them: replays, exports, checks and all players."""

from __future__ import annotations

import gzip
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.cli import admin, archiving
from bot.cli import export as exporting
from bot.cli.archiving import CannotArchive, archive
from bot.core.features.export.game_export import export
from bot.core.services.table_repository import TableRepository
from data.errors import LogLost
from data.open_store import open_store
from data.records import ArchivedLogRecord, MoveRecord, PersonKey
from data.roles.log_files import LogFile, read_log
from data.store import Store
from engine.verify import verify
from tests.fakes.postgres_server import missing, shared
from tests.fakes.room import ANA, BEA, CAI, CHAT, Room, room
from tests.fakes.thinking import at_once

ON_SERVER = pytest.param("server", marks=pytest.mark.skipif(missing() is not None, reason=missing() or ""))


@dataclass
class Played:
    """A database with a game that is over, and one under way."""

    store: Store
    url: str
    over: str
    going: str
    log: list[MoveRecord]


@pytest.fixture(params=["file", ON_SERVER])
async def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database: what holds for a file must hold for a server."""
    return f"sqlite:///{tmp_path}/games.sqlite3" if request.param == "file" else await shared().cleared()


async def begun(place: Room, options: str) -> str:
    """Begin a game of Palma between two; return its code."""
    return await place.started(f"/play palma {options}", BEA)


@pytest.fixture
async def played(url: str) -> AsyncIterator[Played]:
    store = await open_store(url)
    async with room(store) as place:
        codes = [await begun(place, "rated=no") for _ in range(2)]
        await place.end(codes[0], "resign", [ANA])
    yield Played(store, url, codes[0], codes[1], await store.moves(codes[0]))
    await store.close()


async def test_an_old_game_is_archived_once_and_read_as_before(played: Played, tmp_path: Path) -> None:
    store, folder = played.store, tmp_path / "archive"
    before, counts = await TableRepository(store).fresh(played.over), await store.log_counts(CHAT, tables=9)
    assert await archive(store, folder, 0.0) == (0, 0)
    known = await store.log(played.over, since=2)
    assert await archive(store, folder, 1e12) == (1, 1)
    place = await store.archived_log(played.over)
    assert place is not None
    assert [*known.early(), *known.late] == played.log, "whoever began to read it before finds all of it"
    late, early = await store.log(played.over, since=2)
    assert [*early(), *late] == played.log
    assert await store.archived_log(played.going) is None
    assert await store.moves(played.over) == played.log
    assert await store.moves(played.over, since=1) == played.log[1:]
    assert await store.moves(played.going) != []
    assert await TableRepository(store).fresh(played.over) == before
    assert await store.log_counts(CHAT, tables=9) == counts
    assert await archive(store, folder, 1e12) == (0, 0)
    (file,) = folder.glob("*.gz")
    text = gzip.decompress(file.read_bytes()).decode()
    assert json.loads(text)["table"] == played.over
    assert "Ana" not in text
    assert file.stat().st_mode & 0o077 == 0
    assert (file.parent / ".lock").stat().st_mode & 0o077 == 0


async def test_export_and_check_find_it_and_miss_it_where_it_is_gone(
    played: Played, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = await TableRepository(played.store).fresh(played.over)
    assert before is not None
    assert await archive(played.store, tmp_path / "archive", 1e12) == (1, 1)
    assert await exporting.run(played.url, played.over) == 0
    exported = capsys.readouterr().out
    assert [line for line in export(before).splitlines() if line[:1].isdigit()] == [
        line for line in exported.splitlines() if line[:1].isdigit()
    ]
    assert await admin.run(played.url, "check") == 0
    (file,) = (tmp_path / "archive").glob("*.gz")
    file.rename(file.with_suffix(".away"))
    capsys.readouterr()
    assert await admin.run(played.url, "check") == 1
    assert f"the log of table {played.over} cannot be read" in capsys.readouterr().out
    with pytest.raises(LogLost):
        await played.store.moves(played.over)


async def test_who_makes_a_backup_is_told_of_the_files(
    played: Played, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await archive(played.store, tmp_path / "archive", 1e12) == (1, 1)
    status = await admin.run(played.url, "backup", str(tmp_path / "copy"))
    told = capsys.readouterr()
    if played.url.startswith("sqlite"):
        assert status == 0
    else:
        assert status == 2
        assert "pg_dump" in told.err
    assert f"copy the folder {tmp_path / 'archive'} too" in told.out


async def test_the_command_leaves_what_is_not_old_and_finds_what_is(
    played: Played, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "archive"
    monkeypatch.setattr(archiving, "OLD", 100 * 365 * 86400.0)
    assert await admin.run(played.url, "archive", str(folder)) == 0
    assert "0 games" in capsys.readouterr().out
    assert await played.store.archived_log(played.over) is None
    monkeypatch.setattr(archiving, "OLD", 0.0)
    assert await admin.run(played.url, "archive", str(folder)) == 0
    assert "1 games" in capsys.readouterr().out
    place = await played.store.archived_log(played.over)
    assert place is not None
    assert Path(place.file).parent == folder


async def test_what_proved_a_game_and_what_was_found_in_it_stay_the_same_once_it_is_archived(
    url: str, tmp_path: Path
) -> None:
    store = await open_store(url)
    try:
        async with room(store, thinking=at_once()) as place:
            codes = []
            for _ in range(2):
                codes.append(await begun(place, "first=D lot=no"))
                await place.play_out(codes[-1], [ANA, BEA])
            proofs = [await proof(place, code) for code in codes]
            before = await report(place, codes[0])
        assert await archive(store, tmp_path / "archive", 1e12) == (2, 1)
        async with room(store, thinking=at_once()) as later:
            assert [await proof(later, code) for code in codes] == proofs
            for text in proofs:
                assert [check.name for check in verify(text) if not check.passed] == []
            assert await report(later, codes[0]) == before, "as it was kept"
            assert "With equal luck" in await report(later, codes[1]), "made of the file"
            assert await store.analysis(codes[1]) is not None
    finally:
        await store.close()


async def proof(place: Room, code: str) -> str:
    """The file that proves a game."""
    told = await place.say(CAI, f"/verify {code}")
    assert told.document is not None
    return told.document.text


async def report(place: Room, code: str) -> str:
    """What /analysis finds in a game, in the end."""
    await place.say(CAI, f"/analysis {code}")
    await place.core.background.idle()
    return next(
        shown
        for shown in (one.screen.text.plain for one in reversed(place.messenger.of(CHAT)))
        if shown.startswith(f"📊 What decided the game · {code}")
    )


async def test_in_chat_it_is_replayed_and_told_of_to_whoever_played(played: Played, tmp_path: Path) -> None:
    about = await played.store.about(ANA.key)
    await archive(played.store, tmp_path / "archive", 1e12)
    after = await played.store.about(ANA.key)
    assert sorted(after["moves"]) == sorted(about["moves"])
    async with room(played.store) as place:
        for command in ("replay", "export"):
            outcome = await place.say(ANA, f"/{command} {played.over}")
            assert outcome.notice is None or "can't" not in outcome.notice.plain
        await played.store.forget(ANA.key, PersonKey("former", "1"), {})
    assert (await played.store.about(ANA.key))["moves"] == []


async def test_what_is_killed_before_the_end_loses_nothing_and_goes_on(
    played: Played, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "archive"

    async def killed(_: object) -> int:
        raise KeyboardInterrupt

    with monkeypatch.context() as dying:
        dying.setattr(played.store, "archive", killed)
        with pytest.raises(KeyboardInterrupt):
            await archive(played.store, folder, 1e12)
    assert await played.store.archived_log(played.over) is None
    assert await played.store.moves(played.over) == played.log
    assert await archive(played.store, folder, 1e12) == (1, 1)
    assert await played.store.moves(played.over) == played.log
    assert len(list(folder.glob("*.gz"))) == 2, "nothing is written over"
    assert list(folder.glob("*.part")) == []


async def test_a_file_that_is_not_what_was_written_takes_nothing_out(
    played: Played, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archiving, "read_log", lambda _: played.log[:-1])
    with pytest.raises(CannotArchive):
        await archive(played.store, tmp_path / "archive", 1e12)
    assert await played.store.archived_log(played.over) is None


async def test_moves_go_only_where_they_are_archived(played: Played) -> None:
    place = ArchivedLogRecord(played.over, "/nowhere", 0, 1, len(played.log) + 1)
    assert await played.store.archive([place]) == 0
    assert await played.store.archive([ArchivedLogRecord(played.going, "/nowhere", 0, 1, 1)]) == 0
    assert await played.store.moves(played.over) == played.log


def test_a_damaged_part_is_told_of_and_harms_no_other(tmp_path: Path) -> None:
    file = LogFile(tmp_path / "2026-01.gz")
    logs = {code: [MoveRecord(0, 1, "d5", 0, None, 1.5), MoveRecord(1, 2, "a1", 1, "late", 2.5)] for code in "abc"}
    for code, log in logs.items():
        file.add(code, log)
    file.finish()
    assert [read_log(place) for place in file.logs] == list(logs.values())
    content = bytearray((tmp_path / "2026-01.gz").read_bytes())
    content[file.logs[1].start + file.logs[1].size // 2] ^= 255
    (tmp_path / "2026-01.gz").write_bytes(content)
    with pytest.raises(LogLost):
        read_log(file.logs[1])
    assert [read_log(file.logs[place]) for place in (0, 2)] == [logs["a"], logs["c"]]
    with pytest.raises(FileExistsError):
        LogFile(tmp_path / "2026-01.gz")
