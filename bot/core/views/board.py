"""The board message: news, whose turn it is, the picture, and a button for each choice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.core.domain.pings import pressed_in_turn
from bot.core.domain.play import dice_of
from bot.core.domain.series import goes_on
from bot.core.domain.table import StartedTable, Table
from bot.core.games.game_words import preset, title
from bot.core.games.profiles import profile_of
from bot.core.i18n.text_format import clip, code, joined, plain, strong, text_of, width, words
from bot.core.i18n.translator import Line, Translator
from bot.core.messages.button_tokens import Verb, encode
from bot.core.messages.content import Button, Picture, Screen
from bot.core.views.alt_text import ALT_LIMIT, clipped, describe
from bot.core.views.buttons import choices, main, side
from bot.core.views.chances import chances_of, may_be_shown
from bot.core.views.chances import told as told_chances
from bot.core.views.dice import seal
from bot.core.views.excerpt import excerpt
from bot.core.views.game_over import ending, places_of
from bot.core.views.match_score import score_line
from bot.core.views.message_turns import final_span
from bot.core.views.news import News, fitting, news, turns_ago
from bot.core.views.pictures import Pictures, pictured
from bot.core.views.players import human, name
from bot.core.views.result_card import result_card, told
from bot.core.views.rules import rules_of
from bot.core.views.status import status
from bot.core.views.teams import progress_line
from bot.core.views.throwing import has_rolls, roll_on_button
from bot.core.views.time_control import allowed_sign, pace_lines, with_absence
from data.records import Status
from engine.dice import STICKS, device_for
from engine.events import Bonus, Event, Finished, TurnBegan, Won
from engine.game import Move, TurnKind
from engine.match import Match
from engine.players.evaluation import EVALUATIONS
from engine.plies import Ply
from render.content.choice_marks import marks
from render.content.scene import Scene
from render.content.unseen import Step, Unseen
from render.themes.catalog import CLASSIC

TEXT_LIMIT = 1000
CONSEQUENCES = (Bonus, TurnBegan, Won, Finished)
"""Consequences of a move."""
NULL = "n0"  # the last of the numbers to pick


def board_screen(
    table: StartedTable,
    since_ply: int,
    t: Translator,
    pictures: Pictures,
    theme: str = "classic",
    *,
    coded: bool = False,
    chances: bool = False,
    reach: bool = False,
    season_days: int | None = None,
    at_once: bool = True,
) -> Screen:
    """Return the screen of a table in play, or at its end, for readers who know it up to a ply.

    `coded`: with the table's code; `chances`: with the win chances, where allowed; `reach`: with marks on what the
    next roll may capture; `season_days`: the few that are left of the season of its readers' chat; `at_once`: with
    the board drawn, not when somebody asks.
    """
    match = table.match
    position = match.game.position(match.state)
    over = is_over(table)
    open_moves = {} if over else choices_of(match)
    asked: Line = () if over else status(table, position, t)
    if over:
        above = [sign(table, coded=coded), score_line(table, t)]
        below = [*ending(table, position, t, season_days), heading(table, t)]
    else:
        above = _above(table, since_ply, t, coded=coded)
        below = _below(table, since_ply, position, open_moves, asked, t)
    room = TEXT_LIMIT - sum(width(plain(line)) + 1 for line in (*above, *below))
    last = final_span(table) if over else None
    happened = news(table, since_ply, t) if last is None else News()
    tidings = fitting(happened, room, t) if last is None else excerpt(table, last, room, t)
    scene = scene_of(table, since_ply, t, tuple(open_moves), theme, chances=chances and not over, reach=reach)

    def alt() -> str:
        shares = told_chances(table, t) if scene.chances else ""
        return describe(table, position, open_moves, t, over=over, asked=asked, chances=shares)

    if over and (card := result_card(table, t)) is not None:
        data = pictures.draw_result_card(card, replace(scene, places=tuple(places_of(table))))
        picture = Picture(data, clipped(f"{told(card, t)} {alt()}", ALT_LIMIT), free=theme == CLASSIC.name)
    else:
        picture = pictured(pictures, scene, alt, at_once=at_once)
    first = len(text_of(*above, *happened.first).lines)
    told_turns = (first, len(text_of(*above, *tidings).lines))
    text = text_of(*above, *tidings, *below)
    return Screen(text, picture, with_absence(table, _rows(table, open_moves, t), t), turns=told_turns)


def scene_of(
    table: StartedTable,
    since_ply: int,
    t: Translator,
    moves: tuple[Move, ...],
    theme: str = "classic",
    *,
    chances: bool = False,
    reach: bool = False,
) -> Scene:
    """Return what the picture shows; its marks of past moves go back a round at most."""
    match = table.match
    start = turns_ago(table, since_ply, len(table.seats))
    return Scene(
        game=table.game,
        state=match.state,
        names=tuple(name(table, seat, t) for seat in range(len(table.seats))),
        moves=moves,
        trail=tuple(event for ply in match.plies[start:] for event in ply.events),
        faces=_faces(table, match),
        size=None,
        theme=theme,
        teams=table.seating.teams or (),
        chances=chances_of(table) if chances and may_be_shown(table) else (),
        reach=reach,
        allowed=allowed_sign(table),
    )


def unseen_of(
    table: StartedTable,
    seen: int,
    since_ply: int,
    t: Translator,
    theme: str = "classic",
    *,
    chances: bool = False,
    reach: bool = False,
) -> Unseen | None:
    """Return what is new to a reader who saw the position after `seen` plies; None if nothing can be animated.

    `since_ply` is the first ply whose news and marks the board shows.
    """
    match = table.match
    if not 0 <= seen < len(match.plies):
        return None
    if is_over(table):
        return unseen_before(table, seen, last_scene(table, since_ply, t, theme))
    end = scene_of(table, since_ply, t, tuple(choices_of(match)), theme, chances=chances, reach=reach)
    return unseen_before(table, seen, end)


def last_scene(table: StartedTable, since_ply: int, t: Translator, theme: str) -> Scene:
    """Return the board at a table's end, with the winner's crown and the other places."""
    return replace(scene_of(table, since_ply, t, (), theme), places=tuple(places_of(table)), allowed="")


def unseen_before(table: StartedTable, seen: int, end: Scene) -> Unseen:
    """Return what leads from the position after `seen` plies to the table's, which looks as `end`."""
    match, steps = table.match, []
    before = state = match.opening if seen == 0 else match.plies[seen - 1].state
    for ply in match.plies[seen:]:
        steps.append(Step(ply.events, ply.state, _fallen(table, match, ply, state)))
        state = ply.state
    return Unseen(before, tuple(steps), end)


