"""Names and words show as they are, whatever they hold."""

from __future__ import annotations

import pytest

from bot.core.messages.content import Button, Part, Picture, Screen, Style, Text, Tone
from bot.platforms.discord.components import PREFIX, view
from bot.platforms.discord.markdown import escape, markdown, mentioned
from bot.platforms.discord.payloads import MessagePayload, TextPayload
from data.records import PersonKey

ANA = PersonKey("discord", "123456789012345678")


def text(*parts: Part) -> Text:
    return Text((parts,))


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Ana", "Ana"),
        ("*Ana*", r"\*Ana\*"),
        ("__x__ ~~y~~ ||z||", r"\_\_x\_\_ \~\~y\~\~ \|\|z\|\|"),
        ("`code`", r"\`code\`"),
        ("@everyone", r"\@everyone"),
        ("<@123> <#4> <:e:5>", r"\<\@123\> \<\#4\> \<:e:5\>"),
        ("[a](https://b.c)", r"\[a\]\(https:\/\/b.c\)"),
        ("discord.gg/x", r"discord.gg\/x"),
        ("back\\slash", r"back\\slash"),
        ("ñandú 日本 🎲", "ñandú 日本 🎲"),
    ],
)
def test_escaped(name: str, written: str) -> None:
    assert escape(name) == written
    assert markdown(text(Part(name, Style.STRONG))) == f"**{written}**"


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ("# Ana", r"\# Ana"),
        ("> Ana", r"\> Ana"),
        ("- Ana", r"\- Ana"),
        ("1. Ana", r"1\. Ana"),
        ("-# Ana", r"\-\# Ana"),
        ("  + Ana", r"  \+ Ana"),
        ("-5", r"\-5"),
        ("1.5", r"1\.5"),
        ("Ana - Bea", "Ana - Bea"),
    ],
)
def test_no_line_begins_a_heading_quote_or_list(line: str, written: str) -> None:
    assert markdown(text(Part(line))) == written


def test_styles_and_mentions() -> None:
    told = text(
        Part("Turn of "),
        Part("Ana", Style.STRONG, ANA),
        Part(": "),
        Part("a`b", Style.CODE),
        Part("!", Style.EMPHASIS),
    )
    assert markdown(told) == "Turn of <@123456789012345678>: `aʼb`*!*"
    assert mentioned(told) == (123456789012345678,)


STRANGERS = [PersonKey("web", "123"), PersonKey("discord", "1> @everyone"), PersonKey("discord", "0")]


def test_a_time_is_shown_as_discord_shows_times() -> None:
    line = (Part("until "), Part("2033-05-18 03:33 UTC", Style.STRONG, moment=2_000_000_000.7), Part("."))
    assert markdown(Text((line,))) == "until <t:2000000000:R>."


@pytest.mark.parametrize("key", STRANGERS)
def test_somebody_of_another_platform_is_named_and_not_called(key: PersonKey) -> None:
    told = text(Part("Ana", mention=key))
    assert (markdown(told), mentioned(told)) == ("Ana", ())


def test_only_those_mentioned_are_called() -> None:
    words = TextPayload.of(text(Part("@everyone "), Part("Ana", mention=ANA)))
    assert dict(words.call.to_dict()) == {"parse": [], "users": [int(ANA.user)]}


def test_long_texts_move_into_an_embed_and_longer_ones_lose_their_end() -> None:
    assert TextPayload.of(text(Part("a" * 2000))).embed is None
    long = TextPayload.of(Text(tuple((Part("b" * 99),) for _ in range(30))))
    assert (long.content, len(long.embed or "")) == ("", 2999)
    longest = TextPayload.of(Text(tuple((Part("🎲" * 50),) for _ in range(90))))
    assert longest.embed is not None
    assert len(longest.embed.encode("utf-16-le")) // 2 <= 4096
    assert longest.embed.endswith("\n…")


def test_whoever_a_long_text_calls_stands_in_the_content_since_embeds_call_nobody() -> None:
    bea = PersonKey("discord", "43")
    lines = [(Part("Ana", mention=ANA), Part("c" * 1500)), (Part("Bea", mention=bea),), (Part("Ana", mention=ANA),)]
    long = TextPayload.of(Text((*lines, (Part("d" * 600),))))
    assert long.content == f"<@{ANA.user}> <@43>"
    assert long.embed is not None
    assert "c" * 1500 in long.embed
    assert long.to_send()["content"] == long.content
    assert MessagePayload.of(Screen(Text((*lines, (Part("d" * 600),))))).to_edit()["content"] == long.content


def test_the_picture_has_its_words() -> None:
    face = MessagePayload.of(Screen(text(Part("a")), Picture(b"data", "é" * 2000)))
    (file,) = face.to_send()["files"]
    assert (file.filename, len(file.description)) == ("board.png", 1024)
    assert face.to_edit()["view"] is None
    assert "view" not in face.to_send()


def rows(*sizes: int, tone: Tone = Tone.SECONDARY) -> tuple[tuple[Button, ...], ...]:
    return tuple(
        tuple(Button(f"{row}.{at}", f"t.0.move:{row}x{at}", tone) for at in range(size))
        for row, size in enumerate(sizes)
    )


async def test_few_buttons_stand_as_they_are() -> None:
    made = view(rows(5, 5))
    assert made is not None
    shown = made.to_components()
    assert [len(row["components"]) for row in shown] == [5, 5]
    assert shown[1]["components"][4]["custom_id"] == f"{PREFIX}t.0.move:1x4"
    assert made.is_persistent()


async def test_many_become_a_menu_with_the_others_below() -> None:
    made = view((*rows(5, 5, 5), *rows(2, tone=Tone.PRIMARY)))
    assert made is not None
    menu, below = made.to_components()
    assert [option["value"] for option in menu["components"][0]["options"]][-1] == "t.0.move:2x4"
    assert len(menu["components"][0]["options"]) == 15
    assert [part["type"] for part in below["components"]] == [2, 2]


async def test_more_than_a_menu_holds_become_two() -> None:
    made = view(rows(9, 9, 9, 9))
    assert made is not None
    assert [len(row["components"][0]["options"]) for row in made.to_components()] == [25, 11]


def test_nothing_to_press() -> None:
    assert view(()) is None
    assert view(((), ())) is None
