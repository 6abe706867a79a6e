"""Palma's picture: pieces stand where they are, and what is to be known of the game is there to see."""

from __future__ import annotations

import math
from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageStat

from engine.catalog import game
from engine.events import Event, Moved, Thrown, TurnBegan
from engine.game import TurnKind
from engine.palma.board import LINKS
from engine.palma.events import Slid
from render.content.scene import Scene
from render.drawing.geometry import Point, plus
from render.drawing.sheet import Frame
from render.palma import geometry as palma
from render.palma import sprites as palma_sprites
from render.picture import draw
from render.themes.catalog import CLASSIC, NAMES, THEMES
from render.themes.theme import Colour

FRAME = Frame.fit(palma.BOUNDS, 800)
THEME = pytest.mark.parametrize("theme", NAMES)
STAKES = {"preset": "classic", "hole5": "stake", "hole15": "stake"}


def palma_scene(**position: Any) -> Scene:
    rules_of = game("palma")
    state = rules_of.from_position({"game": "palma", "rules": {"preset": "classic"}, **position})
    moves = rules_of.moves(state) if rules_of.turn(state).kind is TurnKind.CHOOSE else ()
    return Scene("palma", state, ("Ana", "Eva"), moves)


def thrown_by_the_hounds(mover: int) -> Scene:
    """A 3 that the hounds use themselves or pass on."""
    pieces = {"D": ["28" if mover else "7"], "J": ["12"]}
    return palma_scene(pieces=pieces, phase="move", seat=0, mover=mover, owner=0, throw=3)


def opened(scene: Scene) -> Image.Image:
    return Image.open(BytesIO(draw(scene))).convert("RGB")


def colour_at(scene: Scene, point: Point) -> Colour:
    x, y = FRAME.at(point)
    found = opened(scene).getpixel((round(x), round(y)))
    assert isinstance(found, tuple)
    return (found[0], found[1], found[2])


def near(a: Colour, b: Colour) -> bool:
    return math.dist(a, b) < 24


def part(scene: Scene, point: Point, reach: float) -> bytes:
    """The pixels of a square round a point."""
    x, y = FRAME.at(point)
    by = reach * FRAME.scale
    return opened(scene).crop((round(x - by), round(y - by), round(x + by), round(y + by))).tobytes()


@THEME
def test_pieces_stand_on_their_holes_in_their_colours(theme: str) -> None:
    scene = replace(palma_scene(pieces={"D": ["7", "22"], "J": ["12", "29"]}), theme=theme)
    for side, holes in enumerate(((7, 22), (12, 29))):
        for hole in holes:
            cheek = plus(palma.hole(side, hole), (-0.28, palma.RISE + 0.22))
            assert near(colour_at(scene, cheek), THEMES[theme].sides[side].base)


@pytest.mark.parametrize("radius", [9, 18])
def test_heads_differ_in_their_outlines_not_only_in_colour(radius: int) -> None:
    hound, jackal = (palma_sprites.head(CLASSIC, side, "", radius).getchannel("A") for side in (0, 1))
    facing = jackal.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    apart, either = ImageChops.difference(hound, facing), ImageChops.lighter(hound, facing)
    assert ImageStat.Stat(apart).sum[0] > 0.2 * ImageStat.Stat(either).sum[0]


@pytest.mark.parametrize("mover", [0, 1])
def test_the_name_of_who_is_to_act_is_in_their_colour(mover: int) -> None:
    scene = thrown_by_the_hounds(mover)
    for side in (0, 1):
        beside_the_name = plus(palma.panel(side).outer, (-2.9 * palma.away(side), 0.0))
        lively = near(colour_at(scene, beside_the_name), CLASSIC.sides[side].field)
        assert lively == (side == mover)


def test_the_value_stands_with_who_must_play_it() -> None:
    waiting = palma_scene(pieces={})
    for mover in (0, 1):
        scene = thrown_by_the_hounds(mover)
        for side in (0, 1):
            spot = palma.panel(side).value
            assert (part(scene, spot, 1.5) != part(waiting, spot, 1.5)) == (side == mover)


def test_the_lot_is_marked_at_both_sides() -> None:
    lot = palma_scene(pieces={}, phase="opening")
    for side in (0, 1):
        assert near(colour_at(lot, plus(palma.panel(side).value, (1.1, 0.0))), CLASSIC.gold)


def test_sticks_lie_as_they_fell() -> None:
    blank = palma_scene(pieces={}, phase="throw", seat=1, mover=1, owner=1)
    falls = [(), ("sun",) * 3, ("moon",) * 3, ("sun", "moon", "sun"), ("moon", "sun", "sun")]
    assert len({draw(replace(blank, faces=faces)) for faces in falls}) == len(falls)
    dark, light = (
        colour_at(replace(blank, faces=(face,) * 3), plus(palma.panel(1).sticks[1], (0.0, 0.7)))
        for face in ("sun", "moon")
    )
    assert sum(dark) < 200
    assert sum(light) > 600


@pytest.mark.parametrize(
    ("trail", "side"),
    [((), 1), ((Thrown(0, 3),), 0), ((TurnBegan(1, None),), 0), ((Thrown(1, 3), TurnBegan(1, None)), 0)],
)
def test_sticks_lie_with_whoever_threw_them(trail: tuple[Event, ...], side: int) -> None:
    """Also when the turn has passed on, and an earlier message showed the throw."""
    blank = replace(palma_scene(pieces={}, phase="throw", seat=1, mover=1, owner=1), trail=trail)
    thrown = replace(blank, faces=("moon",) * 3)
    differ = [
        part(thrown, spot, 1.0) != part(blank, spot, 1.0) for spot in (palma.panel(n).sticks[1] for n in (0, 1))
    ]
    assert differ == [side == 0, side == 1]


