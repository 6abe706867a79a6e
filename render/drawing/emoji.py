"""Draw the emoji of names in colour, those that are used most; others have the outlines of a font.

They come from a sheet of small pictures that `docs/make_fonts.py` makes of Noto Color Emoji: the font itself is forty
times as large, and has one size alone.
"""

from __future__ import annotations

from functools import cache, lru_cache
from io import BytesIO
from pathlib import Path

from PIL import Image

ASSETS = Path(__file__).parents[1] / "assets"
"""Where fonts and pictures are."""
COLOURED = (
    "😀😁😂😃😄😅😆😇😈😉😊😋😌😍😎😏😐😒😓😔😖😘😛😜😝😞😠😡😢😤😥😨😩😪😫😬😭😮😱😲"
    "😳😴😵😷😸😹😺😻😼🙀🙂🙃🙄🙈🙉🙊🙌🙏🤐🤑🤒🤓🤔🤗🤘🤙🤝🤞🤟🤠🤡🤢🤣🤤🤥🤦🤧🤨🤩🤪"
    "🤫🤬🤭🤮🤯🤷🥰🥱🥳🥴🥵🥶🥷🥸🥺🧐👀👊👋👌👍👎👏👑👻👽👾🤖💀💩💪✊✌👶👦👧👨👩👴👵"
    "👸👼🤴🤵🥇🥈🥉🦸🦹🧙🧚🧛🧜🧝🧞🧟💃🕺🕵❤🧡💛💚💙💜🖤🤍🤎💔💕💖💗💘💝💥💦💫💯💎💍"
    "💋💣💰🔥✨⭐🌟🌈☀🌙🌛🌞🌍🌎🌊⚡❄☃⛄☁☔🍀☘🌵🌲🌳🌴🌱🌷🌸🌹🌺🌻🌼💐🍁🍂🍃🍄🎄"
    "🐶🐱🐭🐹🐰🦊🐻🐼🐨🐯🦁🐮🐷🐸🐵🐔🐧🐦🐤🐣🦆🦅🦉🦇🐺🐗🐴🦄🐝🐛🦋🐌🐞🐜🕷🐢🐍🦎🐙🦑"
    "🦐🦀🐡🐠🐟🐬🐳🐋🦈🐊🐅🐆🦓🦍🐘🐪🦒🐎🐑🐐🦌🐕🐈🐓🦃🦚🦜🦢🦩🐇🦝🦥🦦🐿🦔🐾🐉🐲🦖🦕"
    "🍎🍊🍋🍌🍉🍇🍓🍒🍑🍍🥥🥝🍅🥑🌶🌽🥕🍞🥐🧀🍔🍟🍕🌭🌮🍣🍿🍩🍪🎂🍰🍫🍬🍭☕🍺🍻🥂🍷🍸"
    "🍹⚽🏀🏈⚾🎾🏐🎱🏆🏅🎮🎲🎯🎳♟🎸🎹🎺🎻🥁🎤🎧🎵🎨🎬🎭📷📱💻🚗🏎🚀✈🚲🏍⛵⚓🚂🏠🏰"
    "🏝⛰🎈🎉🎊🎁🎃🎩🔮🗿🛡⚔🏹🔔📚🔑💡🎓🧠🧿🏁🏴"
)
"""What is on the sheet, row by row."""
SHEET, SIDE, COLUMNS = "NotoColorEmoji.png", 56, 20
"""The sheet among the assets, how many pixels wide and high each emoji is on it, and how many are in a row."""
_PLACES = {sign: number for number, sign in enumerate(COLOURED)}


def coloured(sign: str) -> bool:
    """Tell whether there is a picture of a sign."""
    return sign in _PLACES


@lru_cache(maxsize=128)
def emoji(sign: str, side: int) -> Image.Image:
    """Return a sign as a picture with transparency, so many pixels wide and high. Raises KeyError without one."""
    row, column = divmod(_PLACES[sign], COLUMNS)
    left, top = column * SIDE, row * SIDE
    tile = _sheet().crop((left, top, left + SIDE, top + SIDE)).convert("RGBA")
    return tile.resize((side, side), Image.Resampling.LANCZOS)


@cache
def _sheet() -> Image.Image:
    """Return the sheet in the colours of its palette: 1.3 MB."""
    sheet = Image.open(BytesIO((ASSETS / SHEET).read_bytes()))
    sheet.load()
    return sheet
