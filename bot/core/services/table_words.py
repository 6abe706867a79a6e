"""Recognize a table's code at either end of a command's free text: `/remove @Ana abc234`."""

from __future__ import annotations

from bot.core.commands.definition import OptionKind, Registry
from bot.core.commands.options import TABLE
from bot.core.commands.parser import Parsed
from bot.core.services.table_service import TableService
from data.records import ChatKey


async def with_table(service: TableService, registry: Registry, chat: ChatKey, parsed: Parsed) -> Parsed:
    """Return a line with its table option set, if an end of its text is the code of an open table there.

    A name may look like a code, so only codes of open tables in the chat count.
    """
    command = registry.get(parsed.name)
    options = command.options if command is not None else ()
    whole = next((option for option in options if option.whole and not option.long), None)
    if whole is None or TABLE.name in parsed.options or all(option.name != TABLE.name for option in options):
        return parsed
    words = parsed.options.get(whole.name, "").split()
    if len(words) < (1 if whole.kind is OptionKind.PERSON else 2):
        return parsed
    ends = [at for at in (len(words) - 1, 0) if TABLE.suits(words[at])]
    codes = {table.id for table in await service.tables.of_chat(chat)} if ends else set[str]()
    at = next((at for at in ends if words[at].lower() in codes), None)
    if at is None:
        return parsed
    left = " ".join(words[:at] + words[at + 1 :])
    others = {name: value for name, value in parsed.options.items() if name != whole.name}
    named = {whole.name: left} if left else {}
    return Parsed(parsed.name, {**others, **named, TABLE.name: words[at].lower()})
