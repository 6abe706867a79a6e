"""Makes the fonts of `render/assets` that are subsets, and the sheet of emoji: `python docs/make_fonts.py FOLDER`.

Needs `fonttools` (from PyPI), and in the folder, unpacked, Debian's `fonts-noto-core`, `fonts-noto-cjk` and
`fonts-noto-color-emoji` (`apt-get download` and `dpkg -x`), npm's `@expo-google-fonts/noto-emoji` (`npm pack` and
`tar -x`), and in its folder `bitter` npm's `@expo-google-fonts/bitter`. Scripts are kept whole, with all that
shaping needs; hints, which matter only to small print on old screens, go. Of the Chinese, Japanese and Korean signs
those stay that the national standards list for everyday use.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from io import BytesIO
from itertools import chain
from pathlib import Path

from fontTools.subset import main as subset
from fontTools.ttLib import TTFont
from PIL import Image

from render.drawing.emoji import COLOURED, COLUMNS, SHEET, SIDE

ASSETS = Path(__file__).parents[1] / "render" / "assets"
SCRIPTS = (
    "Armenian", "Bengali", "Devanagari", "Ethiopic", "Georgian", "Gujarati", "Gurmukhi", "Kannada", "Khmer", "Lao",
    "Malayalam", "Myanmar", "Sinhala", "Symbols", "Tamil", "Telugu", "Thai",
)  # fmt: skip
LATIN_AND_CYRILLIC = "U+20-17F,U+218-21B,U+400-45F,U+490-491,U+2010-2026,U+20AC,U+2212"
SIMPLIFIED_CHINESE = 2
"""Which of the collection's fonts: it decides how signs look that all four languages have."""


def listed(codec: str, first: int, last: int, second: Iterable[int] = range(0xA1, 0xFF)) -> Iterator[str]:
    """Yield the signs that the rows of a national standard hold."""
    second = tuple(second)
    for lead in range(first, last + 1):
        for trail in second:
            try:
                sign = bytes((lead, trail)).decode(codec)
            except UnicodeDecodeError:
                continue
            if len(sign) == 1:
                yield sign


def everyday() -> str:
    """GB 2312, JIS X 0208, the first level of Big 5, the syllables of KS X 1001, kana, bopomofo, wide punctuation."""
    blocks = map(chr, chain(range(0x3000, 0x3100), range(0x3105, 0x3130), range(0xFF01, 0xFFEF)))
    big5 = listed("big5", 0xA4, 0xC6, chain(range(0x40, 0x7F), range(0xA1, 0xFF)))
    return "".join(
        sorted({*blocks, *listed("gb2312", 0xB0, 0xF7), *listed("euc_jp", 0xB0, 0xF4), *big5})
        + sorted(set(listed("euc_kr", 0xB0, 0xC8)))
    )


def made(source: Path, name: str, *wishes: str) -> None:
    """One font."""
    target = ASSETS / name
    subset([str(source), "--no-hinting", f"--output-file={target}", *wishes])
    sys.stdout.write(f"{name}: {target.stat().st_size} bytes\n")


def emoji_sheet(source: Path) -> None:
    """Lay the pictures of a font of pictures in rows, in one palette."""
    font = TTFont(source)
    names, pictures = font.getBestCmap(), font["CBDT"].strikeData[0]
    sheet = Image.new("RGBA", (COLUMNS * SIDE, -(-len(COLOURED) // COLUMNS) * SIDE))
    for number, sign in enumerate(COLOURED):
        large = Image.open(BytesIO(pictures[names[ord(sign)]].imageData)).convert("RGBA")
        small = large.resize((SIDE, round(SIDE * large.height / large.width)), Image.Resampling.LANCZOS)
        row, column = divmod(number, COLUMNS)
        sheet.paste(small, (column * SIDE, row * SIDE + (SIDE - small.height) // 2))
    target = ASSETS / SHEET
    sheet.quantize(256, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(target, optimize=True)
    sys.stdout.write(f"{SHEET}: {target.stat().st_size} bytes\n")


def main(folder: Path) -> None:
    """All of them."""
    fonts = folder / "usr" / "share" / "fonts"
    for script in SCRIPTS:
        name = f"NotoSans{script}-Bold.ttf"
        made(fonts / "truetype" / "noto" / name, name, "--unicodes=*", "--layout-features=*")
    collection = fonts / "opentype" / "noto" / "NotoSansCJK-Bold.ttc"
    wishes = (f"--font-number={SIMPLIFIED_CHINESE}", f"--text={everyday()}", "--layout-features=")
    made(collection, "NotoSansCJK-Bold.otf", *wishes)
    bitter = folder / "bitter" / "package" / "700Bold" / "Bitter_700Bold.ttf"
    made(bitter, "Bitter-Bold.ttf", f"--unicodes={LATIN_AND_CYRILLIC}", "--layout-features=")
    emoji = folder / "package" / "700Bold" / "NotoEmoji_700Bold.ttf"
    made(emoji, "NotoEmoji-Bold.ttf", "--unicodes=*", "--layout-features=")
    emoji_sheet(fonts / "truetype" / "noto" / "NotoColorEmoji.ttf")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
