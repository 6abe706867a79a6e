"""Bots of any rating, and bots as strong as the person who opens the table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.core.commands.bad_lines import BadLine
from bot.core.domain import lobby_options
from bot.core.i18n.translator import translator
from bot.core.messages.requests import Outcome, Request
from bot.core.rankings.bot_levels import matching, mean
from bot.core.rankings.ratings import bot_of, bot_skill
from bot.core.views import lobby_pages
from bot.core.views import players as players_view
from data.records import ChatKey, Status
from engine import players
from tests.fakes.room import ANA, BEA, PLATFORM, Room, room

FAMILIES = [
    ("parchis", "dice"),
    ("parchis", "diceless"),
    ("parchis", "quick"),
    ("palma", "classic"),
    ("palma", "penalty"),
]


@pytest.mark.parametrize(("game", "family"), FAMILIES)
def test_a_rating_gives_bots_of_that_rating_as_far_as_there_are_any(game: str, family: str) -> None:
    least, most = (bot_skill(game, family, name).points for name in ("random", "master"))
    found = [bot_of(game, family, points) for points in range(100, 3000, 10)]
    assert all(map(players.exists, found))
    rated = [bot_skill(game, family, name).points for name in found]
    assert rated == sorted(rated)
    for points, given in zip(range(100, 3000, 10), rated, strict=True):
        assert abs(given - min(max(points, least), most)) <= 8


@pytest.mark.parametrize(("game", "family"), FAMILIES)
def test_bots_match_a_mean(game: str, family: str) -> None:
    for name in players.levels()[:3]:
        assert mean(game, family, matching(game, family, mean(game, family, name))) == mean(game, family, name)


async def bots_of(place: Room, line: str) -> str:
    """Open a table in another chat; return its code."""
    code = (await place.say(ANA, line, ChatKey(PLATFORM, line))).table
    assert code is not None
    return code


async def told(outcome: Outcome) -> Outcome:
    return outcome


async def level_at(place: Room, code: str) -> str:
    table = await place.table(code)
    return table.options.bots


async def test_a_rating_may_be_asked_for_and_is_told() -> None:
    async with room() as place:
        code = await bots_of(place, "/play parchis bots=1200 computers=3")
        table = await place.table(code)
        assert {seat.computer for seat in table.seats[1:]} == {bot_of("parchis", "dice", 1200)}
        chat = table.chat
        assert "bot, about 1200" in place.messenger.of(chat)[-1].screen.text.plain
        await place.say(ANA, "/start", chat)
        await place.play_out(code, [ANA], chat)
        assert "🥇" in place.messenger.of(chat)[-1].screen.text.plain


async def test_bots_may_have_a_style_which_their_rating_does_not_show() -> None:
    async with room() as place:
        for asked, stored in (
            ("hunter", "casual-hunter"),
            ("strong-builder", "strong-builder"),
            ("1300-runner", f"{bot_of('parchis', 'dice', 1300)}-runner"),
        ):
            code = await bots_of(place, f"/play parchis bots={asked} computers=3")
            table = await place.table(code)
            assert {seat.computer for seat in table.seats[1:]} == {stored}
            assert mean("parchis", "dice", stored) == mean("parchis", "dice", players.plain(stored))
            assert ", " in players_view.level_at(table, stored, translator("en"))
        assert "strong bot, hunter" in players_view.level_at(table, "strong-hunter", translator("en"))
        refused = await place.say(ANA, "/play palma bots=hunter")
        assert refused.table is None


async def test_the_lobby_gives_bots_a_style_and_takes_it_away() -> None:
    async with room() as place:
        code = await bots_of(place, "/play parchis computers=3")
        before = await place.table(code)
        page = replace(before, lobby=replace(before.lobby, page="computers"))
        for style, kept in (("casual-hunter", True), ("casual", True), ("strong-runner", False)):
            page = lobby_options.bots(page, ANA, style)
            assert {seat.computer for seat in page.seats[1:]} == {page.options.bots} == {style}
            assert page.options.matched is kept
        tokens = [button.token for row in lobby_pages.rows(page, "computers", translator("en")) for button in row]
        asked = [token.rpartition(":")[2] for token in tokens if ".bots:" in token]
        assert asked == [*(f"{name}-runner" for name in players.levels()), "strong"]


@pytest.mark.parametrize("word", ["99", "40000", "casual+40", "best"])
async def test_other_words_are_refused(word: str) -> None:
    async with room() as place:
        with pytest.raises(BadLine):
            await place.say(ANA, f"/play parchis bots={word}")
        assert await place.store.all_tables() == []


async def test_bots_follow_who_has_played_three_rated_games() -> None:
    async with room() as place:
        assert await level_at(place, await bots_of(place, "/play palma bots=auto")) == "casual"
        for _ in range(3):
            await place.play_out(await place.started("/play palma", BEA), [ANA, BEA])
        (rated,) = await place.store.rated("palma", "classic", [ANA.key])
        assert rated.games == 3
        own = matching("palma", "classic", rated.mu)
        assert await level_at(place, await bots_of(place, "/play palma bots=auto")) == own
        assert await level_at(place, await bots_of(place, "/play palma computers=1")) == own
        assert await level_at(place, await bots_of(place, "/play palma computers=1 bots=strong")) == "strong"
        assert await level_at(place, await bots_of(place, "/play palma")) == "casual"
        alone = Request(ChatKey(PLATFORM, "alone"), ANA, "play", {"game": "palma"}, private=True)
        assert await level_at(place, (await place.core.dispatcher.command(alone, told)).table or "") == own
        assert await level_at(place, await bots_of(place, "/play parchis computers=1")) == "casual"


async def test_a_rematch_follows_the_rating_of_now_until_the_host_names_a_level() -> None:
    async with room() as place:
        code = await place.started("/play palma bots=auto")
        await place.play_out(code, [ANA])
        for _ in range(3):
            await place.play_out(await place.started("/play palma", BEA), [ANA, BEA])
        (rated,) = await place.store.rated("palma", "classic", [ANA.key])
        own = matching("palma", "classic", rated.mu)
        assert own != "casual"
        again = (await place.say(ANA, f"/rematch {code}")).table or ""
        table = await place.table(again)
        assert {seat.computer for seat in table.seats} == {None, own}
        named = lobby_options.bots(replace(table, status=Status.LOBBY), ANA, "strong")
        assert not named.options.matched
