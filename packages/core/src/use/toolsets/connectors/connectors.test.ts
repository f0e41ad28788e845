import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { ConversationId, RunId, TraceId, UserId } from '../../../base/ids.ts'
import type { Sha256 } from '../../../base/sha256.ts'
import { rolePermissions } from '../../../domain/permissions.ts'
import { defaultSettings } from '../../../domain/settings.ts'
import type { TriggerContext } from '../../../domain/trigger-context.ts'
import { createAgentHarness } from '../../../testing/agent-harness.ts'
import {
  type ConnectorFixtureOptions,
  call,
  createConnectorHarness,
  createHub,
  execute,
  outcomes,
  output,
  request,
  run,
} from '../../../testing/connector-fixture.ts'
import { sampleServices } from '../../../testing/sample-services.ts'
import { createCallingModel } from '../../../testing/scripted-model.ts'
import { answerApproval } from '../../approvals/answer-approval.ts'
import { connectors } from './connectors.ts'

const sha256: Sha256 = (data) => createHash('sha256').update(data).digest('hex')
const delivered: TriggerContext = {
  ...{ source: 'webhook', signalId: 'sig_1', asset: null, severity: 'info' },
  ...{ preloadSkills: [], suggestedStages: [], operatorAuthored: false },
  traceId: '0'.repeat(32) as TraceId,
}
const setUp = (...options: ConnectorFixtureOptions) => createConnectorHarness(sha256, ...options)

