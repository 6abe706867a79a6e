"""The program's own secrets, asked of each store."""

from __future__ import annotations

from pathlib import Path

import pytest

from data.records import PersonKey
from data.sqlite.maintenance import backup
from data.sqlite.store import open_sqlite
from data.store import Store


async def test_a_secret_is_made_once_and_stays(store: Store) -> None:
    assert await store.secret("signing", b"1" * 32) == b"1" * 32
    assert await store.secret("signing", b"2" * 32) == b"1" * 32
    assert await store.secret("another", b"2" * 32) == b"2" * 32


async def test_a_secret_is_another_one_once_it_is_renewed_and_the_others_stay(store: Store) -> None:
    await store.secret("signing", b"1" * 32)
    await store.renew_secret("invitation", b"2" * 32)
    assert await store.secret("invitation", b"3" * 32) == b"2" * 32
    await store.renew_secret("invitation", b"3" * 32)
    assert await store.secret("invitation", b"4" * 32) == b"3" * 32
    assert await store.secret("signing", b"4" * 32) == b"1" * 32


async def test_two_processes_that_start_at_once_have_one_secret(two_stores: tuple[Store, Store]) -> None:
    first, second = two_stores
    assert await first.secret("signing", b"1" * 32) == await second.secret("signing", b"2" * 32) == b"1" * 32


@pytest.mark.parametrize("size", [0, 31, 33])
async def test_a_secret_of_another_size_is_refused_and_not_told(store: Store, size: int) -> None:
    with pytest.raises(ValueError, match="cannot be stored") as caught:
        await store.secret("signing", b"\xabhidden" * 8 if not size else (b"hidden" * 8)[:size])
    assert "hidden" not in str(caught.value)
    with pytest.raises(ValueError, match="cannot be stored") as caught:
        await store.renew_secret("signing", (b"hidden" * 8)[:size])
    assert "hidden" not in str(caught.value)
    assert await store.secret("signing", b"1" * 32) == b"1" * 32


async def test_it_travels_with_the_copy_of_the_database(tmp_path: Path) -> None:
    first = await open_sqlite(str(tmp_path / "games"))
    await first.secret("signing", b"1" * 32)
    backup(str(tmp_path / "games"), tmp_path / "copy")
    assert "1111" not in str(await first.about(PersonKey("web", "ana")))
    await first.close()
    copy = await open_sqlite(str(tmp_path / "copy"))
    assert await copy.secret("signing", b"2" * 32) == b"1" * 32
    await copy.close()


async def test_secrets_are_listed_by_the_beginning_of_their_purpose(store: Store) -> None:
    for purpose, value in (("old 1", b"1"), ("old 2", b"2"), ("older", b"3"), ("ol%", b"4")):
        await store.renew_secret(purpose, value * 32)
    assert await store.secrets_of("old ") == {"old 1": b"1" * 32, "old 2": b"2" * 32}
    assert await store.secrets_of("ol%") == {"ol%": b"4" * 32}
    assert await store.secrets_of("new") == {}
