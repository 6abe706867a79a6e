"""A table's dice and their proof in words: the seal, the words mixed in, and where an imported game is from."""

from __future__ import annotations

from bot.core.domain import dice_mixing
from bot.core.domain.play import dice_of
from bot.core.domain.table import Table
from bot.core.i18n.lists import listed, listed_lines
from bot.core.i18n.text_format import clip, code, words
from bot.core.i18n.translator import Line, Translator
from bot.core.messages.content import Part, Style

SHOWN = 8
"""The number of hex digits of a seal or seed that are shown; /verify gives all 64."""
_KEY_SHOWN = 16


def seal(table: Table, t: Translator) -> Line:
    """Return the line about the dice before the first roll: the seal's first digits, and where to find the rest."""
    start = code(dice_of(table).commitment[:SHOWN] + "…")
    return t.text("🔒 Dice seal {seal} · {command}", seal=start, command=_verify(table, t))


def _verify(table: Table, t: Translator) -> Part:
    return t.command(f"/verify {table.id}")


def demonstration(table: Table, t: Translator) -> list[Line]:
    """Return a warning if the seed was known before the game; else nothing."""
    if not table.dice.demonstration:
        return []
    return [words(t("Demo dice: whoever runs this bot knows every roll in advance."))]


def mixing_lines(table: Table, t: Translator) -> list[Line]:
    """Return lines on whose words are in the dice, whose are void, and what the start waits for."""
    lines = demonstration(table, t)
    if table.dice.mixers:
        names = listed(t, [clip(mixer.name) for mixer in table.dice.mixers])
        lines.append(words(t("Added words to the dice: {players}.", players=names)))
    lines += _voided(table, t)
    if dice_mixing.host_is_last(table):
        sentence = t(
            "The game can start once someone besides the host has added words, or in {n} seconds.",
            n=dice_mixing.ANSWER,
        )
        lines.append(words(sentence))
    return lines


def _voided(table: Table, t: Translator) -> list[Line]:
    """Mention the seated people whose words a change of the table made void."""
    lost = [mixer for mixer in table.dice.voided if table.sits(mixer.key)]
    called = [(Part(clip(mixer.name), Style.STRONG, mixer.key, by=table.host),) for mixer in lost]
    if not called:
        return []
    return [
        t.text(
            "{players}: the table has changed since your words were added, so they don't count any more. "
            "Add new ones: {command}",
            players=listed_lines(t, called),
            command=t.command("/mix"),
        )
    ]


def fingerprint(key: bytes) -> str:
    """Return the first sixteen hex digits of a public key, in groups of four."""
    digits = key.hex()[:_KEY_SHOWN]
    return " ".join(digits[at : at + 4] for at in range(0, _KEY_SHOWN, 4))


def came_from(table: Table, t: Translator) -> list[Line]:
    """Return where an imported game was played, and who vouches for what no replay can prove."""
    origin = table.origin
    if origin.own:
        return [words(t("Signed by this bot. I've checked its rolls and moves again."))]
    lines = [words(t("Played elsewhere. I've checked its rolls and moves."))]
    if origin.signature:
        key = code(fingerprint(bytes.fromhex(origin.signature[0])))
        return [*lines, t.text("It's signed with a key I don't know: {key}", key=key)]
    return [*lines, words(t("It isn't signed: names, date and choices are only what someone wrote."))]


def proof(table: Table, t: Translator) -> list[Line]:
    """Return the opened seal; with the seed from /verify anybody can compute every roll again."""
    seal, seed = dice_of(table).commitment, table.seed.hex()
    line = t.text(
        "🔓 Fair dice: check every roll with {command} (seal {seal}, opened with {seed})",
        seal=code(seal[:SHOWN] + "…"),
        seed=code(seed[:SHOWN] + "…"),
        command=_verify(table, t),
    )
    return [*demonstration(table, t), line]
