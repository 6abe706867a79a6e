"""Each command that a document gives can be run: make's targets, programs and modules with these options, and files.

Arguments are parsed by the programs' own parsers. Nothing is run.
"""

from __future__ import annotations

import argparse
import re
import shlex
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from itertools import takewhile
from pathlib import PurePosixPath

import pytest

from tests.unit.markdown import CHANGELOG, PAGES, ROOT, blocks, spans

SHELLS = {"sh", "shell", "bash", "console", "powershell"}
COMMANDS = [page for page in PAGES if page != CHANGELOG]
OPERATORS = {"|", "||", "&&", ";", "&", ">", ">>", "<", "<<<", "(", ")"}
WRAPPERS = {"sudo", "runuser", "env", "timeout", "exec"}
OURS = ("palmares", "bot", "engine", "render", "data", "tools", "benchmarks", "tests")
LABELS = re.compile(r"palmares (?:dice|tournament)\b|/palmares\b")
"""A text that goes into a hash, or a chat's command, that looks like a program's."""
_COMMAND = re.compile(r"(?:[\w.=/:+-]+ )*(?:make|docker|[\w./\\]*palmares|[\w./]*python3?) ")
_ASSIGNED = re.compile(r"[A-Z_]+=")


class Wrong(Exception):
    """Why a command cannot be run."""


class Parsed(Exception):
    """The program has parsed its arguments; the rest is not run."""


def commands(page: str) -> Iterator[tuple[list[str], bool]]:
    """Yield the words of each command of a page, and whether it is one of a block, complete with its arguments."""
    for language, code in blocks(page):
        if language in SHELLS:
            joined = code.replace("\\\n", " ") if language != "powershell" else code.replace("\\", "/")
            for line in joined.splitlines():
                yield from ((words, True) for words in parts(line))
    for code in spans(page):
        if not LABELS.match(code) and re.match(
            r"(?:[\w.=/:+-]+ )*(?:make|docker|[\w./\\]*palmares|[\w./]*python3?) ", code
        ):
            yield from ((words, False) for words in parts(code.partition("…")[0]))


def parts(line: str) -> Iterator[list[str]]:
    """Yield the commands of a line of a shell, without assignments before them."""
    shell = shlex.shlex(line.removeprefix("$ "), posix=True, punctuation_chars=True)
    shell.whitespace_split = True
    words: list[str] = []
    for word in (*shell, ";"):
        if word not in OPERATORS:
            words.append(word)
            continue
        while words and _ASSIGNED.match(words[0]):
            words.pop(0)
        if words:
            yield words
        words = []


def check(words: Sequence[str], *, complete: bool) -> None:
    """Check one command; raises Wrong."""
    first = PurePosixPath(words[0]).name
    if first == "docker":
        check_docker(words, complete=complete)
    elif first in WRAPPERS:
        ours = [place for place, word in enumerate(words) if re.search(r"/(?:palmares|python)$", word)]
        if ours:
            check(words[ours[0] :], complete=complete)
    elif first == "make":
        check_make(words[1:], complete=complete)
    elif first in ("palmares", "palmares.exe"):
        parse("bot.cli.main", words[1:], complete=complete)
    elif first in ("python", "python3", "py") and "-m" in words:
        at = words.index("-m")
        check_module(words[at + 1], words[at + 2 :], complete=complete)


def check_docker(words: Sequence[str], *, complete: bool) -> None:
    """Check the files that Docker reads and the command that it runs in a container; raises Wrong."""
    missing = [word for word in words if word.startswith("deploy/") and not (ROOT / word).exists()]
    if missing:
        raise Wrong(f"there is no {missing[0]}")
    if "exec" in words or "--rm" in words:
        begin = max(place for place, word in enumerate(words) if PurePosixPath(word).name == "palmares")
        parse("bot.cli.main", words[begin + 1 :], complete=complete)


def check_make(words: Sequence[str], *, complete: bool) -> None:
    """Check the targets of make and the arguments that it hands on; raises Wrong."""
    makefile = (ROOT / "Makefile").read_text("utf-8")
    targets = set(re.findall(r"^([\w-]+):", makefile, re.MULTILINE))
    given = [word.removeprefix("ARGS=") for word in words if word.startswith("ARGS=")]
    for word in words:
        if not word.startswith(("ARGS=", "PYTHON=")) and word not in targets:
            raise Wrong(f"make has no target {word}")
    for arguments in given:
        before = {"play": ["web"], "run": []}.get(words[0])
        if before is not None:
            parse("bot.cli.main", [*before, *shlex.split(arguments)], complete=complete)


