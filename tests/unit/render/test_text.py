"""Names in pictures: any script and length; what no font has is left out."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops, ImageStat

from render.drawing.emoji import COLOURED, SIDE, coloured, emoji
from render.drawing.text import _runs, legible, wrapped, written


@pytest.mark.parametrize(
    "name",
    [
        "Ñandú", "Χρυσάνθη", "Зоя", "דוד המלך", "محمد علي", "李小明", "小林さくら", "コバヤシ", "김민준", "अनीता",
        "สมชาย", "অনিতা", "தமிழ்", "తెలుగు", "ნინო", "Արամ", "ગુજરાત", "ਪੰਜਾਬ", "ಕನ್ನಡ", "മലയാളം", "සිංහල", "ខ្មែរ",
        "ລາວ", "မြန်မာ", "አማርኛ", "🎲", "Ana ♥", "☺ Eva", "Zoë 李 🎉",
    ],
)  # fmt: skip
def test_a_name_is_drawn_whole(name: str) -> None:
    assert legible(name, "?") == name
    image = written(name, "?", 40, 4000).covered()
    ink = image.getbbox()
    assert ink is not None
    assert 0 <= ink[1] < ink[3] <= image.height


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("𝓐𝓷𝓪 ⓑ", "Ana ⓑ"),
        ("Ａｎａ", "Ａｎａ"),
        ("👩‍👩‍👧‍👦 family", "👩👩👧👦 family"),
        ("👍🏽❤️", "👍❤"),
        ("\U00013000\U00013001", "?"),
        ("\U00013000 Ana", "Ana"),
        ("---", "?"),
        ("\u202eevil\u202c", "evil"),
        ("two\nlines\t", "two lines"),
        ("\ud800\x00", "?"),
        ("", "?"),
    ],
)
def test_what_no_font_has_is_made_plain_or_left_out(name: str, shown: str) -> None:
    assert legible(name, "?") == shown


def test_right_to_left_names_begin_at_the_right() -> None:
    """The Latin part of a name that begins in Arabic stands at its left."""
    arabic, both = written("محمد", "?", 40, 4000).mask, written("محمد Ali", "?", 40, 4000).mask
    shared = arabic.width - 4
    right = both.crop((both.width - shared, 0, both.width, both.height))
    alone = arabic.crop((arabic.width - shared, 0, arabic.width, arabic.height))
    assert ImageStat.Stat(ImageChops.difference(right, alone)).mean[0] < 0.4 * ImageStat.Stat(alone).mean[0]


@pytest.mark.parametrize("name", ["Maximiliano de la Fuente", "김민준김민준김민준김민준", "🎲🎲🎲🎲🎲🎲🎲🎲🎲🎲"])
def test_a_long_name_is_made_smaller_and_then_cut(name: str) -> None:
    whole = written(name, "?", 40, 4000)
    smaller = written(name, "?", 40, round(whole.width * 0.8), smallest=30)
    cut = written(name, "?", 40, round(whole.width * 0.5), smallest=30)
    assert whole.height == smaller.height == cut.height
    assert whole.width * 0.7 < smaller.width <= whole.width * 0.8 + 2
    assert cut.width <= whole.width * 0.5 + 2


def test_emoji_are_in_colour_and_words_beside_them_are_not() -> None:
    paper = Image.new("RGB", (400, 80), (255, 255, 255))
    line = written("Ana 🦊", "?", 40, 400)
    line.onto(paper, (0, 0), (0, 0, 0))
    word, fox = paper.crop((0, 0, 80, 80)), paper.crop((80, 0, line.width, 80))
    assert max(ImageStat.Stat(word.convert("HSV")).extrema[1]) == 0
    assert ImageStat.Stat(fox.convert("HSV")).extrema[1][1] > 200


@pytest.mark.parametrize("mode", ["RGB", "RGBA"])
def test_a_picture_is_as_high_as_words_and_lies_on_what_is_below(mode: str) -> None:
    paper = Image.new(mode, (60, 60), "navy")
    written("🎲", "?", 32, 60).onto(paper, (0, 0), (255, 255, 255))
    assert paper.getpixel((0, 0)) == Image.new(mode, (1, 1), "navy").getpixel((0, 0))
    ink = written("🎲", "?", 32, 60).covered().getbbox()
    assert ink is not None
    assert 28 <= ink[3] - ink[1] <= 40


def test_every_coloured_emoji_has_a_picture_of_its_own() -> None:
    pictures = {emoji(sign, SIDE).tobytes() for sign in COLOURED}
    assert len(pictures) == len(set(COLOURED)) == len(COLOURED)
    assert not coloured("A")


def test_emoji_without_a_picture_have_the_outlines_of_a_font() -> None:
    assert not coloured("🪐")
    assert written("🪐", "?", 40, 400).mask.getbbox() is not None


def test_a_wrapped_sentence_keeps_signs_that_stand_alone() -> None:
    assert wrapped("Luck: 97 % — Ana \u200b & Bea", 20, 1000, 2) == ("Luck: 97 % — Ana & Bea",)
    assert wrapped("Luck: 97 % of it", 20, 70, 9) == ("Luck:", "97 % of", "it")


def test_a_space_between_writings_of_two_directions_is_in_neither() -> None:
    """At the end of a run from right to left it would be drawn on its far side."""
    runs = [run for _, run in _runs("Bea: דניאל כהן 24, Ana!")]
    assert runs == ["Bea:", " ", "דניאל כהן", " ", "24, Ana!"]
