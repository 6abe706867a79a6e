"""The engine's line protocol over lines: bad ones, random ones, endless ones, and the program that reads them."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import catalog
from engine.protocol import MAX_LINE, answer, serve

BAD_LINES = [
    "",
    " ",
    "null",
    "7",
    '"start"',
    "[]",
    "{}",
    "{",
    "}{",
    '{"op"}',
    "{'op':'describe'}",
    '{"op":"describe"} {"op":"describe"}',
    '{"op":"fly"}',
    '{"op":null}',
    '{"op":["start"]}',
    '{"op":{"start":1}}',
    '{"op":"Start"}',
    '{"op":"describe","id":NaN}',
    '{"op":"describe","id":-Infinity}',
    '{"op":"describe","id":1e999}',
    '{"op":"describe","id":' + "9" * 5000 + "}",
    '{"op":"play","game":"palma","seed":' + "9" * 5000 + "}",
    "[" * 100_000,
    '{"a":' * 100_000,
    '{"op":"moves","position":' + "[" * 100_000,
    "\x00",
    "\ud800",
    '{"op":"\ud800"}',
    "\ufeff" + '{"op":"describe"}',
]


@pytest.mark.parametrize("line", BAD_LINES, ids=lambda line: ascii(line)[:30])
def test_a_bad_line_is_answered(line: str) -> None:
    for sent in (line, line.encode("utf-8", "surrogatepass")):
        reply = json.loads(answer(sent))
        assert reply["error"]["code"] == "bad_request"
        assert "internal error" not in reply["error"]["message"]
        assert len(reply["error"]["message"]) < 300


@pytest.mark.parametrize("line", [b"\xff", b'{"op":"describe\xc3"}', '{"op":"describe"}'.encode("utf-16")])
def test_a_line_that_is_not_utf_8_is_answered(line: bytes) -> None:
    assert json.loads(answer(line))["error"]["code"] == "bad_request"


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8),
    lambda children: st.lists(children, max_size=4) | st.dictionaries(st.text(max_size=6), children, max_size=4),
    max_leaves=8,
)
FIELDS = [
    "rules",
    "seats",
    "teams",
    "pieces",
    "arrivals",
    "seat",
    "phase",
    "throw",
    "sixes",
    "last",
    "bonus",
    "again",
]
FIELDS += ["starter", "opening", "finished", "colour", "pools", "cycles", "stack", "owner", "mover", "stakes"]
LIKELY = JSON | st.sampled_from(
    [
        "opening",
        "throw",
        "move",
        "bonus",
        "pick",
        "over",
        ["YR", "BG"],
        [[0, 2], [1, 3]],
        5,
        6,
        20,
        "Y1",
        {"5": ["B", "R"]},
    ]
    + [{"preset": preset} for preset in ("spanish", "italian", "diceless", "classic", "penalty")]
    + [{"Y": ["5", "5"], "B": ["c1"]}, {"D": ["0", "0", "25"]}, {"to_throw": [0], "thrown": {"0": 1}}, [0], [1, 1]]
)
POSITIONS = st.dictionaries(st.sampled_from(FIELDS), LIKELY, max_size=5)


@given(st.text() | st.binary() | JSON.map(json.dumps))
def test_any_line_is_answered(line: str | bytes) -> None:
    reply = json.loads(answer(line))
    assert reply["error"]["code"] == "bad_request"
    assert "internal error" not in reply["error"]["message"]


@given(
    st.sampled_from(["moves", "apply", "perft", "start"]),
    st.sampled_from(catalog.names()),
    POSITIONS,
    st.sampled_from(["1", "5", "6", "Y1+in", "D1+in", "n5"]),
)
def test_any_position_is_answered(op: str, name: str, fields: dict[str, Any], move: str) -> None:
    request = {"op": op, "position": {"game": name, **fields}, "move": move, "depth": 2, "game": name, **fields}
    reply = json.loads(answer(json.dumps(request)))
    assert "internal error" not in reply.get("error", {}).get("message", "")


class Sink(io.BytesIO):
    """Notes what had been written at each flush."""

    def __init__(self) -> None:
        super().__init__()
        self.flushed: list[int] = []

    def flush(self) -> None:
        self.flushed.append(self.getvalue().count(b"\n"))


class TestServe:
    def test_answers_line_by_line_and_flushes_each(self) -> None:
        lines = b'{"op":"describe","id":1}\n\n\xff\n{"op":"moves","position":{"game":"palma"},"id":2}\r\n{"id":3}'
        sink = Sink()
        serve(io.BytesIO(lines), sink)
        replies = [json.loads(line) for line in sink.getvalue().splitlines()]
        assert [reply.get("id") for reply in replies] == [1, None, None, 2, 3]
        assert sink.flushed == [1, 2, 3, 4, 5]
        assert sink.getvalue().isascii()

    def test_refuses_endless_lines_and_reads_the_next(self) -> None:
        sink = Sink()
        long = b'{"id":"' + b"x" * MAX_LINE
        serve(io.BytesIO(long * 3 + b'"}\n{"op":"describe","id":2}\n' + long), sink)
        replies = [json.loads(line) for line in sink.getvalue().splitlines()]
        assert [("error" in reply, reply.get("id")) for reply in replies] == [(True, None), (False, 2), (True, None)]

    def test_takes_a_line_of_exactly_the_bound(self) -> None:
        request = b'{"op":"describe"}'
        sink = Sink()
        serve(io.BytesIO(request + b" " * (MAX_LINE - len(request) - 1) + b"\n" + request), sink)
        assert [b"error" in line for line in sink.getvalue().splitlines()] == [False, False]


class TestProgram:
    ENGINE = (sys.executable, "-m", "engine")

    def test_ends_well_with_its_input(self) -> None:
        lines = b'{"op":"start","game":"palma","id":[1]}\nnonsense\n' + b"[" * 100_000 + b'\n{"op":"describe"}\n'
        done = subprocess.run(self.ENGINE, input=lines, capture_output=True, check=False)  # noqa: S603
        assert done.returncode == 0
        assert not done.stderr
        replies = [json.loads(line) for line in done.stdout.splitlines()]
        assert [("error" in reply) for reply in replies] == [False, True, True, False]

    def test_answers_before_the_next_line_comes(self) -> None:
        with subprocess.Popen(self.ENGINE, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as engine:  # noqa: S603
            assert engine.stdin
            assert engine.stdout
            for number in range(3):
                engine.stdin.write(b'{"op":"moves","position":{"game":"palma"},"id":%d}\n' % number)
                engine.stdin.flush()
                assert json.loads(engine.stdout.readline())["id"] == number
            engine.stdin.close()
            assert engine.wait(10) == 0

    def test_is_quiet_when_its_reader_goes(self) -> None:
        pipe = subprocess.PIPE
        with subprocess.Popen(self.ENGINE, stdin=pipe, stdout=pipe, stderr=pipe) as engine:  # noqa: S603
            assert engine.stdin
            assert engine.stdout
            assert engine.stderr
            engine.stdout.close()
            engine.stdin.write(b'{"op":"describe"}\n' * 3)
            engine.stdin.close()
            assert engine.wait(10) == 0
            assert engine.stderr.read() == b""

    def test_explains_its_three_uses(self) -> None:
        done = subprocess.run([*self.ENGINE, "--help"], capture_output=True, text=True, check=True)  # noqa: S603
        for use in ("line protocol", "verify FILE", "play GAME"):
            assert use in done.stdout
