"""The five tools: what each is for and what it takes. Data for prompts, checks and docs; nothing here runs one."""

from typing import Annotated, Any

from pydantic import Field as Constraint
from pydantic import ValidationError

from evidence.frozen import Frozen

LONGEST_PATTERN = 200
"""Characters of an ``fs.grep`` pattern."""


class RagQuery(Frozen):
    """Find passages by meaning and by words, over all files of the case. The usual first step."""

    q: Annotated[str, Constraint(min_length=1, max_length=400, description="what to look for, in any language")]
    k: Annotated[int, Constraint(ge=1, le=10, description="how many passages")] = 5


class FsList(Frozen):
    """List the files of the case with their type and number of pages."""

    after: Annotated[int, Constraint(ge=0, description="skip this many files of a long list")] = 0


class FsReadPage(Frozen):
    """Read one page whole, sentence by sentence and row by row."""

    file: Annotated[str, Constraint(min_length=1, max_length=500, description="a name that fs.list gives")]
    page: Annotated[int, Constraint(ge=1, description="1 is the first")]
    start: Annotated[int, Constraint(ge=1, description="first unit to show of a page too long for one look")] = 1


class FsGrep(Frozen):
    """Find a pattern (RE2, case ignored) in one file, or in all with file="*"."""

    file: Annotated[str, Constraint(min_length=1, max_length=500, description='a name that fs.list gives, or "*"')]
    pattern: Annotated[str, Constraint(min_length=1, max_length=LONGEST_PATTERN, description="RE2: no lookaround")]


class BashRun(Frozen):
    """Run one read-only utility on a file, no shell: a last resort. Its output cannot be quoted as evidence."""

    cmd: Annotated[str, Constraint(min_length=1, max_length=500, description='such as: pdfinfo "report.pdf"')]


Arguments = RagQuery | FsList | FsReadPage | FsGrep | BashRun


class ToolSpec(Frozen):
    name: str
    arguments: type[Arguments]
    example: dict[str, Any]

    @property
    def purpose(self) -> str:
        return " ".join((self.arguments.__doc__ or "").split())

    @property
    def schema_of_arguments(self) -> dict[str, Any]:
        """Plain JSON schema: types, ranges, descriptions; no ``$ref``, nothing a grammar compiler balks at."""
        schema = self.arguments.model_json_schema()
        properties = {
            name: {key: value for key, value in shape.items() if key != "title"}
            for name, shape in schema.get("properties", {}).items()
        }
        return {
            "type": "object",
            "properties": properties,
            "required": list(schema.get("required", ())),
            "additionalProperties": False,
        }


CATALOGUE: tuple[ToolSpec, ...] = (
    ToolSpec(name="rag.query", arguments=RagQuery, example={"q": "authorised capital", "k": 5}),
    ToolSpec(name="fs.list", arguments=FsList, example={}),
    ToolSpec(name="fs.read_page", arguments=FsReadPage, example={"file": "contract.pdf", "page": 2}),
    ToolSpec(name="fs.grep", arguments=FsGrep, example={"file": "*", "pattern": r"\d{9}"}),
    ToolSpec(name="bash.run", arguments=BashRun, example={"cmd": 'pdfinfo "contract.pdf"'}),
)


def spec_of(name: str) -> ToolSpec | None:
    return next((spec for spec in CATALOGUE if spec.name == name), None)


class BadArguments(Frozen):
    """Why a call could not be understood, in words that teach its right form."""

    note: str


def read_arguments(spec: ToolSpec, given: dict[str, Any]) -> Arguments | BadArguments:
    try:
        return spec.arguments.model_validate(given)
    except ValidationError as problem:
        wrong = "; ".join(
            f"{'.'.join(str(part) for part in error['loc']) or 'arguments'}: {error['msg']}"
            for error in problem.errors(include_url=False, include_input=False)
        )
        return BadArguments(note=f"{spec.name} was not run: {wrong}. Right form, for example: {spec.example}")


def describe_tools(names: tuple[str, ...]) -> str:
    """One line a tool, for a prompt. The same names give the same text, so that prompts share a prefix."""
    lines = []
    for spec in CATALOGUE:
        if spec.name not in names:
            continue
        arguments = ", ".join(
            name if field.is_required() else f"{name}={field.default!r}"
            for name, field in spec.arguments.model_fields.items()
        )
        lines.append(f"{spec.name}({arguments}): {spec.purpose}")
    return "\n".join(lines)
