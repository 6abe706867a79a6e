"""The message with a dice proof: what it proves, and what it doesn't."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.domain.play import dice_of
from bot.core.domain.table import Table, begun
from bot.core.domain.table_values import Dice
from bot.core.i18n.text_format import clip, code, text_of, words
from bot.core.i18n.translator import Line, Translator
from bot.core.messages.content import Text
from bot.core.services.signing import SigningKeys
from bot.core.views.dice import came_from, demonstration
from bot.core.views.past_games import day
from data.records import Status
from engine.verify import Check

LISTED = 3
"""The number of former keys that fit a message; `admin key` prints all."""


def seal_text(table: Table, t: Translator) -> Text:
    """Return the whole seal of a table whose game has not begun, and its use."""
    return text_of(
        *demonstration(table, t),
        t.text("Dice seal of table {code}: {seal}", code=code(table.id), seal=code(dice_of(table).commitment)),
        words(
            t(
                "It's the fingerprint (SHA-256) of a secret that I reveal after the game. Keep it: then you can "
                "check that I haven't changed the dice."
            )
        ),
    )


def proof_text(table: Table, name: str, checks: Sequence[Check], keys: SigningKeys, t: Translator) -> Text:
    """Return what the file contains, the result of its checks, how to repeat them, and the key that signed it."""
    seal = code(dice_of(table).commitment)
    signer = came_from(table, t) if table.origin.imported else _signed(keys, t)
    if table.status is Status.PLAYING:
        return text_of(
            *demonstration(table, t),
            t.text("This file has every roll and move of table {code} so far.", code=code(table.id)),
            t.text(
                "The seed stays secret until the game ends. Then /verify reveals it, and it must match "
                "this seal, shown before the first roll: {seal}",
                seal=seal,
            ),
            words(_mixers(table.dice, t)),
            *signer,
        )
    good = all(check.passed for check in checks)
    throws = begun(table).match.throws
    verdict = t.plural(
        "I've recalculated {n} roll from the seed and replayed every move: everything matches.",
        "I've recalculated the {n} rolls from the seed and replayed every move: everything matches.",
        throws,
    )
    return text_of(
        *demonstration(table, t),
        t.text("This file is the full proof of table {code}.", code=code(table.id)),
        t.text(
            "It includes the seed, whose SHA-256 is the seal shown before the first roll: {seal}. "
            "Every roll follows from the seed and the words players added, so none was picked "
            "afterwards.",
            seal=seal,
        ),
        t.text("Dice secret: {seed}", seed=code(table.seed.hex())),
        words(verdict if good else t("The game doesn't check out. Tell whoever runs the bot.")),
        words(_mixers(table.dice, t)),
        words(t("Who played, when, which moves they chose and who resigned: only the signature vouches for that.")),
        *signer,
        t.text(
            "Don't trust me: anyone with Palmarés can check it on any machine with {command} ({other} "
            "needs only Python, but skips the signature).",
            command=code(f"palmares verify {name}"),
            other=code(f"python -m engine verify {name}"),
        ),
    )


def _mixers(dice: Dice, t: Translator) -> str:
    """Say what the words prove: that nobody changed the dice, not that nobody could predict them."""
    if not dice.mixers:
        return t(
            "Nobody added words, so before the start whoever runs the bot could have seen every roll "
            "and set up the table to suit."
        )
    last = clip(dice.mixers[-1].name) or t("someone")
    return t(
        "Whoever runs the bot could foresee rolls, but nobody could change one, unless {player}, "
        "who added the last words, was in on it.",
        player=last,
    )


def _signed(keys: SigningKeys, t: Translator) -> list[Line]:
    """Name the key, and former keys that signed older files."""
    older = [
        t.text(
            "Files from before {date} are signed with this key: {key}",
            date=day(old.until, t),
            key=code(old.key.hex()),
        )
        for old in keys.retired[:LISTED]
    ]
    return [t.text("It's signed with this bot's key: {key}", key=code(keys.signer.key.hex())), *older]
