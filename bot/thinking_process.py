"""The process that thinks: it reads orders from its input and writes results to its output, until the input ends.

An order is a pickled function with its arguments; a result is a pickled pair: whether it succeeded, and the value or
the error. Each follows its length.
"""

from __future__ import annotations

import os
import pickle
import signal
import struct
import sys
from typing import BinaryIO

LENGTH = ">I"
"""The length in bytes of what follows."""


def serve(orders: BinaryIO, results: BinaryIO) -> None:
    """Run orders until the input ends."""
    size = struct.calcsize(LENGTH)
    while len(head := orders.read(size)) == size:
        length = struct.unpack(LENGTH, head)[0]
        if len(order := orders.read(length)) < length:
            return  # the writer is gone
        result = _done(order)
        results.write(struct.pack(LENGTH, len(result)) + result)
        results.flush()


def _done(order: bytes) -> bytes:
    try:
        work, arguments = pickle.loads(order)  # noqa: S301 - from the parent process
        return pickle.dumps((True, work(*arguments)))
    except Exception as error:  # noqa: BLE001 - sent to the caller
        return pickle.dumps((False, f"{type(error).__name__}: {error}"))


def main() -> None:
    """Serve the parent program; Ctrl+C is meant for the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    results = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # so that no print gets between the results
    try:
        serve(sys.stdin.buffer, results)
    except BrokenPipeError:
        os._exit(0)  # the parent is gone, and a normal exit would write to it again


if __name__ == "__main__":
    main()
