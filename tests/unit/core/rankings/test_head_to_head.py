"""The figures of two people's games, from the seats of these."""

from __future__ import annotations

from bot.core.rankings.head_to_head import NEMESIS, Meeting, Tally, Way, head_to_head, meetings, nemesis, tally
from data.records import PersonKey
from data.result_records import COMPUTER, FORMER, MetSeat

ANA, BEA, CAI = (PersonKey("web", name) for name in ("ana", "bea", "cai"))


def met(table: str, *places: tuple[PersonKey, int, int], game: str = "parchis") -> list[MetSeat]:
    """The seats of a game: who, on which side, at which place."""
    return [
        MetSeat(table, game, 1.0, number, player, side, place, "", "{}")
        for number, (player, side, place) in enumerate(places)
    ]


def game(way: Way | None, kind: str = "parchis", table: str = "") -> Meeting:
    return Meeting(table, kind, way, frozenset({0}), frozenset({1}))


def games(signs: str, kind: str = "parchis") -> list[Meeting]:
    """Games as they were played, oldest first, with the newest first."""
    ways = {"+": Way.AHEAD, "-": Way.BEHIND, "=": Way.TIED, "t": None}
    return [game(ways[sign], kind, f"t{number}") for number, sign in enumerate(signs)][::-1]


def test_who_was_ahead_is_told_by_places_and_bots_and_former_players_are_nobody() -> None:
    seats = [
        *met("c", (ANA, 0, 2), (BEA, 1, 3), (CAI, 2, 1), (PersonKey(COMPUTER, "strong"), 3, 4)),
        *met("b", (BEA, 0, 1), (PersonKey(FORMER, "x"), 1, 3), (ANA, 2, 2)),
        *met("a", (ANA, 0, 1), (BEA, 1, 1), game="palma"),
    ]
    found = meetings(seats, ANA)
    assert list(found) == [BEA, CAI]
    assert [(one.table, one.game, one.way) for one in found[BEA]] == [
        ("c", "parchis", Way.AHEAD), ("b", "parchis", Way.BEHIND), ("a", "palma", Way.TIED),
    ]  # fmt: skip
    assert [one.way for one in found[CAI]] == [Way.BEHIND]
    assert [one.way for one in meetings(seats, BEA)[ANA]] == [Way.BEHIND, Way.AHEAD, Way.TIED]
    assert (found[BEA][1].own, found[BEA][1].theirs) == ({2}, {0})


def test_several_seats_of_a_person_are_one_game_and_hot_seat_is_none() -> None:
    two_each = met("a", (ANA, 0, 1), (BEA, 1, 2), (ANA, 0, 1), (BEA, 1, 2))
    (one,) = meetings(two_each, ANA)[BEA]
    assert (one.way, one.own, one.theirs) == (Way.AHEAD, {0, 2}, {1, 3})
    assert not meetings(met("a", (ANA, 0, 1), (BEA, 1, 2), (ANA, 2, 3)), ANA)
    assert not meetings(met("a", (BEA, 0, 1), (ANA, 1, 2), (BEA, 2, 3)), ANA)


def test_a_partner_is_no_opponent() -> None:
    pairs = met("a", (ANA, 0, 1), (BEA, 1, 2), (CAI, 0, 1))
    found = meetings(pairs, ANA)
    assert ([one.way for one in found[CAI]], [one.way for one in found[BEA]]) == ([None], [Way.AHEAD])
    figures = head_to_head(found[CAI])
    assert (figures.by_game, figures.last, figures.run, figures.longest, figures.team) == ((), (), 0, (0, 0), 1)


def test_each_game_has_its_tally_the_most_played_first() -> None:
    figures = head_to_head([*games("+-=", "palma"), *games("++-+"), *games("t")])
    assert figures.by_game == (("parchis", Tally(3, 1, 0)), ("palma", Tally(1, 1, 1)))
    assert figures.team == 1


def test_the_last_ten_are_shown_as_they_were_played() -> None:
    figures = head_to_head(games("+" * 5 + "t" + "-=+-=+-=+-"))
    assert [one.way for one in figures.last] == [one.way for one in reversed(games("-=+-=+-=+-"))]
    assert [one.table for one in figures.last] == [f"t{number}" for number in range(6, 16)]


def test_runs_end_with_a_tie_and_not_with_a_game_as_a_team() -> None:
    for signs, run, longest in (
        ("", 0, (0, 0)),
        ("+", 1, (1, 0)),
        ("---+", 1, (1, 3)),
        ("++=++", 2, (2, 0)),
        ("++t+", 3, (3, 0)),
        ("+--", -2, (1, 2)),
        ("--=", 0, (0, 2)),
    ):
        figures = head_to_head(games(signs))
        assert (figures.run, figures.longest) == (run, longest), signs


def test_the_nemesis_is_who_won_most_and_then_the_largest_share() -> None:
    lost = "-" * NEMESIS
    assert nemesis({}) is None
    assert nemesis({BEA: games(lost[1:])}) is None
    assert nemesis({BEA: games(lost), CAI: games("+++++" + lost[1:])}) == BEA
    assert nemesis({BEA: games(lost + "+++"), CAI: games(lost)}) == CAI
    assert nemesis({BEA: games(lost + "-+++"), CAI: games(lost)}) == BEA
    assert nemesis({BEA: games("t" * 9)}) is None


def test_a_tally_counts_every_game_against_each_other() -> None:
    assert tally(games("+-=t+")) == Tally(2, 1, 1)
    assert Tally(2, 1, 1).games == 4
