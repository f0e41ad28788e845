import type {
  ExecutionId,
  OutcomeRetestId,
  RevisionDigest,
  SkillId,
  ToolGrantId,
  TriggerId,
  UserId,
} from '@repertoire/core/base'
import {
  type AuditEntry,
  type Execution,
  noUsage,
  type OutcomeRetest,
  type RetestTrial,
  type Run,
  supersededResult,
  type ToolGrant,
  type Trigger,
  type TriggerFiring,
} from '@repertoire/core/domain'
import type { TenantStore } from '@repertoire/core/ports'
import { ann, bob, type StoreFixture } from './store-fixture.ts'

/** One probe for each method of a part of the port. */
export type Probes<Part> = { [Method in keyof Part]: () => Promise<unknown> }
type Stores = Omit<TenantStore, 'tenantId'>
export type ExpectedResults = Record<string, unknown>

const page = { limit: 50 }
const traceId = 'd'.repeat(32)
const nobody = { skillId: null, digest: null, agentId: null, model: null }
const everyDay = { fromDay: 0, toDay: Number.MAX_SAFE_INTEGER }
const wholeRange = { from: 0, to: Number.MAX_SAFE_INTEGER }

export const newGrant: ToolGrant = {
  ...{ id: 'tgr_ann' as ToolGrantId, tool: 'transfer', identity: 'x', constraints: {} },
  ...{ maxUses: 9, uses: 0, expiresAt: 1_000, agentId: null, userId: ann, createdBy: ann },
  ...{ createdAt: 1, revokedAt: null, revokedBy: null },
}

const retest: OutcomeRetest = {
  ...{ id: 'ort_ann' as OutcomeRetestId, agentId: null, before: null, after: 'hers' },
  ...{ requestedAt: 1, result: null },
}

/** A skill that Ann's conversation used. */
const hers = { skillId: 'skl_hers' as SkillId, digest: 'sha256:hers' as RevisionDigest }

const trial: RetestTrial = {
  ...{ ...hers, side: 'before', caseId: '1', trial: 1, status: 'passed', costNanos: 5 },
}

const herPair = {
  ...{ day: 1, skillId: hers.skillId, otherId: 'skl_z' as SkillId },
  ...{ runsCompleted: 1, runsFailed: 0 },
}

const herSearch = { day: 1, query: 'slow postgres', surface: 'page', results: 0 } as const
const everySearch = { fromDay: 0, minSearches: 1, limit: 50 }

/** Creates Ann's grant, schedule with a firing, and execution, all in one trace. */
export async function seedAutomation(fixture: StoreFixture, tenant: TenantStore, run: Run) {
  await tenant.grants.create(newGrant)
  const source = newTrigger(fixture)
  await tenant.triggers.create(source, 'encrypted by ann')
  const firing = { ...newFiring(source, run), key: 'key:hers' }
  await tenant.triggers.record({ firing, auditEntry: null })
  const execution = newExecution(fixture, run)
  await tenant.executions.create(execution)
  const row = { ...noUsage, ...nobody, day: 1, modelCalls: 3 }
  const ofSkill = { ...row, ...hers }
  await tenant.usage.put({
    conversationId: run.conversationId,
    foldedTo: 1,
    rows: [row, ofSkill],
    pairs: [herPair],
  })
  await tenant.outcomeRetests.create(retest)
  await tenant.outcomeRetests.addTrial(retest.id, trial)
  await tenant.searchLog.record(herSearch, 9)
  return { source, firing, execution, run }
}

export type Automation = Awaited<ReturnType<typeof seedAutomation>>

/** Everything Ann can read of them. */
export async function automationContents(
  tenant: TenantStore,
  { source, execution, run }: Automation,
) {
  const { grants, triggers, traces, executions } = tenant
  return {
    grants: await grants.list({}, page),
    triggers: await triggers.list({}, page),
    firings: await triggers.firings(source.id, page),
    encrypted: await triggers.encrypted(source.id),
    traced: [
      await traces.firings(ann, traceId),
      await traces.executions(ann, traceId),
      await traces.runs(ann, run.traceId),
    ],
    execution: await executions.get(ann, execution.id),
    usage: await tenant.usage.groups({ ...everyDay, by: 'day', person: null }, 50),
    pairs: await tenant.usage.pairs({ ...everyDay, person: null }, 50),
    retests: await tenant.outcomeRetests.list(50),
    tried: await tenant.outcomeRetests.trials(retest.id),
    searches: await tenant.searchLog.list(everySearch),
  }
}

