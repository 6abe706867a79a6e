"""Words of the players in the dice: after the seal, before the first throw."""

from __future__ import annotations

from bot.core.domain.dice_mixing import ANSWER
from bot.core.domain.play import dice_of
from bot.core.features.export.game_export import export
from engine.notation import read
from engine.verify import verify
from tests.fakes.room import ANA, BEA, CAI, Room, room


async def said(place: Room, code: str) -> list[str]:
    return list((await place.table(code)).dice.contributions)


async def test_players_words_enter_the_dice_and_the_export() -> None:
    async with room() as place:
        code = await place.opened("/play palma")
        sealed = dice_of(await place.table(code))
        await place.say(BEA, "/join")
        await place.say(BEA, "/mix  blue \u202e elephants\tdance")
        await place.say(ANA, "/mix hop = 3")
        place.clock.time += ANSWER
        assert await said(place, code) == ["blue elephants dance", "hop = 3"]
        (lobby,) = place.live(code)
        assert "Added words to the dice: Bea and Ana." in lobby.screen.text.plain
        await place.say(ANA, "/start")
        record = await place.table(code)
        assert dice_of(record).commitment == sealed.commitment
        assert dice_of(record).contributions == ("blue elephants dance", "hop = 3")
        await place.play_out(code, [ANA, BEA])
        text = export(await place.table(code))
        assert all(check.passed for check in verify(text))
        assert read(text).contributions == ("blue elephants dance", "hop = 3")
        assert read(text).contributors == ("Bea", "Ana")
        forged = text.replace("hop = 3", "hop = 4")
        assert not all(check.passed for check in verify(forged))


async def test_each_has_one_and_who_says_it_again_comes_last() -> None:
    async with room() as place:
        code = await place.opened("/play palma", BEA)
        await place.say(ANA, "/mix one")
        await place.say(BEA, "/mix two")
        await place.say(ANA, "/mix three")
        assert await said(place, code) == ["two", "three"]


async def test_only_those_who_sit_only_before_the_game_and_only_a_little() -> None:
    async with room() as place:
        code = await place.opened("/play palma")
        for who, line, told in (
            (CAI, "/mix hello", "You don't have a seat here."),
            (ANA, f"/mix {'x' * 101}", "Too long: 100 characters at most."),
            (ANA, "/mix \u202e", "Something is missing after /mix: any words you like."),
        ):
            notice = (await place.say(who, line)).notice
            assert notice is not None
            assert notice.plain == told
        await place.say(ANA, f"/mix {'x' * 100}")
        await place.click(ANA, "Start with bots")
        notice = (await place.say(ANA, "/mix late")).notice
        assert notice is not None
        assert "already started" in notice.plain
        assert await said(place, code) == ["x" * 100]
        await place.end(code, "resign", [ANA])
        await place.click(ANA, "Rematch")
        assert await said(place, (await place.table()).id) == []
