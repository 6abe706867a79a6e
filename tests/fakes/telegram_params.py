"""Read what a client library sends to the Bot API, and write how that says no."""

from __future__ import annotations

import json
from typing import Any

from aiohttp import web

from tests.fakes.forms import fields_of, is_form
from tests.fakes.telegram_rules import Refused

Params = dict[str, Any]


def refusal(status: int, words: str, parameters: Params | None = None) -> web.Response:
    told: Params = {"ok": False, "error_code": status, "description": words}
    return web.json_response(told | ({"parameters": parameters} if parameters else {}), status=status)


async def params_of(request: web.Request) -> Params:
    if not is_form(request):
        return {name: _value(name, str(value)) for name, value in (await request.post()).items()}
    params: Params = {}
    # `post` would put files into temporary ones, and leave them open where a bot is killed while it sends one
    for name, file, content in await fields_of(request):
        if file:
            params |= {name: content, f"{name}.name": file}
        else:
            params[name] = _value(name, content.decode())
    return params


def _value(name: str, text: str) -> Any:
    if name in (
        "text",
        "caption",
        "description",
        "short_description",
        "callback_query_id",
        "inline_query_id",
        "photo",
        "document",
        "url",
        "secret_token",
    ):
        return text
    try:
        return json.loads(text)
    except ValueError:
        return text


def file_of(params: Params, given: Any) -> bytes:
    if isinstance(given, bytes):
        return given
    data = params.get(str(given).removeprefix("attach://"))
    if not isinstance(data, bytes):
        raise Refused("wrong file identifier/HTTP URL specified")
    return data
