"""A past game, step by step: who may see it, and the texts and pictures of it."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientResponse
from PIL import Image

from bot.core.domain.table import StartedTable
from bot.core.i18n.translator import languages, translator
from bot.core.rankings.insight import record_of as insight_of
from bot.core.services.analysis_codec import dump, load
from bot.core.services.table_codec import record_of
from bot.core.tournaments.codec import record_of as record_of_cup
from bot.platforms.web.rate_limits import WISHES, Wish
from bot.platforms.web.texts import REPLAY_WORDS
from data.records import ChatKey
from data.sqlite.store import SqliteStore
from engine.game import TurnKind
from engine.players.analysis import analysed_part
from render.content.layered import LAYERED
from tests.fakes.finished_tables import finished
from tests.fakes.tournament_games import announced
from tests.fakes.web_site import Page, real_site, visitor

GAME = "c/room/game/abc234"


@dataclass
class Place:
    """A site with a game that is over, and somebody who asks for it."""

    url: str
    store: SqliteStore
    ana: Page
    table: StartedTable

    async def get(self, path: str, **headers: str) -> tuple[ClientResponse, bytes]:
        """Ask for something."""
        async with self.ana.session.get(f"{self.url}{path}", headers=headers) as answer:
            return answer, await answer.read()

    async def steps(self, language: str = "en") -> dict[str, Any]:
        """Ask for the game."""
        answer, data = await self.get(f"{GAME}/steps.json?language={language}")
        assert answer.status == 200
        told: dict[str, Any] = json.loads(data)
        return told

    async def analyse(self, gives: float | None = None) -> None:
        """Store what is found out about the game, with a shallow look; what each choice but the best `gives` away."""
        match = self.table.match
        sides, reports = analysed_part(match.game, match.game.dump(match.opening), match.moves, 1)
        if gives is not None:
            reports = [
                report
                if report.best in (None, report.move)
                else replace(
                    report, error=gives, swing=(-gives, gives) if sides[report.seat] == 0 else (gives, -gives)
                )
                for report in reports
            ]
        body = dump(sides, reports)
        assert await self.store.add_analysis(insight_of(self.table, load(body, match), body, 1.0))


@pytest.fixture
async def place(tmp_path: Path) -> AsyncIterator[Place]:
    """A site with a finished game of Palma in the chat `room`."""
    table = finished("palma", {}, ["D", "J"])
    table = replace(table, version=1, log=tuple(move._replace(version=1) for move in table.log))
    async with real_site(tmp_path / "replays.db") as (url, store, _), visitor(url, chat="room") as ana:
        await store.add_past(record_of(table), table.log)
        yield Place(url, store, ana, table)


async def test_a_game_is_told_from_its_first_ply_to_its_last(place: Place) -> None:
    told, plies = await place.steps(), place.table.match.plies
    assert told["code"] == "abc234"
    assert told["over"]
    assert "Palma" in told["title"]
    assert "Ana" in told["about"]
    assert len(told["plies"]) == len(plies)
    assert sum(map(bool, told["plies"])) > len(plies) * 0.9
    turns = told["turns"]
    assert [turn[1] for turn in turns[1:]] == [turn[2] for turn in turns[:-1]]
    assert (turns[0][1], turns[-1][2]) == (0, len(plies))
    assert all(words for *_, words in turns)
    assert told["turns"][0][0] in (0, 1)
    assert told["analysable"]
    assert told["analysis"] is None


async def test_asking_begins_no_analysis_and_a_stored_one_is_told(place: Place) -> None:
    assert (await place.steps())["analysis"] is None
    assert await place.store.analysis("abc234") is None
    await place.analyse()
    analysis = (await place.steps())["analysis"]
    assert "Ana" in "".join(name for name, _ in analysis["sides"])
    assert all(len(colour) == 7 and colour.startswith("#") for _, colour in analysis["sides"])
    assert all(abs(sum(chances) - 1000) <= 2 for chances in analysis["curve"])
    assert len(analysis["curve"]) <= len(place.table.match.plies) + 1
    assert 1 <= len(analysis["moments"]) <= 3
    for first, last, shift, words in analysis["moments"]:
        assert 0 <= first < last <= len(place.table.match.plies)
        assert "→" in shift
        assert words
    assert {mark for mark, _ in analysis["marks"].values()} <= {"!?", "?", "??"}
    assert all("points of win chance; better: " in words for _, words in analysis["marks"].values())
    assert analysis["luck"]
    for at, words in analysis["luck"].items():
        assert re.fullmatch(r"(very )?(lucky roll \(\+|unlucky roll \(−)\d+ points of win chance\)", words)
        assert place.table.match.plies[int(at) - 1].kind is TurnKind.THROW


async def test_at_a_mistake_the_board_has_the_ghost_of_the_better_move(place: Place) -> None:
    async def boards(plies: list[int]) -> list[bytes]:
        return [(await place.get(f"{GAME}/{ply}.{ending}"))[1] for ply in plies for ending in ("board", "png")]

    match = place.table.match
    _, reports = analysed_part(match.game, match.game.dump(match.opening), match.moves, 1)
    faults = [ply for ply, report in enumerate(reports, start=1) if report.best not in (None, report.move)][:3]
    fine = [ply for ply, report in enumerate(reports, start=1) if report.best == report.move][:3]
    assert faults
    plain, good = await boards(faults), await boards(fine)
    await place.analyse(gives=0.04)
    assert all(before != after for before, after in zip(plain, await boards(faults), strict=True))
    assert await boards(fine) == good
    assert {str(ply) for ply in faults} <= set((await place.steps())["analysis"]["marks"])


@pytest.mark.parametrize("language", languages())
async def test_the_reader_reads_it_in_their_language(place: Place, language: str) -> None:
    told = await place.steps(language)
    assert told["language"] == language
    assert set(told["words"]) == set(REPLAY_WORDS)
    _, alt = await place.get(f"{GAME}/3.txt?language={language}")
    assert translator(language)("hounds").lower() in alt.decode().lower()


async def test_every_position_is_a_picture_and_another(place: Place) -> None:
    last = len(place.table.match.plies)
    seen = set()
    for ply in (0, 1, 7, last):
        answer, data = await place.get(f"{GAME}/{ply}.png")
        assert answer.content_type == "image/png"
        assert Image.open(BytesIO(data)).width >= 400
        assert "private" in answer.headers["Cache-Control"]
        assert (await place.get(f"{GAME}/{ply}.png"))[1] == data
        seen.add(data)
    assert len(seen) == 4
    _, dark = await place.get(f"{GAME}/0.png?dark")
    assert dark not in seen


async def test_a_position_is_a_board_that_moves_from_the_one_before(place: Place) -> None:
    boards = []
    for ply in (0, 2, 3, 40):  # the first ply is the lot, which moves nothing
        answer, data = await place.get(f"{GAME}/{ply}.board")
        assert answer.content_type == LAYERED
        assert "private" in answer.headers["Cache-Control"]
        assert len(data) < 4000
        boards.append(json.loads(data))
        assert (await place.get(f"{GAME}/{ply}.board"))[1] == data
    assert boards[0]["film"] == []
    assert all(board["film"] for board in boards[1:])
    assert len({json.dumps(board["rest"]) + json.dumps(board["things"]) for board in boards}) == 4
    _, dark = await place.get(f"{GAME}/2.board?dark")
    assert json.loads(dark)["base"] != boards[1]["base"]
    _, last = await place.get(f"{GAME}/steps.json")
    plies = len(json.loads(last)["plies"])
    _, end = await place.get(f"{GAME}/{plies}.board")
    assert json.loads(end)["film"]


@pytest.mark.parametrize(
    "path",
    [
        "c/room/game/zzz999/steps.json",
        "c/salon/game/abc234/steps.json",  # another chat
        "c/..%2f/game/abc234/steps.json",
        "c/room/game/abc234'/steps.json",
        f"c/{'x' * 41}/game/abc234/steps.json",
        "c/salon/game/abc234/0.png",
        "c/salon/game/abc234/0.txt",
        f"{GAME}/99999.png",
        f"{GAME}/99999.txt",
        f"{GAME}/99999.board",
        f"{GAME}/999999.png",
        f"{GAME}/-1.png",
        f"{GAME}/01.png",
        f"{GAME}/1.gif",
        f"{GAME}/x",
    ],
)
async def test_nothing_is_shown_of_what_is_not_there_or_not_for_this_chat(place: Place, path: str) -> None:
    answer, data = await place.get(path)
    assert answer.status == 404
    assert b"Palma" not in data
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]


async def test_a_chat_that_cannot_see_it_is_told_so_in_the_readers_language(place: Place) -> None:
    _, data = await place.get("c/salon/game/abc234/steps.json?language=es")
    assert json.loads(data)["problem"] == "No encuentro esa mesa en este chat."


async def test_a_chat_of_a_tournament_may_replay_all_its_games(place: Place) -> None:
    cup = announced(3, chat=ChatKey("web", "salon"), play={"game": "palma", "pace": "daily:24"})
    await place.store.create_tournament(record_of_cup(cup, None))
    other = replace(place.table, id="abc235", links=replace(place.table.links, tournament=cup.id))
    await place.store.add_past(record_of(other), other.log)
    assert (await place.get("c/salon/game/abc235/steps.json"))[0].status == 200
    assert (await place.get("c/elsewhere/game/abc235/steps.json"))[0].status == 404


async def test_a_lobby_has_nothing_to_replay(place: Place) -> None:
    await place.ana.say("/play parchis")
    while not any(".fill" in token for token in _tokens(place.ana)):
        await place.ana.frame()
    code = _tokens(place.ana)[0].partition(".")[0]
    answer, data = await place.get(f"c/room/game/{code}/steps.json")
    assert answer.status == 404
    assert "started" in json.loads(data)["problem"]


async def test_a_game_under_way_is_replayed_so_far(place: Place) -> None:
    code = await _begun(place.ana)
    _, data = await place.get(f"c/room/game/{code}/steps.json")
    told = json.loads(data)
    assert not told["over"]
    assert not told["analysable"]
    answer, _ = await place.get(f"c/room/game/{code}/{len(told['plies'])}.png")
    assert answer.status == 200


async def test_a_chat_that_watches_a_game_may_replay_it_and_no_other_may(place: Place) -> None:
    code = await _begun(place.ana)
    async with visitor(place.url, chat="peñón") as watcher:
        await watcher.say(f"/watch {code}")
        answer, _ = await place.get(f"c/Peñón/game/{code.upper()}/steps.json")
        assert answer.status == 200
        assert (await place.get(f"c/peñón/game/{code}/0.png"))[0].status == 200
    assert (await place.get(f"c/salon/game/{code}/steps.json"))[0].status == 404


async def test_the_address_opens_the_page_and_a_known_game_is_not_sent_twice(place: Place) -> None:
    answer, data = await place.get(GAME)
    assert (answer.status, answer.content_type) == (200, "text/html")
    assert b"/replay.js" in data
    answer, _ = await place.get(f"{GAME}/steps.json")
    again, _ = await place.get(f"{GAME}/steps.json", **{"If-None-Match": answer.headers["ETag"]})
    assert again.status == 304


async def test_one_client_may_not_ask_without_end(place: Place) -> None:
    burst = WISHES[Wish.POSITION].burst
    assert burst is not None
    statuses = [(await place.get(f"{GAME}/0.txt"))[0].status for _ in range(burst + 60)]
    assert statuses[:burst] == [200] * burst
    assert 429 in statuses


async def _begun(page: Page) -> str:
    """Begin a game against bots; its code."""
    await page.say("/play parchis rolls=each")
    while not any(".fill" in token for token in _tokens(page)):
        await page.frame()
    await page.press(token=next(token for token in _tokens(page) if ".fill" in token))
    while not any(token.endswith(".throw") for token in _tokens(page)):
        await page.frame()
    return _tokens(page)[-1].partition(".")[0]


def _tokens(page: Page) -> list[str]:
    return [button[1] for message in page.messages.values() for row in message["body"]["rows"] for button in row]