def test_throws_still_due_are_counted_but_not_the_one_awaited() -> None:
    stacks = {(0,): (0, 0), (0, 0): (1, 0), (1, 0, 0): (1, 1), (1, 1, 0): (0, 2)}
    plain = palma_scene(pieces={}, phase="throw", stack=[0])
    for stack, due in stacks.items():
        scene = palma_scene(pieces={}, phase="throw", stack=list(stack))
        shown = [
            part(scene, palma.panel(side).due, 1.5) != part(plain, palma.panel(side).due, 1.5) for side in (0, 1)
        ]
        assert shown == [count > 0 for count in due]


def test_every_piece_that_is_home_has_its_bead() -> None:
    scene = palma_scene(pieces={"D": ["25", "7", "29"], "J": ["24"]})
    golden = [[near(colour_at(scene, spot), CLASSIC.gold) for spot in palma.panel(side).home] for side in (0, 1)]
    assert golden == [[True, True, False, False, False], [False] * 5]


def test_a_stake_lies_on_both_holes_until_it_is_won() -> None:
    open_ = palma_scene(pieces={}, rules=STAKES)
    won = palma_scene(pieces={}, rules=STAKES, stakes={"15": 1})
    for side in (0, 1):
        on_the_coin = plus(palma.hole(side, 15), (0.0, 0.92))
        assert near(colour_at(open_, on_the_coin), CLASSIC.gold)
        assert not near(colour_at(won, on_the_coin), CLASSIC.gold)
        assert near(colour_at(won, plus(palma.hole(side, 5), (0.0, 0.92))), CLASSIC.gold)
    spots = [plus(palma.panel(side).coins[1], (0.8, 0.0)) for side in (0, 1)]
    assert [near(colour_at(won, spot), CLASSIC.gold) for spot in spots] == [False, True]


@pytest.mark.parametrize(("mark", "colour"), [("rethrow", CLASSIC.carving.inlay), ("none", CLASSIC.carving.plate)])
def test_marked_holes_follow_the_rules(mark: str, colour: Colour) -> None:
    scene = palma_scene(pieces={}, rules={"preset": "classic", "hole5": mark, "hole15": mark})
    for side in (0, 1):
        for hole in (5, 15):
            assert near(colour_at(scene, plus(palma.hole(side, hole), (0.0, 1.0))), colour)


def test_landings_are_marked_where_the_slide_ends_and_one_ghost_stands_for_two_that_go_there() -> None:
    scene = palma_scene(pieces={"D": ["9", "23", "0"]}, phase="move", throw=1)
    assert set(scene.moves) == {"D1+1", "D2+1", "D3+1"}
    assert part(scene, palma.hole(0, 10), 0.5) == part(replace(scene, moves=()), palma.hole(0, 10), 0.5)
    heads = [plus(palma.hole(0, number), (0.0, palma.RISE)) for number in (24, 1)]
    for head in heads:
        assert near(colour_at(scene, plus(head, (0.0, 0.7))), CLASSIC.glow)
    one = replace(scene, moves=("D1+1", "D3+1"))
    assert part(scene, heads[0], 0.4) != part(one, heads[0], 0.4)  # one letter more


def test_the_trail_follows_holes_and_links() -> None:
    scene = palma_scene(pieces={"D": ["24"]})
    trail = (
        Moved(0, "D1", "7", "10"),
        Slid(0, "D1", "10", "24"),
    )
    shown = replace(scene, trail=trail)
    for spot in (palma.hole(0, 8), palma.hole(0, 9), palma.link(0, 10, 24)[6]):
        assert near(colour_at(shown, spot), CLASSIC.sides[0].field)
        assert not near(colour_at(scene, spot), CLASSIC.sides[0].field)


def test_the_winner_wears_the_crown() -> None:
    pieces = {"D": ["3", "H", "H", "H", "H"], "J": ["25", "26", "27", "28", "29"]}
    over = palma_scene(pieces=pieces, phase="over", mover=1, seat=1)
    foot = [plus(palma.panel(side).value, (0.0, -0.6)) for side in (0, 1)]
    assert [near(colour_at(over, spot), CLASSIC.gold) for spot in foot] == [False, True]


def test_links_show_that_they_lead_back_under_penalty_slides() -> None:
    classic, penalty = (palma_scene(pieces={}, rules={"preset": preset}) for preset in ("classic", "penalty"))
    for side in (0, 1):
        for low, high in LINKS:
            line = palma.link(side, low, high)
            middle = line[len(line) // 2]
            assert part(classic, middle, 1.3) != part(penalty, middle, 1.3)


@pytest.mark.parametrize("count", [2, 3, 5])
def test_pieces_in_hole_0_cover_no_other_hole_and_each_shows_its_number(count: int) -> None:
    many, one = palma_scene(pieces={"D": ["0"] * count, "J": ["12"]}), palma_scene(pieces={"D": ["0"], "J": ["12"]})
    for side, number in ((0, 1), (1, 1), (0, 2), (1, 2)):
        hole = palma.hole(side, number)
        assert part(many, hole, palma.HOLE) == part(one, hole, palma.HOLE)
    for index in range(count):
        head = plus(palma.hole(0, 0), palma.stacked(0, index, count, shared=False))
        number = Image.frombytes("RGB", (12, 12), part(many, plus(head, (0.1, -0.34)), 0.3)).convert("L").tobytes()
        assert sum(level < 100 for level in number) >= 8, index
