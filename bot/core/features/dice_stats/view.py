"""Roll statistics in words and bars."""

from __future__ import annotations

from babel.numbers import format_decimal

from bot.core.features.dice_stats.chi_square import Tally
from bot.core.games.profiles import profile_of
from bot.core.i18n.numbers import in_percent
from bot.core.i18n.text_format import code, strong, text_of, words
from bot.core.i18n.translator import Line, Translator
from bot.core.messages.content import Text
from render.content.card_content import Bar

ORDINARY, RARE = 0.05, 0.01
"""Likelihoods: above the first there is nothing to say; below the second it is worth a remark."""
LEAST = 1e-5
"""The lower limit of a likelihood in the text: nothing is impossible."""


def throws_text(table: str, mine: Tally, chat: Tally, t: Translator) -> Text:
    """Return the rolls of this game and of the chat, with a verdict on each."""
    lines: list[Line] = [(strong(t("How the dice fell")),)]
    if mine.total:
        lines += [t.text("At table {code}:", code=code(table)), *_told(mine, t)]
    if chat.total > mine.total:
        lines += [words(t("In all games in this chat:")), *_told(chat, t)]
    return text_of(*lines)


def heading(tally: Tally, t: Translator) -> tuple[str, str]:
    throws = t.plural("{n} roll", "{n} rolls", tally.total)
    title = t(profile_of(tally.game).device_title)
    return title, t("{throws}; the marks show what fair dice would give", throws=throws)


def bars(tally: Tally) -> tuple[Bar, ...]:
    return tuple(Bar(outcome, count, tally.expected(outcome)) for outcome, count in tally.came)


def _told(tally: Tally, t: Translator) -> list[Line]:
    counts = " · ".join(
        f"{outcome}{t.marks.colon}{count} ({_number(tally.expected(outcome), t)})" for outcome, count in tally.came
    )
    throws = t.plural("{n} roll", "{n} rolls", tally.total)
    return [
        words(t("{throws} (in brackets: what fair dice would give): {counts}.", throws=throws, counts=counts)),
        words(_judged(tally, t)),
    ]


def _judged(tally: Tally, t: Translator) -> str:
    """Return the test's result in plain words, with its figures for experts."""
    if not tally.enough:
        return t("Too few rolls to tell.")
    likely = tally.likelihood
    digits = "#,##0" if likely >= ORDINARY else "#,##0.#" if likely >= RARE else "#,##0.###"
    share = in_percent(max(likely, LEAST), t, digits)
    if likely >= ORDINARY:
        verdict = t("Nothing unusual: fair dice are this uneven {share} of the time.", share=share)
    elif likely >= RARE:
        verdict = t("A bit uneven, but fair dice are too, {share} of the time.", share=share)
    else:
        verdict = t(
            "Very uneven: fair dice do this only {share} of the time. It happens; for each game, "
            "/verify proves that nobody tampered with a roll.",
            share=share,
        )
    figures = t(
        "(For experts: chi-square {value}, {freedom} degrees of freedom.)",
        value=_number(tally.chi_square, t),
        freedom=tally.freedom,
    )
    return f"{verdict} {figures}"


def _number(value: float, t: Translator) -> str:
    return format_decimal(value, "#,##0.#", locale=t.locale)
