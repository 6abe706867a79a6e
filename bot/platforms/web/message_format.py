"""Serialize a message of the page's chat: one JSON object, the same in the store and on the page."""

from __future__ import annotations

import hashlib
import json
import struct
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from bot.core.messages.content import Button, Details, Disc, Part, Picture, Place, Screen, State, Style, Text
from bot.platforms.web.message_soundness import check_sound
from bot.platforms.web.still import moving_time
from data.records import MessageRecord, PersonKey

Body = dict[str, Any]

_SAID = "said"
_PLAIN = [Style.PLAIN.value, None]
_PNG = b"\x89PNG\r\n\x1a\n"
_GIF = b"GIF89a"


def person_body(author: PersonKey, name: str, text: str) -> Body:
    """Return the body of a person's message; a command is marked as one."""
    return {
        "author": {"user": author.user, "name": name},
        "kind": "command" if text.startswith("/") else "say",
        "lines": [[[line, Style.PLAIN.value, None]] for line in text.split("\n")],
        "rows": [],
        "picture": None,
    }


def screen_body(screen: Screen, layers: Body | None = None) -> Body:
    """Return the body of the bot's message; `layers`: the digest and the size of the board that it shows.

    `board`: the table and version it shows. `turn`: the only person who may play there now. `game`: the whole game it
    is about. `cup`: the tournament. `only`: the people who alone may press a button, by token. `winners`: the people
    who have won. `told`: what differs in other languages, by language.
    """
    about = screen.about
    board: Body = {"board": [about.table, about.version]} if about is not None and about.table else {}
    if about is not None and about.actor is not None:
        board["turn"] = about.actor.user
    if about is not None and about.game:
        board["game"] = about.game
    if about is not None and about.event:
        board["cup"] = about.event
    if screen.details is not None:
        board["details"] = {**_details(screen.details), "turns": screen.turns}
    if screen.places:
        board["places"] = [_place(place) for place in screen.places]
    if reserved := [button for row in screen.rows for button in row if button.only is not None]:
        board["only"] = {button.token: sorted(one.user for one in button.only or ()) for button in reserved}
    if about is not None and about.winners:
        board["winners"] = sorted(winner.user for winner in about.winners)
    if screen.told:
        board["told"] = {language: _words(other) for language, other in screen.told}
    return {
        **board,
        "author": None,
        "kind": "bot",
        "lines": text_lines(screen.text),
        "rows": [[_button(button) for button in row] for row in screen.rows if row],
        "picture": _picture(screen.picture, layers, placed="board" in board),
    }


def text_lines(text: Text) -> list[list[list[str | float | None]]]:
    """Return a text as lines of `[words, style, mentioned person or null]`.

    A time adds its Unix seconds. A link adds null and its address. A game to replay adds two nulls and its code.
    """
    return [_joined(_part(part) for part in line) for line in text.lines]


def reworded(body: Body, text: Text, told: Mapping[str, Text]) -> Body:
    """Return the message with another text, also in other languages, and without buttons."""
    alts = {language: words.get("alt") for language, words in body.get("told", {}).items()}
    others = {language: {"lines": text_lines(other), "alt": alts.get(language)} for language, other in told.items()}
    kept = {name: value for name, value in body.items() if name not in ("told", "turn", "details", "places", "only")}
    return {**kept, "lines": text_lines(text), "rows": [], **({"told": others} if others else {})}


def read_in(body: Body, languages: Collection[str]) -> Body:
    """Return a body with its words in these languages only, besides the first one."""
    if "told" not in body:
        return body
    told = {language: words for language, words in body["told"].items() if language in languages}
    return {**{name: value for name, value in body.items() if name != "told"}, **({"told": told} if told else {})}


def thinned(body: Body, before: Body) -> Body:
    """Return a body without what a page that has the one before it knows: picture, lines of the story, description.

    A `span` has the numbers of the first and the last line that stand.
    """
    told, known = body.get("told", {}), before.get("told", {})
    others = {language: _thinned_details(words, known.get(language, {})) for language, words in told.items()}
    thin = {**_thinned_details(body, before), **({"told": others} if told else {})}
    if body.get("picture") is not None and body["picture"] == before.get("picture"):
        del thin["picture"]
    return thin


def _thinned_details(words: Body, before: Body) -> Body:
    details, known = words.get("details"), before.get("details")
    if not details or not known or not details["story"] or details["about"] != known["about"]:
        return words
    story, old = details["story"], dict(map(tuple, known["story"]))
    first, last = story[0][0], story[-1][0]
    fresh = [line for line in story if old.get(line[0]) != line[1]]
    kept = {number: line for number, line in old.items() if first <= number <= last}
    if sorted((kept | dict(map(tuple, fresh))).items()) != list(map(tuple, story)):
        return words  # a line is gone from between others
    thin = {name: value for name, value in details.items() if name != "about"}
    return {**words, "details": {**thin, "story": fresh, "span": [first, last]}}


def offers(body: Body, token: str) -> bool:
    """Return whether the message has buttons of this token's table; only those may change it."""
    table = token.partition(".")[0]
    return any(offered.partition(".")[0] == table for offered in tokens(body))


def tokens(body: Body) -> list[str]:
    """Return the tokens of a message's buttons, and of the actions on its picture."""
    places = [button[1] for place in body.get("places", ()) for button in place["deeds"]]
    return [button[1] for row in body["rows"] for button in row] + places


def dump(body: Body) -> str:
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"))


