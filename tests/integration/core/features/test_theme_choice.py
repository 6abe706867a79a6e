"""The theme of a chat's pictures: chosen per chat, seen at once, kept."""

from __future__ import annotations

from bot.core.domain.chat_settings import settings_of
from render.content.scene import Scene
from tests.fakes.pictures import FakePictures
from tests.fakes.room import ANA, CHAT, room


def draw(scene: Scene) -> bytes:
    return f"{scene.theme} {scene.teams}".encode()


async def test_another_theme_is_seen_at_once_and_the_board_stays() -> None:
    async with room(pictures=FakePictures(draw)) as place:
        await place.say(ANA, "/play parchis italian teams=YR,BG")
        code = (await place.table()).id
        await place.click(ANA, "Start with bots")
        (before,) = place.live(code)
        assert before.screen.picture is not None
        assert before.screen.picture.data == b"classic ((0, 2), (1, 3))"
        outcome = await place.say(ANA, "/settings theme high-contrast")
        assert outcome.screen is not None
        assert "high contrast" in outcome.screen.text.plain
        assert "New turn, new board message." in outcome.screen.text.plain
        (after,) = place.live(code)
        assert after.id == before.id
        assert after.screen.picture is not None
        assert after.screen.picture.data.startswith(b"high-contrast")
        assert after.screen.rows == before.screen.rows


async def test_theme_and_board_are_set_together_or_each_alone() -> None:
    async with room() as place:
        await place.say(ANA, "/settings dark fixed")
        settings = await settings_of(place.store, CHAT)
        assert (settings.board.value, settings.theme) == ("fixed", "dark")
        await place.say(ANA, "/settings board=follow")
        settings = await settings_of(place.store, CHAT)
        assert (settings.board.value, settings.theme) == ("follow", "dark")
        await place.say(ANA, "/settings theme classic")
        assert (await settings_of(place.store, CHAT)).dump() == "{}"
