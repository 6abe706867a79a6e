"""/block on Discord: by the picker of people, answered to one person alone, undone by a name that is suggested."""

from __future__ import annotations

from tests.fakes.discord_place import Place
from tests.fakes.discord_state import Interaction


def whispered(said: Interaction) -> str:
    """Return what one person alone read."""
    assert said.original is not None
    assert said.original.flags & 64
    return said.notice or ""


async def test_who_is_blocked_invites_in_words_alone_and_nobody_is_told(place: Place) -> None:
    channel, ana, bea, cai = place.channel(), place.user("Ana"), place.user("Bea"), place.user("Cai")
    before = len(place.server.of(channel))
    assert "is blocked" in whispered(await place.gave(bea, channel, "block", person=ana))
    assert "**Ana**" in whispered(await place.gave(bea, channel, "block"))
    assert len(place.server.of(channel)) == before
    await place.gave(ana, channel, "play", game="parchis")
    for guest in (bea, cai):
        await place.gave(ana, channel, "invite", person=guest)
    invitations = [one for one in place.server.of(channel) if "invites you" in one.content]
    assert [one.calls for one in invitations] == [[], [cai.id]]
    assert "Bea" in invitations[0].content
    typed = await place.type(bea, channel, "unblock", "person", "an")
    await place.settled(typed)
    assert [(choice["name"], choice["value"]) for choice in typed.choices] == [("Ana", ana.id)]
    assert "**Ana** can ping you again" in whispered(await place.gave(bea, channel, "unblock", person=ana.id))
    await place.gave(bea, channel, "block", person=ana)
    assert "isn't on your list" in whispered(await place.gave(ana, channel, "unblock", person=bea.id))
