import assert from 'node:assert/strict'
import type { Api } from '../api.ts'
import {
  type ChatRequest,
  type ScriptedAnswer,
  type ScriptedProvider,
  startProvider,
} from '../portable/scripted-provider.ts'

/** One tool call of the scripted model. */
export type PlannedCall = readonly [name: string, input: object]

/** The outcome of one call, as the conversation's events have it. */
export interface CallOutcome {
  readonly name: string
  /** `ok`, or the code of the refusal. */
  readonly code: string
  readonly output: unknown
  readonly message: string
}

const pageSize = 200

export interface WireEvent {
  readonly id: number
  readonly event: string
  readonly data: Record<string, unknown>
}

/** A model that makes the calls its message names as JSON, one in each step, and then says `Done.` */
export function startPlayingModel(): Promise<ScriptedProvider> {
  return startProvider((request) => nextAnswer(request))
}

function nextAnswer({ messages }: ChatRequest): ScriptedAnswer {
  const at = messages.findLastIndex(({ role }) => role === 'user')
  const calls = plannedCalls(textOf(messages[at]?.content))
  const step = messages.slice(at + 1).filter(({ role }) => role === 'assistant').length
  const call = calls[step]
  return call ? { calls: [{ name: call[0], input: call[1] }] } : { text: 'Done.' }
}

function plannedCalls(text: string): readonly PlannedCall[] {
  try {
    return JSON.parse(text) as readonly PlannedCall[]
  } catch {
    return []
  }
}

/** A message is a text, or a list of parts with texts. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.map((part) => String((part as { text?: unknown }).text ?? '')).join('\n')
}

/** A new conversation, with an agent or without one. */
export async function openConversation(api: Api, agentId?: string): Promise<string> {
  const agent = agentId === undefined ? {} : { agent_id: agentId }
  const { id } = await api.send<{ id: string }>('POST', '/conversations', { title: '', ...agent })
  return id
}

/** Plays calls in one turn, approves what is asked, and returns the outcome of each, sub-agents' included. */
export async function play(
  api: Api,
  conversation: string,
  calls: readonly PlannedCall[],
): Promise<readonly CallOutcome[]> {
  const before = await eventsOf(api, conversation)
  const sent = api.send('POST', `/conversations/${conversation}/messages`, {
    text: JSON.stringify(calls),
  })
  await Promise.all([sent, approveAll(api, conversation, before.at(-1)?.id ?? 0)])
  const events = (await eventsOf(api, conversation)).slice(before.length)
  const failed = events.find(({ event }) => event === 'run_failed')
  assert.equal(failed, undefined, `the run failed: ${JSON.stringify(failed?.data)}`)
  return events.filter(({ event }) => event === 'tool_completed').map(toOutcome)
}

async function approveAll(api: Api, conversation: string, after: number): Promise<void> {
  const stream = api.events(`/conversations/${conversation}/events`, after)
  try {
    for (;;) {
      const { event, data } = await stream.next('*')
      if (event === 'approval_required') await approve(api, data)
      if (['run_completed', 'run_failed', 'run_cancelled'].includes(event)) return
    }
  } finally {
    stream.close()
  }
}

async function approve(api: Api, data: Record<string, unknown>): Promise<void> {
  const subject = Object.values(data).find(
    (value) => typeof value === 'object' && value !== null && 'approval_id' in value,
  ) as { approval_id: string } | undefined
  const id = subject?.approval_id ?? String(data.approval_id)
  await api.send('POST', `/approvals/${id}`, { approved: true })
}

/** All of a conversation's log. */
export async function eventsOf(api: Api, conversation: string): Promise<readonly WireEvent[]> {
  const all: WireEvent[] = []
  for (;;) {
    const query = `after=${all.at(-1)?.id ?? 0}&limit=${pageSize}`
    const path = `/conversations/${conversation}/events?${query}`
    const { events } = await api.get<{ events: WireEvent[] }>(path)
    all.push(...events)
    if (events.length < pageSize) return all
  }
}

function toOutcome({ data }: WireEvent): CallOutcome {
  const { status, output, problem } = data.outcome as {
    status: string
    output?: unknown
    problem?: { code: string; message: string; hint?: string }
  }
  const message = problem ? `${problem.message} ${problem.hint ?? ''}` : ''
  return { name: String(data.name), code: problem?.code ?? status, output, message }
}

/** The outcomes as `name code`, for comparison. */
export function codesOf(outcomes: readonly CallOutcome[]): readonly string[] {
  return outcomes.map(({ name, code }) => `${name} ${code}`)
}

/** The system prompt of the model's last request. */
export function lastPrompt({ requests }: ScriptedProvider): string {
  const messages = requests.at(-1)?.messages ?? []
  return messages
    .filter(({ role }) => role === 'system')
    .map(({ content }) => textOf(content))
    .join('\n')
}
