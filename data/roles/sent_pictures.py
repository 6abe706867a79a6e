"""Store by what name a platform has a picture that was sent: so it is shown again without an upload."""

from __future__ import annotations

from data.roles.reading import Form, Reading
from data.roles.rows import checked

NOTE_PICTURE = """
INSERT INTO sent_pictures (platform, shows, version, file, at)
SELECT :platform, :shows, CAST(:version AS BIGINT), :file, CAST(:at AS DOUBLE PRECISION)
WHERE NOT EXISTS (SELECT 1 FROM tables WHERE id = :shows AND version > :version)
ON CONFLICT (shows, platform) DO UPDATE SET version = excluded.version, file = excluded.file, at = excluded.at
WHERE excluded.version >= sent_pictures.version
"""

FORGET_PICTURES = "DELETE FROM sent_pictures WHERE at < :before"

SENT_PICTURE = "SELECT file, version FROM sent_pictures WHERE platform = :platform AND shows = :shows"

_FORM = Form("sent_pictures", "file version", key="shows platform")


class SentPictures(Reading):
    """The pictures that platforms have, by the table that they show or by a digest."""

    async def note_picture(self, platform: str, shows: str, version: int, file: str, at: float) -> None:
        """Keep what a platform calls a picture, unless there is a newer version: somebody may be forgotten since."""
        values = checked({"platform": platform, "shows": shows, "version": version, "file": file, "at": float(at)})
        await self._write(NOTE_PICTURE, values)

    async def forget_pictures(self, before: float) -> None:
        """Forget the pictures noted before a time."""
        await self._write(FORGET_PICTURES, {"before": float(before)})

    async def sent_picture(self, platform: str, shows: str) -> tuple[str, int] | None:
        """Return what a platform calls a picture, and the version that it shows; None if that is not known."""
        rows = await self._read(SENT_PICTURE, {"platform": platform, "shows": shows})
        rows = await self._sound(_FORM, rows, platform=platform, shows=shows)
        return (str(rows[0][0]), int(rows[0][1])) if rows else None
