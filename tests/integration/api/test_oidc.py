"""Sign-in by an identity provider: the whole road against a made-up one, and every way to forge its answer."""

import time
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from fastapi import FastAPI
from joserfc import jwt
from joserfc.jwk import KeySet, RSAKey

from service.api.oidc import Provider, local_path
from service.settings import OidcSettings
from tests.integration.api.house import House

ISSUER = "https://sso.example/realms/house"
AT = "/api/v1/session/oidc"


@dataclass
class MadeUpProvider:
    """Signs what it is told to say."""

    key: RSAKey = field(default_factory=lambda: RSAKey.generate_key(2048, {"kid": "1", "use": "sig", "alg": "RS256"}))
    signing: RSAKey | None = None
    claims: dict[str, Any] = field(default_factory=dict)
    asked: dict[str, str] = field(default_factory=dict)
    nonce: str = ""
    status: int = 200

    def answer(self, request: httpx.Request) -> httpx.Response:
        path = request.url.path
        if path.endswith("openid-configuration"):
            return httpx.Response(200, json={
                "issuer": ISSUER, "authorization_endpoint": f"{ISSUER}/auth", "token_endpoint": f"{ISSUER}/token",
                "jwks_uri": f"{ISSUER}/certs",
            })  # fmt: skip
        if path.endswith("certs"):
            return httpx.Response(200, json=KeySet([self.key]).as_dict(private=False))
        self.asked = {name: values[0] for name, values in parse_qs(request.content.decode()).items()}
        said = {
            "iss": ISSUER, "aud": "lastro", "sub": "7", "exp": int(time.time()) + 60, "nonce": self.nonce,
            "preferred_username": "d.karimova", "name": "Dilnoza Karimova", "roles": ["credit", "reviewers"],
        } | self.claims  # fmt: skip
        token = jwt.encode({"alg": "RS256", "kid": "1"}, said, self.signing or self.key)
        return httpx.Response(self.status, json={"id_token": token})


@pytest.fixture
def made_up(app: FastAPI) -> MadeUpProvider:
    provider = MadeUpProvider()
    settings = OidcSettings.model_validate({
        "issuer": ISSUER, "client_secret": "shared", "roles": {"reviewers": "reviewer", "credit": "analyst"}
    })  # fmt: skip
    app.state.provider = Provider(settings, transport=httpx.MockTransport(provider.answer))
    return provider


async def begun(client: httpx.AsyncClient, provider: MadeUpProvider, target: str = "/cases/1") -> dict[str, str]:
    answer = await client.get(AT, params={"next": target})
    assert answer.status_code == 303, answer.text
    asked = {name: values[0] for name, values in parse_qs(urlsplit(answer.headers["location"]).query).items()}
    provider.nonce = asked["nonce"]
    return asked


async def test_a_person_of_the_house_signs_in_with_the_role_of_their_group(
    house: House, made_up: MadeUpProvider
) -> None:
    client = house.client()
    asked = await begun(client, made_up)
    assert (asked["code_challenge_method"], asked["redirect_uri"]) == ("S256", f"http://localhost{AT}/callback")
    back = await client.get(f"{AT}/callback", params={"state": asked["state"], "code": "abc"})
    assert (back.status_code, back.headers["location"]) == (303, "/cases/1")
    assert made_up.asked["client_secret"] == "shared" and len(made_up.asked["code_verifier"]) >= 43
    person = (await client.get("/api/v1/session")).json()["person"]
    assert (person["login"], person["name"], person["role"]) == ("d.karimova", "Dilnoza Karimova", "reviewer")


@pytest.mark.parametrize(
    "claims",
    [
        {"aud": "another"}, {"iss": "https://evil.example"}, {"nonce": "replayed"}, {"exp": 1}, {"sub": ""},
        {"roles": []}, {"roles": ["strangers"]}, {"preferred_username": ""},
    ],
)  # fmt: skip
async def test_an_answer_that_does_not_fit_opens_nothing(
    house: House, made_up: MadeUpProvider, claims: dict[str, Any]
) -> None:
    client = house.client()
    asked = await begun(client, made_up)
    made_up.claims = claims
    back = await client.get(f"{AT}/callback", params={"state": asked["state"], "code": "abc"})
    assert (back.status_code, back.json()["code"]) == (401, "not_signed_in")
    assert (await client.get("/api/v1/session")).status_code == 401


async def test_an_answer_that_someone_else_signed_opens_nothing(house: House, made_up: MadeUpProvider) -> None:
    client = house.client()
    asked = await begun(client, made_up)
    made_up.signing = RSAKey.generate_key(2048, {"kid": "1"})
    back = await client.get(f"{AT}/callback", params={"state": asked["state"], "code": "abc"})
    assert back.status_code == 401


async def test_a_sign_in_ends_only_in_the_browser_that_began_it_and_once(house: House, made_up: MadeUpProvider) -> None:
    client = house.client()
    asked = await begun(client, made_up)
    params = {"state": asked["state"], "code": "abc"}
    assert (await house.client().get(f"{AT}/callback", params=params)).status_code == 401
    assert (await client.get(f"{AT}/callback", params=params)).status_code == 303
    client.cookies.set("lastro_oidc", asked["state"])
    assert (await client.get(f"{AT}/callback", params=params)).status_code == 401


async def test_a_local_users_login_is_never_taken_over(house: House, made_up: MadeUpProvider) -> None:
    house.person("d.karimova")
    client = house.client()
    asked = await begun(client, made_up)
    back = await client.get(f"{AT}/callback", params={"state": asked["state"], "code": "abc"})
    assert (back.status_code, back.json()["code"]) == (401, "not_signed_in")


async def test_a_provider_that_is_down_or_not_set_says_so(house: House, app: FastAPI, made_up: MadeUpProvider) -> None:
    client = house.client()
    asked = await begun(client, made_up)
    made_up.status = 503
    back = await client.get(f"{AT}/callback", params={"state": asked["state"], "code": "abc"})
    assert (back.status_code, back.json()["code"]) == (503, "service_missing")
    app.state.provider = Provider(OidcSettings())
    for path in (AT, f"{AT}/callback?state=a&code=b"):
        assert (await client.get(path)).status_code == 404


async def test_a_provider_over_plain_http_is_not_believed(app: FastAPI, house: House, made_up: MadeUpProvider) -> None:
    settings = OidcSettings.model_validate({"issuer": "http://sso.example"})
    app.state.provider = Provider(settings, transport=httpx.MockTransport(made_up.answer))
    assert (await house.client().get(AT)).json()["code"] == "service_missing"


@pytest.mark.parametrize(
    "given", ["//evil.example", "https://evil.example", "/\\evil.example", "evil", "/a\nb", "", "/\\/x"]
)
def test_after_signing_in_nobody_is_sent_to_another_site(given: str) -> None:
    assert local_path(given) == "/"


def test_a_path_of_ours_is_kept() -> None:
    assert local_path("/cases/01J?field=inn") == "/cases/01J?field=inn"
