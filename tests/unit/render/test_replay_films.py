"""Films as files: small, short, the same each time; and what a player program sees of them is what was drawn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from io import BytesIO
from itertools import pairwise
from operator import sub
from typing import Any, BinaryIO

import pytest
from PIL import Image, ImageChops, ImageSequence

from engine.match import Match
from engine.parchis.game import PARCHIS
from render.content.card_content import ResultCard, ResultRow
from render.films import film as films
from render.films import gif
from render.films.film import LARGEST, MP4, TooLarge, film, kinds
from render.films.frames import Shot, frames
from render.films.panel import Panel
from render.films.schedule import ENDING
from render.films.script import Look, script
from render.picture import pixels
from render.themes.catalog import THEMES
from tests.fakes.random_games import NAMES, longest, random_game

LOOK = Look(NAMES)


def difference(picture: Image.Image, scene: Any) -> Any:
    """Where the board in a picture is not the scene."""
    board = pixels(scene).convert("RGB")
    return ImageChops.difference(picture.convert("RGB").crop((0, 0, *board.size)), board).getbbox()


def boxes(data: bytes) -> list[tuple[int, int, int, int]]:
    """The rectangle of each picture of a GIF, read from the file itself."""
    at, found = 13 + 3 * (2 << (data[10] & 7)), []
    while data[at] != 0x3B:
        if data[at] == 0x2C:
            left, top, width, height = (int.from_bytes(data[at + n : at + n + 2], "little") for n in (1, 3, 5, 7))
            found.append((left, top, left + width, top + height))
            assert not data[at + 9] & 0x80  # no local palette
            at += 11
        else:
            assert data[at] == 0x21
            at += 2
        while data[at]:
            at += data[at] + 1
        at += 1
    return found


def test_the_film_of_a_long_game_is_light() -> None:
    """Of one family; `benchmarks.replay` makes those of all."""
    match, look = longest("palma"), LOOK
    data = film(match, look)
    assert len(data) <= LARGEST
    with Image.open(BytesIO(data)) as picture:
        assert picture.info["loop"] == 0
        picture.seek(picture.n_frames - 1)  # type: ignore[attr-defined]
        assert not difference(picture, list(script(match, look))[-1].scene)


@pytest.mark.skipif(MP4 not in kinds(), reason="the extra `video` is not installed")
def test_the_film_of_a_long_game_is_light_as_mp4_too() -> None:
    data = film(longest("palma"), LOOK, MP4)
    assert len(data) <= LARGEST
    assert data.index(b"moov") < data.index(b"mdat")  # a phone need not wait for all of it


@pytest.mark.skipif(MP4 not in kinds(), reason="the extra `video` is not installed")
def test_an_mp4_whose_index_comes_first_has_the_same_pictures() -> None:
    import av

    from render.films.mp4 import index_first

    late = BytesIO()
    with av.open(late, "w", format="mp4") as container:
        stream = container.add_stream("libx264", rate=10)
        stream.width = stream.height = 64
        stream.pix_fmt = "yuv420p"
        for shade in range(0, 250, 10):
            frame = av.VideoFrame.from_image(Image.new("RGB", (64, 64), (shade, 255 - shade, 90)))
            container.mux(stream.encode(frame))
        container.mux(stream.encode())
    first = index_first(late.getvalue())
    assert late.getvalue().index(b"moov") > late.getvalue().index(b"mdat")
    assert first.index(b"moov") < first.index(b"mdat")
    assert len(first) == len(late.getvalue())
    assert index_first(first) == first
    shown = []
    for data in (first, late.getvalue()):
        with av.open(BytesIO(data)) as container:
            shown.append([frame.to_image().tobytes() for frame in container.decode(video=0)])
    assert shown[0] == shown[1]
    assert len(shown[0]) == 25


@pytest.mark.parametrize(
    ("kind", "theme"),
    [("three", "classic"), ("four", "high-contrast"), ("diceless", "high-contrast"), ("palma", "classic"),
     ("penalty", "high-contrast")],
)  # fmt: skip
def test_each_picture_of_a_film_is_what_was_drawn(kind: str, theme: str) -> None:
    look = Look(NAMES, theme=theme, size=300)
    shots = list(script(random_game(kind, 6, plies=40), look))
    pictures = [drawn.picture for drawn in frames(shots)]
    scenes, seen = [shots[0]], [pictures[0]]
    for shot, picture in zip(shots[1:], pictures[1:], strict=True):
        if picture.tobytes() != seen[-1].tobytes():
            scenes.append(shot)
            seen.append(picture)
    out = BytesIO()
    gif.write(shots, out)
    with Image.open(out) as picture:
        assert picture.n_frames == len(scenes)  # type: ignore[attr-defined]
        for still, shot in zip(ImageSequence.Iterator(picture), scenes, strict=True):
            assert not difference(still, shot.scene)
    expected = [(0, 0, *seen[0].size)]
    for before, after in pairwise(seen):
        one, other = (Image.frombytes("L", p.size, p.tobytes()) for p in (before, after))
        expected.append(ImageChops.difference(one, other).getbbox() or (0, 0, 0, 0))
    assert boxes(out.getvalue()) == expected


def test_pictures_that_are_alike_are_one() -> None:
    shots = list(script(random_game("four", 1, plies=0), LOOK))
    out = BytesIO()
    gif.write(shots, out)
    with Image.open(out) as picture:
        assert picture.n_frames == 1  # type: ignore[attr-defined]
        assert picture.info["duration"] == 10 * sum(shot.time for shot in shots)


@pytest.mark.parametrize("theme", THEMES)
def test_a_board_of_colours_that_nobody_plays_has_a_palette_too(theme: str) -> None:
    rules = {"preset": "italian", "colours": 6}
    match = Match.start(PARCHIS, rules, ["Y", "G"])
    data = film(match, Look(NAMES, theme=theme))
    with Image.open(BytesIO(data)) as picture:
        assert not difference(picture, list(script(match, Look(NAMES, theme=theme)))[-1].scene)


def test_the_same_game_gives_the_same_bytes() -> None:
    match, look = random_game("palma", 1, plies=50), Look(NAMES, size=300)
    for kind in kinds():
        assert film(match, look, kind) == film(match, look, kind)


def test_a_film_that_grows_too_large_is_made_of_fewer_shots(monkeypatch: pytest.MonkeyPatch) -> None:
    match, look = random_game("palma", 1), Look(NAMES, size=240)
    whole = film(match, look)
    monkeypatch.setattr(films, "LARGEST", len(whole) * 2 // 3)
    smaller = film(match, look)
    assert len(smaller) <= len(whole) * 2 // 3
    with Image.open(BytesIO(smaller)) as picture:
        picture.seek(picture.n_frames - 1)  # type: ignore[attr-defined]
        assert not difference(picture, list(script(match, look))[-1].scene)


@pytest.mark.parametrize("kind", kinds())
def test_a_film_that_cannot_fit_is_given_up_at_its_first_pictures(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    match, look, drawn = random_game("palma", 1), Look(NAMES, size=240), list[Shot]()
    write = films._writer(kind)

    def watched(shots: Iterable[Shot], out: BinaryIO) -> None:
        def seen() -> Iterator[Shot]:
            for shot in shots:
                drawn.append(shot)
                yield shot

        write(seen(), out)

    monkeypatch.setattr(f"render.films.{kind}.write", watched)
    monkeypatch.setattr(films, "LARGEST", 10_000)
    with pytest.raises(TooLarge, match="240 pixels"):
        film(match, look, kind)
    assert len(drawn) < 7 * 10  # each time it is tried


def test_films_are_written_picture_by_picture() -> None:
    match, out = random_game("four", 1, plies=150), BytesIO()
    sizes: list[int] = []

    def counted(match: Match[Any]) -> Any:
        for shot in script(match, LOOK):
            sizes.append(out.tell())
            yield shot

    gif.write(counted(match), out)
    assert len(sizes) > 100
    assert sizes[0] == 0
    assert sizes[1] == 13 + 3 * 256 + 19, "header, palette, how often it plays: a picture waits for the next"
    assert all(later > earlier for earlier, later in pairwise(sizes[1:]))


@pytest.mark.skipif(MP4 not in kinds(), reason="the extra `video` is not installed")
@pytest.mark.parametrize("kind", ["five", "palma"])
def test_mp4_films_show_the_same(kind: str) -> None:
    import av

    match, look = random_game(kind, 1, plies=120), Look(NAMES, size=300)
    shots = list(script(match, look))
    data = film(match, look, MP4)
    assert len(data) <= LARGEST
    with av.open(BytesIO(data)) as container:
        stream = container.streams.video[0]
        assert stream.width % 2 == stream.height % 2 == 0
        stills = [(frame.time, frame.to_image()) for frame in container.decode(video=0)]
    assert len(stills) == len(shots) + 1
    assert stills[-1][0] == pytest.approx(sum(shot.time for shot in shots) / 100, abs=0.02)
    for index in (0, len(shots) // 2, len(shots) - 1):
        drawn = pixels(shots[index].scene).convert("RGB")
        off = ImageChops.difference(stills[index][1].crop((0, 0, *drawn.size)).reduce(8), drawn.reduce(8))
        assert max(high for _, high in off.getextrema()) < 40  # type: ignore[misc, union-attr]


def test_the_panel_below_tells_whose_move_it_is_and_who_has_won() -> None:
    match = random_game("four", 5)
    first, second, *_, last = script(match, Look(NAMES, size=300))
    board = pixels(first.scene)
    assert first.panel is not None

    def drawn(shot: Shot) -> Image.Image:
        (one,) = frames([shot])
        return one.picture.convert("RGB").crop((0, board.height, board.width, one.picture.height))

    def changed(one: Panel, other: Panel) -> Any:
        return ImageChops.difference(*(drawn(replace(first, panel=panel)) for panel in (one, other))).getbbox()

    left, top, right, bottom = changed(first.panel, replace(first.panel, acting=3))
    assert left >= board.width // 2 - 5
    assert bottom - top < drawn(first).height / 2
    left, top, right, bottom = changed(first.panel, replace(first.panel, places=(0, 2, 0, 0)))
    assert right - left < board.width / 6  # a medal next to the second name
    assert left > board.width * 0.8
    assert changed(first.panel, replace(first.panel, caption="… 12 turns later"))[0] > board.width * 0.3
    assert last.panel is not None
    assert drawn(last).size == drawn(second).size


def test_a_card_fills_the_last_picture_in_its_own_colours() -> None:
    card = ResultCard(
        "Ana wins!", "Palma", ("rolls",), (ResultRow("Ana", 1, (0,), ("3",)),), "race", ((0.0,), (1.0,))
    )
    data = film(random_game("palma", 1, plies=30), Look(NAMES, size=300, card=card))
    with Image.open(BytesIO(data)) as picture:
        sizes = {still.size for still in ImageSequence.Iterator(picture)}
        assert picture.info["duration"] == 10 * ENDING
        shown = picture.convert("RGB")
    assert sizes == {shown.size}
    paper = THEMES["classic"].square
    near = sum(
        count for count, colour in shown.getcolors(1 << 16) or () if max(map(abs, map(sub, colour, paper))) < 8
    )  # type: ignore[arg-type]
    assert near > 0.3 * shown.width * shown.height
