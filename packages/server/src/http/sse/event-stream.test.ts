import type { ConversationEvent } from '@repertoire/core/domain'
import type { Store } from '@repertoire/core/ports'
import type { ConversationBody } from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import {
  approvalRequiredEvents,
  completed,
  readSseFrames,
  type SseFrame,
} from '../../testing/run-fixtures.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

const stream = { accept: 'text/event-stream' }

interface Fixture {
  readonly server: TestServer
  /** Key of the conversation. */
  readonly path: string
  follow(headers?: Record<string, string>, query?: string): Promise<Response>
}

/** A conversation with one open run: two events in its log. */
async function fixture(store?: (real: Store) => Store): Promise<Fixture> {
  const server = await createTestServer(store ? { store } : {})
  const { body } = await server.call<ConversationBody>('/api/v1/conversations', { body: {} })
  const path = `/api/v1/conversations/${body.id}`
  const headers = { prefer: 'respond-async' }
  await server.call(`${path}/messages`, { body: { text: 'Hello' }, headers })
  return {
    server,
    path,
    follow: (more = {}, query = '') =>
      server.request(`${path}/events${query}`, { headers: { ...stream, ...more } }),
  }
}

const ids = (frames: readonly SseFrame[]) => frames.map((frame) => frame.id)
const names = (frames: readonly SseFrame[]) => frames.map((frame) => frame.event)
const stepStarted: ConversationEvent = {
  type: 'step-started',
  step: 1,
  model: { label: 'm', demo: false },
  promptDigest: 'd',
}
const stepCompleted: ConversationEvent = {
  type: 'step-completed',
  step: 1,
  text: 'Good day.',
  toolCalls: [],
  usage: { inputTokens: 1, outputTokens: 1 },
}

