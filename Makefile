# Verbs for people. `make help` lists them.
SHELL := /bin/bash
PY ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
OUT ?= demo-out
# a file's tests stay together, in order; the browser's come last
SPREAD := -n logical --maxprocesses 4 --dist loadgroup --no-loadscope-reorder
export OMP_THREAD_LIMIT := 1
export LANGGRAPH_STRICT_MSGPACK := true
export LANGSMITH_TRACING := false
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: help assets words screenshots setup system serve demo demo-llm test check bench eval docs lock golden test-vllm clean

help: ## list the verbs
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*##/ -/'

system: ## install the Debian packages that the demo and tests use (as root or with sudo), or name the missing
	@bash deploy/system-packages.sh

$(STAMP): requirements/dev.lock pyproject.toml
	@test -x $(BIN)/python || $(PY) -m venv $(VENV) || { echo "python3-venv is missing: apt install python3-venv"; exit 1; }
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || $(BIN)/python -m ensurepip >/dev/null
	@$(BIN)/python -m pip install --quiet --require-hashes -r requirements/dev.lock
	@$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation -e .
	@touch $@

setup: system $(STAMP) ## make the virtual environment from the hashed lock

serve: setup ## the service on this machine: API and review pages at http://127.0.0.1:8080/
	@$(BIN)/lastro serve

demo: setup ## fill the sample credit case: report, trace and one line of result
	@$(BIN)/lastro demo --out $(OUT)
	@$(BIN)/python -m examples.check $(OUT)/trace.json examples/credit_case/gold.json --totals --min-found 0.75

demo-llm: setup ## the sample case with a small real model on this machine's CPU (slow; about 1.2 GB of packages)
	@bash deploy/demo-llm.sh $(OUT)-llm

check: setup ## ruff, mypy --strict, import contracts, architecture tests
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy evidence ingest index cases agents render service sandbox
	@$(BIN)/lint-imports --no-cache
	@$(BIN)/pytest -q tests/architecture

test: check ## everything above and all tests
	@$(BIN)/pytest -q --durations=10 $(SPREAD)

test-vllm: setup ## the model client's contract suite against a real vLLM on CPU, in a venv of its own (slow)
	@bash deploy/test-vllm.sh

bench: setup ## speed and quality figures, as ratios against named baselines
	@bash benchmarks/run_all.sh

eval: setup ## score on public data: make eval DATA=... SCORER=...
	@$(BIN)/python benchmarks/public_data.py --data $(DATA) --scorer $(SCORER) --out $(OUT)-eval

golden: setup ## rewrite the golden files (look at the diff before you commit it)
	@LASTRO_REWRITE_GOLDEN=1 $(BIN)/pytest -q tests/golden

assets: ## fetch the pages' third-party scripts again, held against service/web/assets.lock
	@$(PY) deploy/web_assets.py

words: setup ## gather the pages' phrases, and the API's, into the catalogues of service/web/locale and service/api/locale
	@$(BIN)/python deploy/web_words.py

screenshots: setup ## pictures of every page in three languages, into docs/images/pages
	@$(BIN)/python docs/screenshots.py

docs: setup ## write the generated pages again
	@$(BIN)/lastro docs write

lock: ## pin every dependency with hashes
	uv pip compile -q pyproject.toml --generate-hashes --no-emit-index-url --no-header --python-version 3.11 -o requirements/base.lock
	@for extra in oidc llamaindex; do \
	  uv pip compile -q pyproject.toml --extra $$extra -c requirements/base.lock --generate-hashes --no-emit-index-url --no-header --python-version 3.11 -o requirements/$$extra.lock || exit 1; done
	# an environment of its own: PaddleOCR pins an older pyyaml than base.lock
	uv pip compile -q pyproject.toml --extra gpu --generate-hashes --no-emit-index-url --no-header --python-version 3.11 -o requirements/gpu.lock
	uv pip compile -q pyproject.toml requirements/build.in --extra dev --generate-hashes --no-emit-index-url --no-header --python-version 3.11 -o requirements/dev.lock

clean: ## remove the virtual environment and outputs
	rm -rf $(VENV) demo-out demo-out-* .mypy_cache .ruff_cache .pytest_cache
