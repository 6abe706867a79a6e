"""Stand in for the core: one table whose only move is to count on, enough to see all that the page does."""

from __future__ import annotations

import asyncio
import io
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import TypeVar

from PIL import Image, ImageDraw

from bot.core.dispatch.dispatcher import Deliver
from bot.core.domain.table import Table
from bot.core.features.registry import registry
from bot.core.messages.content import Button, Document, Part, Picture, Screen, Style, Text, Tone
from bot.core.messages.requests import Outcome, Press, Request
from bot.core.services.languages import Languages
from bot.core.services.restrictions import Restrictions
from bot.platforms.web.chat import WebMessenger
from data.records import ChatKey, PersonKey
from data.store import Store

T = TypeVar("T")
REGISTRY = registry()


def note(words: str) -> Text:
    """Write a text of one plain line."""
    return Text(((Part(words),),))


def drawing(count: int) -> bytes:
    """Draw a picture that is another for every count."""
    image = Image.new("L", (64, 64), count % 256)
    ImageDraw.Draw(image).text((4, 4), str(count), fill=255)
    data = io.BytesIO()
    image.save(data, "PNG")
    return data.getvalue()


@dataclass
class Counter:
    """A table: who may press, and how often they have."""

    id: str
    chat: ChatKey
    owner: PersonKey
    count: int = 0
    message: str | None = None


@dataclass
class FakeCore:
    """Answers commands and presses, and publishes boards, as the real core and publisher do."""

    registry = REGISTRY
    redrawing = None
    """Its pictures are stored: nothing is drawn again."""

    messenger: WebMessenger
    store: Store
    tables: dict[str, Counter] = field(default_factory=dict)
    requests: list[Request] = field(default_factory=list)
    presses: list[Press] = field(default_factory=list)
    trouble: Exception | None = None
    """What the dispatcher's own parts raise."""
    gate: asyncio.Event | None = None
    anew: list[ChatKey] = field(default_factory=list)
    """Chats whose boards were to be shown again."""

    def __post_init__(self) -> None:
        """Make the part of the real service that the page needs."""
        self.service = SimpleNamespace(
            store=self.store,
            languages=Languages(self.store, "en"),
            tables=self,
            restrictions=Restrictions(self.store),
        )

    async def games(self, chat: ChatKey, *, limit: int, skip: int) -> list[Table]:
        """Return no past games."""
        return []

    async def of_chat(self, chat: ChatKey) -> list[Table]:
        """Return no open tables."""
        return []

    @property
    def dispatcher(self) -> FakeCore:
        """Itself."""
        return self

    @property
    def publisher(self) -> FakeCore:
        """Itself."""
        return self

    async def show_anew(self, chat: ChatKey) -> None:
        """Note that a chat is to show its boards in another language, too."""
        self.anew.append(chat)

    async def command(self, request: Request, deliver: Deliver[T]) -> T:
        """Open a counter at `/play`, answer all at `/rules`, and the asker alone at anything else."""
        return await self._dispatch(await self.answer_command(request), deliver)

    async def press(self, press: Press, deliver: Deliver[T]) -> T:
        """Answer a press and show its table."""
        return await self._dispatch(await self.answer_press(press), deliver)

    async def _dispatch(self, outcome: Outcome, deliver: Deliver[T]) -> T:
        delivered = await deliver(outcome)
        if outcome.table is not None:
            await self.publish(outcome.table)
        return delivered

    async def answer_command(self, request: Request) -> Outcome:
        """Open a counter at `/play`, answer all at `/rules`, and the asker alone at anything else."""
        self.requests.append(request)
        if self.gate is not None:
            await self.gate.wait()
        if self.trouble is not None:
            raise self.trouble
        if request.command == "play":
            table = Counter(f"t{len(self.tables)}", request.chat, request.person.key)
            self.tables[table.id] = table
            return Outcome(table=table.id)
        if request.command == "rules":
            return Outcome(screen=Screen(note("The rules: count.")))
        if request.command == "export":
            return Outcome(notice=note("A file"), document=Document("game.txt", "¡olé!"))
        return Outcome(notice=note(f"For {request.person.name} alone"))

    async def answer_press(self, press: Press) -> Outcome:
        """Count on, for the owner and the current count only."""
        self.presses.append(press)
        if self.trouble is not None:
            raise self.trouble
        name, _, count = press.token.partition(".")
        table = self.tables.get(name)
        if table is None or int(count) != table.count:
            return Outcome(notice=note("The board has moved on."))
        if table.owner != press.person.key:
            return Outcome(notice=note("It is not your turn."))
        table.count += 1
        return Outcome(screen=self.screen(table))

    async def publish(self, table: str) -> None:
        """Post or edit the table's board."""
        counter = self.tables[table]
        if counter.message is None:
            counter.message = await self.messenger.post(counter.chat, self.screen(counter), nonce=counter.id)
        else:
            await self.messenger.edit(counter.chat, counter.message, self.screen(counter))

    def screen(self, table: Counter) -> Screen:
        """Return the table's screen."""
        return Screen(
            Text(((Part("Count: "), Part(str(table.count), Style.STRONG), Part(" you", mention=table.owner)),)),
            Picture(drawing(table.count), f"The number {table.count}"),
            ((Button(f"Count to {table.count + 1}", f"{table.id}.{table.count}", Tone.PRIMARY),),),
        )
