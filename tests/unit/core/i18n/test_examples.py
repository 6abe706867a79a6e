"""Examples for translators: what sentences read like where they are said, in the translators' language."""

from __future__ import annotations

from bot.core.i18n.translator import translator
from tests.fakes.examples import recorded


def test_the_first_telling_example_of_a_sentence_stays_and_other_languages_give_none() -> None:
    english, spanish = translator("en"), translator("es")
    with recorded() as found:
        english("{name} is blocked", name="{name}")
        english.text("{name} is blocked", name="Ada")
        english("{name} is blocked", name="Bea")
        english.plural("{n} point", "{n} points", 2)
        spanish("{n} move", n=1)
    english("Enter")
    assert found == {"{name} is blocked": "Ada is blocked", "{n} point": "2 points"}
    assert found.of("{n} games with {name} at {place}") == "2 games with Ada at {place}"


def test_translators_read_the_examples_of_their_own_language() -> None:
    with recorded("fr") as found:
        translator("fr")("It's {player}'s turn.", player="Ana")
        translator("en")("Press {name}", name="Roll")
    assert found == {"It's {player}'s turn.": "C’est à Ana de jouer."}
    assert found.of("Agreed: {player}'s move is undone.", language="fr").endswith("le coup d’Ana.")
    assert found.of("{n} capture", "{n} captures", "fr") == "2 pions mangés"
