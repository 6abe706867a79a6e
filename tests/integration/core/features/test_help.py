"""Rules and help go to the person who asked, about the command that was meant."""

from __future__ import annotations

from bot.core.dispatch.dispatcher import deliver_later
from bot.core.messages.requests import Outcome, Request
from tests.fakes.room import ANA, CAI, CHAT, room


def said(outcome: Outcome) -> str:
    """Return what only the person who asked reads."""
    return outcome.notice.plain if outcome.notice is not None else ""


async def test_without_a_table_the_rules_are_those_of_the_usual_game_with_the_way_to_the_other() -> None:
    async with room() as place:
        told = await place.say(CAI, "/rules")
        assert told.screen is not None
        named = await place.say(CAI, "/rules parchis")
        assert named.screen is not None
        assert told.screen.text.lines[:-1] == named.screen.text.lines
        assert len(told.screen.text.lines) <= 10
        assert told.screen.text.plain.endswith("Rules of Palma: /rules palma")


async def test_rules_and_help_are_told() -> None:
    async with room() as place:
        await place.started("/play palma")
        rules = await place.say(CAI, "/rules")
        assert rules.screen is not None
        assert len(rules.screen.text.lines) > 5
        short = await place.say(CAI, "/help")
        assert short.screen is not None
        assert short.personal
        assert "/play" in short.screen.text.plain
        assert [button.label for row in short.screen.rows for button in row] == ["Play", "Learn", "Rules"]
        assert (await place.press(CAI, short.screen.rows[0][2].token)).screen == rules.screen
        mix = said(await place.say(CAI, "/help mix"))
        assert mix.startswith("/mix: ")
        assert "/play" not in mix
        assert said(await place.say(CAI, "/help /MIX")) == mix
        assert "I don't know /dance" in said(await place.say(CAI, "/help dance"))
        assert "Did you mean /mix?" in said(await place.say(CAI, "/help mixx"))
        assert "I don't know /dance" in said(
            await place.core.dispatcher.command(Request(CHAT, ANA, "dance"), deliver_later)
        )


async def test_the_button_of_the_rules_posts_what_the_full_command_says() -> None:
    async with room() as place:
        brief = await place.say(CAI, "/rules palma penalty")
        assert brief.screen is not None
        assert brief.screen.picture is not None
        (button,) = brief.screen.rows[0]
        sheet = await place.press(CAI, button.token)
        full = await place.say(CAI, "/rules palma penalty full")
        assert sheet.screen is not None
        assert full.screen is not None
        assert sheet.below
        assert sheet.screen == full.screen
        assert "goes back to 20" in sheet.screen.text.plain


async def test_the_rules_of_a_table_are_opened_by_its_button_as_long_as_it_is_here() -> None:
    async with room() as place:
        table = await place.started("/play palma hole5=stake")
        brief = await place.say(CAI, "/rules")
        assert brief.screen is not None
        assert "hole 5" in brief.screen.text.plain
        (button,) = brief.screen.rows[0]
        assert button.token == f"rules.0.sheet:table:{table}"
        sheet = (await place.press(CAI, button.token)).screen
        assert sheet is not None
        assert "stake on hole 5" in sheet.text.plain
        for forged in ("rules.0.sheet:table:zzzzzz", "rules.0.sheet:chess:blitz", "rules.0.sheet:palma:italian",
                       f"{table}.0.sheet:palma:classic"):  # fmt: skip
            refused = await place.press(CAI, forged)
            assert refused.screen is None
            assert refused.notice is not None
