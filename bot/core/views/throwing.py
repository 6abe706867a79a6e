"""How people roll, in words and as switches; questions to all, and offers to one person."""

from __future__ import annotations

from bot.core.domain.table import StartedTable, Table, open_match
from bot.core.domain.table_values import Answer, Throws, ThrowsWish
from bot.core.domain.throwing import way_of
from bot.core.i18n.text_format import code, text_of, words
from bot.core.i18n.translator import Line, Translator
from bot.core.messages.button_tokens import Verb, encode
from bot.core.messages.content import Button, Screen
from bot.core.views.buttons import side, switch
from bot.core.views.players import call, who
from bot.core.views.questions import yes_or_no


def throws_switch(table: Table, t: Translator) -> Button:
    return _switch(table, t("Auto-rolls"), Verb.THROWS, table.options.throws, Throws.SELF, t)


def lot_switch(table: Table, t: Translator) -> Button:
    return _switch(table, t("Roll for the start"), Verb.LOT, table.options.lot, Throws.HAND, t)


def has_lot(table: Table) -> bool:
    """Return whether a table's game begins with rolls that only decide who begins."""
    match = open_match(table)
    return match.game.is_lot(match.state)


def agreed_throws(table: Table, t: Translator) -> list[Line]:
    """Return how people roll at a table, if it is not the default."""
    lines = []
    if table.options.throws is Throws.SELF:
        lines.append(words(t("Rolls are automatic: I only ask when there's something to decide.")))
    if table.options.lot is Throws.HAND and has_lot(table):
        lines.append(words(t("You roll by hand to see who starts.")))
    return lines


def throws_question(table: StartedTable, wanted: ThrowsWish, t: Translator) -> Line:
    player, table_code = who(table, wanted.seat, t), code(table.id)
    if wanted.throws is Throws.HAND:
        return t.text("{player} wants to roll by hand again at table {code}.", player=player, code=table_code)
    return t.text(
        "{player} wants automatic rolls at table {code}: I'd only ask when there's something to decide.",
        player=player,
        code=table_code,
    )


def throws_labels(wanted: ThrowsWish, t: Translator) -> tuple[str, str]:
    if wanted.throws is Throws.HAND:
        return t("Yes, by hand"), t("No, stay automatic")
    return t("Yes, automatic rolls"), t("No, roll by hand")


def throws_answer(table: Table, answer: Answer | None, t: Translator) -> Screen:
    if answer is None:
        return Screen(t.note("That question is closed."))
    if answer.no is not None:
        return Screen(t.note("{player} says no: rolls stay as they are.", player=who(table, answer.no, t)))
    if table.options.throws is Throws.SELF:
        return Screen(t.note("Agreed: from now on rolls are automatic."))
    return Screen(t.note("Agreed: from now on you roll by hand."))


def offer_screen(table: StartedTable, seat: int, t: Translator) -> Screen:
    """Offer automatic rolls to a person who has often rolled by hand."""
    text = text_of(
        t.text(
            "{player}, you've rolled a lot! Want me to roll for you from now on, and only ask when there's something "
            "to decide?",
            player=call(table, seat, t),
        )
    )
    return Screen(text, rows=yes_or_no(table, Verb.OFFER, seat, t("Yes, roll for me"), t("No, I'll roll")))


def offer_answer(table: Table, seat: int, t: Translator) -> Screen:
    player = who(table, seat, t)
    if way_of(table, seat) is Throws.SELF:
        command = t.command("/profile rolls=hand")
        return Screen(t.note("I'll roll for {player}. To change that: {command}", player=player, command=command))
    command = t.command("/profile rolls=self")
    return Screen(t.note("{player} rolls by hand. To change that: {command}", player=player, command=command))


def _switch(table: Table, label: str, verb: Verb, now: Throws, on: Throws, t: Translator) -> Button:
    other = Throws.HAND if now is Throws.SELF else Throws.SELF
    return side(switch(label, t, on=now is on), encode(table.id, table.version, verb, other.value))
