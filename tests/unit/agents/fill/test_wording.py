import ast
import re
from pathlib import Path

import pytest

from agents.fill import wording
from agents.fill.wording import Wording, messages_of
from evidence.errors import ModelUnavailable
from evidence.reasons import Reason, because

ROOT = Path(wording.__file__).parents[2]
LANGUAGES = sorted(path.stem for path in (Path(wording.__file__).parent / "words").glob("*.toml"))


def placeholders(message: str) -> set[str]:
    return set(re.findall(r"{(\w+)", message))


def codes_and_english() -> dict[str, set[str]]:
    """Every reason that the code can give: its code, and the facts that its English names."""
    found: dict[str, set[str]] = {}
    for folder in ("evidence", "agents"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            texts: dict[str, str] = {}
            for node in in_order_of_lines(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
                    texts |= {name.id: str(node.value.value) for name in node.targets if isinstance(name, ast.Name)}
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "because":
                    code, english, *_ = node.args
                    assert isinstance(code, ast.Constant), f"the code is no literal: {ast.unparse(node)}"
                    text = texts[english.id] if isinstance(english, ast.Name) else ast.literal_eval(english)
                    found.setdefault(str(code.value), set()).update(placeholders(text))
    return found


def in_order_of_lines(tree: ast.AST) -> list[ast.AST]:
    return sorted(ast.walk(tree), key=lambda node: getattr(node, "lineno", 0))


CODES = codes_and_english()


def test_reports_are_written_in_the_languages_of_the_documents() -> None:
    assert LANGUAGES == ["en", "pt", "ru", "uz-Cyrl", "uz-Latn"]


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_each_language_says_everything_with_facts_that_are_given(language: str) -> None:
    english, other = messages_of("en"), messages_of(language)
    assert other.keys() == english.keys() | CODES.keys()
    for key, text in english.items():
        assert placeholders(other[key]) == placeholders(text), key
    for code, given in CODES.items():
        assert placeholders(other[code]) <= given, code


def test_english_reasons_stand_in_the_code_alone() -> None:
    assert len(CODES) > 50 and not messages_of("en").keys() & CODES.keys()


def test_a_language_without_words_reads_english() -> None:
    assert Wording("kk").say("left_to_analyst") == "Left to the analyst."
    assert Wording("kk").of(because("no_date", "{value!r} is no date", value="x")) == "'x' is no date."
    assert Wording("ru-RU").say("left_to_analyst") == "Оставлено аналитику."


def test_uzbek_is_written_in_the_script_of_the_report() -> None:
    assert Wording("uz-Cyrl").say("left_to_analyst") == "Таҳлилчига қолдирилган."
    assert Wording("uz_Latn_UZ").language == Wording("uz").language == "uz-Latn"


def test_a_reason_is_a_sentence_of_its_own_or_part_of_one() -> None:
    reason = because("words_not_held", "the quote does not hold {claimed!r}", claimed="{5}%")
    assert Wording("en").of(reason) == "The quote does not hold '{5}%'."
    assert Wording("ru").of(reason) == "В цитате нет слов '{5}%'."
    assert Wording("ru").within(reason) == "в цитате нет слов '{5}%'"
    assert Wording("pt").of("O documento não diz isso.") == "O documento não diz isso."


def test_a_reason_within_a_reason_is_put_into_words_too() -> None:
    fault = because("answer_empty", "the answer was empty")
    reason = because("model_unusable", "the model's answer could not be used: {fault}", fault=fault)
    assert str(reason) == "the model's answer could not be used: the answer was empty"
    assert Wording("ru").of(reason) == "Ответ модели непригоден: он пуст."
    assert Reason.model_validate_json(reason.model_dump_json()) == reason


def test_an_error_is_named_by_kind_with_its_message_for_the_operator() -> None:
    said = Wording("pt").of_error(ModelUnavailable("'http://10.0.0.5' does not answer; is it running?"))
    assert said == (
        "Não foi possível resolver: o modelo de linguagem não responde "
        "('http://10.0.0.5' does not answer; is it running?)"
    )
    assert Wording("ru").of_error(KeyError("x")) == "Не удалось выяснить: непредвиденный сбой (KeyError: 'x')"


def test_every_key_that_the_code_says_is_there() -> None:
    code = "".join(path.read_text("utf-8") for path in Path(wording.__file__).parent.glob("*.py"))
    said = set(re.findall(r"\bsay\(\s*[\"'](\w+)[\"']", code))
    assert said <= messages_of("en").keys()
    unsaid = {key for key in messages_of("en") if not re.search(rf"[\"']{key}[\"']", code)}
    assert all(key.startswith("error_") for key in unsaid)
