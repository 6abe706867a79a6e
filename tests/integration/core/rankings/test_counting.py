"""Games in which nobody played count for nothing: resigned at once, never begun by one, or played by the clock."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.core.games.ladder import Ladder
from bot.core.rankings.counting import least, own_acts
from bot.core.rankings.folding import fold_all
from bot.core.rankings.ladders import ladders
from bot.core.services.recompute import recompute
from data.open_store import open_store
from data.records import Status
from data.sqlite.migrations import migrations
from data.store import Store
from tests.fakes.clocked_table import begun, board, passes, text
from tests.fakes.room import ANA, BEA, CAI, DAN, Room, room

DAY = 86400.0


async def resigned(place: Room, code: str, who: object) -> None:
    await place.say(who, f"/resign {code}")  # type: ignore[arg-type]
    await place.click(who, "Yes")  # type: ignore[arg-type]


async def test_resigning_at_once_lifts_nobody() -> None:
    """Forty times; a friend was lifted to 1813 in four minutes."""
    async with room() as place:
        for _ in range(40):
            code = await begun(place, "/play palma", BEA)
            await resigned(place, code, BEA)
            assert await place.store.rating_changes(code) == []
            assert "by hand at least 6 times" in text(place)
        assert await place.store.rated("palma", "classic", [ANA.key, BEA.key]) == []


async def test_one_press_before_it_counts_it_does_not_and_then_it_does() -> None:
    async with room() as place:
        code = await begun(place, "/play palma", BEA)
        enough = least(await place.table(code))
        while True:
            acts = own_acts(await place.table(code))
            if min(acts[ANA.key], acts[BEA.key]) == enough - 1:
                break
            who = await place.acting(code, [ANA, BEA])
            await place.press(who, place.live(code)[0].tokens[0])
        before = await place.table(code)
        await resigned(place, code, BEA)
        assert await place.store.rating_changes(code) == []
        assert min(own_acts(before).values()) == enough - 1
        code = await begun(place, "/play palma", BEA)
        await place.play_until_counted(code, [ANA, BEA])
        await resigned(place, code, BEA)
        assert {one.player: one.won for one in await place.store.rating_changes(code)} == {
            ANA.key: True,
            BEA.key: False,
        }
        assert "isn't rated" not in text(place)


async def test_what_the_clock_played_is_nobodys_own() -> None:
    async with room() as place:
        code = await begun(place, "/play palma pace=live:30", BEA)
        for _ in range(400):
            if (await place.table(code)).status is Status.OVER:
                break
            who = await place.actor(code, [ANA, BEA])
            if who == ANA:
                await place.press(ANA, place.live(code)[0].tokens[0])
            else:
                await passes(place, 30)
        table = await place.table(code)
        assert own_acts(table)[BEA.key] == 0
        assert await place.store.rating_changes(code) == []


async def test_who_leaves_at_once_is_left_out_and_the_others_game_counts() -> None:
    async with room() as place:
        code = await begun(place, "/play parchis", BEA, CAI, DAN)
        await resigned(place, code, CAI)
        await place.play_out(code, [ANA, BEA, DAN])
        changes = await place.store.rating_changes(code)
        assert {one.player for one in changes} == {ANA.key, BEA.key, DAN.key}
        assert "Not rated for 🔴 Cai" in text(place)
        assert "Cai" in text(place)
        assert board(place).screen.picture is not None
        await recompute(place.store)
        assert await place.store.rating_changes(code) == changes


async def test_a_team_whose_partner_never_played_brings_nobody_anything() -> None:
    async with room() as place:
        code = await begun(place, "/play parchis teams=YR,BG", BEA, CAI, DAN)
        await resigned(place, code, CAI)
        await place.play_out(code, [ANA, BEA, DAN])
        assert await place.store.rating_changes(code) == []


async def test_games_of_an_earlier_version_are_judged_anew_when_its_file_is_opened(tmp_path: Path) -> None:
    """Without reading their logs one by one: the file's own statements come to what the program would."""
    path = tmp_path / "games.sqlite3"
    codes = []
    store = await open_store(f"sqlite:///{path}")
    async with room(store) as place:
        for line, others, leaver, long in (
            ("/play palma", [BEA], BEA, False),
            ("/play palma", [BEA], BEA, True),
            ("/play parchis", [BEA, CAI, DAN], CAI, False),
            ("/play parchis teams=YR,BG", [BEA, CAI, DAN], CAI, False),
        ):
            code = await begun(place, line, *others)
            codes.append(code)
            if long:
                await place.play_until_counted(code, [ANA, *others])
            await resigned(place, code, leaver)
            if len(others) > 1:
                await place.play_until_counted(code, [ANA, BEA, DAN])
                await resigned(place, code, BEA)
                if (await place.table(code)).status is Status.PLAYING:
                    await resigned(place, code, DAN)
            place.clock.time += 60
        noted = [await place.store.rating_changes(code) for code in codes]
        results = await rated_results(place.store)
    await store.close()
    steps = {each.name: each.sql for each in migrations()}
    with closing(sqlite3.connect(path)) as file:  # back to the earlier form, and on again
        file.executescript("DROP TABLE meetings; ALTER TABLE result_seats DROP COLUMN counted")
        file.execute("UPDATE results SET rated = 1")
        file.commit()
        file.executescript(steps["meetings"])
        file.executescript("DROP TABLE rating_tallies; DROP TABLE rating_corrections; DROP TABLE refolds")
        file.executescript(steps["ladders_in_steps"])
    store = await open_store(f"sqlite:///{path}")
    async with room(store) as place:
        await fold_all(place.store)
        assert await rated_results(place.store) == results
        assert [await place.store.rating_changes(code) for code in codes] == noted
    await store.close()


async def rated_results(store: Store) -> list[object]:
    return [await store.rated_page(ladder.game, ladder.family, (-1.0, ""), 99) for ladder in ladders()]


@pytest.mark.parametrize("ladder", ladders(), ids=lambda ladder: ladder.name)
def test_every_ladder_has_its_number(ladder: Ladder) -> None:
    assert 0 < ladder.least <= 20
