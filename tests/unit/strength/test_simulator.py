"""The simulator plays the engine's rules: every ply, every feature, every chance and every choice is the same.

The suite compares a few thousand plies; `PALMARES_GAMES=1000` (as `make test-long` sets it) 120,000, over every
board, seating and team form and every combination of switches.
"""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Iterator
from ctypes import byref, c_double, c_int32

import pytest

from engine.parchis.game import PARCHIS, choice_text
from engine.parchis.presets import PRESETS
from engine.parchis.state import Phase
from engine.parchis.turn_flow import Play
from engine.players import player
from engine.players.parchis_features import FEATURES, sight
from engine.players.parchis_lookahead import Lookahead
from engine.players.styles import STYLES
from tests.fakes.parchis_forms import combinations, forms
from tools.strength import simulator
from tools.strength.simulator import COMPILER, Game, Table, library, shipped_net
from tools.strength.styles import lineup as with_style
from tools.strength.table import lineup

pytestmark = pytest.mark.skipif(shutil.which(COMPILER) is None, reason=f"no C compiler, {COMPILER}")

PLIES = 120_000 if os.environ.get("PALMARES_GAMES") else 4_000
CHOICES = (Phase.PICK, Phase.MOVE, Phase.BONUS)


def started(rng: random.Random) -> Iterator[tuple[Table, Play]]:
    """Begin games of every form, by presets and by any switches."""
    every = forms()
    while True:
        for form in rng.sample(every, len(every)):
            rules = rng.choice(
                [*combinations(form), *[{"preset": name, "colours": form[0]} for name in PRESETS] * 60]
            )
            opening = PARCHIS.start(rules, form[1], form[2])
            play = Play(opening)
            play.begin(rng.randrange(len(form[1])))
            yield Table.of(opening), play


def go_on(table: Table, play: Play, game: Game, rng: random.Random) -> None:
    """Play one ply by chance, in the engine and in the simulator."""
    if play.phase is Phase.THROW:
        face = rng.randint(1, 6)
        play.throw_die(face)
        library().do_throw(byref(table), byref(game), face)
        return
    choice = rng.choice(play.pools[play.slot] if play.phase is Phase.PICK else play.legal)
    if play.phase is Phase.PICK:
        play.pick(choice)
    else:
        play.move(choice)
    library().do_choice(byref(table), byref(game), choice)


def test_every_ply_and_every_feature_is_the_engines() -> None:
    assert library().size_of(5) == len(FEATURES)
    rng, plies = random.Random(1), 0
    rows = (c_int32 * len(FEATURES) * 6)()
    for table, play in started(rng):
        game = Game()
        library().start_at(byref(table), byref(game), play.slot)
        assert game.told() == Game.of(play).told()
        while play.phase is not Phase.OVER:
            if play.phase in (Phase.THROW, Phase.PICK) and rng.random() < 0.2:
                library().features_of(byref(table), byref(game), rows)
                for side, row in enumerate(sight(play.setup).rows(play)):
                    assert not play.left[side] or list(rows[side]) == row
            go_on(table, play, game, rng)
            plies += 1
            assert game.told() == Game.of(play).told(), play.state()
        if plies > PLIES:
            break


@pytest.mark.parametrize("pool", [False, True], ids=["dice", "diceless"])
def test_the_chances_and_the_choices_are_the_engines(pool: bool) -> None:
    """To the last bit: the net's weights are whole numbers, and both sides add them in one order."""
    rng, asked = random.Random(2), 0
    net, chances = shipped_net("diceless" if pool else "dice"), (c_double * 6)()
    styled = {f"{level}-{style}": with_style(level, style) for style in STYLES for level in ("casual", "strong")}
    for table, play in started(rng):
        if play.setup.rules.diceless != pool:
            continue
        game = Game.of(play)
        for _ in range(rng.randrange(300)):
            if play.phase is Phase.OVER:
                break
            go_on(table, play, game, rng)
        while play.phase is Phase.THROW:
            go_on(table, play, game, rng)
        if play.phase is Phase.OVER:
            continue
        if play.phase is Phase.PICK:
            library().chances_of(byref(table), net, byref(game), chances)
            assert list(chances[: len(play.left)]) == Lookahead(play).chances(play)
        state = play.state()
        moves = PARCHIS.moves(state)
        for name in ("strong", "master", *rng.sample(sorted(styled), 0 if pool else 1)):
            held = styled.get(name) or lineup(name, play.setup)
            chosen = library().choose_one(byref(table), byref(game), byref(held.player), 1)
            asks = (player(name).choose(PARCHIS, state, moves, random.Random(seed)) for seed in range(20))
            assert choice_text(play, chosen) in asks  # of moves that are exactly equal it takes any
        asked += 1
        if asked == PLIES // 100:
            break


def test_without_a_compiler_it_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulator, "COMPILER", "no-such-compiler")
    library.cache_clear()
    with pytest.raises(FileNotFoundError, match="no-such-compiler"):
        library()
    library.cache_clear()
