"""Reasons for and against a move of Parchís, in words to the player to move."""

from __future__ import annotations

from collections.abc import Mapping

from bot.core.games.naming import Naming, rolls
from bot.core.games.parchis.words import piece
from bot.core.i18n.translator import N_, NN_, Translator
from engine.players.reasons.fact import Fact, ParchisFact

SENTENCES: Mapping[ParchisFact, str] = {
    ParchisFact.WINS: N_("it wins the game"),
    ParchisFact.CAPTURES: N_("{piece} sends one of {player}'s pieces home"),
    ParchisFact.CAPTURES_OWN: N_("{piece} sends a piece of your own side home"),
    ParchisFact.GOAL: N_("{piece} reaches the goal"),
    ParchisFact.ENTERS: N_("{piece} comes out"),
    ParchisFact.AGAIN: N_("you get another turn right away"),
    ParchisFact.AT_THE_DOOR: N_("{piece} stands where {player}'s pieces come out: a 5 would send it home"),
    ParchisFact.SAFE: N_("{piece} reaches a safe square, {square}"),
    ParchisFact.LEAVES_SAFETY: N_("{piece} leaves its safe square, {square}"),
    ParchisFact.CORRIDOR: N_("{piece} gets into its corridor, where it can't be captured"),
    ParchisFact.BARRIER: N_("you form a barrier on {square}"),
    ParchisFact.OPENS: N_("the barrier on {square} opens"),
    ParchisFact.BARRED: N_("{piece} comes up behind {player}'s barrier"),
    ParchisFact.GOAL_NEXT: N_("after that, {rolls} brings {piece} to the goal"),
    ParchisFact.THIRD_SIX: N_("another 6 would send {piece} home"),
    ParchisFact.KEEPS_FIVE: N_("you still have a 5 to bring a piece out with"),
    ParchisFact.LAST: N_("{piece}, the one furthest behind, moves up"),
    ParchisFact.FIRST: N_("{piece}, the one furthest ahead, gets closer to the goal"),
    ParchisFact.PASSES: N_("all your pieces stay where they are"),
}
"""The words for each kind of fact; for those with a number of pieces, if it is zero."""

OF_PIECES: Mapping[ParchisFact, tuple[str, str]] = {
    ParchisFact.ESCAPES: NN_(
        "{piece} gets out of reach of one of {player}'s pieces",
        "{piece} gets out of reach of {n} of {player}'s pieces",
    ),
    ParchisFact.RELIEVED: NN_(
        "{piece} is no longer in reach of one of {player}'s pieces",
        "{piece} is no longer in reach of {n} of {player}'s pieces",
    ),
    ParchisFact.EXPOSED: NN_(
        "{piece} comes within reach of one of {player}'s pieces",
        "{piece} comes within reach of {n} of {player}'s pieces",
    ),
    ParchisFact.BARED: NN_(
        "{piece} is left within reach of one of {player}'s pieces",
        "{piece} is left within reach of {n} of {player}'s pieces",
    ),
    ParchisFact.STAYS_EXPOSED: NN_(
        "{piece} stays in reach of one of {player}'s pieces",
        "{piece} stays in reach of {n} of {player}'s pieces",
    ),
    ParchisFact.BARRIER: NN_(
        "you form a barrier on {square}, close in front of one of {player}'s pieces",
        "you form a barrier on {square}, close in front of {n} of {player}'s pieces",
    ),
    ParchisFact.OPENS: NN_(
        "the barrier on {square} opens, which is in the way of one of {player}'s pieces",
        "the barrier on {square} opens, which is in the way of {n} of {player}'s pieces",
    ),
    ParchisFact.HUNTS: NN_(
        "one of {player}'s pieces is now in reach",
        "{n} of {player}'s pieces are now in reach",
    ),
}
"""The words for each kind of fact about a number of the others' pieces."""


def reason(t: Translator, fact: Fact, naming: Naming) -> str:
    """Return a fact as a clause in lower case, with a piece's colour and number as on the board."""
    named = piece(t, fact.piece) if fact.piece else ""
    player = naming.names(t, fact.seats)
    around = {"piece": named, "player": player, "square": fact.place}
    if fact.count:
        return t.plural(*OF_PIECES[ParchisFact(fact.kind)], fact.count, **around)
    return t(SENTENCES[ParchisFact(fact.kind)], rolls=rolls(t, fact.numbers), **around)
