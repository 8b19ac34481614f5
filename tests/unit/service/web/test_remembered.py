import threading
import time

from service.web import remembered
from service.web.remembered import Remembered


def test_of_many_who_ask_at_once_one_makes_it() -> None:
    made, held = [], Remembered[int](4)

    def make() -> int:
        time.sleep(0.05)
        made.append(1)
        return 7

    threads = [threading.Thread(target=lambda: held.of("a", 1, make)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert made == [1]


def test_a_newer_stamp_makes_it_anew_and_an_older_one_gets_the_newer_value() -> None:
    held = Remembered[str](4)
    assert held.of("a", 1, lambda: "first") == "first"
    assert held.of("a", 2, lambda: "second") == "second"
    assert held.of("a", 1, lambda: "third") == "second"


def test_nothing_old_is_given() -> None:
    held = Remembered[str](4, seconds=0.02)
    held.of("a", 1, lambda: "first")
    time.sleep(0.03)
    assert held.of("a", 1, lambda: "second") == "second"


def test_what_failed_is_tried_again() -> None:
    held = Remembered[str](4)
    for _ in range(2):
        try:
            held.of("a", 1, lambda: str(1 // 0))
        except ZeroDivisionError:
            continue
    assert held.of("a", 1, lambda: "made") == "made"


def test_only_so_many_are_kept_and_none_that_nobody_asks_for(monkeypatch) -> None:
    held = Remembered[int](2)
    for key in range(5):
        held.of(key, 1, lambda: 0)
    assert len(held._held) == 2
    monkeypatch.setattr(remembered, "_FORGOTTEN", 0.0)
    time.sleep(0.001)
    held.of("new", 1, lambda: 0)
    assert list(held._held) == ["new"]
