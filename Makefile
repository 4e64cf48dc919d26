# `make help` lists the targets. Everything is installed into .venv, nothing outside this folder.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
LOCK := requirements-lock.txt
PYTEST_ARGS ?= -n auto --dist loadgroup
BUF := BUF_CACHE_DIR=.cache/buf $(BIN)/buf
BASELINE := proto/baseline.binpb
BOT_TESTS := $(addprefix tests/,$(addsuffix .py,bots/test_languages bots/test_golden bots/test_stubs \
    e2e/test_languages sandbox/test_languages))
SCRIPTS := $(wildcard sample_bots/python/*/main.py) sample_bots/chaos/main.py \
    $(wildcard arena/newbot/templates/python/main.py)

# Hundreds of processes start in a run and in the tests; without stored byte code each compiles all modules anew.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup demo test test-all build-bots check-bots check format format-check lint types imports proto proto-check proto-baseline bench soak calibrate lock clean distclean

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 24

# ---- what users run

setup: $(VENV)/.setup ## make .venv with the project and its tools in it

demo: $(VENV)/.setup ## play a small round robin of the sample bots and verify its replays
	@run="runs/demo-$$(date +%Y%m%d-%H%M%S)-$$$$"; \
	set -e; \
	$(BIN)/arena run examples/quickstart.toml --out "$$run"; \
	$(BIN)/arena verify "$$run"

test: $(VENV)/.setup ## run the tests, but for those that take long
	$(BIN)/python -m pytest $(PYTEST_ARGS) -m "not slow and not alone"
	@echo "left out: the tests that take long; make test-all runs them, too"

# What measures time or starts many processes is run by itself afterwards: beside others it would disturb and be disturbed.
test-all: test ## run all tests
	$(BIN)/python -m pytest $(PYTEST_ARGS) -m "slow and not alone"
	$(BIN)/python -m pytest -m alone

# Languages whose tools are missing are named and left out; with ARGS=--all they are a failure, as in .ci/run.
build-bots: $(VENV)/.setup ## build and check the sample bot of each language whose tools are here
	$(BIN)/python -m tests.bots.languages $(ARGS)

check-bots: build-bots ## the same, then their tests: equal decisions, clean ends, stubs, games in sandboxes
	$(BIN)/python -m pytest $(PYTEST_ARGS) $(BOT_TESTS)

bench: $(VENV)/.setup-bench ## measure engine, transport and tournament (ARGS="--json FILE")
	$(BIN)/python -m benchmarks $(ARGS)

soak: $(VENV)/.setup ## what takes too long for the tests, in parts (ARGS="--part clock --games 1000", ARGS=--help)
	$(BIN)/python -m benchmarks.soak $(ARGS)

calibrate: $(VENV)/.setup ## do intervals, tests and places keep what they promise? 1,000 tournaments (ARGS="--tournaments 100")
	OPENBLAS_NUM_THREADS=1 $(BIN)/python -m benchmarks.calibrate $(ARGS)

# ---- what every change passes

check: format-check lint types imports proto-check test-all ## all that a change must pass

format: $(VENV)/.setup ## rewrite the sources in the one format
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

format-check: $(VENV)/.setup
	$(BIN)/ruff format --check

lint: $(VENV)/.setup
	$(BIN)/ruff check

# The sample bots are programs, all with a main.py: they are no package, so each is looked at alone.
types: $(VENV)/.setup
	$(BIN)/mypy
	@set -e; for script in $(SCRIPTS); do \
	    echo "mypy $$script"; \
	    $(BIN)/mypy --no-explicit-package-bases --cache-dir .mypy_cache/scripts "$$script"; \
	done

imports: $(VENV)/.setup
	$(BIN)/lint-imports

# ---- the protocol

proto: ## write the Python code of the protocol anew
	$(PYTHON) proto/generate.py

proto-check: $(VENV)/.setup
	$(BUF) lint
	@if [ -e $(BASELINE) ]; then \
	    echo "buf breaking --against $(BASELINE)"; $(BUF) breaking --against $(BASELINE); \
	else \
	    echo "buf breaking: left out, there is no $(BASELINE) yet (make proto-baseline)"; \
	fi
	$(BIN)/python proto/generate.py --check

proto-baseline: $(VENV)/.setup ## freeze the protocol: later changes must be compatible with it
	$(BUF) lint
	$(BUF) build --output $(BASELINE)

# ---- installation

# The exact versions are made for one Python version after another; where one of them does not fit (an unusual
# platform, a newer Python), what pyproject.toml allows is installed instead.
define install
$(PIP) install --quiet --constraint $(LOCK) setuptools && \
$(PIP) install --quiet --constraint $(LOCK) --no-build-isolation --editable ".[$(1)]" || { \
    echo "setup: the versions in $(LOCK) do not fit here, taking the newest that pyproject.toml allows" >&2; \
    $(PIP) install --quiet --upgrade "setuptools>=77" && \
    $(PIP) install --quiet --no-build-isolation --editable ".[$(1)]"; \
}
endef

$(VENV)/.setup: pyproject.toml $(LOCK)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	    { echo "setup: $(PYTHON) must be Python 3.11 or newer; name another one: make setup PYTHON=python3.12" >&2; exit 1; }
	@$(BIN)/python -c 'import pip' 2>/dev/null || $(PYTHON) -m venv --clear $(VENV) || \
	    { echo "setup: $(PYTHON) has no venv module (Debian: apt-get install python3-venv)" >&2; exit 1; }
	@echo "setup: installing into $(VENV)"
	@$(call install,dev)
	@$(BIN)/python -m compileall -q arena referee proto sample_bots/python
	@touch $@

$(VENV)/.setup-bench: $(VENV)/.setup
	@$(PIP) install --quiet --constraint $(LOCK) --no-build-isolation --editable ".[dev,bench]" || \
	    echo "bench: OpenSpiel cannot be installed here, measuring without it" >&2
	@touch $@

lock: ## write the newest versions that pyproject.toml allows to the lock file
	$(PYTHON) -m venv --clear .cache/lock
	.cache/lock/bin/python -m pip --disable-pip-version-check install --quiet --upgrade setuptools ".[dev,bench]"
	@{ sed -n '/^#/p' $(LOCK); \
	   .cache/lock/bin/python -m pip --disable-pip-version-check list --format=freeze | grep -v -E '^(pip|pitch-arena)=='; \
	} > .cache/lock.txt && mv .cache/lock.txt $(LOCK)
	rm -rf build

clean: ## remove caches and what was built, keep .venv and runs
	rm -rf build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis 
	find . -name __pycache__ -not -path './$(VENV)/*' -prune -exec rm -rf {} +

distclean: clean ## remove .venv and .cache too
	rm -rf $(VENV) .cache
