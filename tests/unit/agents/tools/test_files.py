from agents.tools.files import FileNames
from evidence.pages import Document


def names(*listed: str) -> FileNames:
    return FileNames(
        Document(sha256=f"{number:x}" * 64, name=name, media_type="application/pdf", page_count=1)
        for number, name in enumerate(listed, start=1)
    )


def test_a_name_with_a_folder_or_in_quotes_is_the_file() -> None:
    assert names("a.pdf", "b.pdf").find('"/case/B.PDF"') is not None
    assert names("a.pdf", "b.pdf").find("docs\\b.pdf").name == "b.pdf"  # type: ignore[union-attr]


def test_a_name_that_fits_two_files_is_neither() -> None:
    assert names("A.pdf", "a.pdf").find("a.PDF") is None


def test_the_beginning_of_a_hash_is_a_name_too() -> None:
    assert names("a.pdf", "b.pdf").find("2222222222").name == "b.pdf"  # type: ignore[union-attr]


def test_an_unknown_name_is_answered_with_near_ones() -> None:
    assert "'Устав.pdf'" in names("Устав.pdf", "x.pdf").unknown("Усатв.pdf")
    assert "fs.list" in names("x.pdf").unknown("нечто совсем другое")
