"""Pictures: every phase can be drawn, the same scene gives the same bytes, pieces are where they should be."""

from __future__ import annotations

import math
import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest
from PIL import Image, ImageChops

from engine.catalog import game
from engine.events import Captured, Entered, Event, Moved
from engine.game import TurnKind
from engine.parchis.events import ThirdSix
from render.content.choice_marks import marks
from render.content.scene import Scene
from render.drawing import lamp, sprites
from render.drawing.canvas import CachedBase, Canvas
from render.drawing.geometry import along, plus, rounded
from render.drawing.sheet import Frame
from render.parchis.geometry import layout
from render.parchis.picture import crowds
from render.parchis.stage import Stage
from render.picture import LARGEST, SMALLEST, draw, pixels
from render.themes.catalog import CLASSIC, THEMES
from render.themes.theme import Colour

NAMES = ("Ana", "Bartolomé de las Casas y de los Ríos", "Χρυσάνθη", "Зоя", "דוד", "محمد")
GAMES: list[tuple[str, dict[str, Any], Any, Any]] = [
    ("parchis", {"preset": "spanish", "colours": 3}, None, None),
    ("parchis", {"preset": "italian", "colours": 4}, None, None),
    ("parchis", {"preset": "spanish", "colours": 4}, ["YR", "BG"], None),
    ("parchis", {"preset": "diceless", "colours": 4}, None, [[0, 2], [1, 3]]),
    ("parchis", {"preset": "italian", "colours": 4}, ["Y", "R"], None),
    ("parchis", {"preset": "italian", "colours": 5}, None, None),
    ("parchis", {"preset": "diceless", "colours": 6}, None, None),
    ("parchis", {"preset": "italian", "colours": 6, "turns_by_colour": True}, ["YG", "BP", "RO"], None),
    ("palma", {"preset": "classic"}, None, None),
    ("palma", {"preset": "penalty", "hole5": "stake", "hole15": "stake"}, None, None),
]


def opened(data: bytes) -> Image.Image:
    return Image.open(BytesIO(data)).convert("RGB")


def apart(one: bytes, other: bytes) -> tuple[Any, ...]:
    """Return where two pictures differ, whether their palettes do, and their bytes: a failure shows the kind."""
    first, second = opened(one), opened(other)
    palettes = [Image.open(BytesIO(data)).getpalette() for data in (one, other)]
    box = ImageChops.difference(first, second).getbbox() if first.size == second.size else None
    return first.size, second.size, box, palettes[0] == palettes[1], len(one), len(other)


def played(name: str, rules: dict[str, Any], seats: Any, teams: Any, seed: int) -> list[Scene]:
    """Some positions of a random game: one of each phase, every hundredth, and the last."""
    rules_of, chance = game(name), random.Random(seed)
    state = rules_of.start(rules, seats, teams)
    trail: tuple[Event, ...] = ()
    seen = set()
    found = []
    for ply in range(20_000):
        turn = rules_of.turn(state)
        moves = rules_of.moves(state) if turn.kind is TurnKind.CHOOSE else ()
        key = (state.phase, getattr(state, "bonus", 0))
        if key not in seen or ply % 400 == 0:
            seen.add(key)
            faces = ("sun", "moon", "sun") if name == "palma" else ()
            found.append(Scene(name, state, NAMES, moves, trail, faces, 400))
        if turn.kind is TurnKind.OVER:
            return found
        step = rules_of.apply(state, chance.choice(rules_of.moves(state)))
        state, trail = step.state, (*trail, *step.events)[-12:]
    raise AssertionError("the game does not end")


def parchis(size: int = 800, **position: Any) -> Scene:
    position = {"game": "parchis", "rules": {"preset": "italian", "colours": 4}, **position}
    rules_of = game("parchis")
    state = rules_of.from_position(position)
    moves = rules_of.moves(state) if rules_of.turn(state).kind is TurnKind.CHOOSE else ()
    return Scene("parchis", state, NAMES[:4], moves, size=size)


def near(a: Colour, b: Colour) -> bool:
    return math.dist(a, b) < 16


def nearest(colour: Colour) -> int:
    """Which of the pieces' colours a colour is: domes have several tones of theirs."""
    return min(range(6), key=lambda number: math.dist(colour, CLASSIC.tints[number].base))


def beside(scene: Scene, point: tuple[float, float]) -> Colour:
    """The colour of a piece on a point of the layout: next to its number, neither in the light nor in the shade."""
    frame = Frame.fit(layout(scene.state.setup.board.colours).bounds, scene.size)
    x, y = frame.at(point)
    found = opened(draw(scene)).getpixel((round(x - 0.2 * frame.scale), round(y + 0.17 * frame.scale)))
    assert isinstance(found, tuple)
    return (found[0], found[1], found[2])


