"""Who reads in ``lastro eval``: the reader of the settings, and for a served model an index in memory."""

from evidence.memory import MemoryPages
from sandbox.evaluation import Opened, labels_reader
from service.settings import Settings
from service.wiring import open_embedder, open_model


async def reader_of_settings(settings: Settings, source: MemoryPages) -> Opened:
    if settings.model.kind == "labels":
        return await labels_reader(source)
    return await served_reader(settings, source)


async def served_reader(settings: Settings, source: MemoryPages) -> Opened:
    """The served model, whatever kind the settings name. Public data may leave the machine: any endpoint may be asked."""
    from agents.llm.reader import ModelReader
    from index.case_index import CaseIndex
    from index.stores.memory import MemoryStore
    from ingest.passages import cut_passages

    index = CaseIndex(MemoryStore(), open_embedder(settings))
    for document in source.documents():
        for page in source.pages(document.sha256):
            index.put(cut_passages(page, name=document.name))
    model = await open_model(settings, may_leave=True)
    return Opened(ModelReader(model, max_output_tokens=settings.model.max_output_tokens), index, settings.fill)
