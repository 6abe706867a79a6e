"""The line protocol: every request as written down, and what no position can be."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine import catalog
from engine.match import Match
from engine.protocol import answer, perft

CODES = {"bad_request", "bad_position", "bad_rules", "illegal_move", "game_over"}
PALMA = {"game": "palma"}
THROWN = {"game": "palma", "pieces": {"D": ["2", "3", "7"]}, "phase": "move", "throw": 5}
OVER = {"game": "palma", "pieces": {"D": ["25", "26", "27", "28", "29"]}, "phase": "over"}


def ask(request: Any = None, **fields: Any) -> dict[str, Any]:
    reply = json.loads(answer(json.dumps(fields if request is None else request)))
    assert isinstance(reply, dict)
    return reply


def code(request: Any = None, **fields: Any) -> str:
    reply = ask(request, **fields)
    assert reply.keys() <= {"error", "id"}
    assert reply["error"].keys() == {"code", "message"}
    assert reply["error"]["message"]
    assert "internal error" not in reply["error"]["message"]
    found = reply["error"]["code"]
    assert found in CODES
    return str(found)


class TestStart:
    def test_is_before_the_opening_throws(self) -> None:
        position = ask(op="start", game="parchis")["position"]
        assert position["game"] == "parchis"
        assert position["phase"] == "opening"
        assert position["opening"] == {"to_throw": [0, 1, 2, 3], "thrown": {}}
        assert ask(op="start", game="palma")["position"]["phase"] == "opening"

    def test_takes_rules_seats_and_teams(self) -> None:
        rules = {"preset": "italian", "six_all_out": 7}
        position = ask(op="start", game="parchis", rules=rules, seats=["YR", "BG"], teams=None)["position"]
        assert position["seats"] == ["YR", "BG"]
        assert position["rules"]["six_all_out"] == 7
        position = ask(op="start", game="parchis", teams=[[0, 2], [1, 3]])["position"]
        assert position["teams"] == [[0, 2], [1, 3]]

    @pytest.mark.parametrize(
        "fields",
        [
            {"rules": {"preset": "none"}},
            {"rules": {"six_all_out": 8}},
            {"rules": 7},
            {"rules": []},
            {"seats": "YB"},
            {"seats": [1, 2]},
            {"seats": ["Y"]},
            {"teams": [[0, 1]]},
            {"teams": {"0": 1}},
            {"teams": [[0.0, 2], [1, 3]]},
            {"teams": [[False, 2], [True, 3]]},
        ],
    )
    def test_refuses_rules_that_cannot_be(self, fields: dict[str, Any]) -> None:
        assert code(op="start", game="parchis", **fields) == "bad_rules"
        assert code(op="play", game="parchis", seed=1, **fields) == "bad_rules"

    @pytest.mark.parametrize("fields", [{}, {"game": "chess"}, {"game": None}, {"game": ["palma"]}])
    def test_refuses_a_game_there_is_not(self, fields: dict[str, Any]) -> None:
        assert code(op="start", **fields) == "bad_request"


class TestMoves:
    def test_has_the_odds_at_a_throw(self) -> None:
        assert ask(op="moves", position=PALMA) == {
            "turn": {"kind": "throw", "seat": 0},
            "moves": ["1", "2", "3", "5"],
            "odds": {"1": 3, "2": 3, "3": 1, "5": 1},
        }

    def test_has_none_at_a_choice(self) -> None:
        assert ask(op="moves", position=THROWN) == {
            "turn": {"kind": "choose", "seat": 0},
            "moves": ["D2+5", "D3+5", "D4+in"],
        }

    def test_has_no_moves_when_it_is_over(self) -> None:
        assert ask(op="moves", position=OVER) == {"turn": {"kind": "over", "seat": 0}, "moves": []}


class TestApply:
    def test_gives_the_position_and_the_events(self) -> None:
        reply = ask(op="apply", position=THROWN, move="D2+5")
        assert reply.keys() == {"position", "events"}
        assert reply["position"]["pieces"]["D"] == ["2", "8", "7", "H", "H"]
        assert reply["events"][0]["type"] == "moved"

    @pytest.mark.parametrize("move", ["D1+5", "", "5", "D2+5 ", "\ud800", "x" * 10_000])
    def test_refuses_a_move_that_is_not_legal(self, move: str) -> None:
        assert code(op="apply", position=THROWN, move=move) == "illegal_move"

    @pytest.mark.parametrize("position", [PALMA, {"game": "parchis"}])
    @pytest.mark.parametrize("move", ["7", "Y1+3", " 6", "٣", "D", "n1"])
    def test_refuses_what_is_no_throw(self, position: dict[str, Any], move: str) -> None:
        assert code(op="apply", position=position, move=move) == "illegal_move"

    def test_says_when_the_game_is_over(self) -> None:
        assert code(op="apply", position=OVER, move="5") == "game_over"
        done = {"game": "parchis", "pieces": {"Y": ["F"] * 4}, "phase": "over"}
        assert code(op="apply", position=done, move="Y1+1") == "game_over"

    @pytest.mark.parametrize("move", [5, None, True, ["5"], {"move": "5"}, 1.5])
    def test_wants_a_text(self, move: Any) -> None:
        assert code(op="apply", position=THROWN, move=move) == "bad_request"
        assert code(op="apply", position=OVER, move=move) == "bad_request"

    def test_wants_a_move(self) -> None:
        assert code(op="apply", position=THROWN) == "bad_request"


class TestPerft:
    def test_counts_every_length(self) -> None:
        assert ask(op="perft", position=THROWN, depth=1) == {"nodes": [3]}
        assert ask(op="perft", position=THROWN, depth=2) == {"nodes": [3, 12]}
        assert ask(op="perft", position=OVER, depth=3) == {"nodes": [0, 0, 0]}

    @pytest.mark.parametrize("name", catalog.names())
    def test_counts_as_by_hand(self, name: str) -> None:
        game = catalog.game(name)

        def by_hand(state: Any, depth: int) -> int:
            return sum(by_hand(game.apply(state, m).state, depth - 1) for m in game.moves(state)) if depth else 1

        state = Match.fold(game, moves=["6", "1", "1", "1"] if name == "parchis" else ["D"]).state
        assert perft(game, state, 4) == [by_hand(state, depth) for depth in (1, 2, 3, 4)]

    @pytest.mark.parametrize("depth", [0, -1, 9, 10**30, True, None, "3", 3.0, [3]])
    def test_refuses_other_depths(self, depth: Any) -> None:
        assert code(op="perft", position=PALMA, depth=depth) == "bad_request"

    def test_wants_a_depth(self) -> None:
        assert code(op="perft", position=PALMA) == "bad_request"


class TestPlay:
    @pytest.mark.parametrize(
        "fields",
        [
            {"game": "palma"},
            {"game": "parchis", "rules": {"preset": "diceless"}, "teams": [[0, 2], [1, 3]]},
            {"game": "parchis", "rules": {"colours": 6, "play_on": True}, "seats": ["YG", "BP", "RO"]},
        ],
    )
    def test_gives_a_whole_game_that_replays(self, fields: dict[str, Any]) -> None:
        reply = ask(op="play", seed=7, **fields)
        assert reply.keys() == {"moves", "result", "position"}
        game = catalog.game(fields["game"])
        match = Match.fold(game, fields.get("rules"), fields.get("seats"), fields.get("teams"), reply["moves"])
        assert match.result is not None
        assert reply["result"] == {"places": list(match.result.places), "reason": match.result.reason}
        assert reply["position"] == json.loads(json.dumps(game.position(match.state)))

    def test_is_the_same_for_the_same_seed(self) -> None:
        games = {answer(json.dumps({"op": "play", "game": "palma", "seed": seed})) for seed in (1, 2, 3, 1, 2, 3)}
        assert len(games) == 3
        assert ask(op="play", game="palma", seed=-(10**40))["moves"]

    @pytest.mark.parametrize("seed", [None, True, "7", 7.0, [7]])
    def test_wants_a_whole_number(self, seed: Any) -> None:
        assert code(op="play", game="palma", seed=seed) == "bad_request"

    def test_wants_a_seed(self) -> None:
        assert code(op="play", game="palma") == "bad_request"


def test_describe_names_version_and_games() -> None:
    reply = ask(op="describe")
    assert reply.keys() == {"version", "games", "levels"}
    assert isinstance(reply["version"], str)
    assert list(reply["games"]) == list(catalog.names())
    assert {"spanish", "italian", "diceless"} <= reply["games"]["parchis"]["presets"].keys()
    assert reply["games"]["palma"]["switches"]["first"] == ["lot", "D", "J"]


@pytest.mark.parametrize("op", ["moves", "apply", "perft"])
@pytest.mark.parametrize(
    ("position", "expected"),
    [
        (None, "bad_position"),
        ([], "bad_position"),
        ("start", "bad_position"),
        ({}, "bad_position"),
        ({"game": "chess"}, "bad_position"),
        ({"game": ["palma"]}, "bad_position"),
        ({"game": "palma", "pieces": {"D": ["2", "2"]}}, "bad_position"),
        ({"game": "palma", "rules": {"hole5": "bomb"}}, "bad_rules"),
        ({"game": "palma", "seat": 10**400}, "bad_position"),
        ({"game": "parchis", "pieces": {"Y": ["5"] * 5}}, "bad_position"),
        ({"game": "parchis", "rules": "italian"}, "bad_rules"),
        ({"game": "parchis", "phase": "\udc00"}, "bad_position"),
    ],
)
def test_positions_that_cannot_be(op: str, position: Any, expected: str) -> None:
    assert code(op=op, position=position, move="1", depth=1) == expected
    assert code(op=op, move="1", depth=1) == "bad_request"


class TestId:
    @pytest.mark.parametrize("name", ["a", "", 7, -1.5, None, True, [1, {"a": []}], {"é": "\ud800"}, 10**4000])
    def test_is_echoed_whatever_it_is(self, name: Any) -> None:
        assert ask(op="moves", position=PALMA, id=name)["id"] == name
        for bad in ({"op": "fly"}, {}, {"op": "apply", "position": PALMA, "move": "4"}, {"op": "start", "rules": 1}):
            reply = ask({**bad, "id": name})
            assert reply["id"] == name
            assert "error" in reply

    def test_is_not_invented(self) -> None:
        assert "id" not in ask(op="moves", position=PALMA)
        assert "id" not in ask(op="fly")

    def test_may_be_deep(self) -> None:
        for depth in range(1, 1200, 7):
            reply = json.loads(answer('{"op":"describe","id":' + "[" * depth + "]" * depth + "}"))
            assert "id" in reply or reply["error"]["code"] == "bad_request"


CAPTURE = {"game": "parchis", "pieces": {"Y": ["10", "30"], "B": ["33"]}, "phase": "move", "throw": 3}


@pytest.mark.parametrize("level", ["beginner", "casual", "strong", "master", "greedy"])
def test_every_level_chooses_a_legal_move_and_the_same_again(level: str) -> None:
    chosen = [ask(op="choose", position=CAPTURE, level=level, seed=4) for _ in range(2)]
    assert chosen[0] == chosen[1]
    assert chosen[0]["move"] in ask(op="moves", position=CAPTURE)["moves"]


@pytest.mark.parametrize(
    ("request_fields", "code"),
    [
        ({"op": "choose", "position": CAPTURE, "level": "alpha"}, "bad_request"),
        ({"op": "choose", "position": CAPTURE, "level": 3}, "bad_request"),
        ({"op": "choose", "position": CAPTURE, "level": "strong", "seed": 1.5}, "bad_request"),
        ({"op": "choose", "position": CAPTURE}, "bad_request"),
        ({"op": "choose", "position": {"game": "palma"}, "level": "strong"}, "bad_request"),
        ({"op": "evaluate", "position": CAPTURE, "plies": 3}, "bad_request"),
        ({"op": "evaluate", "position": {"game": "go"}}, "bad_position"),
        ({"op": "analyse", "text": "no game"}, "bad_request"),
        ({"op": "analyse", "text": '[Game "palma"] 1.D: D 2.D: 1 3.J: J1+9 *'}, "illegal_move"),
        ({"op": "analyse"}, "bad_request"),
    ],
)
def test_what_cannot_be_judged_is_said(request_fields: dict[str, Any], code: str) -> None:
    assert ask(**request_fields)["error"]["code"] == code


def test_values_are_of_every_legal_move_and_sum_to_one() -> None:
    for plies in (1, 2):
        found = ask(op="evaluate", position=CAPTURE, plies=plies)
        assert list(found["values"]) == ask(op="moves", position=CAPTURE)["moves"]
        assert all(sum(each) == pytest.approx(1, abs=0.001) for each in [found["chances"], *found["values"].values()])
