"""What a release takes from the repository: notes from the changelog, and workflows that GitHub accepts."""

from __future__ import annotations

import runpy
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot import __version__

ROOT = Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yaml"))
NOTES: Callable[..., str] = runpy.run_path(str(ROOT / ".ci" / "notes.py"))["notes"]
LARGEST_CHANGELOG = 20_000


def project(folder: Path, version: str, changelog: str) -> Path:
    """A project of that version with that changelog."""
    (folder / "pyproject.toml").write_text(f'[project]\nname = "palmares"\nversion = "{version}"\n')
    (folder / "CHANGELOG.md").write_text(changelog)
    return folder


def test_the_notes_of_this_version_are_its_section_of_the_changelog() -> None:
    told = NOTES(f"v{__version__}")
    assert told.startswith("### ")
    assert "## [" not in told.replace("### ", "")


def test_notes_end_where_the_next_section_begins(tmp_path: Path) -> None:
    changelog = "## [Unreleased]\n\n## [1.2.0] - 2026-01-02\n\n### Added\n\n- Dice.\n\n## [1.1.0] - 2026-01-01\n"
    assert NOTES("v1.2.0", project(tmp_path, "1.2.0", changelog)) == "### Added\n\n- Dice."


@pytest.mark.parametrize(
    ("tag", "section", "why"),
    [
        ("v1.2.1", "## [1.2.0] - 2026-01-02\n\n- Dice.\n", "pyproject.toml has version 1.2.0"),
        ("v1.2.0", "## [1.2.0] - 2026-01-02\n\n## [1.1.0] - 2026-01-01\n\n- Dice.\n", "says nothing about 1.2.0"),
        ("v1.2.0", "## [Unreleased]\n\n- Dice.\n", "says nothing about 1.2.0"),
    ],
)
def test_a_release_without_its_version_or_its_section_is_refused(
    tmp_path: Path, tag: str, section: str, why: str
) -> None:
    with pytest.raises(ValueError, match=why):
        NOTES(tag, project(tmp_path, "1.2.0", section))


def test_the_changelog_stays_short_and_says_each_thing_once() -> None:
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert len(text.encode()) <= LARGEST_CHANGELOG
    lines = [line for line in text.splitlines() if line.startswith("- ")]
    assert sorted(lines) == sorted(set(lines))


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: str(path.name))
def test_a_workflow_has_the_form_that_github_publishes(path: Path) -> None:
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.github-workflows", str(path)]
    said = subprocess.run(command, capture_output=True, text=True, timeout=100, check=False)  # noqa: S603
    assert said.returncode == 0, said.stdout + said.stderr


def test_each_job_of_a_release_has_a_time_limit_and_only_the_rights_it_names() -> None:
    (path,) = (each for each in WORKFLOWS if each.name == "release.yaml")
    workflow: dict[str, Any] = yaml.safe_load(path.read_text("utf-8"))
    assert workflow["permissions"] == {}
    writing = {
        name: {right for right, level in job["permissions"].items() if level == "write"}
        for name, job in workflow["jobs"].items()
    }
    assert writing == {
        "checks": set(),
        "package": {"id-token", "attestations"},
        "index": {"id-token"},
        "image": {"packages", "id-token", "attestations"},
        "notes": {"contents"},
    }
    assert all("uses" in job or "timeout-minutes" in job for job in workflow["jobs"].values())


def test_nothing_is_published_before_the_checks_and_no_notes_before_the_packages() -> None:
    (path,) = (each for each in WORKFLOWS if each.name == "release.yaml")
    needs = {name: job.get("needs") for name, job in yaml.safe_load(path.read_text("utf-8"))["jobs"].items()}
    assert needs == {
        "checks": None,
        "package": "checks",
        "index": "package",
        "image": "package",
        "notes": ["index", "image"],
    }