describe('access to connectors', () => {
  it('D: a call has one idempotency key for all attempts, which no other call shares', async () => {
    const { hub, keys } = createHub()
    const { tenant } = await createAgentHarness({ model: createCallingModel(), sha256 })
    const tool = connectors.tools.find(({ name }) => name === 'execute_connector_tool')
    const bound = tool?.bind({ connector: 'github', tool: 'create_issue' })
    if (!bound?.ok || bound.call.effect.kind !== 'act') throw new Error('does not bind')
    const settings = { ...defaultSettings, connectorAccess: { github: 'open' } } as const
    const one = sampleServices(tenant, { sha256, settings, connectors: hub, callId: 'call_0' })
    const others = [
      { conversationId: 'cnv_other' as ConversationId },
      { runId: 'run_other' as RunId },
      { callId: 'call_1' },
    ]
    for (const change of [{}, {}, ...others]) await bound.call.effect.run({ ...one, ...change })
    expect(keys[0]).toBe(keys[1])
    expect(new Set(keys).size).toBe(1 + others.length)
    expect(keys.join()).not.toContain('cnv_')
  })

  it('D: an open connector is called at once', async () => {
    const { harness, calls } = await setUp([execute('github', 'create_issue', 'call_7')], {
      github: 'open',
    })
    await run(harness)
    expect(await outcomes(harness)).toEqual(['ok'])
    expect(calls).toEqual(['github/create_issue sha256:g1'])
  })

  it('D: a connector that needs an approval is called only after it', async () => {
    const { harness, calls } = await setUp([
      execute('github', 'create_issue', 'a'),
      request('github'),
      execute('github', 'create_issue', 'b'),
    ])
    const runId = await harness.say('Go.')
    expect(await harness.work(runId, { fresh: true })).toBe('waiting')
    expect(await outcomes(harness)).toEqual(['connector.needs-permission'])
    expect((await harness.lastOutcome()) as unknown).toMatchObject({
      problem: { hint: expect.stringContaining('request_connector_access') },
    })
    expect(await harness.all('approval-required')).toMatchObject([
      {
        approvalType: 'connector_access',
        subject: {
          connector: 'github',
          title: 'GITHUB',
          endpoint: 'https://github.example/mcp',
          digest: 'sha256:g1',
        },
        reason: 'to look',
      },
    ])
    expect(calls).toEqual([])
    await harness.answer(true, 'only issues')
    expect(await harness.work(runId)).toBe('over')
    expect(await outcomes(harness)).toEqual(['connector.needs-permission', 'ok', 'ok'])
    expect(calls).toEqual(['github/create_issue sha256:g1'])
    expect(await harness.all('connector-granted')).toMatchObject([
      { connector: 'github', digest: 'sha256:g1' },
    ])
  })

  it('D: a denial keeps it closed', async () => {
    const { harness, calls } = await setUp([request('github'), execute('github', 'create_issue')])
    const runId = await harness.say('Go.')
    await harness.work(runId, { fresh: true })
    await harness.answer(false)
    await harness.work(runId)
    expect(await outcomes(harness)).toEqual(['approval.denied', 'connector.needs-permission'])
    expect(calls).toEqual([])
  })

  it('D: an approval counts in later turns of the conversation', async () => {
    const fixture = await setUp([request('github')])
    const { harness } = fixture
    const runId = await harness.say('Go.')
    await harness.work(runId, { fresh: true })
    await harness.answer(true)
    await harness.work(runId)
    const next = await harness.say('Now use it.')
    const model = createCallingModel(
      execute('github', 'list_pulls', 'later'),
      request('github', 'q'),
    )
    await harness.work(next, { fresh: true, ports: { model } })
    expect(await outcomes(harness)).toEqual(['ok', 'ok', 'ok'])
    expect(await output(harness)).toEqual({ status: 'ready', connector: 'github' })
    expect(fixture.calls).toEqual(['github/list_pulls sha256:g1'])
  })

  it('E8: an approval ends with a turn that no person started: a new one is needed after it', async () => {
    const { harness, calls } = await setUp([request('github')])
    const runId = await harness.say('Go.')
    await harness.work(runId, { fresh: true })
    await harness.answer(true)
    await harness.work(runId)
    const model = createCallingModel(execute('github', 'list_pulls', 'x'), request('github', 'y'))
    await harness.work(await harness.say('Go.', delivered), { fresh: true, ports: { model } })
    expect(await outcomes(harness)).toEqual(['ok', 'tool.needs-grant', 'signal.nobody-to-ask'])
    expect(calls).toEqual([])
    const after = createCallingModel(execute('github', 'list_pulls', 'z'), request('github', 'q'))
    const next = await harness.say('And now?')
    expect(await harness.work(next, { fresh: true, ports: { model: after } })).toBe('waiting')
    expect(await harness.lastOutcome()).toMatchObject({
      problem: { code: 'connector.needs-permission' },
    })
    expect(calls).toEqual([])
  })

  it('D: an approval is bound to the connector’s configuration: a change needs a new one', async () => {
    const { harness, calls, reconfigure } = await setUp([request('github')])
    const runId = await harness.say('Go.')
    await harness.work(runId, { fresh: true })
    await harness.answer(true)
    await harness.work(runId)
    reconfigure({ github: 'sha256:elsewhere' })
    const next = await harness.say('Use it.')
    const model = createCallingModel(execute('github', 'create_issue', 'x'), request('github', 'y'))
    expect(await harness.work(next, { fresh: true, ports: { model } })).toBe('waiting')
    expect(await harness.lastOutcome()).toMatchObject({
      problem: {
        code: 'connector.needs-permission',
        message: expect.stringContaining('different'),
      },
    })
    expect(calls).toEqual([])
  })

  it('D: an answer is stale when the connector has changed since the request', async () => {
    const { harness, reconfigure } = await setUp([request('github')])
    const runId = await harness.say('Go.')
    await harness.work(runId, { fresh: true })
    reconfigure({ github: 'sha256:elsewhere' })
    await harness.answer(true)
    await harness.work(runId)
    expect(await outcomes(harness)).toEqual(['approval.stale'])
    expect(await harness.all('connector-granted')).toEqual([])
  })

  it('D: an answer is stale when the connector has changed and is open since the request', async () => {
    const { harness, reconfigure } = await setUp([request('github')])
    const runId = await harness.say('Go.')
    await harness.work(runId, { fresh: true })
    reconfigure({ github: 'sha256:elsewhere' })
    const { settings } = await harness.tenant.settings.get()
    await harness.tenant.settings.put({ ...settings, connectorAccess: { github: 'open' } })
    await harness.answer(true)
    await harness.work(runId)
    expect(await harness.all('connector-granted')).toEqual([])
  })

  it('D: a disabled connector does not exist for any tool', async () => {
    const off = [
      call('list_connectors'),
      call('search_connector_tools', { query: 'issue' }),
      call('search_connector_tools', { connector: 'github' }, 's2'),
      execute('github', 'create_issue'),
      request('github'),
      execute('constructor', 'x', 'c'),
      execute('__proto__', 'x', 'p'),
    ]
    const { harness, calls } = await setUp(off, { github: 'off' })
    await run(harness)
    expect(await outcomes(harness)).toEqual(['ok', 'ok', ...Array(5).fill('connector.not-found')])
    const outputs = JSON.stringify((await harness.all('tool-completed')).slice(0, 2))
    expect(outputs).not.toContain('create_issue')
    expect(outputs).not.toContain('GITHUB')
    expect(calls).toEqual([])
  })

  it('D: where an admin has to approve, the person of the conversation cannot', async () => {
    const { hub } = createHub()
    const harness = await createAgentHarness({
      sha256,
      role: 'member',
      settings: { connectorAccess: { github: 'ask-admin' } },
      model: createCallingModel(request('github'), execute('github', 'create_issue')),
      toolsets: [connectors],
      connectors: hub,
    })
    const runId = await harness.say('Go.')
    expect(await harness.work(runId, { fresh: true })).toBe('waiting')
    await expect(harness.answer(true)).rejects.toMatchObject({
      problem: { code: 'approval.administrators-only' },
    })
    const { items } = await harness.tenant.approvals.list({}, { limit: 1 })
    const admin = { ...harness.principal, userId: 'usr_2' as UserId, role: 'admin' as const }
    const permitted = { ...admin, permissions: rolePermissions('admin') }
    await harness.tenant.members.create({
      id: admin.userId,
      name: 'Eve',
      role: 'admin',
      createdAt: 0,
    })
    const answer = { id: items[0]!.id, approved: true, note: '', now: harness.clock.now() }
    await answerApproval(harness.tenant, permitted, answer)
    await harness.work(runId)
    expect(await outcomes(harness)).toEqual(['ok', 'ok'])
  })

  it('D: where an admin has to approve from now on, an earlier approval of a member no longer counts', async () => {
    const { hub, calls } = createHub()
    const harness = await createAgentHarness({
      sha256,
      role: 'member',
      model: createCallingModel(request('github'), execute('github', 'create_issue')),
      toolsets: [connectors],
      connectors: hub,
    })
    const runId = await harness.say('Go.')
    await harness.work(runId, { fresh: true })
    await harness.answer(true)
    const { settings } = await harness.tenant.settings.get()
    await harness.tenant.settings.put({ ...settings, connectorAccess: { github: 'ask-admin' } })
    await harness.work(runId)
    expect((await outcomes(harness)).at(-1)).toBe('connector.needs-permission')
    expect(calls).toEqual([])
  })

  it('D: lists none where no connectors are configured', async () => {
    const { harness } = await setUp([call('list_connectors'), execute('github', 'create_issue')])
    const runId = await harness.say('Go.')
    await harness.work(runId, { fresh: true, ports: { connectors: null } })
    expect(await outcomes(harness)).toEqual(['ok', 'connector.not-found'])
  })
})

describe('results of a connector', () => {
  it('D: are data: they reach the model as a tool’s result and nowhere else', async () => {
    const { harness } = await setUp(
      [
        call('search_connector_tools', { connector: 'wiki' }),
        execute('wiki', 'read_file'),
        call('list_connectors'),
      ],
      { wiki: 'open' },
    )
    await run(harness)
    const { model } = harness.ports
    const requests = (model as ReturnType<typeof createCallingModel>).requests
    const last = requests.at(-1)
    expect(requests.every(({ system }) => !system.includes('Ignore your'))).toBe(true)
    const carrying = last?.messages.filter((message) => JSON.stringify(message).includes('Ignore'))
    expect(carrying?.map(({ role }) => role)).toEqual(['tool', 'tool'])
    expect(await outcomes(harness)).toEqual(['ok', 'ok', 'ok'])
  })
})
