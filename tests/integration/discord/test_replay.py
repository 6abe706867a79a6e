"""/replay on Discord: a whole game as a GIF, which plays there by itself, through the real library and worker."""

from __future__ import annotations

import asyncio
from io import BytesIO

from PIL import Image

from bot.core.messages.content import Part, Picture, Screen, Text
from bot.platforms.discord.payloads import MessagePayload
from render.films.film import LARGEST
from tests.fakes.discord_place import Place
from tests.fakes.discord_state import Channel, Message


async def film_of_a_game(place: Place, channel: Channel) -> Message:
    ana = place.user("Ana")
    await place.gave(ana, channel, "play", game="palma")
    code = (await place.table(channel)).id
    await place.clicked(ana, channel, "Start with bots")
    await place.play_on(code, channel, [ana], 3000)
    asked = await place.gave(place.user("Bea"), channel, "replay")
    assert "Making the replay" in (asked.notice or "")
    async with asyncio.timeout(60):
        await place.core.background.idle()
    return place.server.of(channel)[-1]


def assert_film(message: Message) -> None:
    assert message.content.startswith("🎬 **Palma**")
    (attachment,) = message.attachments
    assert attachment["filename"].endswith(".gif")
    assert attachment["description"].startswith("Replay of a game of Palma")
    assert len(attachment["data"]) <= LARGEST
    with Image.open(BytesIO(attachment["data"])) as film:
        assert (film.width, film.info["loop"]) == (480, 0)
        assert film.n_frames > 50  # type: ignore[attr-defined]


async def test_a_whole_game_comes_as_a_gif_after_a_private_note(place: Place) -> None:
    assert_film(await film_of_a_game(place, place.channel()))
    assert {call.status for call in place.server.calls} == {200}


async def test_where_the_bot_is_no_member_it_goes_by_the_askers_token(place: Place) -> None:
    assert_film(await film_of_a_game(place, place.between_friends()))


def test_a_film_has_time_for_a_slow_line() -> None:
    words = Text(((Part("film"),),))
    assert MessagePayload.of(Screen(words)).upload == 0.0
    assert MessagePayload.of(Screen(words, Picture(bytes(LARGEST), "film", "image/gif"))).upload == 160.0
