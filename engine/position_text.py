"""Positions as one line of text: the JSON position of the line protocol, written tightly."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from engine.errors import BadPosition


def dump(position: Mapping[str, Any]) -> str:
    """Write a JSON position as one line."""
    return json.dumps(position, separators=(",", ":"))


def load(text: str) -> Any:
    """Read what a line says, still to be read as a position; raises BadPosition if it is no JSON."""
    try:
        return json.loads(text)
    except (TypeError, ValueError, RecursionError) as error:
        raise BadPosition(f"the text is not a position: {error}") from error
