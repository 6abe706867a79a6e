"""The page's own words: sentences by the names under which the page asks for them."""

from __future__ import annotations

from collections.abc import Mapping

from bot.core.i18n.translator import N_, translator

WORDS: Mapping[str, str] = {
    # the chat
    "messages": N_("Messages"),
    "bot": N_("bot"),
    "empty": N_("Nobody has said anything here yet."),
    "invite": N_("Open a table, take a seat, and send this page's address to whoever plays on this computer."),
    "parchis": N_("Play Parchís"),
    "palma": N_("Play Palma"),
    "newest": N_("To the newest message"),
    "enlarge": N_("Enlarge the picture"),
    "picture": N_("Enlarged picture"),
    # the command line
    "write": N_("Write a message, or / for the commands"),
    "send": N_("Send"),
    "commands": N_("Commands"),
    "again": N_("The line did not get through. Send it again."),
    # private notices
    "private": N_("Only you can see this"),
    "private_for": N_("Only {name} can see this"),
    "dismiss": N_("Close"),
    "save_file": N_("Save the file {name}"),
    # the connection
    "connecting": N_("Connecting…"),
    "reconnecting": N_("Reconnecting…"),
    "connected": N_("Connected again"),
    # the people of this page
    "people": N_("People on this page"),
    "speak": N_("Speak as {name}"),
    "name": N_("Name"),
    "language": N_("Language"),
    "browser": N_("As the browser"),
    "add": N_("Add a person"),
    "edit": N_("Change {name}"),
    "save": N_("Save"),
    "cancel": N_("Cancel"),
    # the chats
    "chats": N_("Chats"),
    "new_chat": N_("Go to another chat"),
    "chat_name": N_("Name of the chat"),
    "go": N_("Go"),
}

LONG = N_("That is too long: {n} signs are the most.")
EMPTY_NAME = N_("A name needs at least one letter.")
GONE = N_("That message is not there any more.")
TOO_MANY_TABLES = N_("Many tables have been opened from here within an hour. Please play on at one of them for now.")
FULL = N_("Too many pages are open. This one goes on as soon as another is closed.")


def words(language: str) -> dict[str, str]:
    """Return all of the page's words in one language; places such as `{name}` are left for the page to fill."""
    t = translator(language)
    return {name: t(sentence) for name, sentence in WORDS.items()}
