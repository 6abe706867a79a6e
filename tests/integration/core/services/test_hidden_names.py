"""Hidden names, through the whole core: nobody sees them, and they are shown again once the operator allows it."""

from __future__ import annotations

from dataclasses import replace

from bot.core.domain.hidden_names import hidden_name
from data.records import RestrictionRecord
from tests.fakes.restrictions import begun, decide, looked, shown
from tests.fakes.room import ANA, BEA, CAI, Room, person, room

ZOE = person("Zoexanthippe")
MASK = hidden_name(ZOE.key)


async def test_a_hidden_name_is_shown_nowhere_and_two_of_them_stay_apart() -> None:
    async with room() as place:
        await decide(place, ZOE.key, hidden=True)
        await decide(place, CAI.key, hidden=True)
        assert hidden_name(CAI.key) != MASK
        await place.say(ZOE, "/play palma")
        code = (await place.table()).id
        await place.say(CAI, f"/join {code}")
        await place.say(CAI, f"/mix {code} a b")
        await place.say(ZOE, f"/mix {code} seven seas")
        place.clock.time += 600
        await place.say(CAI, f"/start {code}")
        await place.play_out(code, [ZOE, CAI])
        for line in ("/leaderboard", "/stats", f"/replay {code}", "/games", f"/stats person={MASK}"):
            await place.say(ZOE, line)
        exported = await place.say(ZOE, f"/export {code}")
        assert exported.notice is not None
        seen = f"{shown(place)} {exported.notice.plain} {exported.document}"
        assert MASK in seen
        assert hidden_name(CAI.key) in seen
        assert "Zoexanthippe" not in seen
        assert "Cai" not in seen


async def test_what_was_stored_before_is_hidden_and_shown_again_and_boards_follow() -> None:
    async with room() as place:
        await place.say(ZOE, "/play parchis seats=Y,R auto=no")
        code = (await place.table()).id
        await place.say(BEA, f"/join {code}")
        await place.say(ZOE, f"/mix {code} seven seas")
        place.clock.time += 600
        await place.say(BEA, f"/start {code}")
        assert "Zoexanthippe" in shown_now(place, code)
        version = (await place.table(code)).version
        await decide(place, ZOE.key, hidden=True)
        assert "Zoexanthippe" not in shown_now(place, code)
        assert MASK in shown_now(place, code)
        table = await place.table(code)
        assert table.version == version
        assert [mixer.name for mixer in table.dice.mixers] == [MASK]
        for _ in range(6):  # what is written meanwhile keeps the name that people have
            who = await place.actor(code, [ZOE, BEA])
            assert who is not None
            await place.press(who, place.board(code).tokens[0], place.board(code).id)
        await place.say(BEA, f"/resign {code}")
        await decide(place, ZOE.key)
        table = await place.table(code)
        assert [seat.name for seat in table.seats] == ["Zoexanthippe", "Bea"]
        assert [mixer.name for mixer in table.dice.mixers] == ["Zoexanthippe"]
        assert MASK not in shown_now(place, code)


def shown_now(place: Room, code: str) -> str:
    board = place.board(code)
    assert board.screen.picture is not None
    return f"{board.screen.text.plain} {board.screen.picture.alt} {board.screen.picture.data!r}"


async def test_a_new_name_is_hidden_as_well_and_nothing_else_is_stored() -> None:
    async with room() as place:
        await place.say(ZOE, "/play palma")
        code = (await place.table()).id
        await decide(place, ZOE.key, hidden=True)
        renamed = person("Zoexanthippe")
        object.__setattr__(renamed, "name", "Another Zoe")
        await place.say(renamed, f"/leave {code}")
        await place.say(renamed, "/play parchis")
        await place.say(renamed, "/notify")
        assert "Another Zoe" not in shown(place)
        record = await place.store.person(ZOE.key)
        assert record is not None
        assert record.name == "Zoexanthippe"
        table = (await place.store.all_tables())[-1]
        assert [seat.name for seat in table.seats if seat.person] == ["Zoexanthippe"]


async def test_an_old_name_in_an_old_game_does_not_come_back() -> None:
    async with room() as place:
        await place.say(ZOE, "/play palma")
        code = (await place.table()).id
        newer = replace(ZOE, name="Zoe the Second")
        await place.say(newer, "/play parchis")
        await decide(place, ZOE.key, hidden=True)
        await place.say(BEA, f"/join {code}")
        await place.say(newer, f"/leave {code}")
        await place.say(newer, "/play parchis")
        record = await place.store.person(ZOE.key)
        assert record is not None
        assert record.name == "Zoe the Second"


async def test_nobody_is_called_by_a_hidden_name() -> None:
    async with room() as place:
        code = await begun(place, "/play parchis seats=Y,R auto=no")
        for who in (ANA, BEA):
            await place.store.restrict(RestrictionRecord(who.key, hidden=True))
        await looked(place.core)
        lines = place.board(code).screen.text.lines
        assert not [part for line in lines for part in line if part.mention is not None]
