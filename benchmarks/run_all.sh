#!/usr/bin/env bash
# Every figure of docs/measured.md that needs no data beside the checkout. Each script prints ratios against a baseline
# that it runs itself, and exits 1 when a target is missed; one miss does not stop the others. Not here, as they take many minutes,
# a PostgreSQL, or data beside the checkout: python -m benchmarks.load, benchmarks/workers.py, benchmarks/retrieval.py,
# benchmarks/public_data.py.
set -u
cd "$(dirname "$0")/.."
python=${PYTHON:-.venv/bin/python}
missed=()
for script in verifier ingest_speed sheets embed embed_case case_store fill_overhead fill_endpoint startup; do
  echo "== $script"
  "$python" -m "benchmarks.$script" || missed+=("$script")
done
[ ${#missed[@]} -eq 0 ] || { echo "missed: ${missed[*]}"; exit 1; }
