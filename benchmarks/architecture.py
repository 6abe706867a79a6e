"""Measures the architecture: rooms, floors, imports and circles of each folder, the path of a press, sizes.

`python -m benchmarks architecture` prints the figures; `tests/unit/test_architecture.py` limits them.
"""

from __future__ import annotations

import ast
import asyncio
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from inspect import CO_COROUTINE
from pathlib import Path
from types import FrameType

ROOT = Path(__file__).parents[1]
PACKAGES = ("bot", "data", "engine", "palmares", "render")
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
FOLDERS = ("bot/core", "bot/platforms", "render", "data", "engine")


@dataclass(frozen=True, slots=True)
class Plan:
    """The floor plan of a folder. A room is a file or a package in it, above all that it imports.

    `imports` counts distinct pairs of rooms; `circles` are sets of files, anywhere below the folder, that import each
    other; `climbing` are pairs of rooms that import each other.
    """

    rooms: tuple[str, ...]
    floors: int
    imports: int
    climbing: tuple[tuple[str, str], ...]
    circles: tuple[tuple[str, ...], ...]


@cache
def imports_of(root: Path = ROOT) -> dict[str, set[str]]:
    """Return the files that each file of the program imports, all as paths from the root."""
    modules = {_dotted(path.relative_to(root)): str(path.relative_to(root)) for path in _files(root)}
    return {path: {modules[name] for name in _named(root / path, modules)} - {path} for path in modules.values()}


def plan(folder: str, imports: Mapping[str, set[str]]) -> Plan:
    """Return the floor plan of a folder from `imports_of`."""
    inside = {path: {to for to in found if to.startswith(folder + "/")} for path, found in imports.items()}
    inside = {path: found for path, found in inside.items() if path.startswith(folder + "/")}
    graph: dict[str, set[str]] = {}
    for path, found in inside.items():
        room = _room(folder, path)
        if room != "__init__.py":
            graph.setdefault(room, set()).update({_room(folder, to) for to in found} - {room, "__init__.py"})
    climbing = tuple((a, b) for a in sorted(graph) for b in sorted(graph[a]) if a < b and a in graph[b])
    return Plan(
        tuple(sorted(graph)),
        _floors(graph),
        sum(len(targets) for targets in graph.values()),
        climbing,
        tuple(circle for circle in _circles(inside) if len(circle) > 1),
    )


def uses(pattern: str, root: Path = ROOT) -> list[str]:
    """Return where a regular expression matches the program's source, as `path:line`."""
    found = []
    for path in _files(root):
        name, lines = path.relative_to(root), path.read_text(encoding="utf-8").splitlines()
        found += [f"{name}:{number}" for number, line in enumerate(lines, 1) if re.search(pattern, line)]
    return found


class Steps:
    """A context manager that follows calls into and between the files of `bot/`."""

    def __init__(self, folder: str = "bot") -> None:
        self._folder = str(ROOT / folder) + "/"
        self.files: set[str] = set()
        self.crossings = 0
        """Calls from one file into another; a coroutine counts once."""
        self.coroutines = 0
        """Crossings into coroutines, where a press can wait or fail."""
        self._begun: set[FrameType] = set()

    def __enter__(self) -> Steps:
        sys.setprofile(self._seen)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)
        self._begun.clear()

    def _seen(self, frame: FrameType, event: str, _argument: object) -> None:
        path = frame.f_code.co_filename
        if event != "call" or not path.startswith(self._folder):
            return
        self.files.add(path.removeprefix(str(ROOT) + "/"))
        is_coroutine = bool(frame.f_code.co_flags & CO_COROUTINE)
        if is_coroutine:
            if frame in self._begun:
                return  # it continues after a wait
            self._begun.add(frame)
        caller = frame.f_back
        while caller is not None and not caller.f_code.co_filename.startswith(self._folder):
            caller = caller.f_back
        if caller is not None and caller.f_code.co_filename != path:
            self.crossings += 1
            self.coroutines += is_coroutine


