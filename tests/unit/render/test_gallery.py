"""Every picture of the gallery still looks as its reference does.

If a picture was meant to change, look at both (the failure names them), then `python -m tools.gallery docs/gallery
--references` and look at the contact sheet.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from PIL import Image

from render.picture import draw
from tools.gallery.__main__ import main
from tools.gallery.sheet import PICTURES, SMALL, contact_sheet, difference, opened, small, write_gallery
from tools.gallery.strips import unseen
from tools.gallery.views import CLASSIC, VIEWS, View, first, picture, scene

REFERENCES = Path(__file__).parents[3] / "docs" / "gallery"
BOUND = 6.0
"""Of 255, in the worst of 64 parts: fonts hint a little differently from machine to machine, no piece is so small."""


def reference(name: str) -> Image.Image:
    """The small picture that was last approved."""
    return Image.open(REFERENCES / f"{name}.png").convert("RGB")


@pytest.mark.parametrize("name", PICTURES)
def test_looks_as_it_was_approved(name: str, tmp_path: Path) -> None:
    found, approved = small(opened(PICTURES[name]())), reference(name)
    apart = difference(found, approved)
    if apart > BOUND:
        both = Image.new("RGB", (found.width + approved.width, max(found.height, approved.height)))
        both.paste(approved, (0, 0))
        both.paste(found, (approved.width, 0))
        both.save(tmp_path / f"{name}.png")
        pytest.fail(f"differs by {apart:.1f}: before and after are side by side in {tmp_path / name}.png")


def test_one_piece_that_has_moved_is_noticed() -> None:
    view = next(view for view in VIEWS if view.name == "parchis-spanish")
    shown = scene(view)
    state = shown.state
    piece = next(piece for piece, step in enumerate(state.steps) if 20 < step < 40)
    steps = (*state.steps[:piece], state.steps[piece] + 3, *state.steps[piece + 1 :])
    moved = replace(shown, state=state._replace(steps=steps), moves=(), trail=())
    still = replace(shown, moves=(), trail=())
    assert difference(small(opened(draw(moved))), small(opened(draw(still)))) > BOUND


def test_there_is_a_reference_for_each_view_and_no_other() -> None:
    names = [view.name for view in VIEWS]
    assert len(names) == len(set(names)) >= 40
    assert {path.stem for path in REFERENCES.glob("*.png")} == {*PICTURES, "contact-sheet"}


def test_pictures_of_different_sizes_differ_wholly() -> None:
    assert difference(Image.new("RGB", (8, 8)), Image.new("RGB", (8, 9))) == 255


def test_a_view_that_no_game_has_is_an_error() -> None:
    with pytest.raises(LookupError, match="never"):
        scene(View("never", CLASSIC, lambda _: False))
    assert scene(View("first", CLASSIC, first)).game == "palma"


def test_a_strip_shows_what_moves_and_where_it_comes_to_rest() -> None:
    for view in (view for view in VIEWS if view.motion):
        what = unseen(view.setting, view.since, view.motion, view.names)
        shown = opened(picture(view))
        wide, high = shown.width // 3, shown.height // 2
        parts = [shown.crop((x * wide, y * high, (x + 1) * wide, (y + 1) * high)) for y in (0, 1) for x in (0, 1, 2)]
        assert difference(parts[-1], opened(draw(what.end))) < 3
        assert all(difference(one, other) > 1 for one, other in pairwise(parts))
        assert picture(view) == picture(view)
    with pytest.raises(LookupError, match="over before"):
        unseen(CLASSIC, 0, 10_000, ())


def test_the_command_writes_what_the_tests_compare_with(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("in the way")
    assert main([str(tmp_path / "file")]) == 1
    assert "cannot be written" in capsys.readouterr().err
    assert write_gallery(tmp_path / "new" / "small", [view.name for view in VIEWS[:2]], references=True) == 2
    for view in VIEWS[:2]:
        found = Image.open(tmp_path / "new" / "small" / f"{view.name}.png").convert("RGB")
        assert difference(found, reference(view.name)) <= BOUND
    assert main([str(tmp_path / "large"), "--only", VIEWS[0].name]) == 0
    assert (tmp_path / "large" / f"{VIEWS[0].name}.png").read_bytes() == draw(scene(VIEWS[0]))
    assert main([str(tmp_path / "none"), "--only", "nothing"]) == 2
    assert "no picture is called 'nothing'" in capsys.readouterr().err
    assert not (tmp_path / "none").exists()


def test_the_sheet_shows_every_picture() -> None:
    images = [("one", Image.new("RGB", (480, 480), "red")), ("two", Image.new("RGB", (480, 960), "blue"))] * 4
    sheet = contact_sheet(images)
    assert sheet.width == 6 * (SMALL + 10) + 10
    colours = {colour: count for count, colour in sheet.getcolors(1 << 16) or []}
    assert colours[255, 0, 0] == 4 * SMALL * SMALL
    assert colours[0, 0, 255] == 8 * SMALL * SMALL
