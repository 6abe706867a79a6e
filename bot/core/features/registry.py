"""The one registry of commands, in the order in which they are shown."""

from __future__ import annotations

from dataclasses import replace

from bot.core.commands.definition import Command, Option, OptionKind, Registry
from bot.core.domain.chat_settings import MESSAGES, MOST_TABLES, BoardMode, Opening
from bot.core.domain.table_options import MOST_POINTS
from bot.core.games.seat_names import pattern
from bot.core.i18n.translator import N_, languages
from bot.core.rankings.ladders import ladders
from bot.core.rankings.leaderboard import Period, Scope
from engine import catalog
from render.themes.catalog import THEMES

BOARDS = tuple(mode.value for mode in BoardMode)
TABLE = Option("table", OptionKind.TEXT, N_("The table's code, where there are several"), pattern="[a-z0-9]{6}")


def _rule_sets() -> tuple[Option, Option]:
    games = catalog.names()
    presets = tuple(dict.fromkeys(name for game in games for name in catalog.game(game).describe()["presets"]))
    return (
        Option("game", OptionKind.CHOICE, N_("Which game"), games),
        Option("preset", OptionKind.CHOICE, N_("Which tradition of its rules"), presets),
    )


def _play() -> Command:
    points = (1, MOST_POINTS)
    return Command(
        "play",
        N_("Open a table"),
        (
            *_rule_sets(),
            Option("colours", OptionKind.INTEGER, N_("How many colours the board has"), ("3", "4", "5", "6")),
            Option("seats", OptionKind.TEXT, N_("The colours of each seat, as YR,BG"), keyed=True),
            Option("teams", OptionKind.TEXT, N_("Who plays together, as YR,BG"), keyed=True),
            Option(
                "shelters",
                OptionKind.TEXT,
                N_("Parchís: squares from each mouth that are shelters, as -5,0,5"),
                keyed=True,
            ),
            Option("turns_by_colour", OptionKind.FLAG, N_("Each colour has a turn of its own")),
            Option("play_on", OptionKind.FLAG, N_("Play on until all places are decided")),
            Option(
                "stake5", OptionKind.INTEGER, N_("Palma: the points of a stake on hole 5"), keyed=True, bounds=points
            ),
            Option(
                "stake15",
                OptionKind.INTEGER,
                N_("Palma: the points of a stake on hole 15"),
                keyed=True,
                bounds=points,
            ),
            Option(
                "pace",
                OptionKind.TEXT,
                N_("Time for a decision: live:60 (seconds), daily:24 (hours) or none"),
                keyed=True,
            ),
            Option("auto", OptionKind.FLAG, N_("Forced moves play themselves")),
            Option("rated", OptionKind.FLAG, N_("Whether the game counts for the rankings")),
            Option(
                "rules", OptionKind.TEXT, N_("Other rules, as six_all_out=7 own_pair=capture"), keyed=True, rest=True
            ),
        ),
        example="/play parchis italian colours=6",
    )


def _leaderboard() -> Command:
    return Command(
        "leaderboard",
        N_("Show who stands where"),
        (
            Option("game", OptionKind.CHOICE, N_("Which game"), tuple(ladder.name for ladder in ladders())),
            Option(
                "scope",
                OptionKind.CHOICE,
                N_("The games of this chat, or of all"),
                tuple(scope.value for scope in Scope),
            ),
            Option(
                "period", OptionKind.CHOICE, N_("The games of how long"), tuple(period.value for period in Period)
            ),
        ),
        example="/leaderboard palma week",
    )


def _mine() -> tuple[Option, ...]:
    return (
        Option("mentions", OptionKind.FLAG, N_("Whether I call you when it is your turn")),
        Option("quiet", OptionKind.TEXT, N_("Your quiet hours, as 22-7, or off"), keyed=True),
        Option("zone", OptionKind.TEXT, N_("Your time zone, as Europe/Madrid or +1"), keyed=True),
        Option("ranked", OptionKind.FLAG, N_("Whether you stand in the leaderboards")),
        Option(
            "listed", OptionKind.FLAG, N_("Whether all chats' leaderboard shows you if you only play in private ones")
        ),
    )


def _of_a_table(name: str, description: str) -> Command:
    return Command(name, description, (TABLE,))


