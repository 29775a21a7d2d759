# Every target sets itself up: a fresh machine needs python3 (3.11 or newer, with venv), git, make;
# on Debian, root also gets the browser that 'make test' drives (scripts/chromium.py).

PYTHON ?= python3
JOBS ?= 2

VENV := .venv
DEMO := .venv-demo
LOWEST := .venv-lowest
NEWEST := .venv-newest
ECOSYSTEM := .venv-ecosystem
ENGINES := .venv-engines
SITE := .venv-docs
PIP_INSTALL := -m pip install --quiet --quiet --disable-pip-version-check

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help demo test test-pythons test-lowest test-ecosystem test-engines chromium bench coverage error-rates folds cautions sentences streams house docs test-site format constraints clean voice sdist

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: $(DEMO)/.ready ## evaluate the shipped examples, print the verdicts, write reports
	@$(DEMO)/bin/veracity demo --out build/demo

test: $(VENV)/.ready chromium ## check format, lint, types, layers, tests, guides, and the demo on every Python
	$(VENV)/bin/ruff format --check
	$(VENV)/bin/ruff check
	$(VENV)/bin/mypy
	$(VENV)/bin/lint-imports
	$(VENV)/bin/pytest -n $(JOBS) --dist loadfile
	@$(VENV)/bin/python scripts/pythons.py

test-pythons: $(VENV)/.ready ## run the demo on every Python that pyproject.toml names, where found
	@$(VENV)/bin/python scripts/pythons.py

test-lowest: $(LOWEST)/.ready ## run the tests on the lowest versions that pyproject.toml declares
	$(LOWEST)/bin/pytest -n $(JOBS) --dist loadfile -m 'not browser'

test-ecosystem: $(ECOSYSTEM)/.ready ## run scikit-learn's own tests on the drop-ins, and what is inside of torch loops and MLflow
	$(ECOSYSTEM)/bin/python scripts/ecosystem.py
	$(ECOSYSTEM)/bin/pytest tests/integrations src/veracity/integrations

test-engines: $(ENGINES)/.ready ## run the law of scores on Spark, Dask, PostgreSQL, Ibis, sqlframe on loopback
	@$(ENGINES)/bin/python scripts/other_engines.py
	VERACITY_OTHER_ENGINES=1 $(ENGINES)/bin/pytest tests/other_engines docs/tensors.md -k 'not spark_connect'
	VERACITY_OTHER_ENGINES=1 $(ENGINES)/bin/pytest tests/other_engines/test_law.py -k spark_connect

chromium: $(VENV)/.ready ## find the browser that tests the page, or install Debian's
	@$(VENV)/bin/python scripts/chromium.py

bench: $(VENV)/.ready ## run the benchmarks
	@$(VENV)/bin/python -m benchmarks

coverage: $(VENV)/.ready ## simulate how often the default intervals contain the truth (minutes)
	@$(VENV)/bin/python -m simulations.coverage

error-rates: $(VENV)/.ready ## measure how often gates, comparisons and choices err (minutes)
	@$(VENV)/bin/python -m simulations.error_rates

folds: $(VENV)/.ready ## simulate how often intervals of cross-validation contain the truth (minutes)
	@$(VENV)/bin/python -m simulations.cross_validation --times 300 --nested 60 --seed 1

cautions: $(VENV)/.ready ## simulate how often cautions speak on honest and on spoiled evaluations
	@$(VENV)/bin/python -m simulations.honest_cautions --faults 100

sentences: $(VENV)/.ready ## simulate how often a sentence that recommends is said where it is false
	@$(VENV)/bin/python -m simulations.sentences --times 1000 --seed 1

streams: $(VENV)/.ready ## simulate how often streams alarm falsely, and how late rightly (minutes)
	@$(VENV)/bin/python -m simulations.streams --times 150 --seed 1 --out docs/stream_errors.md

