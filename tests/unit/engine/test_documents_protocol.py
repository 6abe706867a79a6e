"""docs/protocol.md says what the engine does: every example, field, event, exported game and throw is real."""

from __future__ import annotations

import ast
import doctest
import json
import random
import re
import shlex
from typing import Any

import pytest

from engine import catalog
from engine.__main__ import main
from engine.dice import STICKS, FairDice
from engine.errors import BadPosition, BadRules, EngineError, GameOver, IllegalMove
from engine.game import TurnKind
from engine.headers import KNOWN
from engine.match import Match
from engine.notation import read, terms_of, write
from engine.palma.state import Phase as PalmaPhase
from engine.parchis.state import Phase as ParchisPhase
from engine.players.playout import draw
from engine.plies import Automation
from engine.protocol import answer
from engine.verify import Proof, verify
from tests.fakes.events import EXAMPLES
from tests.unit.engine.documents import PROTOCOL, part, sources, tables, text, words

GAMES = pytest.mark.parametrize("game", ["parchis", "palma"])

# --- the protocol ---------------------------------------------------------------------------------------------------


def blocks() -> list[tuple[str, str]]:
    """The fenced blocks of the protocol: what is marked on their fence, and what they hold."""
    return re.findall(r"^```([^\n]*)\n(.*?)^```$", text(PROTOCOL), re.MULTILINE | re.DOTALL)


def of_kind(kind: str) -> list[str]:
    return [held for mark, held in blocks() if mark == kind]


def examples() -> list[Any]:
    """Each request with the block after it."""
    pairs = []
    found = [(mark, held) for mark, held in blocks() if mark.startswith("json")]
    for (mark, held), (after, reply) in zip(found, [*found[1:], ("", "")], strict=True):
        if mark == "json request":
            name = " ".join(str(json.loads(held).get(field, "")) for field in ("op", "game", "move")).strip()
            pairs.append(pytest.param(held, after, reply, id=name))
    return pairs


def holds(whole: Any, shown: Any) -> bool:
    """Whether everything shown is in the whole."""
    if isinstance(shown, dict) and isinstance(whole, dict):
        return all(name in whole and holds(whole[name], inner) for name, inner in shown.items())
    return bool(whole == shown)


@pytest.mark.parametrize(("request_text", "mark", "reply"), examples())
def test_requests_are_answered_as_shown(request_text: str, mark: str, reply: str) -> None:
    given = json.loads(answer(json.dumps(json.loads(request_text))))
    if mark == "json answer":
        assert given == json.loads(reply)
        assert list(given) == list(json.loads(reply))
    else:
        assert mark == "json part"
        assert holds(given, json.loads(reply))


def test_every_block_of_json_is_marked_and_every_op_has_an_example() -> None:
    marks = [mark for mark, _ in blocks() if mark.startswith("json")]
    assert set(marks) == {"json request", "json answer", "json part", "json position"}
    assert marks.count("json request") == marks.count("json answer") + marks.count("json part")
    ops = {words(row[0])[0] for row in tables(part(PROTOCOL, "Requests and answers"))[0][1:]}
    shown = {json.loads(held)["op"] for held in of_kind("json request")}
    assert ops == shown - {"castle"}
    message = json.loads(answer("{}"))["error"]["message"]
    assert ops == set(re.findall(r"\w+", message.split("one of")[1]))


def test_the_first_example_as_typed() -> None:
    typed = [line for held in of_kind("console") for line in held.splitlines()]
    assert typed[0].startswith("$ echo ")
    assert answer(shlex.split(typed[0])[2]) == typed[1]


@pytest.mark.parametrize("game", ["parchis", "palma"])
def test_positions_are_whole_and_their_fields_are_told(game: str) -> None:
    title = {"parchis": "A position of Parchís", "palma": "A position of Palma"}[game]
    rules = catalog.game(game)
    position = next(found for found in map(json.loads, of_kind("json position")) if found["game"] == game)
    assert rules.position(rules.from_position(position)) == position
    assert len(rules.moves(rules.from_position(position))) > 1
    told = {words(row[0])[0] for row in tables(part(PROTOCOL, title))[0][1:]}
    written = set(position)
    if game == "parchis":
        whole = {"preset": "diceless", "turns_by_colour": True}
        written |= set(rules.position(rules.start(whole)))
    assert told == written


