"""Writes trained weights as the engine's file (engine/players/network.py)."""

from __future__ import annotations

import json
from base64 import b85encode
from collections.abc import Mapping, Sequence
from pathlib import Path
from struct import Struct
from typing import Any

from engine import players
from engine.players.network import FORMAT, SCALE
from engine.players.parchis_features import FEATURES

FOLDER = Path(players.__file__).with_name("weights")


def write(
    path: Path, hidden: Sequence[Sequence[int]], direct: Sequence[int], out: Sequence[int], about: Mapping[str, Any]
) -> None:
    """Write weights in 4096ths, rows of `hidden` by feature, and how they were made (`about`)."""
    numbers = [weight for row in hidden for weight in row] + [*direct, *out]
    held = {
        "format": FORMAT,
        "scale": SCALE,
        "hidden": len(out),
        **about,
        "features": FEATURES,
        "weights": b85encode(Struct(f"<{len(numbers)}h").pack(*numbers)).decode("ascii"),
    }
    path.write_text(json.dumps(held, indent=1) + "\n", encoding="utf-8")
