"""Store by what name a platform has a picture that was sent: so it is shown again without an upload."""

from __future__ import annotations

from data.roles.reading import Form, Reading
from data.roles.rows import checked
from data.roles.statements import Steps

NOTE_PICTURE = """
INSERT INTO sent_pictures (platform, shows, version, file, at) VALUES (:platform, :shows, :version, :file, :at)
ON CONFLICT (shows, platform) DO UPDATE SET version = excluded.version, file = excluded.file, at = excluded.at
WHERE excluded.version >= sent_pictures.version
"""

FORGET_PICTURES = "DELETE FROM sent_pictures WHERE at < :before"

SENT_PICTURE = "SELECT file, version FROM sent_pictures WHERE platform = :platform AND shows = :shows"

KEPT = 90 * 86_400.0
"""Seconds for which a picture's name is kept."""

_FORM = Form("sent_pictures", "file version", key="shows platform")


class SentPictures(Reading):
    """The pictures that platforms have, by the table that they show or by a digest."""

    async def note_picture(self, platform: str, shows: str, version: int, file: str, at: float) -> None:
        """Keep what a platform calls a picture, unless a newer version's is kept; forget those of long ago."""
        values = checked({"platform": platform, "shows": shows, "version": version, "file": file, "at": float(at)})

        def note() -> Steps[None]:
            yield NOTE_PICTURE, values
            yield FORGET_PICTURES, {"before": float(at) - KEPT}

        await self._atomically(note)

    async def sent_picture(self, platform: str, shows: str) -> tuple[str, int] | None:
        """Return what a platform calls a picture, and the version that it shows; None if that is not known."""
        rows = await self._read(SENT_PICTURE, {"platform": platform, "shows": shows})
        rows = await self._sound(_FORM, rows, platform=platform, shows=shows)
        return (str(rows[0][0]), int(rows[0][1])) if rows else None
