"""Find the handler of a command or pressed button."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any, TypeVar

from bot.core.commands.group import CommandGroup, GroupButton, GroupCommand, verbs_of
from bot.core.i18n.refusal import UNKNOWN_BUTTON, Refusal
from bot.core.i18n.translator import N_
from bot.core.messages.button_tokens import InvalidButtonToken, Token, decode
from bot.core.messages.requests import Outcome, Press, Request

C = TypeVar("C")
Answer = Callable[..., Awaitable[Outcome]]
"""Answers a Request, or a Press and its Token; raises Refusal."""
Above = Callable[[Request | Press], Awaitable[Request | Press]]
"""Returns what was asked in a table's thread as if it came from the chat above; raises StoreError."""


class Router:
    """Make the handlers of all groups, and find the one of a command or button."""

    def __init__(self, groups: Sequence[CommandGroup[C, Any]], context: C, above: Above) -> None:
        """Make the handlers from a context; raises ValueError for a command or verb that is there twice."""
        self._above = above
        self._commands: dict[str, Answer] = {}
        self._buttons: dict[str, Answer] = {}
        self._verbs = verbs_of(groups)
        for group in groups:
            handlers = group.make(context)
            for command in group.commands:
                _add(self._commands, command.definition.name, self._bound(handlers, command))
            for button in group.buttons:
                _add(self._buttons, button.verb, self._bound(handlers, button))

    async def command(self, request: Request) -> Outcome:
        """Answer a command; raises Refusal."""
        answer = self._commands.get(request.command)
        if answer is None:
            raise Refusal(N_("I don't know /{command}. Try /help."), command=request.command[:32])
        return await answer(request)

    async def press(self, press: Press) -> Outcome:
        """Answer a pressed button; raises Refusal."""
        token = self._token(press)
        return await self._buttons[token.verb](press, token)

    def _bound(self, handlers: object, one: GroupCommand[Any] | GroupButton[Any]) -> Answer:
        answer: Answer = partial(one.handler, handlers)
        guard = None if one.guard is None else partial(one.guard, handlers)
        if guard is None and not one.above:
            return answer

        async def guarded(asked: Request | Press, *token: Token) -> Outcome:
            if one.above:
                asked = await self._above(asked)
            if guard is not None:
                await guard(asked, *token)
            return await answer(asked, *token)

        return guarded

    def _token(self, press: Press) -> Token:
        try:
            return decode(press.token, self._verbs)
        except InvalidButtonToken:
            raise Refusal(UNKNOWN_BUTTON) from None


def _add(answers: dict[str, Answer], name: str, answer: Answer) -> None:
    if name in answers:
        raise ValueError(f"{name} is there twice")
    answers[name] = answer