@pytest.mark.parametrize(("name", "rules", "seats", "teams"), GAMES)
def test_every_phase_of_a_whole_game_can_be_drawn(name: str, rules: dict[str, Any], seats: Any, teams: Any) -> None:
    scenes = played(name, rules, seats, teams, seed=3)
    assert len(scenes) > 3
    for scene in scenes:
        assert opened(draw(scene)).width == 400


@pytest.mark.parametrize(
    ("name", "rules", "most"),
    [
        ("parchis", {"preset": "italian", "colours": 3}, 65_000),
        ("parchis", {"preset": "italian", "colours": 4}, 60_000),
        ("parchis", {"preset": "italian", "colours": 5}, 75_000),
        ("parchis", {"preset": "diceless", "colours": 6}, 75_000),
        ("palma", {"preset": "classic"}, 65_000),
    ],
)
def test_pictures_are_light(name: str, rules: dict[str, Any], most: int) -> None:
    for scene in played(name, rules, None, None, seed=5)[:6]:
        data = draw(replace(scene, size=800))
        picture = opened(data)
        assert 5_000 < len(data) < most
        assert picture.width == 800
        assert 600 <= picture.height <= 900


@pytest.mark.parametrize("size", [1, 240, 333, 640, 1024, 10**6])
def test_sizes_are_kept_within_bounds(size: int) -> None:
    assert opened(draw(parchis(size))).width == min(max(size, SMALLEST), LARGEST)


def test_same_scene_same_bytes() -> None:
    for name, rules, seats, teams in GAMES[::3]:
        scenes = played(name, rules, seats, teams, seed=9)[:3]
        assert [draw(scene) for scene in scenes] == [draw(scene) for scene in scenes]


def test_two_threads_draw_what_one_draws() -> None:
    scenes = [scene for plan in GAMES[1::3] for scene in played(*plan, seed=4)[:5]]
    scenes = [replace(scene, size=352, names=(*scene.names[1:], scene.names[0])) for scene in scenes]
    with ThreadPoolExecutor(2) as pool:
        together = list(pool.map(draw, scenes * 3))
    alone = [draw(scene) for scene in scenes] * 3
    assert [apart(*pair) for pair in zip(together, alone, strict=True) if pair[0] != pair[1]] == []


def test_a_piece_has_its_colour_in_the_middle_of_its_square() -> None:
    squares = {"Y": "10", "B": "30", "R": "50", "G": "67"}
    scene = parchis(pieces={letter: [square] for letter, square in squares.items()})
    for colour, square in enumerate(squares.values()):
        assert nearest(beside(scene, layout(4).cell(colour, square).centre)) == colour


@pytest.mark.parametrize("colours", [3, 4, 5, 6])
def test_pieces_in_corridor_goal_and_home_have_their_colour(colours: int) -> None:
    for colour in range(colours):
        letter = CLASSIC.tints[colour].letter
        rules = {"preset": "italian", "colours": colours}
        scene = parchis(size=1200, rules=rules, pieces={letter: ["c3", "F", "H", "c3"]})
        shape = layout(colours)
        spots = [*shape.cell(colour, "c3").places(2), shape.goals[colour].places[1], shape.homes[colour].places[2]]
        for spot in spots:
            assert nearest(beside(scene, spot)) == colour


def test_a_choice_marks_the_piece_and_its_landing() -> None:
    pieces = {"Y": ["10", "F", "F", "F"]}
    waiting = parchis(pieces=pieces)
    choosing = parchis(pieces=pieces, phase="move", throw=3)
    assert choosing.moves == ("Y1+3",)
    landing = layout(4).cell(0, "13").centre
    assert near(beside(waiting, landing), (0xFD, 0xF8, 0xEC))
    frame = Frame.fit(layout(4).bounds, 800)
    x, y = frame.at(landing)
    shown = opened(draw(choosing))
    ring = [shown.getpixel((round(x) - step, round(y))) for step in range(11, 16)]
    assert min(math.dist(colour, CLASSIC.tints[0].deep) for colour in ring) < 40  # type: ignore[arg-type]


def test_the_trail_shows() -> None:
    scene = parchis(pieces={"Y": ["16"]})
    trail = (Moved(0, "Y1", "10", "16"),)
    shown = replace(scene, trail=trail)
    dot = layout(4).cell(0, "13").centre
    frame = Frame.fit(layout(4).bounds, 800)
    x, y = frame.at(dot)
    assert near(opened(draw(shown)).getpixel((round(x), round(y))), CLASSIC.tints[0].base)  # type: ignore[arg-type]
    assert draw(shown) != draw(scene)