def registry() -> Registry:
    """The commands there are: the core's own, then those of its features."""
    seat = Option("seat", OptionKind.TEXT, N_("The colour to play, by its letter or name"), pattern=pattern())
    scope = Option("scope", OptionKind.CHOICE, N_("For you, or for this chat"), ("me", "chat"))
    board = Option(
        "board", OptionKind.CHOICE, N_("Whether the board follows the players or stays one message"), BOARDS
    )
    pace = Option("pace", OptionKind.TEXT, N_("The pace of new tables: live:60, daily:24 or none"), keyed=True)
    theme = Option("theme", OptionKind.CHOICE, N_("The colours of the pictures"), tuple(THEMES))
    openers = tuple(each.value for each in Opening)
    opening = Option("opening", OptionKind.CHOICE, N_("Who may open tables here"), openers)
    numbers, bounds = tuple(map(str, range(1, MOST_TABLES + 1))), tuple(map(str, MESSAGES))
    tables = Option("tables", OptionKind.INTEGER, N_("How many tables may be open here"), numbers, keyed=True)
    messages = Option("messages", OptionKind.INTEGER, N_("How many messages a minute I may post"), bounds, keyed=True)
    here = Option("zone", OptionKind.TEXT, N_("The time zone of this chat, as Europe/Madrid or +1"), keyed=True)
    who = Option("person", OptionKind.PERSON, N_("Who is meant, by a mention or by name"), whole=True)
    call = Option("call", OptionKind.CHOICE, N_("Whether to call you"), ("on", "off"))
    words = Option("words", OptionKind.TEXT, N_("Any words, as they come to you"), required=True, whole=True)
    spoken = Option("language", OptionKind.CHOICE, N_("The language, or auto"), (*languages(), "auto"), required=True)
    secret = replace(TABLE, pattern=f"{TABLE.pattern}(-[a-z0-9]+)?")
    code = replace(TABLE, description=N_("The table's code"), required=True)
    shown = Option("show", OptionKind.CHOICE, N_("Whether this chat shows it"), ("on", "off"))
    return _with_help(
        (
            _play(),
            Command("join", N_("Take a seat"), (seat, secret), example="/join Y"),
            Command("invite", N_("Invite somebody to your table"), (who, TABLE), example="/invite @Bea"),
            Command("kick", N_("Send somebody away from a table"), (who, TABLE), example="/kick @Bea"),
            _of_a_table("leave", N_("Give up your seats before the game starts")),
            Command(
                "mix", N_("Mix words of yours into the dice"), (words, TABLE), example="/mix blue elephants dance"
            ),
            _of_a_table("start", N_("Start the game")),
            _of_a_table("throw", N_("Throw")),
            _of_a_table("board", N_("Show the board again, down here")),
            Command("watch", N_("Watch a game that is played elsewhere"), (code, shown), example="/watch abc234"),
            Command(
                "rules", N_("Show the rules of the table"), (*_rule_sets(), TABLE), example="/rules parchis italian"
            ),
            _of_a_table("takeback", N_("Take back your last move, if all agree")),
            _of_a_table("resign", N_("Give up the game")),
            _of_a_table("cancel", N_("Close a table that you opened")),
            Command("language", N_("Choose a language"), (spoken, scope), example="/language es chat"),
            Command(
                "settings",
                N_("Show or change how this chat plays"),
                (board, theme, pace, opening, tables, messages, here),
                example="/settings fixed dark",
            ),
            _of_a_table("replay", N_("Watch a game again from its beginning, as a film")),
            Command("games", N_("List the tables and past games of this chat")),
            _of_a_table("dice", N_("Show how the dice have fallen, in a game and in this chat")),
            _of_a_table("verify", N_("Get the whole proof of a game's dice as a file")),
            Command("export", N_("Get a game as a text"), (TABLE,), example="/export abc234"),
            Command(
                "import",
                N_("Bring in a game that /export gave"),
                (
                    Option("file", OptionKind.FILE, N_("The file that /export gave")),
                    Option(
                        "text",
                        OptionKind.TEXT,
                        N_("The text that /export gave, if it was short"),
                        whole=True,
                        long=True,
                    ),
                ),
            ),
            _leaderboard(),
            Command("stats", N_("Show somebody's games and ratings"), (who,), example="/stats Bea"),
            Command("callme", N_("Be called when the next table opens here"), (call,), example="/callme off"),
            Command("learn", N_("Learn a game, step by step"), (_rule_sets()[0],), example="/learn palma"),
            Command(
                "me",
                N_("Show or change what you have chosen for yourself"),
                _mine(),
                example="/me quiet=22-7 zone=Europe/Madrid",
            ),
            Command("mydata", N_("Get all that I have stored about you")),
            Command("forgetme", N_("Let me forget you")),
        )
    )


def _with_help(commands: tuple[Command, ...]) -> Registry:
    """All commands and, at the end, the one that tells of them."""
    names = (*(command.name for command in commands), "help")
    about = Option("command", OptionKind.TEXT, N_("The command that you want to know more about"), names)
    return Registry((*commands, Command("help", N_("Show what I can do"), (about,), example="/help mix")))