/** Every method, called through `attacker` (another tenant) as `viewer` with Ann's ids. */
export function automationProbes(
  attacker: TenantStore,
  viewer: UserId,
  { source, firing, execution, run }: Automation,
) {
  const { grants, triggers, traces, executions, usage, outcomeRetests, searchLog } = attacker
  const mine = { owner: 'bob', until: 9_000 }
  const failed = { ...trial, status: 'failed' } as const
  const { id, version } = source
  const planned = { due: source.nextAt ?? 0, nextAt: null }
  const taken = { firing: { ...firing, key: 'key:stolen' }, auditEntry: entryOf(id), planned }
  const note = { code: 'x.y', kind: 'conflict', message: 'Stolen.' } as const
  return {
    grants: {
      create: async () => undefined,
      get: () => grants.get(newGrant.id),
      list: () => grants.list({}, page),
      usable: () => grants.usable(viewer, newGrant.tool, 1),
      revoke: () => grants.revoke(newGrant.id, { by: bob, now: 2 }),
    } satisfies Probes<Stores['grants']>,
    triggers: {
      create: async () => undefined,
      get: () => triggers.get(id),
      list: () => triggers.list({}, page),
      update: () => triggers.update({ ...source, name: 'Stolen', version: version + 1 }, 'stolen'),
      remove: () => triggers.remove(id),
      stop: () => triggers.stop(id, note, entryOf(id)),
      encrypted: () => triggers.encrypted(id),
      record: () => triggers.record(taken),
      advance: () => triggers.advance(id, planned),
      firing: () => triggers.firing(id, firing.key),
      firings: () => triggers.firings(id, page),
    } satisfies Probes<Stores['triggers']>,
    traces: {
      runs: () => traces.runs(viewer, run.traceId),
      startedWithin: () => traces.startedWithin(viewer, wholeRange, page),
      turnEvents: () => traces.turnEvents(viewer, [run], 50),
      events: () => traces.events(viewer, run, 50),
      firings: () => traces.firings(viewer, traceId),
      executions: () => traces.executions(viewer, traceId),
    } satisfies Probes<Stores['traces']>,
    usage: {
      behind: () => usage.behind({ ids: [run.conversationId], after: null, limit: 50 }),
      put: () => usage.put({ conversationId: run.conversationId, foldedTo: 9_000, rows: [] }),
      clear: () => usage.clear(),
      groups: () => usage.groups({ ...everyDay, by: 'day', person: null }, 50),
      conversationsWith: () =>
        usage.conversationsWith({ digests: [hers.digest], person: null }, 50),
      pairs: () => usage.pairs({ ...everyDay, person: null }, 50),
    } satisfies Probes<Stores['usage']>,
    outcomeRetests: {
      create: async () => undefined,
      list: () => outcomeRetests.list(50),
      open: () => outcomeRetests.open(null),
      claim: () => outcomeRetests.claim({ ...mine, now: 1 }),
      renew: () => outcomeRetests.renew(retest.id, mine),
      addTrial: () => outcomeRetests.addTrial(retest.id, failed),
      trials: () => outcomeRetests.trials(retest.id),
      finish: () => outcomeRetests.finish(retest.id, mine.owner, supersededResult(9)),
    } satisfies Probes<Stores['outcomeRetests']>,
    searchLog: {
      // The same query on the same day, so that a count without a tenant would be hers.
      record: async () => {
        await searchLog.record(herSearch, 9)
        const own = await searchLog.list(everySearch)
        await searchLog.removeBefore(Number.MAX_SAFE_INTEGER)
        return own.map(({ query, searches }) => ({ query, searches }))
      },
      list: () => searchLog.list(everySearch),
      removeBefore: () => searchLog.removeBefore(Number.MAX_SAFE_INTEGER),
    } satisfies Probes<Stores['searchLog']>,
    executions: {
      create: async () => undefined,
      heartbeat: () => executions.heartbeat(execution.id, { status: 'running' }),
      requestCancel: () => executions.requestCancel(viewer, execution.id, 2),
      cancelRequested: () => executions.cancelRequested([execution.id]),
      finish: () => executions.finish({ ...execution, status: 'ok', finishedAt: 2 }),
      get: () => executions.get(viewer, execution.id),
      list: () => executions.list(viewer, {}, page),
      output: () => executions.output(viewer, execution.id, 'out.txt'),
      interrupt: () => executions.interrupt(execution.id, { heartbeatCount: 0, now: 9 }),
      dropOutputs: () => executions.dropOutputs({ by: 9, why: 'stolen', limit: 9 }),
    } satisfies Probes<Stores['executions']>,
  }
}