@pytest.mark.parametrize(
    "event",
    [
        Moved(0, "Y1", "68", "c4"),
        Moved(0, "Y1", "c4", "F"),
        Entered(0, "Y2", "5"),
        Captured(0, "B1", "Y1", "16", owner=1),
        ThirdSix(0, None, spared=True),
        ThirdSix(0, "Y2", spared=False),
        Event(),
    ],
)
def test_every_event_can_be_in_a_trail(event: Event) -> None:
    assert draw(replace(parchis(320), trail=(event,)))


def test_pieces_that_would_land_on_one_square_have_one_ghost_with_all_letters() -> None:
    """Blue stands on 22, where one yellow piece may come by 12 steps, and another by 6."""
    scene = parchis(pieces={"Y": ["10", "16", "40", "50"], "B": ["22"]}, phase="move", throw=6)
    assert {"Y1+12", "Y2+6"} < set(scene.moves)
    things = crowds(Stage(scene, 800))[-1, "22"]
    letters = marks(scene.moves)
    assert [thing.letters for thing in things] == ["", letters["Y1+12"] + letters["Y2+6"]]
    shown = {draw(replace(scene, moves=moves)) for moves in ((), ("Y1+12",), ("Y2+6",), ("Y1+12", "Y2+6"))}
    assert len(shown) == 4


def test_choices_have_letters_in_their_order_and_numbers_to_be_picked_have_none() -> None:
    assert marks(("Y1+3", "Y2+in", "B4+6")) == {"Y1+3": "A", "Y2+in": "B", "B4+6": "C"}
    assert marks(("n1", "n5", "n0")) == {}
    assert len(marks(tuple(f"Y1+{steps}" for steps in range(40)))) == 26


def test_the_end_of_a_game_shows_no_time() -> None:
    scene = replace(parchis(), places=(1, 2, 3, 4))
    assert draw(scene) == draw(replace(scene, allowed="24 h"))


def test_team_mates_are_marked() -> None:
    scene = parchis()
    shown = {draw(replace(scene, teams=teams)) for teams in [(), ((0, 2), (1, 3)), ((0, 1), (2, 3))]}
    assert len(shown) == 3


def test_sixes_in_a_row_are_counted() -> None:
    scene = parchis(pieces={"Y": ["10", "20", "H", "H"]}, phase="move", throw=6)
    shown = {draw(replace(scene, state=scene.state._replace(sixes=sixes))) for sixes in (1, 2, 3)}
    assert len(shown) == 3


def test_two_moves_of_one_piece_are_told_apart_by_their_letters() -> None:
    """As on the buttons: where the 6 may be moved as 12, each of the two ghosts has its letter."""
    scene = parchis(pieces={"Y": ["10", "40", "50", "60"]}, phase="move", throw=6)
    assert {"Y1+12", "Y1+6"} < set(scene.moves)
    found = crowds(Stage(scene, 800))
    assert found[-1, "16"][0].letters == marks(scene.moves)["Y1+6"]
    assert found[-1, "22"][0].letters == marks(scene.moves)["Y1+12"]


def test_a_way_home_goes_round_the_numbers() -> None:
    """Each number of the ring looks the same after any capture."""
    shape = layout(4)
    frame = Frame.fit(shape.bounds, 800)
    scene = parchis(pieces={"Y": ["H", "H", "H", "H"]})
    before = opened(draw(scene))
    for square, piece, owner in (("29", "G1", 3), ("10", "R2", 2), ("52", "B3", 1), ("38", "Y1", 0)):
        after = opened(draw(replace(scene, trail=(Captured(0, piece, "Y1", square, owner=owner),))))
        for number in range(1, 69):
            x, y = frame.at(shape.ring[number].number)
            box = (round(x - 9), round(y - 6), round(x + 9), round(y + 6))
            assert not ImageChops.difference(before.crop(box), after.crop(box)).getbbox(), (square, number)


def test_a_captured_piece_has_a_way_home() -> None:
    scene = parchis(pieces={"Y": ["16"]})
    event = Captured(0, "G1", "Y1", "16", owner=3)
    before, after = opened(draw(scene)), opened(draw(replace(scene, trail=(event,))))
    left, top, right, bottom = ImageChops.difference(before, after).getbbox() or (0, 0, 0, 0)
    frame, shape = Frame.fit(layout(4).bounds, 800), layout(4)
    for x, y in map(frame.at, (shape.cell(3, "16").centre, shape.homes[3].places[0])):
        assert left <= x <= right
        assert top <= y <= bottom
    assert ImageChops.difference(before, after).crop((350, 400, 450, 800)).getbbox() is not None


def test_missing_names_do_no_harm() -> None:
    assert draw(Scene("parchis", game("parchis").start(), (), size=320))
    assert draw(Scene("palma", game("palma").start(), (), size=320))


