"""Draws and digests are the same in two processes, though each orders its sets of texts in its own way."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from typing import Any

from bot.core.board_messages.digest import digest_of as digest_of_board
from bot.core.features.tournaments.cards import card_of
from bot.core.features.tournaments.posting import mark_of
from bot.core.features.tournaments.standing_view import TournamentView
from bot.core.features.tournaments.view import digest_of
from bot.core.i18n.translator import translator
from bot.core.tournaments.proof import proof_of
from bot.core.tournaments.terms import Format
from bot.core.views.lobby import lobby_screen
from tests.fakes.bot_process import ROOT
from tests.fakes.seated_tables import seated
from tests.fakes.tournament_games import CHAT, announced, play

GAMES = {2: {"game": "palma", "pace": "daily:24"}, 4: {"game": "parchis", "pace": "daily:24"}}
KINDS: tuple[dict[str, Any], ...] = (
    {"format": Format.SWISS, "sides": 4},
    {"format": Format.SWISS, "divisions": 2},
    {"format": Format.KNOCKOUT, "sides": 4},
    {"format": Format.ALL},
    {"format": Format.ARENA},
)


def told() -> list[str]:
    """Return the proofs of tournaments, and the digests of what they and a lobby show."""
    t, found = translator("es"), list[str]()
    for terms in KINDS:
        done, steps = play(announced(7, play=GAMES[terms.get("sides", 2)], **terms), random.Random(1))
        views = [TournamentView.of(one) for one in steps[::6]]
        found += [f"{mark_of(one.tournament)} {digest_of(one, t, CHAT)}" for one in views]
        found += [card.alt for one in views if (card := card_of(one, t)) is not None]
        found.append(proof_of(done))
    lobby = seated("ana", "bea", "cai", None)
    return [*found, digest_of_board(lobby_screen(lobby, t), lobby)]


def told_by_a_process(seed: int) -> str:
    environment = {**os.environ, "PYTHONHASHSEED": str(seed), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, __file__]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=100).stdout  # noqa: S603


def test_two_processes_draw_and_show_the_same() -> None:
    one, other = map(told_by_a_process, (1, 2))
    assert len(one) > 8_000
    assert one == other


if __name__ == "__main__":
    sys.stdout.write("\n".join(told()))
