"""A hint in words."""

from __future__ import annotations

from bot.core.domain.table import StartedTable
from bot.core.i18n.text_format import code, strong, text_of, width, words
from bot.core.i18n.translator import Line, Translator
from bot.core.messages.button_tokens import ButtonVerb, encode
from bot.core.messages.content import Part, Screen, Text
from bot.core.views.board import own_events
from bot.core.views.buttons import main
from bot.core.views.players import who
from bot.core.views.reasons import MOST, because, choice_words, move_words, naming_of
from engine.players.reasons import Advice, Judged

EVEN = 0.005
"""The least difference between two moves that are not called equally good."""
BESIDE_A_BUTTON = 200
"""Characters that Telegram shows of an answer to a press."""
HINT = ButtonVerb("hint")
"""Ask for the best move."""


def hint_text(table: StartedTable, advice: Advice, t: Translator, room: int | None = None) -> Text:
    """Return the best move, the second, and as many reasons as there is room for; at least the best move."""
    for most, whole in (*((most, True) for most in range(MOST, -1, -1)), (0, False)):
        text = _told(table, advice, t, most, whole=whole)
        if room is None or width(text.plain) <= room:
            break
    return text


def _told(table: StartedTable, advice: Advice, t: Translator, most: int, *, whole: bool) -> Text:
    first, *others = advice.ranking
    if not others:
        return text_of(t.text("💡 {move}. There's no other move.", move=strong(choice_words(table, first.move, t))))
    second = others[0]
    reasons = because(table.game, advice.reasons, first.move, naming_of(table, table.match.turn.seat, t), t, most)
    even = first.chance - second.chance < EVEN
    if not advice.reasons and not even:
        reasons = [t("No single reason: it just leaves you better placed.")]
    best = t.text("💡 {move}. Win chance: {chance}%.", **_places(table, first, t))
    if not whole:
        return text_of(best)
    return text_of(
        best,
        *_then(table, advice, t),
        *(words(f"• {reason}") for reason in reasons),
        t.text("Second best: {move} ({chance}%)", **_places(table, second, t)),
        words(t("There's hardly any difference.")) if even else (),
    )


def _places(table: StartedTable, judged: Judged, t: Translator) -> dict[str, Part | str]:
    return {"move": strong(choice_words(table, judged.move, t)), "chance": f"{100 * judged.chance:.0f}"}


def _then(table: StartedTable, advice: Advice, t: Translator) -> list[Line]:
    """Return what is best right after the first move: a number's movement, or a bonus."""
    game, state, told = table.match.game, table.match.state, []
    for before, move in zip((advice.ranking[0].move, *advice.follows), advice.follows, strict=False):
        state = game.apply(state, before).state
        told.append(move_words(table, move, own_events(game.apply(state, move).events), t))
    return [t.text("Then: {moves}.", moves=t.marks.semicolon.join(told))] if told else []


def offer_screen(table: StartedTable, t: Translator) -> Screen:
    """Offer the hint under a button, where everybody would read a command's answer."""
    text = t.note(
        "💡 A hint for {player} at table {code}: no one else sees it.",
        player=who(table, table.match.turn.seat, t),
        code=code(table.id),
    )
    return Screen(text, rows=((main(t("Show the hint"), encode(table.id, table.version, HINT)),),))
