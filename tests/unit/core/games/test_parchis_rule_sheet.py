"""The rule sheet says what the engine does: each sentence, at every kind of table that shows it.

The suite asks at a sample of the combinations of switches; `PALMARES_GAMES` (as `make test-long` sets it) at all.
"""

from __future__ import annotations

import os
from itertools import product

import pytest

from bot.core.games import rulesets
from bot.core.games.parchis.rule_sheet import SHEET
from bot.core.views.rules import shown
from tests.fakes.parchis_forms import Form, combinations, forms, name_of
from tests.unit.core.games import claims_parchis, claims_switches
from tests.unit.core.games.sheet_cases import CLAIMS, Case

assert claims_parchis, claims_switches  # they fill CLAIMS
SENTENCES = (*SHEET.general, *SHEET.details)
EVERY = bool(os.environ.get("PALMARES_GAMES"))
SAMPLE = 29  # combinations of a form; enough that each value of each switch meets each of another
PAIRS = (
    ("start.die", "start.pool"), ("six.die", "six.pool"), ("open.barrier", "open.pair"),
    ("source.die", "source.pool"),
    ("setup.one_out", "setup.first_shelters"), ("setup.one_out", "setup.all_home"),
    ("out.not_home", "out.on_field"), ("choice.no", "choice.yes"),
    ("mixed.pass", "mixed.block"), ("own.barrier", "own.capture"), ("mates.barrier", "mates.capture"),
    ("evict.no", "evict.yes"), ("help.team_no", "help.team"), ("colours_help.no", "colours_help.yes"),
    ("end.first", "end.all"), ("colours.one_turn", "colours.turns"), ("move.lost", "move.helped"),
    ("third.home", "third.spared"), ("long.none", "long.7"), ("long.7", "long.12"), ("null", "source.die"),
)  # fmt: skip
"""Sentences that contradict each other."""


def cases(form: Form) -> list[Case]:
    """The tables of a form that are asked about."""
    every = [rules for rules in combinations(form) if rules["pieces"] == 4]  # claims set up four pieces
    step = 1 if EVERY else max(1, len(every) // SAMPLE) | 1
    teams = None if form[2] is None else tuple(map(tuple, form[2]))
    found = []
    for rules in every[::step]:
        values = rulesets.values("parchis", {"preset": "spanish", **rules})
        found.append(Case({"colours": form[0], **values}, tuple(form[1]), teams))
    return found


def test_every_sentence_is_tied_to_the_engine_and_every_claim_to_a_sentence() -> None:
    names = [sentence.name for sentence in SENTENCES]
    assert len(set(names)) == len(names)
    assert set(CLAIMS) == set(names)


PIECES = ("pieces", "setup.one_out", "setup.first_shelters", "setup.two", "setup.all_home")


@pytest.mark.parametrize("form", forms(), ids=name_of)
def test_the_sheet_says_how_fewer_pieces_start(form: Form) -> None:
    teams = None if form[2] is None else tuple(map(tuple, form[2]))
    for setup, pieces in product(("one_out", "first_shelters", "all_home"), (4, 3, 2)):
        rules = {"preset": "spanish", "setup": setup, "pieces": pieces}
        case = Case({**rulesets.values("parchis", rules), "colours": form[0]}, tuple(form[1]), teams)
        told = {sentence.name for sentence in shown(SENTENCES, case.values, case.sitting)}
        assert {name for name in PIECES if CLAIMS[name](case)} == told & set(PIECES), (setup, pieces)


@pytest.mark.parametrize("form", forms(), ids=name_of)
def test_each_sentence_that_a_table_shows_is_what_the_engine_does_there(form: Form) -> None:
    for case in cases(form):
        told = {sentence.name for sentence in shown(SENTENCES, case.values, case.sitting)}
        for name in sorted(told - {"squares"}):
            assert CLAIMS[name](case) is True, (name, case)


@pytest.mark.parametrize("form", forms(), ids=name_of)
def test_no_sentence_is_left_out_where_it_holds_and_its_opposite_does_not(form: Form) -> None:
    for case in cases(form):
        told = {sentence.name for sentence in shown(SENTENCES, case.values, case.sitting)}
        for one, other in PAIRS:
            assert not {one, other} <= told, (one, other, case)
            for name, opposite in ((one, other), (other, one)):
                if opposite in told:
                    assert not CLAIMS[name](case), (name, case)


@pytest.mark.parametrize("form", forms(), ids=name_of)
def test_the_squares_that_are_listed_are_the_safe_ones(form: Form) -> None:
    for case in cases(form)[:2]:
        assert CLAIMS["squares"](case)
