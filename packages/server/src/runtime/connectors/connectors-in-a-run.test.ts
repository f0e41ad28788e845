import type { ConversationId, JsonObject } from '@repertoire/core/base'
import { createInProcessSegmentBuilder, createSkillSearch } from '@repertoire/core/choose'
import {
  type ConversationEvent,
  defaultSettings,
  emptySession,
  type OrganisationSettings,
  type ToolCall,
} from '@repertoire/core/domain'
import { type Model, noPromptContext, type Store } from '@repertoire/core/ports'
import {
  createCallingModel,
  createInMemoryStore,
  createScriptedModel,
  createSequentialIds,
  judgeByWords,
  resultsSinceUserMessage,
  sampleContent,
} from '@repertoire/core/testing'
import { answerApproval } from '@repertoire/core/use'
import { afterEach, describe, expect, it } from 'vitest'
import { sha256 } from '../../platform/system/system-ports.ts'
import type { Engine } from '../engine.ts'
import { createDirectEngine } from '../engines/direct/direct-engine.ts'
import {
  type ConnectorFixture,
  createConnectorFixture,
  everythingServer,
  nodeServer,
} from './testing/connector-fixture.ts'

const endings: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

/** Long, because processes are slow on a busy machine. */
const slow = { timeout: 60_000 }
const call = (name: string, input: JsonObject, id: string): ToolCall => ({ id, name, input })
const execute = (tool: string, input: JsonObject, id: string) =>
  call('execute_connector_tool', { connector: 'everything', tool, input }, id)

interface Harness {
  readonly connectors: ConnectorFixture
  readonly engine: Engine
  readonly store: Store
  readonly conversationId: ConversationId
  /** Sends a message, and waits until the run ends or needs an approval. */
  say(text: string): Promise<void>
  answer(approved: boolean): Promise<void>
  events(): Promise<readonly ConversationEvent[]>
  /** The result of each call. */
  outcomes(): Promise<readonly JsonObject[]>
}

/**
 * One person's conversation with a scripted model, the real engine, and the official reference server as a
 * process.
 */
async function harness(
  model: Model,
  connectorAccess: OrganisationSettings['connectorAccess'],
): Promise<Harness> {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the operator's file has it so
  const env = { API_TOKEN: '${TOKEN}' }
  const connectors = await createConnectorFixture(
    { everything: { ...nodeServer(everythingServer, 'stdio'), env } },
    { env: { TOKEN: 'tok-55555' } },
  )
  endings.push(connectors.end)
  const { principal, clock, service } = connectors
  const { tenantId, userId } = principal
  const ids = createSequentialIds()
  const store = createInMemoryStore({ clock })
  await store.directory.createTenant({ id: tenantId, name: 'Acme', createdAt: 0 })
  const tenant = store.tenant(tenantId)
  await tenant.members.create({ id: userId, name: 'Ada', role: 'owner', createdAt: 0 })
  const toolsets = ['portable', 'connectors']
  const toolTiers = { 'mcp__everything__*': 'READ_ONLY' } as const
  await tenant.settings.put({
    ...{ ...defaultSettings, toolsets, connectorAccess, toolTiers },
    egressAllowList: ['connector:everything'],
  })
  const frontmatter = { 'allowed-tools': 'mcp__everything__echo' }
  await tenant.skills.save([sampleContent('echoing', 'Only echo.', { frontmatter })], 'create')
  const conversationId = 'cnv_1' as ConversationId
  const times = { createdAt: clock.now(), updatedAt: clock.now() }
  const empty = { title: '', agentId: null, session: emptySession, headSeq: 0 }
  await tenant.conversations.create({ id: conversationId, userId, ...empty, ...times })
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const search = createSkillSearch({ store, segments: createInProcessSegmentBuilder() })
  const engine = createDirectEngine({
    ...{ store, model, search, clock, ids, sha256, judgeOf: () => judgeByWords },
    promptContext: noPromptContext,
    connectors: service,
    logger: silent,
  })
  endings.push(() => engine.stop())
  await engine.start()
  const events = async () => {
    const log = await tenant.conversations.events(userId, conversationId, { after: 0, limit: 1000 })
    return log.map(({ event }) => event)
  }
  let runId: Awaited<ReturnType<Engine['startRun']>>['runId'] | undefined
  const waitForPause = async () => {
    if (runId) await engine.waitForRun({ principal, runId })
  }
  return {
    ...{ connectors, engine, store, conversationId, events },
    say: async (text) => {
      runId = (await engine.startRun({ principal, conversationId, text })).runId
      await waitForPause()
    },
    answer: async (approved) => {
      const { items } = await tenant.approvals.list({ status: 'pending' }, { limit: 1 })
      const [asked] = items
      if (!asked) throw new Error('nothing was asked')
      const answer = { id: asked.id, approved, note: '', now: clock.now() }
      await answerApproval(tenant, principal, answer)
      engine.wake()
      await expect.poll(async () => (await events()).at(-1)?.type, slow).toBe('run-completed')
    },
    events,
    outcomes: async () =>
      (await events()).flatMap((event): JsonObject[] => {
        if (event.type !== 'tool-completed') return []
        const { outcome } = event
        return outcome.status === 'ok'
          ? [{ ok: outcome.output }]
          : [{ code: outcome.problem.code, message: outcome.problem.message }]
      }),
  }
}

