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
        assert told.screen.text.plain.endswith("Rules of Palma: /rules palma")


async def test_rules_and_help_are_told() -> None:
    async with room() as place:
        await place.started("/play palma")
        rules = await place.say(CAI, "/rules")
        assert rules.screen is not None
        assert len(rules.screen.text.lines) > 5
        assert "/play" in said(await place.say(CAI, "/help"))
        mix = said(await place.say(CAI, "/help mix"))
        assert mix.startswith("/mix: ")
        assert "/play" not in mix
        assert said(await place.say(CAI, "/help /MIX")) == mix
        assert "I don't know /dance" in said(await place.say(CAI, "/help dance"))
        assert "Did you mean /mix?" in said(await place.say(CAI, "/help mixx"))
        assert "I don't know /dance" in said(
            await place.core.dispatcher.command(Request(CHAT, ANA, "dance"), deliver_later)
        )
