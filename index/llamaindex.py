"""Lastro as a LlamaIndex retriever (extra ``llamaindex``): its users get our search, and nodes that can be cited.

Each node's text is a passage's own text; file, page, span and hashes are in its metadata, so that an answer built on it
can be traced back and verified. Retrieval alone lives here: LlamaIndex's own stores and parsers are not used.
"""

from typing import TYPE_CHECKING, Any

from evidence.citations import Citation
from evidence.errors import ServiceMissing
from evidence.passages import Hit
from evidence.ports import PageSource, Searcher

if TYPE_CHECKING:
    from llama_index.core.retrievers import BaseRetriever


def case_retriever(searcher: Searcher, source: PageSource, *, k: int = 5) -> "BaseRetriever":
    """``searcher`` and ``source`` of one case or of one reference collection. Raises ServiceMissing without the extra."""
    try:
        from llama_index.core.retrievers import BaseRetriever
        from llama_index.core.schema import NodeWithScore, QueryBundle, TextNode
    except ImportError as error:
        raise ServiceMissing(f"LlamaIndex is not installed ({error}); install lastro[llamaindex]") from error

    class LastroRetriever(BaseRetriever):  # type: ignore[misc]  # the base has no type information when absent
        def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
            hits = searcher.search(query_bundle.query_str, k)
            return [
                NodeWithScore(
                    node=TextNode(
                        id_=hit.passage.id,
                        text=hit.passage.text,
                        metadata=citation_metadata(hit, source),
                        # shown to no model and embedded by nobody: it is for whoever checks the answer
                        excluded_llm_metadata_keys=["sha256", "page_sha256", "start", "end", "locator"],
                        excluded_embed_metadata_keys=list(_KEYS),
                        start_char_idx=hit.passage.span.start,
                        end_char_idx=hit.passage.span.end,
                    ),
                    score=hit.score,
                )
                for hit in hits
            ]

    return LastroRetriever()


_KEYS = ("file", "sha256", "page", "page_sha256", "start", "end", "locator", "origin", "context")


def citation_metadata(hit: Hit, source: PageSource) -> dict[str, Any]:
    """What a Citation of the whole passage says, as plain values; ``start`` and ``end`` count in the page's text."""
    passage = hit.passage
    document, page = source.document(passage.document), source.page(passage.document, passage.page)
    citation = Citation.of(document, page, passage.span, context=passage.context or None)
    return {
        "file": citation.file,
        "sha256": citation.sha256,
        "page": citation.page if citation.paged else None,
        "page_sha256": citation.page_sha256,
        "start": citation.span.start,
        "end": citation.span.end,
        "locator": citation.locator.model_dump(mode="json"),
        "origin": citation.origin.kind.value,
        "context": citation.context,
    }
