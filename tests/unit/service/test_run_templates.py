from pathlib import Path

import pytest

from cases.runs import RunFindings
from cases.store import CaseFiles, CaseStore
from evidence.errors import InputRefused, NotKept
from evidence.ports import RemovalScope
from service.run_places import RunRemains, keep_template, kept_template, run_place
from service.run_templates import found_template, pack_template, unpack_template
from service.settings import Settings
from service.wiring import open_store

FIELDS = 'id: lease\nversion: "{version}"\ntitle: Lease\nfields:\n  - {{id: rent, question: "What is the rent?", type: money}}\n'


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    folder = tmp_path / "templates" / "reports" / "lease"
    folder.mkdir(parents=True)
    (folder / "fields.yaml").write_text(FIELDS.format(version="1"), encoding="utf-8")
    return Settings(home=tmp_path / "home", templates=tmp_path / "templates")


@pytest.fixture
def store(settings: Settings) -> CaseStore:
    return open_store(settings)


def body(version: str) -> str:
    return pack_template({"fields.yaml": FIELDS.format(version=version).encode()})


def version_of(settings: Settings, store: CaseStore, given: str) -> str:
    with found_template(settings, store, given) as (_, template):
        return template.version


def test_an_installed_template_is_found_by_its_name(settings: Settings, store: CaseStore) -> None:
    assert version_of(settings, store, "lease") == "1"


def test_the_live_version_of_a_skill_goes_before_what_is_installed(settings: Settings, store: CaseStore) -> None:
    for version in ("2", "3"):
        store.skills.add("report", "lease", version, body=body(version), by="ann")
    assert version_of(settings, store, "lease") == "1"
    store.skills.promote("report", "lease", "2", by="ann", note="tried", over=None)
    assert version_of(settings, store, "lease") == "2"
    assert version_of(settings, store, "lease@3") == "3"


def test_an_unknown_template_is_refused_with_what_there_is(settings: Settings, store: CaseStore) -> None:
    with pytest.raises(NotKept, match="lease"), found_template(settings, store, "../../etc"):
        pass
    with pytest.raises(NotKept), found_template(settings, store, "lease@9"):
        pass


@pytest.mark.parametrize(
    "held", ["", "[]", '{"files": {"fields.yaml": 5}}', '{"files": {"template.docx": {"base64": "§"}}}']
)
def test_a_body_that_is_no_template_is_refused(tmp_path: Path, held: str) -> None:
    with pytest.raises(InputRefused, match="no template"):
        unpack_template(held, tmp_path / "t")


def test_a_template_is_made_of_two_files_only(tmp_path: Path) -> None:
    with pytest.raises(InputRefused, match="evil"):
        pack_template({"../evil.yaml": b""})
    packed = pack_template({"fields.yaml": b"id: x", "template.docx": b"\x00PK"})
    unpack_template(packed, tmp_path / "t")
    assert (tmp_path / "t" / "template.docx").read_bytes() == b"\x00PK"


def begun(settings: Settings, store: CaseStore) -> tuple[CaseFiles, RunFindings]:
    case = store.create("C")
    with found_template(settings, store, "lease") as (folder, template):
        run = case.new_run(template="lease@1", template_sha256=template.sha256, model="m")
        keep_template(folder, run_place(settings.root, case.id, run.id))
    return case, run


def test_a_run_keeps_the_template_it_was_begun_with(settings: Settings, store: CaseStore) -> None:
    case, run = begun(settings, store)
    assert settings.templates is not None
    (settings.templates / "reports" / "lease" / "fields.yaml").write_text(FIELDS.format(version="2"), encoding="utf-8")
    assert kept_template(settings, case, run).version == "1"
    kept = run_place(settings.root, case.id, run.id) / "template" / "fields.yaml"
    kept.write_text(FIELDS.format(version="1.1"), encoding="utf-8")
    with pytest.raises(InputRefused, match="was changed"):
        kept_template(settings, case, run)
    kept.unlink()
    kept.parent.rmdir()
    with pytest.raises(NotKept, match="begin a new run"):
        kept_template(settings, case, run)
    installed = settings.templates / "reports" / "lease" / "fields.yaml"
    installed.write_text(FIELDS.format(version="1"), encoding="utf-8")
    assert kept_template(settings, case, run).version == "1"  # as of a run of the command line


def test_reports_go_with_a_file_and_everything_with_the_case(settings: Settings, store: CaseStore) -> None:
    case, run = begun(settings, store)
    place = run_place(settings.root, case.id, run.id)
    for name in ("report.docx", "trace.json", ".report.docx.x.part", "0123.preview.docx"):
        (place / name).touch()
    remains = RunRemains(settings.root)
    file = RemovalScope(case=case.id, document="a" * 64, runs=(run.id,))
    assert remains.count(file) == {"reports": 4}
    remains.remove(file)
    assert remains.count(file) == {"reports": 0} and (place / "template").is_dir()
    remains.remove(RemovalScope(case=case.id, runs=(run.id,)))
    assert not place.parent.exists()
