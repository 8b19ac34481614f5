# ruff: noqa: E501  - one case a line reads better than six
from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidence.fields import FieldType, FilledBy
from render.fields_file import read_fields
from render.yaml_nodes import MAX_BYTES


def read(text: str):
    return read_fields(dedent(text).encode())


def complaint(text: str) -> str:
    said = [f"line {c.line}: {c.message}" for c in read(text).complaints]
    assert len(said) == 1, said
    return said[0]


def test_reads_a_whole_file() -> None:
    found = read("""\
        id: credit
        version: 2
        title: Заключение
        languages: [ru, uz-Latn]
        subject: {names: [borrower], identifiers: [inn]}
        sections: [A, B]
        fields:
        - id: borrower
          question: "Кто заёмщик?"
          type: organisation
          section: A
          labels: {ru: [Заёмщик], en: Borrower}
        - {id: inn, question: ИНН, type: identifier, checks: [inn], about_subject: yes}
        - id: balance
          question: Баланс
          type: table
          rows: [2022, 2023]
          columns: [{id: year}, {id: revenue, type: money, labels: Выручка}]
        - {id: kind, question: Форма, type: choice, choices: [{id: llc, labels: [ООО, MChJ]}]}
        - {id: margin, question: "%", type: percent, filled_by: computed, formula: "balance.revenue[2023] * 2"}
        """)
    assert not found.complaints
    assert (found.id, found.version, found.languages, found.sections) == ("credit", "2", ("ru", "uz-Latn"), ("A", "B"))
    borrower, inn, balance, kind, margin = found.fields
    assert borrower.labels == ("Заёмщик", "Borrower") and inn.about_subject and balance.rows == ("2022", "2023")
    assert balance.columns[1].type is FieldType.MONEY and balance.columns[1].labels == ("Выручка",)
    assert kind.choices[0].labels == ("ООО", "MChJ") and margin.filled_by is FilledBy.COMPUTED
    assert found.lines["borrower"] == 8


