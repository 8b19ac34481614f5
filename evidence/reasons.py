"""Why something was refused, or needs a look: said in English here, and in the report's language where it is written down."""

from typing import Annotated

from pydantic import Field as Constraint

from evidence.frozen import Frozen


class Reason(Frozen):
    code: Annotated[str, Constraint(pattern=r"^[a-z][a-z0-9_]*$")]
    """What the wordings of each language go by."""
    english: str
    """With ``{names}`` of the values; fed back to models, and what a language without its own words reads."""
    values: dict[str, "int | str | Reason"] = Constraint(default_factory=dict)

    def __str__(self) -> str:
        return self.english.format(**self.values)

    def about(self, **values: "int | str | Reason") -> "Reason":
        return self.model_copy(update={"values": {**self.values, **values}})


def because(code: str, english: str, /, **values: "int | str | Reason") -> Reason:
    """Both as literals: a test reads them out of the source and looks for the code in every language."""
    return Reason(code=code, english=english, values=values)
