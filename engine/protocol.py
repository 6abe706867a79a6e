"""The rules as a program: one JSON object per line in, one per line out.

`answer` is the protocol as a function of one line, `serve` the loop around it. A bad line gets an error in reply and
never ends the program.
"""

from __future__ import annotations

import json
import math
import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from importlib import metadata
from typing import Any, BinaryIO, NoReturn

from engine import catalog, players
from engine.errors import BadPosition, BadRules, EngineError, GameOver
from engine.game import Game, TurnKind
from engine.notation import read
from engine.players.analysis import PlyReport, analysed
from engine.players.evaluation import sides, values, win_chances
from engine.players.playout import random_game

MAX_DEPTH = 8
MAX_LINE = 1 << 20
DIGITS = 4
"""Decimal places of chances."""
_Object = Mapping[str, Any]


class BadRequest(EngineError):
    """A line that is not a request."""


def answer(line: str | bytes) -> str:
    """Answer one line, given without its line end. Never raises."""
    reply: dict[str, Any] = {}
    try:
        request = _parse(line)
        if "id" in request:
            reply["id"] = request["id"]
        return _text(reply | _operation(request)(request))
    except EngineError as error:
        failure = {"code": error.code, "message": str(error)}
    except RecursionError:
        failure = {"code": BadRequest.code, "message": "too deep"}
    except Exception as error:  # noqa: BLE001 - whatever goes wrong with one line, the next one is read
        failure = {"code": BadRequest.code, "message": f"internal error: {type(error).__name__}: {error}"}
    try:
        return _text(reply | {"error": failure})
    except RecursionError:  # an id that can be read but not written
        return _text({"error": failure})


def serve(lines: BinaryIO, answers: BinaryIO) -> None:
    """Answer line by line until the end of input; flush each answer."""
    while line := lines.readline(MAX_LINE + 1):
        if len(line) > MAX_LINE:
            while line and not line.endswith(b"\n"):
                line = lines.readline(MAX_LINE)
            reply = _text({"error": {"code": BadRequest.code, "message": f"a line has at most {MAX_LINE} bytes"}})
        else:
            reply = answer(line)
        answers.write(reply.encode("ascii") + b"\n")
        answers.flush()


def _parse(line: str | bytes) -> dict[str, Any]:
    try:
        text = line.decode("utf-8") if isinstance(line, bytes) else line
        request = json.loads(text, parse_constant=_no_number, parse_float=_finite)
    except ValueError as error:  # not UTF-8, not JSON, or a number out of range
        raise BadRequest(f"this line is not JSON: {error}") from None
    if not isinstance(request, dict):
        raise BadRequest("a request is an object")
    return request


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number")


def _finite(digits: str) -> float:
    number = float(digits)
    return number if math.isfinite(number) else _no_number(digits[:20])


def _text(reply: _Object) -> str:
    return json.dumps(reply, allow_nan=False, separators=(",", ":"))


def _operation(request: _Object) -> Callable[[_Object], dict[str, Any]]:
    name = request.get("op")
    found = _OPERATIONS.get(name) if isinstance(name, str) else None
    if found is None:
        raise BadRequest(f"op must be one of {', '.join(_OPERATIONS)}")
    return found


def _start(request: _Object) -> dict[str, Any]:
    game = _game(request)
    return {"position": game.position(_opening(game, request))}


def _moves(request: _Object) -> dict[str, Any]:
    game, state = _state(request)
    turn = game.turn(state)
    reply: dict[str, Any] = {"turn": {"kind": turn.kind, "seat": turn.seat}, "moves": game.moves(state)}
    if turn.kind is TurnKind.THROW:
        reply["odds"] = dict(game.odds(state))
    return reply


def _apply(request: _Object) -> dict[str, Any]:
    move = _field(request, "move")
    if not isinstance(move, str):
        raise BadRequest("move must be a text")
    game, state = _state(request)
    step = game.apply(state, move)
    return {"position": game.position(step.state), "events": [event.to_json() for event in step.events]}


def _perft(request: _Object) -> dict[str, Any]:
    depth = _field(request, "depth")
    if type(depth) is not int or not 1 <= depth <= MAX_DEPTH:
        raise BadRequest(f"depth must be a whole number from 1 to {MAX_DEPTH}")
    game, state = _state(request)
    return {"nodes": perft(game, state, depth)}


def perft(game: Game[Any], state: Any, depth: int) -> list[int]:
    """Count the move sequences of each length; a state reached on several paths is expanded once."""
    nodes: list[int] = []
    level = Counter({state: 1})
    for _ in range(depth):
        following: Counter[Any] = Counter()
        count = 0
        for position, times in level.items():
            moves = game.moves(position)
            count += times * len(moves)
            if len(nodes) + 1 < depth:
                for move in moves:
                    following[game.apply(position, move).state] += times
        nodes.append(count)
        level = following
    return nodes


