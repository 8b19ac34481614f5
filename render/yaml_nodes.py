"""YAML as nodes with their lines: only what a person writes by hand, and never more than is quickly read."""

from dataclasses import dataclass

import yaml

MAX_BYTES = 1_000_000
"""A fields file larger than this is no fields file."""
MAX_DEPTH = 16
"""Lists and mappings inside one another; labels by language of a table's column are the seventh."""
_OPENING = (
    yaml.BlockMappingStartToken, yaml.BlockSequenceStartToken, yaml.FlowMappingStartToken, yaml.FlowSequenceStartToken,
)  # fmt: skip
_CLOSING = (yaml.BlockEndToken, yaml.FlowMappingEndToken, yaml.FlowSequenceEndToken)


@dataclass(frozen=True)
class Complaint:
    """``line`` counts from 1; None where the whole file is meant."""

    line: int | None
    message: str


def compose(content: bytes, complaints: list[Complaint]) -> yaml.Node | None:
    """The root, or None with a complaint."""
    if len(content) > MAX_BYTES:
        said = f"the file has {len(content):,} bytes; a fields file has {MAX_BYTES:,} at most"
        complaints.append(Complaint(None, said))
        return None
    try:
        text = content.decode("utf-8-sig")
        if (refused := _refused_token(text)) is not None:
            complaints.append(refused)
            return None
        root = yaml.compose(text, Loader=yaml.SafeLoader)
    except UnicodeDecodeError as wrong:
        complaints.append(Complaint(None, f"the file is not UTF-8 text (byte {wrong.start}); save it as UTF-8"))
        return None
    except yaml.MarkedYAMLError as wrong:
        mark = wrong.problem_mark or wrong.context_mark
        problem = wrong.problem or "it cannot be read"
        advice = "look at the indentation, and put a text that holds ? : , or # in quotes"
        advice = "use spaces to indent" if "\\t" in problem else advice
        complaints.append(Complaint(mark.line + 1 if mark else None, f"this is not valid YAML: {problem}; {advice}"))
        return None
    except (yaml.YAMLError, RecursionError) as wrong:
        complaints.append(Complaint(None, f"this is not valid YAML: {str(wrong).splitlines()[0]}"))
        return None
    if root is None:
        complaints.append(Complaint(None, "the file is empty; it needs 'id:', 'title:' and 'fields:'"))
    return root


def _refused_token(text: str) -> Complaint | None:
    """The first thing that is not read here; the rest is not even scanned. Raises what the scanner raises."""
    depth = 0
    for token in yaml.scan(text):
        line = token.start_mark.line + 1
        if isinstance(token, yaml.AnchorToken | yaml.AliasToken | yaml.TagToken):
            return Complaint(line, "YAML anchors, aliases and tags are not read here; write it out")
        if isinstance(token, _OPENING):
            depth += 1
            if depth > MAX_DEPTH:
                said = (
                    f"lists and mappings stand more than {MAX_DEPTH} deep in one another; a fields file needs 7 at most"
                )
                return Complaint(line, said)
        elif isinstance(token, _CLOSING):
            depth -= 1
    return None
