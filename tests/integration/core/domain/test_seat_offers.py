"""Nobody plays a game that they have not agreed to: the seats of a rematch are offered, and taken by a press."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator

import pytest

from bot.core.domain.deadlines import FADES, LOBBY_IDLE
from bot.core.domain.dice_mixing import ANSWER
from bot.core.domain.seat_offers import offers
from bot.core.messages.button_tokens import Verb, encode
from bot.core.messages.requests import Person
from bot.core.services.table_codec import options_text
from data.records import ChatKey, Status
from tests.fakes.clocked_table import begun, board, called, passes
from tests.fakes.messenger import Message
from tests.fakes.readers import game
from tests.fakes.room import ANA, BEA, CAI, CHAT, DAN, Room, room, said, shown


@pytest.fixture
async def place() -> AsyncIterator[Room]:
    async with room() as found:
        yield found


async def finished(place: Room, line: str = "/play palma", *others: Person) -> str:
    """A game that ends since one after the other resigns."""
    code = await begun(place, line, *(others or (BEA,)))
    for one in (*(others or (BEA,)), ANA):
        if (await place.table(code)).status is Status.PLAYING:
            await place.end(code, "resign", [one])
    return code


async def three(place: Room, line: str = "/play parchis seats=Y,B,R rated=no") -> str:
    """A game of Ana, Bea and Cai that is over."""
    code = await begun(place, line, BEA, CAI)
    await place.end(code, "resign", [BEA])
    await place.end(code, "resign", [CAI])
    return code


async def rematch(place: Room, who: Person = ANA, label: str = "Rematch") -> str:
    await place.click(who, label)
    return (await place.table()).id


def lobby(place: Room, code: str) -> Message:
    (shown,) = place.live(code)
    return shown


async def act(place: Room, who: Person, code: str, verb: Verb, *arguments: object) -> str:
    """Return what a person reads after a press."""
    record = await place.table(code)
    outcome = await place.press(who, encode(code, record.version, verb, *arguments))  # type: ignore[arg-type]
    return outcome.notice.plain if outcome.notice is not None else ""


async def test_somebody_who_is_asleep_loses_no_rated_game_however_often_it_is_asked() -> None:
    """Play again, a pace of thirty seconds, start, vote: in 91 s a rated game was lost, forty times in a row."""
    async with room() as place:
        over = await begun(place, "/play palma", BEA)
        await place.play_until_counted(over, [ANA, BEA])
        await place.end(over, "resign", [ANA])
        rating = await place.store.rated("palma", "classic", [BEA.key])
        code = await rematch(place)
        assert "already your seat" in await act(place, ANA, over, Verb.AGAIN)
        (offer,) = offers(await place.table(code))
        await act(place, ANA, code, Verb.PACE, "live", 30)
        assert "waiting for a yes from Bea" in await act(place, ANA, code, Verb.START)
        assert "waiting for a yes from Bea" in await act(place, ANA, code, Verb.FILL)
        assert "kept for Bea" in await act(place, ANA, code, Verb.COMPUTER, offer.seat, "greedy")
        await passes(place, 91.0)
        assert (await place.table(code)).status is Status.LOBBY
        await passes(place, LOBBY_IDLE)
        assert (await place.table(code)).status is Status.CANCELLED
        assert await place.store.rated("palma", "classic", [BEA.key]) == rating


async def test_the_lobby_calls_those_it_waits_for_and_a_press_of_their_own_seats_them(place: Room) -> None:
    await finished(place)
    code = await rematch(place)
    record = await place.table(code)
    assert [seat.person for seat in record.seats].count(ANA.key) == 1
    (offer,) = offers(record)
    assert (offer.person, record.seats[offer.seat].person) == (BEA.key, None)
    assert BEA.key.user in called(lobby(place, code))
    assert "kept for Bea" in lobby(place, code).screen.text.plain
    assert "kept for Bea" in await act(place, CAI, code, Verb.SIT, offer.seat)
    assert "kept for Bea" in await act(place, ANA, code, Verb.MOVETO, offer.seat)
    assert [button.label for button in lobby(place, code).buttons] == [
        "I'm in!", "Not this time", "⚙ Options", "🎲 By hand", "⏱ Pace: 48 h"
    ]  # fmt: skip
    await place.click(BEA, "I'm in!")
    assert offers(await place.table(code)) == ()
    assert (await place.table(code)).status is Status.PLAYING


async def test_a_rematch_takes_one_press_of_each(place: Room) -> None:
    """Those who press the old card's button, before their app has taken it away, and those who press the lobby's."""
    over = await three(place)
    again = encode(over, (await place.table(over)).version, Verb.AGAIN)
    rotated = encode(over, (await place.table(over)).version, Verb.ROTATE)
    await place.press(CAI, again)
    code = (await place.table()).id
    assert "already your seat" in said(await place.press(CAI, again))
    assert "has different settings" in said(await place.press(BEA, rotated)), "those would be other seats"
    await place.press(BEA, again)
    assert (await place.table(code)).status is Status.LOBBY
    assert "Only people who played" in said(await place.press(DAN, again))
    assert "No seat is kept for you." in await act(place, DAN, code, Verb.ACCEPT)
    await place.click(ANA, "I'm in!")
    table = await place.table(code)
    assert table.status is Status.PLAYING
    assert [seat.person for seat in table.seats] == [seat.person for seat in (await place.table(over)).seats]
    assert "already started" in said(await place.press(BEA, again))


@pytest.mark.parametrize("label", ["Rematch", "rotate"])
async def test_one_press_is_enough_for_who_plays_with_bots_alone(place: Room, label: str) -> None:
    await place.started("/play parchis pace=live:60")
    over = await place.table()
    await place.play_out(over.id, [ANA])
    await place.click(ANA, label)
    table = await place.table()
    assert (table.links.previous, table.status) == (over.id, Status.PLAYING)
    assert (table.rules, table.options) == (over.rules, over.options)
    levels = [seat.computer for seat in over.seats]
    assert [seat.computer for seat in table.seats] == (levels[-1:] + levels[:-1] if label == "rotate" else levels)


async def test_it_begins_with_the_last_yes_of_those_who_are_still_asked(place: Room) -> None:
    await three(place)
    code = await rematch(place)
    kept = {offer.person: offer.seat for offer in offers(await place.table(code))}
    assert await act(place, CAI, code, Verb.LEAVE) == ""
    assert await act(place, BEA, code, Verb.ACCEPT) == ""
    assert (await place.table(code)).status is Status.LOBBY, "a seat is free: the host decides who plays there"
    assert await act(place, DAN, code, Verb.SIT, kept[CAI.key]) == ""
    assert (await place.table(code)).status is Status.LOBBY
    await place.click(DAN, "Start")  # nobody's seat is free, so anybody who sits may
    assert (await place.table(code)).status is Status.PLAYING


async def test_words_that_somebody_mixes_in_leave_the_start_to_people(place: Room) -> None:
    """Else the last yes would begin in the same breath as the last words."""
    await finished(place)
    code = await rematch(place)
    await place.say(ANA, "/mix chosen from the database")
    assert await act(place, BEA, code, Verb.ACCEPT) == ""
    assert (await place.table(code)).status is Status.LOBBY
    for who in (ANA, BEA):
        assert "can still add words" in await act(place, who, code, Verb.START)
    place.clock.time += ANSWER
    assert await act(place, BEA, code, Verb.START) == ""
    assert (await place.table(code)).status is Status.PLAYING


async def test_join_takes_ones_own_seat_and_leaves_others_theirs(place: Room) -> None:
    await finished(place, "/play parchis", BEA, CAI)
    code = await rematch(place)
    kept = {offer.person: offer.seat for offer in offers(await place.table(code))}
    await place.say(CAI, f"/join table={code}")
    assert "kept for Bea" in said(await place.say(DAN, f"/join table={code}"))
    record = await place.table(code)
    assert record.seats[kept[CAI.key]].person == CAI.key
    assert [offer.person for offer in offers(record)] == [BEA.key]


async def test_the_host_may_send_away_whom_nobody_hears_of(place: Room) -> None:
    await finished(place)
    code = await rematch(place)
    (offer,) = offers(await place.table(code))
    assert "Only the table's host" in await act(place, CAI, code, Verb.KICK, offer.seat)
    assert await act(place, ANA, code, Verb.KICK, offer.seat) == ""
    record = await place.table(code)
    assert offers(record) == ()
    assert record.lobby.barred == ()  # they may still sit down
    assert await act(place, BEA, code, Verb.SIT, offer.seat) == ""


async def test_kick_names_whoever_is_asked_too(place: Room) -> None:
    over = await begun(place, "/play palma", BEA)
    await place.end(over, "resign", [BEA])
    code = await rematch(place)
    assert "removed Bea from the table" in shown(await place.say(ANA, f"/remove @Bea table={code}"))
    assert offers(await place.table(code)) == ()


async def test_rotating_keeps_the_seats_one_further(place: Room) -> None:
    code = await finished(place)
    before = [seat.person for seat in (await place.table(code)).seats]
    after = await place.table(await rematch(place, BEA, "rotate"))
    assert after.seats[before.index(ANA.key)].person == BEA.key
    assert [(offer.seat, offer.person) for offer in offers(after)] == [(before.index(BEA.key), ANA.key)]


async def test_a_faster_pace_asks_everybody_again_and_a_slower_one_does_not(place: Room) -> None:
    code = await place.opened("/play palma", BEA)
    await act(place, ANA, code, Verb.PACE, "none", 0)
    assert offers(await place.table(code)) == ()
    await act(place, ANA, code, Verb.PACE, "live", 30)
    (offer,) = offers(await place.table(code))
    assert offer.person == BEA.key
    assert "waiting for a yes from Bea" in await act(place, ANA, code, Verb.START)
    await act(place, BEA, code, Verb.SIT, offer.seat)
    await act(place, ANA, code, Verb.PACE, "live", 120)
    assert offers(await place.table(code)) == ()


CHANGES: list[tuple[Verb, tuple[object, ...]]] = [
    (Verb.PACE, ("live", 30)),
    (Verb.PACE, ("none", 0)),
    (Verb.PRESET, ("italian",)),
    (Verb.COLOURS, ("6",)),
    (Verb.RATED, ("on",)),
    (Verb.AUTO, ("off",)),
]


@pytest.mark.parametrize(("verb", "arguments"), CHANGES, ids=[f"{verb.name} {told[0]}" for verb, told in CHANGES])
async def test_a_yes_is_one_to_what_was_asked(place: Room, verb: Verb, arguments: tuple[object, ...]) -> None:
    """All but one had said yes; then the host changed what is played, so that the last yes should begin it."""
    over = await three(place)
    code = await rematch(place)
    old = encode(code, (await place.table(code)).version, Verb.ACCEPT)
    assert await act(place, BEA, code, Verb.ACCEPT) == ""
    posted = lobby(place, code).id
    assert await act(place, ANA, code, verb, *arguments) == ""
    assert "waiting for a yes from Bea" in await act(place, ANA, code, Verb.FILL)
    assert lobby(place, code).id != posted  # an edit would call nobody
    assert BEA.key.user in called(lobby(place, code))
    for who in (BEA, CAI):
        assert "moved on" in said(await place.press(who, old))  # it said yes to something else
        assert f"(table {code}) has different settings" in await act(place, who, over, Verb.AGAIN)
    assert {offer.person for offer in offers(await place.table(code))} == {BEA.key, CAI.key}
    assert await act(place, CAI, code, Verb.ACCEPT) == ""
    assert (await place.table(code)).status is Status.LOBBY
    assert await act(place, BEA, code, Verb.ACCEPT) == ""
    assert offers(await place.table(code)) == ()


async def test_what_is_laid_out_anew_keeps_the_seats_of_those_who_are_asked(place: Room) -> None:
    code = await begun(place, "/play parchis seats=Y,B,R", BEA, CAI)
    await place.end(code, "resign", [BEA])
    await place.end(code, "resign", [CAI])
    code = await rematch(place)
    kept = {offer.person: offer.seat for offer in offers(await place.table(code))}
    assert await act(place, CAI, code, Verb.SIT, kept[CAI.key]) == ""
    assert await act(place, ANA, code, Verb.COLOURS, "6") == ""
    record = await place.table(code)
    assert {offer.person for offer in offers(record)} == {BEA.key, CAI.key}
    assert [seat.person for seat in record.seats if seat.person] == [ANA.key]
    assert "'d be no seat left for" in await act(place, ANA, code, Verb.GAME, "palma")


async def test_who_joins_a_lobby_for_the_first_time_is_asked_again_only_for_what_may_hurt(place: Room) -> None:
    code = await place.opened("/play palma rated=no", BEA)
    await act(place, ANA, code, Verb.PRESET, "penalty")
    assert offers(await place.table(code)) == ()
    await act(place, ANA, code, Verb.RATED, "on")
    assert [offer.person for offer in offers(await place.table(code))] == [BEA.key]


async def test_play_again_does_not_call_a_closed_table_open(place: Room) -> None:
    over = await begun(place, "/play palma", BEA)
    await place.end(over, "resign", [BEA])
    code = await rematch(place)
    await place.click(ANA, "⚙")
    await place.click(ANA, "Close table")
    told = await act(place, BEA, over, Verb.AGAIN)
    assert code in told
    assert "closed" in told


async def test_an_old_card_loses_its_button_after_a_day_by_itself(place: Room) -> None:
    code = await finished(place)
    token = next(button.token for button in board(place).buttons if button.label == "Rematch")
    await passes(place, FADES - 1)
    assert "Rematch" in [button.label for button in board(place).buttons]
    await passes(place, 1)
    assert board(place).buttons == []
    assert (await place.table(code)).due is None
    assert "more than a day ago" in said(await place.press(ANA, token))


async def test_an_old_card_loses_its_button_wherever_it_was_played_from_and_nobody_else_is_sent_it_again(
    place: Room,
) -> None:
    away, bench = ChatKey(CHAT.platform, "away"), ChatKey(CHAT.platform, "bench")
    code = await game(place, "/play palma", {BEA: away})
    await place.say(CAI, f"/watch {code}", bench)
    await place.end(code, "resign", [ANA])
    assert place.live(code, away)
    watching = [message.faces[:] for message in place.messenger.of(bench)]
    await passes(place, FADES)
    assert place.live(code) == place.live(code, away) == place.live(code, bench) == []
    assert "resigns" in place.messenger.of(away)[-1].screen.text.plain
    assert [message.faces for message in place.messenger.of(bench)] == watching
    calls = len(place.messenger.calls)
    await passes(place, FADES)
    assert len(place.messenger.calls) == calls


async def test_whoever_is_asked_sees_that_in_their_data(place: Room) -> None:
    over = await begun(place, "/play palma", BEA)
    await place.end(over, "resign", [BEA])
    code = await rematch(place)
    outcome = await place.say(BEA, "/mydata")
    assert outcome.document is not None
    assert json.loads(outcome.document.text)["asked_to_play"] == [{"table": code, "name": "Bea"}]


async def test_whose_words_are_void_sees_that_in_their_data(place: Room) -> None:
    code = await place.opened("/play palma", BEA)
    await place.say(BEA, "/mix seven seas")
    await act(place, ANA, code, Verb.PRESET, "penalty")
    outcome = await place.say(BEA, "/mydata")
    assert outcome.document is not None
    assert json.loads(outcome.document.text)["words_made_void"] == [{"table": code, "name": "Bea"}]


async def test_an_old_button_does_nothing_even_before_anybody_has_looked(place: Room) -> None:
    await finished(place)
    token = next(button.token for button in board(place).buttons if button.label == "Rematch")
    place.clock.time += FADES
    assert "more than a day ago" in said(await place.press(ANA, token))


async def test_a_lobby_that_was_closed_calls_nobody_again_and_again(place: Room) -> None:
    await finished(place)
    code = await rematch(place)
    await place.click(ANA, "⚙")
    await place.click(ANA, "Close table")
    assert "never played" in await act(place, ANA, code, Verb.AGAIN)
    assert len([one for one in place.messenger.of(CHAT) if BEA.key.user in called(one)]) <= 2


@pytest.mark.parametrize("way", ["command", "button"])
async def test_who_does_not_want_to_play_says_no(place: Room, way: str) -> None:
    await finished(place)
    code = await rematch(place)
    if way == "command":
        await place.say(BEA, f"/leave {code}")
    else:
        assert await act(place, BEA, code, Verb.LEAVE) == ""
    record = await place.table(code)
    assert offers(record) == ()
    assert BEA.key not in [seat.person for seat in record.seats]
    await place.click(ANA, "Start with bots")
    assert (await place.table(code)).status is Status.PLAYING


async def test_a_lobby_that_names_somebody_is_known_to_do_so_though_they_are_not_called(place: Room) -> None:
    """Else their name stood in the page's chat after they were forgotten."""
    await place.say(BEA, "/profile mentions=no")
    over = await begun(place, "/play palma", BEA)
    await place.end(over, "resign", [BEA])
    code = await rematch(place)
    screen = lobby(place, code).screen
    assert "kept for Bea" in screen.text.plain
    assert called(lobby(place, code)) == []
    assert BEA.key in screen.people


async def test_nothing_is_kept_for_somebody_who_is_forgotten(place: Room) -> None:
    await finished(place)
    code = await rematch(place)
    await place.say(BEA, "/deletemydata")
    await place.click(BEA, "Yes, delete my data")
    record = await place.table(code)
    assert offers(record) == ()
    assert "Bea" not in options_text(record)
    assert "Bea" not in lobby(place, code).screen.text.plain
