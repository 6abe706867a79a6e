"""What people type for a tournament, in all languages."""

from __future__ import annotations

import pytest

from bot.core.commands.bad_lines import BadLine
from bot.core.commands.parser import parse_line
from bot.core.features.registry import registry

REGISTRY = registry()


@pytest.mark.parametrize(
    ("line", "options"),
    [
        ("torneo el viernes a las 21", {"start": "el viernes a las 21"}),
        ("/torneo suizo de parchís para cuatro mañana a las 20",
         {"format": "swiss", "game": "parchis", "players": "4", "start": "mañana a las 20"}),
        ("tournament for 4 players at 9pm", {"players": "4", "start": "at 9pm"}),
        ("can we play a tournament at 9pm?", {"start": "at 9pm"}),
        ("torneo di parchís alle 21", {"game": "parchis", "start": "alle 21"}),
        ("vorrei un torneo in quattro alle 21", {"players": "4", "start": "alle 21"}),
        ("crea un torneo de palma el viernes a las 21", {"game": "palma", "start": "el viernes a las 21"}),
        ("/tournament every Friday at 21:00", {"start": "every Friday at 21:00"}),
        ("/tournament start=Friday 21:00 knockout", {"start": "Friday 21:00", "format": "knockout"}),
        ("/tournament abc234", {"code": "abc234"}),
        ("organiza un torneo", {}),
        ("start a tournament", {}),
    ],
)  # fmt: skip
def test_a_line_for_a_tournament(line: str, options: dict[str, str]) -> None:
    assert parse_line(line, REGISTRY) == ("tournament", options)


def test_a_number_alone_is_no_time() -> None:
    with pytest.raises(BadLine):
        parse_line("/tournament 30", REGISTRY)
