"""Inline mode as Telegram's server has it: queries, what a bot may answer, and what people send of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.fakes import telegram_rules as rules
from tests.fakes.telegram_params import Params
from tests.fakes.telegram_rules import Refused
from tests.fakes.telegram_world import Message, User

MOST, NAME_BYTES, LIVES = 50, 64, 15.0
"""Results of an answer, bytes of their ids, and seconds in which a query may be answered."""
TOO_OLD = "query is too old and response timeout expired or query ID is invalid"


@dataclass
class Answered:
    """What somebody sees above their keyboard."""

    results: dict[str, Params]
    cache: int
    personal: bool


@dataclass
class Inline:
    """The queries that people have typed."""

    now: Callable[[], float]
    asked: dict[str, float] = field(default_factory=dict)
    answers: dict[str, Answered] = field(default_factory=dict)

    def ask(self, user: User, words: str = "", offset: str = "") -> Params:
        """Return the update's content of a query; `offset`: more results are wanted."""
        name = f"i{len(self.asked)}"
        self.asked[name] = self.now()
        return {"id": name, "from": user.json, "query": words, "offset": offset, "chat_type": "supergroup"}

    def take(self, params: Params, messages: list[Message]) -> bool:
        """Take a bot's answer; raises Refused."""
        name, results = params["inline_query_id"], params["results"]
        if name not in self.asked or name in self.answers or self.now() - self.asked[name] > LIVES:
            raise Refused(TOO_OLD)
        if len(results) > MOST:
            raise Refused("RESULTS_TOO_MUCH")
        if len({one["id"] for one in results}) < len(results):
            raise Refused("RESULT_ID_DUPLICATE")
        files = {one.json["photo"][-1]["file_id"] for one in messages if one.photo is not None}
        for one in results:
            self._check(one, files)
        cache = params.get("cache_time", 300)
        if not isinstance(cache, int) or cache < 0:
            raise Refused("CACHE_TIME_INVALID")
        self.answers[name] = Answered(
            {one["id"]: one for one in results}, cache, bool(params.get("is_personal", False))
        )
        return True

    def _check(self, result: Params, files: set[str]) -> None:
        if not 1 <= len(result["id"].encode()) <= NAME_BYTES:
            raise Refused("RESULT_ID_INVALID")
        rules.markup(result.get("reply_markup"))
        if result["type"] == "article":
            content = result["input_message_content"]
            if not result.get("title", "").strip():
                raise Refused("ARTICLE_TITLE_EMPTY")
            rules.words({**content, "text": content["message_text"]}, "text", rules.TEXT, needed=True)
        elif result["type"] == "photo":
            if result["photo_file_id"] not in files:
                raise Refused("wrong file identifier/HTTP URL specified")
            rules.words(result, "caption", rules.CAPTION, needed=False)
        else:
            raise Refused("RESULT_TYPE_INVALID")

    def shown(self, query: str, name: str) -> tuple[str, list[list[Params]]]:
        """Return the text and the buttons of a result that somebody sends."""
        result = self.answers[query].results[name]
        content: dict[str, Any] = result.get("input_message_content") or {}
        told = content.get("message_text", result.get("caption", ""))
        plain, _ = rules.parse_html(told) if (content or result).get("parse_mode") else (told, [])
        return plain, result.get("reply_markup", {}).get("inline_keyboard", [])
