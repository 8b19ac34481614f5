"""A model folder with BGE-M3's layout, tiny and with random weights, made on the spot."""

import json
from pathlib import Path

HIDDEN = 32
LONGEST = 96


def write_tiny_bge_m3(folder: Path) -> Path:
    import torch
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
    from transformers import PreTrainedTokenizerFast, XLMRobertaConfig, XLMRobertaModel

    torch.manual_seed(7)
    specials = ["<s>", "<pad>", "</s>", "<unk>"]
    letters = sorted(
        {chr(code) for start, end in ((33, 127), (0x400, 0x460), (0xC0, 0x180)) for code in range(start, end)}
    )
    pieces = [(piece, 0.0) for piece in specials] + [("▁", -2.0)] + [(letter, -3.0) for letter in letters]
    words = ["▁rent", "▁аренда", "▁плата", "▁aluguel", "▁ijara", "▁month", "▁месяц"]
    tokenizer = Tokenizer(models.Unigram([*pieces, *((word, -1.0) for word in words)], unk_id=3))
    tokenizer.normalizer = normalizers.NFKC()
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>", special_tokens=[("<s>", 0), ("</s>", 2)]
    )
    PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, bos_token="<s>", eos_token="</s>", pad_token="<pad>", unk_token="<unk>",
        cls_token="<s>", sep_token="</s>", model_max_length=LONGEST,
    ).save_pretrained(folder)  # fmt: skip
    config = XLMRobertaConfig(
        vocab_size=tokenizer.get_vocab_size(), hidden_size=HIDDEN, num_hidden_layers=2, num_attention_heads=4,
        intermediate_size=64, max_position_embeddings=LONGEST + 2, pad_token_id=1, bos_token_id=0, eos_token_id=2,
    )  # fmt: skip
    XLMRobertaModel(config).save_pretrained(folder)
    modules = [
        {"idx": 0, "name": "0", "path": "", "type": "sentence_transformers.models.Transformer"},
        {"idx": 1, "name": "1", "path": "1_Pooling", "type": "sentence_transformers.models.Pooling"},
        {"idx": 2, "name": "2", "path": "2_Normalize", "type": "sentence_transformers.models.Normalize"},
    ]
    (folder / "modules.json").write_text(json.dumps(modules))
    (folder / "sentence_bert_config.json").write_text(json.dumps({"max_seq_length": LONGEST, "do_lower_case": False}))
    (folder / "1_Pooling").mkdir()
    pooling = {"word_embedding_dimension": HIDDEN, "pooling_mode_cls_token": True, "pooling_mode_mean_tokens": False}
    (folder / "1_Pooling" / "config.json").write_text(json.dumps(pooling))
    (folder / "2_Normalize").mkdir()
    torch.save(torch.nn.Linear(HIDDEN, 1).state_dict(), folder / "sparse_linear.pt")
    return folder
