"""A changed message comes as what differs, and a page that lacks its last state gets it whole."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bot.platforms.web.message_format import Body, thinned
from render import picture
from render.films.moving import draw_motion
from tests.fakes.lobby_page import lobby_of, offered, token_of
from tests.fakes.told_messages import whole
from tests.fakes.web_site import real_site, visitor

STORY = [[1, "Ana rolls a 5."], [2, "Bea rolls a 3."], [3, "Ana rolls a 6."]]
ABOUT = [[["Parchís", "strong", None]]]


def body(story: list[list[object]], about: object = ABOUT, **told: Body) -> Body:
    details = {"story": story, "about": about, "spots": []}
    return {"lines": [], "details": details} | ({"told": told} if told else {})


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (STORY[:2], STORY),  # a turn more
        (STORY, STORY),
        (STORY, [*STORY[:2], [3, "Ana rolls a 6 and captures."]]),  # the last turn goes on
        (STORY, STORY[:2]),  # taken back
        (STORY, STORY[1:]),  # the oldest one is left out
        (STORY, [STORY[0], STORY[2]]),  # one from between is gone
        (STORY, []),
        ([], STORY),
    ],
)
def test_what_differs_makes_the_whole_again(before: list[list[object]], after: list[list[object]]) -> None:
    for about in (ABOUT, []):
        old = body(before, es=body(before))
        new = body(after, about, es=body(after, about))
        known = {"id": 7, "revision": 4, "body": old}
        told = {"id": 7, "revision": 5, "after": 4, "body": json.loads(json.dumps(thinned(new, old)))}
        assert whole(told, known)["body"] == new


def test_a_turn_more_comes_as_that_turn() -> None:
    assert thinned(body(STORY), body(STORY[:2]))["details"] == {"story": STORY[2:], "span": [1, 3], "spots": []}


async def test_pages_have_the_same_whether_they_were_there_or_come_later(tmp_path: Path) -> None:
    site = real_site(tmp_path / "thin.db", picture, draw_motion=draw_motion)
    async with site as (url, _, _), visitor(url) as ana:
        await lobby_of(ana)
        await ana.press(token=token_of(ana, ".fill"))
        for _ in range(6):
            await ana.until(lambda _: bool(offered(ana, ".throw", ".move:")))
            await ana.press(token=offered(ana, ".throw", ".move:")[0])
        await ana.until(lambda _: bool(offered(ana, ".throw", ".move:")))
        boards = [one["layers"] for one in ana.messages.values() if "layers" in one]
        assert boards
        assert all("document" in layers for layers in boards)  # nothing is to be loaded
        async with visitor(url) as bea:
            newest = max(number for number, one in ana.messages.items() if "board" in one["body"])
            assert bea.messages[newest]["body"] == ana.messages[newest]["body"]
