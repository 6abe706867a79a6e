"""What people read where something is not done, or not as they would expect: never a tick, never silence."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.core.dispatch.middleware import TOO_FAST
from bot.core.i18n.translator import translator
from bot.core.ratelimit.flood_guard import FloodGuard
from bot.core.ratelimit.reply_guard import PERSON as LIMIT
from data.store import Store
from tests.fakes.clock import FakeClock
from tests.fakes.discord_place import Place, Slow, bot_on, ids_of
from tests.fakes.discord_server import DiscordServer
from tests.fakes.discord_state import EPHEMERAL, Channel, Interaction, Message, User
from tests.integration.discord.screens import PALMA

# too fast -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("locale", "language"), [("en-GB", "en"), ("es-ES", "es"), ("it", "it")])
async def test_a_command_that_was_thrown_away_is_never_answered_by_a_tick(
    server: DiscordServer, store: Store, locale: str, language: str
) -> None:
    words = translator(language)(TOO_FAST)
    async with bot_on(server, store, flood_guard=FloodGuard(FakeClock())) as place:
        ana, channel = place.user("Ana", locale), place.channel()
        told = [(await place.gave(ana, channel, "play", **PALMA)).notice for _ in range(20)]
        assert "✅" not in told
        assert told[12:] == [words] * 8
        assert (await place.gave(place.user("Bea"), channel, "help")).notice != words


async def test_one_that_was_thrown_away_late_is_not_either(server: DiscordServer, store: Store) -> None:
    async with bot_on(server, store, flood_guard=FloodGuard(FakeClock())) as place:
        ana, channel = place.user("Ana"), place.channel()
        for _ in range(15):
            await place.gave(ana, channel, "help")
        slow = Slow(place.core.dispatcher)
        place.platform.listen(replace(place.core, dispatcher=slow))
        late = await place.say(ana, channel, "help")
        await place.server.until(lambda: len(place.platform.client.listener._seen) == 1)  # type: ignore[union-attr]
        await server.clock.advance(2.5)
        await place.settled_answers(late)
        assert late.answer == 5
        slow.gate.set()
        await place.idle()
        assert late.notice == TOO_FAST


# a bot is no guest --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("locale", "words"),
    [("en-US", "Robo is a chat bot"), ("es-419", "Robo es un bot"), ("it", "Robo è un bot")],
)
async def test_a_bot_that_is_invited_is_called_one(place: Place, locale: str, words: str) -> None:
    ana, robo, channel = place.user("Ana", locale), replace(place.user("Robo"), bot=True), place.channel()
    await place.gave(ana, channel, "play", **PALMA)
    before = len(place.server.of(channel))
    told = ((await place.gave(ana, channel, "invite", person=robo)).notice or "").replace("*", "")
    assert told.startswith(words)
    assert robo.id not in told
    assert len(place.server.of(channel)) == before
    assert "Robo" in ((await place.gave(ana, channel, "remove", person=robo)).notice or "")
    shown = await place.gave(ana, channel, "stats", person=robo)
    assert shown.original is not None
    assert "Robo" in shown.original.content


# servers that let apps which people bring along whisper only --------------------------------------------------------


def whispered(place: Place, channel: Channel) -> list[Message]:
    """What was only shown to one person."""
    every = place.server.messages.values()
    return [one for one in every if one.channel == channel.id and one.flags & EPHEMERAL and not one.gone]


async def opened_in_private(place: Place, locale: str = "en-US") -> tuple[Channel, User, Interaction]:
    """A table where only the person who acts can see what the bot answers."""
    channel, ana = place.channel(member=False, external=False), place.user("Ana", locale)
    return channel, ana, await place.gave(ana, channel, "play", **PALMA)


@pytest.mark.parametrize(
    ("locale", "words"),
    [("en-US", "Only you can see"), ("es-ES", "solo lo ves tú"), ("it", "lo vedi solo tu")],
)
async def test_a_host_is_told_where_nobody_else_can_see_the_table(place: Place, locale: str, words: str) -> None:
    channel, _, made = await opened_in_private(place, locale)
    assert place.server.of(channel) == []
    assert made.original is not None
    assert words in made.original.content
    (board,) = [message for message in whispered(place, channel) if message.components]
    assert board is not made.original


async def test_alone_with_computers_people_play_there_all_the_same(place: Place) -> None:
    channel, ana, _ = await opened_in_private(place)
    code = (await place.table(channel)).id

    def board() -> Message:
        return [message for message in whispered(place, channel) if message.components][-1]

    fill = next(custom_id for custom_id in ids_of(board()) if ".fill" in custom_id)
    await place.pressed(ana, board(), fill)
    for _ in range(20):
        if await place.actor(code, [ana]) is None:
            break
        pressed = await place.pressed(ana, board(), ids_of(board())[0])
        assert pressed.answer in (6, 7)
    assert (await place.known(code)).plies > 5
    assert place.server.of(channel) == []
    assert await place.store.dirty_boards(9) == []


@pytest.mark.parametrize("wishes", [{"member": False}, {"external": False}, {}])
async def test_nobody_is_told_so_where_all_can_see(place: Place, wishes: dict[str, bool]) -> None:
    channel, ana = place.channel(**wishes), place.user("Ana")
    made = await place.gave(ana, channel, "play", **PALMA)
    assert made.original is place.board(channel)
    assert made.followups == []


async def test_what_is_private_anyway_is_said_without_more_words(place: Place) -> None:
    channel, ana, _ = await opened_in_private(place)
    helped = await place.gave(ana, channel, "help")
    assert "Only you can see" not in (helped.notice or "")
    shown = await place.gave(ana, channel, "leaderboard")
    assert "Only you can see" in (shown.original.content if shown.original else "")
    assert "Parchís" in shown.followups[-1].content


async def test_what_else_there_is_to_say_is_said_beside_it(place: Place) -> None:
    """A rule that was left out, in a server where nobody else can see the table."""
    channel, ana = place.channel(member=False, external=False), place.user("Ana")
    made = await place.gave(ana, channel, "play", game="parchis", seats="Y,R", rules="play_on=yes")
    told = made.original.content if made.original else ""
    assert "left it out" in told
    assert "Only you can see" in told


# nobody fills a channel ---------------------------------------------------------------------------------------------


async def test_the_same_answer_stands_in_a_channel_once_a_minute_and_whoever_asks_again_reads_it_alone(
    place: Place,
) -> None:
    channel, ana, bea = place.channel(), place.user("Ana"), place.user("Bea")
    first = await place.gave(ana, channel, "rules", game="palma")
    again = [await place.gave(user, channel, "rules", game="palma") for user in (ana, bea, bea)]
    assert place.server.of(channel) == [first.original]
    assert first.original is not None
    for made in again:
        assert made.original is not None
        assert made.original.ephemeral
        assert (made.original.content, made.original.embeds) == (first.original.content, first.original.embeds)
    elsewhere = place.channel()
    await place.gave(ana, elsewhere, "rules", game="palma")
    assert len(place.server.of(elsewhere)) == 1
    await place.server.clock.advance(61.0)
    await place.gave(bea, channel, "rules", game="palma")
    assert len(place.server.of(channel)) == 2


async def test_one_person_fills_no_channel_with_answers_and_is_given_each_all_the_same(place: Place) -> None:
    channel, dan, ana = place.channel(), place.user("Dan"), place.user("Ana")
    asked = [("leaderboard", {"game": "palma"}), ("games", {}), ("stats", {}), ("learn", {"game": "palma"})]
    for name, options in (*asked, *asked, *asked):
        made = await place.gave(dan, channel, name, **options)
        assert made.original is not None
        assert made.original.content or made.original.embeds
    assert len(place.server.of(channel)) == LIMIT.calls
    lesson = made.original
    assert lesson.ephemeral
    before = (lesson.content, lesson.embeds)
    turned = await place.pressed(dan, lesson, ids_of(lesson)[0])
    assert turned.answer == 7
    assert (lesson.content, lesson.embeds) != before
    await place.gave(ana, channel, "rules", game="palma")
    assert len(place.server.of(channel)) == LIMIT.calls + 1


async def test_in_a_chat_of_ones_own_every_answer_is_given(place: Place) -> None:
    ana = place.user("Ana")
    private = place.private()
    for _ in range(6):
        await place.gave(ana, private, "rules", game="palma")
    assert len(place.server.of(private)) == 6
