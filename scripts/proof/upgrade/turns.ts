import assert from 'node:assert/strict'
import type { Api } from '../api.ts'
import type { ChatRequest, ScriptedAnswer } from '../portable/scripted-provider.ts'
import { until } from '../until.ts'

export const enabledSlug = 'upgrade-guide'

/** A turn that waits for a person. */
export interface WaitingTurn {
  readonly conversationId: string
  readonly approvalId: string
}

interface Turn {
  readonly run: { readonly status: string }
  readonly approvals: readonly { readonly id: string }[]
}

interface EventPage {
  readonly events: readonly { readonly event: string }[]
}

/** Asks for the skill where the message says so, and answers. */
export function scriptedAnswer({ messages }: ChatRequest): ScriptedAnswer {
  const last = messages.at(-1)
  if (last?.role !== 'user' || !JSON.stringify(last.content).includes('Enable')) {
    return { text: 'Done.' }
  }
  const input = { skill_slug: enabledSlug, reason: 'They said so.' }
  return { calls: [{ name: 'enable_skill', input }] }
}

async function sendMessage(api: Api, text: string) {
  const { id } = await api.send<{ id: string }>('POST', '/conversations', {})
  const turn = await api.send<Turn>('POST', `/conversations/${id}/messages`, { text })
  return { id, turn }
}

/** A turn that ends at once. Returns its conversation. */
export async function takeTurn(api: Api): Promise<string> {
  const { id, turn } = await sendMessage(api, 'Hello')
  assert.equal(turn.run.status, 'completed')
  return id
}

export async function beginTurn(api: Api): Promise<WaitingTurn> {
  const { id, turn } = await sendMessage(api, 'Enable the guide.')
  assert.equal(turn.run.status, 'waiting')
  return { conversationId: id, approvalId: turn.approvals[0]?.id ?? '' }
}

/** The server that is asked for the log may be another one than the one that was answered. */
export async function approve({ conversationId, approvalId }: WaitingTurn, to: Api, at: Api) {
  await to.send('POST', `/approvals/${approvalId}`, { approved: true })
  await until(`the turn of ${conversationId} ends`, async () =>
    (await eventsOf(at, conversationId)).includes('run_completed'),
  )
}

export async function endedOnce(api: Api, conversationId: string): Promise<void> {
  const events = await eventsOf(api, conversationId)
  for (const name of ['run_started', 'run_completed']) {
    const count = events.filter((event) => event === name).length
    assert.equal(count, 1, `${conversationId} has ${count} × ${name}`)
  }
}

export async function enabledOnce(api: Api, conversationId: string): Promise<void> {
  await endedOnce(api, conversationId)
  const events = await eventsOf(api, conversationId)
  assert.equal(events.filter((event) => event === 'skills_state_changed').length, 1, conversationId)
}

async function eventsOf(api: Api, id: string): Promise<readonly string[]> {
  const { events } = await api.get<EventPage>(`/conversations/${id}/events?limit=200`)
  return events.map(({ event }) => event)
}
