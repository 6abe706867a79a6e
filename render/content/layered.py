"""The media type of boards in layers; `render/layers/document.py` writes them."""

from __future__ import annotations

LAYERED = "application/vnd.palmares.board+json"
