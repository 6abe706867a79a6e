"""The theme of a chat's pictures: chosen per chat, seen at once, kept."""

from __future__ import annotations

from bot.core.domain.chat_settings import settings_of
from render.content.scene import Scene
from tests.fakes.pictures import FakePictures
from tests.fakes.room import ANA, BEA, CHAT, room, shown


def draw(scene: Scene) -> bytes:
    return f"{scene.theme} {scene.teams}".encode()


async def test_another_theme_is_seen_at_once_and_the_board_stays() -> None:
    async with room(pictures=FakePictures(draw)) as place:
        code = await place.started("/play parchis italian teams=YR,BG")
        (before,) = place.live(code)
        assert before.screen.picture is not None
        assert before.screen.picture.data == b"classic ((0, 2), (1, 3))"
        outcome = shown(await place.say(ANA, "/settings theme high-contrast"))
        assert "high contrast" in outcome
        assert "New turn, new board message." in outcome
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


async def test_win_chances_are_shown_once_a_chat_wants_them_but_never_in_a_rated_game() -> None:
    async with room(pictures=FakePictures(lambda scene: repr(scene.chances).encode())) as place:
        code = await place.started("/play palma rated=no")
        (plain,) = place.live(code)
        assert plain.screen.picture is not None
        assert plain.screen.picture.data == b"()"
        await place.say(ANA, "/settings chances:yes")
        assert (await settings_of(place.store, CHAT)).chances
        (barred,) = place.live(code)
        assert barred.id == plain.id
        assert barred.screen.picture is not None
        first, other = map(float, barred.screen.picture.data.decode().strip("()").split(","))
        assert abs(first + other - 1) < 1e-9
        assert "Win chances: hounds" in barred.screen.picture.alt
        await place.say(ANA, f"/close {code}")
        await place.click(ANA, "Yes, close it")
        await place.started("/play palma", BEA)
        rated = await place.table()
        (board,) = place.live(rated.id)
        assert rated.is_rated
        assert board.screen.picture is not None
        assert board.screen.picture.data == b"()"


async def test_a_table_may_forbid_them_whatever_its_chat_wants() -> None:
    async with room(pictures=FakePictures(lambda scene: repr(scene.chances).encode())) as place:
        await place.say(ANA, "/settings chances=yes")
        await place.started("/play palma chances=no")
        (board,) = place.live((await place.table()).id)
        assert board.screen.picture is not None
        assert board.screen.picture.data == b"()"


async def test_pieces_in_reach_are_marked_once_a_chat_wants_it() -> None:
    async with room(pictures=FakePictures(lambda scene: repr(scene.reach).encode())) as place:
        code = await place.started("/play")
        for wanted, said in ((False, "no"), (True, "yes"), (False, "no")):
            await place.say(ANA, f"/settings reach={said}")
            (board,) = place.live(code)
            assert board.screen.picture is not None
            assert board.screen.picture.data == repr(wanted).encode()
            assert (await settings_of(place.store, CHAT)).reach is wanted
