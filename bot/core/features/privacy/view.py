"""What a person has chosen for themselves, in words; and the question whether they are to be forgotten."""

from __future__ import annotations

from bot.core.domain.person_settings import PersonSettings
from bot.core.i18n.text_format import code, named, text_of, words
from bot.core.i18n.time_zones import zone_word
from bot.core.i18n.translator import Translator
from bot.core.messages.button_tokens import ButtonVerb, encode
from bot.core.messages.content import Button, Screen, Text, Tone
from bot.core.messages.requests import Person

FORGET = ButtonVerb("forget", 2)
"""Whose question it is, yes or no."""
_EXAMPLE = "/profile zone=Europe/Madrid"
_EXAMPLES = "/profile mentions=no quiet=22-7 zone=Europe/Madrid visible=no"
PLATFORMS = {"discord": "Discord", "telegram": "Telegram", "web": "web"}
"""The names of platforms."""


def person_text(settings: PersonSettings, t: Translator) -> Text:
    """Tell each setting in a sentence, and how they are changed."""
    mentions = (
        t("I call you by name when it is your turn.")
        if settings.mentions
        else t("I write your name without calling you, even when it is your turn.")
    )
    ranked = t("You stand in the leaderboards.") if settings.ranked else t("You stand in no leaderboard.")
    if settings.ranked and settings.listed:
        ranked = t("You are listed in the leaderboards, also in that of all chats.")
    change = t.text("To change it: {example}", example=t.command(_EXAMPLES))
    return text_of(words(mentions), words(_quiet(settings, t)), words(_clock(settings, t)), words(ranked), change)


def _quiet(settings: PersonSettings, t: Translator) -> str:
    if settings.quiet_from is None or settings.quiet_to is None:
        return t("You have no quiet hours.")
    return t(
        "In daily games I leave you in peace from {since} to {until} by your clock.",
        since=f"{settings.quiet_from}:00",
        until=f"{settings.quiet_to}:00",
    )


def _clock(settings: PersonSettings, t: Translator) -> str:
    """Tell where the person's clock is, chosen or guessed."""
    if settings.clock is None:
        return t(
            "I do not know your time zone and take UTC. To choose it, add its name: {example}",
            example=t.command(_EXAMPLE),
        )
    chosen = settings.place or (zone_word(settings.zone) if settings.zone else "")
    if chosen:
        return t("Your clock: {zone}.", zone=chosen)
    return t("Your clock: {zone}, as your browser says.", zone=settings.guessed)


def data_text(name: str, t: Translator) -> Text:
    """Say what goes with a person's data."""
    return t.note("Here is all that I have stored about you: {file}", file=code(name))


def ask_forget(person: Person, mark: str, t: Translator) -> Screen:
    """Ask whether a person is really to be forgotten."""
    question = text_of(
        t.text(
            "{player}, shall I really forget you?",
            player=named(person.name, person.key, called=True),
        ),
        words(
            t(
                "You leave all tables; in past games you become a former player; your settings and ratings go. "
                "Words that you mixed into dice stay, without your name, since they are part of the proof. It cannot "
                "be undone."
            )
        ),
        words(_where(person.key.platform, t)),
    )
    yes = Button(t("Yes, forget me"), encode("me", 0, FORGET, mark, "yes"), Tone.DANGER)
    no = Button(t("No, stay"), encode("me", 0, FORGET, mark, "no"))
    return Screen(question, rows=((yes, no),))


def _where(platform: str, t: Translator) -> str:
    """Tell what is forgotten by this, and what is not."""
    if platform not in PLATFORMS:
        return t("This is about you on this platform only: where else you play, ask there too.")
    if platform == "web":
        return t("This is about you on this page only: if you play on Discord or Telegram too, ask there as well.")
    return t(
        "This is about you on {platform} only: where else you play, ask there too. What stands in chats of "
        "{platform} already stays there; their administrators can delete it.",
        platform=PLATFORMS[platform],
    )


def done(t: Translator) -> Screen:
    """Tell that it is done; whom it was about is not said."""
    return Screen(t.note("Done: somebody who asked for it has been forgotten."))


def not_forgotten(t: Translator) -> Screen:
    """Tell that it is not done."""
    return Screen(t.note("Good: nothing was forgotten."))
