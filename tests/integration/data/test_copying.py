"""Carrying a database from a file to a server and back: every row as it was, and both answer alike."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import zlib
from contextlib import closing
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from bot.cli.copying import CannotCopy, copy, shapes
from bot.core.domain.daily_puzzle import Puzzle
from bot.core.games.puzzle_stock import puzzle_at
from bot.core.services.puzzle_codec import record_of
from bot.core.services.recompute import recompute
from bot.platforms.web.message_format import dump, person_body
from data.event_records import (
    AppointmentRecord,
    ChallengeRecord,
    EntrantRecord,
    GuestRecord,
    PuzzleAnswer,
    SeekerRecord,
    TournamentRecord,
)
from data.open_store import open_store
from data.postgres.store import PostgresStore, open_postgres
from data.records import (
    BlockRecord,
    CallerRecord,
    ChatKey,
    ChatRecord,
    PersonKey,
    PersonRecord,
    RestrictionRecord,
    Status,
    TableRecord,
    TableSubscription,
)
from data.result_records import AnalysisOrder, AnalysisRecord, AnalysisSeat
from data.roles.log_files import LogFile
from data.season_records import ClosedSeason, HonourKind, HonourRecord
from data.sqlite.store import SqliteStore, open_sqlite
from tests.fakes.postgres_server import missing, shared
from tests.fakes.room import ANA, BEA, room
from tests.fakes.store_samples import ANA as WEB_ANA
from tests.fakes.store_samples import CHAT, NASTY, after, table

pytestmark = pytest.mark.skipif(missing() is not None, reason=missing() or "")
PLAZA = ChatKey("web", "plaza")
ALIAS = PersonKey("former", "x")


@pytest.fixture
async def games() -> str:
    """The address of a server's database with all tables and no row."""
    return await shared().cleared()


async def lived_in(path: Path) -> SqliteStore:
    """A file in which something stands in every table."""
    store = await open_sqlite(str(path))
    async with room(store=store) as place:
        for line in ("/play palma", "/play palma"):
            code = await place.opened(line, BEA)
            await place.say(BEA, f"/mix {code} of all that I have")
            await place.say(ANA, f"/start {code}")
            await place.play_out(code, [ANA, BEA])
        await place.say(ANA, "/play parchis")
    await recompute(store)
    past = (await store.finished())[0]
    said = dump(person_body(PersonKey("web", "ana"), "Ana", "hi"))
    for number, text in enumerate(NASTY):
        person = PersonKey("web", f"nasty{number}{text}")
        await store.save_person(PersonRecord(person, text, None, '{ "odd" :  [1, "\\u0000"] }'))
        await store.save_caller(CallerRecord(CHAT, person, text))
        await store.save_block(BlockRecord(PersonKey("web", "ana"), person, text, 1.0), limit=99)
        await store.restrict(RestrictionRecord(person, hidden=True, reason=text, at=5.5))
        await store.post_message(CHAT, f"n{number}", said, text.encode(), 1.5, people=[person])
    await store.drop_message(CHAT, (await store.post_message(CHAT, "last", "{}", None, 2.0)).id)
    offer = ChallengeRecord("c1", CHAT, WEB_ANA, NASTY[0], None, "", '{"game":  "palma"}', 5.5, 9.5, message=NASTY[0])
    await store.add_challenge(offer, since=0.0, most=5)
    await store.seek(SeekerRecord(WEB_ANA, NASTY[0], CHAT, "game=palma", 1000, 5.5, 9.5))
    guest = GuestRecord(WEB_ANA, NASTY[0], comes=True, since=5.5)
    date = AppointmentRecord("d1", CHAT, WEB_ANA, NASTY[0], '{"game":  "palma"}', 5.5, 9.5, 9.5, guests=(guest,))
    await store.add_appointment(date, of_chat=5, of_person=5)
    await store.save_chat(ChatRecord(CHAT, "it", '{"a":   1.50}'))
    odd = '{"invited":[["web","ana","Ana"]],"imported":true,"mixers":[["web","ana","Ann"]],"odd":"\\u0000"}'
    await store.create(table("odd", status=Status.OVER, options=odd, created=1e-9, due=1 / 3), limit=9)
    seat = AnalysisSeat(ANA.key, 0.1, 3, 1 / 7, 2, -1 / 3)
    await store.add_analysis(AnalysisRecord(past, "palma", "palma", 5.0, zlib.compress(b"{}"), (seat,)))
    await store.save_order(AnalysisOrder(past, CHAT, ANA.key, None, 5.0))
    stocked = puzzle_at(0)
    await store.add_puzzle(record_of(Puzzle(stocked.game, stocked.line, stocked.ranking), CHAT, 3, past))
    await store.answer_puzzle(PuzzleAnswer(CHAT, 3, ANA.key, "x", True))
    await store.schedule_puzzles(CHAT, 7.0)
    await store.schedule_day_game(CHAT, 7.5)
    cup = TournamentRecord("cup234", CHAT, ANA.key, "Ana", b"c" * 32, 0, 1.0, 2.0, '{"a":   1.50}')
    await store.create_tournament(cup)
    await store.save_tournament(replace(cup, version=1), [EntrantRecord(0, ANA.key, "Ana", CHAT)])
    await store.add_tournament_table("cup234", past)
    await store.save_place(TableSubscription("odd", PLAZA, WEB_ANA))
    await store.save_place(TableSubscription(past, PLAZA))
    await store.secret("signing", b"k" * 32)
    await store.award([HonourRecord(CHAT, HonourKind.CUP, text, WEB_ANA, 1, 5.5, text) for text in NASTY[:1]])
    game = ChatKey("fake", "room")
    if (season := await store.season(game)) is not None:
        past = ClosedSeason(game, 0.0, 1.0, 5.5)
        await store.close_season(season, past, [HonourRecord(game, HonourKind.SEASON, past.event, ANA.key, 1, 1.0)])
    await store.take_command("7", "digest", 8.5)
    await store.note_picture("telegram", "digest", 3, NASTY[0], 8.5)
    await store.set_aside("chats", {"chat": "past"}, "settings", "is no JSON object", "x")
    await store.beat(9.25, seen=0, noticed=60)
    await store.refold_all()
    await store._write("INSERT INTO rating_corrections SELECT game, family, at, table_id, 1 FROM results", {})
    archive = LogFile(path.with_suffix(".gz"))
    old, log = after(table("old", status=Status.CANCELLED), 2)
    await store.add_past(replace(old, snapshot=None), log)
    archive.add(old.id, await store.moves(old.id))
    archive.finish()
    assert await store.archive(archive.logs) == 1
    return store


