import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import type { Api } from '../api.ts'
import { eventsOf, openConversation, type WireEvent } from '../presets/played-conversation.ts'
import type { Decoding } from './answer-chat.ts'

/** A request, and the skill that helps with it. */
export interface Question {
  readonly text: string
  readonly slug: string
}

/** What became of one request. */
interface Outcome {
  readonly question: Question
  readonly events: readonly WireEvent[]
  readonly approved: readonly string[]
  readonly enabled: readonly string[]
}

/** Toolsets with tools that would change skills, files and the agent itself. */
const toolsets = ['discovery', 'library', 'workspace']
/** Messages of a model that calls tools wrongly again and again end here. */
const maxCalls = 60
const pollMs = 200

interface Trial {
  readonly decoding: Decoding
  readonly questions: readonly Question[]
}

/** Asks each question in a conversation of its own, and checks that nothing happened that nobody approved. */
export async function proveDecoding(api: Api, { decoding, questions }: Trial): Promise<void> {
  const agent = await api.send<{ id: string }>('POST', '/agents', {
    ...{ name: `A small model, ${decoding}`, model_id: decoding, toolsets },
  })
  const before = await library(api)
  const outcomes: Outcome[] = []
  for (const question of questions) {
    outcomes.push(await ask(api, { question, agent: agent.id, approves: decoding === 'guided' }))
  }
  assert.deepEqual(await library(api), before, 'the library is as it was')
  for (const { approved, enabled } of outcomes) assert.deepEqual(enabled, approved)
  for (const { events } of outcomes) assertBounded(events)
  process.stdout.write(`${decoding}: ${summary(outcomes)}\n`)
}

interface Asking {
  readonly question: Question
  readonly agent: string
  /** Answers what is asked with yes; otherwise the run is cancelled when it asks. */
  readonly approves: boolean
}

async function ask(api: Api, { question, agent, approves }: Asking): Promise<Outcome> {
  const id = await openConversation(api, agent)
  const path = `/conversations/${id}`
  const sent = api.send('POST', `${path}/messages`, { text: question.text })
  const approved: string[] = []
  let events = await eventsOf(api, id)
  while (!hasEnded(events)) {
    for (const { approval_id, slug } of openApprovals(events, approved)) {
      if (approves && slug !== undefined) {
        approved.push(slug)
        await api.send('POST', `/approvals/${approval_id}`, { approved: true })
      } else await api.send('POST', `${path}/cancel`)
    }
    await wait(pollMs)
    events = await eventsOf(api, id)
  }
  await sent
  const { enabled_skills: enabled } = await api.get<{ enabled_skills: { slug: string }[] }>(
    `${path}/skills`,
  )
  return { question, events, approved, enabled: enabled.map(({ slug }) => slug) }
}

function hasEnded(events: readonly WireEvent[]): boolean {
  return events.some(({ event }) => /^run_(?:completed|failed|cancelled)$/.test(event))
}

/** A model of this size asks for nothing but skills on purpose; whatever else it asks for is refused. */
function openApprovals(events: readonly WireEvent[], approved: readonly string[]) {
  const asked = events.filter(({ event }) => event === 'approval_required')
  return asked
    .map(({ data }) => (data.skill ?? data) as { approval_id: string; slug?: string })
    .slice(approved.length)
}

/** Every skill with its text's digest. */
async function library(api: Api): Promise<readonly string[]> {
  const { items } = await api.get<{ items: { id: string; etag: string }[] }>('/skills?limit=100')
  return items.map(({ id, etag }) => `${id} ${etag}`).toSorted()
}

/** The run ended by itself or with a code, and no refused call has none. */
function assertBounded(events: readonly WireEvent[]): void {
  const failed = events.find(({ event }) => event === 'run_failed')
  if (failed) assert.match(String((failed.data.problem as { code?: string })?.code), /^[a-z.-]+$/)
  const codes = callsIn(events).map(({ code }) => code)
  assert.ok(codes.length <= maxCalls, `${codes.length} calls in one run`)
  for (const code of codes) assert.match(code, /^ok$|^[a-z-]+\.[a-z-]+$/)
}

function callsIn(events: readonly WireEvent[]) {
  return events
    .filter(({ event }) => event === 'tool_completed')
    .map(({ data }) => {
      const { problem } = data.outcome as { problem?: { code: string } }
      return { name: String(data.name), code: problem?.code ?? 'ok' }
    })
}

function summary(outcomes: readonly Outcome[]): string {
  const count = (holds: (outcome: Outcome) => boolean) => outcomes.filter(holds).length
  const calls = outcomes.flatMap(({ events }) => callsIn(events))
  const searched = ({ events }: Outcome) =>
    callsIn(events).some(({ name, code }) => name === 'search_skills' && code === 'ok')
  const ended = (event: string) => (outcome: Outcome) =>
    outcome.events.some((one) => one.event === event)
  const codes = new Map<string, number>()
  for (const { code } of calls) codes.set(code, (codes.get(code) ?? 0) + 1)
  const counted = [...codes].map(([code, times]) => `${times} ${code}`).join(', ')
  return [
    `${outcomes.length} requests`,
    `${count(searched)} searched`,
    `${count(({ enabled }) => enabled.length > 0)} enabled a skill`,
    `${count(({ enabled, question }) => enabled.includes(question.slug))} the right one`,
    `${count(ended('run_completed'))} answered`,
    `${count(ended('run_failed'))} failed`,
    `${count(ended('run_cancelled'))} cancelled when they asked`,
    `${calls.length} calls (${counted})`,
  ].join(', ')
}
