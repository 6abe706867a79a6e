"""What comes in as text: command lines and tokens; and the registry both are made from."""

from __future__ import annotations

import re
from contextlib import suppress

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.core.commands.bad_lines import BadLine
from bot.core.commands.definition import OptionKind
from bot.core.commands.parser import Parsed, parse_line
from bot.core.features.registry import registry
from bot.core.i18n.translator import languages, spoken, translator
from bot.core.messages.button_tokens import MAX_BYTES, ButtonVerb, InvalidButtonToken, Token, Verb, encode
from tests.fakes.buttons import VERBS, read

COMMANDS = registry()


@pytest.mark.parametrize(
    ("line", "name", "options"),
    [
        ("/help", "help", {}),
        ("/help mix", "help", {"command": "mix"}),
        ("  HELP  ", "help", {}),
        ("/help@palmares_bot", "help", {}),
        ("/play parchis italian colours=6", "play", {"game": "parchis", "variant": "italian", "colours": "6"}),
        ("/play 6 Italian", "play", {"colours": "6", "variant": "italian"}),
        ("/play play_on seats=YR,BG", "play", {"play_on": "yes", "seats": "YR,BG"}),
        ("/play auto=off", "play", {"auto": "no"}),
        (
            "/play play_on=Sí auto=si turns_by_colour=1",
            "play",
            {"play_on": "yes", "auto": "yes", "turns_by_colour": "yes"},
        ),
        ("/play play_on off auto", "play", {"play_on": "no", "auto": "yes"}),
        ("/play six_all_out=7 rules=own_pair=capture", "play", {"rules": "six_all_out=7 own_pair=capture"}),
        ("/play six_all_out=7 all_out=on_field", "play", {"rules": "six_all_out=7 all_out=on_field"}),
        ("/join Y", "join", {"seat": "Y"}),
        ("/join Y abc234", "join", {"seat": "Y", "table": "abc234"}),
        ("/join abc234 yr", "join", {"table": "abc234", "seat": "yr"}),
        ("/join lilac", "join", {"seat": "lilac"}),
        ("/join yellow", "join", {"seat": "yellow"}),
        ("/join abc234 Purple", "join", {"table": "abc234", "seat": "Purple"}),
        ("/join cani", "join", {"seat": "cani"}),
        ("/roll abc234", "roll", {"table": "abc234"}),
        ("/join table=abc234", "join", {"table": "abc234"}),
        ("/mix  Blue  elephants = fun", "mix", {"words": "Blue elephants = fun"}),
        ("/remove @Bea Ortiz table=ABC234", "remove", {"table": "ABC234", "person": "@Bea Ortiz"}),
        ("/remove table=abc234 @Bea", "remove", {"table": "abc234", "person": "@Bea"}),
        ("/invite TABLE=abc234", "invite", {"table": "abc234"}),
        ("/mix x=1 table=4 legs table=abc234", "mix", {"table": "abc234", "words": "x=1 table=4 legs"}),
        ("/mix table=abc234 x=1 y", "mix", {"table": "abc234", "words": "x=1 y"}),
        ("/settings", "settings", {}),
        ("/settings fixed", "settings", {"board": "fixed"}),
        ("/settings dark fixed", "settings", {"theme": "dark", "board": "fixed"}),
        ("/settings board=follow", "settings", {"board": "follow"}),
        ("/settings Board FIXED", "settings", {"board": "fixed"}),
        ("/play game parchis variant=italian", "play", {"game": "parchis", "variant": "italian"}),
        ("/language es chat", "language", {"language": "es", "scope": "chat"}),
    ],
)
def test_a_line_is_read(line: str, name: str, options: dict[str, str]) -> None:
    assert parse_line(line, COMMANDS) == Parsed(name, options)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("", "/help shows"),
        ("/zzz", "Try /help"),
        ("/plai", "Did you mean /play?"),
        ("/play chess", "I don't understand “chess”"),
        ("/play game=chess", "“game” can be parchis, palma, not “chess”"),
        ("/play color=6", "/play has no color. Did you mean colours?"),
        ("/play six_al_out=7", "/play has no six_al_out. Did you mean six_all_out?"),
        ("/play xyz=6", "/play has no option “xyz”"),
        ("/play colours=7", "“colours” can be 3, 4, 5, 6, not “7”"),
        ("/play palma game=parchis", "You gave game twice"),
        ("/play play_on=perhaps", "“play_on” can be yes, no, not “perhaps”"),
        ("/settings board", "board: follow, calm, fixed; theme: classic, dark, high-contrast"),
        (
            "/play foo",
            "game: parchis, palma; variant: spanish, italian, diceless, quick, classic, penalty; colours: 3, 4, 5, 6",
        ),
        ("/play parchis spanish 7", "“colours” can be 3, 4, 5, 6, not “7”"),
        (
            "/play parchis spanish 4 5",
            "You can add turns_by_colour: yes, no; play_on: yes, no; auto: yes, no; lot: yes, no; rated: yes, no; "
            "hints: yes, no; chances: yes, no; thread: yes, no.",
        ),
        ("/language xx", f"“language” can be {', '.join(spoken())}, auto, not “xx”"),
        ("/language it me chat", "I don't understand “chat” in /language."),
        ("/settings board fixed board=fixed", "You gave board twice"),
        ("/games zzz", "I don't understand “zzz”"),
        ("/games me=1", "/games has no option “me”"),
        ("/help mix=1", "/help has no option “mix”"),
        ("/language", f"After /language, add one of these: {', '.join(spoken())}, auto."),
        ("/mix", "Something is missing after /mix: any words"),
        ("/mix table=abc234", "Something is missing after /mix: any words"),
        ("/remove table=abc234 @Bea table=abc235", "You gave table twice."),
    ],
)
def test_a_line_that_is_none_is_told_why(line: str, told: str) -> None:
    with pytest.raises(BadLine) as refused:
        parse_line(line, COMMANDS)
    assert told in refused.value.note(translator("en")).plain


