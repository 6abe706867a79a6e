"""The page's icons for a phone's home screen, drawn by the boards' renderer."""

from __future__ import annotations

import json
from io import BytesIO

from PIL import Image

from render.picture import PAINTERS
from render.themes.catalog import THEMES

SIZES = (192, 512)
_NAME = "Palmarés"
_GROUND = "#0f6f5c"


def icon(size: int) -> bytes:
    """Draw the icon as a PNG of `size` pixels: four pieces, inside the area that no phone crops."""
    theme, radius = THEMES["classic"], round(size * 0.15)
    image = Image.new("RGB", (size, size), _GROUND)
    for colour, (x, y) in enumerate(((0.66, 0.66), (0.66, 0.34), (0.34, 0.34), (0.34, 0.66))):
        piece = PAINTERS["parchis"].figure(theme, colour, radius)
        corner = (round(size * x - piece.width / 2), round(size * y - piece.height / 2))
        image.paste(piece, corner, piece)
    out = BytesIO()
    image.save(out, "PNG", optimize=True)
    return out.getvalue()


def manifest() -> bytes:
    icons = [
        {"src": f"/icon-{size}.png", "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
        for size in SIZES
        for purpose in ("any", "maskable")
    ]
    described = {
        "name": _NAME,
        "short_name": _NAME,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#f5f1e8",
        "theme_color": _GROUND,
        "icons": icons,
    }
    return json.dumps(described, ensure_ascii=False).encode()
