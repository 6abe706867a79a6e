"""Nobody may flood the bot: a person who is too fast reads so once, and gets answers again soon."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bot.core.common.clock import Clock
from bot.core.messages.requests import Outcome
from bot.core.ratelimit.flood_guard import FloodGuard, FloodVerdict
from bot.core.ratelimit.sliding_window import RateLimit
from data.records import PersonKey
from tests.fakes.clock import FakeClock
from tests.fakes.room import ANA, BEA, CHAT, room

FEW = {"command": RateLimit(4, 10.0, burst=3), "press": RateLimit(4, 10.0, burst=3)}
MANY = {"command": RateLimit(40, 10.0, burst=5), "press": RateLimit(40, 10.0, burst=5)}


def strict(clock: Clock) -> FloodGuard:
    """A guard that lets few things pass."""
    return FloodGuard(clock, FEW, MANY)


def kind(outcome: Outcome) -> str:
    """What somebody heard."""
    if outcome.notice is None:
        return "silence" if outcome.screen is None else "answer"
    return "too fast" if "Slow down!" in outcome.notice.plain else "answer"


async def test_who_floods_is_told_once_and_then_passed_over() -> None:
    async with room(flood_guard=strict) as place:
        heard = [kind(await place.say(ANA, "/help")) for _ in range(6)]
        assert heard == ["answer"] * 3 + ["too fast"] + ["silence"] * 2
        assert kind(await place.say(BEA, "/help")) == "answer"
        place.clock.time += 60.0
        heard = [kind(await place.say(ANA, "/help")) for _ in range(5)]
        assert heard == ["answer"] * 3 + ["too fast", "silence"]


async def test_a_press_too_many_changes_nothing() -> None:
    async with room(flood_guard=strict) as place:
        await place.say(ANA, "/play")
        for page in ("⚙", "Back", "⚙"):
            assert (await place.click(ANA, page)).notice is None
        before = await place.table()
        assert kind(await place.click(ANA, "Back")) == "too fast"
        assert kind(await place.click(ANA, "Back")) == "too fast"  # each time: nothing said would look like done
        assert (await place.table()) == before


def test_a_chat_has_a_bound_of_its_own() -> None:
    manners = FloodGuard(FakeClock(), FEW, MANY)
    people = [PersonKey("fake", str(number)) for number in range(6)]
    judged = [manners.judge("press", CHAT, person) for person in people]
    assert judged == [FloodVerdict.FINE] * 5 + [FloodVerdict.WARN]


@given(st.lists(st.floats(0.0, 3.0), max_size=80))
def test_never_more_than_the_limit_and_one_word_a_burst(pauses: list[float]) -> None:
    clock = FakeClock()
    manners, fine, spoken = FloodGuard(clock, FEW, MANY), [], 0
    for pause in pauses:
        clock.time += pause
        verdict = manners.judge("press", CHAT, ANA.key)
        if verdict is FloodVerdict.FINE:
            fine.append(clock.time)
        spoken += verdict is FloodVerdict.WARN
    assert all(later - first > 10.0 for first, later in zip(fine, fine[4:], strict=False))
    assert spoken <= 1 + len(fine)