@given(st.text(max_size=600))
@example("/play " + "=" * 50)
@example("/play {game}={0}")
def test_any_line_is_read_or_refused(line: str) -> None:
    with suppress(BadLine):
        assert COMMANDS.get(parse_line(line, COMMANDS).name)


@given(st.text(max_size=40))
def test_a_refusal_can_always_be_told(word: str) -> None:
    with pytest.raises(BadLine) as refused:
        parse_line(f"/games zq{word.strip()}", COMMANDS)
    assert refused.value.note(translator("es")).plain


@pytest.mark.parametrize("language", languages())
def test_every_platform_can_show_the_commands(language: str) -> None:
    described = COMMANDS.describe(translator(language))
    assert len({command["name"] for command in described}) == len(described)
    for command in described:
        assert len(command["options"]) <= 25
        for item in (command, *command["options"]):
            assert re.fullmatch(r"[a-z0-9_]{1,32}", item["name"])
            assert 1 <= len(item["description"]) <= 100
        required = [option["required"] for option in command["options"]]
        assert required == sorted(required, reverse=True)
        for option in command["options"]:
            assert option["kind"] == "text" or len(option["choices"]) <= 25  # those of a text are suggestions
            assert bool(option["choices"]) or option["kind"] in (
                OptionKind.TEXT,
                OptionKind.INTEGER,
                OptionKind.PERSON,
                OptionKind.FILE,
            )


def test_examples_are_commands() -> None:
    for command in COMMANDS:
        if command.example:
            assert parse_line(command.example, COMMANDS).name == command.name


def test_a_token_is_read_back() -> None:
    text = encode("abc234", 12, Verb.MOVE, "Y2+12")
    assert text == "abc234.12.move:Y2+12"
    assert read(text) == Token("abc234", 12, Verb.MOVE, ("Y2+12",))


@pytest.mark.parametrize("verb", VERBS.values())
def test_every_verb_has_a_token(verb: ButtonVerb) -> None:
    arguments = ("six_all_out", "12", "Y1+20", "9" * 20)[: verb.arguments]
    assert read(encode("abc234", 999_999_999, verb, *arguments)).arguments == arguments


def test_the_longest_switches_fit() -> None:
    for value in ("true", "false"):
        assert len(encode("abc234", 99_999, Verb.SWITCH, "third_six_spares_shelter", value)) <= MAX_BYTES


@pytest.mark.parametrize(
    "text",
    [
        "", ".", "a.1", "a.1.", "a.1.dance", "a.-1.throw", "a.01.throw", "a.1.throw:now", "a.1.move", "a.1.move:",
        "a.1.move:Y1+2:3", "A.1.throw", "a.1.throw\n", "a.9999999999.throw", "a.1.move:" + "1" * 64, "á.1.throw",
        "a.1.move:Y1+٣", "a.1.throw.throw",
    ],
)  # fmt: skip
def test_what_no_button_sends_is_refused(text: str) -> None:
    with pytest.raises(InvalidButtonToken):
        read(text)


@given(st.text(max_size=80) | st.from_regex(r"[a-z0-9]{1,8}\.[0-9]{1,4}\.[a-z]{1,9}(:[A-Z0-9+a-z]{1,9}){0,3}"))
def test_any_text_is_a_token_or_a_bad_one(text: str) -> None:
    try:
        token = read(text)
    except InvalidButtonToken:
        return
    assert encode(token.table, token.version, token.verb, *token.arguments) == text


def test_a_token_too_long_is_never_made() -> None:
    with pytest.raises(InvalidButtonToken):
        encode("abc234", 1, Verb.MOVE, "Y" * 60)
