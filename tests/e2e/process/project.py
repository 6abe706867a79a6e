"""The project's metadata, and commands that build and install it."""

from __future__ import annotations

import subprocess
import tomllib
from pathlib import Path

from tests.fakes.bot_process import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def run(folder: Path, *command: str) -> str:
    """Return a command's output; it must succeed."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=100)  # noqa: S603
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
