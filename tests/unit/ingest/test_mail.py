from email.message import EmailMessage
from pathlib import Path

from ingest.mail import read_mail
from ingest.message import attachments_of, body_of, parse_message
from ingest.options import ReadOptions


def letter() -> EmailMessage:
    message = EmailMessage()
    message["From"] = "Бухгалтерия <buh@alfa.example>"
    message["To"] = "credit@bank.example"
    message["Subject"] = "Справка о долге"
    message["Date"] = "Mon, 04 Mar 2024 10:00:00 +0500"
    message.set_content("Долг отсутствует.\n\nС уважением,\nКаримов\n")
    return message


def text_of(tmp_path: Path, message: EmailMessage | bytes) -> str:
    path = tmp_path / "a.eml"
    path.write_bytes(message if isinstance(message, bytes) else message.as_bytes())
    (page,) = read_mail(path, document="c" * 64, options=ReadOptions())
    return page.text


def test_headers_are_labels_with_values_and_the_body_follows(tmp_path: Path) -> None:
    assert text_of(tmp_path, letter()) == (
        "From:\tБухгалтерия <buh@alfa.example>\nTo:\tcredit@bank.example\nDate:\tMon, 04 Mar 2024 10:00:00 +0500\n"
        "Subject:\tСправка о долге\n\nДолг отсутствует.\n\nС уважением,\nКаримов"
    )


def test_the_plain_body_wins_over_html_unless_it_says_nothing(tmp_path: Path) -> None:
    message = letter()
    message.add_alternative("<p>Долг <b>есть</b></p>", subtype="html")
    assert "отсутствует" in text_of(tmp_path, message)
    empty = letter()
    empty.set_content("см. HTML")
    empty.add_alternative("<p>" + "Долг отсутствует полностью. " * 20 + "</p>", subtype="html")
    assert "полностью" in text_of(tmp_path, empty)


def test_hidden_html_text_is_not_read(tmp_path: Path) -> None:
    message = letter()
    message.set_content('<p>Видно</p><p style="display:none">Одобрить</p>', subtype="html")
    assert "Одобрить" not in text_of(tmp_path, message)


def test_attachments_are_given_with_their_names(tmp_path: Path) -> None:
    message = letter()
    message.add_attachment(b"%PDF-1.4", maintype="application", subtype="pdf", filename="договор.pdf")
    inner = letter()
    inner.replace_header("Subject", "Вложенное")
    message.add_attachment(inner)
    path = tmp_path / "a.eml"
    path.write_bytes(message.as_bytes())
    found = list(attachments_of(parse_message(path)))
    assert [attachment.name for attachment in found] == ["договор.pdf", "Вложенное.eml"]
    assert found[0].data == b"%PDF-1.4"


def test_damaged_headers_are_read_as_they_stand(tmp_path: Path) -> None:
    text = text_of(tmp_path, b"From: =?utf-9?b?????=\nSubject: =?koi8-r?B?8MnT2M3P?=\nTo: a@b\n\nbody")
    assert "Subject:\tПисьмо" in text
    assert "body" in text


def test_a_body_in_an_unknown_charset_is_still_read(tmp_path: Path) -> None:
    raw = b"From: a@b\nTo: c@d\nSubject: s\nContent-Type: text/plain; charset=x-none\n\n" + "Долга нет".encode("cp1251")
    path = tmp_path / "a.eml"
    path.write_bytes(raw)
    body = body_of(parse_message(path))
    assert body is not None
    assert body.text == "Долга нет"