const none = { items: [], nextCursor: null }

/** The expected result of each probe. */
export const expectedAutomationResults = {
  grants: { create: undefined, get: null, list: none, usable: [], revoke: null },
  triggers: {
    ...{ create: undefined, get: null, list: none, update: 'signal.not-found' },
    ...{ remove: 'signal.not-found', stop: undefined, encrypted: null, record: 'signal.moved-on' },
    ...{ advance: undefined, firing: null, firings: none },
  },
  traces: {
    runs: [],
    startedWithin: none,
    turnEvents: new Map(),
    events: [],
    firings: [],
    executions: [],
  },
  usage: {
    behind: [],
    put: 'conversation.not-found',
    clear: undefined,
    groups: [],
    conversationsWith: [],
    pairs: [],
  },
  outcomeRetests: {
    ...{ create: undefined, list: [], open: null, claim: null, renew: false },
    ...{ addTrial: undefined, trials: [], finish: false },
  },
  searchLog: {
    record: [{ query: herSearch.query, searches: 1 }],
    ...{ list: [], removeBefore: 0 },
  },
  executions: {
    ...{
      create: undefined,
      heartbeat: null,
      requestCancel: false,
      cancelRequested: [],
      finish: false,
    },
    ...{ get: null, list: none, output: null, interrupt: false, dropOutputs: 0 },
  },
} satisfies Record<string, ExpectedResults>

function entryOf(target: string): AuditEntry {
  const stolen = { at: 2, actor: null, action: 'signal-stopped', target, traceId: null }
  return { id: `aud_stolen_${target}`, ...stolen, details: {} }
}

function newTrigger(fixture: StoreFixture): Trigger {
  return {
    ...{ id: fixture.id('sig') as TriggerId, name: 'Rent', userId: ann, agentId: null },
    message: 'What Ann wants of it.',
    trigger: { kind: 'cron', cron: '* * * * *', timeZone: 'UTC', missed: 'skip' },
    ...{ asset: null, severity: 'info', preloadSkills: [], suggestedStages: [] },
    ...{ scriptsAllowed: false, conversation: 'new', maxTurnsPerHour: 9, enabled: true },
    ...{ role: 'owner', permissions: ['conversations.use'], note: null, nextAt: 5_000 },
    ...{ lastFiredAt: null, createdAt: 1, updatedAt: 1, version: 1 },
  }
}

function newFiring({ id: signalId }: Trigger, run: Run): TriggerFiring {
  return {
    ...{ signalId, key: 'key:1', plannedAt: null, firedAt: 1, bodyDigest: null, traceId },
    ...{ outcome: 'started', problem: null },
    ...{ conversationId: run.conversationId, runId: run.id },
  }
}

function newExecution(fixture: StoreFixture, { conversationId, id: runId }: Run): Execution {
  return {
    ...{ id: fixture.id('exe') as ExecutionId, conversationId, runId, callId: 'call_1', traceId },
    ...{ skill: null, runtime: 'shell', entry: 'ls', args: [], status: 'queued', exitCode: null },
    ...{ stdout: '', stderr: '', outputs: [], skipped: [], usage: null },
    ...{ startedBy: ann, startedAt: 1, finishedAt: null },
  }
}
