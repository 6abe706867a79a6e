"""Imitate people on Discord: they see messages, press what is on them, choose from menus, and give commands."""

from __future__ import annotations

import secrets
from typing import Any

from tests.fakes.discord_server import DiscordServer
from tests.fakes.discord_state import (
    APPLICATION,
    AUTOCOMPLETE,
    COMMAND,
    COMPONENT,
    EPOCH,
    Channel,
    Interaction,
    Message,
    User,
    stamp,
)

THREAD, DM, GROUP_DM = 11, 1, 3
EXTERNAL_APPS = 1 << 50
"""The permission by which apps that people bring along may answer for all."""


class People:
    """What people do to a server."""

    def __init__(self, server: DiscordServer) -> None:
        self.server = server
        self.delay = 0.0
        """How many seconds what people do now is already old when the bot hears of it."""

    # places and persons ---------------------------------------------------------------------------------------------

    def user(self, name: str, locale: str = "en-US") -> User:
        """Make somebody new."""
        return User(self.server.new_id(), name, locale)

    def channel(self, guild: str | None = None, **wishes: Any) -> Channel:
        """Open a channel in a new server, or in a given one."""
        return self._known(Channel(self.server.new_id(), guild or self.server.new_id(), **wishes))

    def thread(self, channel: Channel) -> Channel:
        """Open a thread in a channel."""
        return self._known(Channel(self.server.new_id(), channel.guild, THREAD, channel.id))

    def thread_of(self, message: Message) -> Channel:
        """Return the thread below a message."""
        return self.server.channels[message.id]

    async def delete_thread(self, thread: Channel, *, told: bool = True) -> None:
        """Delete a thread with all that is in it; the bot gets the event unless that is lost on the way."""
        del self.server.channels[thread.id]
        for message in self.server.messages.values():
            message.gone = message.gone or message.channel == thread.id
        if told:
            data = {"id": thread.id, "guild_id": thread.guild, "parent_id": thread.parent, "type": thread.kind}
            await self.server.gateway.dispatch("THREAD_DELETE", data, thread.guild)

    def private(self) -> Channel:
        """Open the private chat with the bot."""
        return self._known(Channel(self.server.new_id(), None, DM, context=1))

    def between_friends(self) -> Channel:
        """Open a private chat that the bot is not in: somebody installed it for themselves."""
        return self._known(Channel(self.server.new_id(), None, GROUP_DM, member=False, context=2))

    def _known(self, channel: Channel) -> Channel:
        self.server.channels[channel.id] = channel
        return channel

    # deeds ----------------------------------------------------------------------------------------------------------

    async def press(self, user: User, message: Message, custom_id: str) -> Interaction:
        """Press a button that is on the message, or choose the option of a menu that has this value."""
        for part in message.pressable:
            if part["custom_id"] == custom_id:
                return await self.act(user, message, {"component_type": part["type"], "custom_id": custom_id})
            if custom_id in [option["value"] for option in part.get("options", ())]:
                data = {"component_type": part["type"], "custom_id": part["custom_id"], "values": [custom_id]}
                return await self.act(user, message, data)
        raise AssertionError(f"there is no {custom_id} on message {message.id}")

    async def act(self, user: User, message: Message, data: dict[str, Any]) -> Interaction:
        """Press whatever the message had when its payload was written."""
        channel = self.server.channels[message.channel]
        return await self._send(user, channel, COMPONENT, data, message)

    async def say(self, user: User, channel: Channel, name: str, **options: Any) -> Interaction:
        """Give a command, with options that it has."""
        return await self._send(user, channel, COMMAND, self._command(channel, name, options))

    async def talk(self, user: User, channel: Channel, times: int = 1) -> None:
        """Write this many messages in a channel; the bot hears that they came, and no word of them."""
        for _ in range(times):
            message = Message(self.server.new_id(), channel.id, "so they say", author=user)
            self.server.messages[message.id] = message
            await self.server.tell(message)

    async def type(
        self, user: User, channel: Channel, name: str, focused: str, text: str, **options: Any
    ) -> Interaction:
        """Type an option of a command."""
        data = self._command(channel, name, options | {focused: text})
        for option in data["options"]:
            if option["name"] == focused:
                option["focused"] = True
        return await self._send(user, channel, AUTOCOMPLETE, data)

    def _command(self, channel: Channel, name: str, options: dict[str, Any]) -> dict[str, Any]:
        known = [*self.server.commands.get(None, []), *self.server.commands.get(channel.guild, [])]
        command = next(command for command in known if command["name"] == name)
        given: list[dict[str, Any]] = []
        users, attachments = {}, {}
        for option, value in options.items():
            declared = next(each for each in command["options"] if each["name"] == option)
            if isinstance(value, bool):  # a yes or no is one of two choices
                value = "yes" if value else "no"
            if isinstance(value, User):
                users[value.id] = value.payload()
                value = value.id
            if isinstance(value, bytes):
                key, data = self.server.new_id(), value
                self.server.files[key] = data
                attachments[key] = {"id": key, "filename": "game.txt", "size": len(data), "url": self.server.cdn(key)}
                value = key
            assert isinstance(value, {3: str, 4: int, 5: bool, 6: str, 11: str}[declared["type"]])
            choices = [choice["value"] for choice in declared.get("choices", ())]
            assert not choices or value in choices
            given.append({"name": option, "type": declared["type"], "value": value})
        return {
            "id": self.server.new_id(),
            "name": name,
            "type": 1,
            "options": given,
            "resolved": {"users": users, "attachments": attachments},
        }

    async def _send(
        self, user: User, channel: Channel, kind: int, data: dict[str, Any], message: Message | None = None
    ) -> Interaction:
        server = self.server
        at = server.clock.now() - self.delay
        made = Interaction(server.new_id(), secrets.token_hex(16), kind, user, channel, at, message)
        made.owners = {"0": channel.guild or "0"} if channel.member else {"1": user.id}
        server.interactions[made.token] = made
        await server.gateway.dispatch("INTERACTION_CREATE", self.payload(made, data), channel.guild)
        return made

    def payload(self, made: Interaction, data: dict[str, Any]) -> dict[str, Any]:
        """Write an interaction as the gateway tells of it."""
        channel, user = made.channel, made.user.payload()
        told: dict[str, Any] = {
            "id": made.id,
            "application_id": APPLICATION,
            "type": made.kind,
            "token": made.token,
            "version": 1,
            "data": data,
            "channel": channel.payload(),
            "channel_id": channel.id,
            "locale": made.user.locale,
            "app_permissions": str(channel.app_permissions),
            "entitlements": [],
            "authorizing_integration_owners": made.owners,
            "context": channel.context,
            "attachment_size_limit": 10 * 1024 * 1024,
        }
        if channel.guild is not None:
            member = {
                "user": user,
                "roles": [],
                "joined_at": stamp(EPOCH),
                "permissions": str(int(made.user.permissions) | (EXTERNAL_APPS if channel.external else 0)),
                "flags": 0,
            }
            told |= {"guild_id": channel.guild, "guild_locale": "en-US"}
            told |= {"guild": {"id": channel.guild, "features": [], "locale": "en-US"}}
            told |= {"member": member | {"nick": None, "deaf": False, "mute": False, "avatar": None}}
        else:
            told["user"] = user
        if made.message is not None:
            told["message"] = made.message.payload()
        return told