async def told(store: Any, people: list[PersonKey], chats: list[ChatKey]) -> list[Any]:
    """What a store says of people and chats, and of all that is looked over."""
    said: list[Any] = [
        list(map(plain, await store.all_tables(tuple(Status)))),
        await store.finished(),
        await store.touched_tables(0.0, 99),
    ]
    said += [await store.count_tables(tuple(Status)), sorted(await store.due_tables(1e12, 99)), await store.orders()]
    for person in people:
        said += [rounded(await store.about(person)), await store.tables_of(person), await store.played(person)]
        said += [await store.rating_points(person), await store.tables_played_by(person)]
    for chat in chats:
        said += [list(map(plain, await store.games(chat, limit=50))), await store.log_counts(chat, tables=50)]
        said += [await store.last_game(chat), await store.last_ladder(chat), await store.players_of(chat)]
        said += [await store.messages(chat, limit=5), await store.insight(chat, "palma", "palma")]
    for game, family in {await ladder_of(store)}:
        ever = (1e12, "")
        said += [await store.rated_page(game, family, (-1.0, ""), 99), await store.rated(game, family, people)]
        said += [await store.meetings(game, family, list(permutations(people, 2)), ever)]
        said += [await store.opponents(game, family, people, ever), await store.unseen(game, family, 0.0, 9)]
        said += [await store.refolds(), await store.next_correction(), await store.tallies(game, family)]
        for chat in (None, *chats):
            said.append(await store.standings(game, family, chat, 0.0))
        said.append(await store.standings(game, family, None, 0.0, known=True))
    said += [await store.display(one.id) for one, _ in said[0]]
    said += [await store.played_until(one.id) for one, _ in said[0]]
    return said


def rounded(value: Any) -> Any:
    """Return the export of a person, with numbers as long as SQLite writes them into JSON."""
    if isinstance(value, dict):
        return {name: rounded(each) for name, each in value.items()}
    if isinstance(value, list):
        return [rounded(each) for each in value]
    return float(f"{value:.14g}") if isinstance(value, float) else value


def plain(record: TableRecord) -> Any:
    """Return a table with its options parsed: where a name was taken out, the options are written again."""
    return replace(record, options=""), json.loads(record.options.replace("\\u0000", "\\u0001"))


async def ladder_of(store: Any) -> tuple[str, str]:
    """The ladder of the games that were played."""
    found = await store.last_ladder(PLAZA)
    return found or ("palma", "palma")


def rows_in(path: Path) -> list[str]:
    """All that a file holds, but for when its form was made."""
    with closing(sqlite3.connect(path)) as file:
        return [line for line in file.iterdump() if 'INTO "migrations"' not in line]


async def test_to_a_server_and_back_every_row_is_the_same_and_both_say_the_same(tmp_path: Path, games: str) -> None:
    file, server = await lived_in(tmp_path / "games"), await open_postgres(games)
    counts = await copy(file, server)
    assert set(counts) == {shape.name for shape in shapes()}
    assert [name for name, count in counts.items() if not count] == []
    people = [ANA.key, BEA.key, PersonKey("web", f"nasty3{NASTY[3]}"), PersonKey("web", "nobody")]
    chats = [PLAZA, CHAT, ChatKey("web", "nowhere")]
    assert await told(server, people, chats) == await told(file, people, chats)
    back = await open_sqlite(str(tmp_path / "back"))
    await copy(server, back)
    await back.close()
    await file.close()
    assert rows_in(tmp_path / "back") == rows_in(tmp_path / "games")
    await server.close()


