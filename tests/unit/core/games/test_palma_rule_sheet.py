"""Palma's rule sheet says what the engine does: each sentence, under every combination of switches that shows it.

The hounds are to throw unless it is said otherwise; the jackals mirror them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.core.games import rulesets
from bot.core.games.palma.rule_sheet import SHEET
from bot.core.games.sitting import Sitting
from bot.core.views.rules import shown
from engine.game import TurnKind
from engine.palma.game import PALMA
from engine.palma.state import State
from tests.fakes.palma_tools import events, holes, label, place, play, thrown, variants

SENTENCES = (*SHEET.general, *SHEET.details)
Rules = dict[str, Any]


def at(rules: Rules, hounds: str = "", jackals: str = "", **more: Any) -> State:
    return place(hounds, jackals, rules=rules, **more)


def goes_on(state: State, *line: str) -> str:
    """What follows of itself: `again`, or `over` where the turn has passed."""
    after = play(state, *line)
    return "again" if PALMA.turn(after).seat == 0 and events(state, *line)[-1]["type"] != "turn" else "over"


def stops(rules: Rules, hole: int) -> list[dict[str, Any]]:
    """What happens where a hound ends its throw in a hole."""
    return events(at(rules, f"{hole - 3} 7"), "3", "D1+3")


def aim(pieces: int) -> Callable[[Rules], bool]:
    def asked(rules: Rules) -> bool:
        start = PALMA.position(PALMA.start(rules))["pieces"]
        if start != {"D": ["H"] * pieces, "J": ["H"] * pieces}:
            return False
        home = " ".join(("26", "27", "28", "29")[: pieces - 1])
        won = PALMA.result(play(at(rules, f"22 {home}"), "3", "D1+3"))
        early = PALMA.result(play(at(rules, f"21 {home}"), "3", "D1+3"))
        return won is not None and won.places == (1, 2) and early is None

    return asked


def sticks(rules: Rules) -> bool:
    state = at(rules, "6 13")
    after = [goes_on(state, value, f"D1+{value}") for value in ("1", "2", "3", "5")]
    return set(PALMA.odds(state)) == {"1", "2", "3", "5"} and after == ["over"] * 3 + ["again"]


def hand(rules: Rules) -> bool:
    state = at(rules, "6")
    return (
        thrown(state, 5) == ["D1+5", "D2+in"]
        and holes(play(state, "5", "D2+in"), 0).split()[1] == "0"
        and [thrown(state, value) for value in (1, 2, 3)] == [["D1+1"], ["D1+2"], ["D1+3"]]
    )


def jump(rules: Rules) -> bool:
    return (
        holes(play(at(rules, "6 7"), "2", "D1+2"), 0).startswith("8 7")
        and "D1+2" not in thrown(at(rules, "6 8"), 2)
        and "D2+in" in thrown(at(rules, "0"), 5)
        and [event["type"] for event in events(at(rules, "6", "8"), "2", "D1+2")] == ["thrown", "moved", "turn"]
        and thrown(at(rules, "27 6"), 3) == ["D2+3"]
    )


def slide(rules: Rules) -> bool:
    ten, twenty = play(at(rules, "9 3"), "1", "D1+1"), play(at(rules, "18 3"), "2", "D1+2")
    return holes(ten, 0).startswith("24 ") and holes(twenty, 0).startswith("22 ")


def passes(rules: Rules) -> bool:
    """A throw that can be used must be; another goes over, once, and a 5 leaves its thrower the next throw."""
    used, nobodys = _next(at(rules, "6"), "3"), events(at(rules), "3")
    hounds_in_hand = at(rules, "", "1")
    hounds_home_but_one = at(rules, "24 28 29" if rules["pieces"] == 3 else "24 26 27 28 29", "1")  # none can go 5
    return (
        used == (TurnKind.CHOOSE, 0)
        and [event["type"] for event in nobodys] == ["thrown", "lost", "turn"]
        and _next(hounds_in_hand, "3") == (TurnKind.CHOOSE, 1)
        and _next(hounds_in_hand, "3", "J1+3") == (TurnKind.THROW, 1)
        and _next(hounds_home_but_one, "5") == (TurnKind.CHOOSE, 1)
        and _next(hounds_home_but_one, "5", "J1+5") == (TurnKind.THROW, 0)
    )


def _next(state: State, *line: str) -> tuple[TurnKind, int]:
    turn = PALMA.turn(play(state, *line))
    return turn.kind, turn.seat


def penalty(rules: Rules) -> bool:
    back = play(at(rules, "21 3"), "1", "D1+1"), play(at(rules, "23 3"), "1", "D1+1")
    return [holes(state, 0).split()[0] for state in back] == ["20", "10"]


def hole(number: int, kind: str) -> Callable[[Rules], bool]:
    def asked(rules: Rules) -> bool:
        told = [event["type"] for event in stops(rules, number)]
        found = "rethrow" if "rethrow" in told else "stake" if "stake" in told else "none"
        return found == kind and (kind != "stake" or _stake_is_won_once(rules, number))

    return asked


def _stake_is_won_once(rules: Rules, number: int) -> bool:
    """By the first piece of either side; the second gets nothing, and nobody wins the game by it."""
    state = at(rules, f"{number - 3} 7", f"{number - 3} 7")
    first = play(state, "3", "D1+3")
    later = events(first, "3", "J1+3")
    stakes = PALMA.position(first)["stakes"]
    return stakes[str(number)] == 0 and PALMA.result(first) is None and "stake" not in [e["type"] for e in later]


def blocked(kind: str) -> Callable[[Rules], bool]:
    def asked(rules: Rules) -> bool:
        state = at(rules, "9 24 3")
        stays = "D1+1" in thrown(state, 1)
        return stays == (kind == "stay") and (not stays or holes(play(state, "1", "D1+1"), 0).startswith("10 "))

    return asked


def first(who: str) -> Callable[[Rules], bool]:
    def asked(rules: Rules) -> bool:
        state = PALMA.start(rules)
        found = "lot" if set(PALMA.moves(state)) == {"D", "J"} else "DJ"[PALMA.turn(state).seat]
        return found == who

    return asked


CLAIMS: dict[str, Callable[[Rules], bool]] = {
    "aim.five": aim(5),
    "aim.three": aim(3),
    "sticks": sticks,
    "hand": hand,
    "jump": jump,
    "slide": slide,
    "pass": passes,
    "penalty.no": lambda rules: not penalty(rules),
    "penalty.yes": penalty,
    **{f"hole{number}.{kind}": hole(number, kind) for number in (5, 15) for kind in ("none", "rethrow", "stake")},
    **{f"blocked.{kind}": blocked(kind) for kind in ("illegal", "stay")},
    **{f"first.{who}": first(who) for who in ("lot", "D", "J")},
}
GENERAL = {sentence.name for sentence in SHEET.general} - {"aim.five", "aim.three"}


def test_every_sentence_is_tied_to_the_engine() -> None:
    assert sorted(CLAIMS) == sorted(sentence.name for sentence in SENTENCES)


def test_a_sentence_is_shown_exactly_where_the_engine_does_what_it_says() -> None:
    for rules in variants():
        told = {each.name for each in shown(SENTENCES, rulesets.values("palma", rules), Sitting())}
        assert told >= GENERAL, label(rules)
        for name, holds in CLAIMS.items():
            assert holds(rules) == (name in told), (name, label(rules))
