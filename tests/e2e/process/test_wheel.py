"""Start and play the installed wheel next to other packages that have modules of the same names."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
from itertools import count
from pathlib import Path

import aiohttp
import pytest

from bot import __version__
from bot.build import checked_out
from tests.e2e.process.project import PROJECT, run
from tests.fakes.bot_process import ROOT, ended, line_of, started
from tests.fakes.page_client import begun, opened

INSTALLED = os.environ.get("WHEEL_PYTHON")
"""A Python into which `.ci/wheel` has installed the wheel; without it the test builds and unpacks one."""

OTHERS = ("bot", "data", "engine", "render")
PLACES = "import sysconfig; print(sysconfig.get_path('purelib'))"
WORKERS = """
import asyncio, math, sys
import palmares
sys.path.insert(0, str(palmares.home()))
from bot.film_worker import FilmWorker
from bot.thinking_worker import ThinkingWorker
from engine.players import player
from render.content.film_order import FilmOrder

async def work():
    thinker = ThinkingWorker()
    print(await thinker.do(player, "strong"))
    await thinker.close()
    film = await FilmWorker()(FilmOrder(open("game.txt").read(), "classic", "image/gif", begins=150))
    print(film[:3])

asyncio.run(work())
"""


def installed(folder: Path) -> Path:
    """Build the wheel and unpack it into a new environment, as pip does; return the environment's Python."""
    run(folder, sys.executable, "-m", "venv", "--without-pip", "venv")
    run(ROOT, sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder))
    python = folder / "venv" / "bin" / "python"
    packages = Path(run(folder, str(python), "-c", PLACES).strip())
    (wheel,) = folder.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(packages)
    libraries = run(folder, sys.executable, "-c", PLACES).strip()
    (packages / "libraries.pth").write_text(libraries)  # whose own .pth files, such as our checkout's, are not read
    for name, place in PROJECT["scripts"].items():
        module, _, function = place.partition(":")
        script = f"#!{python}\nimport sys\nfrom {module} import {function}\nsys.exit({function}())\n"
        python.with_name(name).write_text(script)
        python.with_name(name).chmod(0o755)
    return python


@pytest.fixture
def python(tmp_path: Path) -> Path:
    """A Python with the wheel, and with modules of other packages that have our names."""
    found = Path(INSTALLED) if INSTALLED else installed(tmp_path)
    packages = Path(run(tmp_path, str(found), "-c", PLACES).strip())
    for folder in (packages, tmp_path):
        for name in OTHERS:
            (folder / f"{name}.py").write_text(f"raise SystemExit('the other {name}')\n")
    return found


async def test_the_wheel_is_played_next_to_other_packages_of_the_same_names(tmp_path: Path, python: Path) -> None:
    def say(*words: str | Path) -> str:
        clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        done = subprocess.run(  # noqa: S603
            list(map(str, words)), cwd=tmp_path, env=clean, capture_output=True, text=True, check=False, timeout=60
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    palmares = python.with_name("palmares")
    version = say(palmares, "--version")
    commit = checked_out(ROOT)
    assert version.startswith(f"palmares {__version__} (" + (f"commit {commit}, " if commit else "schema "))
    assert say(python, "-P", "-m", "palmares", "--help").startswith("usage: python -m palmares ")
    process = await started(
        tmp_path,
        "web",
        "--port",
        "0",
        python=str(python),
        run=(str(palmares),),
        PYTHONPATH="",
        PALMARES_LANGUAGE="en",
    )
    address = await line_of(process, r"http://127\.0\.0\.1:\d+/")
    try:
        async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as client:
            page = await opened(client, address, count())
            await begun(page)
            for _ in range(3):
                assert await page.press(r"\.(throw|move)")
            for file in ("", "rules/es/palma.md"):
                async with client.get(address + file) as answer:
                    assert answer.status == 200, file
            await page.socket.close()
    finally:
        told = await ended(process)
    assert told == ""
    game = say(python.with_name("palmares-engine"), "play", "palma", "--players", "random")
    assert re.match(r"\[", game)
    (tmp_path / "game.txt").write_text(game)
    assert say(python.with_name("palmares-render"), "--help").startswith("usage: palmares-render ")
    assert say(python, "-P", "-c", WORKERS).splitlines()[1:] == ["b'GIF'"]
