"""Store appointments: tables that people plan for a moment, and who comes."""

# ruff: noqa: S608 - constants only

from __future__ import annotations

from data.event_records import AppointmentRecord, AppointmentState, GuestRecord
from data.records import ChatKey, PersonKey
from data.roles.reading import Form, Reading
from data.roles.rows import IN_CHAT, Row, Value, chat_values, checked
from data.roles.statements import Steps, bounded

_COLUMNS = "id, platform, chat, thread, user, name, state, version, created, starts, due, message, table_id, options"
_WAITS = "state IN ('open', 'called')"

APPOINTMENT = f"SELECT {_COLUMNS} FROM appointments WHERE id = :id"

WAITING_IN_CHAT = f"SELECT {_COLUMNS} FROM appointments WHERE {IN_CHAT} AND {_WAITS} ORDER BY starts, id LIMIT :limit"

WAITING_OF_PERSON = f"SELECT count(*) FROM appointments WHERE platform = :platform AND user = :user AND {_WAITS}"

ADD_APPOINTMENT = f"""
INSERT INTO appointments ({_COLUMNS})
VALUES (:id, :platform, :chat, :thread, :user, :name, :state, :version, :created, :starts, :due, :message, :table_id,
        :options)
"""

CHANGE_APPOINTMENT = """
UPDATE appointments
SET state = :state, version = version + 1, due = :due, message = :message, table_id = :table_id
WHERE id = :id AND version = :version
RETURNING id
"""

ANSWER = f"""
UPDATE appointments SET version = version + 1, due = CASE WHEN due < :due THEN due ELSE :due END
WHERE id = :id AND {_WAITS}
RETURNING id
"""

GUESTS = "SELECT user, name, comes, since FROM appointment_guests WHERE appointment = :id ORDER BY since, user"

OTHER_GUESTS = "SELECT count(*) FROM appointment_guests WHERE appointment = :id AND user <> :guest"

# A second yes keeps its place in the queue; one after a no goes to the end.
SAVE_GUEST = """
INSERT INTO appointment_guests (appointment, platform, user, name, comes, since)
VALUES (:id, :platform, :guest, :guest_name, :comes, :since)
ON CONFLICT (appointment, platform, user) DO UPDATE SET
    name = excluded.name, comes = excluded.comes,
    since = CASE WHEN appointment_guests.comes = excluded.comes THEN appointment_guests.since
                 ELSE excluded.since END
"""

DUE_APPOINTMENTS = f"SELECT {_COLUMNS} FROM appointments WHERE due <= :now ORDER BY due LIMIT :limit"

DROP_APPOINTMENT = "DELETE FROM appointments WHERE id = :id AND version = :version RETURNING id"
DROP_GUESTS = "DELETE FROM appointment_guests WHERE appointment = :id"

# Its message stayed behind: it is posted again at the next look.
MOVE_APPOINTMENTS = f"""
UPDATE appointments
SET platform = :new_platform, chat = :new_chat, thread = :new_thread, message = '', due = 0, version = version + 1
WHERE {IN_CHAT}
"""

_FORM = Form(
    "appointments",
    "id platform chat thread user ~name state version created starts due message table_id options",
    key="id",
)
_GUESTS = Form("appointment_guests", "user ~name comes since", key="appointment platform user")