house: $(VENV)/.ready ## count what the house is judged by: lines, types, modules of a first figure
	@$(VENV)/bin/python scripts/house_figures.py
	@$(VENV)/bin/python scripts/house_lines.py

docs: $(VENV)/.ready $(SITE)/.ready ## write the pages made from records, and the site into build/site
	@$(VENV)/bin/python docs/build.py
	@$(SITE)/bin/python docs/site.py

test-site: docs chromium ## search, dark, phone and requests of the site in the browser
	VERACITY_SITE=1 $(VENV)/bin/pytest tests/docs/test_site_in_browser.py

voice: $(VENV)/.ready ## print what users see most, in both languages, to docs/voice.md
	@$(VENV)/bin/python scripts/voice.py

sdist: $(VENV)/.ready ## build wheel and sdist, and say what either lacks
	@$(VENV)/bin/python scripts/packages.py

format: $(VENV)/.ready ## format the code and repair what the linter can
	$(VENV)/bin/ruff check --fix-only --exit-zero --quiet
	$(VENV)/bin/ruff format

constraints: ## resolve the newest versions again and write constraints.txt
	$(check-python)
	@rm -rf $(NEWEST)
	@$(PYTHON) -m venv $(NEWEST)
	@$(NEWEST)/bin/python $(PIP_INSTALL) -e '.[dev]'
	@{ echo "# The whole environment of 'make test', resolved on Python 3.11 by 'make constraints'."; \
	   $(NEWEST)/bin/python -m pip --disable-pip-version-check freeze --exclude veracity; } > constraints.new
	@mv constraints.new constraints.txt
	@rm -rf $(NEWEST)

clean: ## remove the environments and every cache
	rm -rf $(VENV) $(DEMO) .venv-pythons $(LOWEST) $(NEWEST) $(ECOSYSTEM) $(ENGINES) $(SITE) build dist
	rm -rf .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find src tests docs scripts benchmarks simulations -name __pycache__ -type d -prune -exec rm -rf {} +

define check-python
@command -v $(PYTHON) > /dev/null || { \
  echo "'$(PYTHON)' was not found: install Python 3.11 or newer, or name one: make PYTHON=..." >&2; \
  exit 1; }
@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
  echo "veracity needs Python 3.11 or newer, and '$(PYTHON)' is $$($(PYTHON) --version 2>&1):" \
       "name a newer one: make PYTHON=..." >&2; \
  exit 1; }
@$(PYTHON) -c 'import ensurepip, venv' 2> /dev/null || { \
  echo "'$(PYTHON)' cannot make virtual environments: install its venv module" \
       "(on Debian and Ubuntu: apt-get install python3-venv)" >&2; \
  exit 1; }
endef

# $(call prepare,folder of the environment,constraints,extra in brackets or nothing)
define prepare
$(check-python)
@echo "Preparing $(1) (once, about a minute) ..."
@$(PYTHON) -m venv $(1)
@$(1)/bin/python $(PIP_INSTALL) -c $(2) -e '.$(3)'
@touch $(1)/.ready
endef

$(DEMO)/.ready: pyproject.toml constraints.txt
	$(call prepare,$(DEMO),constraints.txt,)

$(VENV)/.ready: pyproject.toml constraints.txt
	$(call prepare,$(VENV),constraints.txt,[dev])

$(LOWEST)/.ready: pyproject.toml constraints-lowest.txt
	$(call prepare,$(LOWEST),constraints-lowest.txt,[test])

$(ENGINES)/.ready: pyproject.toml constraints-engines.txt
	$(call prepare,$(ENGINES),constraints-engines.txt,[engines])

$(SITE)/.ready: pyproject.toml constraints-docs.txt
	$(call prepare,$(SITE),constraints-docs.txt,[docs])

$(ECOSYSTEM)/.ready: pyproject.toml constraints-ecosystem.txt
	$(call prepare,$(ECOSYSTEM),constraints-ecosystem.txt,[ecosystem])
