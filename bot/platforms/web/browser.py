"""Open the page in a browser, where there is one and somebody to look at it."""

from __future__ import annotations

import os
import sys
import webbrowser
from collections.abc import Mapping


def has_viewer(environment: Mapping[str, str] = os.environ, system: str = sys.platform) -> bool:
    """Tell whether this machine has a screen before which somebody may sit: not where tests run unattended."""
    if environment.get("CI"):
        return False
    if environment.get("SSH_CONNECTION") and not environment.get("DISPLAY"):
        return False
    shown = ("DISPLAY", "WAYLAND_DISPLAY")
    return system in ("darwin", "win32") or any(environment.get(name) for name in shown)


def show(address: str) -> bool:
    """Open an address in the usual browser; return whether that was tried and done. A browser that fails is none."""
    try:
        return has_viewer() and webbrowser.open(address)
    except (webbrowser.Error, OSError):
        return False