async def a_press() -> Steps:
    """Follow one roll in a game between two people, from the press to the new board."""
    from tests.fakes.room import ANA, BEA, room  # the benchmarks share the tests' imitations

    async with room() as place:
        await place.say(ANA, "/play palma first=D rolls=each")
        code = (await place.table()).id
        await place.say(BEA, f"/join table={code}")
        await place.say(ANA, f"/start {code}")
        for _ in range(40):
            who = await place.actor(code, [ANA, BEA])
            if who is None:
                break
            await place.press(who, place.live(code)[-1].tokens[0])  # the board's first button rolls or moves
        who = await place.actor(code, [ANA, BEA])
        if who is None:
            raise RuntimeError("the game ended before its middle")
        token = place.live(code)[-1].tokens[0]
        with Steps() as steps:
            await place.press(who, token)
        return steps


@dataclass(frozen=True, slots=True)
class Size:
    """Lines of Python, functions, and words of docstrings of modules, classes and functions."""

    lines: int
    functions: int
    words: int


def sizes(*folders: str) -> Size:
    """Measure all Python files below these folders."""
    lines = functions = words = 0
    for path in (path for folder in folders for path in (ROOT / folder).rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        lines += text.count("\n")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, (*FUNCTIONS, ast.ClassDef, ast.Module)):
                functions += isinstance(node, FUNCTIONS)
                words += len((ast.get_docstring(node) or "").split())
    return Size(lines, functions, words)


def markdown_words() -> int:
    """Count the words of all Markdown files outside hidden folders."""
    paths = (
        path for path in ROOT.rglob("*.md") if not any(part.startswith(".") for part in path.relative_to(ROOT).parts)
    )
    return sum(len(path.read_text(encoding="utf-8").split()) for path in paths)


def main() -> None:
    imports = imports_of()
    print(f"{'folder':16}{'rooms':>7}{'floors':>8}{'imports':>9}{'both ways':>11}{'circles':>9}")
    for folder in FOLDERS:
        if (ROOT / folder).is_dir():
            drawn = plan(folder, imports)
            figures = (len(drawn.rooms), drawn.floors, drawn.imports, len(drawn.climbing), len(drawn.circles))
            print(f"{folder:16}{figures[0]:>7}{figures[1]:>8}{figures[2]:>9}{figures[3]:>11}{figures[4]:>9}")
    steps = asyncio.run(a_press())
    print(
        f"a press enters {len(steps.files)} files of bot/ and crosses between them {steps.crossings} times, "
        f"{steps.coroutines} of them into coroutines"
    )
    product, tests, docs = sizes(*PACKAGES), sizes("tests"), markdown_words()
    print(f"{product.lines:,} product lines, {tests.lines:,} test lines, {docs:,} words of Markdown")
    print(f"{product.words:,} words of docstrings, {product.words / product.functions:.1f} per function")


def _files(root: Path) -> list[Path]:
    return sorted(path for package in PACKAGES for path in (root / package).rglob("*.py"))


def _dotted(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _named(path: Path, modules: Mapping[str, str]) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            for alias in node.names:
                name = f"{node.module}.{alias.name}"
                found.add(name if name in modules else node.module)
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return found & modules.keys()


def _room(folder: str, path: str) -> str:
    return path.removeprefix(folder + "/").partition("/")[0]


def _floors(graph: Mapping[str, set[str]]) -> int:
    """Return the number of floors; rooms that import each other share one."""
    circles = _circles(graph)
    home = {room: number for number, circle in enumerate(circles) for room in circle}
    height: dict[int, int] = {}
    for number, circle in enumerate(circles):  # imported rooms come first
        below = {home[to] for room in circle for to in graph[room]} - {number}
        height[number] = 1 + max((height[other] for other in below), default=0)
    return max(height.values(), default=0)


def _circles(graph: Mapping[str, set[str]]) -> list[tuple[str, ...]]:
    """Return the strongly connected sets of nodes (Tarjan), each after all that it reaches."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[tuple[str, ...]] = []

    def visit(node: str) -> None:
        index[node] = low[node] = len(index)
        stack.append(node)
        for other in sorted(graph[node]):
            if other not in graph:
                continue
            if other not in index:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in stack:
                low[node] = min(low[node], index[other])
        if low[node] == index[node]:
            at = stack.index(node)
            found.append(tuple(sorted(stack[at:])))
            del stack[at:]

    for node in sorted(graph):
        if node not in index:
            visit(node)
    return found