describe('the event stream', () => {
  it('replays the log, then continues live, without gaps or duplicates', async () => {
    const { server, follow } = await fixture()
    const reading = readSseFrames(await follow(), 4)
    await server.engine.play([stepStarted])
    await server.engine.play([stepCompleted])
    expect(ids(await reading)).toEqual([1, 2, 3, 4])
  })

  it('resumes after the client’s last event, by header or by query, the header first', async () => {
    const { follow } = await fixture()
    expect(ids(await readSseFrames(await follow({ 'last-event-id': '1' }), 1))).toEqual([2])
    expect(ids(await readSseFrames(await follow({}, '?after=1'), 1))).toEqual([2])
    const both = await follow({ 'last-event-id': '1' }, '?after=0')
    expect(ids(await readSseFrames(both, 1))).toEqual([2])
  })

  it.each(['abc', '-1', '1.5', '1e3', '0x1', '99', '9'.repeat(40)])(
    'refuses an invalid or unknown id to resume after: %s',
    async (id) => {
      const { server, path, follow } = await fixture()
      const answers = [
        await follow({ 'last-event-id': id }),
        await server.request(`${path}/events?after=${id}`),
      ]
      for (const answer of answers) {
        expect(answer.status).toBe(400)
        expect(((await answer.json()) as { code: string }).code).toMatch(
          /^request\.(bad-event-id|invalid)$/,
        )
      }
    },
  )

  it('A6: approval_required and skills_state_changed carry exactly the document’s fields', async () => {
    const { server, follow } = await fixture()
    const asked = approvalRequiredEvents(server)
    const state = {
      enabledSkills: [
        { name: 'Triage', slug: 'triage', contentLength: 42, sourceType: 'manual' as const },
      ],
      budgetUsedChars: 42,
      budgetMaxChars: 16_000,
    }
    const changed: ConversationEvent = { type: 'skills-state-changed', state }
    await server.engine.play([...asked.events, changed], { approvals: [asked.approval] })
    const [required, stateChanged] = (await readSseFrames(await follow({}, '?after=2'), 2)) as [
      SseFrame,
      SseFrame,
    ]
    expect(required.event).toBe('approval_required')
    expect(Object.keys(required.data).toSorted()).toEqual(['skill', 'type'])
    expect(required.data).toMatchObject({
      type: 'skill_enablement',
      skill: { approval_id: asked.approval.id, slug: 'triage', content_length: 42 },
    })
    expect(stateChanged.event).toBe('skills_state_changed')
    expect(stateChanged.data).toEqual({
      enabled_skills: [
        { name: 'Triage', slug: 'triage', content_length: 42, source_type: 'manual' },
      ],
      budget_used_chars: 42,
      budget_max_chars: 16_000,
    })
  })

  it('live text has no id, comes after its step’s start, and never after its end', async () => {
    const { server, follow } = await fixture()
    const reading = readSseFrames(await follow({}, '?after=2'), 4)
    await server.engine.play([stepStarted])
    server.engine.emitText({ step: 1, offset: 0, text: 'Good ' })
    await expect.poll(() => server.app.feed.idle()).toBe(true)
    server.engine.emitText({ step: 1, offset: 5, text: 'day.' })
    await expect.poll(() => server.app.feed.idle()).toBe(true)
    await server.engine.play([stepCompleted])
    const frames = await reading
    expect(frames.map(({ id, event }) => [id, event])).toEqual([
      [3, 'step_started'],
      [null, 'text_delta'],
      [null, 'text_delta'],
      [4, 'step_completed'],
    ])
    expect(frames[2]?.data).toMatchObject({ step: 1, offset: 5, text: 'day.' })
  })

  it('text with line breaks and “data:” in it stays one event', async () => {
    const { server, follow } = await fixture()
    const text = 'a\n\nid: 99\nevent: run_failed\ndata: {}\n\n\r\r\u2028b'
    await server.engine.play([completed(text)], { status: 'completed' })
    const [frame] = await readSseFrames(await follow({}, '?after=2'), 1)
    expect([frame?.id, frame?.event, frame?.data.text]).toEqual([3, 'run_completed', text])
  })

  it.each([
    ['a reload in the middle', '?after=3', [null]],
    ['a stream from the beginning', '', [1, 2, 3, null]],
  ])('%s gets at once what was said so far, then the rest', async (_when, query, head) => {
    const { server, follow } = await fixture()
    await server.engine.play([stepStarted])
    server.engine.emitText({ step: 1, offset: 0, text: 'Good ' })
    server.engine.emitText({ step: 1, offset: 5, text: 'day' })
    const response = await follow({}, query)
    const reading = readSseFrames(response, head.length + 2)
    await expect.poll(() => server.app.feed.idle()).toBe(true)
    server.engine.emitText({ step: 1, offset: 8, text: '.' })
    await server.engine.play([stepCompleted])
    const frames = await reading
    expect(ids(frames)).toEqual([...head, null, 4])
    const pieces = frames.filter(({ event }) => event === 'text_delta').map(({ data }) => data)
    expect(pieces).toMatchObject([
      { step: 1, offset: 0, text: 'Good day' },
      { step: 1, offset: 8, text: '.' },
    ])
  })

  it('a new attempt of a step begins its text anew', async () => {
    const { server, follow } = await fixture()
    const reading = readSseFrames(await follow({}, '?after=2'), 4)
    await server.engine.play([stepStarted])
    server.engine.emitText({ step: 1, offset: 0, text: 'Half an' })
    await expect.poll(() => server.app.feed.idle()).toBe(true)
    await server.engine.play([stepStarted])
    server.engine.emitText({ step: 1, offset: 0, text: 'A whole answer' })
    const frames = await reading
    expect(frames.map(({ id, data }) => [id, data.offset, data.text])).toEqual([
      [3, undefined, undefined],
      [null, 0, 'Half an'],
      [4, undefined, undefined],
      [null, 0, 'A whole answer'],
    ])
  })

  it('a slow reader gets every piece of live text, in its order, once it reads', async () => {
    const { server, follow } = await fixture()
    await server.engine.play([stepStarted])
    const response = await follow({}, '?after=3')
    const whole = Array.from({ length: 400 }, (_, n) => `${n} `.repeat(300))
    let offset = 0
    for (const text of whole) {
      server.engine.emitText({ step: 1, offset, text })
      offset += text.length
    }
    const all = whole.join('')
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let [buffer, received] = ['', '']
    while (received.length < all.length) {
      buffer += (await reader?.read())?.value ?? ''
      const frames = buffer.split('\n\n')
      buffer = frames.pop() ?? ''
      for (const frame of frames) {
        const data = /^data: (.*)$/m.exec(frame)?.[1]
        if (!data) continue
        const delta: { readonly offset: number; readonly text: string } = JSON.parse(data)
        expect(delta.offset).toBe(received.length)
        received += delta.text
      }
    }
    await reader?.cancel()
    expect(received).toBe(all)
  })

  it('a client that does not read costs no memory: the log and live text wait', async () => {
    const { server, follow } = await fixture()
    const response = await follow({}, '?after=2')
    const big: ConversationEvent = { ...stepCompleted, text: 'x'.repeat(40_000) }
    for (let n = 0; n < 20; n += 1) await server.engine.play([big])
    await expect.poll(() => server.app.feed.idle()).toBe(true)
    for (let n = 0; n < 1000; n += 1) {
      server.engine.emitText({ step: 2, offset: n, text: 'y'.repeat(1000) })
    }
    const frames = await readSseFrames(response, 20)
    expect(ids(frames)).toEqual(Array.from({ length: 20 }, (_, n) => n + 3))
    expect(names(frames)).not.toContain('text_delta')
  })

  it('sends keep-alives, drops a client that has gone, and ends with the server', async () => {
    const { server, follow } = await fixture()
    const quiet = await follow({}, '?after=2')
    const reader = quiet.body?.getReader()
    server.app.feed.keepAlive()
    let text = ''
    while (!text.includes(': keep-alive\n\n')) {
      text += new TextDecoder().decode((await reader?.read())?.value)
    }
    server.app.feed.close()
    expect((await reader?.read())?.done).toBe(true)
  })

  it('ends when its credential is revoked', async () => {
    const { server } = await fixture()
    const { key, id } = await server.addMember('member')
    const made = await server.call<ConversationBody>('/api/v1/conversations', { key, body: {} })
    const response = await server.request(`/api/v1/conversations/${made.body.id}/events`, {
      key,
      headers: stream,
    })
    const reading = readSseFrames(response)
    await server.call(`/api/v1/members/${id}`, { method: 'DELETE' })
    expect(await reading).toEqual([])
  })

  it('a thousand streams share one subscription and one query for each change', async () => {
    let watchers = 0
    let queries = 0
    const { server, follow } = await fixture((real) => ({
      ...real,
      watch: (listener) => {
        watchers += 1
        return real.watch(listener)
      },
      tenant: (id) => {
        const tenant = real.tenant(id)
        const events: typeof tenant.conversations.events = (...args) => {
          queries += 1
          return tenant.conversations.events(...args)
        }
        return { ...tenant, conversations: { ...tenant.conversations, events } }
      },
    }))
    const before = watchers
    const streams = await Promise.all(Array.from({ length: 1000 }, () => follow({}, '?after=2')))
    await expect.poll(() => server.app.feed.idle()).toBe(true)
    queries = 0
    await server.engine.play([stepStarted])
    const frames = await Promise.all(streams.map((response) => readSseFrames(response, 1)))
    expect(frames.flat().map((frame) => frame.id)).toEqual(Array(1000).fill(3))
    expect(watchers).toBe(before)
    expect(queries).toBeLessThanOrEqual(4)
  })
})