def load(text: str) -> Body:
    """Return the body from the store; raises ValueError for one that cannot be shown."""
    try:
        body: Body = json.loads(text)
    except RecursionError:
        raise ValueError("is nested too deeply") from None
    check_sound(body)
    return body


def said_nonce(prefix: str, id_: str) -> str:
    """Return the nonce that stores a browser's line once, however often the page sends it."""
    return f"{_SAID}:{prefix}:{id_}"


def shown(record: MessageRecord, body: Body) -> dict[str, Any]:
    """Return a message for the page; `said` is the id of the frame that brought it, for its sender."""
    kind, _, said = record.nonce.partition(":")
    message = {"id": record.id, "revision": record.revision, "at": record.at, "body": body}
    return {**message, "said": said.rpartition(":")[2]} if kind == _SAID else message


def digest_of(data: bytes) -> str:
    """Return the digest that names a picture in its address, so that each may be cached forever."""
    return hashlib.sha256(data).hexdigest()[:16]


def media_type_of(data: bytes) -> str:
    known = {_PNG: "image/png", _GIF: "image/gif"}
    return next((kind for sign, kind in known.items() if data.startswith(sign)), "application/octet-stream")


def _joined(parts: Iterable[list[str | float | None]]) -> list[list[str | float | None]]:
    """Return parts with plain words next to each other as one."""
    found: list[list[str | float | None]] = []
    for part in parts:
        if found and _is_plain(part) and _is_plain(found[-1]):
            found[-1] = [f"{found[-1][0]}{part[0]}", *_PLAIN]
        else:
            found.append(part)
    return found


def _is_plain(part: list[str | float | None]) -> bool:
    return part[1:] == _PLAIN


def _part(part: Part) -> list[str | float | None]:
    mention = part.mention.user if part.mention is not None else None
    fields: list[str | float | None] = [part.text, part.style.value, mention]
    if part.link is not None:
        return [*fields, None, part.link]
    if part.game:
        return [*fields, None, None, part.game]
    return fields if part.moment is None else [*fields, part.moment]


def _button(button: Button) -> list[str | bool]:
    """Return a button; one with a state as its name, whether it is a switch, and whether it is on.

    Then follow the group of a choice, and whether it differs from the default. Without a state the kind is empty.
    """
    state = button.state or State(button.label, on=False, switch=False)
    kind = "" if button.state is None else "switch" if state.switch else "choice"
    stated: list[str | bool] = [kind, state.on, state.among, button.odd] if kind or button.odd else []
    return [state.name, button.token, button.tone.value, *stated]


def _place(place: Place) -> Body:
    return {
        "discs": [_disc(disc) for disc in place.discs],
        "holder": None if place.holder is None else place.holder.user,
        "deeds": [_button(deed) for deed in place.deeds],
        **_told_place(place),
    }


def _told_place(place: Place) -> Body:
    """Return the parts of a place that depend on its reader's language."""
    return {"caption": place.caption, "mark": place.mark, "labels": [_label(deed) for deed in place.deeds]}


def _label(button: Button) -> str | list[str]:
    """Return a button's label, with the group if it is a choice."""
    name, state = str(_button(button)[0]), button.state
    return [name, state.among] if state is not None and state.among else name


def _details(details: Details) -> Body:
    spots = [[spot.token, _disc(spot.landing), _disc(spot.piece)] for spot in details.spots]
    return {
        "spots": spots,
        "tint": details.tint,
        "value": details.value,
        "heard": details.heard,
        **_tale(details),
    }


def _tale(details: Details) -> Body:
    """Return the parts of the details that depend on the reader's language."""
    return {"story": details.story, "about": text_lines(details.about)}


def _disc(disc: Disc | None) -> list[int] | None:
    return None if disc is None else [round(length) for length in disc]


def _words(screen: Screen) -> Body:
    """Return the parts of a message that depend on its reader's language."""
    tale = {} if screen.details is None else {"details": {**_tale(screen.details), "turns": screen.turns}}
    labels = [[_label(button) for button in row] for row in screen.rows if row]
    places = {"places": [_told_place(place) for place in screen.places]} if screen.places else {}
    alt = screen.picture.alt if screen.picture is not None else None
    return {"lines": text_lines(screen.text), "labels": labels, "alt": alt, **tale, **places}


def _picture(picture: Picture | None, layers: Body | None, *, placed: bool) -> Body | None:
    """Return a picture; a board, which is not drawn, has its position unless its table has that too."""
    if picture is None or (picture.board is not None and layers is None):
        return None
    free = {"dims": True} if picture.free else {}
    if picture.board is not None and layers is not None:
        at = {} if placed else {"position": picture.board.position}
        return {**layers, "alt": picture.alt, **free, "layers": True, **at}
    width, height = _size(picture.data)
    fields: Body = {"digest": digest_of(picture.data), "alt": picture.alt, "width": width, "height": height, **free}
    if moves := moving_time(picture.data):
        fields["moves"] = moves
    return fields if picture.media_type == "image/png" else fields | {"ending": picture.media_type.rpartition("/")[2]}


def _size(data: bytes) -> tuple[int, int]:
    if data.startswith(_PNG) and data[12:16] == b"IHDR" and len(data) >= 24:
        width, height = struct.unpack(">II", data[16:24])
        return width, height
    if data.startswith(_GIF) and len(data) >= 10:
        width, height = struct.unpack_from("<HH", data, 6)
        return width, height
    return 800, 800