def test_words_that_yaml_takes_for_something_else_stay_texts() -> None:
    found = read("""\
        id: no
        title: 2023
        fields:
        - {id: on, question: yes, labels: [no, off, 1e3, 0x10, ~, 12:30:45]}
        """)
    assert not found.complaints
    assert (found.id, found.title) == ("no", "2023")
    assert found.fields[0].labels == ("no", "off", "1e3", "0x10", "~", "12:30:45")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("id: a\nfields:\n- {id: x, question: q, type: identifer}", "line 3: field 'x': type 'identifer' is not known; did you mean 'identifier'?"),
        ("id: a\nfields:\n- {id: x, question: q, lables: [a]}", "line 3: field 'x' has an unknown key 'lables'; did you mean 'labels'?"),
        ("id: a\nfeilds: []\nfields:\n- {id: x, question: q}", "line 2: the fields file has an unknown key 'feilds'; did you mean 'fields'?"),
        ("id: a\nfields:\n- {id: x, question: q}\n- {id: x, question: q}", "line 4: field 'x' is there twice; the first is on line 3"),
        ("id: a\nfields:\n- id: x\n  question: q\n  question: p", "line 5: field 'x' has the key 'question' twice; keep one"),
        ("id: a\nfields:\n- {id: x}", "line 3: field 'x' has no question"),
        ("id: a\nfields:\n- {question: q}", "line 3: field no. 1 has no id"),
        ("id: a\nfields:\n- {id: инн, question: q}", "line 3: field 'инн': an id is Latin letters"),
        ("id: a\nfields:\n- {id: case.x, question: q}", "line 3: field 'case.x': 'case' and 'report' are taken"),
        ("id: a\nfields:\n- {id: t, question: q, type: table}", "line 3: field 't': a table has columns"),
        ("id: a\nfields:\n- {id: t, question: q, required: maybe}", "line 3: field 't': 'required' takes true or false"),
        ("id: a\nfields:\n- {id: t, question: q, labels: [[a]]}", "line 3: field 't': 'labels' takes a list of texts"),
        ("id: a\nfields: x", "line 2: the fields file: 'fields' takes a list of mappings"),
        ("id: a", "line 1: there is no field"),
        ("id: a\nsubject: {names: [y]}\nfields:\n- {id: yy, question: q}", "line 2: subject names names 'y'"),
        ("id: a\nsections: [One]\nfields:\n- {id: y, question: q, section: on}", "line 4: field 'y': section 'on' is not listed; did you mean 'One'?"),
        ("id: a\nfields:\n- {id: y, question: q, type: choice}", "line 3: field 'y': a choice needs choices"),
        ("id: a\nfields:\n- {id: t, question: q, type: table, columns: [{id: a}, {id: a}]}", "line 3: field 't' has two columns 'a'"),
        ("id: a\nfields:\n- {id: t, question: q, type: table, columns: [{id: a, type: table}]}", "line 3: column 'a' of field 't' cannot be a table"),
        ("id: a\nfields:\n- {id: x, question: q, papers: ['']}", "line 3: field 'x': 'papers' holds an empty text; write the word or take the entry out"),
        ("id: a\nfields:\n- {id: x, question: q, labels: {en: [' ', a]}}", "line 3: field 'x': 'labels' holds an empty text"),
        ("id: a\nfields:\n- {id: x, question: q, stop_labels: ''}", "line 3: field 'x': 'stop_labels' holds an empty text"),
        ("id: a\nfields:\n- {id: y, question: q, type: choice, choices: [{id: a, labels: [own]}, {id: b, labels: [rented, Own]}]}", "line 3: field 'y': the label 'Own' means both 'a' and 'b'; keep it with one of them"),
        ("id: a\nfields:\n- {id: y, question: q, type: choice, choices: [{id: a, labels: [own]}, {id: a, labels: [rented]}]}", "line 3: field 'y' has two choices 'a'"),
        ("- a\n- b", "line 1: a fields file begins with keys"),
        ("", "line None: the file is empty"),
        ("id: a\nfields:\n\t- id: x", "line 3: this is not valid YAML"),
        ("id: a\nfields: [{id: x, question: who?, type: text}]", "put a text that holds ? : , or # in quotes"),
        ("a: &x 1\nb: *x", "line 1: YAML anchors, aliases and tags are not read here"),
        ("id: !!python/object:os.system x", "line 1: YAML anchors, aliases and tags are not read here"),
    ],
)  # fmt: skip
def test_a_mistake_names_its_line_and_what_to_do(text: str, said: str) -> None:
    assert said in complaint(text)


def test_every_mistake_is_named_at_once() -> None:
    found = read("""\
        id: a
        fields:
        - {id: x, question: q, type: txt}
        - {id: y, qestion: q}
        """)
    assert len(found.complaints) == 3


def test_a_file_that_is_no_text_or_too_large_is_refused() -> None:
    assert "not UTF-8" in read_fields(b"id: \xff\xfe").complaints[0].message
    assert "bytes" in read_fields(b"a" * (MAX_BYTES + 1)).complaints[0].message


@given(st.text(max_size=200) | st.binary(max_size=200).map(lambda raw: raw.decode("latin-1")))
def test_no_text_makes_it_raise(text: str) -> None:
    found = read_fields(text.encode("utf-8", "replace"))
    assert found.fields or found.complaints


@pytest.mark.parametrize(
    "holder",
    [
        "{id: a, question: '?'}",
        "{id: a, question: '?', type: person, filled_by: analyst}",
        "{id: a, question: '?', type: person, holder: a}",
    ],
)
def test_a_holder_must_be_a_person_whom_an_agent_finds(holder: str) -> None:
    given = f"id: t\ntitle: T\nfields:\n- {holder}\n- {{id: passport, question: '?', holder: a}}\n"
    found = read_fields(given.encode())
    assert any("'a' is no field of type person" in complaint.message for complaint in found.complaints)
