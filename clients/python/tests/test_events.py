"""A conversation with the offline model: ask, approve, and follow what happens."""

import asyncio
from contextlib import aclosing

import pytest
from cut_proxy import connections_cut_after
from httpx_sse import ServerSentEvent

from repertoire_client import ConversationEvent, Repertoire, RepertoireError, UnknownEvent
from repertoire_client.events import parse_event
from repertoire_client.rest.api.approvals import answer_approval
from repertoire_client.rest.api.conversations import (
    create_conversation,
    get_active_skills,
    list_conversation_events,
    send_message,
)
from repertoire_client.rest.models import (
    ApprovalAnswer,
    ApprovalRequiredEvent,
    MessageCreate,
    MessageReceivedEvent,
    RunCompletedEvent,
    SkillApproval,
    TextDeltaEvent,
)

# With a character that ends a line in Python, but not in an event stream.
QUESTION = "The production Postgres is responding\u2028slowly, can you triage it?"


def ask_and_approve(repertoire: Repertoire) -> str:
    """A conversation whose only turn asked for a skill, and was answered with it."""
    conversation = create_conversation.sync(client=repertoire)
    turn = send_message.sync(conversation.id, client=repertoire, body=MessageCreate(text=QUESTION))
    assert turn.run.status == "waiting"
    (approval,) = turn.approvals
    assert isinstance(approval, SkillApproval)
    assert approval.skill.slug == "postgres-triage"
    answer_approval.sync(approval.id, client=repertoire, body=ApprovalAnswer(approved=True))
    return conversation.id


def ids_and_names(events: list[ConversationEvent | UnknownEvent]) -> list[tuple[int, str]]:
    """Of what is in the log."""
    return [(event.id, event.event) for event in events if not isinstance(event, TextDeltaEvent)]


def read_to_the_end(
    repertoire: Repertoire, id: str, after: int = 0
) -> list[ConversationEvent | UnknownEvent]:
    seen: list[ConversationEvent | UnknownEvent] = []
    for event in repertoire.events(id, after=after):
        seen.append(event)
        if isinstance(event, RunCompletedEvent):
            break
    return seen


def test_a_turn_is_followed_from_the_question_over_the_approval_to_its_end(
    repertoire: Repertoire, postgres_skill: str
) -> None:
    id = ask_and_approve(repertoire)
    events = read_to_the_end(repertoire, id)
    assert isinstance(events[0], MessageReceivedEvent)
    assert events[0].data.text == QUESTION
    assert any(isinstance(event, ApprovalRequiredEvent) for event in events)
    assert not any(isinstance(event, UnknownEvent) for event in events)
    page = list_conversation_events.sync(id, client=repertoire, limit=200)
    assert ids_and_names(events) == ids_and_names(list(page.events))
    active = get_active_skills.sync(id, client=repertoire)
    assert [skill.slug for skill in active.enabled_skills] == ["postgres-triage"]


def test_it_goes_on_after_the_event_that_was_seen_last(
    repertoire: Repertoire, postgres_skill: str
) -> None:
    id = ask_and_approve(repertoire)
    events = ids_and_names(read_to_the_end(repertoire, id))
    middle = len(events) // 2
    later = read_to_the_end(repertoire, id, after=events[middle][0])
    assert ids_and_names(later) == events[middle + 1 :]


def test_lost_connections_lose_and_repeat_nothing(
    repertoire: Repertoire, postgres_skill: str, url: str, key: str
) -> None:
    id = ask_and_approve(repertoire)
    whole = ids_and_names(read_to_the_end(repertoire, id))
    # Within the headers, within the first events, and later.
    with connections_cut_after(url, [40, 900, 2_500]) as lossy, Repertoire(lossy, key) as client:
        assert ids_and_names(read_to_the_end(client, id)) == whole


def test_async_events_go_on_after_a_lost_connection(
    repertoire: Repertoire, postgres_skill: str, url: str, key: str
) -> None:
    id = ask_and_approve(repertoire)
    whole = ids_and_names(read_to_the_end(repertoire, id))

    async def follow(address: str) -> list[ConversationEvent | UnknownEvent]:
        seen: list[ConversationEvent | UnknownEvent] = []
        async with Repertoire(address, key) as client, aclosing(client.events_async(id)) as events:
            async for event in events:
                seen.append(event)
                if isinstance(event, RunCompletedEvent):
                    break
        return seen

    with connections_cut_after(url, [900]) as lossy:
        assert ids_and_names(asyncio.run(follow(lossy))) == whole


def test_a_question_is_answered_while_its_events_are_followed(
    url: str, key: str, repertoire: Repertoire, postgres_skill: str
) -> None:
    async def talk() -> list[ConversationEvent | UnknownEvent]:
        async with Repertoire(url, key) as client:
            conversation = await create_conversation.asyncio(client=client)
            seen: list[ConversationEvent | UnknownEvent] = []
            body = MessageCreate(text=QUESTION)
            turn = asyncio.create_task(
                send_message.asyncio(conversation.id, client=client, body=body)
            )
            async with aclosing(client.events_async(conversation.id)) as events:
                async for event in events:
                    seen.append(event)
                    if isinstance(event, ApprovalRequiredEvent):
                        waiting = await turn
                        await answer_approval.asyncio(
                            waiting.approvals[0].id,
                            client=client,
                            body=ApprovalAnswer(approved=True),
                        )
                    if isinstance(event, RunCompletedEvent):
                        return seen
            return seen

    events = asyncio.run(talk())
    ids = [event.id for event in events]
    assert ids == sorted(ids)
    assert isinstance(events[-1], RunCompletedEvent)


def test_a_conversation_that_is_not_there_is_no_reason_to_wait(repertoire: Repertoire) -> None:
    with pytest.raises(RepertoireError) as unknown:
        next(repertoire.events("cnv_unknown"))
    assert unknown.value.code == "conversation.not-found"


def test_an_event_of_a_newer_server_is_given_as_it_is() -> None:
    frame = ServerSentEvent(event="moon_risen", data='{"phase": "full"}', id="7")
    assert parse_event(frame, 0) == UnknownEvent(7, "moon_risen", {"phase": "full"})
    changed = ServerSentEvent(event="run_completed", data='{"of": "another shape"}', id="8")
    assert parse_event(changed, 7) == UnknownEvent(8, "run_completed", {"of": "another shape"})
