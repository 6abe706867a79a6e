"""The process that thinks: it takes orders from its input and writes results to its output, until the input ends.

An order is a pickled function with its arguments, a result a pickled pair: whether it was done, and what came of it
or what was wrong. Each comes after its length. It imports nothing but what its orders name, so it is small.
"""

from __future__ import annotations

import os
import pickle
import signal
import struct
import sys
from typing import BinaryIO

LENGTH = ">I"
"""Of what follows, in bytes."""


def serve(orders: BinaryIO, results: BinaryIO) -> None:
    """Do what is ordered until there are no more orders."""
    size = struct.calcsize(LENGTH)
    while len(head := orders.read(size)) == size:
        length = struct.unpack(LENGTH, head)[0]
        if len(order := orders.read(length)) < length:
            return  # whoever wrote it is gone
        result = _done(order)
        results.write(struct.pack(LENGTH, len(result)) + result)
        results.flush()


def _done(order: bytes) -> bytes:
    try:
        work, arguments = pickle.loads(order)  # noqa: S301 - from the program that has started this one
        return pickle.dumps((True, work(*arguments)))
    except Exception as error:  # noqa: BLE001 - told to whoever gave the order
        return pickle.dumps((False, f"{type(error).__name__}: {error}"))


def main() -> None:
    """Serve the program that has started this one; Ctrl+C is meant for that one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    results = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever prints does not get between the results
    try:
        serve(sys.stdin.buffer, results)
    except BrokenPipeError:
        os._exit(0)  # the program that has started this one is gone, and an end as usual would write to it again


if __name__ == "__main__":
    main()
