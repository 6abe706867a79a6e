"""Imitate Discord on loopback: REST and gateway, strict about its limits, and told by tests when to be in trouble.

`calls` has what was asked of it, `faults` what it does instead of answering.
"""

from __future__ import annotations

import json
import re
from typing import Any

from aiohttp import web

from tests.fakes.discord_clock import ManualClock
from tests.fakes.discord_door import API, KIND, Door, json_reply
from tests.fakes.discord_gateway import GUILD_MESSAGES, Gateway, Session
from tests.fakes.discord_limits import (
    Refused,
    check_commands,
    check_message,
    check_not_empty,
    check_suggestions,
    invalid,
)
from tests.fakes.discord_state import (
    APPLICATION,
    AUTOCOMPLETE,
    COMMAND,
    COMPONENT,
    EPHEMERAL,
    SEND_IN_THREADS,
    Channel,
    Interaction,
    Message,
    bot_payload,
    guild_payload,
)
from tests.fakes.discord_threads import Threads, require_awake
from tests.fakes.forms import fields_of, is_form

DEADLINE, LIFE = 3.0, 15 * 60.0
FOLLOWUPS = 5
ENTRY_POINT, LAUNCH = 4, 12
UNKNOWN_CHANNEL = Refused(404, 10003, "Unknown Channel")
UNKNOWN_MESSAGE = Refused(404, 10008, "Unknown Message")
UNKNOWN_WEBHOOK = Refused(404, 10015, "Unknown Webhook")
UNKNOWN_INTERACTION = Refused(404, 10062, "Unknown interaction")
_FITTING: set[tuple[bytes, bool]] = set()
"""The trees of commands that fitted, and whether everywhere: each bot of each test sends the same."""


