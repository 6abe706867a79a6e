"""How people roll, in words and as buttons; and the question to all whether to roll another way."""

from __future__ import annotations

from bot.core.domain.table import StartedTable, Table, open_match
from bot.core.domain.table_values import Throws
from bot.core.domain.throwing import rolls_again, way_of, way_of_table
from bot.core.domain.votes import Answer, ThrowsWish
from bot.core.games import rulesets
from bot.core.i18n.text_format import code, words
from bot.core.i18n.translator import N_, Line, Translator
from bot.core.messages.button_tokens import Verb, encode
from bot.core.messages.content import Button, Screen
from bot.core.views.buttons import side, switch
from bot.core.views.players import who
from bot.core.views.rules import rules_of

_LABELS = {
    Throws.EACH: N_("🎲 By hand"),
    Throws.MATTERS: N_("🎲 When it matters"),
    Throws.SELF: N_("🎲 Automatic"),
}
_BRIEF = {
    Throws.EACH: N_("every roll by hand"),
    Throws.MATTERS: N_("rolls by hand when they matter"),
    Throws.SELF: N_("automatic rolls"),
}
_SENTENCES = {
    Throws.EACH: N_("You make every roll by hand."),
    Throws.MATTERS: N_("You roll by hand, but only when the roll can give you a choice."),
    Throws.SELF: N_("Rolls are automatic: I only ask when there's something to decide."),
}
_WISHES = {
    Throws.EACH: N_("{player} wants to make every roll by hand at table {code}."),
    Throws.MATTERS: N_("{player} wants to roll by hand when it matters at table {code}."),
    Throws.SELF: N_("{player} wants automatic rolls at table {code}: I'd only ask when there's something to decide."),
}
_YES = {
    Throws.EACH: N_("Yes, every roll by hand"),
    Throws.MATTERS: N_("Yes, when it matters"),
    Throws.SELF: N_("Yes, automatic rolls"),
}
_AGREED = {
    Throws.EACH: N_("Agreed: from now on you make every roll by hand."),
    Throws.MATTERS: N_("Agreed: from now on you roll by hand when it matters."),
    Throws.SELF: N_("Agreed: from now on rolls are automatic."),
}


def throws_button(table: Table, t: Translator) -> Button:
    """Return the button that shows how people roll, and changes it to the next way."""
    ways, now = tuple(Throws), way_of_table(table)
    after = ways[(ways.index(now) + 1) % len(ways)]
    return side(t(_LABELS[now]), encode(table.id, table.version, Verb.THROWS, after.value))


def lot_switch(table: Table, t: Translator) -> Button:
    by_hand = table.options.lot_by_hand
    token = encode(table.id, table.version, Verb.LOT, "self" if by_hand else "hand")
    return side(switch(t("Roll for the start"), t, on=by_hand), token)


def has_lot(table: Table) -> bool:
    """Return whether a table's game begins with rolls that only decide who begins."""
    match = open_match(table)
    return match.game.is_lot(match.state)


def has_rolls(table: Table) -> bool:
    """Return whether dice or sticks are rolled in a table's game, apart from the lot."""
    return rulesets.values(table.game, rules_of(table)).get("source") != "pool"


def throws_brief(table: Table, t: Translator) -> str:
    return t(_BRIEF[way_of_table(table)])


def throws_sentence(way: Throws, t: Translator) -> str:
    return t(_SENTENCES[way])


def agreed_throws(table: Table, t: Translator) -> list[Line]:
    """Return how people roll at a table, and for the start if by hand."""
    lines = [words(throws_sentence(way_of_table(table), t))]
    if table.options.lot_by_hand and has_lot(table):
        lines.append(words(t("You roll by hand to see who starts.")))
    return lines


def roll_on_button(table: StartedTable, t: Translator) -> tuple[Button, ...]:
    """Return the button that makes further rolls of a turn automatic, where one is due and none of them is."""
    seat = table.match.turn.seat
    armed = seat in table.throwing.rolls_on or way_of(table, seat) is Throws.SELF
    if armed or not rolls_again(table.match):
        return ()
    return (side(t("⏩ Roll again by itself"), encode(table.id, table.version, Verb.ROLLON)),)


def throws_question(table: StartedTable, wanted: ThrowsWish, t: Translator) -> Line:
    player, table_code = who(table, wanted.seat, t), code(table.id)
    return t.text(_WISHES[wanted.throws], player=player, code=table_code)


def throws_labels(wanted: ThrowsWish, t: Translator) -> tuple[str, str]:
    return t(_YES[wanted.throws]), t("No, leave it")


def throws_answer(table: Table, answer: Answer | None, t: Translator) -> Screen:
    if answer is None:
        return Screen(t.note("That question is closed."))
    if answer.no is not None:
        return Screen(t.note("{player} says no: rolls stay as they are.", player=who(table, answer.no, t)))
    return Screen(t.note(_AGREED[way_of_table(table)]))
