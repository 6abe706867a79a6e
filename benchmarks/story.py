"""Measures the commentary: `python -m benchmarks story`.

Twelve games of each kind, by normal and random bots in turn. It prints the share of turns with a sentence, the
longest run of turns without one, wordings repeated in a game but for the plainest ones of what readers have to know,
the share of the most frequent kind, the largest stored story, and the time of the fold. It fails if a story exceeds
4 KB, a turn 0.3 ms, or a wording is repeated.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from itertools import pairwise
from typing import Any

from bot.core.domain.story import Story, folded, told_on
from bot.core.games.chapters import CHAPTERS, RACE
from bot.core.games.profiles import profile_of
from bot.core.services.story_codec import BYTES, story_text
from engine import catalog, players
from engine.game import TurnKind
from engine.match import Match

GAMES: dict[str, tuple[str, dict[str, Any], list[str], list[list[int]] | None]] = {
    "spanish": ("parchis", {"preset": "spanish"}, ["Y", "B", "R", "G"], None),
    "teams of 3": ("parchis", {"preset": "italian", "colours": 6}, list("YBRGPO"), [[0, 2, 4], [1, 3, 5]]),
    "diceless": ("parchis", {"preset": "diceless"}, ["Y", "B", "R", "G"], None),
    "palma": ("palma", {"preset": "penalty", "hole5": "stake"}, ["D", "J"], None),
}
SEEDS = 12
MS = 0.3


def main() -> int:
    """Print a line per kind of game; return 1 if a limit is exceeded."""
    heads = (("told", 6), ("bare", 6), ("repeated", 10), ("top kind", 22), ("bytes", 7), ("ms a turn", 11))
    print(f"{'story':12}" + "".join(f"{head:>{width}}" for head, width in heads))
    wrong = False
    for label, kind in GAMES.items():
        wrong = _line(label, *kind) or wrong
    return int(wrong)


def _line(label: str, name: str, rules: dict[str, Any], seats: list[str], teams: list[list[int]] | None) -> bool:
    turns = spoken = bare = repeated = size = 0
    kinds: Counter[str] = Counter()
    seconds = 0.0
    for seed in range(SEEDS):
        match = _game(Match.start(catalog.game(name), rules, seats, teams), seed)
        before = time.process_time()
        told = folded(match).turn
        seconds += time.process_time() - before
        size = max(size, _largest(match))
        story = folded(match, whole=True)
        last = {each.turn: each.find.kind for each in story.told if each.find.kind not in CHAPTERS}
        kinds.update(last.values())
        points = [-1, *last, told]
        bare = max(bare, *(after - one - 1 for one, after in pairwise(points)))
        every = {**RACE, **CHAPTERS, **profile_of(name).kinds}
        said = [
            (each.find.kind, each.wording) for each in story.told if each.wording or not every[each.find.kind].always
        ]
        repeated += len(said) - len(set(said))
        turns, spoken = turns + told, spoken + len(last)
    ((top, count),) = kinds.most_common(1)
    share, cost = f"{top} {count / kinds.total():.0%}", 1000 * seconds / turns
    print(f"{label:12}{spoken / turns:>6.0%}{bare:>6}{repeated:>10}{share:>22}{size:>7}{cost:>11.3f}")
    return repeated > 0 or size > BYTES or cost > MS


def _game(match: Match[Any], seed: int) -> Match[Any]:
    luck, player = random.Random(seed), players.player("random" if seed % 2 else "casual")
    while match.turn.kind is not TurnKind.OVER:
        state = match.state
        if match.turn.kind is TurnKind.THROW:
            odds = match.game.odds(state)
            match = match.play(luck.choices(list(odds), list(odds.values()))[0])
        else:
            match = match.play(player.choose(match.game, state, match.game.moves(state), luck))
    return match


def _largest(match: Match[Any]) -> int:
    story, size = Story(), 0
    for number, ply in enumerate(match.plies):
        story = told_on(story, match, match.plies[number - 1].state if number else match.opening, ply)
        size = max(size, len(story_text(story)))
    return size


if __name__ == "__main__":
    raise SystemExit(main())
