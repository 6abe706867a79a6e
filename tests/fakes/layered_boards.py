"""The boards of the gallery, and how far they may be from their pictures if they are put together from layers."""

from __future__ import annotations

from tools.gallery.views import VIEWS, named

BOARDS = [view for view in VIEWS if not view.motion and view.card is None]
KINDS = [named(f"parchis-{kind}") for kind in ("spanish", "three", "five", "six")] + [named("palma-start")]
"""Each kind of board: they have every theme."""
APART, FEW = 100, 0.001
"""The most, of 255, by which a channel may differ, and the share of pixels that may differ by half of that.

Pictures have a palette of 250 colours, and layers none.
"""
