"""How to play in ten lines, with a picture of the start and of a typical moment."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.core.domain.table import Table
from bot.core.games import rulesets
from bot.core.games.game_words import in_sentence, preset, title, words_of
from bot.core.games.profiles import profile_of
from bot.core.games.sitting import Sitting, sitting_of
from bot.core.i18n.text_format import capital, strong, text_of, unsigned, words
from bot.core.i18n.translator import Line, Translator
from bot.core.messages.button_tokens import ButtonVerb, encode
from bot.core.messages.content import Picture, Screen
from bot.core.views.buttons import side
from bot.core.views.pictures import Pictures
from bot.core.views.rules import Rules, facts, preset_name, rules_of, shown, switch_values
from engine import catalog
from engine.dice import STICKS
from render.content.scene import Scene

RULES = "rules"
"""A button's placeholder where others name their table."""
SHEET = ButtonVerb("sheet", 2)
"""A game and a preset, or TABLE and its code. A press posts the whole rule sheet below."""
TABLE = "table"


@dataclass(frozen=True, slots=True)
class Asked:
    """The rules that someone asked for: those of a table, or of a game and preset with its usual seats."""

    game: str
    rules: Rules
    seats: tuple[str, ...] | None = None
    teams: tuple[tuple[int, ...], ...] | None = None
    table: str = ""

    @classmethod
    def of(cls, table: Table) -> Asked:
        seated = table.seating
        teams = None if seated.teams is None else tuple(map(tuple, seated.teams))
        return cls(table.game, rules_of(table), tuple(seated.seats), teams, table.id)

    @property
    def sitting(self) -> Sitting:
        return Sitting(shared=False, teams=False) if self.seats is None else sitting_of(self.seats, self.teams)


def is_game(game: str, preset: str) -> bool:
    return game in catalog.names() and preset in rulesets.presets(game)


def stated(game: str, rules: Rules) -> dict[str, str]:
    """Return the options of /rules for a game and its preset."""
    return {"game": game, "variant": preset_name(game, rules)}


def how_to_play(asked: Asked, t: Translator, pictures: Pictures, theme: str, *, others: bool = False) -> Screen:
    """Return the screen of /rules; its button opens the whole sheet. `others`: with the way to the other games."""
    preset = preset_name(asked.game, asked.rules)
    token = encode(RULES, 0, SHEET, *((TABLE, asked.table) if asked.table else (asked.game, preset)))
    text = text_of(*brief_lines(asked, t), *(other_games(asked.game, t) if others else ()))
    picture = Picture(pictures.draw_pair(*scenes(asked, t, theme)), alt_text(asked, t))
    return Screen(text, picture, ((side(t("All the rules"), token),),), repeatable=True)


def brief_lines(asked: Asked, t: Translator) -> list[Line]:
    """Return at most ten lines: the game, how to play it, and the way to the whole sheet."""
    profile, known = profile_of(asked.game), facts(asked.game, asked.rules)
    heading = f" · {preset(t, preset_name(asked.game, asked.rules))}"
    told = shown(profile.sheet.brief, switch_values(asked.game, asked.rules), asked.sitting)
    way = t.text(
        "Pictures: the start, and {moment}. Every detail: {command}",
        moment=t(profile.moment_words),
        command=t.command(sheet_command(asked)),
    )
    return [
        (strong(title(t, asked.game)), *words(heading)),
        *(words(f"• {t(one.text, **known)}") for one in told),
        way,
    ]


def other_games(game: str, t: Translator) -> list[Line]:
    return [
        t.text("Rules of {game}: {command}", game=title(t, other), command=t.command(f"/rules {other}"))
        for other in catalog.names()
        if other != game
    ]


def sheet_command(asked: Asked) -> str:
    """Return the command for the whole sheet."""
    if asked.table:
        return f"/rules {asked.table} full"
    return f"/rules {asked.game} {preset_name(asked.game, asked.rules)} full"


def scenes(asked: Asked, t: Translator, theme: str) -> tuple[Scene, Scene]:
    """Return the start of such a game and a typical moment of it; the start twice if there is none."""
    profile = profile_of(asked.game)
    opening = catalog.game(asked.game).start(asked.rules, asked.seats, asked.teams)
    moment = profile.moment(opening)
    start = Scene(asked.game, opening, _names(asked, t), theme=theme, teams=asked.teams or (), waiting=True)
    if moment is None:
        return start, start
    faces = STICKS.showing(moment.throw) if moment.throw else ()
    then = Scene(asked.game, moment.state, start.names, (), moment.events, faces, theme=theme, teams=start.teams)
    return start, then


def alt_text(asked: Asked, t: Translator) -> str:
    """Describe both pictures: what happens in the second, as the news would tell it."""
    profile = profile_of(asked.game)
    opening = catalog.game(asked.game).start(asked.rules, asked.seats, asked.teams)
    moment = profile.moment(opening)
    told = [profile.words.clause(t, event) for event in moment.events] if moment is not None else []
    clauses = unsigned(", ".join(clause for clause in told if clause))
    sentences = [
        capital(t("{game} board.", game=in_sentence(t, asked.game))),
        t("Left: the board at the start."),
        t("Right: {moment}.", moment=clauses) if clauses else "",
    ]
    return " ".join(filter(None, sentences))


def _names(asked: Asked, t: Translator) -> tuple[str, ...]:
    position = catalog.game(asked.game).position(
        catalog.game(asked.game).start(asked.rules, asked.seats, asked.teams)
    )
    seats: Sequence[str] = position.get("seats") or tuple(position["pieces"])
    return tuple(capital(words_of(asked.game).side(t, colours)) for colours in seats)
