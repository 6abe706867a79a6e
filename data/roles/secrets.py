"""Store the program's own secrets."""

from __future__ import annotations

from collections.abc import Mapping

from data.roles.reading import Form, Reading
from data.roles.rows import checked
from data.roles.statements import Steps

MAKE_SECRET = "INSERT INTO secrets (purpose, value) VALUES (:purpose, :value) ON CONFLICT (purpose) DO NOTHING"  # noqa: S105 - SQL

RENEW = (
    "INSERT INTO secrets (purpose, value) VALUES (:purpose, :value) "
    "ON CONFLICT (purpose) DO UPDATE SET value = excluded.value"
)

SECRET = "SELECT value FROM secrets WHERE purpose = :purpose"  # noqa: S105 - SQL


SECRETS_OF = "SELECT purpose, value FROM secrets WHERE substr(purpose, 1, length(:beginning)) = :beginning"

_FORM = Form("secrets", "value", key="purpose")
_ALL_FORM = Form("secrets", "purpose value", key="purpose")


class Secrets(Reading):
    """The program's own secrets of 32 bytes, by purpose."""

    async def secret(self, purpose: str, fresh: bytes) -> bytes:
        """Return the secret of a purpose; `fresh` is stored and returned if there is none.

        It is part of every copy of the database, but never of a person's data. Raises ValueError unless `fresh`
        has 32 bytes.
        """
        values = checked({"purpose": purpose, "value": fresh})

        def make() -> Steps[tuple[bytes]]:
            yield MAKE_SECRET, values
            ((value,),) = yield SECRET, values
            return (value,)

        kept = await self._atomically(make)
        if not await self._sound(_FORM, [kept], purpose=purpose):  # it is lost, and nobody can wait for another
            await self.renew_secret(purpose, fresh)
            return fresh
        return bytes(kept[0])

    async def renew_secret(self, purpose: str, fresh: bytes) -> None:
        """Replace the secret of a purpose by `fresh`; raises ValueError unless it has 32 bytes."""
        values = checked({"purpose": purpose, "value": fresh})

        await self._write(RENEW, values)

    async def secrets_of(self, beginning: str) -> Mapping[str, bytes]:
        """Return the secrets of all purposes with this prefix."""
        rows = await self._sound(_ALL_FORM, await self._read(SECRETS_OF, {"beginning": beginning}))
        return {str(purpose): bytes(value) for purpose, value in rows}
