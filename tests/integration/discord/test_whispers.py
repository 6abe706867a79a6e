"""What only one person sees, where the bot writes by the tokens of interactions: no board ever takes its place.

After a private answer `@original` of a token is that answer; after an update or a deferred update it is the message
that was pressed.
"""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from bot.core.messages.content import Part, Screen, Text
from bot.core.messages.ports import MessageGone
from tests.fakes.discord_door import Fault
from tests.fakes.discord_place import Place, Slow, ids_of, key_of
from tests.fakes.discord_state import Channel, Interaction, User

PALMA = {"game": "palma", "rules": "first=D"}
SCREEN = Screen(Text(((Part("Hello"),),)))


async def out_of_turn(place: Place) -> tuple[Channel, str, User, User, Interaction]:
    """A game between friends: its channel and code, who is to act, who is not, and what a press of the latter got."""
    channel, ana, bea = place.between_friends(), place.user("Ana"), place.user("Bea")
    code = await place.opened(channel, ana, bea, **PALMA)
    actor = await place.acting(code, [ana, bea])
    other = bea if actor is ana else ana
    board = place.board(channel)
    told = await place.pressed(other, board, ids_of(board)[0])
    assert told.notice is not None
    assert actor.name in told.notice
    return channel, code, actor, other, told


async def shows_the_newest(place: Place, channel: Channel, code: str) -> bool:
    """Whether the last board that all see is the one of now, and can be pressed."""
    version = (await place.known(code)).version
    return any(f"{code}.{version}." in token for token in ids_of(place.board(channel)))


def untouched(whisper: Interaction) -> bool:
    """Whether nobody has changed or taken away a private answer."""
    return whisper.original is not None and not whisper.original.edits and not whisper.original.gone


@pytest.mark.parametrize("later", [0.0, 16 * 60.0], ids=["the board's own token lives", "only the whisper's does"])
async def test_a_board_never_takes_the_place_of_what_was_told_to_one_person(place: Place, later: float) -> None:
    channel, code, actor, other, _ = await out_of_turn(place)
    await place.server.clock.advance(later)
    board = place.board(channel)
    whisper = await place.pressed(other, board, ids_of(board)[0])
    words = whisper.notice
    await place.gave(actor, channel, "roll")
    assert whisper.notice == words
    assert untouched(whisper)
    assert await shows_the_newest(place, channel, code)
    assert await place.store.dirty_boards(9) == []


async def test_what_was_told_to_one_person_stays_when_the_board_under_it_is_taken_away(place: Place) -> None:
    channel, _, _, other, _ = await out_of_turn(place)
    await place.server.clock.advance(16 * 60.0)
    board = place.board(channel)
    whisper = await place.pressed(other, board, ids_of(board)[0])
    messenger = place.platform.messenger
    with pytest.raises(MessageGone):
        await messenger.delete(key_of(channel), board.id)
    with pytest.raises(MessageGone):
        await messenger.retire(key_of(channel), board.id, SCREEN.text, pictured=True)
    with pytest.raises(MessageGone):
        await messenger.edit(key_of(channel), board.id, SCREEN)
    assert untouched(whisper)


async def test_a_press_that_changed_its_message_opens_the_way_to_it(place: Place) -> None:
    channel, code, actor, *_ = await out_of_turn(place)
    await place.server.clock.advance(16 * 60.0)
    board = place.board(channel)
    await place.pressed(actor, board, ids_of(board)[0])
    current = place.board(channel)
    await place.platform.messenger.edit(key_of(channel), current.id, SCREEN)
    assert current.content == "Hello"
    await place.platform.messenger.delete(key_of(channel), current.id)
    assert current.gone
    assert code


async def test_a_press_whose_outcome_is_not_known_yet_may_carry_a_board_to_its_message(place: Place) -> None:
    """It is acknowledged as it is, so its answer can only be the pressed message; its own words come behind it."""
    channel, _, _, other, _ = await out_of_turn(place)
    await place.server.clock.advance(16 * 60.0)
    slow = Slow(place.core.dispatcher)
    place.platform.listen(replace(place.core, dispatcher=slow))
    board = place.board(channel)
    pressed = await place.press(other, board, ids_of(board)[0])
    await place.server.until(lambda: len(place.platform.client.listener._seen) == 1)  # type: ignore[union-attr]
    await place.platform.messenger.edit(key_of(channel), board.id, SCREEN)
    assert pressed.answer == 6
    assert board.content == "Hello"
    slow.gate.set()
    await place.idle()
    assert pressed.notice is not None
    assert pressed.followups[-1].content == pressed.notice
    assert board.content == "Hello"


async def test_a_whisper_that_may_have_arrived_is_taken_for_arrived(place: Place) -> None:
    """Its answer got lost on the way back: nobody knows what the token calls its own, so nothing goes by it."""
    channel, _, _, other, _ = await out_of_turn(place)
    await place.server.clock.advance(16 * 60.0)
    board = place.board(channel)
    place.server.faults.append(Fault("callback", cut=True, after=True, times=1))
    whisper = await place.pressed(other, board, ids_of(board)[0])
    with pytest.raises(MessageGone):
        await place.platform.messenger.edit(key_of(channel), board.id, SCREEN)
    assert untouched(whisper)


async def test_a_game_between_friends_with_presses_out_of_turn_keeps_every_whisper(place: Place) -> None:
    channel, ana, bea = place.between_friends(), place.user("Ana"), place.user("Bea")
    code = await place.opened(channel, ana, bea, **PALMA)
    rng, told = random.Random(5), list[tuple[Interaction, str]]()
    for turn in range(60):
        actor = await place.actor(code, [ana, bea])
        if actor is None:
            break
        board = place.board(channel)
        if rng.random() < 0.5:
            made = await place.pressed(bea if actor is ana else ana, board, rng.choice(ids_of(board)))
            assert made.notice is not None
            told.append((made, made.notice))
        if rng.random() < 0.2:
            await place.server.clock.advance(rng.choice((60.0, 16 * 60.0)))
        if turn % 3:
            await place.pressed(actor, place.board(channel), rng.choice(ids_of(place.board(channel))))
        else:
            await place.gave(actor, channel, "board")
        assert await place.actor(code, [ana, bea]) is None or await shows_the_newest(place, channel, code)
    assert told
    assert [made.notice for made, _ in told] == [words for _, words in told]
    assert all(untouched(made) for made, _ in told)
