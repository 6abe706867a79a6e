"""Reads from a trace of Chromium how long its threads work, for each task and for each frame of a film.

It is processor time at full pace, times four. An emulated slow processor would also count the time for which other
programs hold a thread up, and a busy machine is no slow phone. The time that passed is there next to it, as it was.
Without a graphics processor, as here, the thread that shows frames also paints every pixel of them.
"""

from __future__ import annotations

import json
import statistics
from bisect import bisect_right
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
BESIDE = {"Compositor": "composed", "ThreadPoolForegroundWorker": "rasterised", "VizCompositorThread": "shown"}
"""What other threads do for a frame."""

Event = dict[str, Any]


def told(trace: Path) -> str:
    """Return in words how long frames and tasks take."""
    frames, beside, tasks = _read(trace)
    said = [f"work for a frame: {_pace(frames)} ({len(frames)} frames)"]
    said += [f"{what} in {_pace(times)}" for what, times in beside.items()]
    said.append(f"tasks times {SLOWER}: {_long([_slowed(task) for task in tasks])}")
    said.append(f"as they passed here: {_long([task['dur'] / 1000 for task in tasks])}")
    return "; ".join(said)


def figures(trace: Path) -> dict[str, float]:
    """Return how long frames and tasks take, by what it is."""
    frames, beside, tasks = _read(trace)
    worked = [_slowed(task) for task in tasks]
    found = {"work for a frame": frames, **beside}
    paces = {f"{what}, ms: p95": statistics.quantiles(times, n=20)[-1] for what, times in found.items()}
    return {
        **paces,
        f"tasks over {LONG:.0f} ms": sum(time > LONG for time in worked),
        "longest task, ms": max(worked),
    }


def _read(trace: Path) -> tuple[list[float], dict[str, list[float]], list[Event]]:
    """Return the times of frames, what other threads do for them, and all tasks of the page."""
    events = json.loads(trace.read_text())["traceEvents"]
    marks = [event for event in events if event["name"] in ("film", "rest") and "blink.user_timing" in event["cat"]]
    main = {_thread(event) for event in marks}
    tasks = _tasks(events, main)
    fired = [event for event in events if event["name"] == "FireAnimationFrame"]
    drawn = sorted(event["ts"] for event in fired if _thread(event) in main)
    begun = sorted({task["ts"] for task in tasks if _has(drawn, task) and _moving(marks, task["ts"])})
    frames = [_slowed(task) for task in tasks if task["ts"] in set(begun)]
    return frames, _beside(events, marks, begun), tasks


def _thread(event: Event) -> tuple[int, int]:
    return event["pid"], event["tid"]


def _slowed(task: Event) -> float:
    return float(SLOWER * task.get("tdur", 0) / 1000)


def _tasks(events: list[Event], threads: set[tuple[int, int]]) -> list[Event]:
    """Return the tasks of threads, those that run within another one left out."""
    found, ends = list[Event](), dict[tuple[int, int], float]()
    for event in sorted((one for one in events if _thread(one) in threads), key=lambda one: float(one["ts"])):
        if event["ph"] == "X" and event["name"].endswith("RunTask") and event["ts"] >= ends.get(_thread(event), 0):
            ends[_thread(event)] = event["ts"] + event["dur"]
            found.append(event)
    return found


def _has(moments: list[float], task: Event) -> bool:
    return bisect_right(moments, task["ts"]) < bisect_right(moments, task["ts"] + task["dur"])


def _moving(marks: list[Event], at: float) -> bool:
    before = [mark for mark in marks if mark["ts"] <= at]
    return bool(before) and max(before, key=lambda mark: float(mark["ts"]))["name"] == "film"


def _beside(events: list[Event], marks: list[Event], begun: list[float]) -> dict[str, list[float]]:
    """Return for each thing that other threads do how long it takes from each frame's begin to the next one's."""
    names = {_thread(event): event["args"]["name"] for event in events if event["name"] == "thread_name"}
    page = {event["pid"] for event in marks}
    times = {what: [0.0] * len(begun) for what in BESIDE.values()}
    for name, what in BESIDE.items():
        anywhere = name == "VizCompositorThread"  # in the process of graphics
        threads = {one for one, its in names.items() if its == name and (anywhere or one[0] in page)}
        for task in _tasks(events, threads):
            if (at := bisect_right(begun, task["ts"])) and _moving(marks, task["ts"]):
                times[what][at - 1] += _slowed(task)
    return times


def _pace(times: list[float]) -> str:
    return f"median {statistics.median(times):.1f} ms, p95 {statistics.quantiles(times, n=20)[-1]:.1f} ms"


def _long(times: list[float]) -> str:
    return f"{sum(time > LONG for time in times)} of {len(times)} over {LONG:.0f} ms, the longest {max(times):.0f} ms"
