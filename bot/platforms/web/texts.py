"""The page's own texts, by the names the page uses."""

from __future__ import annotations

from collections.abc import Mapping

from bot.core.i18n.translator import N_, languages, translator

WORDS: Mapping[str, str] = {
    # the chat
    "messages": N_("Messages"),
    "bot": N_("bot"),
    # the front
    "home": N_("Front page"),
    "front": N_("Fancy a game?"),
    "game": N_("Which game"),
    "against": N_("Play against bots"),
    "here": N_("Play with others here"),
    "invite": N_("Anyone who opens this page's address on this machine can join too."),
    "past": N_("Past games here"),
    "cups": N_("Tournaments"),
    "standings": N_("Leaderboard"),
    # invitations, if the page is open to friends
    "invite_friends": N_("Invite friends"),
    "invite_how": N_("Send this link to people you want to invite. It lets them in whenever they like."),
    "invite_link": N_("Invitation link"),
    "copy": N_("Copy the link"),
    "copied": N_("Link copied"),
    "your_name": N_("What's your name?"),
    "steps": N_("Step by step"),
    "learn": N_("Learn"),
    "how": N_("How it works"),
    "newest": N_("Jump to the newest message"),
    "enlarge": N_("Enlarge the picture"),
    "picture": N_("Enlarged picture"),
    "board": N_("The board"),
    "seats": N_("Seats"),
    "move_seat": N_("Move to this seat"),
    "both_seats": N_("Play this colour as well"),
    "odd": N_("Changed from the variant"),
    "table": N_("The game"),
    "your_turn": N_("Your turn, {name}"),
    "moves": N_("Moves so far"),
    "since": N_("New since your last turn"),
    "about": N_("About this table"),
    "earlier": N_("Earlier messages"),
    # preferences of this browser, and the pace of bots in its chat
    "habits": N_("Preferences"),
    "sound": N_("Sounds"),
    "notices": N_("Tell me when it's my turn"),
    "keys": N_("Number keys press buttons"),
    "pause": N_("Bots' turns in this chat"),
    "calm": N_("Calm"),
    "quick": N_("Quick"),
    "none": N_("No pause"),
    "turn_of": N_("It's {name}'s turn."),
    # the command line
    "writing": N_("Writing"),
    "write": N_("Type a message, or / for commands"),
    "send": N_("Send"),
    "commands": N_("Commands"),
    "again": N_("Your message didn't get through. Send it again."),
    # private notices
    "private": N_("Only you can see this"),
    "private_for": N_("Only {name} can see this"),
    "dismiss": N_("Close"),
    "save_file": N_("Save the file {name}"),
    # the connection
    "connecting": N_("Connecting…"),
    "reconnecting": N_("Reconnecting…"),
    "connected": N_("Back online"),
    # the people of this page
    "people": N_("People on this page"),
    "speak": N_("Write as {name}"),
    "name": N_("Name"),
    "language": N_("Language"),
    "browser": N_("Same as the browser"),
    "add": N_("Add a person"),
    "edit": N_("Edit {name}"),
    "save": N_("Save"),
    "cancel": N_("Cancel"),
    # the chats
    "chats": N_("Chats"),
    "new_chat": N_("Go to another chat"),
    "chat_name": N_("Name of the chat"),
    "go": N_("Go"),
}

REPLAY_WORDS: Mapping[str, str] = {
    "to_chat": N_("Back to the chat"),
    "board": N_("The board"),
    "controls": N_("Playback"),
    "first": N_("To the start"),
    "back": N_("One step back"),
    "play": N_("Start playback"),
    "pause": N_("Pause"),
    "forward": N_("One step forward"),
    "last": N_("To the end"),
    "place": N_("Place in the game"),
    "speed": N_("Speed"),
    "slow": N_("Slow"),
    "normal": N_("Medium"),
    "fast": N_("Fast"),
    "turn": N_("Turn {n} of {all}"),
    "start": N_("Before the first roll or move"),
    "turns": N_("Turns"),
    "moments": N_("Key moments"),
    "filter": N_("Turns to show"),
    "all_turns": N_("All turns"),
    "key_turns": N_("Key moments only"),
    "errors": N_("Mistakes only"),
    "signs": N_(
        "Win chance given away: {dubious} 3 points or more, {mistake} 5, {blunder} 10. "
        "The ghost on the board is the better move."
    ),
    "chances": N_("Win chances"),
    "share": N_("Copy a link to this position"),
    "copied": N_("Link copied"),
    "analyse": N_("Analyse this game"),
    "analysing": N_("I'm going through the game. The win chances will appear here."),
    "now": N_("So far: the game isn't over."),
    "try": N_("Try from here"),
    "trying": N_("You're trying this position against bots. Nothing is kept."),
    "leave": N_("Back to the game"),
    "broken": N_("The connection was lost before that could go through."),
}
"""The texts of a game's replay, sent with the game."""

CUP_WORDS: Mapping[str, str] = {
    "to_chat": N_("Back to the chat"),
    "cups": N_("Tournaments in this chat"),
    "empty": N_("There has been no tournament here yet."),
    "standings": N_("Leaderboard"),
    "moved": N_("Change since the last round"),
    "player": N_("Player"),
    "points": N_("Tournament points"),
    "games": N_("Games"),
    "tables": N_("Tables"),
    "rounds": N_("Rounds"),
    "watch": N_("Watch"),
    "board": N_("Go to the board"),
    "steps": N_("Step by step"),
    "reconnecting": N_("Reconnecting…"),
}
"""The texts of the page about tournaments, sent with them."""

NO_SCRIPT = N_("This page needs JavaScript.")
TOO_OLD = N_(
    "This browser is too old for this page. It works in Chrome and Edge from {chrome}, Firefox from {firefox}, "
    "Safari from {safari}."
)
OLDEST = {"chrome": "111", "firefox": "113", "safari": "16.4"}
"""The oldest browsers that the page works in, all of spring 2023; `static/old.js` informs older ones."""
LONG = N_("Too long: {n} characters at most.")
EMPTY_NAME = N_("A name needs at least one letter.")
NAME_TAKEN = N_("Someone here is already called {name}. Choose another name.")
GONE = N_("That message is gone.")
TOO_MANY_TABLES = N_(
    "A lot of tables have been opened from here in the last hour. Please play at one of them for now."
)
TOO_MANY_TRIALS = N_("A lot of positions have been tried from here lately. Please wait a while.")
FULL = N_("Too many pages are open. This one will go on as soon as another closes.")


def words(language: str) -> dict[str, str]:
    """Return all texts of the page in one language; the page fills places such as `{name}`."""
    return _told(WORDS, language)


def replay_words(language: str) -> dict[str, str]:
    """Return the texts of a game's replay in one language, in the same way."""
    return _told(REPLAY_WORDS, language)


def cup_words(language: str) -> dict[str, str]:
    """Return the texts of the page about tournaments in one language."""
    return _told(CUP_WORDS, language)


def in_each_language(sentence: str, **values: str) -> dict[str, str]:
    """Return a sentence by language, its places filled."""
    return {language: translator(language)(sentence, **values) for language in languages()}


def _told(sentences: Mapping[str, str], language: str) -> dict[str, str]:
    t = translator(language)
    return {name: t(sentence) for name, sentence in sentences.items()}
