"""The records of a chat."""

from __future__ import annotations

from dataclasses import replace

from bot.core.rankings.chat_feats import Feat, Feats
from data.records import PersonKey
from data.season_records import SeasonGame, SeasonSeat

ANA, BEA, CAI = (PersonKey("web", name) for name in ("ana", "bea", "cai"))


def game(name: str, plies: int, *players: PersonKey, captures: int = 0, lowest: int = 0) -> SeasonGame:
    """Make a game with these people in order; the winner's captures, and their lowest win chance."""
    seats = tuple(
        SeasonSeat(one, side, side + 1, captures=0 if side else captures) for side, one in enumerate(players)
    )
    return SeasonGame(name, "parchis", float(plies), seats, "parchis", plies, lowest)


def told(*games: SeasonGame, without: tuple[PersonKey, ...] = ()) -> dict[Feat, tuple[str, str, int]]:
    found = Feats()
    for one in games:
        found.add([one], without)
    return {one.feat: (one.player.user, one.game.table, one.value) for one in found.records}


def test_each_record_has_its_person_and_its_game() -> None:
    games = [
        game("a", 90, ANA, BEA, captures=4),
        game("b", 80, BEA, ANA, captures=6, lowest=31),
        game("c", 300, ANA, CAI, captures=6, lowest=310),
        game("d", 85, ANA, CAI),
    ]
    assert told(*games) == {
        Feat.QUICKEST: ("bea", "b", 80),
        Feat.LONGEST: ("ana", "c", 300),
        Feat.CAPTURES: ("bea", "b", 6),
        Feat.COMEBACK: ("bea", "b", 31),
        Feat.STREAK: ("ana", "d", 2),
    }


def test_a_win_by_somebody_s_leaving_is_no_quick_one_and_who_left_has_not_won() -> None:
    left = game("a", 20, ANA, BEA)
    left = replace(left, seats=(left.seats[0], replace(left.seats[1], left=True)))
    assert Feat.QUICKEST not in told(left)
    assert told(replace(left, seats=(replace(left.seats[0], left=True), left.seats[1]))) == {}


def test_hidden_people_and_those_of_other_chats_hold_none() -> None:
    games = [game("a", 50, ANA, BEA), game("b", 60, BEA, ANA)]
    assert told(*games, without=(ANA,))[Feat.QUICKEST] == ("bea", "b", 60)
    away = replace(games[0], seats=tuple(replace(seat, here=False) for seat in games[0].seats))
    assert told(away) == {}


def test_a_lost_game_ends_a_streak() -> None:
    games = [game(str(n), 50, *((ANA, BEA) if n != 2 else (BEA, ANA))) for n in range(5)]
    assert told(*games)[Feat.STREAK] == ("ana", "1", 2)
