"""What a table tells of its dice and of their proof: the seal, whose words are in them, who vouches for the rest."""

from __future__ import annotations

from bot.core.domain import dice_mixing
from bot.core.domain.play import dice_of
from bot.core.domain.table import Table
from bot.core.i18n.text_format import clip, code, joined, words
from bot.core.i18n.translator import Line, Translator
from bot.core.messages.content import Part, Style
from bot.core.views.fingerprint import fingerprint


def seal(table: Table, t: Translator) -> Line:
    """Return what is shown of the dice before the first throw."""
    return t.text("Sealed dice: {seal}", seal=code(dice_of(table).commitment))


def demonstration(table: Table, t: Translator) -> list[Line]:
    """Return a warning where the seed was known before the game; nothing elsewhere."""
    if not table.dice.demonstration:
        return []
    return [words(t("Demonstration dice: whoever started this bot knows every throw beforehand."))]


def mixing_lines(table: Table, t: Translator) -> list[Line]:
    """Say whose words are in the dice, whose no longer count, and what the start waits for."""
    lines = demonstration(table, t)
    if table.dice.mixers:
        names = ", ".join(clip(mixer.name) for mixer in table.dice.mixers)
        lines.append(words(t("Words mixed into the dice: {players}.", players=names)))
    lines += _voided(table, t)
    if dice_mixing.host_is_last(table):
        sentence = t(
            "The game can start once somebody other than the host has mixed words in, or after {n} seconds.",
            n=dice_mixing.ANSWER,
        )
        lines.append(words(sentence))
    return lines


def _voided(table: Table, t: Translator) -> list[Line]:
    """Call those whose words were mixed in for another table than this, as far as they sit."""
    lost = [mixer for mixer in table.dice.voided if table.sits(mixer.key)]
    called = [(Part(clip(mixer.name), Style.STRONG, mixer.key),) for mixer in lost]
    if not called:
        return []
    return [
        t.text(
            "{players}: the table has changed since you mixed words in, so those words no longer count. "
            "Mix in new ones: {command}",
            players=joined(called, ", "),
            command=t.command("/mix"),
        )
    ]


def came_from(table: Table, t: Translator) -> list[Line]:
    """Say where a game from a file was played, and who vouches for what no replay can prove."""
    origin = table.origin
    if origin.own:
        return [words(t("Signed by this bot; its throws and moves were checked again."))]
    lines = [words(t("Played elsewhere; its throws and moves were checked."))]
    if origin.signature:
        key = code(fingerprint(bytes.fromhex(origin.signature[0])))
        return [*lines, t.text("It's signed with a key that I do not know: {key}", key=key)]
    return [*lines, words(t("It isn't signed: names, date and choices are as somebody wrote them."))]


def proof(table: Table, t: Translator) -> list[Line]:
    """Return the opened seal: with the seed everybody can compute every throw again."""
    return [
        *demonstration(table, t),
        seal(table, t),
        t.text("Opened: {seed}", seed=code(table.seed.hex())),
        t.text(
            "The seal is the SHA-256 of this seed, and every throw follows from it. To check them all: {command}",
            command=t.command(f"/verify {table.id}"),
        ),
    ]
