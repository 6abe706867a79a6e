"""The bots' fixed places: what the published table says, on the people's scale."""

from __future__ import annotations

from pathlib import Path

import pytest
from openskill.models import PlackettLuce

from bot.core.rankings.bot_levels import SIGMA, WINS, mean, nearest
from bot.core.rankings.ladders import ladders
from bot.core.rankings.ratings import Skill, Sureness, bot_skill
from engine import players

DOCUMENT = Path(__file__).parents[4] / "docs" / "strength.md"
TITLES = {
    ("parchis", "dice", 2): "spanish, duel",
    ("parchis", "dice", 4): "spanish, 4 seats",
    ("parchis", "diceless", 2): "diceless, duel",
    ("parchis", "diceless", 4): "diceless, 4 seats",
    ("parchis", "quick", 2): "quick, duel",
    ("parchis", "quick", 4): "quick, 4 seats",
    ("palma", "classic", 2): "Palma, classic",
    ("palma", "penalty", 2): "Palma, penalty",
}
FAMILIES = [(ladder.game, ladder.family) for ladder in ladders()]


def published(title: str, hero: str) -> float:
    """What a level wins among casual ones at a kind of table, as the document says."""
    text = DOCUMENT.read_text(encoding="utf-8").split("| one … among … |")[1]
    column = [word.strip() for word in text.splitlines()[0].split("|")].index("casual")
    section = text.split(f"| **{title}**")[1].split("| **")[0]
    for row in (line.split("|")[1:] for line in section.splitlines() if line.startswith("| ")):
        if row[0].strip() == hero:
            return float(row[column + 1].split("±")[0])
    raise AssertionError(f"{hero} is not among {title}")


@pytest.mark.parametrize(("game", "family"), FAMILIES)
def test_every_family_has_the_figures_of_the_published_table(game: str, family: str) -> None:
    assert set(WINS[game, family]) == {"random", *players.levels()} - {"casual"}
    for level, wins in WINS[game, family].items():
        for sides, won in wins:
            assert published(TITLES[game, family, sides], level) == won, (level, sides)


@pytest.mark.parametrize(("game", "family"), FAMILIES)
def test_the_levels_stand_in_order_and_the_usual_one_where_people_begin(game: str, family: str) -> None:
    means = [mean(game, family, level) for level in ("random", *players.levels())]
    assert means == sorted(means)
    assert mean(game, family, "casual") == mean(game, family, "greedy") == Skill().mu
    assert bot_skill(game, family, "master").sureness is not Sureness.GUESS


def test_the_model_foresees_what_was_measured() -> None:
    """In a duel of Palma, where there is one figure only, to the last digit."""
    model = PlackettLuce()
    for family in ("classic", "penalty"):
        for level, ((_, won),) in WINS["palma", family].items():
            pair = [[model.rating(mean("palma", family, name), SIGMA)] for name in (level, "casual")]
            gap = (pair[0][0].mu - pair[1][0].mu) / (2 * (SIGMA**2 + model.beta**2)) ** 0.5
            assert 100 / (1 + 2.718281828459045**-gap) == pytest.approx(won)


def test_a_level_without_figures_stands_where_the_next_one_below_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(players.PLAYERS, "grandmaster", players.player("master"))
    mean.cache_clear()
    assert mean("parchis", "dice", "grandmaster") == mean("parchis", "dice", "master")
    assert mean("snails", "all", "grandmaster") == mean("snails", "all", "beginner") == Skill().mu
    mean.cache_clear()


def test_the_level_that_is_about_ones_own() -> None:
    assert nearest("parchis", "dice", 25.4) == "casual"
    assert nearest("parchis", "dice", 99.0) == "master"
    assert nearest("parchis", "dice", -99.0) == "beginner"
    assert nearest("palma", "penalty", 27.0) == "strong", "a master wins no more there"
    assert nearest("palma", "classic", 27.0) == "master"
