"""A person's settings in words, and the question whether to delete their data."""

from __future__ import annotations

from bot.core.domain.person_settings import ALL, KNOWN, NONE, PersonSettings
from bot.core.domain.table_values import Throws
from bot.core.i18n.text_format import code, named, text_of, words
from bot.core.i18n.time_zones import zone_word
from bot.core.i18n.translator import N_, Translator
from bot.core.messages.button_tokens import ButtonVerb, encode
from bot.core.messages.content import Button, Screen, Text, Tone
from bot.core.messages.requests import Person

FORGET = ButtonVerb("forget", 2)
"""The person's mark, yes or no."""
_EXAMPLE = "/profile zone=Europe/Madrid"
_EXAMPLES = "/profile mentions=no quiet=22-7 zone=Europe/Madrid visible=no"
_ROLLS = {
    Throws.EACH: N_("You make every roll by hand, at every table."),
    Throws.MATTERS: N_("You roll by hand when it matters, at every table."),
    Throws.SELF: N_("Your rolls are automatic: I only ask when there's something to decide."),
}
_CHALLENGES = {
    ALL: N_("Anyone in your chats can challenge you."),
    KNOWN: N_("Only people you've played with can challenge you."),
    NONE: N_("Nobody can challenge you."),
}
PLATFORMS = {"discord": "Discord", "telegram": "Telegram", "web": "web"}
"""The names of platforms."""


def person_text(settings: PersonSettings, t: Translator) -> Text:
    """Return each setting in a sentence, and how to change it."""
    mentions = (
        t("I'll mention you when it's your turn.")
        if settings.mentions
        else t("I'll write your name without a mention, even when it's your turn.")
    )
    ranked = t("You appear in the leaderboards.") if settings.ranked else t("You're hidden from the leaderboards.")
    if settings.ranked and settings.listed:
        ranked = t("You appear in the leaderboards, including the one for all chats.")
    change = t.text("To change this: {example}", example=t.command(_EXAMPLES))
    challenges = t(_CHALLENGES[settings.challenges if settings.ranked else NONE])
    told = (mentions, _quiet(settings, t), _clock(settings, t), _throws(settings, t), challenges, ranked)
    return text_of(*map(words, told), change)


def _throws(settings: PersonSettings, t: Translator) -> str:
    if settings.way is None:
        return t("You roll the way the table does.")
    return t(_ROLLS[settings.way])


def _quiet(settings: PersonSettings, t: Translator) -> str:
    if settings.quiet_from is None or settings.quiet_to is None:
        return t("You have no quiet hours.")
    return t(
        "In daily games I won't disturb you from {since} to {until} (your time).",
        since=f"{settings.quiet_from}:00",
        until=f"{settings.quiet_to}:00",
    )


def _clock(settings: PersonSettings, t: Translator) -> str:
    if settings.clock is None:
        return t(
            "I don't know your time zone, so I'm using UTC. To set it, add its name: {example}",
            example=t.command(_EXAMPLE),
        )
    chosen = settings.place or (zone_word(settings.zone) if settings.zone else "")
    if chosen:
        return t("Your time zone: {zone}.", zone=chosen)
    return t("Your time zone: {zone}, according to your browser.", zone=settings.guessed)


def data_text(name: str, t: Translator) -> Text:
    return t.note("Here's everything I store about you: {file}", file=code(name))


def ask_forget(person: Person, mark: str, t: Translator) -> Screen:
    question = text_of(
        t.text(
            "{player}, really delete your data?",
            player=named(person.name, person.key),
        ),
        words(
            t(
                "You'll leave all tables. Your name disappears from past games; your settings and ratings "
                "are deleted. Words you added to the dice stay, without your name: they're part of the "
                "proof. This can't be undone."
            )
        ),
        words(_where(person.key.platform, t)),
    )
    yes = Button(t("Yes, delete my data"), encode("me", 0, FORGET, mark, "yes"), Tone.DANGER)
    no = Button(t("No, keep everything"), encode("me", 0, FORGET, mark, "no"))
    return Screen(question, rows=((yes, no),))


def _where(platform: str, t: Translator) -> str:
    """Return what is deleted by this, and what is not."""
    if platform not in PLATFORMS:
        return t("This only covers this platform: if you play elsewhere too, ask there as well.")
    if platform == "web":
        return t("This only covers this page: if you play on Discord or Telegram too, ask there as well.")
    return t(
        "This only covers {platform}: if you play elsewhere too, ask there as well. What's already "
        "in {platform} chats stays there; their admins can delete it.",
        platform=PLATFORMS[platform],
    )


def done(t: Translator) -> Screen:
    """Confirm the deletion, without a name."""
    return Screen(t.note("Done: someone's data was deleted at their request."))


def not_forgotten(t: Translator) -> Screen:
    return Screen(t.note("OK, nothing was deleted."))
