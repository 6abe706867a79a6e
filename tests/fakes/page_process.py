"""The real bot as a separate process, to be killed and started again."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tests.fakes.held_port import HeldPort

ROOT = Path(__file__).parents[2]
PATIENCE = 60.0


@dataclass
class Bot:
    """`python -m bot web` over a database file; the same address and games after every start."""

    folder: Path
    seed: str = "browser"
    settings: Mapping[str, str] = field(default_factory=dict)
    process: subprocess.Popen[str] | None = None
    _held: HeldPort = field(default_factory=HeldPort)

    @property
    def port(self) -> int:
        """Where it is served."""
        return self._held.number

    @property
    def url(self) -> str:
        """The page."""
        return f"http://127.0.0.1:{self.port}/"

    @property
    def database(self) -> Path:
        """The file with everything in it."""
        return self.folder / "palmares.sqlite3"

    def start(self) -> Bot:
        """Start it and return once it is open."""
        environment = {
            name: value for name, value in os.environ.items() if not name.startswith(("PALMARES", "DATABASE"))
        }
        command = [sys.executable, "-m", "bot", "web", "--port", str(self.port)]
        command += ["--database", f"sqlite:///{self.database}", "--seed", self.seed]
        with (self.folder / "bot.log").open("a") as log:
            self.process = subprocess.Popen(  # noqa: S603 - our own program
                command,
                cwd=self.folder,
                env={**environment, **self.settings, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"},
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        assert self.process.stdout is not None
        ready, _, _ = select.select([self.process.stdout], [], [], PATIENCE)
        line = self.process.stdout.readline() if ready else ""
        assert self.url in line, f"the bot did not start: {line!r} {self.complaints()}"
        return self

    def invitation(self) -> str:
        """Return the link that it prints next where it is open to friends; to be asked for once."""
        assert self.process is not None
        assert self.process.stdout is not None
        return self.process.stdout.readline().split()[-1]

    def kill(self) -> None:
        """kill -9."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Ask it to stop, as Ctrl+C does."""
        self._end(signal.SIGINT)

    def close(self) -> None:
        """End it, if it has not ended, and give its port away."""
        self.kill()
        self._held.close()

    def restart(self) -> None:
        """kill -9, and up again."""
        self.kill()
        self.start()

    def complaints(self) -> str:
        """Return what it wrote to its log."""
        return (self.folder / "bot.log").read_text(encoding="utf-8")

    def _end(self, how: signal.Signals) -> None:
        if self.process is None:
            return
        self.process.send_signal(how)
        began = time.monotonic()
        self.process.wait(PATIENCE)
        assert how is signal.SIGKILL or time.monotonic() - began < 30  # some three seconds where nothing else runs
        if self.process.stdout is not None:
            self.process.stdout.close()
        self.process = None
