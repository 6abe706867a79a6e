"""Say how PostgreSQL finds the seats of some people, and people by their names."""

from __future__ import annotations

from data.postgres.dialect import paired, reworded
from data.roles import restrictions

WORDINGS = {
    restrictions.OPEN_SEATS: reworded(restrictions.OPEN_SEATS, paired("accounts")),
    restrictions.CALLED_SO: reworded(
        restrictions.CALLED_SO, ("instr(lower(name), lower(:part))", "position(lower(:part) IN lower(name))")
    ),
}