def check_module(module: str, words: Sequence[str], *, complete: bool) -> None:
    """Check a module that Python is to run, and its arguments; raises Wrong."""
    if module == "pytest":
        missing = [word for word in words if word.startswith("tests/") and not (ROOT / word).exists()]
        if missing:
            raise Wrong(f"there is no {missing[0]}")
    if module.partition(".")[0] not in OURS:
        return
    path = ROOT / module.replace(".", "/")
    main = f"{module}.__main__" if path.is_dir() else module
    if not (ROOT / f"{main.replace('.', '/')}.py").exists():
        raise Wrong(f"there is no module {module}")
    if module == "benchmarks":
        named = takewhile(lambda word: not word.startswith("-"), words)  # what follows are options of the last
        unknown = set(named) - benchmarks()
        if unknown:
            raise Wrong(f"there is no benchmark {unknown}")
    elif path.is_dir():
        parse("bot.cli.main" if module in ("bot", "palmares") else main, words, complete=complete)


def benchmarks() -> set[str]:
    """Return the names of the modules that `python -m benchmarks` can run."""
    files = (ROOT / "benchmarks").glob("*.py")
    return {
        file.stem for file in files if re.search(r"^(?:async )?def main\(", file.read_text("utf-8"), re.MULTILINE)
    }


def parse(module: str, words: Sequence[str], *, complete: bool) -> None:
    """Let a program parse its arguments and stop there; raises Wrong.

    In a sentence, where a command may be named without its arguments, these may be missing.
    """
    original = argparse.ArgumentParser.parse_args

    def parsed(parser: argparse.ArgumentParser, *_: object) -> argparse.Namespace:
        original(parser, list(words))
        raise Parsed

    def refused(_: argparse.ArgumentParser, message: str) -> None:
        if complete or "required" not in message:
            raise Wrong(message)
        raise Parsed

    run: Callable[[], object] = import_module(module).main
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(argparse.ArgumentParser, "parse_args", parsed)
        patch.setattr(argparse.ArgumentParser, "error", refused)
        patch.setattr(argparse.ArgumentParser, "exit", lambda *_: (_ for _ in ()).throw(Parsed))
        patch.setattr(argparse.ArgumentParser, "_print_message", lambda *_: None)
        with pytest.raises(Parsed):
            run()


def test_a_word_to_replace_is_not_in_angle_brackets() -> None:
    """A shell reads `<` as a redirection, so pasting `git clone <address>` fails with a strange message."""
    found = [(page, code) for page in COMMANDS for language, code in blocks(page) if language in SHELLS]
    assert [(page, code) for page, code in found if re.search(r"<[a-z][\w -]*>", code)] == []


def test_each_command_can_be_run() -> None:
    wrong = []
    for page in COMMANDS:
        for words, complete in commands(page):
            try:
                check(words, complete=complete)
            except Wrong as why:
                wrong.append(f"{page}: {shlex.join(words)}: {why}")
    assert wrong == []


@pytest.mark.parametrize(
    ("line", "fits"),
    [
        ("make play ARGS='--port 9000'", True),
        ("make play ARGS='--prot 9000'", False),
        ("make cake", False),
        ("palmares admin backup FILE", True),
        ("palmares admin backup", False),
        ("palmares admin back-up FILE", False),
        ("sudo -u x DATABASE_URL=sqlite:///x /opt/palmares/.venv/bin/palmares admin nothing", False),
        ("docker compose --file deploy/compose.yaml exec palmares /opt/palmares/bin/palmares admin check", True),
        ("docker compose --file deploy/no.yaml up", False),
        ("docker compose --file deploy/compose.yaml run --rm palmares admin nothing", False),
        ("X=1 .venv/bin/python -m engine play palma --seed 7 | python -m engine verify -", True),
        ("python -m engine play chess", False),
        ("python -m render replay FILE -o VIDEO.gif", True),
        ("python -m render replay FILE --colour", False),
        ("python -m benchmarks chat", True),
        ("python -m benchmarks nothing", False),
        ("python -m benchmarks leases --seed 1", True),
        ("python -m benchmarks nothing --seed 1", False),
        ("python -m benchmarks.nothing", False),
        ("python -m tools.strength train dice --rounds 5", True),
        ("python -m tools.strength train rice", False),
        ("python -m pytest tests/nowhere", False),
    ],
)
def test_a_command_that_cannot_be_run_is_noticed(line: str, fits: bool) -> None:
    def run() -> None:
        for words in parts(line):
            check(words, complete=True)

    if fits:
        run()
    else:
        with pytest.raises(Wrong):
            run()
