"""Templates over the wire: listed, linted, given in versions, compared, made live; payloads stay text."""

import io

import httpx
import pytest
from docx import Document

from cases.access import Role
from service.context import Context
from tests.integration.api.house import TEMPLATE, House, keep_document, new_case

AT = "/api/v1/templates"


@pytest.fixture
async def admin(house: House) -> httpx.AsyncClient:
    return await house.signed_in("root", Role.ADMIN)


async def give(
    client: httpx.AsyncClient, version: str, *files: tuple[str, bytes], name: str = "short_note"
) -> httpx.Response:
    parts = [("files", (file, content, "application/octet-stream")) for file, content in files]
    return await client.post(f"{AT}/{name}/versions", data={"version": version}, files=parts)


def docx(*lines: str) -> bytes:
    out = io.BytesIO()
    document = Document()
    for line in lines:
        document.add_paragraph(line)
    document.save(out)
    return out.getvalue()


async def test_installed_templates_are_listed_with_their_fields(analyst: httpx.AsyncClient) -> None:
    names = {one["name"]: one for one in (await analyst.get(AT)).json()}
    assert names["credit_conclusion"]["installed"]
    shown = (await analyst.get(f"{AT}/credit_conclusion")).json()
    assert len(shown["fields"]) == names["credit_conclusion"]["fields"] > 10
    assert "/" not in (shown["docx"] or ""), "where it lies on the server is nobody's business"
    assert (await analyst.get(f"{AT}/credit_conclusion/lint")).status_code == 200


async def test_a_version_is_given_compared_promoted_and_used(
    admin: httpx.AsyncClient, analyst: httpx.AsyncClient, context: Context
) -> None:
    assert (await give(admin, "1", ("fields.yaml", TEMPLATE.encode()))).status_code == 201
    other = TEMPLATE.replace('version: "1"', 'version: "2"').replace("{id: guarantor", "{id: surety")
    assert (await give(admin, "2", ("fields.yaml", other.encode()))).status_code == 201
    diff = (await analyst.get(f"{AT}/short_note/diff", params={"older": "1", "newer": "2"})).json()
    assert (diff["added"], diff["removed"], diff["changed"]) == (["surety"], ["guarantor"], [])
    assert any(line.startswith("+") and "surety" in line for line in diff["lines"])
    promoted = await admin.post(f"{AT}/short_note/versions/2/promote", json={"note": "sureties", "over": None})
    assert promoted.json()["state"] == "live"
    late = await admin.post(f"{AT}/short_note/versions/1/promote", json={"note": "mine", "over": None})
    assert (late.status_code, late.json()["code"]) == (409, "wrong_state")
    [view] = [one for one in (await analyst.get(AT)).json() if one["name"] == "short_note"]
    assert (view["live"], view["installed"]) == ("2", False)
    case = await new_case(analyst)
    keep_document(context, case, "Borrower: Navruz Trading LLC")
    run = await analyst.post(f"/api/v1/cases/{case}/runs", json={"template": "short_note"})
    assert (run.status_code, run.json()["template"]) == (201, "short_note@2"), run.text


async def test_only_an_admin_gives_and_promotes(admin: httpx.AsyncClient, analyst: httpx.AsyncClient) -> None:
    assert (await give(analyst, "1", ("fields.yaml", TEMPLATE.encode()))).status_code == 403
    assert (await give(admin, "1", ("fields.yaml", TEMPLATE.encode()))).status_code == 201
    assert (await analyst.post(f"{AT}/short_note/versions/1/promote", json={"note": "x"})).status_code == 403
    assert (await analyst.post(f"{AT}/short_note/versions/1/retire")).status_code == 403


@pytest.mark.parametrize(
    "content",
    [
        b"a: [",
        b"\xff\xfe",
        b"",
        b"!!python/object/apply:os.system ['touch /tmp/owned']",
        b"id: x\ntitle: y\nfields: []\n",
        b"a: &a [*a]\n" + b"b: [" + b"*a," * 1000 + b"]",
    ],
)
async def test_a_fields_file_that_cannot_be_used_is_refused_in_words(
    admin: httpx.AsyncClient, context: Context, content: bytes
) -> None:
    answer = await give(admin, "1", ("fields.yaml", content))
    assert answer.status_code == 422, answer.text
    assert str(context.settings.root) not in answer.text
    assert "/tmp" not in answer.json()["detail"].replace("touch /tmp/owned", "")
    assert context.store.skills.list("report") == ()


