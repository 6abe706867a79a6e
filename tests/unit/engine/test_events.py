"""What happened, as values inside the program and as JSON on the line; programs out there know the JSON."""

from __future__ import annotations

import dataclasses
import json

import pytest

from engine.events import Event, Lost, Moved, Thrown, TurnBegan
from engine.palma.events import Slid
from engine.parchis.events import ThirdSix
from tests.fakes.events import EXAMPLES

LINES = """
{"type":"thrown","seat":0,"value":5}
{"type":"tied","seats":[0,1]}
{"type":"picked","seat":0,"number":3}
{"type":"bonus","seat":0,"steps":20}
{"type":"lost","seat":0,"value":4}
{"type":"passed","seat":0,"to":1,"value":2}
{"type":"entered","seat":0,"piece":"Y1","to":"5"}
{"type":"moved","seat":0,"piece":"Y1","from":"5","to":"9"}
{"type":"captured","seat":0,"piece":"B1","by":"Y1","square":"9"}
{"type":"turn","seat":1}
{"type":"finished","seats":[0],"place":1}
{"type":"won","seats":[0],"places":[1,2]}
{"type":"barrier_opened","seat":0,"square":"5"}
{"type":"third_six","seat":0,"piece":"Y1","spared":false}
{"type":"slid","seat":0,"piece":"D1","from":"10","to":"24"}
{"type":"rethrow","hole":"15","seat":0}
{"type":"stake","hole":"5","seat":0}
""".strip().splitlines()
RARE = {
    Thrown(2, 6, opening=True): '{"type":"thrown","seat":2,"value":6,"opening":true}',
    Lost(1, 20, bonus=True): '{"type":"lost","seat":1,"bonus":20}',
    TurnBegan(0, (0, 2)): '{"type":"turn","seat":0,"colours":[0,2]}',
    ThirdSix(0, None, spared=True): '{"type":"third_six","seat":0,"piece":null,"spared":true}',
}


def line(event: Event) -> str:
    """An event as a line has it, letter for letter."""
    return json.dumps(event.to_json(), separators=(",", ":"))


def test_every_event_is_on_the_line_as_it_always_was() -> None:
    assert [line(event) for event in EXAMPLES.values()] == LINES
    assert {event: line(event) for event in RARE} == RARE


def test_there_is_an_example_of_every_kind() -> None:
    kinds = {kind.__name__ for kind in Event.__subclasses__() if kind.__module__.startswith("engine.")}
    assert kinds == {kind.__name__ for kind in EXAMPLES}


@pytest.mark.parametrize("event", EXAMPLES.values(), ids=lambda event: type(event).__name__)
def test_an_event_never_changes(event: Event) -> None:
    first = dataclasses.fields(event)[0].name  # type: ignore[arg-type]
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(event, first, 7)


def test_events_of_two_kinds_are_never_equal_though_they_say_the_same() -> None:
    assert Moved(0, "D1", "10", "24") != Slid(0, "D1", "10", "24")
