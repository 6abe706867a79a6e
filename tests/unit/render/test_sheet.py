"""Sheets on a ground are drawn in indexes and shrunk in strips: they look as if drawn in colours at once."""

from __future__ import annotations

from functools import partial

from PIL import Image, ImageDraw

from render.drawing.sheet import OVERSIZE, Box, Frame, Sheet

SIDE = 120
FRAME = Frame(1.0, (0.0, float(SIDE)), (SIDE, SIDE))
GROUND, RED, BLUE = (240, 230, 200), (200, 30, 40), (20, 60, 220)
TALL = ((10.0, 4.0), (100.0, 30.0), (60.0, 117.0))


def large(x: float, y: float) -> tuple[float, float]:
    """Return where a point is on a drawing three times as large."""
    return (x * OVERSIZE, (SIDE - y) * OVERSIZE)


def test_is_as_if_it_was_drawn_in_colours_at_once() -> None:
    sheet = Sheet(FRAME, GROUND)
    sheet.veil((*TALL[:2], (30.0, 110.0)), (0, 0, 0, 90))
    sheet.polygon(TALL, RED)
    sheet.line([(5.0, 110.0), (110.0, 20.0)], BLUE, 3.0)
    sheet.disc((80.0, 80.0), 20.0, (*BLUE, 128))

    image = Image.new("RGB", (SIDE * OVERSIZE, SIDE * OVERSIZE), GROUND)
    pen = ImageDraw.Draw(image)
    pen.polygon([large(*point) for point in TALL], RED)
    ends = [large(5.0, 110.0), large(110.0, 20.0)]
    pen.line(ends, BLUE, 9)
    for x, y in ends:
        pen.ellipse((x - 4.5, y - 4.5, x + 4.5, y + 4.5), BLUE)
    pen.ellipse((*large(60.0, 100.0), *large(100.0, 60.0)), BLUE)
    ImageDraw.Draw(image, "RGBA").polygon([large(*point) for point in (*TALL[:2], (30.0, 110.0))], (0, 0, 0, 90))
    assert sheet.finish().tobytes() == image.reduce(OVERSIZE).tobytes()


def test_of_more_colours_than_there_are_indexes_it_takes_the_nearest() -> None:
    sheet = Sheet(FRAME, (0, 0, 0))
    for number in range(1, 257):
        left, top = number % 40 * 3, number // 40 * 3
        sheet.block((left, top, left + 3, top + 3), (number - number // 256, 0, number // 256))
    image = sheet.finish()
    found = {image.getpixel((number % 40 * 3 + 1, number // 40 * 3 + 1)) for number in range(1, 256)}
    assert found == {(number, 0, 0) for number in range(1, 256)}
    assert image.getpixel((256 % 40 * 3 + 1, 256 // 40 * 3 + 1)) == (255, 0, 0)


def test_a_stamp_is_copied_where_size_and_look_are_the_same() -> None:
    sheet = Sheet(FRAME, GROUND)
    boxes = ((0, 0, 10, 10), (20, 60, 30, 70), (50, 60, 61, 70))
    drawn: list[Box] = []

    def draw(box: Box) -> None:
        drawn.append(box)
        sheet.block(box, RED)

    for box in boxes:
        sheet.stamp(box, "red", partial(draw, box))
    assert drawn == [boxes[0], boxes[2]]
    image = sheet.finish()
    for left, top, right, bottom in boxes:
        assert image.crop((left, top, right, bottom)).getcolors() == [((right - left) * (bottom - top), RED)]
    sheet.stamp(boxes[0], "blue", partial(sheet.block, boxes[0], BLUE))
    assert sheet.finish().getpixel((5, 5)) == BLUE
