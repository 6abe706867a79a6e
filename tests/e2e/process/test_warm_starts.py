"""What other tests start as a fork is the program that people start."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fakes.warm_starts import ROOT


@pytest.mark.parametrize("arguments", [("--version",), ("web", "--port", "none"), ("admin", "check", "--help")])
def test_a_fork_tells_what_a_start_tells(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "HOME": str(tmp_path)}

    def ran(*how: str) -> tuple[int, bytes, bytes]:
        command = [sys.executable, *how, "-m", "bot", *arguments]
        done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, check=False, timeout=60)  # noqa: S603
        return done.returncode, done.stdout, done.stderr

    assert ran() == ran("-P")
