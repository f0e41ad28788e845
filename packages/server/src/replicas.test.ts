import type { ServerResponse } from 'node:http'
import { RepertoireClient } from '@repertoire/client'
import type { WireEvent } from '@repertoire/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type ProviderDouble,
  startProviderDouble,
  textAnswer,
} from './runtime/models/testing/provider-double.ts'
import { noPostgres, type Replicas, replicaKey, startReplicas } from './testing/replicas.ts'
import { skillMd } from './testing/test-server.ts'

describe.skipIf(noPostgres)('two servers on one PostgreSQL, without sticky sessions', () => {
  let replicas: Replicas

  beforeAll(async () => {
    const env = { MCP_REQUESTS_PER_MINUTE: '3' }
    replicas = await startReplicas({ name: 'replicas', count: 2, env })
  })
  afterAll(() => replicas.destroy())

  async function firstEvents(index: number, { id, after, until }: Follow): Promise<WireEvent[]> {
    const seen: WireEvent[] = []
    const stop = new AbortController()
    const { conversations } = clientOf(replicas, index)
    for await (const event of conversations.events(id, { after, signal: stop.signal })) {
      if (event.event !== 'text_delta') seen.push(event)
      if (until(event)) stop.abort()
    }
    return seen
  }

  it('search index: what one writes, changes and removes, the next search of the other knows', async () => {
    const [here, there] = [clientOf(replicas, 0), clientOf(replicas, 1)]
    const found = async (client: typeof here, q: string) =>
      (await client.skills.list({ q })).items.map(({ slug }) => slug)
    for (const [at, writer] of [here, there, here, there].entries()) {
      const reader = writer === here ? there : here
      const word = `zebra${at}`
      const { id } = await writer.skills.create({ content: skillMd(`note-${at}`, `# ${word}\n`) })
      expect(await found(reader, word)).toEqual([`note-${at}`])
      await reader.skills.remove(id)
      expect(await found(writer, word)).toEqual([])
    }
  })

  it('change feed: an open stream of one delivers the turn that the other executes', async () => {
    const { id } = await clientOf(replicas, 0).conversations.create()
    const streamed = firstEvents(1, { id, after: 0, until: isEnd })
    await clientOf(replicas, 0).conversations.send(id, 'Hello')
    expect((await streamed).at(-1)?.event).toBe('run_completed')
  })

  it('event-stream resume: a stream that one began goes on at the other, without gap or repetition', async () => {
    const { id } = await clientOf(replicas, 0).conversations.create()
    await clientOf(replicas, 0).conversations.send(id, 'Hello')
    const whole = await firstEvents(0, { id, after: 0, until: isEnd })
    expect(whole.length).toBeGreaterThan(2)
    for (const [at, { id: last }] of whole.slice(0, -1).entries()) {
      const rest = await firstEvents(1, { id, after: last, until: isEnd })
      expect([...whole.slice(0, at + 1), ...rest]).toEqual(whole)
    }
  })

  it('approvals: asked at one and answered at both at once, the first answer counts and acts once', async () => {
    const [here, there] = [clientOf(replicas, 0), clientOf(replicas, 1)]
    await here.settings.update({ skill_enablement_policy: 'prompt-user' })
    await here.skills.create({
      content: skillMd('slow-postgres', '# Look at the locks.\n', 'Use when Postgres is slow.'),
    })
    const { id } = await here.conversations.create()
    const turn = await here.conversations.send(id, 'Postgres is slow, can you triage it?')
    const approval = turn.approvals[0]?.id ?? ''
    const answers = await Promise.allSettled(
      [here, there].map(({ approvals }) => approvals.answer(approval, { approved: true })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const [refused] = answers.filter(({ status }) => status === 'rejected')
    expect(refused).toMatchObject({ reason: { code: 'approval.already-answered' } })
    const events = await firstEvents(1, { id, after: 0, until: isEnd })
    expect(events.filter(({ event }) => event === 'skills_state_changed')).toHaveLength(1)
  })

  it('rate limits: each counts for itself, so that one which refuses says nothing about the other', async () => {
    const statusAt = async (index: number) => {
      const response = await fetch(`${replicas.servers[index]?.url}/mcp`, {
        method: 'POST',
        headers: {
          ...{ authorization: `Bearer ${replicaKey}`, 'content-type': 'application/json' },
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
      })
      await response.text()
      return response.status
    }
    const atOne = [await statusAt(0), await statusAt(0), await statusAt(0), await statusAt(0)]
    expect(atOne).toEqual([200, 200, 200, 429])
    expect(await statusAt(1)).toBe(200)
  })
})

describe.skipIf(noPostgres)('two servers on one PostgreSQL, with one slot for turns each', () => {
  let replicas: Replicas
  let provider: ProviderDouble
  const waiting: ServerResponse[] = []

  beforeAll(async () => {
    provider = await startProviderDouble()
    const model = { OPENAI_API_KEY: 'double', OPENAI_MODEL: 'm', OPENAI_BASE_URL: provider.url }
    const env = { ...model, RUN_CONCURRENCY: '1' }
    replicas = await startReplicas({ name: 'replica_queues', count: 2, env })
  })
  afterAll(async () => {
    await replicas.destroy()
    await provider.stop()
  })

  it('fair queues: a turn that waits for a slot of one is executed by the other, once', async () => {
    const { conversations } = clientOf(replicas, 0)
    const [slow, quick] = [await conversations.create(), await conversations.create()]
    provider.answerWith((response) => waiting.push(response))
    await conversations.sendWithoutWaiting(slow.id, 'Take your time.')
    await expect.poll(() => waiting.length).toBe(1)
    provider.answerWith(textAnswer('Quickly.'))
    const turn = await conversations.send(quick.id, 'Be quick.')
    expect(turn).toMatchObject({ reply: 'Quickly.', run: { status: 'completed' } })
    expect((await conversations.get(slow.id)).open_run).toMatchObject({ status: 'running' })
    for (const response of waiting) textAnswer('At last.')(response, '/chat/completions')
    const log = async () => (await clientOf(replicas, 1).conversations.eventPage(slow.id)).events
    await expect.poll(async () => (await log()).at(-1)?.event).toBe('run_completed')
    expect((await log()).filter(({ event }) => event === 'run_started')).toHaveLength(1)
  })

  it('a turn of a server that was killed goes on at the other', async () => {
    const { conversations } = clientOf(replicas, 0)
    const { id } = await conversations.create()
    provider.answerWith(() => undefined)
    const asked = provider.calls.length
    await conversations.sendWithoutWaiting(id, 'Take your time.')
    await expect.poll(() => provider.calls.length).toBe(asked + 1)
    provider.answerWith(textAnswer('I have it.'))
    await replicas.servers[0]?.stop('SIGKILL')
    const other = clientOf(replicas, 1).conversations
    const log = async () => (await other.eventPage(id)).events
    await expect.poll(async () => (await log()).at(-1)?.event).toBe('run_completed')
    expect((await log()).filter(({ event }) => event === 'run_completed')).toHaveLength(1)
  })
})

function clientOf({ servers }: Replicas, index: number): RepertoireClient {
  return new RepertoireClient({ baseUrl: servers[index]?.url ?? '', apiKey: replicaKey })
}

interface Follow {
  readonly id: string
  readonly after: number
  readonly until: (event: WireEvent) => boolean
}

function isEnd({ event }: WireEvent): boolean {
  return event === 'run_completed' || event === 'run_failed'
}