def _play(request: _Object) -> dict[str, Any]:
    seed = _field(request, "seed")
    if type(seed) is not int:
        raise BadRequest("seed must be a whole number")
    game = _game(request)
    rng = random.Random(seed)  # noqa: S311 - a test game, the same for the same seed
    moves, state = random_game(game, _opening(game, request), rng)
    result = game.result(state)
    assert result is not None  # noqa: S101 - the game was played to its end
    return {
        "moves": moves,
        "result": {"places": result.places, "reason": result.reason},
        "position": game.position(state),
    }


def _choose(request: _Object) -> dict[str, Any]:
    level, seed = _field(request, "level"), request.get("seed", 0)
    if not isinstance(level, str):
        raise BadRequest("level must be a text")
    if type(seed) is not int:
        raise BadRequest("seed must be a whole number")
    game, state = _state(request)
    turn, moves = game.turn(state), game.moves(state)
    if turn.kind is TurnKind.OVER:
        raise GameOver("the game is over")
    if turn.kind is TurnKind.THROW or not moves:
        raise BadRequest("no choice is due")
    rng = random.Random(seed)  # noqa: S311 - breaks ties, the same for the same seed
    return {"move": players.player(level).choose(game, state, moves, rng)}


def _evaluate(request: _Object) -> dict[str, Any]:
    plies = _plies(request)
    game, state = _state(request)
    return {
        "sides": sides(game, state),
        "chances": _rounded(win_chances(game, state)),
        "values": {move: _rounded(chances) for move, chances in values(game, state, plies).items()},
    }


def _analyse(request: _Object) -> dict[str, Any]:
    plies, text = _plies(request), _field(request, "text")
    if not isinstance(text, str):
        raise BadRequest("text must be a text")
    match = read(text).match()
    of_seat = sides(match.game, match.opening)
    luck, errors, told = [0.0] * len(of_seat), [0.0] * len(of_seat), list[dict[str, Any]]()
    for report in analysed(match.game, match.opening, match.moves, plies):
        luck[report.seat] += report.luck or 0
        errors[report.seat] += report.error or 0
        told.append(ply_told(report))
    return {"sides": of_seat, "luck": _rounded(luck), "errors": _rounded(errors), "plies": told}


def ply_told(report: PlyReport) -> dict[str, Any]:
    """Return the analysis of a ply as JSON."""
    line: dict[str, Any] = {"seat": report.seat, "move": report.move}
    if report.luck is not None:
        line["luck"] = round(report.luck, DIGITS)
    if report.error is not None:
        line |= {"error": round(report.error, DIGITS), "best": report.best}
    if report.margin is not None:
        line["margin"] = round(report.margin, DIGITS)
    return line | {"swing": _rounded(report.swing), "chances": _rounded(report.chances)}


def _plies(request: _Object) -> int:
    plies = request.get("plies", 1)
    if type(plies) is not int or not 1 <= plies <= 2:
        raise BadRequest("plies must be 1 or 2")
    return plies


def _rounded(chances: Sequence[float]) -> list[float]:
    return [round(chance, DIGITS) + 0.0 for chance in chances]  # never -0.0


def _describe(request: _Object) -> dict[str, Any]:  # noqa: ARG001 - it describes everything
    games = {name: game.describe() for name, game in catalog.GAMES.items()}
    return {"version": version(), "games": games, "levels": players.levels()}


def version() -> str:
    """Return the version of the installed project, or a placeholder in a bare checkout."""
    try:
        return metadata.version("palmares")
    except metadata.PackageNotFoundError:
        return "0+unknown"


_OPERATIONS: dict[str, Callable[[_Object], dict[str, Any]]] = {
    "start": _start,
    "moves": _moves,
    "apply": _apply,
    "perft": _perft,
    "play": _play,
    "choose": _choose,
    "evaluate": _evaluate,
    "analyse": _analyse,
    "describe": _describe,
}


def _field(request: _Object, name: str) -> Any:
    if name not in request:
        raise BadRequest(f"the request has no {name}")
    return request[name]


def _game(request: _Object) -> Game[Any]:
    name = _field(request, "game")
    if not isinstance(name, str):
        raise BadRequest("game must be a text")
    return catalog.game(name)


def _opening(game: Game[Any], request: _Object) -> Any:
    rules, seats, teams = request.get("rules"), request.get("seats"), request.get("teams")
    if not isinstance(rules, dict | None):
        raise BadRules("rules must be an object")
    if seats is not None and not (isinstance(seats, list) and all(isinstance(seat, str) for seat in seats)):
        raise BadRules("seats must be a list of texts")
    if teams is not None and not (
        isinstance(teams, list)
        and all(isinstance(team, list) and all(type(seat) is int for seat in team) for team in teams)
    ):
        raise BadRules("teams must be lists of seat numbers")
    return game.start(rules, seats, teams)


def _state(request: _Object) -> tuple[Game[Any], Any]:
    position = _field(request, "position")
    if not isinstance(position, dict):
        raise BadPosition("a position is an object")
    name = position.get("game")
    if not isinstance(name, str) or name not in catalog.GAMES:
        raise BadPosition(f"the game of a position is one of {', '.join(catalog.names())}")
    game = catalog.GAMES[name]
    return game, game.from_position(position)
