"""What a reader of values gives back."""

from decimal import Decimal
from typing import Self

from pydantic import model_validator

from evidence.findings import TypedValue
from evidence.frozen import Frozen
from evidence.spans import CharSpan


class ReadValue(Frozen):
    """A typed value found in a text, or several rival readings of one that nobody but a person can choose from."""

    span: CharSpan
    """In the text that was given."""
    value: TypedValue | None
    """None = ambiguous."""
    readings: tuple[TypedValue, ...]
    """Most likely first; holds ``value`` where there is one."""

    @model_validator(mode="after")
    def _one_reading_is_the_value(self) -> Self:
        if (self.value is None) != (len(self.readings) > 1):
            raise ValueError("a value has exactly one reading, an ambiguous one at least two")
        return self

    @classmethod
    def of(cls, span: CharSpan, readings: tuple[TypedValue, ...]) -> Self:
        distinct = tuple({(reading.normalised, reading.unit): reading for reading in readings}.values())
        return cls(span=span, value=distinct[0] if len(distinct) == 1 else None, readings=distinct)


def decimal_text(number: Decimal) -> str:
    """Plain and shortest: ``-1234.5``, never an exponent."""
    text = format(number, "f")
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text in ("-0", "") else text
