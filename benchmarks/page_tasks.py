"""Reads from a trace of Chromium how long its main thread works, for each task and for each frame of a film.

It is processor time at full pace, times four. An emulated slow processor would also count the time for which other
programs hold the thread up, and a busy machine is no slow phone.
"""

from __future__ import annotations

import json
import statistics
from pathlib import Path
from typing import Any

SLOWER, LONG = 4, 50.0
"""How much slower a phone of five years ago is, and the milliseconds of a long task."""
CATEGORIES = ["-*", "toplevel", "devtools.timeline", "blink.user_timing"]
# Marks in the trace when pieces begin and end to move.
MARKS = """() => {
  const moving = () => document.querySelector("#table canvas.picture")?.dataset.at === "film";
  let was = false;
  const look = () => {
    if (moving() !== was) performance.mark((was = moving()) ? "film" : "rest");
    requestAnimationFrame(look);
  };
  look();
}"""


def told(trace: Path) -> str:
    """Return how long frames and tasks take."""
    events = json.loads(trace.read_text())["traceEvents"]
    tasks, frames = _times(events)
    late = statistics.quantiles(frames, n=20)[-1]
    long = [time for time in tasks if time > LONG]
    work = f"work for a frame: median {statistics.median(frames):.1f} ms, p95 {late:.1f} ms ({len(frames)} frames)"
    return f"{work}; {len(long)} of {len(tasks)} tasks over 50 ms, the longest {max(tasks):.0f} ms"


def _times(events: list[dict[str, Any]]) -> tuple[list[float], list[float]]:
    """Return the milliseconds of each task of the page's main thread, and of each task that draws a film's frame."""
    marks = [event for event in events if event["name"] in ("film", "rest") and "blink.user_timing" in event["cat"]]
    main = {(event["pid"], event["tid"]) for event in marks}
    ours = sorted((event for event in events if (event["pid"], event["tid"]) in main), key=lambda event: event["ts"])
    drawn = [event["ts"] for event in ours if event["name"] == "FireAnimationFrame"]
    tasks, frames, end = list[float](), list[float](), 0.0
    for event in ours:
        if event["ph"] != "X" or not event["name"].endswith("RunTask") or event["ts"] < end:
            continue
        begin, end = event["ts"], event["ts"] + event["dur"]
        tasks.append(SLOWER * event.get("tdur", 0) / 1000)
        if any(begin <= at < end for at in drawn) and _moving(marks, begin):
            frames.append(tasks[-1])
    return tasks, frames


def _moving(marks: list[dict[str, Any]], at: float) -> bool:
    before = [mark for mark in marks if mark["ts"] <= at]
    return bool(before) and max(before, key=lambda mark: mark["ts"])["name"] == "film"