describe('a real MCP server in a conversation', { timeout: 120_000 }, () => {
  it('D7: a skill that allows only echo: echo works, every other tool of the server is refused', async () => {
    const model = createCallingModel(
      execute('get-sum', { a: 1, b: 2 }, 'before'),
      call('use_skill', { name: 'echoing' }, 'use'),
      execute('get-sum', { a: 1, b: 2 }, 'sum'),
      execute('get-env', {}, 'env'),
      execute('echo', { message: 'allowed' }, 'echo'),
      call('use_skill', { name: 'echoing' }, 'again'),
      execute('Echo', { message: 'x' }, 'case'),
    )
    const { say, outcomes } = await harness(model, { everything: 'open' })
    await say('Try them.')
    expect(await outcomes()).toMatchObject([
      { ok: { text: expect.stringContaining('3') } },
      { ok: { name: 'echoing' } },
      { code: 'tool.not-allowed', message: expect.stringContaining('mcp__everything__echo') },
      { code: 'tool.not-allowed' },
      { ok: { text: 'Echo: allowed' } },
      { ok: { name: 'echoing' } },
      { code: 'tool.not-allowed' },
    ])
  })

  it('D: is found, requested, approved by the person, and called', async () => {
    const model = createCallingModel(
      call('search_connector_tools', { query: 'echo a message back' }, 'search'),
      execute('echo', { message: 'too early' }, 'early'),
      call('request_connector_access', { connector: 'everything', reason: 'to echo' }, 'ask'),
      execute('echo', { message: 'now' }, 'now'),
    )
    const { say, answer, outcomes, events } = await harness(model, {})
    await say('Echo something.')
    expect((await events()).at(-1)).toMatchObject({
      type: 'approval-required',
      subject: { connector: 'everything', endpoint: 'node' },
    })
    await answer(true)
    const [found, ...rest] = await outcomes()
    expect(found).toMatchObject({
      ok: {
        results: expect.arrayContaining([
          expect.objectContaining({ connector: 'everything', tool: 'echo' }),
        ]),
      },
    })
    expect(rest).toMatchObject([
      { code: 'connector.needs-permission' },
      { ok: { status: 'granted' } },
      { ok: { text: 'Echo: now' } },
    ])
  })

  it('D: when the server is killed during a call, the agent is informed and continues', async () => {
    const long = { duration: 60, steps: 2 }
    const calls = [
      execute('trigger-long-running-operation', long, 'long'),
      execute('echo', { message: 'still here' }, 'echo'),
    ]
    const model = createScriptedModel((request) => {
      const next = calls[resultsSinceUserMessage(request)]
      return next ? { toolCalls: [next] } : { text: 'Done.' }
    })
    const harnesses = await harness(model, { everything: 'open' })
    const { connectors } = harnesses
    await connectors.call('everything', 'echo', { message: 'warm' })
    const [pid] = await connectors.children()
    const over = harnesses.say('Work.')
    await expect
      .poll(
        async () => (await harnesses.events()).some(({ type }) => type === 'tool-started'),
        slow,
      )
      .toBe(true)
    process.kill(pid as number, 'SIGKILL')
    await over
    expect(await harnesses.outcomes()).toMatchObject([
      { code: 'connector.failed' },
      { ok: { text: 'Echo: still here' } },
    ])
  })

  it('D: no event contains our secret, whatever the server returns', async () => {
    const model = createCallingModel(
      execute('get-env', {}, 'env'),
      execute('echo', { message: 'the token is tok-55555' }, 'echo'),
    )
    const { say, events, outcomes, connectors } = await harness(model, { everything: 'open' })
    await say('What do you know?')
    const completed = (await events()).filter(({ type }) => type === 'tool-completed')
    expect(JSON.stringify(completed)).toContain('API_TOKEN')
    expect(JSON.stringify(completed) + connectors.logged()).not.toContain('tok-55555')
    expect(await outcomes()).toMatchObject([{}, { ok: { text: 'Echo: the token is ***' } }])
  })
})
