"""Draws the most common emoji of names in colour; others use a font's outlines.

`docs/make_fonts.py` makes the sheet of small pictures from Noto Color Emoji, which is forty times as large.
"""

from __future__ import annotations

from functools import cache, lru_cache
from io import BytesIO
from pathlib import Path

from PIL import Image

ASSETS = Path(__file__).parents[1] / "assets"
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
"""The emoji on the sheet, row by row."""
SHEET, SIDE, COLUMNS = "NotoColorEmoji.png", 56, 20
"""The sheet's file, each emoji's width and height in pixels, and the emoji per row."""
_PLACES = {sign: number for number, sign in enumerate(COLOURED)}


def coloured(sign: str) -> bool:
    return sign in _PLACES


@lru_cache(maxsize=128)
def emoji(sign: str, side: int) -> Image.Image:
    """Return the transparent picture of an emoji, `side` pixels wide and high. Raises KeyError without one."""
    row, column = divmod(_PLACES[sign], COLUMNS)
    left, top = column * SIDE, row * SIDE
    tile = _sheet().crop((left, top, left + SIDE, top + SIDE)).convert("RGBA")
    return tile.resize((side, side), Image.Resampling.LANCZOS)


@cache
def _sheet() -> Image.Image:
    """Load the sheet in its palette's colours: 1.3 MB."""
    sheet = Image.open(BytesIO((ASSETS / SHEET).read_bytes()))
    sheet.load()
    return sheet
