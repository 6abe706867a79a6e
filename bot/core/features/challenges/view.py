"""Challenges in words: the offer with its buttons, and what became of it."""

from __future__ import annotations

from bot.core.domain.challenges import OFFERED, is_open
from bot.core.domain.table import Table
from bot.core.games.game_words import in_sentence, preset
from bot.core.i18n.text_format import capital, code, named, text_of, words
from bot.core.i18n.time_zones import moment
from bot.core.i18n.translator import Line, Translator
from bot.core.messages.button_tokens import ButtonVerb, encode
from bot.core.messages.content import Part, Screen
from bot.core.views.buttons import Rows, main, side
from bot.core.views.rules import rules_of
from bot.core.views.time_control import pace_brief
from data.event_records import ChallengeRecord, ChallengeState

ANSWER = ButtonVerb("duel", 2)
"""The challenge, and the answer."""
PLAY, LATER, NO = "play", "later", "no"


def challenge_screen(
    challenge: ChallengeRecord, table: Table, best: int, t: Translator, *, called: bool = False
) -> Screen:
    """Show a challenge to at most `best` games; `table` is the first one before anybody answered.

    `called`: whether the guest may be mentioned.
    """
    if not is_open(challenge):
        return Screen(text_of(_outcome(challenge, table, t)))
    lines = [_offer(challenge, table, t, called=called), words(_rules(table, best, t))]
    if challenge.state is ChallengeState.LATER:
        lines.append(t.text("{guest} will answer later.", guest=_guest(challenge, t)))
    lines.append(t.text("The offer stands until {time}.", time=moment(challenge.created + OFFERED)))
    return Screen(text_of(*lines), rows=_buttons(challenge, t))


def _offer(challenge: ChallengeRecord, table: Table, t: Translator, *, called: bool) -> Line:
    player, game = named(challenge.name, challenge.person), in_sentence(t, table.game)
    if challenge.guest is None:
        return t.text("⚔️ {player} challenges anyone here to a game of {game}.", player=player, game=game)
    guest = _guest(challenge, t, called=called)
    return t.text("⚔️ {guest}, {player} challenges you to a game of {game}.", guest=guest, player=player, game=game)


def _rules(table: Table, best: int, t: Translator) -> str:
    return " · ".join(
        (
            capital(preset(t, rules_of(table)["preset"])),
            *((t("best of {n}", n=best),) if best > 1 else ()),
            pace_brief(table.options.pace, t),
            t("rated") if table.options.rated else t("not rated"),
        )
    )


def _outcome(challenge: ChallengeRecord, table: Table, t: Translator) -> Line:
    player, guest, game = named(challenge.name, challenge.person), _guest(challenge, t), in_sentence(t, table.game)
    match challenge.state:
        case ChallengeState.ACCEPTED:
            at_table = code(challenge.table)
            return t.text(
                "⚔️ {guest} accepts {player}'s challenge: {code}.", guest=guest, player=player, code=at_table
            )
        case ChallengeState.DECLINED:
            return t.text("⚔️ {player} challenged {guest}. Not this time.", player=player, guest=guest)
        case ChallengeState.WITHDRAWN:
            return t.text("⚔️ {player} has withdrawn the challenge.", player=player)
        case _:
            return t.text(
                "⚔️ {player} offered a game of {game}, but nobody said yes within a day.", player=player, game=game
            )


def _guest(challenge: ChallengeRecord, t: Translator, *, called: bool = False) -> Part:
    part = named(challenge.guest_name or t("someone"), challenge.guest, called=called)
    return part._replace(by=challenge.person) if called else part


def _buttons(challenge: ChallengeRecord, t: Translator) -> Rows:
    def token(word: str) -> str:
        return encode("duel", 0, ANSWER, challenge.id, word)

    if challenge.guest is None:
        return ((main(t("Play now"), token(PLAY)), side(t("Withdraw"), token(NO))),)
    later = (side(t("Later"), token(LATER)),) if challenge.state is ChallengeState.OFFERED else ()
    return ((main(t("Play now"), token(PLAY)), *later, side(t("No"), token(NO))),)
