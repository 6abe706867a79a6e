"""One event of each kind, by its class."""

from __future__ import annotations

from engine.events import (
    Bonus,
    Captured,
    Entered,
    Event,
    Finished,
    Lost,
    Moved,
    Passed,
    Picked,
    Thrown,
    Tied,
    TurnBegan,
    Won,
)
from engine.palma.events import Rethrow, Slid, StakeWon
from engine.parchis.events import BarrierOpened, ThirdSix

EXAMPLES: dict[type[Event], Event] = {
    type(event): event
    for event in (
        Thrown(0, 5),
        Tied((0, 1)),
        Picked(0, 3),
        Bonus(0, 20),
        Lost(0, 4),
        Passed(0, 1, 2),
        Entered(0, "Y1", "5"),
        Moved(0, "Y1", "5", "9"),
        Captured(0, "B1", "Y1", "9", owner=1),
        TurnBegan(1),
        Finished((0,), 1),
        Won((0,), (1, 2)),
        BarrierOpened(0, "5"),
        ThirdSix(0, "Y1", spared=False),
        Slid(0, "D1", "10", "24"),
        Rethrow("15", 0),
        StakeWon("5", 0),
    )
}
