"""What people type instead of the names in the registry: other languages, other letters, old names, near misses."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.commands.bad_lines import BadLine
from bot.core.commands.definition import Command, Option, OptionKind, Registry
from bot.core.commands.parser import Parsed, parse_line
from bot.core.commands.quoting import Manner, Quotings
from bot.core.domain.time_control import TimeControl
from bot.core.features.help.view import short_help
from bot.core.features.registry import registry
from bot.core.i18n.refusal import Refusal, not_a_choice
from bot.core.i18n.spelling import folded, nearest, spellings
from bot.core.i18n.translator import languages, translator
from bot.core.messages.content import Style
from bot.platforms.web.completion import described

COMMANDS = registry()
MANNERS = {"forms": Manner(menus=True), "plain lines": Manner(ascii=True), "lines": Manner()}
OPTIONS = [(command, option) for command in COMMANDS for option in command.options]


def called(named: Command | Option) -> Iterator[str]:
    """All names of a command or option, and each as people with another keyboard write it."""
    for name in (named.name, *named.names.values(), *named.aliases):
        yield from (name, name.upper(), name.capitalize(), folded(name), name.replace("_", "-"))


def test_a_command_is_understood_by_all_its_names_and_by_no_other() -> None:
    for command in COMMANDS:
        for name in called(command):
            assert COMMANDS.get(name) is command, name


def test_an_option_is_understood_by_all_its_names_and_by_no_other() -> None:
    for command, option in OPTIONS:
        for name in called(option):
            assert command.option(name) is option, f"/{command.name} {name}"


def test_a_choice_is_understood_as_each_language_calls_it() -> None:
    choices = [(*one, choice) for one in OPTIONS if one[1].kind is not OptionKind.TEXT for choice in one[1].values]
    for command, option, choice in choices:
        for word in {choice, *(word for each in languages() for word in option.words_of(choice, translator(each)))}:
            for written in (word, word.upper(), folded(word)):
                assert option.meant(written) == choice, f"/{command.name} {option.name}={written}"


def test_a_choice_given_by_name_is_read_in_every_language() -> None:
    listed = [one for one in OPTIONS if one[1].kind in (OptionKind.CHOICE, OptionKind.FLAG)]
    for command, option in listed:
        if any(other.required for other in command.options if other is not option):
            continue
        for name in {option.name, *option.names.values()}:
            line = f"/{command.name} {name}={option.values[0]}"
            assert parse_line(line, COMMANDS).options.get(option.name) == option.values[0], line


@pytest.mark.parametrize("command", COMMANDS.commands, ids=lambda command: command.name)
def test_no_bare_word_means_choices_of_two_options(command: Command) -> None:
    listed = [option for option in command.options if option.kind is OptionKind.CHOICE and not option.keyed]
    for option in listed:
        words = {
            word
            for each in languages()
            for choice in option.choices
            for word in option.words_of(choice, translator(each))
        }
        for other in listed:
            assert other is option or not [word for word in words if other.meant(word) is not None]


@pytest.mark.parametrize("manner", MANNERS)
@pytest.mark.parametrize("language", languages())
def test_a_command_that_is_quoted_is_understood_as_it_was_meant(language: str, manner: str) -> None:
    quoting = Quotings(COMMANDS, MANNERS[manner]).of(language)
    for command in COMMANDS:
        assert COMMANDS.get(quoting.line(f"/{command.name}")[1:]) is command
        if command.example:
            meant, read = parse_line(command.example, COMMANDS), parse_line(quoting.line(command.example), COMMANDS)
            assert read.name == meant.name
            for name, value in meant.options.items():
                option = command.option(name)
                assert option is not None
                if command.name == "help":  # a command's name may be any
                    assert COMMANDS.get(read.options[name]) is COMMANDS.get(value)
                elif not option.whole:  # what takes the rest of a line takes it as it is
                    assert read.options[name] == value


QUOTED = {
    "forms": "/perfil menciones:no silencio:22-7 zona:Europe/Madrid aparecer:no",
    "plain lines": "/perfil menciones=no silencio=22-7 zona=Europe/Madrid aparecer=no",
    "lines": "/perfil menciones=no silencio=22-7 zona=Europe/Madrid aparecer=no",
}


@pytest.mark.parametrize("manner", MANNERS)
def test_a_line_is_quoted_in_the_readers_own_words(manner: str) -> None:
    quotings = Quotings(COMMANDS, MANNERS[manner])
    line = "/profile mentions=no quiet=22-7 zone=Europe/Madrid visible=no"
    assert quotings.of("es").line(line) == QUOTED[manner]
    assert quotings.of("en").line(line) == (line.replace("=", ":") if manner == "forms" else line)


def test_names_are_such_as_each_platform_takes_them() -> None:
    told = [Quotings(COMMANDS, manner).of("es").line("/notify off") for manner in MANNERS.values()]
    assert told == ["/avísame aviso:no", "/avisame no", "/avísame no"]
    assert Quotings(COMMANDS, MANNERS["forms"]).of("es").line("/help mix") == "/ayuda comando:mezclar"
    assert Quotings(COMMANDS, MANNERS["forms"]).of("it").line("/play 6 diceless") == (
        "/gioca colori:6 variante:senza dadi"
    )


def test_a_command_in_a_sentence_is_a_part_that_can_be_pressed() -> None:
    manner = Manner(menus=True, handles={"play": "123"})
    spanish = translator("es").quoted_by(Quotings(COMMANDS, manner).of("es"))
    sentence = "Try /play or /help, and/or 1/2."  # not in the catalogue: shown as it is
    pressed = [(part.text, part.command) for part in spanish.text(sentence) if part.style is Style.COMMAND]
    assert pressed == [("/jugar", "123"), ("/ayuda", "")]
    assert spanish(sentence) == "Try /jugar or /ayuda, and/or 1/2."
    assert spanish.command("/play palma").command == ""  # what is pressed would leave out what follows


def test_completion_is_in_the_readers_words() -> None:
    spanish = translator("es").quoted_by(Quotings(COMMANDS, Manner()).of("es"))
    play = next(entry for entry in described(COMMANDS, spanish) if entry["key"] == "play")
    variant = next(option for option in play["games"]["Palma"] if option["key"] == "variant")
    assert (play["name"], variant["name"], variant["choices"]) == (
        "jugar", "variante", [option_choice("variant", name) for name in ("classic", "quick", "penalty")]
    )  # fmt: skip


def option_choice(name: str, choice: str) -> str:
    """What Spanish menus call a choice of /play."""
    play = COMMANDS.get("play")
    assert play is not None
    option = play.option(name)
    assert option is not None
    return option.choice_name(choice, translator("es"))


@pytest.mark.parametrize(
    ("line", "name", "options"),
    [
        ("/play Parchís", "play", {"game": "parchis"}),
        ("/learn parchís", "learn", {"game": "parchis"}),
        ("/rules Parchís", "rules", {"game": "parchis"}),
        ("/play ludo", "play", {"game": "parchis"}),
        ("/play parchis italiano", "play", {"game": "parchis", "variant": "italian"}),
        ("/gioca parchís regole italiane", "play", {"game": "parchis", "variant": "italian"}),
        ("/play sin dados", "play", {"variant": "diceless"}),
        ("/play parchis senza dadi auto", "play", {"game": "parchis", "variant": "diceless", "auto": "yes"}),
        ("/play hounds and jackals", "play", {"game": "palma"}),
        ("/jugar perros y chacales con castigos", "play", {"game": "palma", "variant": "penalty"}),
        ("/gioca gioco=cani e sciacalli", "play", {"game": "palma"}),
        ("/language español", "language", {"language": "es"}),
        ("/language spanish", "language", {"language": "es"}),
        ("/idioma italiano este chat", "language", {"language": "it", "scope": "chat"}),
        ("/jugar", "play", {}),
        ("/gioca", "play", {}),
        ("/ayuda", "help", {}),
        ("/aiuto", "help", {}),
        ("/reglas", "rules", {}),
        ("/regole", "rules", {}),
        ("/tirar", "roll", {}),
        ("/tira", "roll", {}),
        ("/dado", "roll", {}),
        ("/roll", "roll", {}),
        ("/undo", "undo", {}),
        ("/quit", "leave", {}),
        ("/ranking", "leaderboard", {}),
        ("/jugar colores=6", "play", {"colours": "6"}),
        ("/jugar 6 colores", "play", {"colours": "6"}),
        ("/jugar colores 6", "play", {"colours": "6"}),
        ("/jugar colores = 6", "play", {"colours": "6"}),
        ("/jugar colores:6", "play", {"colours": "6"}),
        ("/play equipos", "play", {"teams": "yes"}),
        ("/play squadre YR,BG", "play", {"teams": "YR,BG"}),
        ("/play sitios=rojo,azul", "play", {"seats": "rojo,azul"}),
        ("/play 24h", "play", {"pace": "24h"}),
        ("/play ritmo=2 días auto off", "play", {"pace": "2 días", "auto": "no"}),
        ("/join rojo", "join", {"seat": "rojo"}),
        ("/unirse mesa=abc234 Púrpura", "join", {"table": "abc234", "seat": "Púrpura"}),
        ("/avisame no", "notify", {"ping": "off"}),
        ("/callme off", "notify", {"ping": "off"}),
        ("/perfil menciones=no zona madrid", "profile", {"mentions": "no", "zone": "madrid"}),
        ("/me ranked=no", "profile", {"visible": "no"}),
        ("/me listed=sì", "profile", {"global": "yes"}),
        ("/ajustes tema=alto contraste", "settings", {"theme": "high-contrast"}),
        ("/ajustes tema alto contraste", "settings", {"theme": "high-contrast"}),
        ("/clasificacion los ultimos 7 dias", "leaderboard", {"period": "week"}),
        ("/fair abc234", "verify", {"table": "abc234"}),
        ("/echar mesa=abc234 @Bea", "remove", {"table": "abc234", "person": "@Bea"}),
    ],
)
def test_what_people_write_is_read(line: str, name: str, options: dict[str, str]) -> None:
    assert parse_line(line, COMMANDS) == Parsed(name, options)


@pytest.mark.parametrize(
    ("written", "pace"),
    [
        *(
            ("24h", "daily:24"),
            ("24 horas", "daily:24"),
            ("2 días", "daily:48"),
            ("2d", "daily:48"),
            ("1h", "daily:1"),
        ),
        *(
            ("60s", "live:60"),
            ("5 min", "live:300"),
            ("60m", "live:3600"),
            ("120m", "daily:2"),
            ("live:60", "live:60"),
        ),
        *(("sin límite", "none"), ("none", "none"), ("senza limite", "none"), ("no", "none"), ("daily:8", "daily:8")),
    ],
)
def test_a_pace_is_read_as_people_write_it(written: str, pace: str) -> None:
    assert str(TimeControl.parse(written)) == pace


@pytest.mark.parametrize("written", ["90m", "5s", "8d", "24x", "h", "24", "live", "daily:24h", "1000 days"])
def test_a_pace_that_there_is_not_is_refused(written: str) -> None:
    with pytest.raises(Refusal, match="can be"):
        TimeControl.parse(written)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("jugra", "play"),
        ("reglsa", "rules"),
        ("tirra", "roll"),
        ("perfl", "profile"),
        ("setings theme=clasic", "settings"),
    ],
)
def test_one_slip_in_a_long_name_is_understood(typed: str, meant: str) -> None:
    assert parse_line(f"/{typed}", COMMANDS).name == meant


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("plai", "/jugar"),
        ("hlep", "/ayuda"),
        ("resgin", "/rendirse"),
        ("abandonna", "/rendirse"),
        ("expulsr Bea", "/echar Bea"),
        ("deletemydat", "/borrar_datos"),
        ("ajustes drak", "/ajustes oscuro"),
        ("clasificacion presicion", "/clasificación precisión"),
    ],
)
def test_other_near_misses_get_the_line_to_send_in_the_readers_words(typed: str, meant: str) -> None:
    spanish = translator("es").quoted_by(Quotings(COMMANDS, Manner()).of("es"))
    with pytest.raises(BadLine) as refused:
        parse_line(f"/{typed}", COMMANDS)
    assert meant in refused.value.note(spanish).plain
    assert parse_line(refused.value.offer, COMMANDS)


@pytest.mark.parametrize("manner", MANNERS.values(), ids=MANNERS)
def test_a_refused_value_and_the_help_have_no_english_words(manner: Manner) -> None:
    italian = translator("it").quoted_by(Quotings(COMMANDS, manner).of("it"))
    assert not_a_choice("pace", ["1h"], "z").note(italian).plain == "«ritmo» può essere 1h, non «z»."
    assert short_help(italian).plain.splitlines()[-1].startswith("Tutti i comandi: /aiuto ")
    assert "tutto. Di più su uno" in short_help(italian).plain


def test_two_things_of_one_name_are_an_error() -> None:
    with pytest.raises(ValueError, match="means"):
        Registry((Command("play", "Play"), Command("juego", "Game", names={"it": "Plày"})))
    with pytest.raises(ValueError, match="means"):
        Command(
            "play", "Play", (Option("a_b", OptionKind.TEXT, "A"), Option("b", OptionKind.TEXT, "B", aliases=("AB",)))
        )
    with pytest.raises(ValueError, match="means"):
        spellings({"": ()})


@given(st.text(max_size=30))
def test_folding_twice_changes_nothing_more(word: str) -> None:
    assert folded(folded(word)) == folded(word)


def test_the_nearest_word_is_near() -> None:
    table = spellings({"roll": ("tirar", "tira"), "start": ("empezar",)})
    assert nearest("tirar", table) == nearest("tirra", table) == "roll"
    assert nearest("xyz", table) is None


def test_portugal_reads_its_own_names_and_both_countries_type_either() -> None:
    quotings = Quotings(COMMANDS, Manner())
    assert quotings.of("pt").line("/play teams=yes") == "/jogar equipes=sim"
    assert quotings.of("pt-PT").line("/play teams=yes") == "/jogar equipas=sim"
    for name, ways in {
        "share": "compartilhar partilhar",
        "roll": "rolar lançar",
        "settings": "configurações definições",
    }.items():
        for way in ways.split():
            assert parse_line(f"/{way}", COMMANDS).name == name