def test_phases_are_told() -> None:
    parchis = tables(part(PROTOCOL, "A position of Parchís"))[1]
    assert {words(row[0])[0] for row in parchis[1:]} == set(ParchisPhase)
    palma = tables(part(PROTOCOL, "A position of Palma"))[0]
    assert set(words(next(row[1] for row in palma if row[0] == "`phase`"))) == set(PalmaPhase)


@pytest.mark.parametrize(
    ("game", "section"), [("parchis", "A position of Parchís"), ("palma", "A position of Palma")]
)
def test_null_counts_as_left_out_and_strange_fields_as_not_there(game: str, section: str) -> None:
    rules = catalog.game(game)
    fields = [words(row[0])[0] for row in tables(part(PROTOCOL, section))[0][1:]]
    for name in {*fields, "strange"} - {"game"}:
        assert rules.from_position({"game": game, name: None}) == rules.from_position({"game": game})


def test_error_codes_are_told() -> None:
    codes = {words(row[0])[0] for row in tables(part(PROTOCOL, "Errors"))[0][1:]}
    kinds = (EngineError, BadPosition, BadRules, IllegalMove, GameOver)
    assert codes == {kind.code for kind in kinds}


# --- events ---------------------------------------------------------------------------------------------------------


def events_told(game: str) -> dict[str, dict[str, bool]]:
    """For each type its fields, and whether they are always there."""
    title = {"parchis": "Events of Parchís", "palma": "Events of Palma"}[game]
    return {
        words(row[0])[0]: {name.rstrip("?"): not name.endswith("?") for name in words(row[1])}
        for row in tables(part(PROTOCOL, title))[0][1:]
    }


