from agents.llm.relevance import is_about
from agents.steps import Line
from evidence.fields import Field
from evidence.spans import CharSpan

AMOUNT = Field(id="gross", question="What is the total gross amount?", labels=("Gross amount",))


def line(text: str, context: str = "") -> Line:
    span = CharSpan(start=0, end=len(text))
    return Line(id=1, document="a" * 64, file="a.pdf", page=1, span=span, text=text, context=context)


def test_a_label_in_the_line_or_its_heading_ties_it() -> None:
    assert is_about(AMOUNT, cited=[line("Gross amount | $985.00")], around=[])
    assert is_about(AMOUNT, cited=[line("$985.00", context="columns: Gross amount | Rate")], around=[])


def test_a_label_in_the_row_above_ties_it() -> None:
    assert is_about(AMOUNT, cited=[line("$985.00")], around=[line("Gross amount")])


def test_one_word_of_many_is_too_little() -> None:
    assert not is_about(AMOUNT, cited=[line("5.0 | $500.00 | $500.00", context="columns: Rate | Total")], around=[])


def test_most_words_of_the_question_tie_a_line_without_a_label() -> None:
    director = Field(id="director", question="Кто является генеральным директором общества?")
    assert is_about(director, cited=[line("Генеральным директором общества избран А. Каримов.")], around=[])
    assert not is_about(director, cited=[line("Общество создано в 2015 году.")], around=[])