def test_pieces_in_reach_are_marked_where_that_is_wanted_and_only_there() -> None:
    state = game("parchis").from_position(
        {"game": "parchis", "rules": {"preset": "spanish"}, "pieces": {"Y": ["10", "40"], "B": ["8"]}}
    )
    plain = Scene("parchis", state, (), size=400)
    marked = opened(draw(replace(plain, reach=True)))
    changed = ImageChops.difference(marked, opened(draw(plain))).getbbox()
    assert changed is not None
    assert changed[2] - changed[0] < 60
    moved = replace(plain, state=state._replace(steps=(-1, *state.steps[1:])))
    assert draw(replace(moved, reach=True)) == draw(moved)


def test_what_is_put_on_a_board_changes_no_pixel_beside_it() -> None:
    """A palette may have colours that are nearly the same: those of the base are not looked up again."""
    chance = random.Random(1)
    tones = [tuple(chance.randrange(100, 120) for _ in range(3)) for _ in range(200)]
    drawn = Image.new("RGB", (64, 16))
    drawn.putdata([tuple(chance.randrange(100, 120) for _ in range(3)) for _ in range(64 * 16)])
    palette = Image.new("P", (1, 1))
    palette.putpalette([0, 0, 0, *(channel for tone in tones for channel in tone)])
    base = CachedBase.of(drawn, palette)
    canvas, sprite = Canvas(base), Image.new("RGBA", (40, 12))
    sprite.paste((0, 0, 0, 255), (18, 4, 22, 8))
    canvas.paste(sprite, (32.0, 8.0))
    before, after = base.part((0, 0, 64, 16)), canvas.finish()
    assert ImageChops.difference(indexes(before), indexes(after)).getbbox() == (30, 6, 34, 10)


def test_what_is_as_it_was_is_grouped_as_it_was() -> None:
    """A ground that is made from the one before, sprite by sprite, is the ground that is made from nothing."""
    chance, sprites = (
        random.Random(2),
        [Image.new("RGBA", (side, side), (side, 9, 9, 255)) for side in (6, 9, 14, 30)],
    )
    base = CachedBase.of(Image.new("RGB", (200, 120), (250, 250, 250)), palette_of_reds())
    lying = [(chance.choice(sprites), (chance.uniform(-5, 205), chance.uniform(-5, 125))) for _ in range(20)]
    before = None
    for _ in range(60):
        lying[chance.randrange(20)] = (chance.choice(sprites), (chance.uniform(-5, 205), chance.uniform(-5, 125)))
        if chance.random() < 0.2:
            chance.shuffle(lying)
        one, other = Canvas(base), Canvas(base)
        for sprite, at in lying:
            one.paste(sprite, at)
            other.paste(sprite, at)
        after, anew = one.ground(before), other.ground()
        assert set(after.groups) == set(anew.groups)
        assert after.indexed.tobytes() == anew.indexed.tobytes()
        before = after


def palette_of_reds() -> Image.Image:
    palette = Image.new("P", (1, 1))
    palette.putpalette([250, 250, 250, 6, 9, 9, 9, 9, 9, 14, 9, 9, 30, 9, 9])
    return palette


def indexes(picture: Image.Image) -> Image.Image:
    return Image.frombytes("L", picture.size, picture.tobytes())


def test_upright_squares_have_edges_between_pixels() -> None:
    """Three squares of one column are the same, pixel by pixel: flat, with a light and a dark edge and a groove."""
    board = pixels(Scene("parchis", game("parchis").start({}), ("Ana",) * 4)).convert("RGB")
    column = [tuple(board.getpixel((x, y)) for x in range(300, 340)) for y in range(62, 167)]
    assert column[0] == column[35] == column[70]
    assert len(set(column)) == 4


@pytest.mark.parametrize("colours", [3, 4, 5, 6])
def test_the_frame_for_the_turn_is_whole_round_every_home(colours: int) -> None:
    shape = layout(colours)
    for home in shape.homes:
        outline = lamp.inset(rounded(home.field, 0.4), 0.12)
        xs, ys = zip(*outline, strict=True)
        middle = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
        about = tuple(plus(point, middle, -1.0) for point in outline)
        nest = [plus(plus(home.centre, middle, -1.0), (side, -side), 0.72 * home.radius) for side in (-1.0, 1.0)]
        unit, high = 20.0, 400
        image = Image.new("RGBA", (high, high))
        for part, (x, y) in sprites.turn_frame(THEMES["classic"], about, unit, (nest[0], nest[1])):
            image.alpha_composite(part, (round(high / 2 + x - part.width / 2), round(high / 2 + y - part.height / 2)))
        line = (*about, about[0])
        for share in range(100):
            x, y = along(line, share / 100)
            found = image.getpixel((round(high / 2 + x * unit), round(high / 2 - y * unit)))
            assert isinstance(found, tuple)
            assert found[3] > 200, (share, home.centre)
