"""Which build runs: its commit and its schemas."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from bot import build
from data.migrations import POSTGRES, SQLITE


def git(folder: Path, *words: str) -> str:
    """Call git in a folder, with its own settings; return what it prints."""
    who = ("-c", "user.name=Ana", "-c", "user.email=ana@example.org")
    command = ["git", "-C", str(folder), *who, *words]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=30).stdout.strip()  # noqa: S603


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "commit", "--quiet", "--allow-empty", "--message", "first")
    return tmp_path


def test_a_checkout_names_its_commit(checkout: Path) -> None:
    assert build.checked_out(checkout) == git(checkout, "rev-parse", "HEAD")[:12]


def test_a_folder_inside_anothers_repository_has_no_commit(checkout: Path) -> None:
    (checkout / "site-packages").mkdir()
    assert build.checked_out(checkout / "site-packages") is None


def test_a_broken_repository_and_a_machine_without_git_have_no_commit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".git").mkdir()
    assert build.checked_out(tmp_path) is None
    monkeypatch.setenv("PATH", str(tmp_path))
    assert build.checked_out(tmp_path) is None


def test_a_wheel_names_the_commit_that_its_build_wrote(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "COMMIT_FILE", tmp_path / "commit.txt")
    (tmp_path / "commit.txt").write_text("0123456789ab\n")
    build.commit.cache_clear()
    assert "(commit 0123456789ab, schema " in build.version()
    build.commit.cache_clear()


def test_the_schema_is_the_number_of_the_newest_migration() -> None:
    for number, folder in ((build.sqlite_schema(), SQLITE), (build.postgres_schema(), POSTGRES)):
        assert f"{number:04d}" == max(path.name for path in folder.glob("*.sql")).partition("__")[0]
