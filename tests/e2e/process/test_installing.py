"""What is installed is what runs: nothing that was removed comes back, from an older build or an older copy."""

from __future__ import annotations

import ast
import json
import re
import shutil
import sys
import zipfile
from collections.abc import Iterator
from fnmatch import fnmatch
from importlib.metadata import metadata, packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from bot import __version__
from tests.e2e.process.project import PROJECT, run
from tests.fakes.bot_process import ROOT

PACKAGES = ("bot", "engine", "render", "data")


def installed_script(name: str, folder: Path) -> Path:
    """Write the command of that name into a folder, in the very words in which pip installs it."""
    module, _, function = PROJECT["scripts"][name].partition(":")
    folder.mkdir(exist_ok=True)
    script = folder / name
    script.write_text(
        f"#!{sys.executable}\nimport sys\nfrom {module} import {function}\n"
        f"if __name__ == '__main__':\n    sys.exit({function}())\n"
    )
    script.chmod(0o755)
    return script


def files(folder: Path) -> set[str]:
    """All that a package consists of."""
    found = (each for each in folder.rglob("*") if each.is_file() and "__pycache__" not in each.parts)
    return {each.relative_to(folder.parent).as_posix() for each in found}


def test_the_wheel_has_every_file_in_its_private_folder_and_none_of_an_older_build(tmp_path: Path) -> None:
    (tmp_path / "deploy").mkdir()
    for name in ("pyproject.toml", "README.md", "LICENSE", "THIRD_PARTY.md", "deploy/build_hook.py"):
        shutil.copy(ROOT / name, tmp_path / name)
    for name in ("palmares", *PACKAGES):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "docs" / "rules", tmp_path / "docs" / "rules")
    older = tmp_path / "build" / "lib" / "bot"
    older.mkdir(parents=True)
    (older / "removed.py").write_text("raise SystemExit('it is back')")
    commit = "0123456789abcdef"
    command = (sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", "out")
    run(tmp_path, "env", f"SOURCE_COMMIT={commit}", *command)
    (wheel,) = (tmp_path / "out").iterdir()
    built = zipfile.ZipFile(wheel)
    wanted = {name for package in PACKAGES for name in files(ROOT / package)}
    wanted |= {f"bot/platforms/web/{name}" for name in files(ROOT / "docs" / "rules")} | {"bot/commit.txt"}
    for kind in (
        "render/assets/*.ttf",
        "bot/locales/*/*/*.po",
        "data/migrations/*.sql",
        "bot/platforms/web/static/*",
    ):
        assert any(fnmatch(name, kind) for name in wanted), kind
    inside = {f"palmares/_packages/{name}" for name in wanted} | files(ROOT / "palmares")
    assert {name for name in built.namelist() if not name.startswith(f"palmares-{__version__}.dist-info/")} == inside
    assert built.read("palmares/_packages/bot/commit.txt") == b"0123456789ab\n"


@pytest.mark.parametrize("name", ["palmares.service", "Dockerfile"])
def test_the_service_runs_what_is_installed_whatever_lies_where_it_is_started(tmp_path: Path, name: str) -> None:
    text = (ROOT / "deploy" / name).read_text("utf-8")
    (command,) = re.findall(r"^(?:ExecStart=|ENTRYPOINT )(.+)$", text, re.MULTILINE)
    (program, *arguments) = json.loads(command) if command.startswith("[") else command.split()
    assert Path(program).parent == (Path("/opt/palmares/bin" if name == "Dockerfile" else "/opt/palmares/.venv/bin"))
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "__init__.py").touch()
    (tmp_path / "bot" / "__main__.py").write_text("print('a stale copy')")
    script = installed_script(Path(program).name, tmp_path / "bin")
    assert "palmares" in run(tmp_path, str(script), *arguments, "--version")
    assert run(tmp_path, sys.executable, "-m", "bot", "--version") == "a stale copy\n", "which is what it avoids"


def test_the_command_and_the_module_are_one_program_under_two_names(tmp_path: Path) -> None:
    script = str(installed_script("palmares", tmp_path))
    module = (sys.executable, "-m", "bot")
    words = ("admin", "check", "--help")
    told = run(ROOT, script, *words)
    assert told.startswith("usage: palmares "), told
    expected = run(ROOT, *module, *words)
    assert expected.startswith("usage: python -m bot "), expected
    assert told.split() == expected.replace("python -m bot", "palmares", 1).split()
    assert run(ROOT, script, "--version") == run(ROOT, *module, "--version")


def imported() -> Iterator[tuple[str, str]]:
    """Each library that the program imports, and where."""
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                names = []
                if isinstance(node, ast.Import):
                    names = [alias.name for alias in node.names]
                elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                    names = [node.module]
                for name in names:
                    top = name.partition(".")[0]
                    if top not in sys.stdlib_module_names and top not in PACKAGES:
                        yield top, path.relative_to(ROOT).as_posix()


def test_every_library_that_is_imported_is_declared() -> None:
    declared = {canonicalize_name(Requirement(each).name) for each in PROJECT["dependencies"]}
    for extra in ("video", "postgres"):
        declared |= {canonicalize_name(Requirement(each).name) for each in PROJECT["optional-dependencies"][extra]}
    found = packages_distributions()
    missing = {
        (name, path) for name, path in imported() if not {canonicalize_name(each) for each in found[name]} & declared
    }
    assert missing == set()


def test_every_library_that_is_needed_has_a_lower_bound_and_its_licence_is_named() -> None:
    named = (ROOT / "THIRD_PARTY.md").read_text("utf-8")
    rows = dict(re.findall(r"^\| ([\w.-]+) \| ([^|]+?) \|", named, re.MULTILINE))
    wanted, seen = [Requirement(each) for each in PROJECT["dependencies"]], set()
    for each in wanted:
        assert {clause.operator for clause in each.specifier} & {">=", "=="}, each
    while wanted:
        name = canonicalize_name(wanted.pop().name)
        if name in seen:
            continue
        seen.add(name)
        for text in metadata(name).get_all("Requires-Dist") or []:
            requirement = Requirement(text)
            if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
                wanted.append(requirement)
    assert {canonicalize_name(name) for name in rows} >= seen, "what comes along is named too"
    assert rows["python-telegram-bot"].startswith("LGPL-3.0")
    assert rows["certifi"].startswith("MPL-2.0")
    assert all(rows.values())


def test_the_changelog_tells_of_the_version_that_runs() -> None:
    headings = re.findall(
        r"^## \[(.+?)\](?: - (\d{4}-\d{2}-\d{2}))?$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE
    )
    assert headings[0] == ("Unreleased", "")
    assert headings[1][0] == PROJECT["version"] == __version__
    assert headings[1][1], "with its day"


def test_the_classifiers_name_the_pythons_that_the_workflow_tries() -> None:
    named = {each.rpartition(" ")[2] for each in PROJECT["classifiers"] if re.search(r":: 3\.\d+$", each)}
    workflow = (ROOT / ".github" / "workflows" / "checks.yaml").read_text("utf-8")
    (matrix,) = re.findall(r"^\s+python: \[(.+)\]$", workflow, re.MULTILINE)
    assert {each.strip(' "') for each in matrix.split(",")} == named
