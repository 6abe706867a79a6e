"""Say why the page cannot be served."""

from __future__ import annotations

import errno
import os
import socket


def unserved(host: str, port: int, error: OSError) -> str:
    """Return why the page cannot be served, and which setting to change."""
    where = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    reason = os.strerror(error.errno) if error.errno is not None and error.errno > 0 else error.strerror or str(error)
    told = f"the web page cannot be served at {where}: {reason}"
    if error.errno == errno.EADDRINUSE:
        return f"{told}. Another port: --port 0 (PALMARES_PORT)"
    if error.errno == errno.EACCES:
        return f"{told}. Ports below 1024 need a right of their own: --port 8080 (PALMARES_PORT)"
    if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
        return f"{told}. This machine has no such address: --host 127.0.0.1 (PALMARES_HOST)"
    return told