async def test_whoever_is_forgotten_is_forgotten_alike(tmp_path: Path, games: str) -> None:
    file, server = await lived_in(tmp_path / "games"), await open_postgres(games)
    await copy(file, server)
    said: list[Any] = []
    for store in (file, server):
        forgotten = [await store.forget(who, ALIAS, {}) for who in (ANA.key, WEB_ANA)]
        said.append(forgotten)
        await store.rewrite()
    assert said[0] == said[1]
    assert all(each.tables for each in said[0])
    chats = [PLAZA, CHAT]
    assert await told(server, [ANA.key, BEA.key, ALIAS], chats) == await told(file, [ANA.key, BEA.key, ALIAS], chats)
    await file.close()
    await server.close()


async def test_the_server_goes_on_numbering_where_the_file_was(tmp_path: Path, games: str) -> None:
    file, server = await lived_in(tmp_path / "games"), await open_postgres(games)
    await copy(file, server)
    for store in (file, server):
        await store.create(table("new"), limit=99)
    posted = [await store.post_message(CHAT, "next", "{}", None, 1.0) for store in (file, server)]
    assert posted[0] == posted[1], "no number is given twice, though the last message is gone"
    assert (await server.all_tables(tuple(Status)))[-1].id == (await file.all_tables(tuple(Status)))[-1].id
    await file.close()
    await server.close()


async def test_a_target_that_is_not_empty_is_left_alone(tmp_path: Path, games: str) -> None:
    file, server = await open_sqlite(str(tmp_path / "games")), await open_postgres(games)
    await file.create(table("mine"), limit=9)
    await server.create(table("theirs"), limit=9)
    with pytest.raises(CannotCopy, match="not empty"):
        await copy(file, server)
    assert [one.id for one in await server.all_tables()] == ["theirs"]
    await file.close()
    await server.close()


async def test_a_copy_that_differs_is_not_called_one(
    tmp_path: Path, games: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, server = await open_sqlite(str(tmp_path / "games")), await open_postgres(games)
    for number in range(3):
        await file.create(table(f"t{number}", chat=CHAT._replace(chat=str(number))), limit=9)
    real = PostgresStore.page

    async def changed(self: PostgresStore, shape: Any, after: Any, limit: int) -> Any:
        rows = list(await real(self, shape, after, limit))
        return [(*row[:6], "palma?", *row[7:]) for row in rows] if shape.name == "tables" else rows

    monkeypatch.setattr(PostgresStore, "page", changed)
    with pytest.raises(CannotCopy, match="table tables, row 1 differs"):
        await copy(file, server)
    await file.close()
    await server.close()


class TestCommandLine:
    """`admin copy`, and what a server's database has no use for."""

    @pytest.fixture
    async def source(self, tmp_path: Path) -> str:
        await (await lived_in(tmp_path / "games")).close()
        return f"sqlite:///{tmp_path / 'games'}"

    async def test_a_copy_and_what_a_bot_says_of_it(
        self, source: str, games: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        back = f"sqlite:///{tmp_path / 'new' / 'back'}"
        assert await asyncio.to_thread(main, ["admin", "copy", source, games]) == 0
        assert "the same, row by row" in capsys.readouterr().out
        assert await asyncio.to_thread(main, ["--database", games, "admin", "check"]) == 0
        assert ", 0 faults" in capsys.readouterr().out
        assert await asyncio.to_thread(main, ["admin", "copy", games, back]) == 0
        assert rows_in(tmp_path / "new" / "back") == rows_in(tmp_path / "games")

    async def test_neither_a_running_bot_s_database_nor_one_that_is_not_there_is_copied(
        self, source: str, games: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        bot = await open_store(source, alone=True)
        assert await asyncio.to_thread(main, ["admin", "copy", source, games]) == 2
        assert "another process is using" in capsys.readouterr().err
        await bot.close()
        for there in (f"sqlite:///{tmp_path / 'none'}", games):
            assert await asyncio.to_thread(main, ["admin", "copy", there, f"sqlite:///{tmp_path / 'to'}"]) in (0, 2)
        assert not (tmp_path / "none").exists()
        assert await asyncio.to_thread(main, ["admin", "copy", source, source]) == 2

    @pytest.mark.parametrize(
        ("task", "tool"),
        [(["backup", "x"], "pg_dump"), (["restore", "x"], "pg_restore"), (["compact"], "VACUUM FULL")],
    )
    def test_what_a_server_has_its_own_tools_for_is_told(
        self, task: list[str], tool: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["--database", "postgresql://u:secret@127.0.0.1:9/d", "admin", *task]) == 2
        told = capsys.readouterr().err
        assert tool in told
        assert "secret" not in told