def is_over(table: StartedTable) -> bool:
    """Return whether nothing more is played at a table."""
    return table.status is not Status.PLAYING or table.match.turn.kind is TurnKind.OVER


def choices_of(match: Match[Any]) -> dict[Move, tuple[Event, ...]]:
    """Return the choices open now with their effects; none before a roll."""
    if match.turn.kind is not TurnKind.CHOOSE:
        return {}
    game, state = match.game, match.state
    letters = profile_of(game.name).letters

    def rank(move: Move) -> tuple[bool, int, str, int]:
        """Return a button's sort key: colours in board order, pieces and steps by number, the null last."""
        piece, _, steps = move.partition("+")
        return move == NULL, letters.find(move[0]), piece, int(steps) if steps.isdecimal() else 0

    return {move: own_events(game.apply(state, move).events) for move in sorted(game.moves(state), key=rank)}


def own_events(events: tuple[Event, ...]) -> tuple[Event, ...]:
    """Return a move's effects without its consequences."""
    end = next((at for at, event in enumerate(events) if isinstance(event, CONSEQUENCES)), None)
    return events[:end]


def _above(table: StartedTable, since_ply: int, t: Translator, *, coded: bool) -> list[Line]:
    """Return the lines above the news: first the game, rules and seal of rolls, later only a needed code."""
    if since_ply == 0 and all(move.automation is not None for move in table.log):
        return [heading(table, t), score_line(table, t), seal(table, t) if has_rolls(table) else ()]
    return [sign(table, coded=coded)]


