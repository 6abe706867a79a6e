"""Middleware stands around every handler, the outermost first, and may answer in its place."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from bot.core.dispatch.middleware import (
    FAILED,
    TOO_FAST,
    Action,
    Errors,
    FloodLimit,
    Handler,
    Measuring,
    MutedMentions,
    Refusals,
    stack,
)
from bot.core.i18n.refusal import STALE, Refusal
from bot.core.i18n.translator import translator
from bot.core.messages.content import Part, Screen, Text
from bot.core.messages.metrics import NoMetrics
from bot.core.messages.requests import Outcome, Person, Press, Request
from bot.core.ratelimit.flood_guard import FloodVerdict
from bot.core.services.languages import Languages
from data.open_store import open_store
from data.records import ChatKey, PersonKey, PersonRecord
from tests.fakes.clock import FakeClock

CHAT = ChatKey("fake", "room")
ANA = Person(PersonKey("fake", "ana"), "Ana", "es")
PRESS = Press(CHAT, ANA, "1", "abc234.3.throw")
REQUEST = Request(CHAT, ANA, "help")


class Broken:
    """A store, or a part over it, that answers nothing."""

    def __getattr__(self, name: str) -> Any:
        raise RuntimeError(f"no {name}")


class Counted(NoMetrics):
    """The reported events, in order."""

    def __init__(self) -> None:
        self.events: list[tuple[object, ...]] = []

    def acted(self, kind: str, platform: str, began: float, ended: float, *, table: str | None) -> None:
        self.events.append((kind, platform, ended - began, table))

    def refused(self, kind: str, platform: str) -> None:
        self.events.append(("refused", kind, platform))


class Guard:
    """A flood guard of one opinion."""

    def __init__(self, verdict: FloodVerdict) -> None:
        self.verdict = verdict

    def judge(self, *_: object) -> FloodVerdict:
        return self.verdict


def handler(outcome: Outcome | Exception) -> Handler:
    """A handler that answers this, or fails so."""

    async def handle(_: Action) -> Outcome:
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    return handle


async def test_the_first_middleware_is_the_outermost() -> None:
    order = []

    async def around(name: str, inner: Handler, action: Action) -> Outcome:
        order.append(name)
        return await inner(action)

    await stack(handler(Outcome()), partial(around, "outer"), partial(around, "inner"))(PRESS)
    assert order == ["outer", "inner"]


async def test_what_fails_is_excused_in_the_language_of_the_platform_where_the_store_fails_too(
    caplog: pytest.LogCaptureFixture,
) -> None:
    outcome = await Errors(Languages(Broken(), "en"))(handler(ZeroDivisionError()), PRESS)  # type: ignore[arg-type]
    assert outcome == Outcome(notice=translator("es").note(FAILED))
    assert [record.getMessage() for record in caplog.records] == ["a press could not be answered"]


@pytest.mark.parametrize(
    ("action", "sentence", "table"),
    [(PRESS, STALE, "abc234"), (PRESS, TOO_FAST, None), (REQUEST, STALE, None)],
)
async def test_only_a_stale_press_has_its_table_shown_again(action: Action, sentence: str, table: str | None) -> None:
    store, metrics = await open_store("sqlite:///:memory:"), Counted()
    try:
        outcome = await Refusals(Languages(store, "en"), store, metrics)(handler(Refusal(sentence)), action)
    finally:
        await store.close()
    assert outcome == Outcome(notice=translator("es").note(sentence), table=table)
    assert metrics.events == [("refused", action.kind, "fake")]


async def test_a_command_too_many_is_passed_over_and_a_press_too_many_never() -> None:
    metrics = Counted()
    limit = FloodLimit(Guard(FloodVerdict.IGNORE), metrics)  # type: ignore[arg-type]
    assert await limit(handler(Outcome()), REQUEST) == Outcome(throttled=True)
    assert metrics.events == [("refused", "command", "fake")]
    with pytest.raises(Refusal, match="Slow down!"):
        await limit(handler(Outcome()), PRESS)


async def test_an_answer_names_without_a_call_who_wants_none() -> None:
    store = await open_store("sqlite:///:memory:")
    screen = Screen(Text(((Part("Ana", mention=ANA.key),),)))
    try:
        await store.save_person(PersonRecord(ANA.key, "Ana", settings='{"mentions":false}'))
        muted = await MutedMentions(store)(handler(Outcome(screen=screen)), REQUEST)
    finally:
        await store.close()
    assert muted.screen == Screen(Text(((Part("Ana"),),)))


async def test_what_is_accepted_is_counted_with_its_table() -> None:
    metrics = Counted()
    await Measuring(metrics, FakeClock())(handler(Outcome(table="abc234")), PRESS)
    with pytest.raises(Refusal):
        await Measuring(metrics, FakeClock())(handler(Refusal(STALE)), PRESS)
    assert metrics.events == [("press", "fake", 0.0, "abc234")]