class Appointments(Reading):
    """Tables planned for a moment. Each change is guarded by the version that its caller has seen."""

    async def add_appointment(self, one: AppointmentRecord, *, of_chat: int, of_person: int) -> bool | None:
        """Add an appointment and its guests.

        Return False if the chat has `of_chat` waiting ones, None if the person has planned `of_person`.
        """
        values = _values(one)

        def add() -> Steps[bool | None]:
            if len((yield WAITING_IN_CHAT, {**values, "limit": bounded(of_chat)})) >= of_chat:
                return False
            ((planned,),) = yield WAITING_OF_PERSON, values
            if planned >= of_person:
                return None
            yield ADD_APPOINTMENT, values
            for guest in one.guests:
                yield SAVE_GUEST, _guest_values(one, guest)
            return True

        platform, planner = one.chat.platform, "" if one.person is None else one.person.user
        chat = f"appointments {platform} {one.chat.chat} {one.chat.thread}"
        return await self._atomically(add, chat, f"appointments of {platform} {planner}")

    async def appointment(self, id_: str) -> AppointmentRecord | None:
        """Return an appointment, None if there is none."""
        rows = await self._sound(_FORM, await self._read(APPOINTMENT, {"id": id_}))
        return await self._whole(rows[0]) if rows else None

    async def appointments_of_chat(self, chat: ChatKey, limit: int) -> list[AppointmentRecord]:
        """Return at most `limit` appointments of a chat that wait, the next first."""
        rows = await self._read(WAITING_IN_CHAT, {**chat_values(chat), "limit": bounded(limit)})
        return [await self._whole(row) for row in await self._sound(_FORM, rows)]

    async def answer_appointment(
        self, one: AppointmentRecord, guest: GuestRecord, *, due: float, most: int
    ) -> AppointmentRecord | None:
        """Store an answer and return the appointment with it; None if it is over, or `most` others have answered.

        It is looked at by `due` at the latest.
        """
        values = _guest_values(one, guest)

        def answer() -> Steps[bool]:
            ((others,),) = yield OTHER_GUESTS, values
            if others >= most or not (yield ANSWER, {"id": one.id, "due": float(due)}):
                return False
            yield SAVE_GUEST, values
            return True

        return await self.appointment(one.id) if await self._atomically(answer, f"appointment {one.id}") else None

    async def change_appointment(self, one: AppointmentRecord) -> AppointmentRecord | None:
        """Store a changed appointment if it still has its version; return it one version up, else None."""
        if not await self._write(CHANGE_APPOINTMENT, _values(one)):
            return None
        return one.after(version=one.version + 1)

    async def due_appointments(self, now: float, limit: int) -> list[AppointmentRecord]:
        """Return at most `limit` appointments to look at by now, longest overdue first."""
        rows = await self._read(DUE_APPOINTMENTS, {"now": float(now), "limit": bounded(limit)})
        return [await self._whole(row) for row in await self._sound(_FORM, rows)]

    async def drop_appointment(self, one: AppointmentRecord) -> None:
        """Delete an appointment that still has its version."""

        def drop() -> Steps[None]:
            if (yield DROP_APPOINTMENT, {"id": one.id, "version": one.version}):
                yield DROP_GUESTS, {"id": one.id}

        await self._atomically(drop)

    async def _whole(self, row: Row) -> AppointmentRecord:
        platform, id_ = row[1], row[0]
        rows = await self._sound(_GUESTS, await self._read(GUESTS, {"id": id_}), appointment=id_, platform=platform)
        return _record(
            row, tuple(GuestRecord(PersonKey(platform, user), name, bool(on), at) for user, name, on, at in rows)
        )


def _values(one: AppointmentRecord) -> dict[str, Value]:
    if one.person is not None and one.person.platform != one.chat.platform:
        raise ValueError("the planner must be of the chat's platform")
    return checked(
        {
            **chat_values(one.chat),
            "id": one.id,
            "user": "" if one.person is None else one.person.user,
            "name": one.name,
            "state": one.state.value,
            "version": one.version,
            "created": float(one.created),
            "starts": float(one.starts),
            "due": float(one.due),
            "message": one.message,
            "table_id": one.table,
            "options": one.options,
        }
    )


def _guest_values(one: AppointmentRecord, guest: GuestRecord) -> dict[str, Value]:
    if guest.person.platform != one.chat.platform:
        raise ValueError("a guest must be of the chat's platform")
    return checked(
        {
            "id": one.id,
            "platform": guest.person.platform,
            "guest": guest.person.user,
            "guest_name": guest.name,
            "comes": int(guest.comes),
            "since": float(guest.since),
        }
    )


def _record(row: Row, guests: tuple[GuestRecord, ...]) -> AppointmentRecord:
    id_, platform, chat, thread, user, name, state, version, created, starts, due, message, table, options = row
    return AppointmentRecord(
        id=id_,
        chat=ChatKey(platform, chat, thread),
        person=PersonKey(platform, user) if user else None,
        name=name,
        options=options,
        created=created,
        starts=starts,
        due=due,
        state=AppointmentState(state) if state in tuple(AppointmentState) else AppointmentState.MISSED,
        version=version,
        message=message,
        table=table,
        guests=guests,
    )
