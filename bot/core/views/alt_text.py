"""Alt text of a board, enough to play by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.core.domain.table import StartedTable
from bot.core.games.game_words import in_sentence, words_of
from bot.core.games.profile import GameWords
from bot.core.i18n.text_format import capital, plain, unsigned, width
from bot.core.i18n.translator import Line, Translator
from bot.core.views.players import introduced
from bot.core.views.teams import teams_aloud
from bot.core.views.time_control import allowed_sentence
from engine.events import Event
from engine.game import Move
from render.content.choice_marks import marks

ALT_LIMIT = 1000


def describe(
    table: StartedTable,
    position: dict[str, Any],
    choices: Mapping[Move, Sequence[Event]],
    t: Translator,
    *,
    over: bool = False,
    asked: Line = (),
    chances: str = "",
) -> str:
    """Describe the whole position, and as many of the choices as there is room for.

    `asked`: the line that asks somebody to act, if anybody has to. `chances`: a sentence about the win chances, if
    the picture shows them.
    """
    words = words_of(table.game)
    sentences = [capital(t("{game} board.", game=in_sentence(t, table.game)))]
    sentences += [teams] if (teams := teams_aloud(table, t)) else []
    for index, seat in enumerate(table.seats):
        places = words.squares(t, seat.colours, position)
        side = capital(words.side(t, seat.colours))
        player = unsigned(introduced(table, index, t))
        sentence = t("{side}, {player}. Pieces: {places}.", side=side, player=player, places=places)
        sentences.append(sentence if player != side else t("{side}. Pieces: {places}.", side=side, places=places))
    sentences += [capital(unsigned(remark)) for remark in words.remarks(t, position)]
    sentences += [chances] if chances else []
    if over or asked:
        sentences.append(t("The game is over.") if over else capital(unsigned(plain(asked))))
    if allowed := allowed_sentence(table, t):
        sentences.append(allowed)
    text = clipped(" ".join(sentences), ALT_LIMIT)
    return text if over else _with_choices(text, _told(words, choices, t), t)


def _told(words: GameWords, choices: Mapping[Move, Sequence[Event]], t: Translator) -> list[str]:
    """Return each choice as a sentence, after the letter that marks it.

    Numbers to be picked are on their buttons.
    """
    sentences, letters = [], marks(choices)
    for move, events in choices.items():
        clauses = [words.clause(t, event) for event in events]
        sentence = unsigned(", ".join(clause for clause in clauses if clause))
        if sentence:
            sentences.append(f"{letters[move]}{t.marks.colon}{sentence}" if move in letters else sentence)
    return sentences


def _with_choices(text: str, choices: Sequence[str], t: Translator) -> str:
    for count in range(len(choices), 0, -1):
        listed = t.marks.semicolon.join(choices[:count])
        more = t.plural("and {n} more", "and {n} more", len(choices) - count) if count < len(choices) else ""
        full = f"{text} " + t(
            "You can choose: {choices}.", choices=t.marks.semicolon.join(filter(None, (listed, more)))
        )
        if width(full) <= ALT_LIMIT:
            return full
    return text


def clipped(text: str, limit: int) -> str:
    """Cut a text off at a limit, in characters."""
    while width(text) > limit:
        text = text[: min(limit - 1, len(text) - 2)].rstrip() + "…"
    return text
