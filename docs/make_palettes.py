"""Makes the palettes of the usual boards, `render/assets/palettes.hex`: `python docs/make_palettes.py`.

To be run when boards, pieces or themes look otherwise, which a test tells. Only boards on which all colours are
played have one that is kept; others learn theirs when they are first drawn.
"""

from __future__ import annotations

from render.drawing.palettes import FILE
from render.palma.painter import USUAL as PALMA_USUAL
from render.palma.picture import learnt_palette as learnt_for_palma
from render.parchis.painter import LARGE, USUAL
from render.parchis.stage import learnt_palette as learnt_for_parchis
from render.themes.catalog import THEMES


def main() -> None:
    """Learn all, and write them."""
    lines = []
    for name, theme in THEMES.items():
        boards = {f"parchis-{count}": learnt_for_parchis(theme, count, LARGE if count > 4 else USUAL)
                  for count in range(3, 7)}  # fmt: skip
        boards["palma"] = learnt_for_palma(theme, PALMA_USUAL)
        lines += [f"{board} {name} {bytes(palette.getpalette() or ()).hex()}" for board, palette in boards.items()]
    FILE.write_text("\n".join(lines) + "\n", "ascii")


if __name__ == "__main__":
    main()
