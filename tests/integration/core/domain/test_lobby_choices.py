"""What a host chooses piece by piece: colours, shelters, points; and what means nothing at a table goes."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Any

import pytest

from bot.core.common.entropy import seeded
from bot.core.domain import lobby, lobby_choices, lobby_options, new_table
from bot.core.domain.seat_offers import offer_others
from bot.core.domain.table import Table
from bot.core.domain.table_values import PAGES
from bot.core.games import rulesets, seat_checks
from bot.core.games.profiles import profile_of
from bot.core.games.seat_layouts import Seating
from bot.core.i18n.refusal import Refusal
from bot.core.i18n.text_format import capital, width
from bot.core.i18n.translator import languages, translator
from bot.core.messages.button_tokens import Verb, encode
from bot.core.messages.requests import Person
from bot.core.views.lobby import lobby_screen
from bot.core.views.rules import button_label
from data.records import PersonKey, SeatRecord
from engine import players
from engine.notation import read
from tests.fakes.long_run import LONG
from tests.fakes.room import ANA, BEA, CHAT, Room, room, said


async def record_of(place: Room) -> Table:
    return await place.table()


def rules_of(record: Table) -> dict[str, Any]:
    return dict(record.rules)


def opened(**options: str) -> Table:
    return new_table.new_table(CHAT, ANA, options, seeded("1"), 0.0)


async def test_own_shelters_are_chosen_by_buttons_and_the_game_is_played_with_them() -> None:
    async with room() as place:
        await place.say(ANA, "/play italian")
        for label in ("⚙", "Game and rules", "Safe squares"):
            await place.click(ANA, label)
        text = place.messenger.of(CHAT)[-1].screen.text.plain
        assert "Safe squares: 5, 12, 17, 22, 29, 34, 39, 46, 51, 56, 63, 68." in text
        labels = [button.label for button in place.messenger.of(CHAT)[-1].buttons]
        assert [label for label in labels if "✓" in label] == ["✓ −5"]
        assert not {"0", "+0", "+5"} & set(labels), "mouths and starts are always safe"
        await place.click(ANA, "✓ −5")
        await place.click(ANA, "+8")
        record = await record_of(place)
        assert rules_of(record)["shelters"] == [0, 5, 8]
        assert (
            "Safe squares: 5, 8, 17, 22, 25, 34, 39, 42, 51, 56, 59, 68."
            in place.live(record.id)[0].screen.text.plain
        )
        assert "Only the table's host" in said(
            await place.press(BEA, encode(record.id, record.version, Verb.SHELTER, 3, "on"))
        )
        for _ in range(3):
            await place.click(ANA, "Back")
        await place.click(ANA, "Start with bots")
        table = await place.table(record.id)
        assert table.match is not None
        assert sorted(table.match.opening.setup.board.shelters) == [5, 8, 17, 22, 25, 34, 39, 42, 51, 56, 59, 68]
        sheet = (await place.say(ANA, "/rules full")).screen
        assert sheet is not None
        assert "Safe squares: 5, 8, 17, 22" in sheet.text.plain
        await place.play_out(record.id, [ANA])
        await place.click(ANA, "Rematch")
        assert rules_of(await record_of(place))["shelters"] == [0, 5, 8]
        proof = (await place.say(ANA, f"/verify {record.id}")).document
        assert proof is not None
        assert read(proof.text).match().opening.setup.rules.shelters == (0, 5, 8)


@pytest.mark.parametrize(
    ("words", "shelters"),
    [("-5,0,5", None), ("0,5", [0, 5]), ("8,-8", [-8, 0, 5, 8]), ("−5", None), ("+3", [0, 3, 5])],
)
async def test_play_takes_shelters_and_adds_those_that_there_always_are(
    words: str, shelters: list[int] | None
) -> None:
    async with room() as place:
        await place.say(ANA, f"/play parchis shelters={words}")
        assert rules_of(await record_of(place)).get("shelters") == shelters


@pytest.mark.parametrize("words", ["9", "-9", "x", "1.5", "5,x", "99999999999"])
async def test_what_can_be_no_shelter_is_refused_in_words(words: str) -> None:
    async with room() as place:
        assert "-8 … 8" in said(await place.say(ANA, f"/play shelters={words}"))
        assert "I don't know a rule called shelters" in said(await place.say(ANA, "/play palma shelters=3"))
        assert await place.store.all_tables() == []


@pytest.mark.parametrize("count", [3, 4, 5, 6])
def test_any_colours_of_a_board_can_be_chosen_from_any_others(count: int) -> None:
    board = profile_of("parchis").letters[:count]
    for size in range(2, count + 1):
        for wanted in itertools.combinations(board, size):
            record = opened(colours=str(count), seats="Y,B")
            for letter in board:  # first those that are wanted, so that two at least are always left
                record = lobby_choices.hue(record, ANA, letter, "on") if letter in wanted else record
            for letter in board:
                record = lobby_choices.hue(record, ANA, letter, "off") if letter not in wanted else record
            assert tuple(seat.colours for seat in record.seats) == wanted
            assert record.seating.teams is None
            seat_checks.check("parchis", rules_of(record), list(wanted), None)
            assert record.sits(ANA.key), "whoever sat there has another seat"


async def test_colours_are_chosen_by_buttons_also_from_teams_and_two_remain() -> None:
    async with room() as place:
        await place.say(ANA, "/play colours=6 seats=Y,B,R,G,P,O teams=YG,BP,RO")
        await place.click(ANA, "⚙")
        await place.click(ANA, "Colours and seats")
        await place.click(ANA, "Fewer colours")
        for colour in ("Blue", "Purple", "Yellow", "Green"):
            await place.click(ANA, f"{colour}")
        record = await record_of(place)
        assert [seat.colours for seat in record.seats] == ["R", "O"]
        assert record.teams is None
        assert record.seats[0].name == "Ana"
        labels = [button.label for button in place.live(record.id)[0].buttons]
        assert not [label for label in labels if "✓" in label], "the last two stay"
        version = record.version
        for letter in "RO":
            assert "At least two colours" in said(
                await place.press(ANA, encode(record.id, version, Verb.HUE, letter, "off"))
            )
        await place.click(ANA, "Blue")
        assert [seat.colours for seat in (await record_of(place)).seats] == ["B", "R", "O"]
        await place.click(ANA, "Back")
        assert "✓ Fewer colours" in [button.label for button in place.live(record.id)[0].buttons]
        assert "🟠 Orange: free" in place.live(record.id)[0].screen.text.plain


@pytest.mark.parametrize("arguments", [("Q", "on"), ("G", "on"), ("Y", "perhaps"), ("YB", "off")])
def test_what_no_button_of_ours_asks_changes_no_colour(arguments: tuple[str, str]) -> None:
    with pytest.raises(Refusal):
        lobby_choices.hue(opened(colours="3"), ANA, *arguments)
    with pytest.raises(Refusal):
        lobby_choices.hue(opened(game="palma"), ANA, "D", "off")


def test_rules_that_mean_nothing_at_other_seats_are_not_kept() -> None:
    teams = opened(seats="Y,B,R,G", teams="YR,BG", rules="team_pair=barrier stuck_helps=no entry_evicts_friend=yes")
    assert set(rules_of(teams)) == {"preset", "colours", "team_pair", "stuck_helps", "entry_evicts_friend"}
    alone = lobby.seat_again(teams, Seating(tuple("YBRG")))
    assert set(rules_of(alone)) == {"preset", "colours"}
    several = opened(colours="6", seats="YG,BP,RO", turns_by_colour="yes", play_on="yes", rules="own_pair=barrier")
    assert set(rules_of(several)) == {"preset", "colours", "turns_by_colour", "play_on", "own_pair"}
    two = lobby.seat_again(several, Seating(("YRP", "BGO")))
    assert set(rules_of(two)) == {"preset", "colours", "turns_by_colour", "own_pair"}, (
        "two sides have no other places"
    )
    no_long_six = lobby.switch(opened(rules="all_out=on_field six_choice=yes"), ANA, "six_all_out", "none")
    assert set(rules_of(no_long_six)) == {"preset", "colours", "six_all_out"}
    old = replace(alone, rules={"preset": "spanish", "colours": 4, "team_pair": "barrier"})
    screen = lobby_screen(old, translator("en"))
    assert "Agreed" not in screen.text.plain, "a table of an older version does not list it either"
    assert set(rules_of(new_table.following(old, ANA, seeded("2"), 0.0))) == {"preset", "colours"}


async def test_who_asks_for_a_rule_that_means_nothing_is_told_so() -> None:
    async with room() as place:
        outcome = await place.say(ANA, "/play own_pair=barrier team_pair=barrier six_all_out=12")
        assert "do nothing at this table, so I left them out: own_pair and team_pair" in said(outcome)
        assert rules_of(await record_of(place)) == {"preset": "spanish", "colours": 4, "six_all_out": 12}
        outcome = await place.say(ANA, "/play seats=Y,R play_on")
        assert "This rule does nothing" in said(outcome)


def test_every_number_of_points_can_be_agreed_by_buttons() -> None:
    record = opened(game="palma", stake5="1", stake15="100")
    record = replace(record, lobby=replace(record.lobby, page="stakes"))
    reached, due = {1}, [1]
    while due:
        now = lobby_options.stake(record, ANA, "5", str(due.pop()))
        rows = lobby_screen(now, translator("en")).rows
        tokens = [button.token for row in rows for button in row if f".{Verb.STAKE}:5:" in button.token]
        assert len(set(tokens)) == len(tokens) >= 2
        found = {int(token.rpartition(":")[2]) for token in tokens} - reached
        reached |= found
        due += found
    assert reached == set(range(1, 101))


def test_a_seat_goes_through_all_levels_of_the_computer_and_is_free_again() -> None:
    record = replace(opened(), lobby=replace(opened().lobby, page="computers"))
    found = []
    for _ in range(len(players.levels()) + 1):
        rows = lobby_screen(record, translator("en")).rows
        button = next(one for row in rows for one in row if ":1" in one.token)  # of the second seat
        verb, *arguments = button.token.split(".")[2].split(":")
        record = lobby.ACTIONS[Verb(verb)](record, ANA, *arguments)
        found.append(record.seats[1].computer)
    assert found == [*players.levels(), None]
    assert record.seats[0] == SeatRecord("Y", ANA.key, "Ana")


def lobbies_of_all_boards() -> list[Table]:
    """Every layout of seats on every board, with as many switches as can matter there."""
    tables = [opened(game="palma", rules="hole5=stake", stake15="3")]
    for count in (3, 4, 5, 6):
        for way in profile_of("parchis").seatings(count):
            teams = (
                {} if way.teams is None else {"teams": ",".join("".join(way.seats[i] for i in t) for t in way.teams)}
            )
            seats = ",".join(way.seats)
            tables += [
                opened(colours=str(count), seats=seats, turns_by_colour="yes", play_on="yes", preset=preset, **teams)
                for preset in rulesets.presets("parchis")
            ]
    return tables


def states(table: Table) -> list[Table]:
    """A lobby that has just been opened, one that is full, with somebody who wants to swap, and one that asks all."""
    long = Person(BEA.key, "Maximiliana Bartholomea")
    sitters = [Person(PersonKey("fake", f"p{number}"), long.name, "en") for number in range(len(table.seats))]
    taken = (SeatRecord(seat.colours, who.key, who.name) for seat, who in zip(table.seats, sitters, strict=True))
    full = replace(table, seats=tuple(taken), host=sitters[0].key)
    asking = replace(full, lobby=replace(full.lobby, swap=(1, 0)))
    computers = table.with_seats({1: SeatRecord(table.seats[1].colours, computer="greedy")})
    return [table, full, asking, offer_others(asking, full.host), offer_others(full, full.host), computers]


@pytest.mark.parametrize("language", languages())
def test_a_phone_shows_every_button_of_a_lobby_whole(language: str) -> None:
    """In rows of equally wide buttons, of which a phone shows 44 characters; none is longer than 30."""
    t = translator(language)
    some_boards = slice(None) if LONG else slice(languages().index(language) % 7, None, 7)
    for table in lobbies_of_all_boards()[some_boards]:
        for state, page in itertools.product(states(table), PAGES):
            rows = lobby_screen(replace(state, lobby=replace(state.lobby, page=page)), t).rows
            assert len(rows) <= 5, (page, rows)
            for row in rows:
                labels = [button.label for button in row]
                longest = max(map(width, labels))
                assert longest <= 30, labels
                assert len(row) == 1 or len(row) * longest <= 44, labels
                assert len(row) <= (5 if longest <= 8 else 3), labels
                assert all(label[0] == capital(label)[0] and "(" not in label for label in labels), labels


@pytest.mark.parametrize("language", languages())
def test_a_switch_is_named_in_few_words(language: str) -> None:
    t = translator(language)
    for game in ("parchis", "palma"):
        for name, values in rulesets.switches(game).items():
            labels = [button_label(t, game, name, value) for value in values]
            assert len(set(labels)) == len(values)
            assert max(map(width, labels)) <= 24, labels
            if isinstance(values[0], bool):
                assert labels[1].startswith("✓ ")
                assert labels[0].startswith(labels[1].removeprefix("✓ "))
