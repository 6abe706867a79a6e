"""Measures what all languages cost a process, in memory and at its start: `python -m benchmarks languages`."""

from __future__ import annotations

import gc
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path

from bot.core.commands.parser import parse_line
from bot.core.features.registry import registry
from bot.core.i18n.translator import languages, spoken, translator

_MB = 1e6


def main() -> None:
    """Print the memory and time of each step, in the order in which a process takes them."""
    _print("which languages are offered, at the start", languages)
    commands = registry()
    _print(f"the catalogues of {len(spoken())} languages and variants", lambda: [translator(one) for one in spoken()])
    _print("a typed line: the words for it in all languages", lambda: parse_line("who is next please", commands))


def _print(step: str, work: Callable[[], object]) -> None:
    gc.collect()
    before, began = _memory(), time.process_time()
    work()
    spent = time.process_time() - began
    gc.collect()
    sys.stdout.write(f"{step}: {(_memory() - before) / _MB:.1f} MB, {1000 * spent:.0f} ms\n")


def _memory() -> int:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize()
