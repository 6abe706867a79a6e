"""What a call of the Bot API makes a message show, and what Telegram says against it."""

from __future__ import annotations

from tests.fakes import telegram_rules as rules
from tests.fakes.telegram_params import Params, file_of
from tests.fakes.telegram_rules import Refused
from tests.fakes.telegram_world import Chat, Message


def attach(message: Message, params: Params) -> None:
    """Give a message the document or the animation that it is sent with; raises Refused."""
    if params[""] == "sendDocument":
        message.document = (params["document.name"], rules.document(file_of(params, params["document"])))
    elif params[""] == "sendAnimation":
        message.animation = rules.animation(file_of(params, params["animation"]))


def fill(message: Message, params: Params) -> None:
    """Give a message the words, the picture and the buttons of a call; raises Refused."""
    method, source = params[""], params
    picture, film = message.photo, message.animation
    if method == "sendPhoto":
        picture = rules.photo(file_of(params, params["photo"]))
    elif method == "editMessageMedia":
        source = params["media"]
        data, picture, film = file_of(params, source["media"]), None, None
        if source["type"] == "photo":
            picture = rules.photo(data)
        elif source["type"] == "animation":
            film = rules.animation(data)
        else:
            raise Refused("unknown media type")
    seen = picture is not None or film is not None
    if method == "editMessageText" and seen:
        raise Refused("there is no text in the message to edit")
    if method == "editMessageCaption" and not seen:
        raise Refused("there is no caption in the message to edit")
    if picture is not None and not message.chat.pictures:
        raise Refused("not enough rights to send photos to the chat")
    if film is not None and not (message.chat.pictures and message.chat.animations):
        raise Refused("not enough rights to send animations to the chat")
    rows = rules.markup(params.get("reply_markup"), private=message.chat.id > 0)
    if seen or message.document is not None:
        words = rules.words(source, "caption", rules.CAPTION, needed=False)
    else:
        words = rules.words(source, "text", rules.TEXT, needed=True)
    message.text, message.entities = words
    message.photo, message.animation, message.rows = picture, film, rows


def react(messages: list[Message], chat: Chat, params: Params) -> None:
    """Give one of a chat's messages the bot's reaction; raises Refused."""
    message = next((one for one in messages if one.id == params["message_id"]), None)
    if message is None:
        raise Refused("message to react not found")
    (reaction,) = params["reaction"]
    if chat.reactions is not None and reaction["emoji"] not in chat.reactions:
        raise Refused("REACTION_INVALID")
    message.reaction = rules.reaction(reaction)
