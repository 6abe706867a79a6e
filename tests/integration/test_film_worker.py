"""The workshop: films made in a process of their own, which ends with its work or before."""

from __future__ import annotations

import asyncio
import os
from dataclasses import replace

import pytest

from bot.film_worker import FilmFailed, FilmWorker
from engine.notation import Record, write
from render.content.card_content import ResultCard, ResultRow
from render.content.film_order import FilmOrder, FilmWords
from render.films.film import film, kinds, look_of
from tests.fakes.random_games import NAMES, random_game

MATCH = random_game("palma", 1, plies=30)
RECORD = Record.of(MATCH, players=NAMES[:2])
CARD = ResultCard("Ana wins!", "Palma", ("rolls",), (ResultRow("Ana", 1, (0,), ("3",)),), "race", ((0.0,), (1.0,)))
ORDER = FilmOrder(write(RECORD), "classic", "image/gif")


async def test_the_worker_makes_the_film_of_an_exported_game() -> None:
    words = FilmWords("Turno {n} de {all}", ("…", "… uno"))
    made = await FilmWorker()(replace(ORDER, theme="dark", tempo="fast", begins=2, words=words, card=CARD))
    look = look_of(RECORD, theme="dark", tempo="fast", begins=2, words=words, card=CARD)
    assert made == film(MATCH, look)


def test_an_order_is_read_as_it_was_packed() -> None:
    for order in (ORDER, replace(ORDER, kind="video/mp4", tempo="slow", begins=7, card=CARD)):
        assert FilmOrder.read(order.packed()) == order


async def test_it_says_what_it_can_make() -> None:
    assert FilmWorker().kinds == ("image/gif", "video/mp4")[: len(kinds())]


async def test_what_is_no_game_fails_with_the_workers_words() -> None:
    with pytest.raises(FilmFailed, match="there is no \\[Game"):
        await FilmWorker()(replace(ORDER, game="nonsense"))


async def test_a_film_that_takes_too_long_is_given_up() -> None:
    with pytest.raises(FilmFailed, match="not ready after 0 s"):
        await FilmWorker(0.0)(ORDER)


async def test_the_worker_ends_when_nobody_waits_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[asyncio.subprocess.Process] = []
    under_way = asyncio.Event()
    begin = asyncio.create_subprocess_exec

    async def watched(*words: str, **wishes: object) -> asyncio.subprocess.Process:
        started.append(await begin(*words, **wishes))  # type: ignore[arg-type]
        under_way.set()
        return started[-1]

    monkeypatch.setattr("asyncio.create_subprocess_exec", watched)
    workshop = FilmWorker()
    orders = [asyncio.create_task(workshop(ORDER)) for _ in range(2)]
    await under_way.wait()
    for order in orders:
        order.cancel()
    await asyncio.gather(*orders, return_exceptions=True)
    assert [worker.returncode for worker in started] == [-9]  # one at a time: the second had not begun


async def test_the_worker_is_told_no_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[dict[str, str]] = []

    async def refused(*words: str, env: dict[str, str], **wishes: object) -> None:
        told.append(env)
        raise OSError

    monkeypatch.setenv("PALMARES_DISCORD_TOKEN", "secret")
    monkeypatch.setenv("DATABASE_URL", "secret")
    monkeypatch.setattr("asyncio.create_subprocess_exec", refused)
    with pytest.raises(FilmFailed):
        await FilmWorker()(ORDER)
    assert told[0]["PATH"] == os.environ["PATH"]
    assert "secret" not in told[0].values()
