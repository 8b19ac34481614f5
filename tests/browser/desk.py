"""A service with a small case, a model and an identity provider that do what a test says."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from cases.records import CaseRole
from cases.runs import RunFindings
from service.reading import read_into
from service.run_templates import KIND, pack_template
from service.settings import Settings
from service.wiring import open_index, open_store
from tests.browser.house import House, peopled, served
from tests.browser.made_up_services import Services, services

ITEMS = 4
TEXT = "\n".join(
    [
        "Schedule of items",
        *(f"Amount of item {number}: {number} 000 USD" for number in range(1, ITEMS + 1)),
        "Amount of item 3 in the annex: 3 500 USD",
    ]
)
FIELDS = "\n".join(
    [
        'id: items\nversion: "1"\ntitle: Items of the schedule\nlanguages: [en]\nfields:',
        *(
            f'  - {{id: item_{number}, question: "What is the amount of item {number}?", type: money}}'
            for number in range(1, ITEMS + 1)
        ),
    ]
)
DRAFT = FIELDS.replace("amount of item 4", "amount of item 40").replace('version: "1"', 'version: "2"')
OWN_NOTE = FIELDS.replace("id: items", "id: own_note").replace("Items of the schedule", "A note of our own")
LONG = "Supplementary_agreement_to_the_pledge_of_the_building_and_of_all_that_stands_in_it" + "_of_2025" * 12
SETTINGS = {
    "LASTRO_INDEX__EMBEDDER": "hashing",
    "LASTRO_READ__OCR": "never",
    "LASTRO_FILL__RECALL": "0",
    "LASTRO_JOBS__NICENESS": "0",
}


@dataclass(frozen=True)
class Desk:
    house: House
    services: Services
    long: str
    """A case whose title and file nobody has shortened."""

    @property
    def case_page(self) -> str:
        return f"{self.house.address}/cases/{self.house.case}"

    def run(self, address: str) -> RunFindings:
        """Of the page at ``address``."""
        return self.house.store.open(self.house.case).run(address.split("/runs/")[1].split("?")[0].split("/")[0])


@contextmanager
def opened(home: Path) -> Iterator[Desk]:
    templates = home / "given" / "reports" / "items"
    templates.mkdir(parents=True)
    (templates / "fields.yaml").write_text(FIELDS, encoding="utf-8")
    file = home / "items.txt"
    file.write_text(TEXT, encoding="utf-8")
    settings = Settings(home=home, index={"embedder": "hashing"})
    store = open_store(settings)
    case, users = peopled(store, "Schedule of items")
    with open_index(settings, case.id) as index:
        read_into(case, [file], options=settings.read, index=index, on_page=lambda *_: None)
    by = users["dilnoza"]
    store.skills.add(KIND, "items", "2", body=pack_template({"fields.yaml": DRAFT.encode()}), by=by)
    store.skills.add(KIND, "own_note", "1", body=pack_template({"fields.yaml": OWN_NOTE.encode()}), by=by)
    long = store.create(LONG.replace("_", "")[:120])
    long.people.add(by, CaseRole.OWNER, by="tests")
    named = home / f"{LONG}.txt"
    named.write_text(TEXT, encoding="utf-8")
    with open_index(settings, long.id) as index:
        read_into(long, [named], options=settings.read, index=index, on_page=lambda *_: None)
    store.close()
    with services() as made:
        given = {**SETTINGS, **made.environment, "LASTRO_TEMPLATES": str(home / "given")}
        with served(home, case.id, {}, settings=given) as house:
            yield Desk(house, made, long.id)
