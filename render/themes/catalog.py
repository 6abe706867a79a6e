"""All themes."""

from __future__ import annotations

from collections.abc import Mapping

from render.themes.theme import Carving, Theme, Timber, Tint, mix, rgb

_CREAM = rgb(0xFFFCF3)
_NIGHT = rgb(0x1D2B40)

CLASSIC = Theme(
    name="classic",
    table=_NIGHT,
    table_line=rgb(0x33486A),
    table_shade=mix(_NIGHT, (0, 0, 0), 0.5),
    plate=rgb(0xE3D3B4),
    square=rgb(0xFDF8EC),
    square_line=rgb(0xBBA88A),
    shelter=rgb(0xDCE3E6),
    shelter_mark=rgb(0x9FB2BD),
    number=rgb(0x5E523F),
    cream=_CREAM,
    ink=rgb(0x2A2320),
    gold=rgb(0xE9B949),
    gold_deep=rgb(0x8A5F12),
    glow=rgb(0x12E0CF),
    alarm=rgb(0xD3263A),
    tints=(
        Tint("Y", rgb(0xFCCB1A), rgb(0x7A5500), rgb(0xFDD544), rgb(0xFFF3C4), rgb(0x3B2A00), _CREAM),
        Tint("B", rgb(0x2472E6), rgb(0x0B2F66), rgb(0x2888FF), rgb(0xDCE9F9), _CREAM, _CREAM),
        Tint("R", rgb(0xC81E2C), rgb(0x6D0D1A), rgb(0xDE4B58), rgb(0xFBDFE0), _CREAM, _CREAM),
        Tint("G", rgb(0x128A5E), rgb(0x07402C), rgb(0x359570), rgb(0xDAF1E2), _CREAM, _CREAM),
        Tint("P", rgb(0x551C96), rgb(0x2A0B4D), rgb(0x7D53B4), rgb(0xECE0F6), _CREAM, _CREAM),
        Tint("O", rgb(0xEA7C14), rgb(0x6B2E00), rgb(0xED924B), rgb(0xFFE6D3), rgb(0x331400), _CREAM),
    ),
    sides=(
        Tint("D", rgb(0xFBF3DF), rgb(0x8F2F17), rgb(0xB8452A), rgb(0xF7DFD2), rgb(0x4A1609), _CREAM),
        Tint("J", rgb(0x2E3A48), rgb(0x0F151C), rgb(0x2A6F86), rgb(0xD8E8EC), _CREAM, _CREAM),
    ),
    carving=Carving(
        plate=rgb(0xECDDB6),
        rim=rgb(0x33231A),
        rim_light=rgb(0x6B4C38),
        side=rgb(0x1E130D),
        cut=rgb(0x8A6A42),
        trunk=rgb(0xD9BF8C),
        stain=rgb(0xB9BF86),
        stain_deep=rgb(0x7E8A4C),
        hole=rgb(0x24150B),
        hole_rim=rgb(0xFBF3DD),
        number=rgb(0x3A2413),
        inlay=rgb(0x2A8C8A),
    ),
    timber=Timber(rgb(0x97602F), rgb(0x6A3C1C), rgb(0xBA8450), rgb(0x3A2110), rgb(0x4B2E1A)),
    gloss=(0.1, 0.06),
    bevel=(0.9, 0.42),
    relief=(0.28, 0.34),
)

_CHALK = rgb(0xF2EFE6)
_COAL = rgb(0x14171C)
_SLATE = rgb(0x2C333D)