@pytest.mark.parametrize(
    "payload",
    [
        "{{ ''.__class__.__mro__[1].__subclasses__() }}",
        "{% for x in ().__class__.__base__.__subclasses__() %}{{ x }}{% endfor %}",
        "{{ cycler.__init__.__globals__.os.popen('id').read() }}",
        "{{ borrower.__class__ }}",
        "${7*7} #{7*7} <%= 7*7 %>",
    ],
)
async def test_a_template_payload_is_never_run(
    admin: httpx.AsyncClient, analyst: httpx.AsyncClient, context: Context, payload: str
) -> None:
    """Either lint refuses it, or it stands in the report as the text that it is."""
    body = docx("{{ borrower }} {{ amount }} {{ guarantor }}", payload)
    given = await give(admin, "1", ("fields.yaml", TEMPLATE.encode()), ("template.docx", body))
    if given.status_code == 422:
        assert "subclasses" in given.text or "line" in given.text or "template" in given.text
        return
    assert given.status_code == 201, given.text
    case = await new_case(analyst)
    keep_document(context, case, "Borrower: Navruz Trading LLC")
    run = (await analyst.post(f"/api/v1/cases/{case}/runs", json={"template": "short_note@1"})).json()
    preview = await analyst.get(f"/api/v1/cases/{case}/runs/{run['id']}/preview.docx")
    text = "\n".join(paragraph.text for paragraph in Document(io.BytesIO(preview.content)).paragraphs)
    assert payload in text, "as it was written"


async def test_a_version_that_is_no_version_is_refused(admin: httpx.AsyncClient) -> None:
    for version in ("", "a b", "../1", "x" * 60):
        assert (await give(admin, version, ("fields.yaml", TEMPLATE.encode()))).status_code == 422
    assert (await give(admin, "1", ("a.yaml", b"x: 1"), ("b.yaml", b"y: 1"))).status_code == 422


async def test_what_is_not_there_is_said(analyst: httpx.AsyncClient) -> None:
    for path in (
        "nothing",
        "nothing/lint",
        "nothing/versions",
        "credit_conclusion?version=9",
        "nothing/diff?older=1&newer=2",
    ):
        assert (await analyst.get(f"{AT}/{path}")).status_code == 404, path


async def test_the_page_offers_an_admin_to_put_versions_to_use_and_to_retire_them(
    admin: httpx.AsyncClient, analyst: httpx.AsyncClient, context: Context
) -> None:
    await give(admin, "1", ("fields.yaml", TEMPLATE.encode()))
    page = (await admin.get("/templates/short_note")).text
    assert f'data-to="POST {AT}/short_note/versions/1/promote"' in page
    assert "/retire" not in page
    assert "/promote" not in (await analyst.get("/templates/short_note")).text
    await admin.post(f"{AT}/short_note/versions/1/promote", json={"note": "first", "over": None})
    page = (await admin.get("/templates/short_note")).text
    assert f'data-call="POST {AT}/short_note/versions/1/retire"' in page and "/promote" not in page
    retired = await admin.post(f"{AT}/short_note/versions/1/retire")
    assert retired.json()["state"] == "retired"
    entries = context.audit.entries(actor=context.people.by_login("root").id)
    assert [entry.action for entry in entries[:3]] == ["skill.retire", "skill.promote", "skill.add"]


async def test_the_page_of_what_changed_says_whether_the_docx_differs(admin: httpx.AsyncClient) -> None:
    fields, tags = ("fields.yaml", TEMPLATE.encode()), ("{{ borrower }}", "{{ amount }}", "{{ guarantor }}")
    second = TEMPLATE.replace('version: "1"', 'version: "2"').encode()
    assert (await give(admin, "1", fields, ("template.docx", docx("Note", *tags)))).status_code == 201
    given = await give(admin, "2", ("fields.yaml", second), ("template.docx", docx("Another note", *tags)))
    assert given.status_code == 201
    shown = (await admin.get("/templates/short_note", params={"before": "1", "after": "2"})).text
    assert "template.docx differs" in shown
    same = (await admin.get("/templates/short_note", params={"before": "1", "after": "1"})).text
    assert "template.docx is the same in both" in same and "template.docx differs" not in same
