"""What a report asks for."""

from enum import StrEnum
from typing import Annotated, Any, Self

from pydantic import Field as Constraint
from pydantic import field_validator, model_validator

from evidence.frozen import Frozen


class FieldType(StrEnum):
    TEXT = "text"
    DATE = "date"
    MONEY = "money"
    NUMBER = "number"
    PERCENT = "percent"
    IDENTIFIER = "identifier"
    PERSON = "person"
    ORGANISATION = "organisation"
    ADDRESS = "address"
    CHOICE = "choice"
    LONG_TEXT = "long_text"
    TABLE = "table"
    """Rows; each column has a scalar type of its own."""


class FilledBy(StrEnum):
    AGENT = "agent"
    COMPUTED = "computed"
    """From other fields' cited values, by ``formula``."""
    ANALYST = "analyst"
    """Never by an agent: a recommendation, a judgement."""


class Choice(Frozen):
    id: str
    labels: tuple[str, ...]
    """Words in a document that mean this choice, in any language."""


class Column(Frozen):
    id: str
    labels: tuple[str, ...] = ()
    type: FieldType = FieldType.TEXT
    hints: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        return self.labels[0] if self.labels else self.id


class Field(Frozen):
    id: Annotated[str, Constraint(pattern=r"^[A-Za-z_][A-Za-z0-9_.-]*$")]
    question: str
    type: FieldType = FieldType.TEXT
    list: bool = False
    required: bool = True
    labels: tuple[str, ...] = ()
    """How documents name it, best first, in all languages."""
    section: str | None = None
    hints: tuple[str, ...] = ()
    """For the model: where it usually stands, what not to take."""
    columns: tuple[Column, ...] = ()
    """Of a table."""
    rows: tuple[str, ...] = ()
    """Row headings wanted of a table (years, account names); empty = every row the documents give."""
    years: Annotated[int, Constraint(ge=0, le=10)] = 0
    """Of a table with a row a year: so many, up to the last closed year that the documents give; 0 = not asked by years."""
    choices: tuple[Choice, ...] = ()
    checks: tuple[str, ...] = ()
    """``inn pinfl cpf cnpj passport account mfo iban phone not_future positive …``"""
    currency: str | None = None
    """ISO 4217 to assume where the document names none."""
    filled_by: FilledBy = FilledBy.AGENT
    formula: str | None = None
    """Over field ids: ``net_profit[latest] / revenue[latest] * 100``."""
    reference: str | None = None
    """Answer from this reference collection instead of the case's files."""
    about_subject: bool = False
    """Only documents about the case's subject may answer (look-alike companies are refused)."""
    papers: tuple[str, ...] = ()
    """Beginnings of words of which the title, the heading or the line must say one: papers about something else, in which the
    same labels stand, are refused. For single values; a table is known by its columns."""
    holder: str | None = None
    """Id of the field that names the person whose this is: a passport beside another person's name is refused."""
    stop_labels: tuple[str, ...] = ()
    """Labels that look alike and mean something else; a value beside one of these is not taken."""
    languages: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _shape_must_fit(self) -> Self:
        if (self.type is FieldType.TABLE) != bool(self.columns):
            raise ValueError(f"field {self.id!r}: a table has columns and nothing else has")
        if (self.filled_by is FilledBy.COMPUTED) != (self.formula is not None):
            raise ValueError(f"field {self.id!r}: a computed field has a formula and nothing else has")
        if self.years and (self.type is not FieldType.TABLE or self.rows):
            raise ValueError(f"field {self.id!r}: years is for a table, and stands in place of rows")
        if self.type is FieldType.CHOICE and not self.choices:
            raise ValueError(f"field {self.id!r}: a choice needs choices")
        return self

    @field_validator("labels", "hints", "stop_labels", "papers", mode="before")
    @classmethod
    def _flatten_languages(cls, given: Any) -> Any:  # a YAML author may write {ru: [...], en: ...} or a bare string
        if isinstance(given, str):
            return (given,)
        if isinstance(given, dict):
            flat: tuple[Any, ...] = ()
            for labels in given.values():
                flat += (labels,) if isinstance(labels, str) else tuple(labels)
            return flat
        return given

    @property
    def title(self) -> str:
        return self.labels[0] if self.labels else self.question


class Subject(Frozen):
    """Which fields say who the case is about; look-alike documents are told apart by them."""

    names: tuple[str, ...] = ()
    """Field ids of type organisation or person."""
    identifiers: tuple[str, ...] = ()
    """Field ids of type identifier, strongest first."""


class ReportTemplate(Frozen):
    """A report skill: ordered fields, and where it has one, the DOCX they go into."""

    id: str
    version: str = "1"
    title: str
    languages: tuple[str, ...] = ()
    """Of the documents, first is the report's own."""
    fields: tuple[Field, ...]
    sections: tuple[str, ...] = ()
    subject: Subject = Subject()
    sha256: str
    """Over the fields file and the DOCX."""
    docx: str | None = None
    """Absolute path of the DOCX; None = a plain report is laid out from the fields."""

    @model_validator(mode="after")
    def _ids_must_be_unique(self) -> Self:
        seen: set[str] = set()
        for field in self.fields:
            if field.id in seen:
                raise ValueError(f"template {self.id!r} has two fields {field.id!r}")
            seen.add(field.id)
        return self

    @model_validator(mode="after")
    def _holders_must_be_people(self) -> Self:
        by_id = {field.id: field for field in self.fields}
        for field in self.fields:
            if field.holder is None:
                continue
            holder = by_id.get(field.holder)
            is_person = holder is not None and holder.type is FieldType.PERSON
            if holder is None or not is_person or holder.filled_by is not FilledBy.AGENT or holder.holder is not None:
                raise ValueError(
                    f"field {field.id!r}: holder {field.holder!r} is no field of type person that an agent fills by itself"
                )
        return self

    @property
    def language(self) -> str:
        return self.languages[0] if self.languages else "en"

    def field(self, field_id: str) -> Field:
        return next(field for field in self.fields if field.id == field_id)
