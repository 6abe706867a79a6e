"""Store something in every table that a played game leaves empty."""

from __future__ import annotations

import zlib
from dataclasses import replace
from pathlib import Path

from bot.core.domain.chat_settings import ChatSettings
from bot.core.domain.daily_puzzle import Puzzle, day_of
from bot.core.games.puzzle_stock import puzzle_at
from bot.core.services.puzzle_codec import record_of
from bot.core.tournaments.codec import record_of as tournament_record
from bot.core.tournaments.entering import Comer, enter
from bot.core.tournaments.terms import Format, Terms
from bot.core.tournaments.tournament import Pairing, Round, Stage, Tournament
from data.event_records import (
    AppointmentRecord,
    ChallengeRecord,
    DayGame,
    GuestRecord,
    PuzzleAnswer,
    SeekerRecord,
    TournamentPost,
)
from data.records import (
    BlockRecord,
    CallerRecord,
    ChatKey,
    ChatRecord,
    PersonKey,
    PersonRecord,
    RestrictionRecord,
    TableSubscription,
)
from data.result_records import AnalysisOrder, AnalysisRecord, AnalysisSeat
from data.roles.log_files import LogFile
from data.season_records import ClosedSeason, HonourKind, HonourRecord
from data.store import Store
from tests.fakes.room import ANA, BEA, CAI, CHAT, Room

ELSEWHERE = ChatKey("fake", "elsewhere")
UNFINISHED = (
    "INSERT INTO rating_corrections SELECT game, family, at, table_id, 1 FROM results",
    "INSERT INTO rating_tallies SELECT game, family, points, 1 FROM ratings WHERE true ON CONFLICT DO NOTHING",
)


async def _tournament(store: Store, over: str) -> None:
    """Store a tournament under way, whose one table is over."""
    terms = Terms(Format.SWISS, 5.0, 9e9, play={"game": "palma", "pace": "daily:24"}, live=False)
    cup = Tournament("cup234", CHAT, ANA.key, "Ana", "Spring cup", terms, b"c" * 32, 1.0, Stage.PLAYING)
    for who in (ANA, BEA):
        cup = enter(replace(cup, stage=Stage.ENTRIES), Comer(who.key, who.name, CHAT, 1000))
    pairing = Pairing((0, 1), over, opened=True, places=(1, 2), captures=(0, 0), at=7.0)
    await store.create_tournament(tournament_record(replace(cup, stage=Stage.PLAYING), 8e9))
    played = replace(cup, stage=Stage.PLAYING, rounds=(Round((pairing,), 5.0, 9e9),), version=1)
    await store.save_tournament(tournament_record(played, 8e9))
    await store.add_tournament_table(cup.id, over)
    post = TournamentPost(cup.id, CHAT)
    await store.save_tournament_post(replace(post, mark="round 1", message="m1", face="face"))


async def fill(place: Room, over: str, bad: str, archive: Path) -> None:
    """Add people, settings, a block, a ban, an analysis and a puzzle; archive the log of the game that is over."""
    store = place.store
    for who in (ANA, BEA, CAI):
        await store.save_person(PersonRecord(who.key, who.name, "en", '{"ranked":true}'))
    await store.save_chat(ChatRecord(CHAT, "en", '{"theme":"dark"}'))
    await store.save_place(TableSubscription(bad, ELSEWHERE, BEA.key))
    await store.save_caller(CallerRecord(CHAT, CAI.key, "Cai"))
    await store.save_block(BlockRecord(CAI.key, ANA.key, "Ana", 5.0), limit=9)
    offer = ChallengeRecord("chal23", CHAT, ANA.key, "Ana", BEA.key, "Bea", '{"game":"palma"}', 5.0, 9.0)
    await store.add_challenge(offer, since=0.0, most=5)
    guests = (GuestRecord(ANA.key, "Ana", comes=True, since=5.0), GuestRecord(BEA.key, "Bea", comes=False, since=6.0))
    date = AppointmentRecord("date23", CHAT, ANA.key, "Ana", '{"game":"palma"}', 5.0, 9.0, 9.0, guests=guests)
    await store.add_appointment(date, of_chat=5, of_person=5)
    await store.seek(SeekerRecord(ANA.key, "Ana", CHAT, "game=palma", 1000, 5.0, 9.0))
    await store.restrict(RestrictionRecord(PersonKey("fake", "eve"), banned=True, reason="spam", at=5.0))
    player = AnalysisSeat(ANA.key, luck=0.1, throws=9, error=0.1, choices=9, adjusted=-0.1)
    await store.add_analysis(AnalysisRecord(over, "palma", "palma", 7.0, zlib.compress(b"{}"), (player,)))
    await store.save_order(AnalysisOrder(over, CHAT, ANA.key, "m1", 7.0))
    stocked = puzzle_at(0)
    puzzle = Puzzle(stocked.game, stocked.line, stocked.ranking, None)
    today = day_of(place.clock.now(), ChatSettings())
    await store.add_puzzle(record_of(puzzle, CHAT, today, over))
    await store.answer_puzzle(PuzzleAnswer(CHAT, today, ANA.key, puzzle.right[0], solved=True))
    await store.schedule_puzzles(CHAT, place.clock.now() + 60)
    due = place.clock.now() + 60
    await store.schedule_day_game(CHAT, due)
    assert await store.claim_day_game(DayGame(CHAT, due, None, None, 0), DayGame(CHAT, due, due, bad, 0))
    await store.award([HonourRecord(CHAT, HonourKind.CUP, over, ANA.key, 1, 7.0, "Spring cup", '{"points":9}')])
    season, past = await store.season(CHAT), ClosedSeason(CHAT, 0.0, 1.0, 5.5)
    assert season is not None
    await store.close_season(season, past, [HonourRecord(CHAT, HonourKind.SEASON, past.event, ANA.key, 1, 1.0)])
    await _tournament(store, over)
    await store.take_command("bot", "digest", 8.5)
    await store.note_picture("telegram", over, 999, "file", 8.5)  # not older than the table
    await store.set_aside("chats", {"chat": "past"}, "settings", "is no JSON object", "x")
    await store.refold_all()
    for statement in UNFINISHED:
        await store._write(statement, {})
    file = LogFile(archive)
    file.add(over, await store.moves(over))
    file.finish()
    assert await store.archive(file.logs) == 1
