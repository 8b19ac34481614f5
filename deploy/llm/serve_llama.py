"""Serve a GGUF on loopback, OpenAI-compatible, with llama.cpp from a prebuilt wheel. For demonstrations without a GPU.

python deploy/llm/serve_llama.py MODEL.gguf PORT
"""

import os
import signal
import sys
import threading

os.environ.setdefault("OMP_WAIT_POLICY", "passive")  # spinning threads are ten times slower beside a busy neighbour

import xllamacpp


def main() -> None:
    params = xllamacpp.CommonParams()
    params.model.path = sys.argv[1]
    params.model_alias = {"demo"}
    params.hostnames = ["127.0.0.1"]
    params.port = int(sys.argv[2])
    params.n_ctx = 8192
    params.n_parallel = 1
    params.n_gpu_layers = 0
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = os.cpu_count() or 2
    params.use_jinja = True
    params.offline = True
    server = xllamacpp.Server(params)
    print(f"listening {server.listening_address}", flush=True)
    stop = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: stop.set())
    stop.wait()


if __name__ == "__main__":
    main()
