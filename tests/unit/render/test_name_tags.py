"""Names on a board: any that there can be, whole in their tags, with signs of teams and what time a clock allows."""

from __future__ import annotations

import math
from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image, ImageChops

from engine.catalog import game
from engine.parchis.state import Phase
from render.content.scene import Scene
from render.drawing import name_tags
from render.drawing.sheet import Frame
from render.drawing.text import Written, fits, written
from render.parchis import homes
from render.parchis.geometry import layout
from render.picture import draw, pixels
from render.themes.catalog import THEMES
from tests.fakes.long_run import LONG

TEAMS = {4: ((0, 2), (1, 3)), 6: ((0, 3), (1, 4), (2, 5))}
SIXTEEN = (
    ("Maximiliano Díaz", "Abcdefghijklmnop", "Wilhelmina Weber", "Anna-Karin Möbus", "Bartholomew Gray",
     "Constantinopolis"),
    (16 * "W", 16 * "m", "Mommsenmann Wimm", 4 * "😀🎲🔥🐶", "MMMMMMMM WWWWWWW", 16 * "@"),
)  # fmt: skip


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "\n\t\r",
        "two\nlines",
        "W" * 4000,
        "דוד המלך",
        "محمد علي Ali",
        "Ali محمد",
        "🎲🎲🎲",
        "👩‍👩‍👧‍👦 family",
        "李明",
        "e\u0301" * 50,
        "\u202eevil\u202c",
        "\ud800",
        "\x00",
        "Z̸̧̛̮a̷l̶g̵o̴",
        "﷽",
    ],
)
def test_any_name_can_be_drawn(name: str) -> None:
    state = game("parchis").start({"preset": "italian", "colours": 6})
    assert Image.open(BytesIO(draw(Scene("parchis", state, (name,) * 6, size=320)))).getbbox()
    assert Image.open(BytesIO(draw(Scene("palma", game("palma").start(), (name, name), size=320)))).getbbox()


@pytest.mark.parametrize(("names", "size"), list(zip(SIXTEEN, (None, 320), strict=True)), ids=["usual", "widest"])
@pytest.mark.parametrize("colours", [3, 4, 5, 6])
@pytest.mark.parametrize(("sixes", "allowed"), [(0, ""), (2, ""), (0, "3600 s"), (2, "168 h")])
def test_names_of_sixteen_letters_stand_whole(
    monkeypatch: pytest.MonkeyPatch, colours: int, sixes: int, allowed: str, names: tuple[str, ...], size: int | None
) -> None:
    """Also with the signs of teams and the time that a clock allows, in two lines if they must."""
    asked: list[tuple[str, str, int, int]] = []

    def noted(name: str, instead: str, size: int, room: int, *, smallest: int = 0) -> Written:
        asked.append((name, instead, smallest or size, room))
        return written(name, instead, size, room, smallest=smallest)

    monkeypatch.setattr(name_tags, "written", noted)
    name_tags.tag.cache_clear()
    homes.name_tag.cache_clear()
    start = game("parchis").start({"preset": "spanish", "colours": colours})
    for turned in range(colours):  # the widest of all at every home
        seated = (*names[turned:colours], *names[:turned])
        for slot in range(colours) if LONG else (turned,):
            state = start._replace(phase=Phase.THROW, slot=slot, sixes=sixes)
            draw(Scene("parchis", state, seated, size=size, teams=TEAMS.get(colours, ()), allowed=allowed))
    assert [line for line, instead, least, room in asked if not fits(line, instead, least, room)] == []
    lines = {line for line, *_ in asked}
    assert not allowed or allowed in lines
    for name in names[:colours]:
        parts = ((name[:at].strip(), name[at:].strip()) for at in range(1, len(name)))
        assert name in lines or any(first in lines and rest in lines for first, rest in parts), name


def test_a_second_line_covers_nothing_of_the_home() -> None:
    """It grows away from the home, and the bar stays below it."""
    start = game("parchis").start({"preset": "spanish", "colours": 6})
    shown = [Scene("parchis", start, (name,) * 6, teams=TEAMS[6]) for name in ("Ana", "WWWWWWWWWWWWWWWW")]
    short, long = (pixels(scene).convert("RGB") for scene in shown)
    shape = layout(6)
    frame = Frame.fit(shape.bounds, short.width)
    for home in shape.homes:
        x, y = frame.at(home.centre)
        reach = home.radius * frame.scale
        box = (round(x - reach), round(y - reach), round(x + reach), round(y + reach))
        assert ImageChops.difference(short.crop(box), long.crop(box)).getbbox() is None


@pytest.mark.parametrize("theme", THEMES)
def test_the_time_allowed_stands_in_the_tag_of_whoever_is_to_act_alone(theme: str) -> None:
    start = game("parchis").start({"preset": "spanish", "colours": 4})._replace(phase=Phase.THROW, slot=1)
    plain = Scene("parchis", start, ("Ana",) * 4, theme=theme)
    shown = [pixels(scene).convert("RGB") for scene in (plain, replace(plain, allowed="24 h"))]
    box = ImageChops.difference(*shown).getbbox()
    assert box is not None
    widest = layout(4).homes[1].names[-1]
    frame = Frame.fit(layout(4).bounds, shown[0].width)
    (left, top), (right, bottom) = (
        frame.at((x, widest.middle[1] + y)) for x, y in zip(widest.room, (1, -1), strict=True)
    )
    assert left <= box[0] < box[2] <= right
    assert top <= box[1] < box[3] <= bottom


@pytest.mark.parametrize("colour", [1, 4])
def test_a_short_name_of_six_stands_near_its_home_and_a_long_one_where_it_has_room(colour: int) -> None:
    home = layout(6).homes[colour]
    heights = [place.middle[1] for place in home.names]
    assert heights == sorted(heights)
    assert math.dist(home.names[0].middle, home.centre) < 7.5
    assert len(home.names) > 1
    height, room = 30, [round(29 * (place.room[1] - place.room[0])) for place in home.names]
    assert name_tags.is_whole("Elisa", "E", height, room[0], sign=-1, shape=colour, allowed="24 h")
    assert not name_tags.is_whole("Wilhelmina Wimmm", "W", height, room[0], sign=0, shape=colour, allowed="3600 s")
