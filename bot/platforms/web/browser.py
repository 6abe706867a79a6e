"""Open the page in a browser, if this machine has one and somebody to look at it."""

from __future__ import annotations

import os
import sys
import webbrowser
from collections.abc import Mapping


def has_viewer(environment: Mapping[str, str] = os.environ, system: str = sys.platform) -> bool:
    """Return whether this machine has a screen; False where tests run unattended."""
    if environment.get("CI"):
        return False
    if environment.get("SSH_CONNECTION") and not environment.get("DISPLAY"):
        return False
    shown = ("DISPLAY", "WAYLAND_DISPLAY")
    return system in ("darwin", "win32") or any(environment.get(name) for name in shown)


def show(address: str) -> bool:
    """Open an address in the default browser; return whether that worked."""
    try:
        return has_viewer() and webbrowser.open(address)
    except (webbrowser.Error, OSError):
        return False