def types_in(game: str) -> set[str]:
    """The types of the events that the sources of a game make."""
    made = {
        node.func.id
        for path in sources(f"engine/{game}")
        for node in ast.walk(ast.parse(text(path)))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    types = {kind.__name__: example.to_json()["type"] for kind, example in EXAMPLES.items()}
    return {types[name] for name in made & set(types)}


@GAMES
def test_every_event_in_the_sources_is_told_and_no_other(game: str) -> None:
    assert set(events_told(game)) == types_in(game)


TABLES: dict[str, list[tuple[dict[str, Any], Any, Any]]] = {
    "parchis": [
        ({"colours": 3, "play_on": True}, None, None),
        ({"preset": "italian"}, ["YR", "BG"], None),
        ({"preset": "italian", "stuck_helps": True}, None, [[0, 2], [1, 3]]),
        ({"preset": "diceless", "turns_by_colour": True}, ["YR", "BG"], None),
        ({"colours": 6}, None, None),
    ],
    "palma": [
        ({}, None, None),
        ({"preset": "penalty", "hole5": "rethrow", "hole15": "stake", "blocked_slide": "stay"}, None, None),
    ],
}


@GAMES
def test_events_of_random_games_have_the_fields_that_are_told(game: str) -> None:
    told, seen, rng = events_told(game), set(), random.Random(7)
    rules = catalog.game(game)
    for options in TABLES[game]:
        state = rules.start(*options)
        while (turn := rules.turn(state)).kind is not TurnKind.OVER:
            throws = turn.kind is TurnKind.THROW
            step = rules.apply(state, draw(rules.odds(state), rng) if throws else rng.choice(rules.moves(state)))
            state = step.state
            for event in (happened.to_json() for happened in step.events):
                fields, always = set(event) - {"type"}, told[event["type"]]
                assert {name for name, needed in always.items() if needed} <= fields <= set(always), event
                seen.add(event["type"])
                seen.update((event["type"], name) for name in fields)
    optional = {(kind, name) for kind, fields in told.items() for name, needed in fields.items() if not needed}
    assert (set(told) | optional) - seen <= {"tied"}


# --- exported games and dice ----------------------------------------------------------------------------------------


def exported() -> str:
    return of_kind("text")[0]


def run(capsys: pytest.CaptureFixture[str], command: str) -> str:
    program, dash, module, *arguments = shlex.split(command.removeprefix("$ "))
    assert (program, dash, module) == ("python", "-m", "engine")
    assert main(arguments) == 0
    return capsys.readouterr().out


def commands() -> list[str]:
    return [line for held in of_kind("console") for line in held.splitlines() if line.startswith("$ python")]


def test_the_exported_game_is_what_the_command_writes(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, commands()[0]) == exported()
    assert write(read(exported())) == exported()


def test_verify_says_what_is_shown() -> None:
    shown = next(held for held in of_kind("console") if "verify -" in held)
    typed, *lines = shown.splitlines()
    assert typed.split(" | ")[0] == commands()[0]
    assert [str(check) for check in verify(exported())] == lines


def test_the_other_command_plays_a_game_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert all(check.passed for check in verify(run(capsys, commands()[-1])))


def test_headers_are_told() -> None:
    rows = tables(part(PROTOCOL, "Exported games"))[0][1:]
    told = [name for row in rows for name in words(row[0])]
    everything = read('[Game "palma"] *')
    assert everything.game == "palma"
    for name in told:
        with pytest.raises(EngineError, match="line 2"):  # each is known, so none may be nonsense
            read(f'[Game "palma"]\n[{name} 7] *')
    automations = next(row[1] for row in rows if row[0] == "`Automations`")
    assert {json.loads(word) for word in words(automations)} == set(Automation)


def fallen() -> Any:
    """The function that the page gives to those who check the dice."""
    names: dict[str, Any] = {}
    exec(of_kind("python")[0], names)  # noqa: S102 - it is our own
    return names["fallen"]


def test_the_lines_that_recompute_throws_are_at_most_ten() -> None:
    assert len(of_kind("python")[0].splitlines()) <= 10


def test_the_session_shown_is_a_real_one() -> None:
    examples = doctest.DocTestParser().get_doctest(of_kind("python")[1], {"fallen": fallen()}, "docs", None, 0)
    assert len(examples.examples) == 5
    assert doctest.DocTestRunner(verbose=False).run(examples).failed == 0


def test_the_lines_recompute_every_throw_of_the_exported_game() -> None:
    throw, record = fallen(), read(exported())
    match, state, seed = record.match(), None, record.seed
    assert seed is not None
    state = match.opening
    for ply in match.plies:
        if ply.kind is TurnKind.THROW:
            given = (seed.hex(), record.game_id, record.contributions, ply.throws - 1)
            agreed = terms_of(match)
            drawn = "D" in match.game.odds(state)
            assert ply.move == (
                "DJ"[throw(*given, 2, terms=agreed)[0]] if drawn else str(sum(throw(*given, 2, 3, agreed)) or 5)
            )
        state = ply.state
    assert match.throws > 50


def shown_terms() -> str:
    return of_kind("terms")[0].strip()


def test_the_terms_shown_are_those_of_the_game_they_name() -> None:
    said = json.loads(shown_terms())
    match = Match.start(catalog.game(said["game"]), said["rules"], said["seats"], said["teams"])
    assert terms_of(match) == shown_terms()


@pytest.mark.parametrize("agreed", [None, shown_terms()], ids=["first version", "second version"])
def test_the_lines_recompute_dice_and_sticks_of_any_game(agreed: str | None) -> None:
    throw, seed = fallen(), bytes(range(32))
    die = {str(face): 1 for face in range(1, 7)}
    dice = FairDice(seed, "la mesa número 5", ("suerte", "", "buena fortuna ☘"), agreed)
    for k in range(300):
        given = (seed.hex(), dice.game_id, dice.contributions, k)
        assert dice.throw(k, die).outcome == str(throw(*given, 6, terms=agreed)[0] + 1)
        sticks = dice.throw(k, STICKS.odds())
        assert sticks.faces == tuple(("moon", "sun")[face] for face in throw(*given, 2, 3, agreed))
        assert sticks.outcome == str(sum(throw(*given, 2, 3, agreed)) or 5)


def test_the_game_that_somebody_gave_up_is_one_and_has_the_headers_that_are_told() -> None:
    given_up = of_kind("text")[1]
    record = read(given_up)
    assert write(record) == given_up
    assert all(check.passed for check in verify(given_up))
    rows = tables(part(PROTOCOL, "Exported games"))[0][1:]
    told = {name for row in rows for name in words(row[0])}
    headers = {*record.lines, *read(exported()).lines}
    assert {"Ended", "Places", "Stakes", "Contributors", "Dice", "Key", "Signature", "Demonstration"} <= headers
    assert headers <= told
    assert told == set(KNOWN)


def test_what_a_line_of_verify_begins_with_is_told() -> None:
    rows = tables(part(PROTOCOL, "verify"))[0][1:]
    assert [words(row[0])[0] for row in rows] == [*map(str, Proof), "FAIL"]
