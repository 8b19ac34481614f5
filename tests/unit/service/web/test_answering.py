import pytest

from service.web.answering import local_path


@pytest.mark.parametrize(
    "given",
    [
        None,
        "",
        "https://elsewhere.example/",
        "//elsewhere.example",
        "/\\elsewhere.example",
        "javascript:alert(1)",
        "/a\nb",
        "cases",
    ],
)
def test_signing_in_never_leads_to_another_site(given: str | None) -> None:
    assert local_path(given) == "/cases"


def test_signing_in_leads_back_to_where_one_was() -> None:
    assert local_path("/cases/01J?field=inn") == "/cases/01J?field=inn"
