import type { TraceId } from '@repertoire/core/base'
import type { TriggerContext } from '@repertoire/core/domain'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  startTemporalServer,
  type TemporalServer,
} from '../../../../../../scripts/temporal/dev-server.mjs'
import { findTemporal } from '../../../../../../scripts/temporal/temporal-program.mjs'
import { sha256 } from '../../../platform/system/system-ports.ts'
import type { Engine, StartRunRequest } from '../../engine.ts'
import {
  createEngineWorld,
  type EngineWorld,
  modelWithText,
  principal,
  silent,
  tenantId,
} from '../testing/engine-world.ts'
import { createTemporalEngine } from './temporal-engine.ts'

const noTemporal = findTemporal() === undefined
const canary = 'canary-a41c77'
const organisation = sha256(tenantId).slice(0, 16)
const names = ['RepertoireOrganisation', 'RepertoireRun']
const typed = names.flatMap((name) => ['--name', name, '--type', 'Keyword'])
const trigger: TriggerContext = {
  ...{ source: 'cron', signalId: 'trg_1', name: canary, asset: null },
  ...{ severity: 'info', preloadSkills: [], suggestedStages: [] },
  ...{ operatorAuthored: false, traceId: '0af7651916cd43dd8448eb211c80319c' as TraceId },
}

describe.skipIf(noTemporal)('search attributes of workflows', { timeout: 60_000 }, () => {
  let temporal: TemporalServer
  let world: EngineWorld
  let said: unknown[][]
  const engines: Engine[] = []

  beforeAll(async () => {
    temporal = await startTemporalServer()
  }, 60_000)
  afterAll(() => temporal.stop())
  beforeEach(async () => {
    said = []
    world = await createEngineWorld(`# ${canary}`)
  })
  afterEach(async () => {
    await Promise.all(engines.splice(0).map((engine) => engine.stop()))
  })

  async function createNamespace(namespace: string): Promise<void> {
    temporal.temporal('operator', 'namespace', 'create', '-n', namespace)
    const listed = () => temporal.temporal('operator', 'search-attribute', 'list', '-n', namespace)
    await expect.poll(listed, { timeout: 20_000 }).toContain('WorkflowId')
  }

  async function register(namespace: string, ...options: readonly string[]): Promise<void> {
    temporal.temporal('operator', 'search-attribute', 'create', '-n', namespace, ...options)
    const listed = () => temporal.temporal('operator', 'search-attribute', 'list', '-n', namespace)
    await expect.poll(listed, { timeout: 20_000 }).toContain(options[1])
  }

  async function startEngine(namespace: string): Promise<Engine> {
    const engine = createTemporalEngine({
      ...world.optionsFor(modelWithText(canary)),
      ...{ graceMilliseconds: 200, payloadKey: new Uint8Array(32).fill(7) },
      logger: { ...silent, info: (...line: unknown[]) => void said.push(line) },
      temporal: {
        ...{ address: temporal.address, namespace, taskQueue: `queue-${namespace}` },
        ...{ worker: true, runsScripts: true, activity: 'action' },
        ...{ apiKey: undefined, tls: undefined },
      },
    })
    engines.push(engine)
    await engine.start()
    return engine
  }

  /** The id of a run that has ended. */
  async function run(engine: Engine, change: Partial<StartRunRequest> = {}): Promise<string> {
    const conversationId = await world.conversation()
    const request = { principal, conversationId, text: canary, ...change }
    const { runId } = await engine.startRun(request)
    expect((await engine.waitForRun({ principal, runId })).status).toBe('completed')
    return runId
  }

  const found = (namespace: string, query: string) =>
    temporal.temporal('workflow', 'list', '-n', namespace, '--query', query, '-o', 'json')

  const startOf = (namespace: string, runId: string) => {
    const history = temporal.temporal(
      ...['workflow', 'show', '-n', namespace, '-w', `run/${runId}`, '-o', 'json'],
    )
    return JSON.parse(history).events[0].workflowExecutionStartedEventAttributes
  }

  const attributesOf = (namespace: string, runId: string): Record<string, string> => {
    const { indexedFields = {} } = startOf(namespace, runId).searchAttributes ?? {}
    const entries = Object.entries<{ data: string }>(indexedFields)
    return Object.fromEntries(entries.map(([name, { data }]) => [name, atob(data)]))
  }

  const saidAbout = () => said.filter((line) => String(line.at(-1)).includes('search attributes'))

  it('are a hash of the organisation and what started the run, and a query finds runs by them', async () => {
    await createNamespace('with-both')
    await register('with-both', ...typed)
    const engine = await startEngine('with-both')
    const byPerson = await run(engine)
    const byTrigger = await run(engine, { signal: trigger })
    expect(attributesOf('with-both', byPerson)).toEqual({
      RepertoireOrganisation: `"${organisation}"`,
      RepertoireRun: '"message"',
    })
    const ofOrganisation = () =>
      found('with-both', `RepertoireOrganisation = '${organisation}' AND RepertoireRun = 'trigger'`)
    await expect.poll(ofOrganisation, { timeout: 20_000 }).toContain(`run/${byTrigger}`)
    expect(ofOrganisation()).not.toContain(`run/${byPerson}`)
    expect(found('with-both', `RepertoireOrganisation = '${'0'.repeat(16)}'`)).not.toContain('run/')
    const kept = JSON.stringify(attributesOf('with-both', byTrigger))
    for (const content of [canary, tenantId, principal.userId]) expect(kept).not.toContain(content)
    expect(saidAbout()).toEqual([])
  })

  it('are left out where the namespace has none, which is said in one line', async () => {
    await createNamespace('with-none')
    const engine = await startEngine('with-none')
    expect(attributesOf('with-none', await run(engine))).toEqual({})
    expect(saidAbout()).toEqual([[{ missing: names }, expect.any(String)]])
  })

  it('are left out where one has another type', async () => {
    await createNamespace('with-int')
    const types = ['--name', 'RepertoireRun', '--type', 'Int']
    await register('with-int', '--name', 'RepertoireOrganisation', '--type', 'Keyword', ...types)
    const engine = await startEngine('with-int')
    const attributes = attributesOf('with-int', await run(engine))
    expect(Object.keys(attributes)).toEqual(['RepertoireOrganisation'])
  })

  it('are no reason for a run to wait when they are removed while the server runs', async () => {
    await createNamespace('removed')
    await register('removed', ...typed)
    const engine = await startEngine('removed')
    const remove = names.flatMap((name) => ['--name', name])
    temporal.temporal('operator', 'search-attribute', 'remove', '-n', 'removed', ...remove, '--yes')
    const attributes = async () => Object.keys(attributesOf('removed', await run(engine)))
    await expect.poll(attributes, { timeout: 30_000 }).toEqual([])
    expect(engine.checks()).toEqual({ temporal: 'ok' })
  })
})