def _below(
    table: StartedTable,
    since_ply: int,
    position: dict[str, Any],
    moves: Mapping[Move, tuple[Event, ...]],
    asked: Line,
    t: Translator,
) -> list[Line]:
    """Return the lines below the news, ending with `asked`: who is to act and how."""
    profile = profile_of(table.game)
    reminders = [words(reminder) for reminder in profile.reminders(t, position)]
    hints = words(" ".join(profile.hints(t, position, moves)))
    return [
        () if pressed_in_turn(table) else progress_line(table, since_ply, t),  # once a turn is enough
        *reminders,
        *pace_lines(table, t),
        joined((asked, hints), " "),
    ]


def heading(table: Table, t: Translator) -> Line:
    """Return the line that introduces a table: the game, its rules, the table's code, and its tournament."""
    event = words(f" · 🏆 {clip(table.links.event, 40)}") if table.links.event else ()
    return (
        strong(title(t, table.game)),
        *words(f" · {preset(t, rules_of(table)['preset'])} · "),
        code(table.id),
        *event,
    )


def sign(table: Table, *, coded: bool) -> Line:
    """Return the code, by which readers tell several tables apart."""
    return (code(table.id),) if coded else ()


def _faces(table: StartedTable, match: Match[Any]) -> tuple[str, ...]:
    """Return the sides of the last sticks thrown; empty for dice, whose value is in the state."""
    at = next((at for at in range(len(match.plies), 0, -1) if match.plies[at - 1].kind is TurnKind.THROW), None)
    if at is None:
        return ()
    return _fallen(table, match, match.plies[at - 1], match.plies[at - 2].state if at > 1 else match.opening)


def _fallen(table: StartedTable, match: Match[Any], ply: Ply[Any], before: Any) -> tuple[str, ...]:
    """Return the sides of the sticks that a ply threw; empty for other plies, and for dice."""
    if ply.kind is not TurnKind.THROW or device_for(odds := match.game.odds(before)) is not STICKS:
        return ()
    fallen = dice_of(table).throw(ply.throws - 1, odds)
    return fallen.faces if fallen.outcome == ply.move else STICKS.showing(ply.move)  # other dice threw them


def _rows(
    table: StartedTable, moves: Mapping[Move, tuple[Event, ...]], t: Translator
) -> tuple[tuple[Button, ...], ...]:
    turn = table.match.turn
    if is_over(table):
        if table.clock.faded:
            return ()
        again = main(t("Rematch"), encode(table.id, table.version, Verb.AGAIN))
        rotated = side(t("Rematch, rotate seats"), encode(table.id, table.version, Verb.ROTATE))
        call = side(t("Ping me next time"), encode(table.id, table.version, Verb.CALLME))
        more: tuple[Button, ...] = (call,)
        if table.game in EVALUATIONS and table.status is Status.OVER:
            more = (side(t("Analysis"), encode(table.id, table.version, Verb.ANALYSE)), call)
        alone = table.links.tournament is not None or goes_on(table)
        return (more,) if alone else ((again, rotated), more)
    if not human(table, turn.seat):
        return ()
    if turn.kind is TurnKind.THROW:
        label = profile_of(table.game).throw_label(table.match.game.odds(table.match.state))
        roll = main(t(label), encode(table.id, table.version, Verb.THROW))
        return ((roll, *roll_on_button(table, t)),)
    labels = choice_labels(table.game, moves, t)
    buttons = [side(label, encode(table.id, table.version, Verb.MOVE, move)) for move, label in labels.items()]
    return choices(buttons)


def choice_labels(game: str, moves: Mapping[Move, Sequence[Event]], t: Translator) -> dict[Move, str]:
    """Return each choice's button label: `A · 🟡2 +6 → 32`, with its letter in the picture."""
    words, letters = profile_of(game).words, marks(moves)
    told = {move: words.label(t, move, events) for move, events in moves.items()}
    return {move: f"{letters[move]} · {label}" if move in letters else label for move, label in told.items()}
