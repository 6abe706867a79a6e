"""Send what comes by itself: claimed in the store just before the platform call, and confirmed after it.

A claim that nobody confirms lapses, and the message is sent again with the same nonce. So no crash loses a message.
It comes twice only on a platform that knows no nonces, if the process died between the call and the confirmation.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.core.features.context import FeatureContext
from bot.core.messages.content import Screen
from bot.core.messages.ports import MessageGone, NotAllowed, TryLater
from bot.core.ratelimit.platform_limiter import Priority, Ticket
from data.errors import StoreError
from data.records import ChatKey

_log = logging.getLogger(__name__)

SENDING = 45.0
"""Seconds after which a claim lapses: longer than a call, and shorter than Discord keeps a nonce."""
AGAIN = 300.0
"""Seconds until a message that a platform refused for now is tried again."""


@dataclass(frozen=True, slots=True)
class Sent:
    """What became of a claimed message.

    `claimed`: the moment under which it was claimed. `again`: when to try again, None if that is useless or needless.
    `allowed`: the bot may post in the chat.
    """

    claimed: float
    again: float | None = None
    allowed: bool = True


async def send_claimed(
    context: FeatureContext, chat: ChatKey, screen: Screen, nonce: str, claim: Callable[[float], Awaitable[bool]]
) -> Sent | None:
    """Claim a message until a moment, and send it; return what is to be confirmed.

    None if another process has claimed it. Raises StoreError.
    """
    now, clock = context.service.clock.now(), context.service.clock
    async with context.limiter_of(chat).slot(chat, Ticket(Priority.OTHER_BOARD, now)):
        until = clock.now() + SENDING
        if not await claim(until):
            return None
        try:
            await context.messengers[chat.platform].post(chat, screen, nonce=nonce)
        except (NotAllowed, MessageGone) as error:
            _log.info("no permission to post in a chat: %s", error)
            return Sent(until, allowed=False)
        except TryLater as later:
            return Sent(until, now + max(AGAIN, later.seconds))
        except StoreError:
            raise
        except Exception:  # noqa: BLE001 - logged; tried again later
            _log.exception("failed to post a message")
            return Sent(until, now + AGAIN)
    return Sent(until)
