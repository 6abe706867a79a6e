"""A tournament's cards hold any names and any number of players, stay inside, and show who rose, won or left."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image, ImageChops

from render.cards.certificate import draw_certificate
from render.cards.podium import draw_podium
from render.cards.standings import _NARROW, _NEAR, _WIDE, _first_column, _with_headings, fallen, risen
from render.content.tournament_card import (
    Bracket,
    BracketRound,
    Certificate,
    Podium,
    PodiumStep,
    RoundCard,
    StandingRow,
    TableTile,
    TileSide,
)
from render.picture import draw_bracket, draw_round
from render.themes.catalog import NAMES, THEMES
from render.themes.theme import Colour, Theme, mix

EVERY = pytest.mark.parametrize("theme", THEMES.values(), ids=NAMES)
CLASSIC = THEMES["classic"]
PEOPLE = (
    "Ana", "Maximiliano de la Fuente y Santángel", "小林さくら", "مريم", "W" * 60, "Ñ", "김민준 🎲", "Ελένη", "דניאל",
)  # fmt: skip
COLOURS = "YBRGPO"
_PALETTES = 40
"""How far a blend may be from the same one in the palette of another card, of 255."""


def opened(data: bytes) -> Image.Image:
    """The picture, decoded to the last byte."""
    image = Image.open(BytesIO(data))
    image.load()
    return image.convert("RGB")


def near(image: Image.Image, colour: Colour) -> int:
    """How many pixels have a colour, or one that nobody tells from it."""
    found = image.getcolors(image.width * image.height) or []  # a larger bound costs more
    return sum(n for n, other in found if max(abs(a - b) for a, b in zip(colour, other, strict=True)) <= 10)


def stays_inside(image: Image.Image, theme: Theme) -> bool:
    """Whether the frame is as on a card without any words: nothing is drawn over it. Palettes differ a little."""
    bare = opened(draw_podium(theme, "", "", Podium(())))
    size, length = (image.width, 15), image.height - 60
    pairs = [(image.crop((0, 0, *size)), bare.crop((0, 0, *size)))]
    for left in (0, image.width - 15):
        column = bare.crop((left, 100, left + 15, 101)).resize((15, length))
        pairs.append((image.crop((left, 30, left + 15, 30 + length)), column))
    return all(max(high for _, high in ImageChops.difference(*pair).getextrema()) < _PALETTES for pair in pairs)


def differ(one: bytes, other: bytes) -> tuple[int, int, int, int] | None:
    """The box in which two pictures of one size differ, by more than their palettes do."""
    apart = ImageChops.difference(opened(one), opened(other))
    return apart.point(lambda value: 255 * (value > _PALETTES)).getbbox()


def rows(count: int, note: str = "12½") -> tuple[StandingRow, ...]:
    """Standings in which people rose, fell, stayed, came and left."""
    moves = (2, -1, 0, None, 14, -120)
    return tuple(
        StandingRow(str(n + 1), moves[n % 6], PEOPLE[n % 9], str(99 - n), note, out=n % 7 == 6) for n in range(count)
    )


def tiles(count: int, seats: int) -> tuple[TableTile, ...]:
    """Tables, every second of which has ended."""
    return tuple(
        TableTile(
            f"Table {table + 1}",
            tuple(
                TileSide(
                    PEOPLE[(table + seat) % 9],
                    COLOURS[seat],
                    "" if table % 2 else str(seat + 1),
                    table % 2 == 0 and seat < seats // 2,
                )
                for seat in range(seats)
            ),
        )
        for table in range(count)
    )


@EVERY
@pytest.mark.parametrize(
    ("players", "tables", "seats"),
    [(2, 1, 2), (12, 3, 4), (13, 9, 3), (40, 16, 6), (500, 125, 4), (0, 4, 4), (3, 0, 0)],
)
def test_a_round_of_any_size_stays_in_its_frame(theme: Theme, players: int, tables: int, seats: int) -> None:
    card = RoundCard(rows(players), tiles(tables, seats), "Tables " + "of this round " * 9)
    data = draw_round(theme, "Tournament " * 12, "Round " * 30, card)
    image = opened(data)
    assert image.width == 800
    assert stays_inside(image, theme)
    assert data == draw_round(theme, "Tournament " * 12, "Round " * 30, card)


def test_a_usual_round_is_small() -> None:
    for card, most in (
        (RoundCard(rows(8), tiles(2, 4), "Tables"), 40_000),
        (RoundCard(rows(16), tiles(8, 2), "Tables"), 60_000),
        (RoundCard(rows(40), tiles(16, 6), "Tables"), 120_000),
    ):
        assert len(draw_round(CLASSIC, "Cup", "Round 2", card)) < most


def test_no_division_begins_at_the_foot_of_a_column() -> None:
    """A heading that would be the last line of the first column, or the last but one, begins the second."""
    sizes = (8, 8, 8)  # with the headings 27 lines
    parted = [row for size in sizes for row in (replace(rows(1)[0], heading="Division"), *rows(size - 1))]
    for more in (0, 1, 2, 3):
        lines = _with_headings([*parted, *rows(more)])
        first = _first_column(lines, _NARROW)
        assert abs(2 * first - len(lines)) <= 2 * _NEAR + 1
        assert not any(isinstance(line, str) for line in lines[max(0, first - _NEAR) : first])
    assert _first_column(rows(31), _NARROW) == 16
    assert _first_column(rows(9), _WIDE) == 9


def test_a_long_table_shows_its_top_and_the_reader() -> None:
    many = rows(60)
    mine = (*many[:49], replace(many[49], mine=True), *many[50:])
    anybody, reader = (opened(draw_round(CLASSIC, "Cup", "", RoundCard(shown))) for shown in (many, mine))
    assert anybody.height < reader.height
    assert near(anybody, CLASSIC.gold) < near(reader, CLASSIC.gold) - 10_000
    whole = draw_round(CLASSIC, "Cup", "", RoundCard(many))
    changed = (*many[:20], *(replace(row, name="Somebody else") for row in many[20:]))
    assert whole == draw_round(CLASSIC, "Cup", "", RoundCard(changed))
    fewer = draw_round(CLASSIC, "Cup", "", RoundCard(many[:59]))
    box = differ(whole, fewer)
    assert box is not None
    assert box[3] - box[1] < 40, "only the number of those left out differs"


@EVERY
def test_a_rise_points_up_and_a_fall_down(theme: Theme) -> None:
    still = tuple(StandingRow(str(n), 0, "Ana", "3") for n in range(4, 7))
    moved = (replace(still[0], moved=3), still[1], replace(still[2], moved=-3))
    quiet, lively = (opened(draw_round(theme, "Cup", "", RoundCard(found))) for found in (still, moved))
    for colour in (risen(theme), fallen(theme)):
        assert near(lively, colour) > near(quiet, colour) + 50
        assert contrast(colour, theme.shelter) > 2.5
    box = ImageChops.difference(quiet, lively).getbbox()
    assert box is not None
    up = lively.crop((box[0], box[1], box[0] + 18, box[1] + 40))
    assert widths(up, risen(theme)) == sorted(widths(up, risen(theme)))
    down = lively.crop((box[0], box[3] - 40, box[0] + 18, box[3]))
    assert widths(down, fallen(theme)) == sorted(widths(down, fallen(theme)), reverse=True)


def widths(image: Image.Image, colour: Colour) -> list[int]:
    """The width of each line that has a colour, from the top down."""
    lines = [near(image.crop((0, y, image.width, y + 1)), colour) for y in range(image.height)]
    return [width for width in lines if width]


def contrast(one: Colour, other: Colour) -> float:
    """The contrast of two colours as WCAG defines it."""

    def light(colour: Colour) -> float:
        parts = [value / 255 for value in colour]
        red, green, blue = (part / 12.92 if part <= 0.04 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    dark, bright = sorted((light(one), light(other)))
    return (bright + 0.05) / (dark + 0.05)


@EVERY
def test_who_left_stands_on_no_plate(theme: Theme) -> None:
    stay = RoundCard((StandingRow("1", None, "Ana", "3"), StandingRow("2", None, "Bea", "2")))
    left = RoundCard((stay.rows[0], replace(stay.rows[1], out=True)))
    with_all, without = (opened(draw_round(theme, "Cup", "", card)) for card in (stay, left))
    assert near(without, theme.shelter) < near(with_all, theme.shelter) * 0.6
    assert contrast(mix(theme.number, theme.square, 0.35), theme.square) > 2.5


def test_a_tile_shows_who_is_through_with_which_colours() -> None:
    side = TileSide("Ana", "YR")
    plain = draw_round(CLASSIC, "Cup", "", RoundCard((), (TableTile("Table 1", (side, side)),)))
    through = draw_round(
        CLASSIC, "Cup", "", RoundCard((), (TableTile("Table 1", (replace(side, through=True), side)),))
    )
    assert near(opened(through), CLASSIC.gold) > near(opened(plain), CLASSIC.gold) + 10_000
    for tint in (CLASSIC.tints[0], CLASSIC.tints[2]):
        assert near(opened(plain), tint.base) > 50
    jackal = draw_round(CLASSIC, "Cup", "", RoundCard((), (TableTile("", (replace(side, colours="J"), side)),)))
    assert near(opened(jackal), CLASSIC.sides[1].base) > 50


def test_a_colour_that_no_game_has_is_an_error() -> None:
    with pytest.raises(ValueError, match="no colour has the letter 'Q'"):
        draw_round(CLASSIC, "Cup", "", RoundCard((), (TableTile("Table 1", (TileSide("Ana", "Q"),)),)))


def knock_out(sides: int, seats: int, on: int, ended: int) -> Bracket:
    """A knock-out in which `on` of each table go on, after a number of rounds; the first at each table win."""
    names, rounds = [f"{PEOPLE[n % 9]} {n}" for n in range(sides)], []
    while not rounds or len(rounds[-1].tiles) > 1:
        groups = [names[start : start + seats] for start in range(0, len(names), seats)]
        over = len(rounds) < ended
        tables = tuple(
            TableTile(
                f"Table {number}",
                tuple(
                    TileSide(name, COLOURS[seat], str(seat + 1) if over else "", over and seat < on)
                    for seat, name in enumerate(group)
                ),
            )
            for number, group in enumerate(groups, 1)
        )
        rounds.append(BracketRound(f"Round {len(rounds) + 1}", tables))
        names = [name if over else "" for group in groups for name in group[:on]]
    return Bracket(tuple(rounds))


@pytest.mark.parametrize(
    ("sides", "seats", "on"),
    [
        (2, 2, 1),
        (3, 2, 1),
        (7, 2, 1),
        (16, 2, 1),
        (64, 2, 1),
        (9, 3, 1),
        (16, 4, 2),
        (64, 4, 2),
        (64, 6, 3),
        (36, 6, 1),
    ],
)
@pytest.mark.parametrize("ended", [0, 1, 9])
def test_a_bracket_of_any_size_stays_in_its_frame(sides: int, seats: int, on: int, ended: int) -> None:
    theme = THEMES[NAMES[(sides + ended) % len(NAMES)]]
    card = replace(knock_out(sides, seats, on, ended), third=tiles(1, 2)[0] if ended else None)
    data = draw_bracket(theme, "Tournament " * 12, "Knock-out " * 30, card)
    image = opened(data)
    assert image.width == 800
    assert image.height < 2000
    assert stays_inside(image, theme)
    assert len(data) < 70_000
    assert data == draw_bracket(theme, "Tournament " * 12, "Knock-out " * 30, card)


@EVERY
def test_a_bracket_links_tables_only_where_they_feed_the_next(theme: Theme) -> None:
    card = knock_out(8, 2, 1, 9)
    first, second, final = card.rounds
    reseated = (
        (second.tiles[0].sides[0], second.tiles[1].sides[0]),
        (second.tiles[0].sides[1], second.tiles[1].sides[1]),
    )
    drawn = BracketRound(second.label, tuple(map(TableTile, ("Table 1", "Table 2"), reseated)))
    linked, loose = (
        opened(draw_bracket(theme, "Cup", "", Bracket((first, semis, final)))) for semis in (second, drawn)
    )
    between = (260, 176, 286, linked.height - 30)
    assert len(linked.crop(between).getcolors() or ()) > 1
    assert [colour for _, colour in loose.crop(between).getcolors() or ()] == [theme.square]


def test_a_large_bracket_shows_what_is_played_and_then_the_end() -> None:
    def first_label_matters(ended: int, number: int) -> bool:
        card = knock_out(64, 2, 1, ended)
        rounds = [*card.rounds]
        rounds[number] = replace(rounds[number], label="Elsewhere")
        pictures = (draw_bracket(CLASSIC, "Cup", "", Bracket(tuple(found))) for found in (card.rounds, rounds))
        return len(set(pictures)) == 2

    assert [first_label_matters(0, number) for number in range(6)] == [True, *[False] * 5]
    assert [first_label_matters(1, number) for number in range(6)] == [False, True, *[False] * 4]
    assert [first_label_matters(2, number) for number in range(6)] == [False, False, *[True] * 4]


def test_the_champion_has_a_crown() -> None:
    played = knock_out(4, 2, 1, 1)
    final = played.rounds[-1].tiles[0]
    won = replace(final, sides=(replace(final.sides[0], through=True), final.sides[1]))
    crowned = Bracket((*played.rounds[:-1], BracketRound("Final", (won,))))
    before, after = (opened(draw_bracket(CLASSIC, "Cup", "", card)) for card in (played, crowned))
    assert near(before, CLASSIC.alarm) == 0
    assert near(after, CLASSIC.alarm) > 10


def test_a_bracket_of_nothing_is_still_a_card() -> None:
    assert opened(draw_bracket(CLASSIC, "Cup", "", Bracket(()))).width == 800


@EVERY
@pytest.mark.parametrize("places", [(), (1,), (1, 1), (1, 2, 3), (1, 1, 3), (1, 2, 3, 4, 5), tuple(range(1, 60))])
def test_a_podium_of_any_size_stays_in_its_frame(theme: Theme, places: tuple[int, ...]) -> None:
    steps = tuple(PodiumStep(place, PEOPLE[n % 9], "13½ points") for n, place in enumerate(places))
    card = Podium(steps, ("Best game: Ana, 97 %", "Most captures: " + "Bea " * 90), "Palmarés · K7Q2 " * 20)
    data = draw_podium(theme, "Cup " * 30, "5 rounds " * 20, card)
    image = opened(data)
    assert image.width == 800
    assert image.height < 1200
    assert stays_inside(image, theme)
    assert len(data) < 60_000
    assert data == draw_podium(theme, "Cup " * 30, "5 rounds " * 20, card)


def test_the_winner_stands_highest_whatever_the_order() -> None:
    steps = (PodiumStep(3, "Ana"), PodiumStep(1, "Bea"), PodiumStep(2, "Cleo"))
    first = draw_podium(CLASSIC, "Cup", "", Podium(steps))
    assert first == draw_podium(CLASSIC, "Cup", "", Podium(tuple(sorted(steps, key=lambda step: step.place))))
    image = opened(first)
    tops = []
    for place, left in ((1, 300), (2, 92), (3, 508)):
        face = mix(CLASSIC.metal(place)[0], CLASSIC.square, 0.35)
        tops.append(first_line_of(image.crop((left, 140, left + 200, 519)), face))
    assert tops == sorted(set(tops))


def first_line_of(image: Image.Image, colour: Colour) -> int:
    """The first line that is filled with a colour."""
    return next(y for y in range(image.height) if near(image.crop((0, y, image.width, y + 1)), colour) > 150)


DIGITS = "0123456789abcdef" * 8
EMPTY = Certificate("", "", "", "", "", "", 1, "", "", "")


def certificate(name: str, place: int = 1, digits: str = DIGITS) -> Certificate:
    """A certificate with long words around the name."""
    return Certificate(
        "Certificate " * 5, "This is to certify that " * 5, name, "won " * 40, f"Cup of {name} " * 2, "Parchís " * 20,
        place, "26 November 2026, late in the evening", "K7Q2" * 9, digits, "Check it " * 30,
    )  # fmt: skip


@EVERY
@pytest.mark.parametrize("name", PEOPLE)
def test_nothing_on_a_certificate_touches_its_frame(theme: Theme, name: str) -> None:
    bare = opened(draw_certificate(theme, EMPTY))
    full = opened(draw_certificate(theme, certificate(name, digits=DIGITS * 3)))
    low, right = bare.height, bare.width
    for strip in (
        (58, 58, 78, low - 58),
        (right - 78, 58, right - 58, low - 58),
        (58, low - 78, right - 58, low - 58),
    ):
        apart = ImageChops.difference(bare.crop(strip), full.crop(strip))
        assert max(high for _, high in apart.getextrema()) < _PALETTES
    assert near(full.crop((80, 480, 720, 600)), theme.cream if theme.dark else theme.ink) > 100


@EVERY
def test_a_certificate_is_small_and_always_the_same(theme: Theme) -> None:
    data = draw_certificate(theme, certificate("Maximiliano de la Fuente"))
    assert len(data) < 64_000
    assert data == draw_certificate(theme, certificate("Maximiliano de la Fuente"))


def test_each_place_has_its_metal_and_the_first_a_crown() -> None:
    images = [opened(draw_certificate(CLASSIC, certificate("Ana", place))) for place in (1, 2, 3, 12)]
    for place, image in enumerate(images, 1):
        assert near(image, CLASSIC.metal(place)[0]) > 10_000
    crowns = [near(image.crop((300, 80, 500, 140)), CLASSIC.gold) for image in images]
    assert crowns[0] > 500
    assert crowns[1:] == [0, 0, 0]


def test_the_seal_is_woven_from_the_digits() -> None:
    one, other = (
        opened(draw_certificate(CLASSIC, certificate("Ana", 1, digits))).crop((326, 808, 474, 956))
        for digits in (DIGITS, DIGITS[::-1])
    )
    apart = ImageChops.difference(one, other).convert("L")
    assert sum(apart.point(lambda value: value > 20).histogram()[1:]) > 1000
    assert apart.getpixel((74, 74)) == 0  # the die in its middle
