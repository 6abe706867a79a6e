"""What those who host are given: every setting it names exists, and every file it copies is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.bootstrap import NAMES as PLATFORMS
from bot.settings import NAMES

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
FILES = [ROOT / "README.md", *sorted(path for path in DEPLOY.iterdir() if path.is_file())]


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.name))
def test_every_setting_that_is_named_exists(path: Path) -> None:
    named = set(re.findall(r"\b(PALMARES_[A-Z_]+|DATABASE_URL)\b", path.read_text("utf-8")))
    assert named <= set(NAMES)


def test_the_image_has_all_that_the_package_has() -> None:
    text = (DEPLOY / "Dockerfile").read_text("utf-8")
    copied = {
        source for line in re.findall(r"^COPY (?!--from)(.+)$", text, re.MULTILINE) for source in line.split()[:-1]
    }
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    (packages,) = re.findall(r"^packages = \[(\"bot.+)\]$", project, re.MULTILINE)
    assert {package.strip('" *') for package in packages.split(",")} <= copied
    assert all((ROOT / source).exists() for source in copied)
    let_in = set(re.findall(r"^!(.+)$", (DEPLOY / "Dockerfile.dockerignore").read_text("utf-8"), re.MULTILINE))
    assert let_in == copied


def test_every_way_to_stop_it_leaves_it_its_time() -> None:
    unit, compose = (DEPLOY / "palmares.service").read_text("utf-8"), (DEPLOY / "compose.yaml").read_text("utf-8")
    for text, name in ((unit, "TimeoutStopSec="), (compose, "stop_grace_period: ")):
        (seconds,) = re.findall(rf"{name}(\d+)", text)
        assert int(seconds) > 10


def test_the_service_has_no_more_of_the_machine_than_it_needs() -> None:
    lines = (DEPLOY / "palmares.service").read_text("utf-8").splitlines()
    assert {"MemoryMax=1G", "TasksMax=256"} <= set(lines)
    for what in ("PrivateUsers", "PrivateMounts", "RemoveIPC", "MemoryDenyWriteExecute", "NoNewPrivileges"):
        assert f"{what}=yes" in lines
    calls = [line for line in lines if line.startswith("SystemCallFilter=")]
    assert calls == [
        f"SystemCallFilter={each}" for each in ("@system-service", "~@privileged @resources", "setpriority")
    ]
    compose = (DEPLOY / "compose.yaml").read_text("utf-8")
    assert "mem_limit: 1g" in compose


def test_every_target_and_platform_that_the_readme_calls_exists() -> None:
    readme, makefile = (ROOT / "README.md").read_text("utf-8"), (ROOT / "Makefile").read_text("utf-8")
    called = set(re.findall(r"\bmake ([a-z-]+)", readme))
    assert called <= set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    assert set(re.findall(r'make run ARGS="([a-z]+)"', readme)) <= set(PLATFORMS)
