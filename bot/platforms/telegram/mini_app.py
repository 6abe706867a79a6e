"""Links and buttons that open a table in the Mini App."""

from __future__ import annotations

from dataclasses import dataclass

from telegram import Bot, InlineKeyboardButton, MenuButtonWebApp, WebAppInfo

from bot.core.messages.content import Button
from bot.platforms.telegram.errors import translated


@dataclass(frozen=True, slots=True)
class MiniAppLinks:
    """The page's public https address, without a slash at its end, and the app's short name, if it has one.

    Without a short name, the links open the bot's main Mini App.
    """

    address: str
    short_name: str = ""

    def page(self, table: str = "") -> str:
        """Return the address of the app's page, for buttons in private chats; its menu button names no table."""
        return f"{self.address}/telegram" + (f"?table={table}" if table else "")

    def link(self, username: str, table: str) -> str:
        """Return the link that opens a table anywhere in Telegram."""
        path = f"{username}/{self.short_name}" if self.short_name else username
        return f"https://t.me/{path}?startapp={table}"

    async def offer(self, client: Bot) -> None:
        """Put the app into the menu of private chats."""
        menu = MenuButtonWebApp("Palmarés", WebAppInfo(self.page()))
        with translated():
            await client.set_chat_menu_button(menu_button=menu)

    def button(self, button: Button, username: str, *, private: bool) -> InlineKeyboardButton:
        """Return the button below a board; groups take links only."""
        table = button.token.partition(".")[0]
        if private:
            return InlineKeyboardButton(button.label, web_app=WebAppInfo(self.page(table)))
        return InlineKeyboardButton(button.label, url=self.link(username, table))