class DiscordServer(Threads, Door):
    """Discord, all of it, as far as a bot with buttons can see."""

    def __init__(self, clock: ManualClock) -> None:
        super().__init__()
        self.clock = clock
        self.channels: dict[str, Channel] = {}
        self.messages: dict[str, Message] = {}
        self.interactions: dict[str, Interaction] = {}
        self.files: dict[str, bytes] = {}
        self.commands: dict[str | None, list[dict[str, Any]]] = {}
        self.entry: dict[str, Any] | None = None
        """The command that launches the Activity, once that is enabled."""
        self.paced = False
        self.recommended = self.at_once = 1
        """How many shards it recommends, and how many of them may say who they are at once."""
        self.url = ""
        self.gateway = Gateway(self._greeting, lambda: self.url.replace("http", "ws") + "/gateway")
        self.gateway.changed = self.wake
        self.direct: dict[str, Channel] = {}
        """The private chats that the bot has opened, by person."""
        self._written: dict[str, list[float]] = {}
        self._ids = 1_000_000_000_000_000_000
        self._runner: web.AppRunner | None = None

    async def start(self, port: int = 0) -> str:
        """Open the server's door, any free one or this; return the address."""
        app = web.Application(middlewares=[self.guard], client_max_size=30 * 1024 * 1024)
        add = app.router.add_route
        add("GET", f"{API}/users/@me", self._me)
        add("GET", f"{API}/oauth2/applications/@me", self._application)
        add("GET", f"{API}/gateway/bot", self._gateway_bot)
        add("PUT", f"{API}/applications/{{app}}/commands", self._put_commands)
        add("GET", f"{API}/applications/{{app}}/commands", self._get_commands)
        add("PUT", f"{API}/applications/{{app}}/guilds/{{guild}}/commands", self._put_commands)
        add("POST", f"{API}/users/@me/channels", self._open_private)
        add("POST", f"{API}/channels/{{channel}}/messages", self._post)
        add("PATCH", f"{API}/channels/{{channel}}/messages/{{message}}", self._edit)
        add("DELETE", f"{API}/channels/{{channel}}/messages/{{message}}", self._delete)
        add("POST", f"{API}/channels/{{channel}}/messages/{{message}}/threads", self._open_thread)
        add("PATCH", f"{API}/channels/{{channel}}", self._change_thread)
        add("POST", f"{API}/interactions/{{id}}/{{token}}/callback", self._callback)
        add("POST", f"{API}/webhooks/{{app}}/{{token}}", self._follow_up)
        add("GET", f"{API}/webhooks/{{app}}/{{token}}/messages/{{message}}", self._get_by_token)
        add("PATCH", f"{API}/webhooks/{{app}}/{{token}}/messages/{{message}}", self._edit_by_token)
        add("DELETE", f"{API}/webhooks/{{app}}/{{token}}/messages/{{message}}", self._delete_by_token)
        add("GET", "/gateway", self.gateway.serve)
        add("GET", "/cdn/{file}", self._file)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", port)
        await site.start()
        self.url = f"http://127.0.0.1:{self._runner.addresses[0][1]}"
        return self.url

    async def stop(self) -> None:
        """Shuts it."""
        await self.gateway.cut()
        if self._runner is not None:
            await self._runner.cleanup()

    def new_id(self) -> str:
        """Make a snowflake."""
        self._ids += 1 << 12
        return str(self._ids)

    def cdn(self, file: str) -> str:
        """Return where an attached file can be fetched."""
        return f"{self.url}/cdn/{file}"

    async def _file(self, request: web.Request) -> web.Response:
        data = self.files.get(request.match_info["file"])
        return web.Response(status=404) if data is None else web.Response(body=data)

    def of(self, channel: Channel) -> list[Message]:
        """Return what everybody in a channel sees of the bot."""
        every = self.messages.values()
        return [
            message
            for message in every
            if message.channel == channel.id and not (message.gone or message.ephemeral or message.author)
        ]

    def _greeting(self, session: Session) -> list[tuple[str, dict[str, Any]]]:
        guilds = {channel.guild for channel in self.channels.values() if channel.guild and channel.member}
        mine = [guild for guild in sorted(guilds) if (int(guild) >> 22) % session.count == session.shard]
        return [("GUILD_CREATE", guild_payload(guild, list(self.channels.values()))) for guild in mine]

    # the start ------------------------------------------------------------------------------------------------------

    async def _me(self, _: web.Request) -> web.Response:
        return json_reply(bot_payload())

    async def _application(self, _: web.Request) -> web.Response:
        owner = {"id": "1", "username": "owner", "discriminator": "0", "avatar": None}
        told = {
            "id": APPLICATION,
            "name": "Palmarés",
            "description": "",
            "icon": None,
            "bot_public": True,
            "flags": 0,
        }
        return json_reply(told | {"bot_require_code_grant": False, "owner": owner, "verify_key": "", "summary": ""})

    async def _gateway_bot(self, _: web.Request) -> web.Response:
        limits = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": self.at_once}
        address = self.url.replace("http", "ws") + "/gateway"
        return json_reply({"url": address, "shards": self.recommended, "session_start_limit": limits})

    async def _get_commands(self, request: web.Request) -> web.Response:
        entry = [] if self.entry is None else [self.entry]
        return json_reply([*self.commands.get(None, []), *entry])

    async def _put_commands(self, request: web.Request) -> web.Response:
        guild = request.match_info.get("guild")
        if guild is not None and all(channel.guild != guild for channel in self.channels.values()):
            raise Refused(403, 50001, "Missing Access")
        text = await request.read()
        commands = json.loads(text)
        if (text, guild is None) not in _FITTING:
            check_commands([one for one in commands if one.get("type") != ENTRY_POINT], everywhere=guild is None)
            _FITTING.add((text, guild is None))
        if guild is None and self.entry is not None and all(one.get("type") != ENTRY_POINT for one in commands):
            raise Refused(400, 50240, "You cannot remove this app's Entry Point command in a bulk update operation.")
        self.commands[guild] = commands
        return json_reply([command | {"id": self.new_id(), "application_id": APPLICATION} for command in commands])

    async def _open_private(self, request: web.Request) -> web.Response:
        user = str((await request.json())["recipient_id"])
        if user not in self.direct:
            channel = Channel(self.new_id(), kind=1, context=1)
            self.direct[user] = self.channels[channel.id] = channel
        recipient = {"id": user, "username": "somebody", "discriminator": "0", "avatar": None}
        return json_reply({"id": self.direct[user].id, "type": 1, "recipients": [recipient]})

    # messages in channels -------------------------------------------------------------------------------------------

    def _channel(self, request: web.Request) -> Channel:
        channel = self.channels.get(request.match_info["channel"])
        if channel is None:
            raise UNKNOWN_CHANNEL
        if not channel.member:
            raise Refused(403, 50001, "Missing Access")
        return channel

    async def _post(self, request: web.Request) -> web.Response:
        channel = self._channel(request)
        if not channel.writes or (channel.is_thread and channel.denied & SEND_IN_THREADS):
            raise Refused(403, 50013, "Missing Permissions")
        payload, files = await _body(request)
        check_message(payload, files)
        check_not_empty(payload, files)
        if channel.archived:
            await self.unarchive(channel)
        self._pace(f"post {channel.id}")
        nonce = payload.get("nonce")
        if nonce and payload.get("enforce_nonce"):
            for known in self.messages.values():
                if known.nonce == nonce:
                    return json_reply(known.payload())
        message = self._new(channel, payload, files)
        await self.tell(message)
        return json_reply(message.payload())

    async def tell(self, message: Message, event: str = "MESSAGE_CREATE") -> None:
        """Tell the bot of a message that came, changed or went where it is; what others say it may not read."""
        channel = self.channels[message.channel]
        if channel.guild is None or not channel.member or message.ephemeral:
            return
        told: dict[str, Any] = {"id": message.id, "channel_id": channel.id}
        if event != "MESSAGE_DELETE":
            told = message.payload()
            told |= {} if message.author is None else {"content": "", "embeds": [], "attachments": []}
        told |= {"guild_id": channel.guild}
        await self.gateway.dispatch(event, told, channel.guild, GUILD_MESSAGES)

    def _message(self, request: web.Request) -> Message:
        channel = self._channel(request)
        message = self.messages.get(request.match_info["message"])
        if message is None or message.gone or message.ephemeral or message.channel != channel.id:
            raise UNKNOWN_MESSAGE
        return message

    async def _delete(self, request: web.Request) -> web.Response:
        message = self._message(request)
        require_awake(self.channels[message.channel])
        message.gone = True
        await self.tell(message, "MESSAGE_DELETE")
        return web.Response(status=204)

    async def _edit(self, request: web.Request) -> web.Response:
        message = self._message(request)
        payload, files = await _body(request)
        require_awake(self.channels[message.channel])
        self._pace(f"edit {message.channel}")
        self._change(message, payload, files)
        await self.tell(message, "MESSAGE_UPDATE")
        return json_reply(message.payload())

    def _pace(self, bucket: str) -> None:
        """Five in five seconds."""
        now = self.clock.now()
        written = [at for at in self._written.get(bucket, []) if at > now - 5]
        if self.paced and len(written) >= 5:
            raise Refused(429, 0, "You are being rate limited.", retry_after=written[-5] + 5 - now)
        self._written[bucket] = [*written, now]

    def _new(self, channel: Channel, payload: dict[str, Any], files: dict[str, bytes], flags: int = 0) -> Message:
        message = Message(self.new_id(), channel.id, nonce=payload.get("nonce"), flags=flags)
        self._write(message, payload, files)
        called = (payload.get("allowed_mentions") or {}).get("users", [])
        message.calls = [str(user) for user in called if f"<@{user}>" in message.content]
        if "everyone" in (payload.get("allowed_mentions") or {"parse": ["everyone"]}).get("parse", ()):
            message.calls += re.findall(r"@everyone|@here", message.content)
        self.messages[message.id] = message
        return message

    def _change(self, message: Message, payload: dict[str, Any], files: dict[str, bytes]) -> None:
        check_message(payload, files)
        self._write(message, payload, files)
        message.edits += 1

    def _write(self, message: Message, payload: dict[str, Any], files: dict[str, bytes]) -> None:
        if "content" in payload:
            message.content = payload["content"] or ""
        message.embeds = payload.get("embeds", message.embeds) or []
        message.components = payload.get("components", message.components) or []
        if "attachments" in payload:
            kept = {each["id"]: each for each in message.attachments}
            message.attachments = [
                self._attachment(each, files) if isinstance(each["id"], int) else kept[each["id"]]
                for each in payload["attachments"] or []
            ]

    def _attachment(self, told: dict[str, Any], files: dict[str, bytes]) -> dict[str, Any]:
        data = files.get(f"files[{told['id']}]")
        if data is None:
            raise invalid(f"there is no files[{told['id']}]")
        address = f"{self.url}/{told['filename']}"
        made = {"id": self.new_id(), "size": len(data), "url": address, "proxy_url": address, "data": data}
        return told | made | {"content_type": "image/png"}

    # interactions ---------------------------------------------------------------------------------------------------

    async def _callback(self, request: web.Request) -> web.Response:
        found = self.interactions.get(request.match_info["token"])
        if found is None or found.id != request.match_info["id"] or self.clock.now() - found.at > DEADLINE:
            raise UNKNOWN_INTERACTION
        if found.answer is not None:
            raise Refused(400, 40060, "Interaction has already been acknowledged.")
        payload, files = await _body(request)
        kind, data = payload["type"], payload.get("data") or {}
        request[KIND] = f"callback {kind}"
        if kind not in {COMMAND: (4, 5), COMPONENT: (4, 5, 6, 7, LAUNCH), AUTOCOMPLETE: (8,)}[found.kind]:
            raise invalid("this kind of interaction is not answered so")
        self._answer(found, kind, data, files)
        found.answer = kind
        found.answered.set()
        if kind in (4, 7) and found.original is not None:
            await self.tell(found.original, "MESSAGE_CREATE" if kind == 4 else "MESSAGE_UPDATE")
        if request.query.get("with_response") != "1":
            return web.Response(status=204)
        told: dict[str, Any] = {"interaction": {"id": found.id, "type": found.kind}}
        if found.original is not None:
            told["interaction"] |= {"response_message_id": found.original.id}
            told["resource"] = {"type": kind, "message": found.original.payload()}
        return json_reply(told)

    def _answer(self, found: Interaction, kind: int, data: dict[str, Any], files: dict[str, bytes]) -> None:
        if kind in (4, 5) and found.channel.whispers:
            data = data | {"flags": data.get("flags", 0) | EPHEMERAL}
        if kind == 4:
            check_message(data, files)
            check_not_empty(data, files)
            found.original = self._new(found.channel, data, files, data.get("flags", 0))
        elif kind == 5:
            found.original = Message(self.new_id(), found.channel.id, flags=data.get("flags", 0))
        elif kind == 8:
            check_suggestions(data["choices"])
            found.choices = data["choices"]
        else:
            found.original = found.message
        if kind == 7:
            if found.message is None or found.message.gone:
                raise UNKNOWN_MESSAGE
            self._change(found.message, data, files)

    def _living(self, request: web.Request) -> Interaction:
        found = self.interactions.get(request.match_info["token"])
        if found is None or found.answer is None:
            raise UNKNOWN_WEBHOOK
        if self.clock.now() - found.at > LIFE:
            raise Refused(401, 50027, "Invalid Webhook Token")
        return found

    async def _follow_up(self, request: web.Request) -> web.Response:
        found = self._living(request)
        payload, files = await _body(request)
        check_message(payload, files)
        check_not_empty(payload, files)
        if found.answer == 5 and found.original is not None and found.original.id not in self.messages:
            self.messages[found.original.id] = found.original
            self._write(found.original, payload, files)
            return json_reply(found.original.payload())
        if not found.channel.member and len(found.followups) >= FOLLOWUPS:
            raise Refused(400, 40094, "Maximum number of follow up messages reached")
        flags = payload.get("flags", 0) | (EPHEMERAL if found.channel.whispers else 0)
        message = self._new(found.channel, payload, files, flags)
        found.followups.append(message)
        await self.tell(message)
        return json_reply(message.payload())

    def _by_token(self, request: web.Request) -> Message:
        found, wanted = self._living(request), request.match_info["message"]
        if wanted == "@original":
            message = found.original
        else:
            message = next((one for one in (found.original, *found.followups) if one and one.id == wanted), None)
        if message is None or message.gone:
            raise UNKNOWN_MESSAGE
        return message

    async def _get_by_token(self, request: web.Request) -> web.Response:
        return json_reply(self._by_token(request).payload())

    async def _delete_by_token(self, request: web.Request) -> web.Response:
        message = self._by_token(request)
        message.gone = True
        await self.tell(message, "MESSAGE_DELETE")
        return web.Response(status=204)

    async def _edit_by_token(self, request: web.Request) -> web.Response:
        message = self._by_token(request)
        payload, files = await _body(request)
        self._change(message, payload, files)
        self.messages[message.id] = message
        return json_reply(message.payload())


async def _body(request: web.Request) -> tuple[dict[str, Any], dict[str, bytes]]:
    """Read the payload and the files, from JSON or a form."""
    if not is_form(request):
        return await request.json(), {}
    fields = {name: content for name, _, content in await fields_of(request)}
    return json.loads(fields.pop("payload_json", b"{}")), fields
