"""What goes with the file that proves a game's dice: what it proves, and what it does not."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.domain.play import dice_of
from bot.core.domain.table import Table, begun
from bot.core.domain.table_values import Dice
from bot.core.i18n.text_format import clip, code, text_of, words
from bot.core.i18n.translator import Line, Translator
from bot.core.messages.content import Text
from bot.core.views.dice import came_from, demonstration
from data.records import Status
from engine.verify import Check


def proof_text(table: Table, name: str, checks: Sequence[Check], key: bytes, t: Translator) -> Text:
    """Say what the file holds, what was found in it, how anybody finds the same, and by whose key it is signed."""
    seal = code(dice_of(table).commitment)
    signer = came_from(table, t) if table.origin.imported else [_signed(key, t)]
    if table.status is Status.PLAYING:
        return text_of(
            *demonstration(table, t),
            t.text("This file has every throw and move of table {code} so far.", code=code(table.id)),
            t.text(
                "The seed stays secret until the game is over: then /verify gives it too, and it must fit this seal, "
                "which was shown before the first throw: {seal}",
                seal=seal,
            ),
            words(_mixers(table.dice, t)),
            *signer,
        )
    good = all(check.passed for check in checks)
    throws = begun(table).match.throws
    verdict = t.plural(
        "I have computed the {n} throw again from the seed, and played every move again: all is as it says.",
        "I have computed the {n} throws again from the seed, and played every move again: all is as it says.",
        throws,
    )
    return text_of(
        *demonstration(table, t),
        t.text("This file is the whole proof of table {code}.", code=code(table.id)),
        t.text(
            "It has the seed. Its SHA-256 is the seal that was shown before the first throw: {seal}. Every throw "
            "follows from the seed and the words that players mixed in, so none was chosen afterwards.",
            seal=seal,
        ),
        words(verdict if good else t("Something in it is not as it should be. Ask whoever runs the bot.")),
        words(_mixers(table.dice, t)),
        words(t("Who played, when, which moves they chose and who gave up: only the signature vouches for that.")),
        *signer,
        t.text(
            "You need not believe me: whoever has the program Palmarés checks it on any machine with {command} "
            "({other} needs nothing but Python, and leaves the signature out).",
            command=code(f"python -m bot verify {name}"),
            other=code(f"python -m engine verify {name}"),
        ),
    )


def _mixers(dice: Dice, t: Translator) -> str:
    """Say what the words prove: that nobody bent the dice, not that nobody could foresee them."""
    if not dice.mixers:
        return t(
            "Nobody mixed words in: whoever runs the bot could foresee every throw, and suit the table to them "
            "before it started."
        )
    last = clip(dice.mixers[-1].name) or t("somebody")
    return t(
        "Whoever runs the bot could foresee throws, but nobody could bend one, unless {player}, who mixed words in "
        "last, was in league with them.",
        player=last,
    )


def _signed(key: bytes, t: Translator) -> Line:
    return t.text("It's signed with the key of this bot: {key}", key=code(key.hex()))
