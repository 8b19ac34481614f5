import importlib.util

import pytest

from evidence.errors import ServiceMissing
from evidence.memory import MemoryPages
from evidence.pages import Document, Page, PageKind
from evidence.passages import Passage
from evidence.spans import CharSpan
from index.embedders.hashing import HashingEmbedder
from index.llamaindex import case_retriever, citation_metadata
from index.open import open_memory_index

DOCUMENT = Document(sha256="a" * 64, name="lease.pdf", media_type="application/pdf", page_count=1)
PAGE = Page(
    document=DOCUMENT.sha256,
    number=1,
    kind=PageKind.TEXT,
    text="Intro.\nThe rent is 40 units a month.\nEnd.",
    language="en",
)
SPAN = CharSpan(start=7, end=36)


@pytest.fixture
def parts():
    index = open_memory_index(HashingEmbedder())
    index.put([Passage.cut(PAGE, SPAN, context="lease.pdf")])
    return index, MemoryPages([DOCUMENT], [PAGE])


def test_the_metadata_leads_back_to_the_page(parts) -> None:
    index, source = parts
    metadata = citation_metadata(index.search("rent", 1)[0], source)
    assert metadata["file"] == "lease.pdf"
    assert metadata["sha256"] == DOCUMENT.sha256
    assert metadata["page"] == 1
    assert metadata["page_sha256"] == PAGE.sha256
    assert PAGE.text[metadata["start"] : metadata["end"]] == "The rent is 40 units a month."
    assert metadata["locator"]["kind"] == "page"


def test_a_format_without_pages_gets_no_page(parts) -> None:
    index, _ = parts
    flow = PAGE.model_copy(update={"kind": PageKind.FLOW})
    metadata = citation_metadata(index.search("rent", 1)[0], MemoryPages([DOCUMENT], [flow]))
    assert metadata["page"] is None
    assert metadata["locator"]["kind"] == "paragraph"


@pytest.mark.skipif(importlib.util.find_spec("llama_index") is not None, reason="LlamaIndex is installed here")
def test_without_the_extra_says_what_to_install(parts) -> None:
    with pytest.raises(ServiceMissing, match=r"lastro\[llamaindex\]"):
        case_retriever(*parts)


def test_a_retriever_gives_nodes_that_can_be_cited(parts) -> None:
    pytest.importorskip(
        "llama_index.core", reason="LlamaIndex is not installed here: its adapter is NOT tested in this run"
    )
    nodes = case_retriever(*parts, k=3).retrieve("how much is the rent?")
    assert [node.node.text for node in nodes] == ["The rent is 40 units a month."]
    assert nodes[0].node.metadata["sha256"] == DOCUMENT.sha256
    assert (nodes[0].node.start_char_idx, nodes[0].node.end_char_idx) == (7, 36)
    assert "page_sha256" not in nodes[0].node.get_content(metadata_mode="llm")