DARK = Theme(
    name="dark",
    table=rgb(0x0E1116),
    table_line=rgb(0x2F3947),
    table_shade=rgb(0x05070A),
    plate=rgb(0x1A1F27),
    square=_SLATE,
    square_line=rgb(0x4A5563),
    shelter=rgb(0x45515F),
    shelter_mark=rgb(0x7F90A0),
    number=rgb(0xB9C2CC),
    cream=_CHALK,
    ink=_COAL,
    gold=rgb(0xE3B040),
    gold_deep=rgb(0x7A5310),
    glow=rgb(0x2CF0E0),
    alarm=rgb(0xE0404F),
    tints=(
        Tint("Y", rgb(0xFFD43A), rgb(0x6B4B00), rgb(0xCD9F13), rgb(0x4A3D17), rgb(0x2B1F00), _COAL),
        Tint("B", rgb(0x3A80EE), rgb(0x0B2A5C), rgb(0x2F6DCA), rgb(0x1B2F4C), _CHALK, _COAL),
        Tint("R", rgb(0xE02040), rgb(0x5E0C17), rgb(0xB30E34), rgb(0x47202A), _CHALK, _COAL),
        Tint("G", rgb(0x0F8654), rgb(0x063A25), rgb(0x1A6F4E), rgb(0x173727), _CHALK, _COAL),
        Tint("P", rgb(0x6A34B8), rgb(0x280E4A), rgb(0x593490), rgb(0x33224A), _CHALK, _COAL),
        Tint("O", rgb(0xEA8020), rgb(0x632700), rgb(0xC4621F), rgb(0x4A2C19), rgb(0x2B1100), _COAL),
    ),
    sides=(
        Tint("D", rgb(0xF3E9D2), rgb(0x8F2F17), rgb(0xA93F26), rgb(0x4A2419), rgb(0x4A1609), _COAL),
        Tint("J", rgb(0x3A4858), rgb(0x0B1016), rgb(0x2A7A93), rgb(0x1B333C), _CHALK, _COAL),
    ),
    carving=Carving(
        plate=rgb(0x5A4A38),
        rim=rgb(0x1B130E),
        rim_light=rgb(0x4A3628),
        side=rgb(0x0E0906),
        cut=rgb(0x2E2418),
        trunk=rgb(0x6B573F),
        stain=rgb(0x59663A),
        stain_deep=rgb(0x3A4726),
        hole=rgb(0x0D0805),
        hole_rim=rgb(0x8C7657),
        number=rgb(0xF3E6C8),
        inlay=rgb(0x2A9C98),
    ),
    timber=Timber(rgb(0x3B2A1E), rgb(0x2D1F16), rgb(0x4A3628), rgb(0x0B0806), rgb(0x0C0E12)),
    gloss=(0.08, 0.16),
    bevel=(0.16, 0.5),
    relief=(0.3, 0.22),
)

_WHITE, _BLACK = rgb(0xFFFFFF), rgb(0x000000)

HIGH_CONTRAST = Theme(
    name="high-contrast",
    table=_BLACK,
    table_line=rgb(0x4A4A4A),
    table_shade=_BLACK,
    plate=_BLACK,
    square=_WHITE,
    square_line=_BLACK,
    shelter=rgb(0xB4BCC4),
    shelter_mark=rgb(0x4A545E),
    number=_BLACK,
    cream=_WHITE,
    ink=_BLACK,
    gold=rgb(0xFFD21F),
    gold_deep=_BLACK,
    glow=rgb(0x00F5E4),
    alarm=rgb(0xE00020),
    tints=(
        Tint("Y", rgb(0xFFE000), _BLACK, rgb(0xFFE000), _WHITE, _BLACK, _WHITE),
        Tint("B", rgb(0x1F6CF0), _BLACK, rgb(0x1F6CF0), _WHITE, _WHITE, _WHITE),
        Tint("R", rgb(0xCC0014), _BLACK, rgb(0xCC0014), _WHITE, _WHITE, _WHITE),
        Tint("G", rgb(0x00824E), _BLACK, rgb(0x00824E), _WHITE, _WHITE, _WHITE),
        Tint("P", rgb(0x48108C), _BLACK, rgb(0x48108C), _WHITE, _WHITE, _WHITE),
        Tint("O", rgb(0xF08000), _BLACK, rgb(0xF08000), _WHITE, _BLACK, _WHITE),
    ),
    sides=(
        Tint("D", _WHITE, _BLACK, rgb(0xC23A14), _WHITE, _BLACK, _WHITE),
        Tint("J", _BLACK, _BLACK, rgb(0x006C8C), _WHITE, _WHITE, _WHITE),
    ),
    carving=Carving(
        plate=rgb(0xF6E8C4),
        rim=rgb(0x000000),
        rim_light=rgb(0x4A4A4A),
        side=rgb(0x000000),
        cut=rgb(0x5A3A10),
        trunk=rgb(0xE0C48C),
        stain=rgb(0xB8CC88),
        stain_deep=rgb(0x5E7A2C),
        hole=rgb(0x000000),
        hole_rim=rgb(0xFFFFFF),
        number=rgb(0x000000),
        inlay=rgb(0x00808A),
    ),
    timber=Timber(rgb(0x2A2A2A), rgb(0x202020), rgb(0x343434), _BLACK, _BLACK),
    gloss=(0.0, 0.0),
    bevel=(0.0, 0.35),
    relief=(0.0, 0.0),
)

THEMES: Mapping[str, Theme] = {theme.name: theme for theme in (CLASSIC, DARK, HIGH_CONTRAST)}
NAMES: tuple[str, ...] = tuple(THEMES)
