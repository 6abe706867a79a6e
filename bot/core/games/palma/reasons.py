"""Reasons for and against a move of Palma, in words to the player to move."""

from __future__ import annotations

from collections.abc import Mapping

from bot.core.games.naming import Naming, rolls
from bot.core.games.palma import words
from bot.core.i18n.translator import N_, Translator
from engine.players.reasons.fact import Fact, PalmaFact

SENTENCES: Mapping[PalmaFact, str] = {
    PalmaFact.WINS: N_("it wins the game"),
    PalmaFact.SLIDES: N_("{piece} catches the slide to {hole}"),
    PalmaFact.SLIDES_BACK: N_("{piece} slides back to {hole}"),
    PalmaFact.RETHROW: N_("hole {hole} gives you another roll"),
    PalmaFact.STAKE: N_("{piece} wins the stake of hole {hole}"),
    PalmaFact.ENTERS: N_("{piece} enters"),
    PalmaFact.ARRIVES: N_("{piece} reaches the top of the trunk, hole {hole}"),
    PalmaFact.SLIDE_NEXT: N_("after that, {rolls} takes {piece} down the slide to {hole}"),
    PalmaFact.RETHROW_NEXT: N_("after that, {rolls} takes {piece} to hole {hole}, for another roll"),
    PalmaFact.NO_USE: N_("on your next roll you couldn't use {rolls}"),
    PalmaFact.LAST: N_("{piece}, the one furthest behind, moves up"),
    PalmaFact.FIRST: N_("{piece}, the one furthest ahead, gets closer to the end"),
}


def reason(t: Translator, fact: Fact, naming: Naming) -> str:  # noqa: ARG001 - it only concerns the mover
    """Return a fact as a clause in lower case."""
    piece = words.piece(t, fact.piece)
    return t(SENTENCES[PalmaFact(fact.kind)], piece=piece, hole=fact.place, rolls=rolls(t, fact.numbers))
