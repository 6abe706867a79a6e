"""What people choose for themselves is kept, and what is as usual takes no room."""

from hypothesis import given
from hypothesis import strategies as st

from bot.core.domain.person_settings import PersonSettings, change_person, person_settings
from data.records import PersonKey
from data.sqlite.store import open_sqlite

ANA = PersonKey("web", "ana")
HOURS = st.none() | st.integers(0, 23)


@given(st.builds(PersonSettings, st.booleans(), st.booleans(), st.booleans(), HOURS, HOURS, st.integers(-720, 840)))
def test_settings_come_back_as_they_were_kept(settings: PersonSettings) -> None:
    assert PersonSettings.load(settings.dump()) == settings


def test_the_usual_ones_are_not_written_and_unknown_ones_are_left_out() -> None:
    assert PersonSettings().dump() == "{}"
    assert PersonSettings.load('{"mentions":false,"later":1}') == PersonSettings(mentions=False)


async def test_one_change_leaves_the_others() -> None:
    store = await open_sqlite(":memory:")
    try:
        assert await person_settings(store, ANA) == PersonSettings()
        await change_person(store, ANA, "Ana", ranked=False)
        changed = await change_person(store, ANA, "Ana", quiet_from=22, quiet_to=8)
        assert changed == await person_settings(store, ANA)
        assert changed == PersonSettings(ranked=False, quiet_from=22, quiet_to=8)
    finally:
        await store.close()
