"""Tables of Discord in threads of their own."""

from __future__ import annotations

from tests.fakes.discord_place import Place
from tests.fakes.discord_state import Channel, Interaction, Message, User


async def threaded(place: Place, channel: Channel, who: User, **options: object) -> tuple[Message, Channel]:
    """Open a table in a thread; return the line in the channel, and the thread below it."""
    await place.gave(who, channel, "play", thread=True, **options)
    line = place.server.of(channel)[-1]
    return line, place.thread_of(line)


async def begun(place: Place, channel: Channel) -> tuple[User, User, Channel, str]:
    """Begin a game in a thread; return who plays, the thread and the table's code."""
    ana, bea = place.user("Ana"), place.user("Bea")
    _, thread = await threaded(place, channel, ana, game="palma", rules="first=D")
    code = (await place.table(thread)).id
    await place.gave(bea, thread, "join")
    await place.gave(ana, thread, "start")
    return ana, bea, thread, code


def told(said: Interaction) -> str:
    """Return what only the person who acted read."""
    return said.notice or ""


async def given_up(place: Place, code: str, channel: Channel, ana: User, bea: User) -> None:
    """Play on for a while, until one of two resigns."""
    assert await place.play_on(code, channel, [ana, bea], 30) == 30
    await place.gave(ana, channel, "resign")
    await place.clicked(ana, channel, "Yes, resign")
