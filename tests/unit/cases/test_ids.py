import time

from cases.ids import hash_of_secret, new_id, new_secret


def test_ids_sort_by_time() -> None:
    first = new_id()
    time.sleep(0.002)
    assert first < new_id()
    assert len(first) == 26


def test_two_ids_of_one_millisecond_share_no_randomness() -> None:
    made = [new_id() for _ in range(200)]
    by_time: dict[str, list[str]] = {}
    for one in made:
        by_time.setdefault(one[:10], []).append(one[10:])
    for ends in by_time.values():
        assert len({end[:6] for end in ends}) == len(ends)


def test_secrets_are_long_and_kept_as_hashes() -> None:
    secret = new_secret()
    assert len(secret) >= 43
    assert hash_of_secret(secret) != hash_of_secret(new_secret())
    assert secret not in hash_of_secret(secret)
