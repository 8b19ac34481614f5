"""How large each channel of the model gets on ordinary text, for the int8 graph's scales."""

import numpy as np
from numpy.typing import NDArray

from index.embedders.e5_graph import INPUT, precise_graph
from index.embedders.e5_tokens import E5Tokenizer
from index.embedders.e5_weights import E5Weights

# The large channels are the model's own and hardly depend on the text; the languages are those of the cases.
_TEXTS = (
    "passage: Заёмщик обязуется вернуть кредит в размере 500 000 000 сум не позднее 31 декабря 2025 года.",
    "passage: Обеспечением служит складское здание площадью 1 240,5 кв. м, расположенное в промышленной зоне.",
    "passage: Qarz oluvchi kreditni shartnomada ko‘rsatilgan muddatda foizlari bilan qaytarishi shart.",
    "passage: Корхона раҳбари томонидан тақдим этилган ҳужжатлар қонун талабларига мувофиқ текширилди.",
    "passage: O mutuário deverá apresentar as demonstrações financeiras auditadas até o dia 30 de abril.",
    "passage: The borrower shall maintain insurance of the pledged equipment for its full replacement value.",
    "passage: ИНН 301 234 567\tСчёт 20208000900123456001\tМФО 00440\nИТОГО 1 234 567,89",
    "query: Какова сумма кредита и срок его возврата?",
    "query: Who signed the agreement and on what date?",
    "query: Qual é o prazo do contrato?",
)


def measure_reaches(weights: E5Weights) -> dict[str, NDArray[np.float32]]:
    """Output name of the full-precision graph to the greatest absolute value per channel; takes about a second."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(
        precise_graph(weights, with_reaches=True), options, providers=["CPUExecutionProvider"]
    )
    names = [output.name for output in session.get_outputs() if output.name.endswith("_reach")]
    tokenizer = E5Tokenizer(weights)
    places = weights.vector("emb.pos").reshape(-1, weights.hidden) + weights.vector("emb.type")[: weights.hidden]
    reaches: dict[str, NDArray[np.float32]] = {}
    for text in _TEXTS:
        ids = np.array([weights.bos, *tokenizer.ids(text), weights.eos], dtype=np.int64)
        seen = session.run(names, {INPUT: (weights.words(ids) + places[: len(ids)])[None]})
        for name, reach in zip(names, seen, strict=True):
            reaches[name] = np.maximum(reaches.get(name, 0.0), reach[0])
    return reaches
