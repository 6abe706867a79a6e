"""What goes with the file that proves a game's dice."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.play import dice_of, match_of
from bot.core.screen import Text
from bot.core.table import Table
from bot.core.texts import Translator
from bot.core.views.lines import code, text_of, words
from data.records import Status
from engine.verify import Check


def proof_text(table: Table, name: str, checks: Sequence[Check], t: Translator) -> Text:
    """What the file holds, what was found in it, and how anybody finds the same."""
    seal = code(dice_of(table.record).commitment)
    if table.record.status is Status.PLAYING:
        return text_of(
            t.text("This file has every throw and move of table {code} so far.", code=code(table.record.id)),
            t.text(
                "The seed stays secret until the game is over: then /verify gives it too, and it must fit this seal, "
                "which was shown before the first throw: {seal}",
                seal=seal,
            ),
        )
    good = all(check.passed for check in checks)
    throws = match_of(table).throws
    found = t.plural(
        "I have computed the {n} throw again from the seed, and played every move again: all is as it says.",
        "I have computed the {n} throws again from the seed, and played every move again: all is as it says.",
        throws,
    )
    return text_of(
        t.text("This file is the whole proof of table {code}.", code=code(table.record.id)),
        t.text(
            "It has the seed. Its SHA-256 is the seal that was shown before the first throw: {seal}. Every throw "
            "follows from the seed and the words that players mixed in, so none was chosen afterwards.",
            seal=seal,
        ),
        words(found if good else t("Something in it is not as it should be. Ask whoever runs the bot.")),
        t.text(
            "You need not believe me: whoever has the program Palmarés checks it on any machine with {command}",
            command=code(f"python -m engine verify {name}"),
        ),
    )
