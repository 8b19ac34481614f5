import socket
from ipaddress import ip_network

import pytest

from agents.llm.egress import Egress
from agents.llm.open import open_model
from evidence.errors import ModelRefused, ModelUnavailable


@pytest.mark.parametrize("address", ["8.8.8.8", "10.1.2.3", "192.168.0.1", "2001:db8::1", "0.0.0.0", "::ffff:8.8.8.8"])
def test_a_confidential_case_reaches_no_foreign_address(address: str) -> None:
    with pytest.raises(ModelRefused, match="nothing was sent"):
        Egress().check("host", address)


@pytest.mark.parametrize("address", ["127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1"])
def test_this_machine_is_always_allowed(address: str) -> None:
    Egress().check("host", address)


def test_a_listed_network_is_allowed_and_its_neighbour_is_not() -> None:
    egress = Egress(private_networks=[ip_network("10.1.0.0/16")])
    egress.check("gpu", "10.1.200.3")
    with pytest.raises(ModelRefused):
        egress.check("gpu", "10.2.0.1")


def test_a_synthetic_case_may_leave() -> None:
    Egress(may_leave=True).check("host", "8.8.8.8")


async def test_a_name_that_resolves_abroad_is_refused_when_connecting(monkeypatch: pytest.MonkeyPatch) -> None:
    def look_up(*_: object, **__: object) -> list[object]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("203.0.113.7", 80))]

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    with pytest.raises(ModelRefused, match=r"203\.0\.113\.7"):
        await open_model(base_url="http://model.local/v1")


async def test_one_foreign_address_among_several_is_enough_to_refuse(monkeypatch: pytest.MonkeyPatch) -> None:
    def look_up(*_: object, **__: object) -> list[object]:
        return [
            (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", 80)),
            (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("203.0.113.7", 80)),
        ]

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    with pytest.raises(ModelRefused):
        await open_model(base_url="http://model.local/v1")


async def test_nobody_listening_is_said_plainly() -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with pytest.raises(ModelUnavailable, match="is it running"):
        await open_model(base_url=f"http://127.0.0.1:{port}/v1")


async def test_a_proxy_of_the_environment_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://203.0.113.9:3128")
    monkeypatch.setenv("ALL_PROXY", "http://203.0.113.9:3128")
    with pytest.raises(ModelUnavailable):
        await open_model(base_url="http://127.0.0.1:9/v1")
