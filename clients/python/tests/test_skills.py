"""Skills over REST: find, import, read, change, and what goes wrong."""

import asyncio

import pytest
from conftest import import_text

from repertoire_client import Repertoire, RepertoireError
from repertoire_client.rest.api.skills import (
    get_skill,
    get_skill_file,
    list_skills,
    update_skill,
)
from repertoire_client.rest.models import SkillUpdate


def test_an_imported_skill_is_found_by_what_it_says(repertoire: Repertoire) -> None:
    id = import_text(repertoire, "invoice-check", "Checks an invoice against its order.")
    page = list_skills.sync(client=repertoire, q="check an invoice", limit=3)
    assert page.items[0].slug == "invoice-check"
    assert id in [skill.id for skill in list_skills.sync(client=repertoire, limit=200).items]


def test_a_file_comes_back_as_its_bytes(repertoire: Repertoire) -> None:
    id = import_text(repertoire, "bytes", "Keeps its bytes.", "# Grüße \u2028 ok")
    file = get_skill_file.sync(id, client=repertoire, path="SKILL.md")
    assert file.payload.read().decode().endswith("# Grüße \u2028 ok\n")


def test_a_file_cannot_end_the_form_it_is_sent_in(repertoire: Repertoire) -> None:
    hostile = '\r\n--+++\r\nContent-Disposition: form-data; name="scope"\r\n\r\nuser\r\n--+++--\r\n'
    id = import_text(repertoire, "boundary", "Has a line like a form's boundary.", hostile)
    skill = get_skill.sync(id, client=repertoire)
    assert skill.scope == "org"
    assert "--+++--" in skill.content


def test_a_change_of_an_older_state_is_refused(repertoire: Repertoire) -> None:
    id = import_text(repertoire, "etags", "Is changed twice.")
    read = get_skill.sync_detailed(id, client=repertoire)
    etag = read.headers["etag"]
    update_skill.sync(id, client=repertoire, body=SkillUpdate(description="First."), if_match=etag)
    with pytest.raises(RepertoireError) as refused:
        update_skill.sync(
            id, client=repertoire, body=SkillUpdate(description="Second."), if_match=etag
        )
    assert (refused.value.status, refused.value.code) == (412, "skill.stale")
    assert get_skill.sync(id, client=repertoire).description == "First."


def test_an_error_has_the_code_and_says_what_to_do(repertoire: Repertoire, url: str) -> None:
    with pytest.raises(RepertoireError) as unknown:
        get_skill.sync("skl_unknown", client=repertoire)
    assert (unknown.value.status, unknown.value.code) == (404, "skill.not-found")
    assert unknown.value.message in str(unknown.value)
    with pytest.raises(RepertoireError) as rejected:
        list_skills.sync(client=Repertoire(url, "rep_wrong"))
    assert (rejected.value.status, rejected.value.code) == (401, "auth.invalid")
    with pytest.raises(RepertoireError) as invalid:
        list_skills.sync(client=repertoire, limit=-1)
    assert (invalid.value.status, invalid.value.code) == (400, "request.invalid")
    assert "limit" in str(invalid.value.details)


def test_a_server_that_is_not_there_is_an_error_of_the_same_kind() -> None:
    with pytest.raises(RepertoireError) as nobody:
        list_skills.sync(client=Repertoire("http://127.0.0.1:1", "rep_any"))
    assert (nobody.value.status, nobody.value.code) == (0, "network.unreachable")


def test_the_key_is_not_printed(url: str) -> None:
    assert "rep_secret" not in repr(Repertoire(url, "rep_secret"))


def test_async_calls_give_and_raise_the_same(url: str, key: str) -> None:
    async def call() -> list[str]:
        async with Repertoire(url, key) as client:
            with pytest.raises(RepertoireError) as unknown:
                await get_skill.asyncio("skl_unknown", client=client)
            assert unknown.value.code == "skill.not-found"
            pages = await asyncio.gather(
                *(list_skills.asyncio(client=client, limit=limit) for limit in (1, 2))
            )
            return [skill.slug for page in pages for skill in page.items]

    with Repertoire(url, key) as client:
        import_text(client, "async-skill", "Is read without blocking.")
    assert asyncio.run(call())
