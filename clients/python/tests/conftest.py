"""The server that REPERTOIRE_URL names is real and empty. `npm run proof -- clients` starts one and runs these tests."""

import io
import os
from collections.abc import Iterator

import pytest

from repertoire_client import Repertoire
from repertoire_client.rest.api.settings import update_settings
from repertoire_client.rest.api.skills import import_skill_package
from repertoire_client.rest.models import (
    ImportSkillPackageFilesBody,
    SettingsUpdate,
)
from repertoire_client.rest.types import File


@pytest.fixture
def url() -> str:
    return os.environ["REPERTOIRE_URL"]


@pytest.fixture
def key() -> str:
    return os.environ["REPERTOIRE_API_KEY"]


@pytest.fixture
def repertoire(url: str, key: str) -> Iterator[Repertoire]:
    with Repertoire(url, key) as client:
        yield client


@pytest.fixture
def postgres_skill(repertoire: Repertoire) -> str:
    """The id of a skill that the offline model finds for a slow Postgres, once a person approves it."""
    update_settings.sync(
        client=repertoire, body=SettingsUpdate(skill_enablement_policy="prompt-user")
    )
    return import_text(repertoire, "postgres-triage", "Finds out why a Postgres database is slow.")


def import_text(repertoire: Repertoire, name: str, description: str, body: str = "# Steps") -> str:
    """Imports a SKILL.md as a person's upload does, and returns the skill's id."""
    text = f"---\nname: {name}\ndescription: {description}\n---\n{body}\n"
    file = File(payload=io.BytesIO(text.encode()), file_name="SKILL.md", mime_type="text/markdown")
    imported = import_skill_package.sync(
        client=repertoire, body=ImportSkillPackageFilesBody(file=file)
    )
    return imported.skill.id
