"""What the answers of the OpenAPI look like: taken from a made-up case, and held against their schemas by a test."""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

_FILE = Path(__file__).with_name("examples.json")
JSON = "application/json"


def answers_of(described: Mapping[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Every answer in JSON that is no refusal: the call, its status, and the part of the document to which an example belongs."""
    for path, held in described["paths"].items():
        for method, operation in held.items():
            for status, answer in operation["responses"].items():
                if status.startswith("2") and JSON in answer.get("content", {}):
                    yield f"{method.upper()} {path}", status, answer["content"][JSON]


def add_examples(described: dict[str, Any]) -> None:
    held = json.loads(_FILE.read_text(encoding="utf-8"))
    for call, _, content in answers_of(described):
        example = held["calls"].get(call)
        if example is None:
            schema = content.get("schema", {})
            named = re.fullmatch(r"#/components/schemas/(\w+)", schema.get("items", schema).get("$ref", ""))
            one = held["schemas"].get(named[1]) if named is not None else None
            example = [one] if one is not None and schema.get("type") == "array" else one
        if example is not None:
            content["example"] = example
    described["components"]["schemas"]["Problem"]["examples"] = [held["schemas"]["Problem"]]
