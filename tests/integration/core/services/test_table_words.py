"""With two lobbies a table's code may stand behind a name or words, as the bot itself suggests."""

from __future__ import annotations

import pytest

from tests.fakes.room import ANA, BEA, CAI, CHAT, Room, person, room

GARCIA = person("Ana Garcia")


async def lobbies(place: Room) -> tuple[str, str]:
    """Two open lobbies of Ana's, in both of which Bea sits."""
    codes = []
    for _ in range(2):
        code = await place.opened("/play palma")
        codes.append(code)
    for code in codes:
        await place.say(BEA, f"/join {code}")
    return codes[0], codes[1]


@pytest.mark.parametrize(
    "line", ["/remove @Bea {code}", "/remove {code} @Bea", "/remove Bea {code}", "/remove Bea table={code}"]
)
async def test_a_person_of_one_of_two_tables_is_removed(line: str) -> None:
    async with room() as place:
        first, second = await lobbies(place)
        told = (await place.say(ANA, "/remove @Bea")).notice
        assert told is not None
        assert f"Add its code: {first} or {second}" in told.plain
        assert (await place.say(ANA, line.format(code=first.upper()))).notice is None
        assert not (await place.table(first)).sits(BEA.key)
        assert (await place.table(second)).sits(BEA.key)


async def test_somebody_is_invited_to_one_of_two_tables() -> None:
    async with room() as place:
        first, second = await lobbies(place)
        assert (await place.say(ANA, f"/invite @Cai {second}")).notice is None
        assert (await place.table(second)).lobby.invited == (CAI.key,)
        assert (await place.table(first)).lobby.invited == ()
        told = (await place.say(ANA, f"/invite {first}")).notice
        assert told is not None
        assert f"/join {first}" in told.plain


async def test_words_go_to_one_of_two_tables() -> None:
    async with room() as place:
        first, second = await lobbies(place)
        await place.say(BEA, f"/mix blue elephants {second}")
        assert (await place.table(second)).dice.contributions == ("blue elephants",)
        assert (await place.table(first)).dice.contributions == ()


async def test_a_name_that_looks_like_a_code_stays_a_name() -> None:
    async with room() as place:
        code = await place.opened("/play", GARCIA)
        assert (await place.say(ANA, "/remove Ana Garcia")).notice is None
        assert not (await place.table(code)).sits(GARCIA.key)
        assert place.messenger.of(CHAT)[-1].screen.text.plain == "Ana has removed Ana Garcia from the table."
