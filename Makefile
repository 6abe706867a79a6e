# Everything a newcomer needs is `make play` and `make test`; both set up .venv by themselves.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PLAYABLE := $(VENV)/.playable
READY := $(VENV)/.ready
BENCH_READY := $(VENV)/.bench-ready
ARGS ?=

.PHONY: play run test test-long check bench texts clean

play: $(PLAYABLE)         ## play in the browser, no accounts, no tokens
	PALMARES_SHOW=yes $(BIN)/python -m bot web $(ARGS)

run: $(PLAYABLE)          ## play wherever .env has a token for
	$(BIN)/python -m bot $(ARGS)

test: $(READY)           ## the whole suite
	$(BIN)/python -m pytest -n auto --dist worksteal $(ARGS)

test-long: $(READY)      ## every combination of rules, 1,000 random games each; twenty kills
	PALMARES_GAMES=1000 PALMARES_KILLS=20 PALMARES_DAMAGES=2000 $(BIN)/python -m pytest -n auto --timeout 7200 $(ARGS)

check: $(READY)          ## lint, format, types, layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(BENCH_READY)    ## the figures of docs/measurements.md, with their peers
	$(BIN)/python -m benchmarks $(ARGS)

texts: $(READY)          ## refresh the catalogues from the code
	$(BIN)/python -m bot.locales.update

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache build *.egg-info

# whoever plays needs none of the developers' tools; whoever develops can play
$(PLAYABLE): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Palmarés needs Python 3.11 or newer")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable .
	@touch $@

$(READY): $(PLAYABLE)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev]'
	@touch $@

$(BENCH_READY): $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev,bench]'
	@touch $@
