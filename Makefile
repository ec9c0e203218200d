# What people run. `make` alone lists the targets; everything is installed into .venv.

.DEFAULT_GOAL := help
.PHONY: help demo test lint types format docs bench install dev prolog clean

VENV := .venv
BIN := $(VENV)/bin
ARGS ?=

# The newest Python that hallugraph runs on; choose another with `make PYTHON=python3.12 ...`.
SUITABLE := import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 14))
ifndef PYTHON
PYTHON := $(shell for name in python3.13 python3.12 python3.11 python3; do \
	if $$name -c '$(SUITABLE)' >/dev/null 2>&1; then echo $$name; break; fi; done)
endif

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1	\2/p' Makefile | expand -t 18

demo: $(VENV)/.base prolog ## install what is needed and walk through a whole benchmark
	@$(BIN)/hallugraph demo $(ARGS)

test: $(VENV)/.dev prolog ## run the tests; ARGS="-k store" chooses some
	$(BIN)/pytest $(ARGS)

lint: $(VENV)/.dev ## check style and formatting
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.dev ## check types
	$(BIN)/pyright

format: $(VENV)/.dev ## repair style and formatting
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

docs: $(VENV)/.dev ## write the pages of commands and queries anew
	@$(BIN)/python docs/make_reference.py

bench: $(VENV)/.dev prolog ## run the benchmarks; they print numbers
	@for script in benchmarks/[a-z]*.py; do echo "== $$script"; $(BIN)/python "$$script" || exit 1; done

install: $(VENV)/.base prolog ## install the command into .venv

dev: $(VENV)/.dev prolog ## install the tools of developers as well

clean: ## remove .venv, builds and caches
	rm -rf $(VENV) build dist *.egg-info .coverage htmlcov .hypothesis .pytest_cache .ruff_cache
	find . -name __pycache__ -prune -exec rm -rf {} +

# --- what the targets rest on: each step leaves a stamp, so that a second run is immediate ---

# A link under the package's own name lets the type checker read the sources as `hallugraph`.
$(VENV)/.made:
	@if [ -z "$(PYTHON)" ] || ! $(PYTHON) -c '$(SUITABLE)' 2>/dev/null; then \
		echo "hallugraph needs Python 3.11, 3.12 or 3.13: install one, or name it with  make PYTHON=/path/to/python3" >&2; \
		exit 1; \
	fi
	@if ! $(PYTHON) -c 'import ensurepip, venv' 2>/dev/null; then \
		version=$$($(PYTHON) -c 'import sys; print("%d.%d" % sys.version_info[:2])'); \
		echo "Python $$version lacks its venv module: install it with  sudo apt-get install python$$version-venv  and run make again" >&2; \
		exit 1; \
	fi
	@echo "Making $(VENV) with $(PYTHON) ..."
	@$(PYTHON) -m venv $(VENV)
	@mkdir -p $(VENV)/src && ln -sfn ../.. $(VENV)/src/hallugraph
	@touch $@

$(VENV)/.base: $(VENV)/.made pyproject.toml
	@echo "Installing hallugraph into $(VENV) ..."
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --editable .
	@touch $@

$(VENV)/.dev: $(VENV)/.base
	@echo "Installing the tools of developers into $(VENV) ..."
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --editable '.[dev]'
	@touch $@

# SWI-Prolog comes from the system's packages; what the package manager says goes to a file.
PROLOG_LOG := $(VENV)/install-prolog.log
APT := DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends swi-prolog-nox

prolog: | $(VENV)/.made
	@if command -v swipl >/dev/null; then exit 0; fi; \
	if ! command -v apt-get >/dev/null; then \
		echo "SWI-Prolog is missing: install it with  brew install swi-prolog  (Fedora: sudo dnf install pl; Arch: sudo pacman -S swi-prolog)  and run make again" >&2; \
		exit 1; \
	fi; \
	if [ "$$(id -u)" = 0 ]; then as_root=; else as_root=sudo; fi; \
	echo "Installing SWI-Prolog from the system's packages ..."; \
	if $$as_root env $(APT) >$(PROLOG_LOG) 2>&1; then exit 0; fi; \
	if $$as_root apt-get update >>$(PROLOG_LOG) 2>&1 && $$as_root env $(APT) >>$(PROLOG_LOG) 2>&1; then exit 0; fi; \
	echo "SWI-Prolog could not be installed (see $(PROLOG_LOG)): run  sudo apt-get install swi-prolog-nox  and then make again" >&2; \
	exit 1
