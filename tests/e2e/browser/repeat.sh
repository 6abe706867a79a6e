#!/usr/bin/env bash
# The browser and kill tests so many times in a row (20), the second half beside a busy loop on each core; it ends with
# the first failure. From the project's folder, after `make test`: tests/e2e/browser/repeat.sh [TIMES]
set -euo pipefail
cd "$(dirname "$0")/../../.."
times=${1:-20}
busy=()
trap '[ ${#busy[@]} -eq 0 ] || kill "${busy[@]}"' EXIT

for ((round = 1; round <= times; round++)); do
    if ((round > times / 2 && ${#busy[@]} == 0)); then
        for ((core = 0; core < $(nproc); core++)); do
            timeout 4h sh -c 'while :; do :; done' &
            busy+=($!)
        done
    fi
    echo "round $round of $times, ${#busy[@]} busy loops"
    timeout 20m .venv/bin/python -m pytest -q -n 4 --dist worksteal tests/e2e/browser tests/e2e/process/test_killed_on_server.py tests/integration/data/test_store_durability.py
done
